//! Arimaa.

use game::perft::Finished;
use game::{Game, Notation as _, ParseError, Referee, Turn};

use crate::kind::{GameDefinition, TurnCounts};
use crate::levels::{LevelLimits, LevelScale};
use crate::presets::{self, Preset};
use crate::tables::NoTables;
use crate::told::{ToldGame, ToldResult, ToldTurn};

/// How Arimaa is wired to the engine.
#[derive(Clone)]
pub(super) struct Arimaa;

impl search::Defaults for Arimaa {
    const SWITCHES: search::Switches =
        search::Switches { check_extension: false, ..search::Switches::START };
    const TUNABLES: search::Tunables = search::Tunables {
        quiescence_depth: 4,
        aspiration_window: 60,
        null_move_depth: 6,
        null_move_reduction: 5,
        reverse_futility_margin: 110,
        futility_margin: 130,
        ..search::Tunables::START
    };
}

impl GameDefinition for Arimaa {
    type Position = arimaa::Position;
    type Eval = arimaa::Evaluation;
    type Defaults = Self;
    type Tables = NoTables;
    const TITLE: &'static str = "Arimaa";
    const PROTOCOL: &'static str = "aei";
    const BENCH_DEPTH: u32 = 5;
    const LEVEL_SCALE: LevelScale = LevelScale {
        lowest: [LevelLimits::OWN_MOVE, LevelLimits::states(60), LevelLimits::states(200)],
        states: 10,
    };
    const MATCH_DEAL: &'static str = "setups";
    const PRESETS: &'static [Preset] = &[presets::MATERIAL];
    const FINISHED: Finished = Finished::Nothing;

    const FILE_FORMAT: &'static str = "list of turns";

    fn read_games(_name: &str, text: &str) -> Vec<Result<ToldGame, String>> {
        // A game begins with Gold's set-up.
        let begins = |line: &str| {
            line.split_whitespace().next().is_some_and(|head| matches!(head, "1g" | "1w"))
        };
        let mut games: Vec<String> = Vec::new();
        for line in text.lines() {
            if games.is_empty() || begins(line) {
                games.push(String::new());
            }
            if let Some(game) = games.last_mut() {
                *game += line;
                game.push('\n');
            }
        }
        games.iter().map(|game| told(game)).collect()
    }

    fn write_game(_name: &str, told: &ToldGame) -> Result<String, String> {
        let start =
            arimaa::Position::parse(&told.start).map_err(|error| format!("start: {error}"))?;
        let setup = if start == arimaa::Position::start() {
            String::new()
        } else {
            setup(&told.start).ok_or(
                "a list of turns begins with the set-up, and this game begins with a board that is none",
            )?
        };
        let mut game = Game::new(start, Referee::default());
        for (number, turn) in (1..).zip(&told.turns) {
            game.play(&turn.turn).map_err(|error| format!("turn {number}: {error}"))?;
        }
        Ok(setup + &arimaa::record::write(&game))
    }

    fn deal(spec: &str, seed: u64) -> Result<arimaa::Position, ParseError> {
        arimaa::Position::deal(spec, seed)
    }

    fn random_start(seed: u64) -> arimaa::Position {
        arimaa::Position::random_board(seed)
    }

    fn opening(position: &arimaa::Position, seed: u64) -> Option<Turn<arimaa::Position>> {
        position.book_setup(seed)
    }

    fn count_turns(position: &arimaa::Position) -> Option<TurnCounts> {
        let arimaa::TurnCounts { sequences, turns, digest_xor, .. } = position.count_turns();
        Some(TurnCounts { sequences, turns, digest_xor })
    }
}

/// A game of a list of turns; one that was given up has a loser and no last turn.
fn told(text: &str) -> Result<ToldGame, String> {
    let lines = arimaa::record::read(text).map_err(|error| error.to_string())?;
    let mut game = Game::new(arimaa::Position::start(), Referee::default());
    let mut turns = Vec::new();
    let mut winner = None;
    for (number, line) in (1..).zip(&lines) {
        if line.turn == "resigns" || line.turn == "lost" {
            winner = Some(arimaa::Position::side_letter(line.side.other()));
            break;
        }
        if line.turn.is_empty() {
            break;
        }
        game.play(&line.turn).map_err(|error| format!("turn {number}: {error}"))?;
        turns.push(ToldTurn { turn: line.turn.clone(), ..ToldTurn::default() });
    }
    let won = game.ending().and_then(|ending| ending.outcome.winner());
    let winner = won.map(arimaa::Position::side_letter).or(winner);
    let result = winner.map(|winner| ToldResult { winner: Some(winner) });
    Ok(ToldGame { tags: Vec::new(), start: game.start().text(), turns, result })
}

/// The two turns that lead to a board with all pieces at home, Gold to move.
fn setup(start: &str) -> Option<String> {
    let board = start.strip_prefix("g [")?.strip_suffix(']')?;
    let pieces: Vec<String> = board
        .chars()
        .enumerate()
        .filter(|(_, piece)| piece.is_ascii_alphabetic())
        .map(|(at, piece)| format!("{piece}{}{}", (b'a' + at as u8 % 8) as char, 8 - at / 8))
        .collect();
    let home = |piece: &&String| piece.starts_with(char::is_uppercase);
    let (gold, silver): (Vec<&String>, Vec<&String>) = pieces.iter().partition(home);
    let line = |pieces: Vec<&String>| pieces.into_iter().cloned().collect::<Vec<_>>().join(" ");
    let text = format!("1g {}\n1s {}\n", line(gold), line(silver));
    // Only what the rules play to this very board.
    let reached = told(&text).ok()?;
    let mut game = Game::new(arimaa::Position::start(), Referee::default());
    for turn in &reached.turns {
        game.play(&turn.turn).ok()?;
    }
    (game.position().text() == start).then_some(text)
}
