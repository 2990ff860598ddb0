//! The captures that are seen without a search, against the enumeration of steps.

use arimaa::{Position, captures};
use game::{MoveList, Notation as _, Position as _, Side};

/// True if the side to move can take a piece of this kind within so many steps, no push left open.
fn takes(position: &Position, side: Side, kind: usize, count: u32, left: u32) -> bool {
    let other = |position: &Position| position.board().pieces(side.other(), kind).count_ones();
    if other(position) < count && !(position.side() == side && position.has_open_push()) {
        return true;
    }
    if left == 0 || position.side() != side {
        return false;
    }
    let mut moves = MoveList::new();
    position.legal_moves(&mut moves);
    moves.iter().any(|&mv| !mv.is_pass() && takes(&position.make(mv), side, kind, count, left - 1))
}

#[test]
fn what_is_seen_is_there_and_most_is_seen() {
    let (mut claimed, mut true_claims) = ([0; 5], [0; 5]);
    let (mut there, mut seen_there) = (0, 0);
    for seed in 0..1_500 {
        let position = Position::random_board(seed);
        if position.ending().is_some() {
            continue;
        }
        let (side, board) = (position.side(), position.board());
        let mut least = [9; 6];
        captures(board, side, |capture| {
            let kind = board.kind_at(capture.square);
            least[kind] = least[kind].min(capture.steps);
        });
        for (kind, &steps) in least.iter().enumerate() {
            let count = board.pieces(side.other(), kind).count_ones();
            if count == 0 {
                continue;
            }
            if steps <= 4 && (steps < 4 || seed % 10 == 0) {
                claimed[steps as usize] += 1;
                let true_claim = takes(&position, side, kind, count, steps);
                true_claims[steps as usize] += usize::from(true_claim);
                assert!(true_claim || steps > 2, "{} kind {kind}", position.text());
            }
            if takes(&position, side, kind, count, 2) {
                there += 1;
                seen_there += usize::from(steps == 2);
            }
        }
    }
    println!("claimed {claimed:?}, true {true_claims:?}; in two steps {seen_there} of {there}");
    assert!(claimed[2] > 150 && claimed[3] > 100, "{claimed:?}");
    assert!(true_claims[3] * 10 > claimed[3] * 8, "{true_claims:?} of {claimed:?}");
    assert!(seen_there * 10 > there * 9, "{seen_there} of {there}");
}

#[test]
fn a_piece_beside_an_open_trap_is_seen() {
    let found = |text: &str| {
        let position = Position::parse(text).unwrap();
        let mut found = Vec::new();
        captures(position.board(), position.side(), |capture| {
            found.push((arimaa::board::square_name(capture.square), capture.steps));
        });
        found
    };
    // An elephant beside a cat beside the empty trap c6.
    let beside = "g [...............r..........c.......E....................R........]";
    assert_eq!(found(beside), [("c5".to_owned(), 2)]);
    // With a friend of the cat at the trap there is nothing to take.
    let guarded = "g [..........h....r..........c.......E....................R........]";
    assert_eq!(found(guarded), []);
    // The only guard of a piece on a trap.
    let on_trap = "g [........r...Ed.......c.................................R........]";
    assert_eq!(found(on_trap), [("f6".to_owned(), 2)]);
}
