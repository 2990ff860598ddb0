//! The path to a node, and positions that come back on it.

use game::{Evaluator, Position, Repetition, Score};

use crate::mode::Mode;
use crate::tree::{Edge, Late, Node, keeps_turn};
use crate::window::Window;
use crate::worker::Worker;

impl<P: Position, E: Evaluator<P>, M: Mode> Worker<'_, P, E, M> {
    /// Puts the position before a move on the path, or begins it anew where none from before can come back.
    // Kept out of the node function, whose registers are scarce.
    #[inline(never)]
    pub(crate) fn lengthen_path(&mut self, position: &P, mv: P::Move, ply: usize) {
        self.thread.stack[ply].path = (self.thread.path.len(), self.path_from);
        if P::REPETITION != Repetition::Illegal && position.irreversible(mv) {
            self.path_from = self.thread.path.len();
        } else if let Some(key) = position.repetition_key() {
            self.thread.path.push(key);
        }
    }

    /// Takes back what [`enter`](Worker::enter) noted of the path.
    #[inline(always)]
    pub(crate) fn leave(&mut self, ply: usize) {
        if self.keeps_path {
            let (length, from) = self.thread.stack[ply].path;
            self.thread.path.truncate(length);
            self.path_from = from;
        }
    }

    /// True if the position stood on the board before, in the game or on the path, and is worth a draw for that.
    #[inline(always)]
    pub(crate) fn is_drawn_by_repetition(&self, position: &P) -> bool {
        self.keeps_path
            && !self.mode.exact()
            && matches!(P::REPETITION, Repetition::None | Repetition::Draw)
            && self.repeats(position)
    }

    /// As [`is_drawn_by_repetition`](Worker::is_drawn_by_repetition), for a child whose parent is not yet on the path.
    #[inline(always)]
    pub(crate) fn would_repeat(&self, parent: &P, mv: P::Move, child: &P) -> bool {
        self.keeps_path
            && !self.mode.exact()
            && matches!(P::REPETITION, Repetition::None | Repetition::Draw)
            && self.thread.path.len() >= self.path_from + 3
            && !parent.irreversible(mv)
            && self.is_on_path(child)
    }

    /// True if the position is on the path twice, at least once of these since the root: what stood there twice before is
    /// among those forbidden from the start.
    // A position comes back after two turns at the earliest, so that most nodes have nothing to compare.
    #[inline(always)]
    fn stands_twice_on_path(&self, position: &P) -> bool {
        P::REPETITION == Repetition::Illegal
            && self.thread.path.len() >= self.game_length + 3
            && self.counts_twice_on_path(position)
    }

    #[inline(never)]
    fn counts_twice_on_path(&self, position: &P) -> bool {
        let Some(key) = position.repetition_key() else { return false };
        let path = &self.thread.path;
        path[self.game_length..].contains(&key)
            && path.iter().filter(|&&earlier| earlier == key).count() >= 2
    }

    #[inline(always)]
    fn repeats(&self, position: &P) -> bool {
        self.thread.path.len() >= self.path_from + 4 && self.is_on_path(position)
    }

    #[inline(never)]
    fn is_on_path(&self, position: &P) -> bool {
        position
            .repetition_key()
            .is_some_and(|key| self.thread.path[self.path_from..].contains(&key))
    }

    /// True if a move may not be played because of what stood on the board before, in the game or on the path to the node.
    #[inline(always)]
    pub(crate) fn is_forbidden(&self, parent: &P, child: &P) -> bool {
        P::REPETITION == Repetition::Illegal
            && !keeps_turn(parent, child)
            && (self.stands_twice_on_path(child)
                || !self.forbidden.is_empty()
                    && child.repetition_key().is_some_and(|key| self.forbidden.contains(&key)))
    }

    /// True if a move ends a turn on a position of the game, and the turn began on none that stood there before: its side
    /// begins a repetition, and so is the first that may not go on with it.
    #[inline(always)]
    pub(crate) fn begins_repetition(&self, parent: &P, child: &P) -> bool {
        P::REPETITION == Repetition::Illegal
            && self.tunables.repetition_pressure > 0
            && !keeps_turn(parent, child)
            && self.comes_back_to_game(child)
    }

    #[inline(never)]
    fn comes_back_to_game(&self, child: &P) -> bool {
        let path = &self.thread.path;
        let (Some(key), Some((start, before))) = (child.repetition_key(), path.split_last()) else {
            return false;
        };
        // The game, and the position of the root.
        let played = path.len().min(self.game_length + 1);
        path[..played].contains(&key) && !before[..played.min(before.len())].contains(start)
    }

    /// Searches a move as [`search_freely`](Worker::search_freely), unless it begins a repetition, which costs its side
    /// something.
    #[inline(always)]
    pub(crate) fn search_move<const PV: bool>(
        &mut self,
        node: &Node<'_, P, E::State>,
        edge: &Edge<'_, P>,
        gives_check: bool,
        window: Window,
        depth: i32,
        late: Late,
    ) -> Score {
        if self.begins_repetition(node.position, edge.child) {
            return self.search_repetition::<PV>(node, edge, gives_check, window, depth, late);
        }
        self.search_freely::<PV>(node, edge, gives_check, window, depth, late)
    }

    #[inline(never)]
    fn search_repetition<const PV: bool>(
        &mut self,
        node: &Node<'_, P, E::State>,
        edge: &Edge<'_, P>,
        gives_check: bool,
        window: Window,
        depth: i32,
        late: Late,
    ) -> Score {
        let cost = self.tunables.repetition_pressure;
        let raised = window.raised(cost);
        let score = self.search_freely::<PV>(node, edge, gives_check, raised, depth, late);
        if score.is_decided() { score } else { Score::points(score.raw() - cost) }
    }
}
