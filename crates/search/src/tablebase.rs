//! Endgame tables, as the search sees them.

use game::{Position, Score};

/// Endgame tables: the value of some positions, known beforehand.
pub trait Prober<P: Position>: Send + Sync {
    /// The exact value for the side to move: [`Score::win_in`] or [`Score::loss_in`] the plies to the
    /// end with best play, or [`Score::ZERO`] where neither side can force a win. None where it is
    /// not known. With the exact value of a position it knows those of all positions that can follow.
    fn probe(&self, position: &P) -> Option<Score>;

    /// The value for a node of the tree that is to be searched to this depth: as at a root, which may
    /// be a [`known_win`](Score::known_win) or [`known_loss`](Score::known_loss) of no distance.
    fn probe_node(&self, position: &P, _depth: i32) -> Option<Score> {
        self.probe(position)
    }

    /// Ranks moves of a root that has no exact value. `earlier` are the repetition keys of the positions before
    /// it. None where it does not know them all.
    fn rank(&self, _root: &P, _earlier: &[u64], _moves: &[P::Move]) -> Option<Ranking> {
        None
    }
}

/// The endgame tables' ranking of the moves of a root.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ranking {
    /// Of each move, in order: its rank, and the value that it leads to as far as that is known. Only moves of
    /// the highest rank are worth a search.
    pub moves: Vec<(i32, Score)>,
    /// True if the tables are to be probed within the tree: not where the ranks alone lead to the goal.
    pub probe: bool,
}
