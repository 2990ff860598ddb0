//! The messages between page and server: JSON objects over a WebSocket, told apart by `type`.
//!
//! A message that cannot be read is answered by an [`ServerMessage::Error`] that names the fault and the place.

pub mod arena;
pub mod study;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use self::arena::{GameOf, List, Shown, Start, TournamentId};
use study::{
    Analyse, Analysis, ClockRule, ClockState, Edit, LibraryGame, LibraryOf, Line, Look, MainLine,
    Remove, ReportState, Resign, TreeNode, Within, WithinLine,
};

/// The version of this protocol, in `hello`.
pub const PROTOCOL: u32 = 1;
/// The longest message a client may send, in bytes.
pub const MAX_MESSAGE: usize = 64 * 1024;

/// Who plays a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Player {
    /// Whoever watches the game.
    Person,
    /// Tesuji, at one of the levels that `hello` lists.
    Engine {
        /// From 1, the weakest.
        level: u8,
    },
}

/// What a client may say.
#[derive(Clone, Debug, PartialEq)]
pub enum ClientMessage {
    /// Begin a game.
    New(NewGame),
    /// Tell me how the game stands, and all that happens in it.
    Watch(GameId),
    /// Tell me no more of it.
    Leave(GameId),
    /// Play a turn.
    Play(Play),
    /// Take back to that ply.
    Undo(AtPly),
    /// Search for the person to move.
    Hint(AtPly),
    /// Let the engine play the best it has found.
    MoveNow(GameId),
    /// Let the engine search again after a failure.
    Think(GameId),
    /// Let the engine think in a person's time, or not.
    Ponder(Ponder),
    /// Play what was taken back.
    Redo(AtPly),
    /// Give up.
    Resign(Resign),
    /// What stands at the end of a line?
    Look(Look),
    /// How does a turn of several moves go on?
    Within(WithinLine),
    /// Search a position until told otherwise.
    Analyse(Analyse),
    /// Search no more.
    StopAnalysis(Nothing),
    /// Change the game's tree.
    Edit(Edit),
    /// Make a line the game itself.
    MainLine(MainLine),
    /// Judge every position of the game.
    Report(GameId),
    /// Judge no more.
    StopReport(GameId),
    /// Which games are there?
    Library(LibraryOf),
    /// Take a game out of the library, or put it back.
    Remove(Remove),
    /// Which tournaments are there?
    ArenaList(Nothing),
    /// Tell me how a tournament stands, now and whenever that changes; instead of another one.
    ArenaWatch(TournamentId),
    /// Tell me no more of it.
    ArenaLeave(Nothing),
    /// Begin a tournament.
    ArenaStart(Start),
    /// Ask whoever plays it to stop.
    ArenaStop(TournamentId),
    /// Let it go on.
    ArenaResume(TournamentId),
    /// Forget it and its games.
    ArenaRemove(TournamentId),
    /// The record of a finished game.
    ArenaGame(GameOf),
}

/// `new`.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NewGame {
    /// The game's name.
    pub game: String,
    /// How to deal the start, in the game's own words; not together with `position`.
    pub deal: Option<String>,
    /// The seed of a random deal; without it the server rolls one.
    pub seed: Option<u64>,
    /// A position to start from.
    pub position: Option<String>,
    /// Who plays each side, by side letter; a side left out is a person's.
    #[serde(default)]
    pub players: BTreeMap<char, Player>,
    /// Turns already played.
    #[serde(default)]
    pub turns: Vec<String>,
    /// A tree to begin with.
    #[serde(default)]
    pub tree: Vec<study::TreeEdit>,
    /// What was thought of each of them, where that is known.
    #[serde(default)]
    pub thoughts: Vec<Option<Thought>>,
    /// Who played, by side letter, where it was played elsewhere.
    #[serde(default)]
    pub names: BTreeMap<char, String>,
    /// How it ended there, where the board does not show it.
    pub ending: Option<Ending>,
    /// Where it was played: a game that is in the library already is taken over from there once.
    pub origin: Option<String>,
    /// The clock, if there is one.
    pub clock: Option<ClockRule>,
    /// Whose library the game goes into.
    pub user: Option<String>,
}

