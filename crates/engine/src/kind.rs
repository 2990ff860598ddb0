//! A kind of game: what can be done with it without knowing which it is.

use std::io::Read;
use std::marker::PhantomData;
use std::sync::Arc;

use game::params::Parameters;
use game::perft::{Finished, divide, perft};
use game::{Evaluator, Notation, ParseError, Referee, Score, Side, Turn};

use crate::agree::{Agreement, Disagreement, agree};
use crate::alphabeta::AlphaBeta;
use crate::any_game::{AnyGame, TypedGame};
use crate::chances::Chances;
use crate::folders::{FolderTables, TableFolders, Typed};
use crate::game_text;
use crate::levels::LevelScale;
use crate::player::{ConfigError, Engine, EngineConfig};
use crate::presets::Preset;
use crate::settings::EvalParams;
use crate::tables::{
    EndgameTable, TableError, TableKind, TableProgress, TableSource, WinsProgress, WinsRequest,
    WinsTable,
};
use crate::told::{OpeningBook, ToldGame};

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

/// One game, behind an object-safe interface.
pub trait GameKind: Send + Sync {
    /// The name that scripts write: `onitama`.
    fn name(&self) -> &'static str;

    /// The name that people read.
    fn title(&self) -> &'static str;

    /// The letters of the sides in the text of a position, the first to move first.
    fn side_letters(&self) -> [char; 2];

    /// The protocol that engines of this game speak: `uoi`.
    fn protocol(&self) -> &'static str;

    /// Other protocols that programs of this game speak: `xboard`.
    fn other_protocols(&self) -> &'static [&'static str];

    /// The nominal depth, in plies, to which `bench` searches its positions.
    fn bench_depth(&self) -> u32;

    /// A game that begins at `position`, or at the usual start.
    ///
    /// # Errors
    /// If the text is no position of this game.
    fn new_game(
        &self,
        position: Option<&str>,
        referee: Referee,
    ) -> Result<Box<dyn AnyGame>, ParseError>;

    /// A start position by the game's own specification (in Onitama decks or cards; empty for the
    /// usual kind) and, where it is random, a seed.
    ///
    /// # Errors
    /// If the specification cannot be read.
    fn deal(&self, spec: &str, seed: u64) -> Result<String, ParseError>;

    /// The [`deal`](GameKind::deal) of matches where none is asked for: one that differs from pair
    /// to pair.
    fn match_deal(&self) -> &'static str;

    /// The option that asks for another way of writing moves, as protocols call it.
    fn writing_option(&self) -> Option<&'static str>;

    /// How strong each of the [`levels`](crate::levels()) is, in Elo on the scale that players of this game know; empty
    /// where that was not measured.
    fn level_elo(&self) -> &'static [u32];

    /// The format of files in which people keep games of this kind: `pgn`, `text`.
    fn file_format(&self) -> &'static str;

    /// The games of a text in that format, in order; one that cannot be read comes as words for what is wrong and where.
    fn read_games(&self, text: &str) -> Vec<Result<ToldGame, String>>;

    /// A game in that format.
    ///
    /// # Errors
    /// If the game cannot be played, or not be told in that format.
    fn write_game(&self, game: &ToldGame) -> Result<String, String>;

    /// Whether there are books of openings that can be read.
    fn has_books(&self) -> bool;

    /// A book of openings from the bytes of its file.
    ///
    /// # Errors
    /// If they are no such book, or this game has none; in words.
    fn read_book(&self, bytes: Vec<u8>) -> Result<Box<dyn OpeningBook>, String>;

    /// Whether there are endgame tables in files that others made, which engines of this game ask (option
    /// `SyzygyPath`).
    fn has_table_folders(&self) -> bool;

    /// The endgame tables of some folders, joined as the system joins paths.
    ///
    /// # Errors
    /// If a folder cannot be read or no table is there, or this game has none; in words.
    fn open_tables(&self, folders: &str) -> Result<Arc<dyn TableFolders>, String>;

    /// An engine for this game.
    ///
    /// # Errors
    /// If the configuration cannot be met.
    fn new_engine(&self, config: &EngineConfig) -> Result<Box<dyn Engine>, ConfigError>;

    /// The numbers of pieces a side for which engines may have endgame tables; none without them.
    fn table_men(&self) -> &'static [usize];

    /// Builds the endgame table of at most `men` pieces a side, on so many threads, for the game
    /// that `cards` stands for (in Onitama five cards, joined by commas). `progress` is told after
    /// each ply, and ends the build where it says no.
    ///
    /// # Errors
    /// If there is no such table, no memory for it, or the build was cancelled.
    fn solve(
        &self,
        cards: &str,
        men: usize,
        kind: TableKind,
        threads: usize,
        progress: &mut dyn FnMut(TableProgress) -> bool,
    ) -> Result<Arc<dyn EndgameTable>, TableError>;

    /// What [`solve`](GameKind::solve) calls the game of a position (in Onitama its five cards) where
    /// captures may soon lead into the table of `men` pieces a side; None where they may not, there is
    /// no such table, or the text is no position.
    fn table_near(&self, position: &str, men: usize) -> Option<String>;

    /// Opens the table of wins of a file, or builds it there; `note` is told of files that were
    /// refused and replaced, and why. `progress` is told after each step, and ends the work where
    /// it says no; an unfinished file is gone on with the next time.
    ///
    /// # Errors
    /// If there is no such table, the file is of another one or cannot be used, or the work was
    /// cancelled.
    fn wins_table(
        &self,
        request: &WinsRequest<'_>,
        note: &mut dyn FnMut(String),
        progress: &mut dyn FnMut(WinsProgress) -> bool,
    ) -> Result<Box<dyn WinsTable>, TableError>;

    /// Reads an endgame table that was saved.
    ///
    /// # Errors
    /// Why it was refused.
    fn load_table(&self, from: &mut dyn Read) -> Result<Arc<dyn EndgameTable>, TableError>;

    /// The names of what `cards` of [`solve`](GameKind::solve) stands for, in the order of
    /// [`EndgameTable::cards`]'s own.
    ///
    /// # Errors
    /// If it cannot be read.
    fn table_cards(&self, cards: &str) -> Result<Vec<String>, TableError>;

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

    /// The static evaluation of a position, term by term.
    ///
    /// # Errors
    /// If the text is no position of this game.
    fn evaluation(&self, position: Option<&str>) -> Result<Evaluation, ParseError>;

    /// The chances behind a score, in thousandths: won, drawn, lost for the side that has it. None where the game has
    /// no model of them.
    fn chances(&self, score: Score) -> Option<[u32; 3]>;
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

