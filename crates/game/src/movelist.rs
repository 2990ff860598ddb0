//! A list of moves that lives on the stack.

use arrayvec::ArrayVec;

/// The most moves that a position of any game here may have.
pub const MAX_MOVES: usize = 256;

/// Moves on the stack: no allocation per node.
pub type MoveList<M> = ArrayVec<M, MAX_MOVES>;