/// A message without fields.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Nothing {}

/// A message about a game as a whole.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameId {
    /// The game.
    pub id: String,
}

/// A message about a game at a ply; refused as stale when the game has gone on.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AtPly {
    /// The game.
    pub id: String,
    /// The number of turns played before the position meant.
    pub ply: usize,
}

/// `ponder`.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ponder {
    /// The game.
    pub id: String,
    /// Whether the engine is to think while a person does.
    pub on: bool,
}

/// `play`.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Play {
    /// The game.
    pub id: String,
    /// The number of turns played before this one.
    pub ply: usize,
    /// The turn in the game's notation.
    pub turn: String,
}

/// The most characters of a message that come back in an error about it.
const SHOWN: usize = 300;

/// The types that [`read`] knows, for the error that lists them.
const TYPES: &str = "new, watch, leave, play, undo, redo, resign, hint, move_now, think, ponder, look, within, analyse, stop_analysis, edit, main_line, \
    report, stop_report, library, remove, arena_list, arena_watch, arena_leave, arena_start, arena_stop, arena_resume, \
    arena_remove, arena_game";

/// Reads a client's message.
///
/// # Errors
/// A [`Failure`] that names the fault and the place.
pub fn read(text: &str) -> Result<ClientMessage, Failure> {
    if text.len() > MAX_MESSAGE {
        let message =
            format!("A message may have {MAX_MESSAGE} bytes; this one has {}.", text.len());
        return Err(Failure::new(Code::TooLarge, message));
    }
    let mut value: Value = serde_json::from_str(text).map_err(|error| {
        let place = format!("line {}, column {}", error.line(), error.column());
        Failure::new(Code::BadMessage, format!("This is no JSON: {error}.")).at(place)
    })?;
    let Some(object) = value.as_object_mut() else {
        return Err(Failure::new(Code::BadMessage, "A message is a JSON object with a type."));
    };
    let kind = match object.remove("type") {
        Some(Value::String(kind)) => kind,
        Some(_) => {
            return Err(
                Failure::new(Code::BadMessage, "The type of a message is a string.").at("type")
            );
        }
        None => {
            return Err(Failure::new(
                Code::BadMessage,
                format!("The message has no type; there are {TYPES}."),
            )
            .at("type"));
        }
    };
    match kind.as_str() {
        "new" => fields(value, &kind).map(ClientMessage::New),
        "watch" => fields(value, &kind).map(ClientMessage::Watch),
        "leave" => fields(value, &kind).map(ClientMessage::Leave),
        "play" => fields(value, &kind).map(ClientMessage::Play),
        "undo" => fields(value, &kind).map(ClientMessage::Undo),
        "hint" => fields(value, &kind).map(ClientMessage::Hint),
        "move_now" => fields(value, &kind).map(ClientMessage::MoveNow),
        "think" => fields(value, &kind).map(ClientMessage::Think),
        "ponder" => fields(value, &kind).map(ClientMessage::Ponder),
        "redo" => fields(value, &kind).map(ClientMessage::Redo),
        "resign" => fields(value, &kind).map(ClientMessage::Resign),
        "look" => fields(value, &kind).map(ClientMessage::Look),
        "within" => fields(value, &kind).map(ClientMessage::Within),
        "analyse" => fields(value, &kind).map(ClientMessage::Analyse),
        "stop_analysis" => fields(value, &kind).map(ClientMessage::StopAnalysis),
        "edit" => fields(value, &kind).map(ClientMessage::Edit),
        "main_line" => fields(value, &kind).map(ClientMessage::MainLine),
        "report" => fields(value, &kind).map(ClientMessage::Report),
        "stop_report" => fields(value, &kind).map(ClientMessage::StopReport),
        "library" => fields(value, &kind).map(ClientMessage::Library),
        "remove" => fields(value, &kind).map(ClientMessage::Remove),
        "arena_list" => fields(value, &kind).map(ClientMessage::ArenaList),
        "arena_watch" => fields(value, &kind).map(ClientMessage::ArenaWatch),
        "arena_leave" => fields(value, &kind).map(ClientMessage::ArenaLeave),
        "arena_start" => fields(value, &kind).map(ClientMessage::ArenaStart),
        "arena_stop" => fields(value, &kind).map(ClientMessage::ArenaStop),
        "arena_resume" => fields(value, &kind).map(ClientMessage::ArenaResume),
        "arena_remove" => fields(value, &kind).map(ClientMessage::ArenaRemove),
        "arena_game" => fields(value, &kind).map(ClientMessage::ArenaGame),
        other => {
            let shown: String = other.chars().take(40).collect();
            Err(Failure::new(
                Code::BadMessage,
                format!("There is no message of type `{shown}`; there are {TYPES}."),
            )
            .at("type"))
        }
    }
}

