//! Endgame tables within the tree.

use std::sync::Arc;

use game::{Position, Score, Side};

use super::script::{Script, even, leaf, points};
use super::{at, only};
use crate::root::root_moves;
use crate::tablebase::Prober;
use crate::window::Window;

/// Gives every position the same value.
struct Says(Score);

impl Prober<Script> for Says {
    fn probe(&self, _: &Script) -> Option<Score> {
        Some(self.0)
    }
}

/// The value of a node of 50 points, three plies below the root, where the tables say so; and how often they were asked.
fn value<const PV: bool>(probe: bool, says: Score, window: Window) -> (Score, u64) {
    let node = even(50, 2, 6).game();
    only(|on| on.probe = probe).work(|worker| {
        worker.prober = Some(Arc::new(Says(says)));
        (worker.node::<PV>(&at(&node, 3), window, 2), worker.hits)
    })
}

#[test]
fn a_known_value_needs_no_search() {
    let window = Window { alpha: points(-99), beta: points(99) };
    assert_eq!(value::<false>(true, Score::ZERO, window), (Score::ZERO, 1));
    assert_eq!(value::<true>(true, Score::win_in(5), Window::FULL), (Score::win_in(8), 1));
    assert_eq!(value::<true>(true, Score::loss_in(5), Window::FULL), (Score::loss_in(8), 1));
    assert_eq!(value::<false>(false, Score::ZERO, window), (points(50), 0), "not asked");
}

#[test]
fn a_win_of_no_distance_is_searched_in_a_principal_variation() {
    let (win, loss) = (Score::known_win(0), Score::known_loss(0));
    let (below_win, below_loss) = (Score::known_win(3), Score::known_loss(3));
    assert_eq!(value::<false>(true, win, Window::above(Score::ZERO)), (below_win, 1));
    let (found, asked) = value::<true>(true, win, Window::FULL);
    assert!(found >= below_win && asked > 1, "{found:?}, asked {asked} times");
    let (found, asked) = value::<true>(true, loss, Window::FULL);
    assert!(found <= below_loss && asked > 1, "{found:?}, asked {asked} times");
    // Where the window does not reach so far it is enough.
    let window = Window { alpha: points(-99), beta: points(99) };
    assert_eq!(value::<true>(true, win, window), (below_win, 1));
    assert_eq!(value::<true>(true, loss, window), (below_loss, 1));
}

/// Knows the value of each position by its static evaluation: plies to the end, of a win where it is positive.
struct Plies;

impl Prober<Script> for Plies {
    fn probe(&self, position: &Script) -> Option<Score> {
        let evaluation = super::script::Written;
        let plies = game::Evaluator::evaluate_fresh(&evaluation, position);
        Some(match plies {
            0 => Score::ZERO,
            1.. => Score::win_in(plies),
            _ => Score::loss_in(-plies),
        })
    }
}

#[test]
fn a_known_root_is_answered_without_a_search() {
    // By points for the first side: it wins in 5, by moves to positions of which one is lost in 4.
    let root = leaf(5).then([leaf(6), leaf(4), leaf(0), leaf(-3)]).game();
    assert_eq!(root.side_to_move(), Side::First);
    let answer = |root: Script, probe: bool| {
        only(|on| on.probe = probe).work(|worker| {
            worker.prober = Some(Arc::new(Plies));
            let mut moves = root_moves(&root, &[]);
            let known = worker.score_by_tablebase(&root, &mut moves);
            (known, moves)
        })
    };
    let (known, moves) = answer(root, true);
    assert!(known);
    let scores: Vec<Score> = moves.iter().map(|root_move| root_move.score).collect();
    assert_eq!(scores, [Score::win_in(5), Score::win_in(7), Score::ZERO, Score::loss_in(4)]);
    assert_eq!((moves[0].mv, moves[0].depth, moves[0].exact), (Script::mv(1), 5, true));
    let (known, moves) = answer(root, false);
    assert!(!known && moves[0].mv == Script::mv(0), "not asked");
    // Of a draw the moves that keep it are left, to be searched.
    let drawn = leaf(0).then([leaf(-6), leaf(0), leaf(-8), leaf(0)]).game();
    let (known, moves) = answer(drawn, true);
    let kept: Vec<_> = moves.iter().map(|root_move| root_move.mv).collect();
    assert!(!known && kept == [Script::mv(1), Script::mv(3)], "{kept:?}");
}

#[test]
fn a_known_position_is_won_by_one_side_within_so_many_plies() {
    let won = |root: Script, attacker: Side, plies: i32, probe: bool| {
        only(|on| on.probe = probe).work(|worker| {
            worker.prober = Some(Arc::new(Plies));
            worker.known_win(&root, attacker, plies)
        })
    };
    let (us, them) = (Side::First, Side::Second);
    let (won_in_5, lost_in_4, drawn) = (leaf(5).game(), leaf(-4).game(), leaf(0).game());
    for (root, attacker, plies, wins) in [
        (won_in_5, us, 5, true),
        (won_in_5, us, 4, false),
        (won_in_5, them, 9, false),
        (lost_in_4, them, 4, true),
        (lost_in_4, them, 3, false),
        (lost_in_4, us, 9, false),
        (drawn, us, 9, false),
        (drawn, them, 9, false),
    ] {
        assert_eq!(won(root, attacker, plies, true), Some(wins), "{attacker:?} in {plies}");
        assert_eq!(won(root, attacker, plies, false), None, "not asked");
    }
}
