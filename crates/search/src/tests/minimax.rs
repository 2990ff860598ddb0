//! The plain search that all others are compared with.

use game::{Ending, Score, Side};

use super::script::{Script, Written, even, leaf, points};
use crate::{Plain, minimax_move};

/// Three moves, of which the second is best.
fn three() -> Script {
    leaf(1).then([5, 9, 7].map(|value| even(value, 1, 3))).game()
}

fn plain(root: Script, only: &[u16], depth: u32, nodes: u64) -> Option<(Score, Option<u16>, u64)> {
    let only: Vec<_> = only.iter().map(|&number| Script::mv(number)).collect();
    let found = minimax_move(&root, &Written, &only, depth, &mut |so_far| so_far <= nodes)?;
    let Plain { score, mv, nodes } = found;
    let number = mv.and_then(|mv| (0..3).find(|&number| Script::mv(number) == mv));
    Some((score, number, nodes))
}

#[test]
fn the_best_of_the_moves_asked_for_is_told_with_its_value() {
    assert_eq!(plain(three(), &[], 1, 99), Some((points(9), Some(1), 3)));
    assert_eq!(plain(three(), &[], 2, 99), Some((points(9), Some(1), 6)));
    assert_eq!(plain(three(), &[0, 2], 1, 99), Some((points(7), Some(2), 2)));
    assert_eq!(plain(three(), &[], 0, 99), Some((points(1), None, 0)), "no move at depth 0");
}

#[test]
fn nothing_is_told_of_a_search_that_was_ended() {
    assert_eq!(plain(three(), &[], 2, 5), None);
    assert!(plain(three(), &[], 2, 6).is_some());
}

#[test]
fn the_first_of_equal_moves_is_told() {
    let root = leaf(0).then([3, 8, 8].map(|value| even(value, 1, 3))).game();
    assert_eq!(plain(root, &[], 1, 99), Some((points(8), Some(1), 3)));
}

#[test]
fn a_game_that_is_over_has_its_value_and_no_move() {
    let won = |side| even(0, 3, 1).over(Ending::win(side, "over")).game();
    assert_eq!(plain(won(Side::First), &[], 2, 99), Some((Score::win_in(0), None, 0)));
    assert_eq!(plain(won(Side::Second), &[], 2, 99), Some((Score::loss_in(0), None, 0)));
    let by_clock = even(0, 3, 1).clock(Ending::draw("the clock")).game();
    assert_eq!(plain(by_clock, &[], 2, 99), Some((Score::ZERO, None, 0)));
    assert_eq!(plain(leaf(0).game(), &[], 2, 99), Some((Score::loss_in(0), None, 0)), "no move");
}
