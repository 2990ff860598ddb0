//! The positions from which games of a kind begin.

use game::{Notation as _, ParseError};

use super::typed::Kind;
use crate::definition::{GameDefinition, StartPart, Variant};

/// The positions from which games begin.
pub trait Starts {
    /// A start position by the game's own specification (empty for the usual kind) and, where it is random, a seed.
    ///
    /// # Errors
    /// If the specification cannot be read.
    fn deal(&self, spec: &str, seed: u64) -> Result<String, ParseError>;

    /// The name that programs of the players' other servers give a game that begins so: one of
    /// [`GameInfo::variants`](crate::GameInfo::variants), or the game's own name.
    ///
    /// # Errors
    /// If the text is no position of this game.
    fn variant_of(&self, start: &str) -> Result<Variant, ParseError>;

    /// The parts of a start by which results are told apart; empty where all starts are alike.
    ///
    /// # Errors
    /// If the text is no position of this game.
    fn parts_of(&self, start: &str) -> Result<Vec<StartPart>, ParseError>;

    /// A position without the clocks and counts that differ between the same positions of two games; it can be read, too.
    ///
    /// # Errors
    /// If the text is no position of this game.
    fn without_clocks(&self, position: &str) -> Result<String, ParseError>;
}

impl<W: GameDefinition> Starts for Kind<W> {
    fn deal(&self, spec: &str, seed: u64) -> Result<String, ParseError> {
        W::deal(spec, seed).map(|position| position.text())
    }

    fn variant_of(&self, start: &str) -> Result<Variant, ParseError> {
        let place = W::variant_of(&W::Position::parse(start)?);
        Ok(W::INFO.variants.get(place).copied().unwrap_or(W::INFO.own_variant()))
    }

    fn parts_of(&self, start: &str) -> Result<Vec<StartPart>, ParseError> {
        Ok(W::start_parts(&W::Position::parse(start)?))
    }

    fn without_clocks(&self, position: &str) -> Result<String, ParseError> {
        W::Position::parse(position).map(|position| position.text_without_clocks())
    }
}
