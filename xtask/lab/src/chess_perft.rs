//! `lab chess-perft`.

use std::hint::black_box;
use std::time::Instant;

use anyhow::{Result, ensure};
use chess::Position;
use cozy_chess::Board;
use game::Notation as _;
use game::perft::{Finished, perft, walk};

#[derive(clap::Args)]
pub struct Args {
    /// How often each count is repeated, in turn; the fastest run of each counts
    #[arg(long, default_value_t = 3)]
    rounds: u32,
}

const POSITIONS: [(&str, &str, u32); 2] = [
    ("start", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 6),
    ("Kiwipete", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 5),
];

fn cozy_bulk(board: &Board, depth: u32) -> u64 {
    let mut leaves = 0;
    board.generate_moves(|moves| {
        if depth == 1 {
            leaves += moves.len() as u64;
        } else {
            for mv in moves {
                let mut child = board.clone();
                child.play_unchecked(mv);
                leaves += cozy_bulk(&child, depth - 1);
            }
        }
        false
    });
    leaves
}

/// As [`walk`] does it: every position is made, the last ones too, and none can be left out by the compiler.
fn cozy_walk(board: &Board, depth: u32) -> u64 {
    let mut leaves = 0;
    board.generate_moves(|moves| {
        for mv in moves {
            let mut child = board.clone();
            child.play_unchecked(mv);
            let child = black_box(&child);
            leaves += if depth == 1 { 1 } else { cozy_walk(child, depth - 1) };
        }
        false
    });
    leaves
}

/// Counts with both in turn, and prints millions of leaves a second.
pub fn run(args: &Args) -> Result<()> {
    for (name, text, depth) in POSITIONS {
        let position = Position::parse(text)?;
        let board = Board::from_fen(text, false).map_err(|error| anyhow::anyhow!("{error:?}"))?;
        let mut best = [0.0_f64; 4];
        let mut counts = [0; 4];
        for _ in 0..args.rounds.max(1) {
            for (at, (speed, count)) in best.iter_mut().zip(&mut counts).enumerate() {
                let began = Instant::now();
                *count = match at {
                    0 => perft(&position, depth, Finished::Unasked),
                    1 => cozy_bulk(&board, depth),
                    2 => walk(&position, depth, Finished::Unasked),
                    _ => cozy_walk(&board, depth),
                };
                *speed = speed.max(*count as f64 / began.elapsed().as_secs_f64() / 1e6);
            }
        }
        ensure!(counts.iter().all(|&count| count == counts[0]), "{name}: {counts:?}");
        let [bulk, cozy_bulk, plain, cozy_plain] = best;
        println!(
            "{name}, depth {depth}, {} leaves, million a second: in bulk {bulk:.0} (cozy-chess {cozy_bulk:.0}, ratio {:.2}), every move made {plain:.0} (cozy-chess {cozy_plain:.0}, ratio {:.2})",
            counts[0],
            bulk / cozy_bulk,
            plain / cozy_plain
        );
    }
    Ok(())
}