fn fields<T: for<'de> Deserialize<'de>>(value: Value, kind: &str) -> Result<T, Failure> {
    serde_path_to_error::deserialize(value).map_err(|error| {
        // Both may quote the message, which may be long.
        let path: String = error.path().to_string().chars().take(SHOWN).collect();
        let place = if path == "." { kind.to_owned() } else { path };
        let fault: String = error.inner().to_string().chars().take(SHOWN).collect();
        Failure::new(Code::BadMessage, format!("The message `{kind}` cannot be read: {fault}."))
            .at(place)
            .answering(kind)
    })
}

/// What went wrong, for a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Code {
    /// The message cannot be read.
    BadMessage,
    /// The message is too long.
    TooLarge,
    /// Too many messages at a time.
    TooFast,
    /// Something asked for is too much.
    Limit,
    /// There is no such game.
    NotFound,
    /// The game cannot be set up so.
    BadStart,
    /// The rules do not allow the turn.
    IllegalTurn,
    /// It is not a person's turn.
    NotYourTurn,
    /// The game has gone on since.
    Stale,
    /// The engine failed.
    Engine,
    /// The database failed; nothing was changed.
    Storage,
}

/// An error as it is sent.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Failure {
    /// For a program.
    pub code: Code,
    /// For a person.
    pub message: String,
    /// Where in the message the fault is.
    pub place: Option<String>,
    /// The type of the message that is answered, where it could be read.
    pub request: Option<String>,
}

impl Failure {
    /// A failure in words.
    pub fn new(code: Code, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), place: None, request: None }
    }

    /// Says where.
    #[must_use]
    pub fn at(mut self, place: impl Into<String>) -> Self {
        self.place = Some(place.into());
        self
    }

    /// Says to which request this is the answer.
    #[must_use]
    pub fn answering(mut self, request: &str) -> Self {
        self.request = Some(request.to_owned());
        self
    }
}

/// A score as the side to move at the root of the search sees it: points in hundredths, wins and losses in plies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Score {
    /// What the value counts.
    pub kind: ScoreKind,
    /// Points, or plies to the end.
    pub value: i32,
}

/// What a [`Score`] counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ScoreKind {
    /// A proven win.
    Win,
    /// A proven loss.
    Loss,
    /// A proven draw.
    Draw,
    /// An estimate.
    Points,
}

/// What an engine thought of the turn it played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Thought {
    /// The nominal depth.
    pub depth: u32,
    /// As the side that played sees it.
    pub score: Score,
}

/// A turn that was played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct HistoryEntry {
    /// In the game's notation.
    pub turn: String,
    /// As people read it.
    pub words: String,
    /// Who played it.
    pub side: char,
    /// The position after it.
    pub position: String,
    /// What the engine thought, if it was its turn.
    pub thought: Option<Thought>,
    /// What its player had left after it, in milliseconds; none without a clock.
    pub left: Option<u64>,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ending {
    /// The side that won; none in a draw.
    pub winner: Option<char>,
    /// In words.
    pub reason: String,
}

/// What a search is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Purpose {
    /// The engine's own turn.
    Move,
    /// A hint for a person.
    Hint,
    /// What the engine thinks in a person's time.
    Ponder,
}

