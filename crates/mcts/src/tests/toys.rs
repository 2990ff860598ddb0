//! Toy trees, in which a side may move twice running: their values are those of minimax.

use game::toy::{Toy, ToyEval};
use game::{Evaluator as _, MoveList, Outcome, Position, Score};

use super::{nodes, search, searcher, with};
use crate::Params;

/// The value of a toy tree by the rules, for its side to move, if it is over within so many plies whatever is played.
fn value(toy: &Toy, plies: u32) -> Option<Score> {
    let over = |ending: game::Ending| match ending.outcome {
        Outcome::Draw => Score::ZERO,
        Outcome::Win(side) if side == toy.side_to_move() => Score::win_in(0),
        Outcome::Win(_) => Score::loss_in(0),
    };
    if let Some(ending) = toy.ending() {
        return Some(over(ending));
    }
    let mut moves = MoveList::new();
    toy.legal_moves(&mut moves);
    if moves.is_empty() {
        return Some(over(toy.ending_without_moves()));
    }
    let plies = plies.checked_sub(1)?;
    let mut best = Score::loss_in(0);
    for mv in moves {
        let child = toy.make(mv);
        let score = value(&child, plies)?;
        let seen = if child.side_to_move() == toy.side_to_move() { score } else { -score };
        best = best.max(seen.from_table(1));
    }
    Some(best)
}

/// So many toy trees that are over soon, with their values.
pub(super) fn finite(count: usize) -> Vec<(Toy, Score)> {
    let toys = (0..8_000).map(Toy::new).filter(Toy::has_legal_move);
    let valued = toys.filter_map(|toy| Some((toy, value(&toy, 8)?)));
    valued.filter(|(toy, _)| toy.ending().is_none()).take(count).collect()
}

#[test]
fn solved_values_are_those_of_minimax() {
    let toys = finite(150);
    assert!(toys.len() >= 100, "{}", toys.len());
    let limits = search::Limits { prove_distance: true, ..nodes(200_000) };
    for (toy, wanted) in toys {
        let mut searcher = searcher::<_, ToyEval>(Params::START, 1, 1);
        let report = search(&mut searcher, toy, &limits).report;
        assert!(report.settled, "{toy:?}");
        assert_eq!(report.best().unwrap().score, wanted, "{toy:?}");
    }
}

#[test]
fn in_play_the_solver_knows_who_wins() {
    for (toy, wanted) in finite(150) {
        let mut searcher = searcher::<_, ToyEval>(Params::START, 1, 1);
        let report = search(&mut searcher, toy, &nodes(200_000)).report;
        let found = report.best().unwrap().score;
        assert_eq!(found.is_win(), wanted.is_win(), "{toy:?}: {found} {wanted}");
        assert_eq!(found.is_loss(), wanted.is_loss(), "{toy:?}: {found} {wanted}");
    }
}

#[test]
fn without_a_solver_values_converge_to_minimax() {
    let toys = finite(150);
    let params =
        Params { solver: false, decisive: false, formula: 0, exploration: 70, ..Params::START };
    let mut right = 0;
    for &(toy, wanted) in &toys {
        let mut searcher = searcher::<_, ToyEval>(params, 1, 4);
        search(&mut searcher, toy, &nodes(60_000));
        let best = &searcher.outlook().unwrap().branches(1, 1)[0];
        let sign = f32::from((wanted > Score::ZERO) as i8 - (wanted < Score::ZERO) as i8);
        right += usize::from((best.value - sign).abs() < 0.1);
    }
    // The rest is a matter of more playouts: the error falls with their logarithm.
    assert!(100 * right >= 97 * toys.len(), "{right} of {}", toys.len());
}

#[test]
fn values_follow_the_side_to_move() {
    // The static value of a tree of one node, from either side.
    let toys: Vec<Toy> = (0..300).map(Toy::new).collect();
    let mut sides = [0, 0];
    for toy in toys.iter().filter(|toy| toy.ending().is_none() && toy.has_legal_move()) {
        let mut searcher = searcher::<_, ToyEval>(with("solver", 0), 1, 1);
        let report = search(&mut searcher, *toy, &nodes(1)).report;
        let best = report.best().unwrap();
        let child = toy.make(best.mv);
        if child.ending().is_some() {
            continue;
        }
        let own = ToyEval.evaluate_fresh(&child);
        let same = child.side_to_move() == toy.side_to_move();
        assert!((best.score.raw() - if same { own } else { -own }).abs() <= 1, "{toy:?}");
        sides[usize::from(same)] += 1;
    }
    assert!(sides[0] > 50 && sides[1] > 50, "{sides:?}");
}
