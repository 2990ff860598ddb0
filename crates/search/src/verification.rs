//! Verification of the choice: before a turn is believed to be the best, the position after it is searched as if it
//! stood on the board.

use game::{Evaluator, Position, Score};

use crate::mode::Mode;
use crate::root::root_moves;
use crate::tree::{Node, Step, keeps_turn, seen_above, turn_of};
use crate::window::Window;
use crate::worker::{Verified, Worker};

impl<P: Position, E: Evaluator<P>, M: Mode> Worker<'_, P, E, M> {
    /// The score of a move of the root that would be the best, after its verification: the one it had, or a lower one
    /// where the other side finds more against the turn that the move's line begins with.
    ///
    /// Within the tree the late moves of the other side are reduced, and where a turn has several, each of them once
    /// more. At the root they are not: what it finds at once the other side would find, too.
    #[inline(never)]
    pub(crate) fn verify(
        &mut self,
        root: &Node<'_, P, E::State>,
        line: &[P::Move],
        score: Score,
        depth: i32,
    ) -> Score {
        let total = self.nodes;
        let share = total / self.tunables.verification_share as u64;
        if share < self.tunables.verification_nodes as u64 || score.is_decided() {
            return score;
        }
        let turn: Vec<Step<P>> = turn_of(root.position, line).collect();
        let Some(&Step { after: child, .. }) = turn.last() else { return score };
        if keeps_turn(root.position, &child) || child.is_over() {
            return score;
        }
        let key = self.table_key(&child);
        let known = self.verified.iter().position(|verified| verified.key == key);
        let value = match known.map(|at| self.verified[at]) {
            Some(verified) if total < 2 * verified.nodes => verified.score,
            _ => {
                let mut state = None;
                for step in &turn {
                    let before = state.as_ref().unwrap_or(root.state);
                    state = Some(self.evaluator.update(before, &step.before, step.mv, &step.after));
                }
                let Some(state) = state else { return score };
                let spent: i32 = turn.iter().map(|step| step.before.depth_of(step.mv)).sum();
                let node = Node {
                    position: &child,
                    state: &state,
                    ply: turn.len(),
                    in_check: child.in_check(),
                    may_pass: false,
                    cut: false,
                };
                for (ply, step) in turn.iter().enumerate() {
                    self.enter(&step.before, step.mv, ply);
                }
                let found = self.search_reply(&node, depth - spent, share);
                for ply in (0..turn.len()).rev() {
                    self.leave(ply);
                }
                let Some(found) = found else { return score };
                let mut value = -found;
                for step in turn.iter().rev() {
                    value = seen_above(value, step.before.length_of(step.mv));
                }
                let verified = Verified { key, nodes: total, score: value };
                match known {
                    Some(at) => self.verified[at] = verified,
                    None => self.verified.push(verified),
                }
                value
            }
        };
        if value.raw() < score.raw() - self.tunables.verification_margin { value } else { score }
    }

    /// The score of the deepest search of a position within so many nodes, with all its moves as at the root.
    fn search_reply(
        &mut self,
        node: &Node<'_, P, E::State>,
        most: i32,
        nodes: u64,
    ) -> Option<Score> {
        let mut moves = root_moves(node.position, &[]);
        if moves.is_empty() {
            return None;
        }
        let root_depth = self.root_depth;
        self.search_for(nodes);
        let mut found = None;
        self.root_ply = node.ply;
        for depth in 1..=most {
            self.root_depth = depth;
            let score = self.root(node, &mut moves, 0, Window::FULL, depth);
            if self.stopped {
                // What was found before the end counts.
                if moves[0].exact && moves[0].score.is_win() {
                    found = Some(moves[0].score);
                }
                break;
            }
            found = Some(score);
            if score.is_proven() {
                break;
            }
            moves[1..].sort_by_key(|root_move| std::cmp::Reverse(root_move.nodes));
        }
        self.root_ply = 0;
        self.root_depth = root_depth;
        self.search_on();
        found
    }
}
