//! Scores, sides, keys, and the counts of leaves.

use game::perft::{Finished, divide, perft, walk};
use game::zobrist::{keys, mix};
use game::{Ending, MAX_KNOWN_PLIES, MAX_PLIES, Outcome, Score, Side, Verdict};

use crate::line::{DOWN, Line, NONE, UP};

#[test]
fn scores_are_ordered_from_quick_losses_to_quick_wins() {
    let rising = [
        -Score::INFINITY,
        Score::loss_in(0),
        Score::loss_in(MAX_PLIES),
        Score::known_loss(0),
        Score::known_loss(MAX_KNOWN_PLIES),
        Score::points(i32::MIN),
        Score::points(-1),
        Score::ZERO,
        Score::points(1),
        Score::points(i32::MAX),
        Score::known_win(MAX_KNOWN_PLIES),
        Score::known_win(0),
        Score::win_in(MAX_PLIES),
        Score::win_in(0),
        Score::INFINITY,
    ];
    assert!(rising.is_sorted_by(|one, other| one < other));
    for (score, opposite) in rising.iter().zip(rising.iter().rev()) {
        assert_eq!(-*score, *opposite);
        assert_eq!(Score::from_raw(score.raw()), *score);
        let fits = i16::try_from(score.raw());
        assert!(fits.is_ok(), "{score:?} fits 16 bits");
    }
    assert_eq!(Score::from_raw(i32::MAX), Score::INFINITY);
    assert_eq!(Score::from_raw(i32::MIN), -Score::INFINITY);
    assert_eq!(
        (Score::points(3).next(), Score::points(3).previous()),
        (Score::points(4), Score::points(2))
    );
    assert_eq!(Score::points(99_999).raw(), Score::MAX_POINTS);
    assert_eq!(Score::points(-99_999).raw(), -Score::MAX_POINTS);
}

#[test]
fn scores_say_what_they_are() {
    let kinds = |score: Score| {
        (score.is_win(), score.is_loss(), score.is_proven(), score.is_known(), score.is_decided())
    };
    for plies in [0, 1, MAX_PLIES] {
        assert_eq!(kinds(Score::win_in(plies)), (true, false, true, false, true));
        assert_eq!(kinds(Score::loss_in(plies)), (false, true, true, false, true));
        assert_eq!(Score::win_in(plies).verdict(), Verdict::Win(plies as u32));
        assert_eq!(Score::loss_in(plies).verdict(), Verdict::Loss(plies as u32));
    }
    for plies in [0, MAX_KNOWN_PLIES] {
        assert_eq!(kinds(Score::known_win(plies)), (false, false, false, true, true));
        assert_eq!(kinds(Score::known_loss(plies)), (false, false, false, true, true));
    }
    for points in [-Score::MAX_POINTS, 0, 7, Score::MAX_POINTS] {
        assert_eq!(kinds(Score::points(points)), (false, false, false, false, false));
        assert_eq!(Score::points(points).verdict(), Verdict::Points(points));
    }
}

#[test]
fn the_table_keeps_distances_from_its_node() {
    let kept = [
        (Score::win_in(9), Score::win_in(6)),
        (Score::loss_in(9), Score::loss_in(6)),
        (Score::known_win(9), Score::known_win(6)),
        (Score::known_loss(9), Score::known_loss(6)),
        (Score::points(Score::MAX_POINTS), Score::points(Score::MAX_POINTS)),
        (Score::points(-Score::MAX_POINTS), Score::points(-Score::MAX_POINTS)),
        (Score::ZERO, Score::ZERO),
    ];
    for (at_root, in_table) in kept {
        assert_eq!((at_root.to_table(3), in_table.from_table(3)), (in_table, at_root));
        assert_eq!((at_root.to_table(0), at_root.from_table(0)), (at_root, at_root));
    }
}

#[test]
fn scores_are_written_for_people() {
    for (score, text) in [
        (Score::win_in(7), "wins in 7"),
        (Score::loss_in(4), "loses in 4"),
        (Score::known_win(3), "table win"),
        (Score::known_loss(3), "table loss"),
        (Score::points(-7), "-0.07"),
        (Score::ZERO, "+0.00"),
    ] {
        assert_eq!(score.to_string(), text);
        assert_eq!(format!("{score:>12}"), format!("{text:>12}"));
    }
}

#[test]
fn sides_and_outcomes() {
    assert_eq!(Side::BOTH.map(Side::index), [0, 1]);
    assert_eq!(Side::BOTH.map(Side::other), [Side::Second, Side::First]);
    assert_eq!((!Side::First, !Side::Second), (Side::Second, Side::First));
    assert_eq!(Outcome::Win(Side::Second).winner(), Some(Side::Second));
    assert_eq!(Outcome::Draw.winner(), None);
    let ending = Ending::win(Side::First, "goal");
    assert_eq!(
        (ending.outcome, ending.reason.to_string()),
        (Outcome::Win(Side::First), "goal".into())
    );
    assert_eq!(Ending::draw("both agree").outcome, Outcome::Draw);
}

#[test]
fn keys_are_the_generator_s_own() {
    // The first numbers of SplitMix64 from the seed 0, as its authors give them.
    assert_eq!(mix(0), 0xe220_a839_7b1d_cdaf);
    assert_eq!(mix(0x9e37_79b9_7f4a_7c15), 0x6e78_9e6a_a1b9_65f4);
    assert_eq!(keys::<3>(7), [0, 1, 2].map(|n| mix(mix(7).wrapping_add(n))));
}

const WAYS: [Finished; 3] = [Finished::OneLeaf, Finished::Nothing, Finished::Unasked];

#[test]
fn leaves_are_counted_as_the_custom_of_the_game_is() {
    let line = Line::<NONE>::at;
    for way in WAYS {
        assert_eq!(
            [0, 1, 2, 3, 4].map(|depth| perft(&line(5), depth, way)),
            [1, 2, 4, 8, 14],
            "stuck on 2"
        );
        assert_eq!(perft(&line(2), 1, way), 0);
        assert_eq!(perft(&line(9), 0, way), 1);
    }
    // A step up ends the game: one leaf, none, or as if it went on.
    assert_eq!(WAYS.map(|way| perft(&line(8), 1, way)), [2, 2, 2]);
    assert_eq!(WAYS.map(|way| perft(&line(8), 2, way)), [3, 2, 4]);
    assert_eq!(WAYS.map(|way| perft(&line(9), 1, way)), [1, 0, 2]);
    let late = Line { plies: 39, ..line(5) };
    assert_eq!(WAYS.map(|way| perft(&late, 2, way)), [2, 0, 4], "by the clock");
    for way in [Finished::OneLeaf, Finished::Nothing] {
        for (at, depth) in (1..9).flat_map(|at| (0..7).map(move |depth| (at, depth))) {
            let all = perft(&line(at), depth, way);
            assert_eq!(walk(&line(at), depth, way), all);
            let divided = divide(&line(at), depth, way);
            if depth > 0 {
                assert_eq!(divided.iter().map(|(_, leaves)| leaves).sum::<u64>(), all);
            }
        }
    }
}

#[test]
fn leaves_are_told_move_by_move() {
    let line = Line::<NONE>::at;
    assert_eq!(divide(&line(8), 2, Finished::OneLeaf), [(UP, 1), (DOWN, 2)]);
    assert_eq!(divide(&line(8), 2, Finished::Nothing), [(UP, 0), (DOWN, 2)]);
    assert!(divide(&line(8), 0, Finished::OneLeaf).is_empty());
    assert!(divide(&line(9), 2, Finished::OneLeaf).is_empty());
}
