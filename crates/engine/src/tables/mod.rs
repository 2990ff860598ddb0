//! Endgame tables behind the engine interface: what they say, and where those of a game come from. Some games build
//! theirs here, for others there are folders of files that others made.

pub(crate) mod folders;
pub(crate) mod keeper;

use std::io::{Read, Write};
use std::path::Path;
use std::sync::Arc;

use search::Prober;

use self::folders::Folders;
use crate::options::table::Entry;

/// What a table keeps of each position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TableKind {
    /// The plies to the end: what an engine plays by.
    Distances,
    /// Won, lost or drawn.
    Verdicts,
}

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

/// What a table says of a position, for the side to move. The plies to the end are None where the table
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

/// What the work on a table of wins is at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WinsStage {
    /// What stands in a file is read.
    Reading,
    /// Wins are found.
    Building,
    /// Wins and losses are counted.
    Counting,
}

/// How far the work on a table of wins has come.
#[derive(Clone, Copy, Debug)]
pub struct WinsProgress {
    /// What it is at.
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
    /// Whether it was read, not built.
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
    /// What they say of a position, moves counted towards a draw included. None where they do not know it, or it is no
    /// position at all.
    fn look_up(&self, position: &str) -> Option<TableValue>;
    /// What there is, in words: `35 tables of results and 35 of distances, up to 4 pieces`.
    fn about(&self) -> String;
    /// The first file that was found to be damaged, in words.
    fn fault(&self) -> Option<String> {
        None
    }
}

/// A tablebase that several threads hold.
pub type SharedTablebase = Arc<dyn Tablebase>;

/// How a search asks tables in files.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Probing {
    /// The least depth left at which positions of the largest tables are asked.
    pub(crate) depth: i32,
    /// The most pieces of a position that is asked.
    pub(crate) pieces: usize,
    /// Whether the rule of moves without progress makes draws of long wins.
    pub(crate) clock_rule: bool,
}

impl Probing {
    pub(crate) const START: Self = Self { depth: 1, pieces: 7, clock_rule: true };
}

/// Endgame tables that the searches of one game can ask.
pub(crate) trait Probe<P: game::Position>: Tablebase {
    /// What a search asks.
    fn prober(self: Arc<Self>, probing: Probing) -> Arc<dyn Prober<P>>;
}

/// A tablebase of one game.
pub(crate) type SharedProbe<P> = Arc<dyn Probe<P>>;

/// A finished endgame table that was built here.
pub trait EndgameTable: Tablebase {
    /// The [variant](TableBuilder::variant) of the game.
    fn variant(&self) -> String;
    /// The most pieces a side.
    fn pieces(&self) -> usize;
    /// What is kept of each position.
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

/// Opens endgame tables in folders of files.
pub trait TableFolders: Send + Sync {
    /// The [option](crate::Engine::options) that names the folders to an engine.
    fn option(&self) -> &'static str;

    /// Opens those of some folders, joined as the system joins paths.
    ///
    /// # Errors
    /// If a folder cannot be read or no table is there; in words.
    fn open(&self, folders: &str) -> Result<SharedTablebase, String>;
}

/// Opens endgame tables that the searches of one game can ask.
pub(crate) trait TypedTableFolders<P: game::Position>: TableFolders {
    /// As [`open`](TableFolders::open).
    fn open_for_search(&self, folders: &str) -> Result<SharedProbe<P>, String>;

    /// The options of an engine that asks them.
    fn options(&self) -> Vec<Entry<Folders<P>>>;
}
