//! Endgame tables and the search say the same of random positions.

use std::sync::Arc;
use std::time::Duration;

use game::{Position as _, Score, Side, Verdict};
use onitama::tablebase::{Keep, Tablebase, Value};
use onitama::{Deck, EvalParams, Evaluation, Position};
use rand::{RngExt as _, SeedableRng as _};
use rand_xoshiro::Xoshiro256PlusPlus;
use search::Prober as _;
use search::tt::Table;
use search::{
    Control, Driver, Instrumented, Job, Limits, Searcher, Switches, TableHandle, Tunables,
};

struct Known(Tablebase);

impl search::Prober<Position> for Known {
    fn probe(&self, position: &Position) -> Option<Score> {
        Some(match self.0.probe(position)? {
            Value::Win(plies) => Score::win_in(plies? as i32),
            Value::Loss(plies) => Score::loss_in(plies? as i32),
            Value::Draw => Score::ZERO,
        })
    }
}

fn searcher(
    tablebase: Option<Arc<dyn search::Prober<Position>>>,
) -> Searcher<Position, Evaluation, Instrumented> {
    let table = Arc::new(TableHandle::new(Table::new(16).unwrap()));
    let mode = Instrumented { switches: Switches::START, exact: false };
    let mut searcher = Searcher::new(mode, Tunables::START, EvalParams::START, 1, table);
    searcher.set_prober(tablebase);
    searcher
}

/// The exact value of a position if it ends within `plies`, by search.
fn settle(
    searcher: &mut Searcher<Position, Evaluation, Instrumented>,
    root: Position,
    plies: u32,
) -> Verdict {
    searcher.table().replace(Table::new(16).unwrap());
    let job = Job {
        root,
        game_keys: &[],
        repetition_draw: false,
        limits: &Limits { prove_distance: true, depth: Some(plies), ..Limits::default() },
        only: &[],
        driver: Driver::Pvs,
        control: &Control::new(false),
        now: &|| Duration::ZERO,
        processor: None,
        current: None,
        resume: None,
    };
    let outcome = searcher.search(&job, &mut |_| {});
    outcome.report.best().unwrap().score.verdict()
}

/// Positions of random games in which each side has at most `men` pieces.
fn late_positions(cards: Position, men: u32, count: usize, seed: u64) -> Vec<Position> {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut found = Vec::new();
    while found.len() < count {
        let mut position = cards;
        for _ in 0..300 {
            let mut moves = game::MoveList::new();
            position.legal_moves(&mut moves);
            // Captures of students, so that games get on.
            let captures: Vec<_> = moves
                .iter()
                .copied()
                .filter(|&mv| position.irreversible(mv) && position.make(mv).ending().is_none())
                .collect();
            let choose = if captures.is_empty() { &moves[..] } else { &captures[..] };
            let next = position.make(choose[random.random_range(0..choose.len())]);
            if next.ending().is_some() {
                break;
            }
            position = next;
            let count = |side| position.pieces(side).count_ones();
            if Side::BOTH.into_iter().all(|side| count(side) <= men) {
                found.push(position);
                break;
            }
        }
    }
    found
}

#[test]
fn tables_and_search_agree_on_random_positions() {
    const PLIES: u32 = 9;
    for seed in 0..2 {
        let start = Position::random_deal(&Deck::ALL, seed);
        let table = Tablebase::build(*start.cards(), 2, Keep::Distances, 2, &mut |_| true).unwrap();
        let table = Arc::new(Known(table));
        let mut plain = searcher(None);
        let mut proven = 0;
        for position in late_positions(start, 2, 60, seed) {
            let known = table.probe(&position).unwrap().verdict();
            let searched = settle(&mut plain, position, PLIES);
            match known {
                Verdict::Win(plies) | Verdict::Loss(plies) if plies <= PLIES => {
                    assert_eq!(searched, known, "{position:?}");
                    proven += 1;
                }
                // A deeper one may be found, but no other.
                Verdict::Win(_) | Verdict::Loss(_) => {
                    assert!(searched == known || matches!(searched, Verdict::Points(_)));
                }
                Verdict::Points(_) => assert!(matches!(searched, Verdict::Points(_))),
            }
        }
        assert!(proven >= 30, "only {proven} ends are near");
        // One piece more: with the tables the same distances are found.
        let mut asking = searcher(Some(table.clone()));
        for position in late_positions(start, 3, 20, seed) {
            let (with, without) =
                (settle(&mut asking, position, 7), settle(&mut plain, position, 7));
            match without {
                Verdict::Win(plies) | Verdict::Loss(plies) if plies <= 7 => {
                    assert_eq!(with, without, "{position:?}");
                }
                _ => {}
            }
        }
    }
}
