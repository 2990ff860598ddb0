//! Tables in folders of files that others made, and those that an engine is set to ask.

use std::sync::Arc;

use search::Prober;

use super::{Probing, SharedProbe, SharedTablebase};
use crate::options::table::Entry;

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

/// The tables of the folders that an engine was given, and how it asks them.
pub(crate) struct Folders<P> {
    pub(crate) tables: Option<SharedProbe<P>>,
    pub(crate) probing: Probing,
    /// The tables of the folders that were given last, in words, until somebody reads it.
    pub(crate) remark: Option<String>,
}

impl<P> Clone for Folders<P> {
    fn clone(&self) -> Self {
        let Self { tables, probing, remark } = self;
        Self { tables: tables.clone(), probing: *probing, remark: remark.clone() }
    }
}

impl<P: game::Position> Folders<P> {
    pub(crate) const NONE: Self = Self { tables: None, probing: Probing::START, remark: None };

    /// Its interface to a search, if it has tables to ask.
    pub(crate) fn prober(&self) -> Option<Arc<dyn Prober<P>>> {
        let tables = self.tables.clone().filter(|_| self.probing.pieces > 0)?;
        Some(tables.prober(self.probing))
    }

    /// Opens the tables of other folders; of none where the text is empty.
    pub(crate) fn open(
        &mut self,
        source: &dyn TypedTableFolders<P>,
        folders: &str,
    ) -> Result<(), String> {
        self.tables = match folders {
            "" => None,
            folders => Some(source.open_for_search(folders)?),
        };
        self.remark = self.tables.as_ref().map(|tables| tables.about());
        Ok(())
    }
}
