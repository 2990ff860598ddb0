//! Positions of games that are evaluated again and again with other parameters, to fit an evaluation.

use std::ops::Range;

use game::params::ParamInfo;

/// By the number of a turn, from 0, how many of its moves were made before its position is taken; 0 of most.
pub type Begun<'b> = &'b dyn Fn(usize) -> usize;

/// Positions of one game, whichever it is.
pub trait PositionSet: Send + Sync {
    /// The parameters of the evaluation, in the order of their values.
    fn params(&self) -> Vec<ParamInfo>;

    /// Plays a [packed](crate::Packing::pack) game through and adds its positions, quiet or not; else as
    /// [`add_quiet`](PositionSet::add_quiet).
    ///
    /// # Errors
    /// If the start or a move cannot be read or played; nothing is added then.
    fn add_all(
        &mut self,
        start: &str,
        moves: &[u16],
        begun: Begun<'_>,
        wanted: &mut dyn FnMut(usize, u64) -> bool,
    ) -> Result<Vec<usize>, String>;

    /// The inputs of a network that are on in a position, for the side to move and for the other, with the board turned or
    /// mirrored in this way, are put into `found`; returns the number of its output layer.
    fn inputs(&self, number: usize, symmetry: usize, found: &mut [Vec<u32>; 2]) -> usize;

    /// The legal moves of a position, as [packed](crate::Packing::pack) games have them, and for each the facts that a
    /// policy judges it by, with the board turned or mirrored in this way.
    fn moves(&self, number: usize, symmetry: usize, visit: &mut dyn FnMut(u16, &[u32]));

    /// Plays a [packed](crate::Packing::pack) game through and adds its quiet positions: those whose side to move is not
    /// in check and next made no tactical move. Where a turn was `begun`, the position after that many moves is looked at,
    /// and none where the turn was over with them. `wanted` is asked with the number of the turn that was played there, from
    /// 0, and the position's key. Returns the numbers of the turns of those that were added.
    ///
    /// # Errors
    /// If the start or a move cannot be read or played; nothing is added then.
    fn add_quiet(
        &mut self,
        start: &str,
        moves: &[u16],
        begun: Begun<'_>,
        wanted: &mut dyn FnMut(usize, u64) -> bool,
    ) -> Result<Vec<usize>, String>;

    /// How many positions there are.
    fn len(&self) -> usize;

    /// True if there is none.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// True if the first side is to move in a position.
    fn first_to_move(&self, number: usize) -> bool;

    /// The static evaluations of these positions with these values of the parameters, in points from the first side's
    /// view. Values out of their range are taken as the nearest within it.
    fn evaluate(&self, values: &[i32], positions: Range<usize>) -> Vec<i32>;

    /// As [`evaluate`](PositionSet::evaluate), of positions with these numbers.
    ///
    /// # Panics
    /// If a number is not below [`len`](PositionSet::len).
    fn evaluate_some(&self, values: &[i32], numbers: &[usize]) -> Vec<i32>;
}
