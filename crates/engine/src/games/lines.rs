//! Whatever a search of any game reports, its lines can be played, and keep what the score promises.

use std::sync::Arc;
use std::time::Duration;

use game::laws::random_walk;
use game::{Notation, Position, Verdict};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use search::tt::Table;
use search::{Control, Driver, Job, Limits, Play, Report, Searcher, TableHandle};

use super::arimaa::Arimaa;
use super::ataxx::Ataxx;
use super::chess::Chess;
use super::onitama::Onitama;
use crate::definition::GameDefinition;

/// Counts of the reports on some positions.
#[derive(Default, Debug)]
struct Seen {
    positions: usize,
    /// Lines with a proven score.
    proven: usize,
    /// Those of them that end with the game.
    whole: usize,
}

fn check<W: GameDefinition>(root: &W::Position, report: &Report<W::Position>, seen: &mut Seen) {
    for root_move in report.moves.iter().take(report.lines).filter(|root_move| root_move.depth > 0)
    {
        let about =
            || format!("{:?} of {}, line {:?}", root_move.score, root.text(), root_move.line);
        let mut position = *root;
        let mut plies = 0;
        assert!(!root_move.line.is_empty(), "{}", about());
        for &mv in &root_move.line {
            assert!(!position.is_over() && position.is_legal(mv), "{mv:?} in {}", about());
            plies += position.length_of(mv);
            position = position.make(mv);
        }
        if let Verdict::Win(promised) | Verdict::Loss(promised) = root_move.score.verdict() {
            assert!(plies <= promised as i32, "too long: {}", about());
            assert!(!position.is_over() || plies == promised as i32, "too short: {}", about());
            seen.proven += 1;
            seen.whole += usize::from(position.is_over());
        }
    }
}

/// Searches random positions by two drivers and looks at every report.
fn search_random<W: GameDefinition>(
    count: usize,
    nodes: u64,
    mut random: impl FnMut(&mut Xoshiro256PlusPlus) -> W::Position,
) -> Seen {
    let table = Arc::new(TableHandle::new(Table::new(1).unwrap()));
    let mut searcher = Searcher::<W::Position, W::Eval, Play<W>>::new(
        Play::default(),
        W::TUNABLES,
        Default::default(),
        1,
        table,
    );
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(16);
    let mut seen = Seen::default();
    while seen.positions < count {
        let root = random(&mut rng);
        if root.is_over() {
            continue;
        }
        seen.positions += 1;
        let driver = if seen.positions % 4 == 0 { Driver::Mtdf } else { Driver::Pvs };
        let job = Job {
            root,
            game_keys: &[],
            repetition_draw: true,
            limits: &Limits {
                nodes: Some(nodes),
                multi_pv: 1 + seen.positions % 2,
                prove_distance: seen.positions % 3 == 0,
                ..Limits::default()
            },
            only: &[],
            driver,
            control: &Control::new(false),
            now: &|| Duration::ZERO,
            processor: None,
            current: None,
            resume: None,
        };
        let last = searcher.search(&job, &mut |report| check::<W>(&root, report, &mut seen));
        check::<W>(&root, &last.report, &mut seen);
    }
    seen
}

/// A position of a random game, the last ones more often than the first.
fn from_a_game<P: Position>(start: P, rng: &mut Xoshiro256PlusPlus) -> P {
    let mut met = Vec::new();
    random_walk(start, 300, rng, |position| met.push(*position));
    let late = (met.len() - 1).min(rng.random_range(0..met.len()));
    let later = met.len() - 1 - rng.random_range(0..met.len().min(12));
    met[late.max(later)]
}

#[test]
fn lines_of_onitama_keep_their_promise() {
    let seen = search_random::<Onitama>(4_000, 1_500, |rng| {
        from_a_game(Onitama::random_start(rng.random()), rng)
    });
    assert!(seen.proven > 1_000 && seen.whole * 2 > seen.proven, "{seen:?}");
}

#[test]
fn lines_of_ataxx_keep_their_promise() {
    let seen = search_random::<Ataxx>(2_500, 2_500, |rng| {
        from_a_game(Ataxx::random_start(rng.random()), rng)
    });
    assert!(seen.proven > 1_000 && seen.whole * 2 > seen.proven, "{seen:?}");
}

#[test]
fn lines_of_arimaa_keep_their_promise() {
    let seen = search_random::<Arimaa>(1_500, 2_500, |rng| {
        from_a_game(Arimaa::random_start(rng.random()), rng)
    });
    assert!(seen.proven > 500 && seen.whole * 2 > seen.proven, "{seen:?}");
}

/// Two kings and one to four other pieces anywhere.
fn chess_ending(rng: &mut Xoshiro256PlusPlus) -> ::chess::Position {
    loop {
        let mut board = ['.'; 64];
        let pieces = ['q', 'r', 'p', 'Q', 'R', 'P', 'B', 'n'];
        let others = rng.random_range(1..=4);
        let placed = ['k', 'K'].into_iter().chain(
            (0..others).map(|_| pieces[rng.random_range(0..pieces.len())]).collect::<Vec<_>>(),
        );
        for piece in placed {
            board[rng.random_range(0..64)] = piece;
        }
        let rows: Vec<String> = board.chunks(8).map(|row| row.iter().collect()).collect();
        let mut text = rows.join("/");
        for empty in (1..=8).rev() {
            text = text.replace(&".".repeat(empty), &empty.to_string());
        }
        let side = if rng.random() { 'w' } else { 'b' };
        if let Ok(position) = ::chess::Position::parse(&format!("{text} {side} - - 0 1")) {
            return position;
        }
    }
}

#[test]
fn lines_of_chess_keep_their_promise() {
    let seen = search_random::<Chess>(3_000, 3_000, |rng| {
        if rng.random() {
            chess_ending(rng)
        } else {
            from_a_game(Chess::random_start(rng.random()), rng)
        }
    });
    assert!(seen.proven > 1_000 && seen.whole * 2 > seen.proven, "{seen:?}");
}

#[test]
fn a_line_ends_with_the_mate_that_it_promises() {
    let text = "8/1Q6/8/8/3K4/8/3k3q/8 w - - 0 1";
    let seen = search_random::<Chess>(1, 250_000, |_| ::chess::Position::parse(text).unwrap());
    assert!(seen.proven > 0, "a mate in four is there to be found");
}
