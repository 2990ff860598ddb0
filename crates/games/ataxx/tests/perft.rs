//! The published counts, and the laws that every game obeys.

use ataxx::{EvalParams, Evaluation, Position};
use game::perft::{Finished, divide, perft, walk};
use game::{Evaluator, MoveBits as _, Notation, Position as _, Side, laws};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::Deserialize;

#[derive(Deserialize)]
struct Reference {
    positions: Vec<Case>,
}

#[derive(Deserialize)]
struct Case {
    position: String,
    perft: Vec<u64>,
}

fn cases() -> Vec<Case> {
    let data: Reference = serde_json::from_str(include_str!("../data/perft.json")).unwrap();
    data.positions
}

#[test]
fn all_published_counts() {
    for case in cases() {
        let position = Position::parse(&case.position).unwrap();
        for (depth, &count) in (1..).zip(&case.perft) {
            let counted = perft(&position, depth, Finished::Nothing);
            assert_eq!(counted, count, "{} depth {depth}", case.position);
        }
    }
}

#[test]
fn bulk_counts_equal_the_walk_and_the_division() {
    for case in cases() {
        let position = Position::parse(&case.position).unwrap();
        for finished in [Finished::OneLeaf, Finished::Nothing] {
            let counted = perft(&position, 4, finished);
            assert_eq!(counted, walk(&position, 4, finished), "{}", case.position);
            let parts: u64 = divide(&position, 4, finished).iter().map(|(_, n)| n).sum();
            let over = divide(&position, 4, finished).is_empty();
            assert!(over || counted == parts, "{}", case.position);
        }
    }
}

#[test]
fn laws_hold_on_random_games() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(7);
    for seed in 0..12 {
        let start = Position::random_walls(seed);
        let evaluation = Evaluation::new(&EvalParams::default(), &start);
        laws::random_walk(start, 150, &mut rng, |position| {
            laws::moves_are_legal_and_complete(position);
            laws::static_results_hold(position);
            laws::static_results_hold(&position.with_clock(99));
            laws::static_results_hold(&position.with_clock(100));
            laws::evaluation_is_incremental(&evaluation, position);
            laws::text_reads_back(position);
        });
        laws::referee_agrees(start, 150, &mut rng);
    }
}

/// A board seen otherwise: turned, mirrored, or with the sides exchanged.
fn seen_otherwise(position: &Position, how: usize) -> Position {
    let text = position.text();
    let fields: Vec<&str> = text.split(' ').collect();
    let exchanged = |c: char| match c {
        'x' => 'o',
        'o' => 'x',
        other => other,
    };
    let (board, side) = match how {
        0 => (fields[0].chars().rev().collect::<String>(), fields[1].to_owned()),
        1 => {
            let ranks: Vec<&str> = fields[0].split('/').rev().collect();
            (ranks.join("/"), fields[1].to_owned())
        }
        _ => {
            (fields[0].chars().map(exchanged).collect(), fields[1].chars().map(exchanged).collect())
        }
    };
    Position::parse(&format!("{board} {side} {} {}", fields[2], fields[3])).unwrap()
}

#[test]
fn mirrored_positions_have_the_same_score_and_perft() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(9);
    for seed in 0..20 {
        let start = Position::random_walls(seed);
        let evaluation = Evaluation::new(&EvalParams::default(), &start);
        laws::random_walk(start, 60, &mut rng, |position| {
            if position.ending().is_some() {
                return;
            }
            for how in 0..3 {
                let other = seen_otherwise(position, how);
                let score = |p: &Position| evaluation.evaluate_fresh(p);
                assert_eq!(score(position), score(&other), "{}", position.text());
                let count = |p: &Position| perft(p, 2, Finished::Nothing);
                assert_eq!(count(position), count(&other), "{}", position.text());
            }
        });
    }
}

/// The moves with clones by source too: every pair of squares.
fn longhand(position: &Position) -> Vec<String> {
    use ataxx::board::{BOARD, jumps, squares, touching};
    let own = position.stones(position.side_to_move());
    let mut moves = Vec::new();
    for from in squares(own) {
        for to in squares((touching(from) | jumps(from)) & position.empty() & BOARD) {
            moves.push(format!("{}{}", ataxx::square_name(from), ataxx::square_name(to)));
        }
    }
    if moves.is_empty() {
        moves.push("0000".to_owned());
    }
    moves
}

fn minimax(position: &Position, evaluation: &Evaluation, depth: u32, long: bool) -> i32 {
    if let Some(ending) = position.ending().or_else(|| position.ending_by_clock()) {
        return match ending.outcome.winner() {
            None => 0,
            Some(side) if side == position.side_to_move() => 10_000 + depth as i32,
            Some(_) => -10_000 - depth as i32,
        };
    }
    if depth == 0 {
        return evaluation.evaluate_fresh(position);
    }
    let below = |mv| -minimax(&position.make(mv), evaluation, depth - 1, long);
    if long {
        let moves = longhand(position);
        moves.iter().map(|text| below(position.parse_move(text).unwrap())).max().unwrap()
    } else {
        let mut moves = game::MoveList::new();
        position.legal_moves(&mut moves);
        moves.iter().map(|&mv| below(mv)).max().unwrap()
    }
}

