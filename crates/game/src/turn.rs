//! A turn: what one player does before the other may act.

use arrayvec::ArrayVec;

use crate::Position;

/// The most moves in one turn (the placements of a set-up in Arimaa).
pub const MAX_MOVES_IN_TURN: usize = 16;

/// The moves of one turn, in order: one in most games, up to four steps or 16 placements in Arimaa.
pub type Turn<P> = ArrayVec<<P as Position>::Move, MAX_MOVES_IN_TURN>;
