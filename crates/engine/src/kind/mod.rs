//! A game behind an object-safe interface.

use game::{ParseError, Referee, Side};

use crate::any_game::{AnyGame, TypedGame};
use crate::config::{ConfigError, EngineConfig};
use crate::definition::{GameDefinition, GameInfo, Variant};
use crate::player::Engine;
use crate::recorded::{BookFiles, GameFiles};
use crate::searching::SearchEngine;
use crate::tables::{SharedTablebase, TableBuilder, TableFolders};

mod checks;
mod knowledge;
mod learned;
mod packing;
mod starts;
mod typed;

pub use checks::{Checks, Perft};
pub use knowledge::{Evaluation, Knowledge};
pub use learned::{LearnedView, SquareWorth};
pub use packing::Packing;
pub use starts::Starts;
pub(crate) use typed::Kind;

/// A game: its facts, games in progress, engines, and parts for narrower purposes. Parts that not every game has are
/// optional.
pub trait GameKind: Send + Sync {
    /// The plain facts.
    fn info(&self) -> &'static GameInfo;

    /// A game that begins at `position`, or at the usual start.
    ///
    /// # Errors
    /// If the text is no position of this game.
    fn new_game(
        &self,
        position: Option<&str>,
        referee: Referee,
    ) -> Result<Box<dyn AnyGame>, ParseError>;

    /// An engine for this game.
    ///
    /// # Errors
    /// If the configuration cannot be met.
    fn new_engine(&self, config: &EngineConfig) -> Result<Box<dyn Engine>, ConfigError>;

    /// The positions from which games begin.
    fn starts(&self) -> &dyn Starts;

    /// The parameters and networks of its evaluation and search.
    fn knowledge(&self) -> &dyn Knowledge;

    /// Checks of the rules and of the search.
    fn checks(&self) -> &dyn Checks;

    /// Games as numbers, to be stored by the million.
    fn packing(&self) -> &dyn Packing;

    /// The files in which people keep games of this kind.
    fn files(&self) -> &'static dyn GameFiles;

    /// Books of openings in a format that the players of this game know, where there is one.
    fn book(&self) -> Option<&'static dyn BookFiles>;

    /// Builds endgame tables, where that can be done.
    fn table_builder(&self) -> Option<&'static dyn TableBuilder>;

    /// Opens folders of endgame tables that others made, where there are any.
    fn table_folders(&self) -> Option<&'static dyn TableFolders>;
}

impl dyn GameKind + '_ {
    /// The name that scripts write: `onitama`.
    pub fn name(&self) -> &'static str {
        self.info().name
    }

    /// The name that people read.
    pub fn title(&self) -> &'static str {
        self.info().title
    }

    /// The letters of the sides in the text of a position, the first to move first.
    pub fn side_letters(&self) -> [char; 2] {
        Side::BOTH.map(self.info().side_letter)
    }

    /// The names under which programs ask for its starts: at least the game's own.
    pub fn variants(&self) -> Vec<Variant> {
        let listed = self.info().variants;
        if listed.is_empty() { vec![self.info().own_variant()] } else { listed.to_vec() }
    }

    /// Opens the endgame tables of some folders, joined as the system joins paths.
    ///
    /// # Errors
    /// If a folder cannot be read or no table is there, or this game has none; in words.
    pub fn open_tables(&self, folders: &str) -> Result<SharedTablebase, String> {
        let none = || format!("there are no endgame tables in files for {}", self.title());
        self.table_folders().ok_or_else(none)?.open(folders)
    }
}

impl<W: GameDefinition> GameKind for Kind<W> {
    fn info(&self) -> &'static GameInfo {
        &W::INFO
    }

    fn new_game(
        &self,
        position: Option<&str>,
        referee: Referee,
    ) -> Result<Box<dyn AnyGame>, ParseError> {
        Ok(Box::new(TypedGame::<W::Position>::new(position, referee)?))
    }

    fn new_engine(&self, config: &EngineConfig) -> Result<Box<dyn Engine>, ConfigError> {
        Ok(Box::new(SearchEngine::<W>::new(config)?))
    }

    fn starts(&self) -> &dyn Starts {
        self
    }

    fn knowledge(&self) -> &dyn Knowledge {
        self
    }

    fn checks(&self) -> &dyn Checks {
        self
    }

    fn packing(&self) -> &dyn Packing {
        self
    }

    fn files(&self) -> &'static dyn GameFiles {
        W::files()
    }

    fn book(&self) -> Option<&'static dyn BookFiles> {
        W::book()
    }

    fn table_builder(&self) -> Option<&'static dyn TableBuilder> {
        W::table_builder().map(|builder| builder as &dyn TableBuilder)
    }

    fn table_folders(&self) -> Option<&'static dyn TableFolders> {
        W::table_folders().map(|folders| folders as &dyn TableFolders)
    }
}
