//! Where games begin.

use std::collections::BTreeMap;

use engine::{Engine, EngineConfig, GameKind, Limits, ParseError, Referee, Request, Stop, Verdict};
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
        /// The seed gives the order.
        shuffled: bool,
        /// The opening that is played first, from 0.
        #[serde(default, skip_serializing_if = "is_zero")]
        first: u64,
        /// The groups that the file names.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        groups: Option<Groups>,
    },
}

fn is_zero(number: &u64) -> bool {
    *number == 0
}

/// Groups of openings, by the names that their file gives them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Groups {
    /// The names, in the order of the file.
    pub names: Vec<String>,
    /// The group of each position, by its number among the names.
    pub of: Vec<u32>,
}

/// The largest text of openings that is read, in bytes.
pub const MOST_BYTES: u64 = 256 << 20;
/// The most openings that are read.
const MOST_OPENINGS: usize = 2_000_000;
/// The most groups; more are names of single openings.
const MOST_GROUPS: usize = 1_000;

/// How a file of openings is read.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Reading {
    /// The seed gives the order.
    pub shuffled: bool,
    /// Where an opening is a list of turns, how many of them are played; None for all.
    pub plies: Option<usize>,
    /// The opening that is played first, from 0.
    pub first: u64,
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
        /// The fault.
        reason: String,
    },
    /// A game of a file of games.
    #[error("{0}")]
    Game(String),
    /// Nothing is in the file.
    #[error("there is no opening in it")]
    Empty,
    /// The file is too large.
    #[error("it is larger than {} MiB, which is the limit", MOST_BYTES >> 20)]
    TooLarge,
    /// The file has too many.
    #[error("there are more than {MOST_OPENINGS} openings in it, which is the limit")]
    TooMany,
}

impl Openings {
    /// The openings of a file: one a line, as a position, a position and ` moves T1, T2`, a position with
    /// EPD's operations after it, ` moves T1, T2` from the usual start, or JSON with `start` and `turns`. Blank lines and those that begin with
    /// `#` are passed over. Or a file of games in the game's own format (PGN in chess): where each of them ends, an opening is.
    ///
    /// A group is the `id` of an EPD line without the number at its end, the tag `Opening` or `ECO` of a game, or `group` of
    /// an object of JSON.
    ///
    /// # Errors
    /// The first line or game that is none, or that there are too many.
    pub fn read(text: &str, kind: &dyn GameKind, how: Reading) -> Result<Self, OpeningsError> {
        if text.len() as u64 > MOST_BYTES {
            return Err(OpeningsError::TooLarge);
        }
        let mut positions = Vec::new();
        let mut names: Vec<Option<String>> = Vec::new();
        let mut take = |(position, name): (String, Option<String>)| {
            positions.push(position);
            names.push(name);
            if positions.len() > MOST_OPENINGS { Err(OpeningsError::TooMany) } else { Ok(()) }
        };
        if holds_games(text) {
            for (game, number) in kind.files().read(text).into_iter().zip(1_u64..) {
                let game = game.map_err(OpeningsError::Game)?;
                let tag = |name: &str| game.tags.iter().find(|tag| tag.0 == name);
                let name = tag("Opening").or_else(|| tag("ECO")).map(|tag| tag.1.clone());
                let turns: Vec<String> =
                    game.turns.into_iter().map(|recorded| recorded.turn).collect();
                let end = end_of(&game.start, &turns, how.plies, kind)
                    .map_err(|reason| OpeningsError::Game(format!("game {number}: {reason}")))?;
                take((end, name))?;
            }
        } else {
            for (line, number) in text.lines().map(str::trim).zip(1..) {
                if line.is_empty() || line.starts_with('#') {
                    continue;
                }
                let opening = read_line(line, how.plies, kind);
                take(opening.map_err(|reason| OpeningsError::Line { number, reason })?)?;
            }
        }
        if positions.is_empty() {
            return Err(OpeningsError::Empty);
        }
        let Reading { shuffled, first, .. } = how;
        Ok(Self::List { positions, shuffled, first, groups: groups(names) })
    }

    /// The same without its positions.
    pub(crate) fn outline(&self) -> Self {
        match self {
            Self::Deal(_) => self.clone(),
            Self::List { shuffled, first, .. } => {
                let (positions, shuffled, first) = (Vec::new(), *shuffled, *first);
                Self::List { positions, shuffled, first, groups: None }
            }
        }
    }

    /// The order of the positions in this round through the list, where the seed gives it.
    pub(crate) fn order(&self, seed: u64, round: u64) -> Vec<usize> {
        match self {
            Self::List { positions, shuffled: true, .. } => {
                // Each time through the list has an order of its own.
                shuffled(positions.len(), mix(seed, round))
            }
            _ => Vec::new(),
        }
    }

    /// The round through the list, and the place in it, of the opening with this number; None where they are dealt.
    pub(crate) fn place(&self, number: u64) -> Option<(u64, usize)> {
        let Self::List { positions, first, .. } = self else { return None };
        let count = positions.len().max(1) as u64;
        let number = number.saturating_add(*first);
        Some((number / count, (number % count) as usize))
    }

    /// The opening with this number, from 0, and its group. `order` is that of its round.
    ///
    /// # Errors
    /// If the deal cannot be read, or there is no position.
    pub(crate) fn opening(
        &self,
        kind: &dyn GameKind,
        seed: u64,
        number: u64,
        order: &[usize],
    ) -> Result<(String, Option<&str>), OpeningsError> {
        match self {
            Self::Deal(spec) => {
                let spec = if spec.is_empty() { kind.info().match_deal } else { spec };
                let deal =
                    kind.starts().deal(spec, mix(seed, number)).map_err(OpeningsError::Deal)?;
                Ok((deal, None))
            }
            Self::List { positions, groups, .. } => {
                let at =
                    self.place(number).map_or(0, |(_, at)| order.get(at).copied().unwrap_or(at));
                let position = positions.get(at).ok_or(OpeningsError::Empty)?;
                let group = groups.as_ref().and_then(|groups| {
                    groups.names.get(*groups.of.get(at)? as usize).map(String::as_str)
                });
                Ok((position.clone(), group))
            }
        }
    }
}

