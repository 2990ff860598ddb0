//! The messages between page and server: JSON objects over a WebSocket, distinguished by `type`.
//!
//! A message that cannot be read is answered by an [`ServerMessage::Error`] that names the fault and the place.

pub mod arena;
mod base;
pub mod chat;
pub mod explain;
pub mod explorer;
mod failure;
mod hello;
pub mod live;
pub mod lobby;
pub mod moderation;
pub mod passkeys;
pub mod profile;
mod read;
mod searching;
pub mod seats;
pub mod study;
pub mod tournament;

use std::collections::BTreeMap;
use std::sync::Arc;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use self::arena::{ArenaGame, List, Shown, Start};
pub use self::base::{Ending, Player, Score, ScoreKind};
use self::chat::{Chat, ChatGone, ChatSaid, Say};
use self::explain::{Explain, Explained};
use self::explorer::Explored;
pub use self::failure::{Code, Failure};
pub use self::hello::{Hello, LevelInfo};
use self::live::LiveGame;
use self::lobby::{
    AskChallenge, AskSeek, CorrespondenceGame, LobbyChange, Own, PoolState, ShownSeek, WatchLobby,
};
use self::moderation::{GameChat, Moderate, ReportMember, Reports};
use self::profile::{Leaders, Profile, Ranked};
pub use self::read::read;
pub use self::searching::{Hint, Info, Pondering, Purpose, Thinking};
use self::seats::{Claim, Offer, OwnSeat, ShownSeats};
use self::study::{
    Analyse, Analysis, ClockRule, ClockState, Edit, LibraryGame, LibraryOf, Line, Look,
    ReportState, Tree, Within, WithinLine,
};

/// The version of this protocol, in `hello`.
pub const PROTOCOL: u32 = 1;
/// The longest message a client may send, in bytes.
pub const MAX_MESSAGE: usize = 64 * 1024;