/// What a game adds to its [`Notation`] to be played here.
pub(crate) trait GameDefinition: Send + Sync + 'static {
    type Position: Notation;
    type Eval: Evaluator<Self::Position, Params: Parameters + 'static> + 'static;
    type Defaults: search::Defaults;
    type Tables: TableSource<Self::Position>;
    const TITLE: &'static str;
    /// The protocol of its engines, as `protocol::dialect` knows it.
    const PROTOCOL: &'static str;
    /// Other protocols in which programs of this game can be spoken to.
    const OTHER_PROTOCOLS: &'static [&'static str] = &[];
    /// The nominal depth of `bench`, in plies: some seconds for all of its positions.
    const BENCH_DEPTH: u32;
    /// Frozen configurations.
    const PRESETS: &'static [Preset];
    /// The format of files of games.
    const FILE_FORMAT: &'static str = game_text::FORMAT;

    /// Reads the games of a text in that format.
    fn read_games(name: &str, text: &str) -> Vec<Result<ToldGame, String>> {
        game_text::read::<Self::Position>(name, text)
    }

    /// Writes a game in that format.
    fn write_game(name: &str, game: &ToldGame) -> Result<String, String> {
        game_text::write::<Self::Position>(name, game)
    }

    /// Whether there are books of openings that can be read.
    const HAS_BOOKS: bool = false;

    /// Reads a book of openings.
    fn read_book(_bytes: Vec<u8>) -> Result<Box<dyn OpeningBook>, String> {
        Err(format!("there are no books for {}", Self::TITLE))
    }

    /// Whether there are endgame tables in files that others made.
    const HAS_TABLE_FOLDERS: bool = false;

    /// Opens the endgame tables of some folders.
    fn open_tables(_folders: &str) -> Result<Arc<dyn FolderTables<Self::Position>>, String> {
        Err(format!("there are no endgame tables in files for {}", Self::TITLE))
    }

    /// What the levels look at in this game.
    const LEVEL_SCALE: LevelScale = LevelScale::ONITAMA;

    /// The strength of each level, in Elo, where it was measured.
    const LEVEL_ELO: &'static [u32] = &[];
    /// The chances behind a score, where they were fitted to games.
    const CHANCES: Option<Chances> = None;
    /// How perft counts a finished game, by the custom of the game.
    const FINISHED: Finished;

    fn deal(spec: &str, seed: u64) -> Result<Self::Position, ParseError>;

    /// The specification of deals for matches: starts that differ with the seed.
    const MATCH_DEAL: &'static str;

    /// A random start of any kind there is, for tests.
    fn random_start(seed: u64) -> Self::Position;

    /// A turn that is played without thought, by seed: out of a book of openings, or of set-ups.
    fn opening(_position: &Self::Position, _seed: u64) -> Option<Turn<Self::Position>> {
        None
    }

    /// The turns of a position, where they have several moves.
    fn count_turns(_position: &Self::Position) -> Option<TurnCounts> {
        None
    }
}

