//! Chess.

mod syzygy;

use std::sync::Arc;

use chess::pgn::{self, Pgn, PgnMove, PgnResult};
use game::perft::Finished;
use game::{Notation as _, ParseError, Position as _};

use crate::chances::Chances;
use crate::folders::FolderTables;
use crate::kind::GameDefinition;
use crate::levels::{LevelLimits, LevelScale};
use crate::presets::{self, Preset};
use crate::tables::NoTables;
use crate::told::{OpeningBook, ToldGame, ToldResult, ToldTurn};

/// How chess is wired to the engine.
#[derive(Clone)]
pub(super) struct Chess;

impl search::Defaults for Chess {
    const SWITCHES: search::Switches = search::Switches {
        null_move_verification: true,
        razoring: true,
        late_move_pruning: true,
        delta_pruning: true,
        exchange_pruning: true,
        exchange_ordering: true,
        quiescence_evasions: true,
        quiescence_checks: true,
        extend_all_checks: true,
        internal_reductions: false,
        table_early: true,
        quiescence_table: true,
        continuation: true,
        improving: true,
        ..search::Switches::START
    };
    const TUNABLES: search::Tunables = search::Tunables {
        // The rest after a pass is searched to depth - 3.
        null_move_reduction: 2,
        null_move_growth: 20,
        null_verification_depth: 8,
        lmr_slope: 55,
        // 300 points at depth 1, 500 at depth 2.
        futility_base: 100,
        futility_margin: 200,
        futility_depth: 2,
        razoring_margin: 200,
        razoring_depth: 2,
        quiescence_depth: 8,
        ..search::Tunables::START
    };
}

impl GameDefinition for Chess {
    type Position = chess::Position;
    type Eval = chess::Evaluation;
    type Defaults = Self;
    type Tables = NoTables;
    const TITLE: &'static str = "Chess";
    const PROTOCOL: &'static str = "uci";
    // Level 9 as measured against Stockfish 15.1 at UCI_Elo 2000, the others by their distances (docs/strength.md).
    const CHANCES: Option<Chances> = Some(Chances { even: 1.37, spread: 1.52 });
    const LEVEL_ELO: &'static [u32] = &[
        850, 935, 1_040, 1_240, 1_320, 1_450, 1_580, 1_740, 1_900, 1_960, 2_050, 2_130, 2_210,
        2_280, 2_350,
    ];
    const OTHER_PROTOCOLS: &'static [&'static str] = &["xboard"];
    const HAS_BOOKS: bool = true;
    const HAS_TABLE_FOLDERS: bool = true;
    const FILE_FORMAT: &'static str = "pgn";
    const BENCH_DEPTH: u32 = 9;
    const LEVEL_SCALE: LevelScale = LevelScale {
        lowest: [
            LevelLimits::OWN_MOVE,
            // A few of its moves, and what could be taken at once.
            LevelLimits { states: Some(45), every_move: false, captures: 1, ..LevelLimits::ALL },
            LevelLimits { captures: 1, ..LevelLimits::plies(1) },
        ],
        states: 4,
    };
    const MATCH_DEAL: &'static str = "random";
    const PRESETS: &'static [Preset] = &presets::SHALLOW_BLUE;
    const FINISHED: Finished = Finished::Unasked;

    fn deal(spec: &str, seed: u64) -> Result<chess::Position, ParseError> {
        chess::Position::deal(spec, seed)
    }

    fn random_start(seed: u64) -> chess::Position {
        // Any count of plies: the table must not confuse them.
        let position = chess::Position::random_play(seed, (seed >> 40) as usize % 120);
        let clock = (seed >> 32) as u16 % chess::CLOCK_LIMIT;
        position.with_counts(clock, position.number())
    }

    fn read_games(_name: &str, text: &str) -> Vec<Result<ToldGame, String>> {
        pgn::read(text).map(|game| game.map(told).map_err(|error| error.to_string())).collect()
    }

    fn read_book(bytes: Vec<u8>) -> Result<Box<dyn OpeningBook>, String> {
        chess::Book::new(bytes).map(|book| Box::new(Openings(book)) as Box<dyn OpeningBook>)
    }

    fn open_tables(folders: &str) -> Result<Arc<dyn FolderTables<chess::Position>>, String> {
        syzygy::Folders::open(folders)
    }

    fn write_game(_name: &str, game: &ToldGame) -> Result<String, String> {
        write(game).map(|pgn| pgn.to_string())
    }
}

/// A book, with text at its edges.
struct Openings(chess::Book);

impl OpeningBook for Openings {
    fn turns(&self, position: &str) -> Vec<(String, u32)> {
        let Ok(position) = chess::Position::parse(position) else { return Vec::new() };
        let moves = self.0.moves(&position).into_iter();
        moves.map(|(mv, weight)| (position.move_text(mv), weight.into())).collect()
    }
}

fn told(game: Pgn) -> ToldGame {
    let mut position = game.start;
    let turn = |told: &PgnMove| {
        let turn = position.move_text(told.mv);
        position = position.make(told.mv);
        let PgnMove { clock, elapsed, .. } = *told;
        ToldTurn { turn, comment: told.comment.clone(), clock, elapsed }
    };
    let turns = game.moves.iter().map(turn).collect();
    let winner = match game.result {
        PgnResult::White => Some(Some('w')),
        PgnResult::Black => Some(Some('b')),
        PgnResult::Draw => Some(None),
        PgnResult::Unknown => None,
    };
    let result = winner.map(|winner| ToldResult { winner });
    ToldGame { tags: game.tags, start: game.start.text(), turns, result }
}

fn write(game: &ToldGame) -> Result<Pgn, String> {
    let start = chess::Position::parse(&game.start).map_err(|error| format!("start: {error}"))?;
    let mut position = start;
    let mut moves = Vec::with_capacity(game.turns.len());
    for (number, told) in (1..).zip(&game.turns) {
        let mv = position.parse_move(&told.turn);
        let mv = mv.map_err(|error| format!("turn {number}: {error}"))?;
        position = position.make(mv);
        let ToldTurn { clock, elapsed, comment, .. } = told.clone();
        moves.push(PgnMove { clock, elapsed, comment, ..PgnMove::new(mv) });
    }
    let result = match game.result {
        None => PgnResult::Unknown,
        Some(ToldResult { winner: Some('w') }) => PgnResult::White,
        Some(ToldResult { winner: Some(_) }) => PgnResult::Black,
        Some(ToldResult { winner: None }) => PgnResult::Draw,
    };
    Ok(Pgn { tags: game.tags.clone(), start, comment: None, moves, result })
}