/// A message of the page. This declaration is the only one: the reader, the list of types in its errors, and the types
/// of the page (`apps/web/messages.d.ts`) follow from it.
#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[schemars(tag = "type")]
pub enum ClientMessage {
    /// Begin a game.
    New(NewGame),
    /// Subscribe to a game: its state now, and at every change.
    Watch {
        /// The game.
        id: String,
    },
    /// Unsubscribe from a game.
    Leave {
        /// The game.
        id: String,
    },
    /// Play a turn; refused as stale when the game has gone on.
    Play {
        /// The game.
        id: String,
        /// The turns played before this one.
        ply: usize,
        /// The turn in the game's notation.
        turn: String,
    },
    /// Take back to a ply.
    Undo {
        /// The game.
        id: String,
        /// The turns played before the position meant.
        ply: usize,
    },
    /// Ask for a hint; asked again at the same ply, for the next best turn.
    Hint {
        /// The game.
        id: String,
        /// The turns played before the position meant.
        ply: usize,
    },
    /// Make the engine move now, with the best turn found so far.
    MoveNow {
        /// The game.
        id: String,
    },
    /// Restart the engine's search after a failure.
    Think {
        /// The game.
        id: String,
    },
    /// Switch pondering in a person's time on or off.
    Ponder {
        /// The game.
        id: String,
        /// True for on.
        on: bool,
    },
    /// Play turns that were taken back again, up to a ply.
    Redo {
        /// The game.
        id: String,
        /// The turns played before the position meant.
        ply: usize,
    },
    /// Resign.
    Resign {
        /// The game.
        id: String,
        /// The side that resigns.
        side: char,
    },
    /// Make an offer to the other side, or answer one. In a club.
    Offer(Offer),
    /// End a game in which a side has not moved yet. In a club.
    Abort {
        /// The game.
        id: String,
    },
    /// End a game whose other side has gone for long. In a club.
    Claim(Claim),
    /// Take the seat that an invitation gives, and subscribe to its game. In a club.
    Join {
        /// The last part of the invitation's address.
        token: String,
    },
    /// Subscribe to the lobby: its seeks and one's challenges, now and at every change. In a club.
    Lobby(WatchLobby),
    /// Unsubscribe from the lobby.
    LobbyLeave {},
    /// Put a seek into the lobby, for as long as this connection lasts. In a club.
    Seek(AskSeek),
    /// Wait in a pool, in place of another, until the connection ends. In a club.
    PoolJoin {
        /// The game's name, or that of a variant of it.
        game: String,
        /// One of the clocks of the pools.
        clock: ClockRule,
    },
    /// Wait no more.
    PoolLeave {},
    /// Withdraw a seek.
    SeekCancel {
        /// The seek.
        id: String,
    },
    /// Accept a seek: its game begins. In a club.
    SeekAccept {
        /// The seek.
        id: String,
    },
    /// Challenge a member. In a club.
    Challenge(AskChallenge),
    /// Accept or decline a challenge. In a club.
    ChallengeAnswer {
        /// The challenge.
        id: String,
        /// Accepts it; false declines.
        yes: bool,
    },
    /// Take a challenge back. In a club.
    ChallengeCancel {
        /// The challenge.
        id: String,
    },
    /// Ask for a member: ratings and last games. In a club.
    Player {
        /// The member's name.
        name: String,
    },
    /// Ask for the best of each game and speed. In a club.
    Leaders {
        /// Of whom; of all members where it is left out.
        of: Option<Ranked>,
    },
    /// Subscribe to the list of tournaments, in place of what was heard of tournaments before. In a club.
    Tournaments {},
    /// Make a tournament. In a club.
    TournamentCreate(tournament::Terms),
    /// Invite more members to a private tournament, by its creator. In a club.
    TournamentInvite {
        /// The tournament.
        id: String,
        /// Their names.
        names: Vec<String>,
    },
    /// Come to a tournament, or go. In a club.
    TournamentAct {
        /// The tournament.
        id: String,
        /// The act.
        #[serde(alias = "wish")]
        action: tournament::Action,
    },
    /// Say something in a chat. In a club.
    Say(Say),
    /// Subscribe to the games that are played now. In a club.
    Live {},
    /// Unsubscribe from the games that are played now.
    LiveLeave {},
    /// Block a member, or block them no more. In a club.
    Block {
        /// The member's name.
        name: String,
        /// False blocks them no more.
        on: bool,
    },
    /// Report a member to the moderators. In a club.
    ReportMember(ReportMember),
    /// Ask for the reports and the log. For moderators.
    Reports {},
    /// Ask for what was said in a game. For moderators.
    GameChat {
        /// The game.
        id: String,
    },
    /// Mark a report as done. For moderators.
    ReportDone {
        /// Its number.
        id: i64,
        /// The moderator's note, in at most 1000 characters.
        note: String,
    },
    /// Act on a member, a game or a line. For moderators.
    Moderate(Moderate),
    /// Ask for the position at the end of a line.
    Look(Look),
    /// Ask what books of openings say of the position at the end of a line.
    Explore(Look),
    /// Ask why the position at the end of a line is worth what it is.
    Explain(Explain),
    /// Ask for the legal continuations of a turn of several moves.
    Within(WithinLine),
    /// Analyse a position until it is done, replaced or stopped.
    Analyse(Analyse),
    /// Stop the analysis.
    StopAnalysis {},
    /// Change the variations or comments of a game.
    Edit(Edit),
    /// Make a variation the main line.
    MainLine {
        /// The game.
        id: String,
        /// The turns from the start.
        path: Vec<String>,
    },
    /// Start the computer analysis of a game.
    Report {
        /// The game.
        id: String,
    },
    /// Stop the computer analysis of a game.
    StopReport {
        /// The game.
        id: String,
    },
    /// Ask for the games of the library.
    Library(LibraryOf),
    /// Take a game out of the library, or put it back.
    Remove {
        /// The game.
        id: String,
        /// False puts it back.
        removed: bool,
    },
    /// Ask for the list of tournaments.
    ArenaList {},
    /// Subscribe to a tournament, in place of the one before: its state now, and at every change.
    ArenaWatch {
        /// Its number.
        id: i64,
    },
    /// Unsubscribe from the tournament.
    ArenaLeave {},
    /// Begin a tournament.
    ArenaStart(Start),
    /// Stop a tournament.
    ArenaStop {
        /// Its number.
        id: i64,
    },
    /// Resume a stopped tournament.
    ArenaResume {
        /// Its number.
        id: i64,
    },
    /// Delete a tournament and its games.
    ArenaRemove {
        /// Its number.
        id: i64,
    },
    /// Ask the run of a tuning to pause after the step that it is at, or to go on.
    ArenaPause {
        /// The name of its folder.
        name: String,
        /// True to pause.
        paused: bool,
    },
    /// Ask for the record of a finished game.
    ArenaGame {
        /// The tournament's number.
        id: i64,
        /// The game's, from 1.
        number: u64,
    },
}

/// `new`.
#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
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
    /// The variations and comments to begin with.
    #[serde(default)]
    pub tree: Vec<study::TreeEdit>,
    /// The engine's score of each of the turns, where it is known.
    #[serde(default)]
    pub thoughts: Vec<Option<Thought>>,
    /// Who played, by side letter, where it was played elsewhere.
    #[serde(default)]
    pub names: BTreeMap<char, String>,
    /// How it ended there, where the board does not show it.
    pub ending: Option<Ending>,
    /// Where it was played; a game whose origin is in the library already is not imported again.
    pub origin: Option<String>,
    /// The clock, if there is one.
    pub clock: Option<ClockRule>,
    /// Whose library the game goes into.
    pub user: Option<String>,
    /// The side of who begins it, against another person, who gets the other seat by a link. In a club.
    pub seat: Option<char>,
    /// Only who has a seat sees the game. In a club.
    #[serde(default)]
    pub private: bool,
}

