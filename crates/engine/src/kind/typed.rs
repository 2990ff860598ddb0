//! The one implementation of the interface of games: any game that has a definition.

use std::marker::PhantomData;

use game::{Notation, ParseError};

use crate::definition::GameDefinition;

/// A game with its definition.
pub(crate) struct Kind<W>(PhantomData<W>);

impl<W> Kind<W> {
    pub(crate) const fn new() -> Self {
        Self(PhantomData)
    }
}

impl<W: GameDefinition> Kind<W> {
    /// That position, or the usual start.
    pub(super) fn parse(position: Option<&str>) -> Result<W::Position, ParseError> {
        position.map_or_else(|| Ok(W::Position::start()), W::Position::parse)
    }
}
