//! Tournaments of a club: what is asked for, and how one stands.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::seats::Rating;
use super::study::ClockRule;
use crate::who::Member;

/// Who meets whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "TournamentKind")]
pub enum Kind {
    /// For a length of time: whoever is free is paired again.
    Arena,
    /// In each round members with like scores meet, none twice as long as that can be avoided.
    Swiss,
    /// Each meets each.
    RoundRobin,
    /// A standing order: who beats somebody above takes that rung.
    Ladder,
}

/// The rule for programs that want to join.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "TournamentPrograms")]
pub enum Programs {
    /// As persons may.
    #[default]
    Yes,
    /// Persons alone may.
    No,
    /// Programs alone may.
    Only,
}

/// The terms of a tournament, as its creator has asked for them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "TournamentTerms")]
pub struct Terms {
    /// Its name.
    pub name: String,
    /// The game's name, or that of a variant of it.
    pub game: String,
    /// The clock of each game.
    pub clock: ClockRule,
    /// Its games change the ratings of their players.
    #[serde(default)]
    pub rated: bool,
    /// Who meets whom.
    pub kind: Kind,
    /// The length of an arena.
    pub minutes: Option<u32>,
    /// Rounds of a Swiss tournament; of a round robin, how often each meets each.
    pub rounds: Option<u32>,
    /// The length of a ladder; without it, it is for good.
    pub days: Option<u32>,
    /// When it begins, in milliseconds since 1970; at once where it is left out.
    pub starts: Option<i64>,
    /// The rule for programs.
    #[serde(default)]
    pub programs: Programs,
    /// The lowest rating of who may join.
    pub lowest: Option<i32>,
    /// The highest rating of who may join.
    pub highest: Option<i32>,
    /// The creator's description.
    pub description: Option<String>,
    /// The names of the members who are invited: it is private then. Left out where it is told: see who is invited there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub invited: Option<Vec<String>>,
}

/// An act of a page in a tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "TournamentAction")]
pub enum Action {
    /// To hear of it, in place of what was heard of tournaments before.
    Watch,
    /// To hear no more of tournaments.
    Leave,
    /// To play in it, or to play on after a pause.
    Join,
    /// To be paired no more for a while.
    Pause,
    /// To play in it no more.
    Withdraw,
    /// To begin it now, by its creator.
    Start,
    /// To cancel it, by its creator.
    Cancel,
}

/// How far a tournament is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "TournamentStage")]
pub enum Stage {
    /// It has not begun.
    Coming,
    /// It is under way.
    Running,
    /// It is over.
    Over,
    /// Its creator has cancelled it, or nobody came.
    Canceled,
}

/// The state of a player: paired or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "TournamentStatus")]
pub enum Status {
    /// They are, once they are free.
    In,
    /// Not until they join again.
    Paused,
    /// They have withdrawn.
    Out,
}

/// A tournament in a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "ClubTournamentLine")]
pub struct Line {
    /// The last part of its address.
    pub id: String,
    /// Its terms.
    pub terms: Terms,
    /// The game's name, whatever variant of it is played.
    pub game: String,
    /// The variant's name.
    pub variant: String,
    /// Who made it.
    pub by: Member,
    /// How far it is.
    pub stage: Stage,
    /// When it begins or began, in milliseconds since 1970.
    pub starts: i64,
    /// When it ends or ended; none where that depends on its games.
    pub ends: Option<i64>,
    /// How many have joined.
    pub players: usize,
    /// The first of the table, once it is over.
    pub winner: Option<Member>,
    /// It is by invitation: its people and moderators alone see it.
    pub private: bool,
}

/// The tournaments of the club.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "ClubTournaments")]
pub struct List {
    /// The server's time, in milliseconds since 1970.
    pub now: i64,
    /// Those under way, those to come, the next first, and the last that are over.
    pub tournaments: Vec<Line>,
}

/// A player's score of a game.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "TournamentScore")]
pub struct Score {
    /// Points.
    pub points: f64,
    /// It was won.
    pub won: bool,
    /// The run doubled it.
    pub doubled: bool,
    /// Points without a game.
    pub bye: bool,
}

/// A player in the table.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "TournamentRow")]
pub struct Row {
    /// The place, from 1.
    pub rank: usize,
    /// Who it is.
    pub member: Member,
    /// Their rating when they joined, or after their last game here.
    pub rating: Option<Rating>,
    /// Of a ladder: rungs up at the last change, down where negative, 0 before any; none elsewhere.
    pub moved: Option<i32>,
    /// The sum.
    pub points: f64,
    /// Game by game, the first first; to pages the last 20 are told.
    pub scores: Vec<Score>,
    /// Of an arena: two wins in a row, so that the next game counts double.
    pub run: bool,
    /// They play now.
    pub playing: bool,
    /// The state of the player.
    pub status: Status,
    /// Games that count.
    pub games: usize,
    /// The rating at which the results would have been expected, on average; none before the first game.
    pub performance: Option<i32>,
    /// Sonneborn-Berger, which parts equal points; none in an arena, where the performance does, or in a ladder.
    pub sonneborn_berger: Option<f64>,
}

/// A game under way.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "TournamentBoard")]
pub struct Board {
    /// The game.
    pub id: String,
    /// The position.
    pub position: String,
    /// The turns played.
    pub turns: usize,
    /// The letters of the sides, the first to move first.
    pub sides: [char; 2],
    /// Who plays them: places in the table.
    pub ranks: [usize; 2],
    /// Their names.
    pub names: [String; 2],
    /// Their ratings.
    pub ratings: [Option<Rating>; 2],
    /// The time that each has left, in milliseconds.
    pub left: BTreeMap<char, u64>,
    /// Whose clock runs.
    pub running: Option<char>,
}

/// A tournament as all see it.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "ClubTournament")]
pub struct Shown {
    /// Its line in the list.
    pub line: Line,
    /// The server's time, in milliseconds since 1970.
    pub now: i64,
    /// The round, from 1; none in an arena or ladder, and before the first.
    pub round: Option<u32>,
    /// When the next round is paired, in milliseconds since 1970.
    pub next_round: Option<i64>,
    /// The first 100 of the table.
    pub rows: Vec<Row>,
    /// Games under way.
    pub playing: usize,
    /// Those of the leaders, at most 24.
    pub boards: Vec<Board>,
    /// Games that count, by now.
    pub games: usize,
    /// Who is invited beside its creator, where it is private.
    pub invited: Vec<Member>,
}

/// The rights of who asks in a tournament.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "TournamentOwn")]
pub struct Own {
    /// The tournament.
    pub id: String,
    /// One's row, for who has joined.
    pub row: Option<Row>,
    /// Since when one waits for an opponent, in milliseconds since 1970.
    pub waits: Option<i64>,
    /// The game that one plays now.
    pub game: Option<String>,
    /// Why one cannot join; none for who can, or has.
    pub refusal: Option<String>,
    /// One has made it: it may be cancelled, and begun before its time.
    pub made: bool,
}