/// A search under way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Thinking {
    /// What it is for.
    pub purpose: Purpose,
    /// Whether it still waits for a free engine.
    pub queued: bool,
}

/// Pondering under way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Pondering {
    /// Whether it waits for a thread that no one else needs.
    pub queued: bool,
}

/// A game as it stands; sent whole at every change, so that nothing need be pieced together.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct GameState {
    /// The id in its address.
    pub id: String,
    /// The game's name.
    pub game: String,
    /// The start position.
    pub start: String,
    /// The turns played.
    pub history: Vec<HistoryEntry>,
    /// The position now.
    pub position: String,
    /// Who is to move.
    pub side: char,
    /// The legal turns.
    pub legal: Vec<String>,
    /// How it ended, if it has.
    pub ending: Option<Ending>,
    /// Who plays each side.
    pub players: BTreeMap<char, Player>,
    /// The search under way.
    pub thinking: Option<Thinking>,
    /// What the engine does in a person's time.
    pub pondering: Option<Pondering>,
    /// How many turns that were taken back can be played again.
    pub redo: usize,
    /// The clocks, if there are any.
    pub clock: Option<ClockState>,
    /// Who played, by side letter, where it was played elsewhere.
    pub names: BTreeMap<char, String>,
}

/// How far a search has come.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Info {
    /// The game.
    pub id: String,
    /// The turns played before the position searched.
    pub ply: usize,
    /// The side to move there.
    pub side: char,
    /// What the search is for.
    pub purpose: Purpose,
    /// The nominal depth.
    pub depth: u32,
    /// The deepest ply.
    pub seldepth: u32,
    /// As `side` sees it.
    pub score: Score,
    /// States searched.
    pub nodes: u64,
    /// Time spent.
    pub seconds: f64,
    /// The best line.
    pub pv: Vec<String>,
    /// The same as people read it.
    pub words: Vec<String>,
}

/// A level of the engine.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LevelInfo {
    /// From 1.
    pub level: u8,
    /// In a word or two.
    pub name: &'static str,
    /// In a sentence.
    pub about: &'static str,
}

/// What the server may say.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ServerMessage {
    /// The first message of a connection.
    Hello {
        /// [`PROTOCOL`].
        protocol: u32,
        /// The program's version.
        version: &'static str,
        /// The games it plays.
        games: Vec<&'static str>,
        /// The engine's levels.
        levels: Vec<LevelInfo>,
    },
    /// A game as it stands.
    Game(GameState),
    /// How far a search has come.
    Info(Info),
    /// The turn that a hint suggests.
    Hint {
        /// The game.
        id: String,
        /// The turns played before it.
        ply: usize,
        /// The suggestion.
        turn: String,
        /// The same as people read it.
        words: String,
        /// 1 for the best turn; more where hints were asked for again.
        rank: usize,
        /// As the side to move sees it; null where it was not searched.
        score: Option<Score>,
    },
    /// What stands at the end of a line.
    Line(Line),
    /// How a turn of several moves goes on.
    Within(Within),
    /// How an analysis stands.
    Analysis(Analysis),
    /// A game's tree, whole.
    Tree {
        /// The game.
        id: String,
        /// What was said of the start.
        comment: String,
        /// Each after its parent, siblings in their order.
        nodes: Vec<TreeNode>,
    },
    /// How a game's report stands.
    Report(ReportState),
    /// The games of the library, the last changed first.
    Library {
        /// At most 2000.
        games: Vec<LibraryGame>,
    },
    /// The tournaments there are.
    ArenaList(List),
    /// How a tournament stands.
    Arena(Box<Shown>),
    /// A tournament has begun.
    ArenaStarted {
        /// Its number.
        id: i64,
    },
    /// A finished game of a tournament.
    ArenaGame {
        /// The tournament.
        id: i64,
        /// The game.
        record: Box<::arena::GameRecord>,
    },
    /// A request failed, or something broke.
    Error(Failure),
}

impl ServerMessage {
    /// As it goes over the line.
    #[must_use]
    pub fn to_json(&self) -> String {
        // Only a map with keys that are no strings could fail; there is none.
        serde_json::to_string(self).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests;
