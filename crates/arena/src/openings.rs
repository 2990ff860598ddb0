//! Where games begin.

use engine::{EngineConfig, Event, GameKind, Limits, ParseError, Referee, Verdict};
use serde::{Deserialize, Serialize};

use crate::seeds::{mix, shuffled};

/// Where the games of a match begin; each opening is played with sides changed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Openings {
    /// Random deals by the game's own words (in Onitama decks or cards); empty for the usual.
    Deal(String),
    /// Positions, in this order or in one that the seed gives; from the first again after the last.
    List {
        /// Texts of positions.
        positions: Vec<String>,
        /// Whether the seed gives the order.
        shuffled: bool,
    },
}

/// Why openings cannot be used.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum OpeningsError {
    /// The deal cannot be read.
    #[error("the deal cannot be read: {0}")]
    Deal(ParseError),
    /// A line of a file.
    #[error("line {number}: {reason}")]
    Line {
        /// Its number, from 1.
        number: usize,
        /// What is wrong with it.
        reason: String,
    },
    /// A game of a file of games.
    #[error("{0}")]
    Game(String),
    /// Nothing is in the file.
    #[error("there is no opening in it")]
    Empty,
}

impl Openings {
    /// The openings of a file: one a line, as a position, a position and ` moves T1, T2`, a position with
    /// EPD's operations after it, ` moves T1, T2` from the usual start, or JSON with `start` and `turns`. Blank lines and those that begin with
    /// `#` are passed over. Or a file of games in the game's own format (PGN in chess): where each of them ends, an opening is.
    ///
    /// # Errors
    /// The first line or game that is none.
    pub fn read(text: &str, kind: &dyn GameKind, shuffled: bool) -> Result<Self, OpeningsError> {
        let mut positions = Vec::new();
        if holds_games(text) {
            for game in kind.read_games(text) {
                let game = game.map_err(OpeningsError::Game)?;
                let turns: Vec<String> = game.turns.into_iter().map(|told| told.turn).collect();
                let number = positions.len() + 1;
                let end = end_of(&game.start, &turns, kind)
                    .map_err(|reason| OpeningsError::Game(format!("game {number}: {reason}")))?;
                positions.push(end);
            }
            return if positions.is_empty() {
                Err(OpeningsError::Empty)
            } else {
                Ok(Self::List { positions, shuffled })
            };
        }
        for (index, line) in text.lines().enumerate() {
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let number = index + 1;
            let position =
                read_line(line, kind).map_err(|reason| OpeningsError::Line { number, reason })?;
            positions.push(position);
        }
        if positions.is_empty() {
            return Err(OpeningsError::Empty);
        }
        Ok(Self::List { positions, shuffled })
    }

    /// The opening with this number, from 0.
    ///
    /// # Errors
    /// If the deal cannot be read.
    pub fn opening(
        &self,
        kind: &dyn GameKind,
        seed: u64,
        number: u64,
    ) -> Result<String, OpeningsError> {
        match self {
            Self::Deal(spec) => {
                let spec = if spec.is_empty() { kind.match_deal() } else { spec };
                kind.deal(spec, mix(seed, number)).map_err(OpeningsError::Deal)
            }
            Self::List { positions, .. } if positions.is_empty() => Err(OpeningsError::Empty),
            Self::List { positions, shuffled: by_seed } => {
                let count = positions.len();
                let round = number / count as u64;
                let at = (number % count as u64) as usize;
                // Each time through the list has an order of its own.
                let at = if *by_seed { shuffled(count, mix(seed, round))[at] } else { at };
                Ok(positions[at].clone())
            }
        }
    }
}

#[derive(Deserialize)]
struct Saved {
    start: String,
    #[serde(default)]
    turns: Vec<String>,
}

/// Whether a text holds games and not positions: it begins with a tag or with a numbered turn.
fn holds_games(text: &str) -> bool {
    let mut lines = text.lines().map(str::trim);
    let first = lines.find(|line| !line.is_empty() && !line.starts_with('#'));
    first.is_some_and(|line| {
        let word = line.split_whitespace().next().unwrap_or("");
        let tag = line.starts_with('[') && line.contains('"');
        tag || word.starts_with("1.") || word == "1g" || word == "1w"
    })
}

fn read_line(line: &str, kind: &dyn GameKind) -> Result<String, String> {
    let listed = |moves: &str| moves.split(',').map(|turn| turn.trim().to_owned()).collect();
    let (start, turns) = if line.starts_with('{') {
        let saved: Saved = serde_json::from_str(line).map_err(|error| error.to_string())?;
        (saved.start, saved.turns)
    } else if let Some(moves) = line.strip_prefix("moves ") {
        let usual = kind.new_game(None, Referee::default()).map_err(|error| error.to_string())?;
        (usual.start_text(), listed(moves))
    } else if let Some((start, moves)) = line.split_once(" moves ") {
        (start.trim().to_owned(), listed(moves))
    } else {
        (position_of(line, kind)?, Vec::new())
    };
    end_of(&start, &turns, kind)
}

