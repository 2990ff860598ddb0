//! How a game ends.

use crate::Side;

/// The result, absolute: never "the player who just moved".
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Outcome {
    /// That side has won.
    Win(Side),
    /// Nobody has won.
    Draw,
}

impl Outcome {
    /// The winner, if there is one.
    pub const fn winner(self) -> Option<Side> {
        match self {
            Self::Win(side) => Some(side),
            Self::Draw => None,
        }
    }
}

/// Why a game ended, in the words of its rules: "way of the stone", "checkmate".
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Reason(pub &'static str);

impl std::fmt::Display for Reason {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.0)
    }
}

/// The end of a game: who won, and why.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Ending {
    /// Who won.
    pub outcome: Outcome,
    /// Why.
    pub reason: Reason,
}

impl Ending {
    /// A win of `side` for `reason`.
    pub const fn win(side: Side, reason: &'static str) -> Self {
        Self { outcome: Outcome::Win(side), reason: Reason(reason) }
    }

    /// A draw for `reason`.
    pub const fn draw(reason: &'static str) -> Self {
        Self { outcome: Outcome::Draw, reason: Reason(reason) }
    }
}

/// The effect of a position's third repetition by the rules of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Repetition {
    /// Nothing: the game goes on, if need be for ever, unless the referee calls it a draw
    /// (Onitama).
    None,
    /// Nothing, and nothing need be said: a count of plies ends every game (Ataxx).
    Irrelevant,
    /// The game is drawn (chess).
    Draw,
    /// The player who brought it about has lost.
    Loss,
    /// It may not be brought about (Arimaa).
    Illegal,
}
