//! Where a third repetition is illegal: turns of Arimaa on the path of a search.

use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::time::Duration;

use arimaa::{EvalParams, Evaluation, Position};
use game::{Evaluator, Notation, Position as _};

use crate::Tunables;
use crate::busy::Busy;
use crate::mode::Instrumented;
use crate::reductions::Reductions;
use crate::shared::{Control, TableHandle};
use crate::time::Budget;
use crate::tt::{Table, Wide};
use crate::worker::{Shared, ThreadData, Worker};

use super::script::nothing;

/// Both elephants walk to and fro: the position comes back after every fourth turn.
const ROUND: [&str; 4] = ["Ee4n pass", "ed8s pass", "Ee5s pass", "ed7n pass"];

/// Whether the last move of so many turns of that walk is forbidden, after others of it in the game.
fn forbidden_after(in_game: usize, searched: usize, exact: bool) -> bool {
    after(in_game, searched, exact)[0]
}

/// Whether the last turn of so many of that walk begins a repetition, after others of it in the game.
fn begins_after(in_game: usize, searched: usize) -> bool {
    after(in_game, searched, false)[1]
}

/// Both of these.
fn after(in_game: usize, searched: usize, exact: bool) -> [bool; 2] {
    let start =
        Position::parse("g [r..e...r............................E...................R......R]")
            .unwrap();
    let walk = |at: &Position, count: usize, first: usize| {
        (first..first + count).fold((*at, Vec::new()), |(at, mut keys), n| {
            keys.extend(at.repetition_key());
            (at.parse_turn(ROUND[n % 4]).unwrap().iter().fold(at, |at, &mv| at.make(mv)), keys)
        })
    };
    let (root, keys) = walk(&start, in_game, 0);
    let control = Control::new(false);
    let table = Arc::new(TableHandle::<Wide>::new(Table::new(1).unwrap()));
    let shared = Shared {
        control: &control,
        table: &table,
        now: &|| Duration::ZERO,
        nodes: AtomicU64::new(0),
        hits: AtomicU64::new(0),
        node_limit: u64::MAX,
        every_move: false,
        full_mib: 0,
        budget: Budget::default(),
        repetition_draw: false,
        forbidden: Vec::new(),
        busy: Busy::new(1),
    };
    let mode = Instrumented { switches: nothing(), exact };
    let mut thread = ThreadData::new();
    let tunables = Tunables { repetition_pressure: 30, ..Tunables::START };
    let reductions = Reductions::new(&tunables);
    let evaluation = Evaluation::new(&EvalParams::default(), &root);
    let mut worker =
        Worker::new(&shared, mode, tunables, &reductions, evaluation, &mut thread, &keys);
    let (mut position, mut ply) = (root, 0);
    for n in in_game..in_game + searched {
        for &mv in &position.parse_turn(ROUND[n % 4]).unwrap() {
            let child = position.make(mv);
            let last = n + 1 == in_game + searched && child.repetition_key().is_some();
            let forbidden = worker.is_forbidden(&position, &child);
            if last {
                return [forbidden, worker.begins_repetition(&position, &child)];
            }
            assert!(!forbidden, "turn {n} of {in_game} and {searched}");
            worker.enter(&position, mv, ply);
            (position, ply) = (child, ply + 1);
        }
    }
    unreachable!("the last turn ends with a turn's start")
}

#[test]
fn a_path_may_not_come_to_a_position_for_the_third_time() {
    assert!(!forbidden_after(0, 4, false), "the second time");
    assert!(forbidden_after(0, 8, false), "all three in the search");
    assert!(!forbidden_after(3, 1, false));
    assert!(forbidden_after(3, 5, false), "once in the game, twice in the search");
    assert!(forbidden_after(1, 7, false));
    assert!(!forbidden_after(0, 8, true), "the plain tree knows no history");
}

#[test]
fn who_comes_back_to_a_position_of_the_game_first_begins_a_repetition() {
    assert!(begins_after(3, 1), "the start once more");
    assert!(!begins_after(4, 1), "an answer to that");
    assert!(begins_after(2, 2), "by the other side, which the search looks at");
    assert!(!begins_after(1, 4), "the answer further on");
    assert!(!begins_after(0, 1));
    assert!(begins_after(0, 4), "the position of the root");
    assert!(!begins_after(0, 2), "no position of the game");
}
