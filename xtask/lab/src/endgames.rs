//! `lab endgames`: endings of Ataxx with few empty squares, settled by the engine and by a plain solver.

use std::collections::HashMap;
use std::time::Duration;

use anyhow::{Context as _, Result, ensure};
use ataxx::Position;
use cpu_time::ProcessTime;
use engine::{Limits, Verdict};
use game::laws::random_walk;
use game::{MoveList, Notation as _, Position as _, Side};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::think::{new_engine, think};

#[derive(clap::Args)]
pub struct Args {
    /// Empty squares
    #[arg(long, default_value_t = 6)]
    empties: u32,
    /// Positions
    #[arg(long, default_value_t = 20)]
    count: usize,
    /// Seed of the random games that the positions are of
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Processor seconds in which each is to be settled
    #[arg(long, default_value_t = 10.0)]
    seconds: f64,
    /// Size of the engine's table in MiB
    #[arg(long, default_value_t = 256)]
    hash: usize,
    /// Check each with a plain solver, which shares nothing with the search; it may take minutes and gigabytes
    #[arg(long)]
    check: bool,
}

/// Settles positions of random games and says how long that took.
pub fn run(args: &Args) -> Result<()> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(args.seed);
    let (mut tried, mut late) = (0, 0);
    while tried < args.count {
        let Some(position) = ending(args.empties, &mut rng) else { continue };
        let text = position.text();
        let mut engine = new_engine("ataxx", 1, args.hash)?;
        // On a busy machine the processor time is less than that on the wall.
        let move_time = Some(Duration::from_secs_f64(args.seconds * 4.0));
        let begun = ProcessTime::now();
        let limits = Limits { move_time, prove_distance: true, ..Limits::default() };
        let thought = think(engine.as_mut(), &text, limits, |_| {})?;
        let last = thought.last.context("the position is over")?;
        let seconds = begun.elapsed().as_secs_f64();
        let verdict = last.score.verdict();
        if verdict == Verdict::Points(0) && !last.settled {
            // A draw has no distance to settle.
            continue;
        }
        tried += 1;
        let in_time = last.settled && seconds <= args.seconds;
        late += usize::from(!in_time);
        let nodes = last.nodes + last.proof_nodes;
        let score = last.score.to_string();
        let word = if in_time { "settled" } else { "LATE" };
        println!(
            "{{\"position\": \"{text}\", \"empties\": {}, {}}} {score} {nodes} nodes {seconds:.2} s {word}",
            args.empties,
            as_json(verdict)
        );
        if args.check && last.settled {
            let (side, plies) = match verdict {
                Verdict::Win(plies) => (position.side_to_move(), plies as i32),
                Verdict::Loss(plies) => (!position.side_to_move(), plies as i32),
                Verdict::Points(_) => continue,
            };
            let mut plain = Plain::default();
            ensure!(plain.wins(&position, side, plies), "{text}: the plain solver sees no {score}");
            ensure!(
                !plain.wins(&position, side, plies - 1),
                "{text}: the plain solver wins sooner"
            );
            println!("  the plain solver agrees, {} positions", plain.known.len());
        }
    }
    println!("{} of {tried} settled within {} s of processor time", tried - late, args.seconds);
    ensure!(late == 0, "{late} were not settled in time");
    Ok(())
}

fn as_json(verdict: Verdict) -> String {
    match verdict {
        Verdict::Win(plies) => format!("\"result\": \"win\", \"plies\": {plies}"),
        Verdict::Loss(plies) => format!("\"result\": \"loss\", \"plies\": {plies}"),
        Verdict::Points(points) => format!("\"result\": \"points\", \"points\": {points}"),
    }
}

/// The first position of a random game with so many empty squares, where both sides have a fifth of the stones.
fn ending(empties: u32, rng: &mut Xoshiro256PlusPlus) -> Option<Position> {
    let start = Position::random_walls(rng.random());
    let mut found = None;
    random_walk(start, 400, rng, |position| {
        if found.is_none() && position.empty().count_ones() == empties {
            found = Some(*position);
        }
    });
    let fair = |position: &Position| {
        let stones = [Side::First, Side::Second].map(|side| position.stones(side).count_ones());
        !position.is_over() && 5 * stones[0].min(stones[1]) >= stones[0] + stones[1]
    };
    found.filter(fair)
}

/// A side wins within so many plies, by the rules, a map of what is known, and the move that leaves it the
/// most stones first.
#[derive(Default)]
struct Plain {
    /// By position and attacker: the most plies within which there is no win, the fewest within which there is one.
    known: HashMap<(u64, Side), (i32, i32)>,
}

impl Plain {
    fn wins(&mut self, position: &Position, attacker: Side, plies: i32) -> bool {
        if let Some(ending) = position.ending() {
            return ending.outcome.winner() == Some(attacker);
        }
        if plies <= 0 || position.ending_by_clock().is_some() {
            return false;
        }
        let key = (position.key(), attacker);
        let (no, yes) = self.known.get(&key).copied().unwrap_or((0, i32::MAX));
        if plies >= yes || plies <= no {
            return plies >= yes;
        }
        let mut moves = MoveList::new();
        position.legal_moves(&mut moves);
        let mover = position.side_to_move();
        let mut children: Vec<Position> = moves.iter().map(|&mv| position.make(mv)).collect();
        children.sort_by_key(|child| std::cmp::Reverse(child.stones(mover).count_ones()));
        let attacks = mover == attacker;
        let won = if attacks {
            children.iter().any(|child| self.wins(child, attacker, plies - 1))
        } else {
            children.iter().all(|child| self.wins(child, attacker, plies - 1))
        };
        let entry = self.known.entry(key).or_insert((0, i32::MAX));
        if won {
            entry.1 = entry.1.min(plies);
        } else {
            entry.0 = entry.0.max(plies);
        }
        won
    }
}
