//! How long the static goal detection takes: `cargo bench -p arimaa`.
//!
//! On the reference's positions from games and on random boards, each with either side to move; and
//! for comparison the static evaluation.

use std::hint::black_box;
use std::time::Instant;

use arimaa::{EvalParams, Evaluation, Position};
use game::{Evaluator as _, Notation as _, Position as _};
use serde::Deserialize;

#[derive(Deserialize)]
struct Reference {
    bulk: Vec<Case>,
}

#[derive(Deserialize)]
struct Case {
    position: String,
}

/// Nanoseconds a call, over many rounds; the slowest position is printed, too.
fn time(name: &str, positions: &[Position], mut call: impl FnMut(&Position) -> u64) {
    const ROUNDS: u32 = 20;
    let (mut sum, mut slowest) = (0, (0.0, 0));
    let begun = Instant::now();
    for (number, position) in positions.iter().enumerate() {
        let before = Instant::now();
        for _ in 0..ROUNDS {
            sum += call(black_box(position));
        }
        let took = before.elapsed().as_secs_f64() / f64::from(ROUNDS);
        if took > slowest.0 {
            slowest = (took, number);
        }
    }
    let calls = f64::from(ROUNDS) * positions.len() as f64;
    let mean = begun.elapsed().as_secs_f64() / calls * 1e9;
    println!("{name:<38} {mean:>9.0} ns a call, slowest {:>9.0} ns, sum {sum}", slowest.0 * 1e9);
    if slowest.0 > 50e-6 {
        println!("    slowest: {}", positions[slowest.1].text());
    }
}

fn main() {
    let data: Reference = serde_json::from_str(include_str!("../data/perft.json")).unwrap();
    let mut games: Vec<Position> = Vec::new();
    for case in &data.bulk {
        let board = &case.position[2..];
        for side in ["g", "s"] {
            games.extend(Position::parse(&format!("{side} {board}")));
        }
    }
    games.retain(|position| position.ending().is_none());
    let mut boards: Vec<Position> = (0..2_000).map(Position::random_board).collect();
    boards.retain(|position| position.ending().is_none());
    let goal = |position: &Position| u64::from(position.goal_distance().unwrap_or(0));
    time("goal within the turn, games", &games, goal);
    time("goal within the turn, random boards", &boards, goal);
    let evaluation = Evaluation::new(&EvalParams::default(), &games[0]);
    let score = |position: &Position| {
        let state = evaluation.fresh(position);
        u64::from(evaluation.evaluate(position, &state).unsigned_abs())
    };
    time("static evaluation from scratch, games", &games, score);
    let steps = |position: &Position| position.count_legal_moves();
    time("legal steps counted, games", &games, steps);
}