/// The one implementation of [`GameKind`].
pub(crate) struct Kind<W>(PhantomData<W>);

impl<W> Kind<W> {
    pub(crate) const fn new() -> Self {
        Self(PhantomData)
    }
}

impl<W: GameDefinition> Kind<W> {
    fn parse(position: Option<&str>) -> Result<W::Position, ParseError> {
        position.map_or_else(|| Ok(W::Position::start()), W::Position::parse)
    }
}

impl<W: GameDefinition> GameKind for Kind<W> {
    fn name(&self) -> &'static str {
        W::Position::GAME
    }

    fn title(&self) -> &'static str {
        W::TITLE
    }

    fn side_letters(&self) -> [char; 2] {
        Side::BOTH.map(W::Position::side_letter)
    }

    fn protocol(&self) -> &'static str {
        W::PROTOCOL
    }

    fn other_protocols(&self) -> &'static [&'static str] {
        W::OTHER_PROTOCOLS
    }

    fn bench_depth(&self) -> u32 {
        W::BENCH_DEPTH
    }

    fn new_game(
        &self,
        position: Option<&str>,
        referee: Referee,
    ) -> Result<Box<dyn AnyGame>, ParseError> {
        Ok(Box::new(TypedGame::<W::Position>::new(position, referee)?))
    }

    fn deal(&self, spec: &str, seed: u64) -> Result<String, ParseError> {
        W::deal(spec, seed).map(|position| position.text())
    }

    fn match_deal(&self) -> &'static str {
        W::MATCH_DEAL
    }

    fn file_format(&self) -> &'static str {
        W::FILE_FORMAT
    }

    fn read_games(&self, text: &str) -> Vec<Result<ToldGame, String>> {
        W::read_games(self.name(), text)
    }

    fn write_game(&self, game: &ToldGame) -> Result<String, String> {
        W::write_game(self.name(), game)
    }

    fn has_books(&self) -> bool {
        W::HAS_BOOKS
    }

    fn read_book(&self, bytes: Vec<u8>) -> Result<Box<dyn OpeningBook>, String> {
        W::read_book(bytes)
    }

    fn has_table_folders(&self) -> bool {
        W::HAS_TABLE_FOLDERS
    }

    fn open_tables(&self, folders: &str) -> Result<Arc<dyn TableFolders>, String> {
        Ok(Arc::new(Typed(W::open_tables(folders)?)))
    }

    fn writing_option(&self) -> Option<&'static str> {
        W::Position::WRITING_OPTION
    }

    fn level_elo(&self) -> &'static [u32] {
        W::LEVEL_ELO
    }

    fn new_engine(&self, config: &EngineConfig) -> Result<Box<dyn Engine>, ConfigError> {
        Ok(Box::new(AlphaBeta::<W>::new(config)?))
    }

    fn solve(
        &self,
        cards: &str,
        men: usize,
        kind: TableKind,
        threads: usize,
        progress: &mut dyn FnMut(TableProgress) -> bool,
    ) -> Result<Arc<dyn EndgameTable>, TableError> {
        let position = W::Tables::of_cards(cards)?;
        Ok(W::Tables::build(&position, men, kind, threads, progress)?)
    }

    fn wins_table(
        &self,
        request: &WinsRequest<'_>,
        note: &mut dyn FnMut(String),
        progress: &mut dyn FnMut(WinsProgress) -> bool,
    ) -> Result<Box<dyn WinsTable>, TableError> {
        W::Tables::wins(&W::Tables::of_cards(request.cards)?, request, note, progress)
    }

    fn table_men(&self) -> &'static [usize] {
        W::Tables::MEN
    }

    fn table_near(&self, position: &str, men: usize) -> Option<String> {
        let position = Self::parse(Some(position)).ok()?;
        let near = W::Tables::MEN.contains(&men) && W::Tables::is_near(&position, men);
        near.then(|| W::Tables::card_names(&position).join(","))
    }

    fn load_table(&self, from: &mut dyn Read) -> Result<Arc<dyn EndgameTable>, TableError> {
        Ok(W::Tables::load(from)?)
    }

    fn table_cards(&self, cards: &str) -> Result<Vec<String>, TableError> {
        W::Tables::of_cards(cards).map(|position| W::Tables::card_names(&position))
    }

    fn agree(
        &self,
        count: u64,
        seed: u64,
        depth: u32,
        progress: &mut dyn FnMut(u64) -> bool,
    ) -> Result<Agreement, Disagreement> {
        let params = Default::default();
        let deal = |seed| W::random_start(seed);
        agree::<W::Position, W::Eval>(&params, deal, count, seed, depth, progress)
    }

    fn perft(
        &self,
        position: Option<&str>,
        depth: u32,
        strict: bool,
        divided: bool,
    ) -> Result<Perft, ParseError> {
        let position = Self::parse(position)?;
        let finished = if strict { Finished::Nothing } else { W::FINISHED };
        if !divided {
            return Ok(Perft { nodes: perft(&position, depth, finished), divide: Vec::new() });
        }
        let divide: Vec<(String, u64)> = divide(&position, depth, finished)
            .into_iter()
            .map(|(mv, count)| (position.move_text(mv), count))
            .collect();
        let nodes = if divide.is_empty() {
            perft(&position, depth, finished)
        } else {
            divide.iter().map(|(_, count)| count).sum()
        };
        Ok(Perft { nodes, divide })
    }

    fn count_turns(&self, position: Option<&str>) -> Result<Option<TurnCounts>, ParseError> {
        Ok(W::count_turns(&Self::parse(position)?))
    }

    fn evaluation(&self, position: Option<&str>) -> Result<Evaluation, ParseError> {
        let position = Self::parse(position)?;
        let evaluate =
            |params: &EvalParams<W>| W::Eval::new(params, &position).evaluate_fresh(&position);
        let params = EvalParams::<W>::default();
        let points = evaluate(&params);
        let infos = EvalParams::<W>::infos();
        let group = |index: usize| infos[index].name.split('[').next().unwrap_or_default();
        let mut terms = Vec::new();
        let mut first = 0;
        while first < infos.len() {
            let name = group(first);
            let end = (first..infos.len()).find(|&at| group(at) != name).unwrap_or(infos.len());
            let mut without = params.clone();
            (first..end).for_each(|index| without.set(index, 0));
            let worth = points - evaluate(&without);
            if worth != 0 {
                terms.push((name.to_owned(), worth));
            }
            first = end;
        }
        terms.sort_by_key(|(_, worth)| std::cmp::Reverse(worth.abs()));
        Ok(Evaluation { points, terms })
    }

    fn chances(&self, score: Score) -> Option<[u32; 3]> {
        W::CHANCES.map(|model| model.of(score))
    }
}