/// The groups behind the names of openings; None where they name no groups, or each opening by itself.
fn groups(names: Vec<Option<String>>) -> Option<Groups> {
    let count = names.len();
    let mut known: BTreeMap<String, u32> = BTreeMap::new();
    let mut found = Groups { names: Vec::new(), of: Vec::with_capacity(count) };
    for name in names {
        let name = name.unwrap_or_else(|| "(no group)".to_owned());
        let next = found.names.len() as u32;
        let number = *known.entry(name).or_insert_with_key(|name| {
            found.names.push(name.clone());
            next
        });
        found.of.push(number);
        if found.names.len() > MOST_GROUPS {
            return None;
        }
    }
    let several = found.names.len() > 1 && 2 * found.names.len() <= count;
    several.then_some(found)
}

/// The name of a group in an EPD `id`: without quotes and the number at its end.
fn group_of_id(line: &str) -> Option<String> {
    let id = line.split(';').find_map(|part| {
        let (_, id) = part.rsplit_once(" id ").or_else(|| part.trim_start().split_once("id "))?;
        Some(id.trim().trim_matches('"'))
    })?;
    let name = id.trim_end_matches(|c: char| c.is_ascii_digit() || ".#-_ ".contains(c));
    (!name.is_empty()).then(|| name.to_owned())
}

#[derive(Deserialize)]
struct Saved {
    start: String,
    #[serde(default)]
    turns: Vec<String>,
    #[serde(default)]
    group: Option<String>,
}

/// A text holds games and not positions: it begins with a tag or with a numbered turn.
fn holds_games(text: &str) -> bool {
    let mut lines = text.lines().map(str::trim);
    let first = lines.find(|line| !line.is_empty() && !line.starts_with('#'));
    first.is_some_and(|line| {
        let word = line.split_whitespace().next().unwrap_or("");
        let tag = line.starts_with('[') && line.contains('"');
        tag || word.starts_with("1.") || word == "1g" || word == "1w"
    })
}

fn read_line(
    line: &str,
    plies: Option<usize>,
    kind: &dyn GameKind,
) -> Result<(String, Option<String>), String> {
    let listed = |moves: &str| moves.split(',').map(|turn| turn.trim().to_owned()).collect();
    let (start, turns, group) = if line.starts_with('{') {
        let saved: Saved = serde_json::from_str(line).map_err(|error| error.to_string())?;
        (saved.start, saved.turns, saved.group)
    } else if let Some(moves) = line.strip_prefix("moves ") {
        let usual = kind.new_game(None, Referee::default()).map_err(|error| error.to_string())?;
        (usual.start_text(), listed(moves), None)
    } else if let Some((start, moves)) = line.split_once(" moves ") {
        (start.trim().to_owned(), listed(moves), None)
    } else {
        (position_of(line, kind)?, Vec::new(), group_of_id(line))
    };
    Ok((end_of(&start, &turns, plies, kind)?, group))
}

/// Where turns lead to, or so many of them; the game must not be over there.
fn end_of(
    start: &str,
    turns: &[String],
    plies: Option<usize>,
    kind: &dyn GameKind,
) -> Result<String, String> {
    let mut game =
        kind.new_game(Some(start), Referee::default()).map_err(|error| error.to_string())?;
    let turns = &turns[..plies.unwrap_or(turns.len()).min(turns.len())];
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
    epd(line, kind).map(|(position, _)| position)
}

/// A line of EPD, of any game: the position, and the operations behind it (`bm Nf3; id "one";`); or a position alone.
///
/// # Errors
/// If no position stands at its beginning; in words.
pub fn epd<'l>(line: &'l str, kind: &dyn GameKind) -> Result<(String, &'l str), String> {
    let whole = kind.new_game(Some(line), Referee::default());
    let error = match whole {
        Ok(game) => return Ok((game.position_text(), "")),
        Err(error) => error.to_string(),
    };
    let Some(mut end) = line.find(';') else { return Err(error) };
    // Which of the words belong to the first operation, only the game can tell.
    loop {
        end = line[..end].trim_end().len();
        if let Ok(game) = kind.new_game(Some(&line[..end]), Referee::default()) {
            return Ok((game.position_text(), line[end..].trim()));
        }
        let Some(at) = line[..end].rfind(char::is_whitespace) else { return Err(error) };
        end = at;
    }
}

/// How openings are made.
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
    /// The deal, in the game's own words.
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
/// more than the balance, and none twice. `found` gets each, and how many were looked at; it ends
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
                let request = Request::at(kind, &position, limits.clone());
                let request = request.map_err(|error| error.to_string())?;
                let score = search(engine.as_mut(), &request)?;
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
    let start = kind.starts().deal(&making.deal, seed).map_err(|error| error.to_string())?;
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
fn search(engine: &mut dyn Engine, request: &Request) -> Result<Option<i32>, String> {
    let outcome = request.search(engine, &Stop::default(), &mut |_| {});
    let last = outcome.map_err(|error| error.to_string())?.last;
    Ok(last.and_then(|info| match info.score.verdict() {
        Verdict::Points(points) => Some(points),
        Verdict::Win(_) | Verdict::Loss(_) => None,
    }))
}
