//! The evaluation in words.

use game::{Explanation, Side};

use crate::board::{KINDS, Kind, Squares, square_name, squares};
use crate::eval::Evaluation;
use crate::position::Position;
use crate::terms::{Ledger, Term};

const SIDES: [&str; 2] = ["Gold", "Silver"];
const NAMES: [&str; KINDS] = ["rabbit", "cat", "dog", "horse", "camel", "elephant"];

/// The terms of a side, with the squares that they are about.
#[derive(Default)]
struct Listed(Vec<(Term, Squares, i32)>);

impl Ledger for Listed {
    fn put(&mut self, term: Term, at: Squares, value: i32) {
        self.0.push((term, at, value));
    }
}

/// `a4 and b5`.
fn places(at: Squares) -> String {
    let names: Vec<String> = squares(at).map(square_name).collect();
    match names.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        _ => names.concat(),
    }
}

/// `Gold's dog at c4 is frozen`, `Gold's dogs at c4 and d5 are frozen`.
fn told_of(side: Side, kind: Kind, at: Squares, what: &str) -> String {
    let (ending, verb) = if at.is_power_of_two() { ("", "is") } else { ("s", "are") };
    format!("{}'s {}{ending} at {} {verb} {what}", SIDES[side.index()], NAMES[kind], places(at))
}

fn words(side: Side, term: Term, at: Squares) -> String {
    let (name, other) = (SIDES[side.index()], SIDES[side.other().index()]);
    match term {
        Term::Frozen(kind) => told_of(side, kind, at, "frozen"),
        Term::Mobility => format!("{name}'s free steps"),
        Term::ElephantWays => format!("the empty squares beside {name}'s elephant"),
        Term::Framed(kind) => told_of(side, kind, at, "framed: it cannot leave its trap"),
        Term::HeldByLesser(kind) => {
            told_of(side, kind, at, &format!("held near a trap that {other} controls"))
        }
        Term::HeldByElephant(kind) => {
            let what = format!("held by {other}'s elephant near a trap that {other} controls");
            told_of(side, kind, at, &what)
        }
        Term::Distance(kind) => {
            told_of(side, kind, at, &format!("where it is, as to {other}'s stronger pieces"))
        }
        Term::RabbitTouched => told_of(side, 0, at, &format!("beside pieces of {other}")),
        Term::Rabbit => told_of(side, 0, at, "on the way to the goal"),
        Term::Trap => format!("the guards of the trap at {}, for {name}", places(at)),
        Term::Captures => format!("{name} can capture at {}", places(at)),
        Term::Goal => format!("{name} threatens to reach the goal"),
        Term::Steps => format!("{name} is to move"),
    }
}

impl Evaluation {
    /// All that is not nothing, what counts most first; the points of all add up to the score.
    pub(crate) fn reasons(&self, position: &Position) -> Vec<Explanation> {
        let mut reasons = Vec::new();
        let mut add = |side: Side, points: i32, text: String| {
            if points != 0 {
                reasons.push(Explanation {
                    points: if side == Side::First { points } else { -points },
                    text,
                });
            }
        };
        let (material, by_square) = self.carried(position);
        add(Side::First, material, "the pieces that are left".to_owned());
        add(Side::First, by_square, "the squares on which they stand".to_owned());
        if !position.is_setup() {
            let mut ledgers = [Listed::default(), Listed::default()];
            self.put_terms(position, &mut ledgers);
            for (side, Listed(terms)) in Side::BOTH.into_iter().zip(ledgers) {
                for (term, at, points) in terms {
                    add(side, points, words(side, term, at));
                }
            }
        }
        reasons.sort_by_key(|reason| std::cmp::Reverse(reason.points.abs()));
        reasons
    }
}

#[cfg(test)]
mod tests {
    use game::{Evaluator as _, Notation as _, laws};
    use rand::SeedableRng as _;
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;
    use crate::params::EvalParams;

    fn evaluation(position: &Position) -> Evaluation {
        Evaluation::new(&EvalParams::default(), position)
    }

    #[test]
    fn the_points_of_all_reasons_add_up_to_the_score() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
        let starts = [Position::deal("setups", 1).unwrap(), Position::empty()];
        let boards = (0..40).map(Position::random_board);
        for start in starts.into_iter().chain(boards) {
            let evaluation = evaluation(&start);
            laws::random_walk(start, 50, &mut rng, |position| {
                let sum: i32 = evaluation.explain(position).iter().map(|it| it.points).sum();
                let score = evaluation.evaluate_fresh(position);
                let seen = if position.side() == Side::First { sum } else { -sum };
                assert_eq!(seen, score, "{}", position.text());
            });
        }
    }

    #[test]
    fn a_hostage_is_told_with_its_place_and_holder() {
        let ranks = ["r.......", ".Me.....", &".".repeat(40), "R......E"];
        let position = Position::parse(&format!("g [{}]", ranks.concat())).unwrap();
        let reasons = evaluation(&position).explain(&position);
        let told =
            "Gold's camel at b7 is held by Silver's elephant near a trap that Silver controls";
        let hostage = reasons.iter().find(|reason| reason.text == told);
        assert!(hostage.is_some_and(|reason| reason.points < 0), "{reasons:#?}");
    }
}
