//! The definition of a game: the facts and parts that each has, and the interface that all of them are used by.

use game::perft::Finished;
use game::{Evaluator, Notation, ParseError, Position as _, Referee, Turn, params::Parameters};
use rand::SeedableRng as _;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::agree::{Agreement, Disagreement};
use crate::any_game::AnyGame;
use crate::chances::Chances;
use crate::config::{ConfigError, EngineConfig};
use crate::game_text::TextFiles;
use crate::levels::LevelScale;
use crate::player::Engine;
use crate::positions::PositionSet;
use crate::presets::Preset;
use crate::recorded::{BookReader, GameFiles};
use crate::tables::{TableBuilder, TableFolders, TypedTableBuilder, TypedTableFolders};

/// The plain facts of a game.
pub struct GameInfo {
    /// The name that scripts write: `onitama`.
    pub name: &'static str,
    /// The name that people read.
    pub title: &'static str,
    /// The protocol that its engines speak, as the protocol crate knows it: UGI where it has none of its own.
    pub protocol: &'static str,
    /// Other protocols in which programs of this game can be spoken to.
    pub other_protocols: &'static [&'static str],
    /// The nominal depth, in plies, to which `bench` searches its positions: some seconds for all of them.
    pub bench_depth: u32,
    /// The [`deal`](GameKind::deal) of matches where none is asked for: starts that differ from pair to pair.
    pub match_deal: &'static str,
    /// The strength of each of the [`levels`](crate::levels()), in Elo on the scale that players of this game know;
    /// empty where that was not measured.
    pub level_elo: &'static [u32],
    /// The chances behind a score, where they were fitted to games.
    pub chances: Option<Chances>,
    /// The option that asks for another way of writing moves, as protocols call it.
    pub writing_option: Option<&'static str>,
    /// Frozen configurations.
    pub(crate) presets: &'static [Preset],
    /// How perft counts a finished game, by the custom of the game.
    pub(crate) finished: Finished,
}

impl GameInfo {
    /// The facts of a game that has nothing of its own; its name is [`Notation::GAME`].
    pub(crate) const fn new<P: Notation>(title: &'static str) -> Self {
        Self {
            name: P::GAME,
            title,
            protocol: "ugi",
            other_protocols: &[],
            bench_depth: 8,
            match_deal: RANDOM,
            level_elo: &[],
            chances: None,
            writing_option: P::WRITING_OPTION,
            presets: &[],
            finished: Finished::Nothing,
        }
    }
}

/// The [`deal`](GameDefinition::deal) of a start by random moves.
const RANDOM: &str = "random";
/// The plies of such a start: enough that pairs of games differ, few enough that neither side has won.
const RANDOM_PLIES: usize = 6;

/// The definition of a game: it makes a [`Notation`] playable here. Its supertrait gives the search's switches and numbers.
pub(crate) trait GameDefinition: search::Defaults {
    /// The rules.
    type Position: Notation;
    /// The static evaluation.
    type Eval: Evaluator<Self::Position, Params: Parameters + 'static> + 'static;
    /// The plain facts.
    const INFO: GameInfo;
    /// The switches and numbers of Monte Carlo tree search.
    const MCTS: mcts::Params = mcts::Params::START;

    /// The scale of the levels: by the moves of the start, unless the game was measured.
    fn level_scale() -> LevelScale {
        let mut moves = game::MoveList::new();
        Self::Position::start().legal_moves(&mut moves);
        LevelScale::of_moves(moves.len())
    }

    /// A start position by the game's own specification: here none, for the usual start, or `random` for one after
    /// some random moves.
    fn deal(spec: &str, seed: u64) -> Result<Self::Position, ParseError> {
        match spec {
            "" => Ok(Self::Position::start()),
            RANDOM => {
                let mut last = Self::Position::start();
                let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
                let start = last;
                game::laws::random_walk(start, RANDOM_PLIES, &mut rng, |position| {
                    if !position.is_over() {
                        last = *position;
                    }
                });
                Ok(last)
            }
            _ => Err(ParseError::new(spec, spec, format!("a deal is empty or '{RANDOM}'"))),
        }
    }

    /// A random start of any kind there is, for tests.
    fn random_start(seed: u64) -> Self::Position {
        Self::deal(Self::INFO.match_deal, seed).unwrap_or_else(|_| Self::Position::start())
    }