/// The engine's score of the turn that it played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Thought {
    /// The nominal depth.
    pub depth: u32,
    /// As the side that played sees it.
    pub score: Score,
}

/// A turn that was played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct HistoryEntry {
    /// In the game's notation.
    pub turn: String,
    /// As people read it.
    pub words: String,
    /// Who played it.
    pub side: char,
    /// The position after it.
    pub position: String,
    /// The engine's score, if it played the turn.
    pub thought: Option<Thought>,
    /// Time that its player had left after it, in milliseconds; none without a clock.
    pub left: Option<u64>,
}

/// The state of a game; sent whole at every change.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "Game")]
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
    /// The engine's pondering in a person's time.
    pub pondering: Option<Pondering>,
    /// The number of turns that can be redone.
    pub redo: usize,
    /// The clocks, if there are any.
    pub clock: Option<ClockState>,
    /// Who plays, by side letter: in a club, and where it was played elsewhere.
    pub names: BTreeMap<char, String>,
    /// Who has the seats; none outside a club.
    pub seats: Option<ShownSeats>,
    /// Its result changes the ratings of those who play it.
    pub rated: bool,
}

/// A message of the server.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ServerMessage {
    /// The first message of a connection.
    Hello(Hello),
    /// The state of a game.
    Game(Arc<GameState>),
    /// The rights of this connection in a game.
    Seat(OwnSeat),
    /// The open seeks.
    Lobby {
        /// At most 2000; of many the first, and `lobby_changed` brings the rest.
        seeks: Vec<ShownSeek>,
    },
    /// Changes in the list of the open seeks since it was told, where that is long.
    LobbyChanged(LobbyChange),
    /// One's own seeks and challenges in the lobby.
    LobbyOwn(Own),
    /// Who waits in pools; with the lobby, and at every change.
    Pools(PoolState),
    /// One's games by correspondence, those with the least time first; with the lobby, and at every change.
    Correspondence {
        /// Those that go on.
        games: Vec<CorrespondenceGame>,
    },
    /// A member: ratings and last games.
    Player(Box<Profile>),
    /// The best of each game and speed.
    Leaders {
        /// Those that were played rated.
        tables: Vec<Leaders>,
    },
    /// A room with what was said last in it.
    Chat(Chat),
    /// A line that was just said.
    ChatSaid(ChatSaid),
    /// A line that a moderator has deleted.
    ChatGone(ChatGone),
    /// The games that are played now.
    Live {
        /// The six of the best players.
        games: Vec<LiveGame>,
        /// How many there are in all.
        total: usize,
    },
    /// A member is blocked, or no more.
    Blocked {
        /// The member's name.
        name: String,
        /// They are.
        on: bool,
    },
    /// A report is kept.
    Reported {
        /// The name of who was reported.
        name: String,
    },
    /// The reports and the log, for moderators.
    Reports(Reports),
    /// The chat of a game, for moderators.
    GameChat(GameChat),
    /// A game of a seek or challenge of one's own has begun.
    Begun {
        /// The game.
        id: String,
    },
    /// The list of tournaments.
    Tournaments(Box<tournament::List>),
    /// How a tournament stands.
    Tournament(Box<tournament::Shown>),
    /// The rights of who asks in a tournament.
    TournamentOwn(Box<tournament::Own>),
    /// A tournament is made.
    TournamentMade {
        /// Its id.
        id: String,
    },
    /// The progress of a search.
    Info(Info),
    /// The turn that a hint suggests.
    Hint(Hint),
    /// The position at the end of a line.
    Line(Line),
    /// Turns of books of openings in a position.
    Explored(Explored),
    /// The terms of the static evaluation of a position.
    Explained(Box<Explained>),
    /// The legal continuations of a turn of several moves.
    Within(Within),
    /// The state of an analysis.
    Analysis(Analysis),
    /// The variations and comments of a game.
    Tree(Tree),
    /// The state of a computer analysis of a game.
    Report(ReportState),
    /// The games of the library, the last changed first.
    Library {
        /// At most 2000.
        games: Vec<LibraryGame>,
    },
    /// The list of tournaments.
    ArenaList(List),
    /// The state of a tournament.
    Arena(Box<Shown>),
    /// A tournament has begun.
    ArenaStarted {
        /// Its number.
        id: i64,
    },
    /// A finished game of a tournament.
    ArenaGame(ArenaGame),
    /// A request failed, or something broke.
    Error(Failure),
}

impl ServerMessage {
    /// The message as it is sent.
    #[must_use]
    pub fn to_json(&self) -> String {
        // Only a map with keys that are no strings could fail; there is none.
        serde_json::to_string(self).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests;
#[cfg(test)]
mod typescript;
