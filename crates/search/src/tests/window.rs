//! Windows.

use game::Score;

use super::script::points;
use crate::tt::Bound;
use crate::window::Window;

fn window(alpha: i32, beta: i32) -> Window {
    Window { alpha: points(alpha), beta: points(beta) }
}

fn raw(window: Window) -> (i32, i32) {
    (window.alpha.raw(), window.beta.raw())
}

#[test]
fn a_null_window_holds_nothing() {
    assert_eq!(raw(Window::above(points(7))), (7, 8));
    assert!(Window::FULL.alpha < Score::loss_in(0) && Window::FULL.beta > Score::win_in(0));
}

#[test]
fn the_other_side_sees_the_window_turned() {
    assert_eq!(raw(window(-3, 20).turned()), (-20, 3));
    assert_eq!(raw(window(-3, 20).turned().turned()), (-3, 20));
}

#[test]
fn a_free_move_brings_proven_scores_nearer() {
    let proven = Window { alpha: Score::loss_in(6), beta: Score::win_in(5) };
    assert_eq!(raw(proven.below(1)), raw(proven));
    let free = proven.below(0);
    assert_eq!((free.alpha, free.beta), (Score::loss_in(7), Score::win_in(6)));
    for score in [free.alpha, free.beta] {
        assert!([proven.alpha, proven.beta].contains(&crate::tree::seen_above(score, 0)));
    }
    assert_eq!(raw(window(-3, 20).below(0)), (-3, 20));
}

#[test]
fn a_bound_decides_a_window_that_lies_on_its_far_side() {
    let cut = |bound, score| window(10, 20).is_cut_by(bound, points(score));
    assert!([9, 10, 15, 20].into_iter().all(|score| cut(Bound::Exact, score)));
    assert!(cut(Bound::Lower, 20) && !cut(Bound::Lower, 19));
    assert!(cut(Bound::Upper, 10) && !cut(Bound::Upper, 11));
}

#[test]
fn a_score_bounds_the_value_outside_the_window_alone() {
    let bound = |score| window(10, 20).bound_of(points(score));
    assert_eq!([9, 10].map(bound), [Bound::Upper; 2]);
    assert_eq!([11, 19].map(bound), [Bound::Exact; 2]);
    assert_eq!([20, 21].map(bound), [Bound::Lower; 2]);
}
