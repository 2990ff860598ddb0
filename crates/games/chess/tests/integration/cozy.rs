//! Agreement with an independent library on random positions.

use chess::Position;
use cozy_chess::{Board, Color, GameStatus};
use game::{MoveList, Notation, Position as _};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// The moves as both write them: castling as king takes rook.
fn moves_of(position: &Position) -> Vec<String> {
    let mut moves = MoveList::new();
    position.legal_moves(&mut moves);
    let shuffled = position.shuffled();
    let mut texts: Vec<String> = moves.iter().map(|&mv| shuffled.move_text(mv)).collect();
    texts.sort_unstable();
    texts
}

fn moves_of_board(board: &Board) -> Vec<String> {
    let mut texts = Vec::new();
    board.generate_moves(|moves| {
        texts.extend(moves.into_iter().map(|mv| mv.to_string()));
        false
    });
    texts.sort_unstable();
    texts
}

fn compare(position: &Position, board: &Board) {
    let text = position.text();
    assert_eq!(moves_of(position), moves_of_board(board), "{text}");
    let checkers = board.checkers().0;
    assert_eq!(position.checkers(), checkers, "{text}");
    let side = if board.side_to_move() == Color::White { 'w' } else { 'b' };
    assert_eq!(Position::side_letter(position.side_to_move()), side, "{text}");
    let over = board.status() == GameStatus::Won;
    assert_eq!(position.count_legal_moves() == 0 && checkers != 0, over, "{text}");
    assert_eq!(u16::from(board.halfmove_clock()), position.clock().min(100), "{text}");
}

/// Plays random games in both, and compares each position met; returns how many.
fn agree(positions: u64, seed: u64) -> u64 {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut met = 0;
    while met < positions {
        let start = if rng.random_bool(0.5) { 518 } else { rng.random_range(0..960) };
        let mut position = Position::chess960(start).unwrap();
        let mut board = Board::from_fen(&position.text(), true).unwrap();
        for _ in 0..rng.random_range(1..300) {
            compare(&position, &board);
            met += 1;
            // Both must read the other's text.
            if met % 16 == 0 {
                let read = Board::from_fen(&position.text(), true).unwrap();
                assert_eq!(moves_of_board(&read), moves_of(&position));
                let read = Position::parse(&format!("{board:#}")).unwrap();
                assert_eq!(read.key(), position.key(), "{board:#}");
            }
            let texts = moves_of(&position);
            if texts.is_empty() || position.ending().is_some() || position.clock() >= 99 {
                break;
            }
            let text = &texts[rng.random_range(0..texts.len())];
            let mv = position.shuffled().parse_move(text).unwrap();
            position = position.make(mv);
            board.play_unchecked(text.parse().unwrap());
        }
    }
    met
}

#[test]
fn twenty_thousand_random_positions() {
    assert!(agree(20_000, 1) >= 20_000);
}

/// `cargo test --release -p chess --test cozy -- --ignored`
#[test]
#[ignore = "half a minute in a release build"]
fn a_million_random_positions() {
    assert!(agree(1_000_000, 2) >= 1_000_000);
}
