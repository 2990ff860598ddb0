//! History by cutoffs, and its ageing.

use game::{HistoryRule, Position};

use super::only;
use super::script::{Script, even, leaf};
use crate::Tunables;
use crate::history::{
    Apart, CONTINUATIONS, Context, HISTORY_MAX, History, increment, index, of_side,
};

const ALONE: Context = Context { rows: [None; CONTINUATIONS], kinds: None };

/// A cutoff by the increment that games begin with.
fn cutoff(
    history: &mut History<Script>,
    position: &Script,
    best: <Script as Position>::Move,
    tried: &[<Script as Position>::Move],
    depth: i32,
    context: &Context,
) {
    let bonus = increment(0, depth);
    history.learn(position, best, tried, (bonus, bonus), context, None);
}

/// A root of the first side, and a child of the second.
fn sides() -> (Script, Script) {
    let root = leaf(0).then([even(0, 4, 1), leaf(0), leaf(0), leaf(0)]).game();
    (root, root.make(Script::mv(0)))
}

#[test]
fn a_cutoff_raises_its_move_and_lowers_those_before() {
    let (root, child) = sides();
    let mut history = History::new();
    let score =
        |history: &History<Script>, of: &Script, n| history.score(of, Script::mv(n), &ALONE, None);
    for (depth, bonus) in [(1, 24), (3, 120), (10, 960), (30, 1_600)] {
        history = History::new();
        cutoff(&mut history, &root, Script::mv(2), &[Script::mv(0), Script::mv(1)], depth, &ALONE);
        let all = [0, 1, 2, 3].map(|n| score(&history, &root, n));
        assert_eq!(all, [-bonus, -bonus, bonus, 0], "depth {depth}");
        assert_eq!([0, 1, 2].map(|n| score(&history, &child, n)), [0; 3], "the other side");
    }
    assert_eq!([0, 1, 2].map(|n| score(&history, &root, n)), [-1_600, -1_600, 1_600]);
    assert_eq!([0, 1, 2].map(|n| score(&history, &child, n)), [0; 3]);
    history.decay();
    assert_eq!([0, 1, 2, 3].map(|n| score(&history, &root, n)), [-800, -800, 800, 0]);
}

#[test]
fn scores_stay_within_their_bounds_and_turn_quickly() {
    let (root, _) = sides();
    let mut history = History::new();
    for _ in 0..1_000 {
        cutoff(&mut history, &root, Script::mv(0), &[Script::mv(1)], 30, &ALONE);
    }
    let score =
        |history: &History<Script>, n| i32::from(history.alone(&root, Script::mv(n), &ALONE, None));
    let scores = [0, 1].map(|n| score(&history, n));
    assert!(scores[0] > HISTORY_MAX * 9 / 10 && scores[0] <= HISTORY_MAX, "{scores:?}");
    assert!(scores[1] < -HISTORY_MAX * 9 / 10 && scores[1] >= -HISTORY_MAX, "{scores:?}");
    // The nearer to a bound, the more a surprise counts.
    cutoff(&mut history, &root, Script::mv(1), &[Script::mv(0)], 30, &ALONE);
    let fallen = scores[0] - score(&history, 0);
    assert!(fallen > 3_000, "{fallen}");
}

#[test]
fn moves_are_told_apart_as_it_is_asked() {
    let (root, child) = sides();
    let asked = |by_side, index| {
        let mut setup = only(|on| (on.other_history, on.history_by_side) = (true, by_side));
        setup.tunables.history_index = index;
        Apart::asked(setup.switches, &setup.tunables)
    };
    assert_eq!(Apart::asked(only(|_| ()).switches, &Tunables::START), None);
    let both = Apart { rule: HistoryRule::Squares, by_side: false };
    assert_eq!(asked(false, 1), Some(both));
    assert_eq!(asked(true, 2).map(|apart| apart.rule), Some(HistoryRule::Direction));
    for (by_side, of_other) in [(true, 0), (false, 120)] {
        let (apart, mut history) = (asked(by_side, 0), History::<Script>::new());
        history.learn(&root, Script::mv(1), &[], (120, 0), &ALONE, apart);
        assert_eq!(history.alone(&root, Script::mv(1), &ALONE, apart), 120);
        assert_eq!(history.alone(&child, Script::mv(1), &ALONE, apart), of_other);
    }
}

