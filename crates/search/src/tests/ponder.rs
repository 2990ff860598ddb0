//! Pondering on every reply.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use game::Position;
use game::toy::{Toy, ToyEval};

use super::script::nothing;
use crate::ponder::{Pool, Reply};
use crate::{Control, Driver, Instrumented, Searcher, Tunables};

/// A report: the reply, its depth, and how many replies were open then.
type Seen = (usize, i32, usize);

/// Ponders on one thread until so many iterations were reported.
fn ponder(
    positions: &[Toy],
    iterations: usize,
) -> (Vec<Seen>, Vec<Reply<Toy, ToyEval, Instrumented>>) {
    let control = Control::new(false);
    let pool = Pool {
        threads: 1,
        mib: 4,
        repetition_draw: false,
        game_keys: &[],
        driver: Driver::AlphaBeta,
        control: &control,
        now: &|| Duration::ZERO,
    };
    let seen = Mutex::new(Vec::new());
    let replies = std::thread::scope(|scope| {
        // A pool that searches nothing would go on for ever.
        scope.spawn(|| {
            for _ in 0..1_000 {
                if control.stopped() {
                    return;
                }
                std::thread::sleep(Duration::from_millis(10));
            }
            control.stop();
        });
        let mode = Instrumented { switches: nothing(), exact: false };
        let new = |table| Searcher::new(mode.clone(), Tunables::START, (), 1, Arc::new(table));
        let replies = pool.ponder(positions, new, &|progress| {
            let mut seen = seen.lock().unwrap();
            seen.push((progress.reply, progress.depth, progress.open));
            if seen.len() == iterations {
                control.stop();
            }
        });
        control.stop();
        replies
    });
    (seen.into_inner().unwrap(), replies)
}

#[test]
fn the_shallowest_reply_is_searched_next_until_it_is_proven() {
    let goes_on = |toy: &Toy| toy.ending().is_none() && toy.has_legal_move();
    let positions: Vec<Toy> = (0..40).map(Toy::new).filter(goes_on).take(8).collect();
    let (seen, replies) = ponder(&positions, 24);
    assert_eq!(seen.len(), 24);
    assert_eq!(seen.iter().take(8).map(|at| at.0).collect::<Vec<_>>(), [0, 1, 2, 3, 4, 5, 6, 7]);
    assert!(seen.is_sorted_by_key(|at| at.1), "{seen:?}");
    let deepest = seen[23].1;
    assert!(deepest >= 3, "{deepest}");
    let proven = replies.iter().filter(|reply| reply.proven).count();
    assert!((1..8).contains(&proven), "{proven}");
    assert_eq!(seen[23].2, 8 - proven, "the others are open");
    for (number, reply) in replies.iter().enumerate() {
        let last = seen.iter().rev().find(|at| at.0 == number).unwrap();
        assert_eq!((reply.depth, reply.line.is_empty()), (last.1, false));
        assert!(reply.proven || reply.depth >= deepest - 1, "{number}");
        let mib = reply.searcher.table().get().mib();
        assert_eq!(mib == 0, reply.proven, "a proven reply leaves its memory to the others");
    }
}
