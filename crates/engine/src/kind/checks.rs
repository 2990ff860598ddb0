//! Checks of a game's rules and of the search in it.

use game::perft::{Finished, divide, perft};
use game::{Notation as _, ParseError};

use super::typed::Kind;
use crate::agree::{Agreement, Disagreement, agree};
use crate::definition::{GameDefinition, TurnCounts};

/// Checks of the rules and of the search.
pub trait Checks {
    /// Checks on `count` random positions that every driver, with the table on and off, finds the
    /// value and a move of plain minimax at `depth` plies. `progress` is told the number checked
    /// so far, and ends the check where it says no.
    ///
    /// # Errors
    /// The first disagreement found.
    fn agree(
        &self,
        count: u64,
        seed: u64,
        depth: u32,
        progress: &mut dyn FnMut(u64) -> bool,
    ) -> Result<Agreement, Disagreement>;

    /// Counts the leaves `depth` plies below a position; `strict` counts a game that is over
    /// above that depth as nothing, whatever the custom of the game.
    ///
    /// # Errors
    /// If the text is no position of this game.
    fn perft(
        &self,
        position: Option<&str>,
        depth: u32,
        strict: bool,
        divided: bool,
    ) -> Result<Perft, ParseError>;

    /// Counts the turns of a position; None in a game with one move a turn.
    ///
    /// # Errors
    /// If the text is no position of this game.
    fn count_turns(&self, position: Option<&str>) -> Result<Option<TurnCounts>, ParseError>;
}

/// The leaves below a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Perft {
    /// All leaves.
    pub nodes: u64,
    /// The leaves below each legal move, in the order of generation.
    pub divide: Vec<(String, u64)>,
}

impl<W: GameDefinition> Checks for Kind<W> {
    fn agree(
        &self,
        count: u64,
        seed: u64,
        depth: u32,
        progress: &mut dyn FnMut(u64) -> bool,
    ) -> Result<Agreement, Disagreement> {
        let params = Default::default();
        let deal = |seed| W::random_start(seed);
        agree::<W::Position, W::Eval>(&params, deal, count, seed, depth, progress)
    }

    fn perft(
        &self,
        position: Option<&str>,
        depth: u32,
        strict: bool,
        divided: bool,
    ) -> Result<Perft, ParseError> {
        let position = Self::parse(position)?;
        let finished = if strict { Finished::Nothing } else { W::INFO.finished };
        if !divided {
            return Ok(Perft { nodes: perft(&position, depth, finished), divide: Vec::new() });
        }
        let divide: Vec<(String, u64)> = divide(&position, depth, finished)
            .into_iter()
            .map(|(mv, count)| (position.move_text(mv), count))
            .collect();
        let nodes = if divide.is_empty() {
            perft(&position, depth, finished)
        } else {
            divide.iter().map(|(_, count)| count).sum()
        };
        Ok(Perft { nodes, divide })
    }

    fn count_turns(&self, position: Option<&str>) -> Result<Option<TurnCounts>, ParseError> {
        Ok(W::count_turns(&Self::parse(position)?))
    }
}