#[test]
fn countermoves_are_kept_by_the_move_that_they_answer() {
    let (root, child) = sides();
    let mut history = History::<Script>::new();
    let slots = [index(&root, Script::mv(1)), index(&child, Script::mv(1))];
    assert_ne!(slots[0], slots[1], "by side");
    history.set_countermove(slots[0], Script::mv(3));
    assert_eq!(slots.map(|slot| history.countermove(slot)), [Some(Script::mv(3)), None]);
    history.set_countermove(slots[0], Script::mv(2));
    assert_eq!(history.countermove(slots[0]), Some(Script::mv(2)));
}

#[test]
fn the_moves_before_a_node_are_those_of_the_plies_above() {
    let (root, child) = sides();
    for continuation in [true, false] {
        only(|on| on.continuation = continuation).work(|worker| {
            for (ply, slot) in [(0, 3), (1, 5), (2, 6), (3, 7)] {
                worker.thread.stack[ply].slot = Some(slot);
                worker.thread.stack[ply].played = Some(10 + slot);
            }
            let kept = |rows| if continuation { rows } else { ALONE.rows };
            let row = |position, slot| Some(History::<Script>::row(position, slot));
            let before = worker.preceding(&root, 2);
            assert_eq!(
                (before.last, before.context.rows),
                (Some(15), kept([row(&root, 5), row(&root, 3), None]))
            );
            let before = worker.preceding(&child, 1);
            assert_eq!(
                (before.last, before.context.rows),
                (Some(13), kept([row(&child, 3), None, None]))
            );
            let before = worker.preceding(&root, 0);
            assert_eq!((before.last, before.context.rows), (None, ALONE.rows));
            let before = worker.preceding(&root, 4).context.rows;
            assert_eq!(before, kept([row(&root, 7), row(&root, 6), row(&root, 3)]));
        });
    }
}

#[test]
fn continuations_tell_what_a_move_did_after_others() {
    let (root, child) = sides();
    let mut history = History::new();
    let after = |first: usize, second: usize| {
        let row = |slot| Some(History::<Script>::row(&root, slot));
        Context { rows: [row(first), row(second), None], ..ALONE }
    };
    assert_ne!(History::<Script>::row(&root, 1), History::<Script>::row(&child, 1), "by side");
    cutoff(&mut history, &root, Script::mv(2), &[Script::mv(0)], 3, &after(1, 3));
    let score = |n, follow: Context| history.score(&root, Script::mv(n), &follow, None);
    assert_eq!(score(2, ALONE), 120);
    assert_eq!(score(2, after(1, 3)), 360, "by itself and after both moves");
    assert_eq!(score(0, after(1, 3)), -360);
    assert_eq!(score(2, after(1, 0)), 240);
    assert_eq!(score(2, after(3, 1)), 120, "one and two plies earlier are kept apart");
    assert_eq!(score(3, after(1, 3)), 0);
}

#[test]
fn moves_of_different_kinds_are_told_apart_where_it_is_asked() {
    // Kinds by whether a move brings something at once.
    let of = |gain| leaf(0).then([leaf(0).gain(gain)]).game();
    let (idle, busy) = (of(0), of(1));
    for by_kind in [true, false] {
        only(|on| on.history_by_kind = by_kind).work(|worker| {
            let context = worker.preceding(&idle, 0).context;
            assert_eq!(context.kinds.is_some(), by_kind);
            let mut history = History::<Script>::new();
            cutoff(&mut history, &idle, Script::mv(0), &[], 3, &context);
            let score = |of: &Script| history.score(of, Script::mv(0), &context, None);
            assert_eq!(score(&idle), 120);
            assert_eq!(score(&busy), if by_kind { 0 } else { 120 });
            assert_eq!(history.scores(&idle)[of_side(&idle, Script::mv(0), &context)], 120);
        });
    }
}
