//! Tables that are built here.

use std::io::{Read, Write};
use std::path::Path;
use std::sync::Arc;

use super::{SharedProbe, TableError, TableKind, Tablebase};

/// How many positions of a table end how, for the side to move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TableSummary {
    /// All positions that are not over, with one side to move.
    pub positions: u64,
    /// Won.
    pub wins: u64,
    /// Lost.
    pub losses: u64,
    /// Neither.
    pub draws: u64,
    /// The plies of the longest win or loss, where they are known.
    pub longest: Option<u32>,
}

/// How far a build has come.
#[derive(Clone, Copy, Debug)]
pub struct TableProgress {
    /// Ends within so many plies are known.
    pub plies: u32,
    /// Positions decided so far.
    pub decided: u64,
    /// All positions; draws are never decided.
    pub positions: u64,
}

/// A table of wins that is asked for: one bit a position, kept in a file.
#[derive(Clone, Copy, Debug)]
pub struct WinsRequest<'r> {
    /// The [variant](TableBuilder::variant) of the game.
    pub variant: &'r str,
    /// The most pieces a side.
    pub pieces: usize,
    /// The file. While the table is built, its name has `.part` after it; what an earlier build
    /// left there is gone on with.
    pub path: &'r Path,
    /// How much memory may be used, in bytes.
    pub memory: u64,
    /// Threads, at least one.
    pub threads: usize,
}

/// A stage of the work on a table of wins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WinsStage {
    /// The file is read.
    Reading,
    /// Wins are found.
    Building,
    /// Wins and losses are counted.
    Counting,
}

/// How far the work on a table of wins has come.
#[derive(Clone, Copy, Debug)]
pub struct WinsProgress {
    /// The stage.
    pub stage: WinsStage,
    /// Steps done; nobody knows how many a build will take.
    pub steps: u64,
    /// How many there are in all, where that is known.
    pub all_steps: Option<u64>,
    /// Wins found.
    pub wins: u64,
    /// All positions.
    pub positions: u64,
}

/// A finished table of wins in its file.
pub trait WinsTable {
    /// How many positions end how.
    fn summary(&self) -> TableSummary;
    /// It was read, not built.
    fn is_read(&self) -> bool;
    /// Checks one in `every` positions by the rules, on so many threads. `progress` is told how
    /// many were checked, and ends the check where it says no. Returns that number.
    ///
    /// # Errors
    /// The first contradiction, or that the check was cancelled.
    fn verify(
        &mut self,
        every: u64,
        threads: usize,
        progress: &mut dyn FnMut(u64) -> bool,
    ) -> Result<u64, TableError>;
}

/// A finished endgame table that was built here.
pub trait EndgameTable: Tablebase {
    /// The [variant](TableBuilder::variant) of the game.
    fn variant(&self) -> String;
    /// The most pieces a side.
    fn pieces(&self) -> usize;
    /// The values that are kept of each position.
    fn kind(&self) -> TableKind;
    /// How many positions end how.
    fn summary(&self) -> TableSummary;
    /// Checks one in `every` positions by the rules, on so many threads. `progress` is told how
    /// many were checked, and ends the check where it says no. Returns that number.
    ///
    /// # Errors
    /// The first contradiction, or that the check was cancelled.
    fn verify(
        &self,
        every: u64,
        threads: usize,
        progress: &mut dyn FnMut(u64) -> bool,
    ) -> Result<u64, TableError>;
    /// Writes it.
    ///
    /// # Errors
    /// Those of the writer.
    fn save(&self, out: &mut dyn Write) -> std::io::Result<()>;
}

/// Tells how far a build has come; false ends it.
pub type OnTableProgress<'p> = dyn FnMut(TableProgress) -> bool + 'p;

/// Builds the endgame tables of a game.
pub trait TableBuilder: Send + Sync {
    /// The numbers of pieces a side for which an engine may have tables, in ascending order.
    fn sizes(&self) -> &'static [usize];

    /// The variant of the game that a table is asked for, as tables name it: what differs from game to game beside the
    /// pieces, its parts joined by commas.
    ///
    /// # Errors
    /// If it cannot be read.
    fn variant(&self, text: &str) -> Result<String, TableError>;

    /// The variant of a position from which captures may soon lead into the table of so many pieces a side; None where
    /// they may not, there is no such table, or the text is no position.
    fn near(&self, position: &str, pieces: usize) -> Option<String>;

    /// Builds the table of at most `pieces` pieces a side, on so many threads. `progress` is told after each ply, and
    /// ends the build where it says no.
    ///
    /// # Errors
    /// If there is no such table, no memory for it, or the build was cancelled.
    fn build(
        &self,
        variant: &str,
        pieces: usize,
        kind: TableKind,
        threads: usize,
        progress: &mut OnTableProgress<'_>,
    ) -> Result<Arc<dyn EndgameTable>, TableError>;

    /// Reads a table that was saved.
    ///
    /// # Errors
    /// Why it was refused.
    fn load(&self, from: &mut dyn Read) -> Result<Arc<dyn EndgameTable>, TableError>;

    /// Opens the table of wins of a file, or builds it there; `note` is told of files that were
    /// refused and replaced, and why. `progress` is told after each step, and ends the work where
    /// it says no; an unfinished file is gone on with the next time.
    ///
    /// # Errors
    /// If there is no such table, the file is of another one or cannot be used, or the work was
    /// cancelled.
    fn wins(
        &self,
        request: &WinsRequest<'_>,
        note: &mut dyn FnMut(String),
        progress: &mut dyn FnMut(WinsProgress) -> bool,
    ) -> Result<Box<dyn WinsTable>, TableError>;
}

/// Builds endgame tables that the searches of one game can ask.
pub(crate) trait TypedTableBuilder<P: game::Position>: TableBuilder {
    /// As [`build`](TableBuilder::build), with distances.
    fn build_for_search(
        &self,
        variant: &str,
        pieces: usize,
        threads: usize,
        progress: &mut OnTableProgress<'_>,
    ) -> Result<SharedProbe<P>, TableError>;
}
