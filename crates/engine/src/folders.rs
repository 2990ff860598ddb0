//! Endgame tables that others made, in folders of files: how a game offers them, and what an engine is set to ask.

use std::sync::Arc;

use game::params::{ParamInfo, fold_name};
use search::Oracle;

use crate::player::ConfigError;
use crate::settings::{flag, wrong};
use crate::tables::TableValue;

/// How an engine asks such tables.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct TableUse {
    /// The least depth left at which positions of the largest tables are asked.
    pub(crate) depth: i32,
    /// The most pieces of a position that is asked.
    pub(crate) pieces: usize,
    /// Whether the rule of moves without progress makes draws of long wins (in chess the fifty-move rule).
    pub(crate) clock_rule: bool,
}

impl TableUse {
    pub(crate) const START: Self = Self { depth: 1, pieces: 7, clock_rule: true };
}

/// The tables of some folders.
pub(crate) trait FolderTables<P>: Send + Sync {
    /// What a search asks.
    fn oracle(self: Arc<Self>, how: TableUse) -> Arc<dyn Oracle<P>>;
    /// What they say of a position and the moves counted in it. None where they do not know it.
    fn look_up(&self, position: &P, clock_rule: bool) -> Option<TableValue>;
    /// What there is, in words.
    fn about(&self) -> String;
    /// The first file that was found to be damaged, in words.
    fn fault(&self) -> Option<String>;
}

/// The tables of some folders, whatever game they are of.
pub trait TableFolders: Send + Sync {
    /// What they say of a position, the moves counted towards a draw included. None where they do not know it.
    fn look_up(&self, position: &str) -> Option<TableValue>;
    /// What there is, in words: `35 tables of results and 35 of distances, up to 4 pieces`.
    fn about(&self) -> String;
    /// The first file that was found to be damaged, in words.
    fn fault(&self) -> Option<String>;
}

/// [`TableFolders`] of one game.
pub(crate) struct Typed<P>(pub(crate) Arc<dyn FolderTables<P>>);

impl<P: game::Notation> TableFolders for Typed<P> {
    fn look_up(&self, position: &str) -> Option<TableValue> {
        self.0.look_up(&P::parse(position).ok()?, true)
    }

    fn about(&self) -> String {
        self.0.about()
    }

    fn fault(&self) -> Option<String> {
        self.0.fault()
    }
}

/// The folders that an engine is set to, and how it asks them.
pub(crate) struct Folders<P> {
    pub(crate) tables: Option<Arc<dyn FolderTables<P>>>,
    how: TableUse,
}

impl<P> Clone for Folders<P> {
    fn clone(&self) -> Self {
        Self { tables: self.tables.clone(), how: self.how }
    }
}

/// The option that names the folders.
pub(crate) const PATH: &str = "SyzygyPath";
const DEPTH: &str = "SyzygyProbeDepth";
const LIMIT: &str = "SyzygyProbeLimit";
const CLOCK: &str = "Syzygy50MoveRule";

/// Whether an option is one of these.
pub(crate) fn is_option(name: &str) -> bool {
    [PATH, DEPTH, LIMIT, CLOCK].into_iter().any(|known| fold_name(known) == fold_name(name))
}

/// What opens the tables of some folders.
pub(crate) type Open<P> = fn(&str) -> Result<Arc<dyn FolderTables<P>>, String>;

impl<P> Folders<P> {
    pub(crate) const NONE: Self = Self { tables: None, how: TableUse::START };

    /// What a search asks, if anything.
    pub(crate) fn oracle(&self) -> Option<Arc<dyn Oracle<P>>> {
        let tables = self.tables.clone().filter(|_| self.how.pieces > 0)?;
        Some(tables.oracle(self.how))
    }

    /// Sets an option; None where it is none of these.
    pub(crate) fn set(
        &mut self,
        name: &str,
        value: &str,
        open: Open<P>,
    ) -> Option<Result<(), ConfigError>> {
        let info = |name: &str| numbers().into_iter().find(|info| info.name == name);
        let number = |known: &str| {
            let (min, max) = info(known).map_or((0, 0), |info| (info.min, info.max));
            let number = value.trim().parse().ok().filter(|number| (min..=max).contains(number));
            let expected = format!("use a whole number from {min} to {max}");
            number.ok_or_else(|| wrong(name, value, &expected))
        };
        let folded = fold_name(name);
        let is = |known| folded == fold_name(known);
        let done = if is(PATH) {
            match value.trim() {
                "" | "<empty>" => {
                    self.tables = None;
                    Ok(())
                }
                path => open(path)
                    .map(|tables| self.tables = Some(tables))
                    .map_err(|fault| ConfigError::Tables { option: PATH, fault }),
            }
        } else if is(DEPTH) {
            number(DEPTH).map(|depth| self.how.depth = depth)
        } else if is(LIMIT) {
            number(LIMIT).map(|pieces: i32| self.how.pieces = pieces as usize)
        } else if is(CLOCK) {
            flag(name, value).map(|rule| self.how.clock_rule = rule)
        } else {
            return None;
        };
        Some(done)
    }
}

/// The options beside the folders' names.
pub(crate) fn numbers() -> Vec<ParamInfo> {
    let info = |name: &str, doc, unit, start, min, max, switch| ParamInfo {
        name: name.to_owned(),
        doc,
        unit,
        start,
        min,
        max,
        step: 1,
        switch,
    };
    let TableUse { depth, pieces, clock_rule } = TableUse::START;
    vec![
        info(
            DEPTH,
            "The least depth left at which positions of the largest endgame tables are asked.",
            "plies",
            depth,
            1,
            100,
            false,
        ),
        info(
            LIMIT,
            "The most pieces of a position that is asked.",
            "pieces",
            pieces as i32,
            0,
            7,
            false,
        ),
        info(
            CLOCK,
            "Whether the fifty-move rule makes draws of long wins.",
            "",
            clock_rule.into(),
            0,
            1,
            true,
        ),
    ]
}
