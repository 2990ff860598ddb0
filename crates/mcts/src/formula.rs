//! The one formula by which a child is selected.
//!
//! Kocsis and Szepesvári, Bandit Based Monte-Carlo Planning, 2006 (UCT); Auer, Cesa-Bianchi and Fischer, Finite-time
//! Analysis of the Multiarmed Bandit Problem, 2002 (UCB1-tuned); Silver and others, Mastering the Game of Go without
//! Human Knowledge, 2017 (PUCT). What is added to them, `docs/techniques/mcts.md` says.

use crate::node::Node;
use crate::params::Params;

/// The selection formula, with what is the same for all children of a node.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Formula {
    /// 0 for UCT, 1 for UCB1-tuned, 2 for PUCT.
    kind: i32,
    /// The weight of exploration times the part of it that depends on the parent alone.
    exploration: f32,
    /// The logarithm of the parent's visits.
    logarithm: f32,
    /// The value of a child that was not visited.
    unvisited: f32,
    /// The parent's own value, for visits that were not made.
    parent: f32,
    virtual_visits: f32,
    bias: f32,
    history: f32,
    rave: f32,
    implicit: f32,
}

/// The value of a child that is visited before all others.
const FIRST: f32 = 1_000.0;

impl Formula {
    /// For the children of a node of so many visits and of this value for the side to move.
    pub(crate) fn new(params: &Params, visits: u32, value: f32) -> Self {
        let visits = visits.max(1) as f32;
        let logarithm = visits.ln();
        let weight = Params::part(params.exploration);
        let unvisited = value - Params::part(params.first_play_reduction);
        Self {
            kind: params.formula,
            exploration: weight * if params.formula == 2 { visits.sqrt() } else { 1.0 },
            logarithm,
            unvisited: if params.first_play { unvisited } else { FIRST },
            parent: value,
            virtual_visits: params.virtual_visits as f32,
            bias: Params::part(params.progressive_bias),
            history: Params::part(params.history),
            rave: params.rave as f32,
            implicit: Params::part(params.implicit_minimax),
        }
    }

    /// True if of two children that were not visited the one of the higher prior counts more, whatever else is known.
    pub(crate) fn is_by_prior(params: &Params) -> bool {
        params.rave == 0 && params.history == 0 && params.transpositions < 2
    }

    /// True if the mean results of moves are asked for.
    pub(crate) fn asks_history(&self) -> bool {
        self.history > 0.0
    }

    /// The worth of a child. `counts` are its visits and the sum of their values; `history` is the
    /// mean result of its move elsewhere.
    #[inline]
    pub(crate) fn of(&self, child: &Node, counts: (u32, f32), history: f32) -> f32 {
        let (visits, sum) = (counts.0 as f32, counts.1);
        let seen = visits + self.virtual_visits;
        let mut value = if seen == 0.0 {
            self.unvisited
        } else {
            (sum + self.virtual_visits * self.parent) / seen
        };
        if self.implicit > 0.0 && visits > 0.0 {
            value += self.implicit * (child.minimax() - value);
        }
        if self.rave > 0.0 {
            let (later, mean) = child.amaf();
            if later > 0 {
                // Gelly and Silver, Combining Online and Offline Knowledge in UCT, 2007: the hand-selected schedule,
                // half at `rave` visits.
                let weight = (self.rave / (3.0 * visits + self.rave)).sqrt();
                value += weight * (mean - value);
            }
        }
        let prior = child.prior();
        let uncertain = match self.kind {
            0 => (self.logarithm / seen.max(1.0)).sqrt(),
            1 => {
                // The variance of results in 0 to 1, where ours are in -1 to 1.
                let part = self.logarithm / seen.max(1.0);
                let variance = child.variance() / 4.0 + (2.0 * part).sqrt();
                2.0 * (part * variance.min(0.25)).sqrt()
            }
            _ => prior / (1.0 + seen),
        };
        value
            + self.exploration * uncertain
            + (self.bias * prior + self.history * history) / (1.0 + visits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bounds::Bounds;

    fn child(prior: f32, values: &[f32]) -> Node {
        let node = Node::default();
        node.begin(1, prior, None, Bounds::OPEN);
        for &value in values {
            node.add(value);
            node.add_square(value);
        }
        node
    }

    fn of(params: &Params, visits: u32, value: f32, node: &Node) -> f32 {
        Formula::new(params, visits, value).of(node, (node.visits(), node.sum()), 0.0)
    }

    #[test]
    fn each_formula_is_that_of_its_source() {
        let node = child(0.3, &[0.5, -0.25, 0.5, 0.25]);
        let params = |formula| Params { formula, exploration: 100, ..Params::START };
        let near =
            |found: f32, wanted: f32| assert!((found - wanted).abs() < 1e-4, "{found} {wanted}");
        near(of(&params(0), 20, 0.0, &node), 0.25 + (20f32.ln() / 4.0).sqrt());
        near(of(&params(2), 20, 0.0, &node), 0.25 + 0.3 * 20f32.sqrt() / 5.0);
        // All of its variance and more: a quarter bounds it.
        near(of(&params(1), 20, 0.0, &node), 0.25 + 2.0 * (20f32.ln() / 4.0 / 4.0).sqrt());
    }

    #[test]
    fn first_play_urgency_says_what_an_unvisited_child_counts() {
        let (new, old) = (child(0.01, &[]), child(0.99, &[0.9]));
        let all_first = Params { first_play: false, ..Params::START };
        assert!(of(&all_first, 2, 0.5, &new) > of(&all_first, 2, 0.5, &old));
        assert!(of(&Params::START, 2, 0.5, &new) < of(&Params::START, 2, 0.5, &old));
    }

    #[test]
    fn what_is_added_fades_with_the_visits() {
        let (few, many) = (child(0.5, &[0.0]), child(0.5, &[0.0; 99]));
        let none = Params { exploration: 0, ..Params::START };
        let bias = Params { progressive_bias: 100, ..none };
        assert_eq!(of(&none, 9, 0.0, &few), 0.0);
        assert!((of(&bias, 9, 0.0, &few) - 0.25).abs() < 1e-6);
        assert!((of(&bias, 9, 0.0, &many) - 0.005).abs() < 1e-6);
        let virtual_visits = Params { virtual_visits: 4, ..none };
        assert!((of(&virtual_visits, 9, 0.5, &few) - 0.4).abs() < 1e-6);
        few.add_amaf(1.0);
        let rave = Params { rave: 300, ..none };
        assert!((of(&rave, 9, 0.0, &few) - (300f32 / 303.0).sqrt()).abs() < 1e-4);
        few.set_minimax(0.6);
        let implicit = Params { implicit_minimax: 50, ..none };
        assert!((of(&implicit, 9, 0.0, &few) - 0.3).abs() < 1e-4);
    }
}
