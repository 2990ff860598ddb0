//! Syzygy endgame tables: who wins positions of few pieces, and how soon.
//!
//! The tables are Ronald de Man's: a file of results (`KQvKR.rtbw`) and one of distances (`KQvKR.rtbz`) for each set of
//! pieces. Distances are plies to the next capture, pawn's move or mate (distance to zero), so that whoever follows
//! them keeps within the fifty-move rule. Files are read where they are asked, block by block; whatever stands in them,
//! the answer is a value or an error.

mod error;
mod folders;
mod layout;
mod material;
mod pairs;
mod probe;
mod root;
mod source;
mod squares;
mod table;

pub use error::SyzygyError;
pub use folders::Tablebases;
pub use material::MAX_PIECES;
pub use root::{RankedMove, RankedMoves};

/// How a position ends with best play from both, for the side to move, where no move was counted towards the fifty yet.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
#[repr(i8)]
pub enum Wdl {
    /// It loses.
    Loss = -2,
    /// It loses, but the fifty-move rule makes it a draw.
    BlessedLoss = -1,
    /// A draw.
    Draw = 0,
    /// It wins, but the fifty-move rule makes it a draw.
    CursedWin = 1,
    /// It wins.
    Win = 2,
}

impl std::ops::Neg for Wdl {
    type Output = Self;
    fn neg(self) -> Self {
        match self {
            Self::Loss => Self::Win,
            Self::BlessedLoss => Self::CursedWin,
            Self::Draw => Self::Draw,
            Self::CursedWin => Self::BlessedLoss,
            Self::Win => Self::Loss,
        }
    }
}

/// The tables' answer on a position, if the question was one for them.
pub type Probed<T> = Result<Option<T>, SyzygyError>;