/// Where turns lead to; the game must not be over there.
fn end_of(start: &str, turns: &[String], kind: &dyn GameKind) -> Result<String, String> {
    let mut game =
        kind.new_game(Some(start), Referee::default()).map_err(|error| error.to_string())?;
    for (index, turn) in turns.iter().enumerate() {
        game.play(turn).map_err(|error| format!("turn {} ('{turn}'): {error}", index + 1))?;
    }
    if let Some(ending) = game.ending() {
        return Err(format!("the game is over there ({})", ending.reason));
    }
    Ok(game.position_text())
}

/// The position at the beginning of a line: all of it, or what stands before EPD's operations.
fn position_of(line: &str, kind: &dyn GameKind) -> Result<String, String> {
    let whole = kind.new_game(Some(line), Referee::default());
    let error = match whole {
        Ok(game) => return Ok(game.position_text()),
        Err(error) => error.to_string(),
    };
    let Some((before, _)) = line.split_once(';') else { return Err(error) };
    // Which of the words belong to the first operation, only the game can tell.
    let mut text = before.trim_end();
    loop {
        if let Ok(game) = kind.new_game(Some(text), Referee::default()) {
            return Ok(game.position_text());
        }
        let Some(at) = text.rfind(char::is_whitespace) else { return Err(error) };
        text = text[..at].trim_end();
    }
}

/// What openings are made like.
#[derive(Clone, PartialEq, Debug)]
pub struct Making {
    /// How many.
    pub count: usize,
    /// Random turns from the start.
    pub plies: usize,
    /// The farthest that the score may be from 0, in points.
    pub balance: i32,
    /// How deep they are searched, in plies.
    pub depth: u32,
    /// From which the turns come.
    pub seed: u64,
    /// What to deal, in the game's own words.
    pub deal: String,
}

/// An opening that was made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Made {
    /// The position.
    pub position: String,
    /// Its score from the view of the side to move, in points.
    pub score: i32,
}

/// Makes openings: random turns from a random deal, kept where a search finds neither side better by
/// more than the balance, and none twice. `found` is told each, and how many were looked at; it ends
/// the work where it says no.
///
/// # Errors
/// If the deal cannot be read, or the search fails.
pub fn make(
    kind: &dyn GameKind,
    making: &Making,
    found: &mut dyn FnMut(Option<&Made>, u64) -> bool,
) -> Result<Vec<Made>, String> {
    let config = EngineConfig { hash_mib: 16, ..EngineConfig::default() };
    let mut engine = kind.new_engine(&config).map_err(|error| error.to_string())?;
    let limits = Limits { depth: Some(making.depth), ..Limits::default() };
    let mut known = std::collections::BTreeSet::new();
    let mut made = Vec::new();
    let mut tried = 0;
    while made.len() < making.count {
        let seed = mix(making.seed, tried);
        tried += 1;
        let opening = match random_opening(kind, making, seed)? {
            Some(position) if known.insert(position.clone()) => {
                engine.new_game();
                engine.set_game(Some(&position), &[]).map_err(|error| error.to_string())?;
                let score = search(engine.as_mut(), &limits)?;
                let balanced = score.filter(|score| score.abs() <= making.balance);
                balanced.map(|score| Made { position, score })
            }
            _ => None,
        };
        if !found(opening.as_ref(), tried) {
            break;
        }
        made.extend(opening);
    }
    Ok(made)
}

fn random_opening(
    kind: &dyn GameKind,
    making: &Making,
    seed: u64,
) -> Result<Option<String>, String> {
    let start = kind.deal(&making.deal, seed).map_err(|error| error.to_string())?;
    let mut game =
        kind.new_game(Some(&start), Referee::default()).map_err(|error| error.to_string())?;
    for ply in 0..making.plies {
        let mut drawn = 0;
        let chosen = game.random_turn(&mut || {
            drawn += 1;
            mix(seed.wrapping_add((drawn - 1) << 32), ply as u64 + 1)
        });
        let Some(turn) = chosen else { return Ok(None) };
        game.play(&turn).map_err(|error| error.to_string())?;
    }
    Ok(game.ending().is_none().then(|| game.position_text()))
}

/// The score in points; None where the game is decided.
fn search(engine: &mut dyn engine::Engine, limits: &Limits) -> Result<Option<i32>, String> {
    let (sender, events) = std::sync::mpsc::channel();
    engine.go(limits.clone(), Box::new(move |event| drop(sender.send(event))));
    for event in events {
        match event {
            Event::Info(_) | Event::Current { .. } => {}
            Event::Failed(fault) => return Err(fault),
            Event::BestMove { last, .. } => {
                return Ok(last.and_then(|info| match info.score.verdict() {
                    Verdict::Points(points) => Some(points),
                    Verdict::Win(_) | Verdict::Loss(_) => None,
                }));
            }
        }
    }
    Err("the search ended without a result".to_owned())
}