#[test]
fn clones_by_target_and_moves_by_all_sources_give_the_same_scores() {
    for seed in 0..150 {
        let position = Position::random_play(seed, seed as usize % 90);
        if position.ending().is_some() {
            continue;
        }
        let evaluation = Evaluation::new(&EvalParams::default(), &position);
        let score = |long| minimax(&position, &evaluation, 2, long);
        assert_eq!(score(false), score(true), "{}", position.text());
    }
}

/// True if a side can force a win within so many plies.
fn forces(position: &Position, side: Side, plies: i32) -> bool {
    if let Some(ending) = position.ending() {
        return ending.outcome.winner() == Some(side);
    }
    let mut moves = game::MoveList::new();
    position.legal_moves(&mut moves);
    let mut wins = moves.iter().map(|&mv| forces(&position.make(mv), side, plies - 1));
    plies > 0
        && if position.side_to_move() == side { wins.any(|won| won) } else { wins.all(|won| won) }
}

#[test]
fn no_win_is_forced_in_fewer_plies_than_it_says() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(11);
    let (mut asked, mut sharp) = (0, 0);
    for seed in 0..400 {
        let mut path = Vec::new();
        laws::random_walk(Position::random_walls(seed), 400, &mut rng, |at| path.push(*at));
        for position in path.iter().rev().take(40).filter(|at| at.ending().is_none()) {
            for side in [Side::First, Side::Second] {
                let least = position.least_plies_to_win(side);
                if least <= 4 {
                    assert!(!forces(position, side, least - 1), "{side:?} in {}", position.text());
                    asked += 1;
                    sharp += usize::from(forces(position, side, least));
                }
            }
        }
    }
    // Often the win is there at once.
    assert!(asked > 2_000 && sharp > 200, "{asked} asked, {sharp} won at once");
}

#[test]
fn a_jump_delays_the_last_clone_by_a_ply() {
    let position = Position::parse(&format!("{}1xxxooo x 0 1", "xxxxooo/".repeat(6))).unwrap();
    assert_eq!(position.least_plies_to_win(Side::First), 1, "a clone fills the board");
    assert_eq!(position.least_plies_to_win(Side::Second), 2, "Black can jump from c1 first");
}

#[test]
fn wins_in_one_are_seen_and_no_others() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(12);
    let mut wins = 0;
    for seed in 0..400 {
        let start = Position::random_walls(seed);
        laws::random_walk(start, 400, &mut rng, |position| {
            if position.ending().is_some() {
                return;
            }
            let side = position.side_to_move();
            assert_eq!(
                position.static_win().is_some(),
                forces(position, side, 1),
                "{}",
                position.text()
            );
            if let Some(win) = position.static_win() {
                let ending = position.make(win.mv).ending();
                assert_eq!(ending.and_then(|ending| ending.outcome.winner()), Some(side));
                wins += 1;
            }
        });
    }
    assert!(wins > 50, "{wins}");
}

#[test]
fn a_move_gains_the_stones_that_it_adds_and_turns() {
    let position = Position::parse("xx5/x6/7/o6/7/7/7 x 0 1").unwrap();
    let gain = |text| position.quiet_gain(position.parse_move(text).unwrap());
    assert_eq!(["a7c6", "c6", "b7b5", "b5"].map(gain), [0, 100, 200, 300]);
}

#[test]
fn a_null_move_changes_the_side_and_counts_a_ply() {
    let position = Position::parse("xx5/x6/7/o6/7/7/7 x 3 8").unwrap();
    let next = Position::parse("xx5/x6/7/o6/7/7/7 o 4 8").unwrap();
    assert_eq!(position.null_move(), Some(next), "the key, too");
    // With seven empty squares it can be a gain to pass.
    let full = "xxxxooo/".repeat(6);
    let crowded = |rank: &str| Position::parse(&format!("{full}{rank} x 0 1")).unwrap();
    assert_eq!(crowded("7").null_move(), None);
}

#[test]
fn moves_pack_into_their_bits() {
    let position = Position::random_play(3, 30);
    let mut moves = game::MoveList::new();
    position.legal_moves(&mut moves);
    assert!(moves.iter().all(|&mv| ataxx::Move::from_bits(mv.bits()) == mv));
    let slots: std::collections::HashSet<usize> =
        moves.iter().map(|&mv| position.history_slot(mv)).collect();
    assert_eq!(slots.len(), moves.len(), "each move has statistics of its own");
}