    /// The files in which people keep games.
    fn files() -> &'static dyn GameFiles {
        const { &TextFiles::<Self::Position>::new() }
    }

    /// Books of openings.
    fn book() -> Option<&'static dyn BookReader> {
        None
    }

    /// Endgame tables that are built here.
    fn table_builder() -> Option<&'static dyn TypedTableBuilder<Self::Position>> {
        None
    }

    /// Endgame tables in folders of files that others made.
    fn table_folders() -> Option<&'static dyn TypedTableFolders<Self::Position>> {
        None
    }

    /// A turn that is played without thought, by seed: out of set-ups, for example.
    fn opening(_position: &Self::Position, _seed: u64) -> Option<Turn<Self::Position>> {
        None
    }

    /// The turns of a position, where they have several moves.
    fn count_turns(_position: &Self::Position) -> Option<TurnCounts> {
        None
    }
}

/// One game, behind an object-safe interface. Parts that not every game has are objects.
pub trait GameKind: Send + Sync {
    /// The plain facts.
    fn info(&self) -> &'static GameInfo;

    /// The letters of the sides in the text of a position, the first to move first.
    fn side_letters(&self) -> [char; 2];

    /// A game that begins at `position`, or at the usual start.
    ///
    /// # Errors
    /// If the text is no position of this game.
    fn new_game(
        &self,
        position: Option<&str>,
        referee: Referee,
    ) -> Result<Box<dyn AnyGame>, ParseError>;

    /// A start position by the game's own specification (empty for the usual kind) and, where it is random, a seed.
    ///
    /// # Errors
    /// If the specification cannot be read.
    fn deal(&self, spec: &str, seed: u64) -> Result<String, ParseError>;

    /// An engine for this game.
    ///
    /// # Errors
    /// If the configuration cannot be met.
    fn new_engine(&self, config: &EngineConfig) -> Result<Box<dyn Engine>, ConfigError>;

    /// The files in which people keep games of this kind.
    fn files(&self) -> &'static dyn GameFiles;

    /// Reads books of openings, where there are any.
    fn book(&self) -> Option<&'static dyn BookReader>;

    /// Builds endgame tables, where that can be done.
    fn table_builder(&self) -> Option<&'static dyn TableBuilder>;

    /// Opens folders of endgame tables that others made, where there are any.
    fn table_folders(&self) -> Option<&'static dyn TableFolders>;

    /// Checks on `count` random positions that every driver, with the table on and off, finds the
    /// value and a move of plain minimax at `depth` plies. `progress` is told the number checked
    /// so far, and ends the check where it says no.
    ///
    /// # Errors
    /// The first disagreement found.
    fn agree(
        &self,
        count: u64,
        seed: u64,
        depth: u32,
        progress: &mut dyn FnMut(u64) -> bool,
    ) -> Result<Agreement, Disagreement>;

    /// Counts the leaves `depth` plies below a position; `strict` counts a game that is over
    /// above that depth as nothing, whatever the custom of the game.
    ///
    /// # Errors
    /// If the text is no position of this game.
    fn perft(
        &self,
        position: Option<&str>,
        depth: u32,
        strict: bool,
        divided: bool,
    ) -> Result<Perft, ParseError>;

    /// Counts the turns of a position; None in a game with one move a turn.
    ///
    /// # Errors
    /// If the text is no position of this game.
    fn count_turns(&self, position: Option<&str>) -> Result<Option<TurnCounts>, ParseError>;

    /// An empty set of positions, to fit the evaluation to.
    fn position_set(&self) -> Box<dyn PositionSet>;

    /// The static evaluation of a position, term by term.
    ///
    /// # Errors
    /// If the text is no position of this game.
    fn evaluation(&self, position: Option<&str>) -> Result<Evaluation, ParseError>;
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

    /// Opens the endgame tables of some folders, joined as the system joins paths.
    ///
    /// # Errors
    /// If a folder cannot be read or no table is there, or this game has none; in words.
    pub fn open_tables(&self, folders: &str) -> Result<crate::tables::SharedTablebase, String> {
        let none = || format!("there are no endgame tables in files for {}", self.title());
        self.table_folders().ok_or_else(none)?.open(folders)
    }
}

/// The leaves below a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Perft {
    /// All leaves.
    pub nodes: u64,
    /// The leaves below each legal move, in the order of generation.
    pub divide: Vec<(String, u64)>,
}

/// The turns of a position, where a turn has several moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TurnCounts {
    /// The sequences of one, two, three and four steps within the turn, those that leave a push open
    /// among them.
    pub sequences: [u64; 4],
    /// The distinct boards at the end of a legal turn.
    pub turns: u64,
    /// The hashes of these boards, combined by exclusive or.
    pub digest_xor: u64,
}

/// A static evaluation taken apart.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Evaluation {
    /// All of it, in points from the view of the side to move.
    pub points: i32,
    /// By how much it is more with a parameter, or a table of them, than without (all of it 0); only those that say
    /// something here, the largest first. Where terms do not work on each other they add up to `points`.
    pub terms: Vec<(String, i32)>,
}
