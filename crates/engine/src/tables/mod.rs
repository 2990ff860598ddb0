//! Endgame tables behind the engine interface: what they say, and where those of a game come from. Some games build
//! theirs here, for others there are folders of files that others made.

mod base;
mod builder;
mod folders;
mod keeper;

pub(crate) use base::{Probe, Probing, SharedProbe};
pub use base::{SharedTablebase, TableError, TableKind, TableValue, Tablebase};
pub(crate) use builder::TypedTableBuilder;
pub use builder::{
    EndgameTable, OnTableProgress, TableBuilder, TableProgress, TableSummary, WinsProgress,
    WinsRequest, WinsStage, WinsTable,
};
pub use folders::TableFolders;
pub(crate) use folders::{Folders, TypedTableFolders};
pub(crate) use keeper::{TableKeeper, TableOrder};
