//! The folders of endgame tables that an engine is set to ask.

use std::sync::Arc;

use game::params::{ParamInfo, fold_name};
use search::Oracle;

use crate::player::ConfigError;
use crate::settings::{flag, wrong};
use crate::tables::{Probing, SharedProbe, TypedTableFolders};

/// The folders that an engine is set to, and how it asks them.
pub(crate) struct Folders<P> {
    pub(crate) tables: Option<SharedProbe<P>>,
    probing: Probing,
}

impl<P> Clone for Folders<P> {
    fn clone(&self) -> Self {
        Self { tables: self.tables.clone(), probing: self.probing }
    }
}

/// An option is one of these.
pub(crate) fn is_option(options: [&str; 4], name: &str) -> bool {
    options.into_iter().any(|known| fold_name(known) == fold_name(name))
}

impl<P: game::Position> Folders<P> {
    pub(crate) const NONE: Self = Self { tables: None, probing: Probing::START };

    /// What a search asks, if anything.
    pub(crate) fn oracle(&self) -> Option<Arc<dyn Oracle<P>>> {
        let tables = self.tables.clone().filter(|_| self.probing.pieces > 0)?;
        Some(tables.oracle(self.probing))
    }

    /// Sets an option; None where it is none of these.
    pub(crate) fn set(
        &mut self,
        name: &str,
        value: &str,
        source: &dyn TypedTableFolders<P>,
    ) -> Option<Result<(), ConfigError>> {
        let options = source.options();
        let [path, depth, limit, clock] = options;
        let info = |name: &str| numbers(options).into_iter().find(|info| info.name == name);
        let number = |known: &str| {
            let (min, max) = info(known).map_or((0, 0), |info| (info.min, info.max));
            let number = value.trim().parse().ok().filter(|number| (min..=max).contains(number));
            let expected = format!("use a whole number from {min} to {max}");
            number.ok_or_else(|| wrong(name, value, &expected))
        };
        let folded = fold_name(name);
        let is = |known| folded == fold_name(known);
        let done = if is(path) {
            match value.trim() {
                "" | "<empty>" => {
                    self.tables = None;
                    Ok(())
                }
                folders => source
                    .open_for_search(folders)
                    .map(|tables| self.tables = Some(tables))
                    .map_err(|fault| ConfigError::Tables { option: path, fault }),
            }
        } else if is(depth) {
            number(depth).map(|depth| self.probing.depth = depth)
        } else if is(limit) {
            number(limit).map(|pieces: i32| self.probing.pieces = pieces as usize)
        } else if is(clock) {
            flag(name, value).map(|rule| self.probing.clock_rule = rule)
        } else {
            return None;
        };
        Some(done)
    }
}

/// The options beside the folders' names.
pub(crate) fn numbers([_, least_depth, limit, clock]: [&str; 4]) -> Vec<ParamInfo> {
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
    let Probing { depth, pieces, clock_rule } = Probing::START;
    vec![
        info(
            least_depth,
            "The least depth left at which positions of the largest endgame tables are asked.",
            "plies",
            depth,
            1,
            100,
            false,
        ),
        info(
            limit,
            "The most pieces of a position that is asked.",
            "pieces",
            pieces as i32,
            0,
            7,
            false,
        ),
        info(
            clock,
            "Whether the fifty-move rule makes draws of long wins.",
            "",
            clock_rule.into(),
            0,
            1,
            true,
        ),
    ]
}
