//! Tables that can be asked.

use std::sync::Arc;

use search::Prober;

/// The values that a table keeps of each position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TableKind {
    /// The plies to the end: what an engine plays by.
    Distances,
    /// Won, lost or drawn.
    Verdicts,
}

/// The value of a position by a table, for the side to move. The plies to the end are None where the table
/// keeps verdicts only.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TableValue {
    /// It wins, in so many plies.
    Win(Option<u32>),
    /// It loses, in so many plies.
    Loss(Option<u32>),
    /// Neither side can force a win.
    Draw,
}

/// Why there is no table, or why one was refused.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TableError {
    /// The progress callback said so.
    #[error("cancelled")]
    Cancelled,
    /// Anything else.
    #[error("{0}")]
    Refused(String),
}

/// Endgame tables that can be asked, whatever game and system they are of.
pub trait Tablebase: Send + Sync {
    /// The value of a position, moves counted towards a draw included. None where they do not know it, or it is no
    /// position at all.
    fn look_up(&self, position: &str) -> Option<TableValue>;
    /// A description of them: `35 tables of results and 35 of distances, up to 4 pieces`.
    fn about(&self) -> String;
    /// The first file that was found to be damaged, in words.
    fn fault(&self) -> Option<String> {
        None
    }
}

/// A tablebase that several threads hold.
pub type SharedTablebase = Arc<dyn Tablebase>;

/// Endgame tables that the searches of one game can ask.
pub(crate) trait Probe<P: game::Position>: Tablebase {
    /// Its interface to a search.
    fn prober(self: Arc<Self>, probing: Probing) -> Arc<dyn Prober<P>>;
}

/// A tablebase of one game.
pub(crate) type SharedProbe<P> = Arc<dyn Probe<P>>;

/// How a search probes tables in files.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Probing {
    /// The least depth left at which positions of the largest tables are probed.
    pub(crate) depth: i32,
    /// The most pieces of a position that is asked.
    pub(crate) pieces: usize,
    /// The rule of moves without progress makes draws of long wins.
    pub(crate) clock_rule: bool,
}

impl Probing {
    pub(crate) const START: Self = Self { depth: 1, pieces: 7, clock_rule: true };
}
