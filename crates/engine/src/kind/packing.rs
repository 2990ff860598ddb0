//! Games of a kind as numbers.

use super::typed::Kind;
use crate::definition::GameDefinition;
use crate::packed::{self, PackedTurn};

/// Games as numbers, to be stored and read again by the million: a move is its 16 bits.
pub trait Packing {
    /// The moves of turns as numbers, one after the other.
    ///
    /// # Errors
    /// If the start or a turn cannot be read; in words.
    fn pack(&self, start: &str, turns: &[String]) -> Result<Vec<u16>, String>;

    /// The turns of a [packed](Packing::pack) game.
    ///
    /// # Errors
    /// If the start cannot be read, or a move is not legal, history aside; in words.
    fn unpack(&self, start: &str, moves: &[u16]) -> Result<Vec<PackedTurn>, String>;

    /// The turns of a packed game, as scripts write them.
    ///
    /// # Errors
    /// As [`unpack`](Packing::unpack).
    fn texts(&self, start: &str, moves: &[u16]) -> Result<Vec<String>, String>;
}

impl<W: GameDefinition> Packing for Kind<W> {
    fn pack(&self, start: &str, turns: &[String]) -> Result<Vec<u16>, String> {
        packed::pack::<W::Position>(start, turns)
    }

    fn unpack(&self, start: &str, moves: &[u16]) -> Result<Vec<PackedTurn>, String> {
        packed::unpack::<W::Position>(start, moves)
    }

    fn texts(&self, start: &str, moves: &[u16]) -> Result<Vec<String>, String> {
        packed::texts::<W::Position>(start, moves)
    }
}
