//! Tournaments of a club.

use serde::Deserialize;

use crate::calls::{Client, escaped};
use crate::error::Error;

/// A round robin that is to be played: each meets each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewRoundRobin {
    /// Its name.
    pub name: String,
    /// The key of what is played.
    pub variant: String,
    /// Minutes at the start and seconds after each turn.
    pub clock: (u64, u64),
    /// How often each meets each.
    pub rounds: u32,
    /// The games change ratings.
    pub rated: bool,
}

/// A tournament.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Tournament {
    /// Its id.
    pub id: String,
    /// `coming`, `running`, `over` or `canceled`.
    pub stage: String,
}

impl Tournament {
    /// No more is played in it.
    pub fn is_over(&self) -> bool {
        matches!(self.stage.as_str(), "over" | "canceled")
    }
}

/// A player's place in a tournament.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Standing {
    /// The place in the table, from 1.
    pub rank: u32,
    /// The player's name.
    pub username: String,
    /// Points.
    pub score: f64,
    /// Games that count.
    pub nb_games: u32,
}

/// A member, as the club shows them.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Member {
    /// The name.
    pub username: String,
    /// The member listens: a program's stream of events is open, or a page.
    #[serde(default)]
    pub online: bool,
}

impl Client {
    /// A member.
    ///
    /// # Errors
    /// As every call.
    pub fn member(&self, name: &str) -> Result<Member, Error> {
        self.get(&format!("/api/user/{}", escaped(name)))
    }

    /// Makes a round robin for programs, which waits until it is [started](Client::start_tournament), ten minutes at most.
    ///
    /// # Errors
    /// As every call; the club may not take it.
    pub fn create_round_robin(&self, new: &NewRoundRobin) -> Result<Tournament, Error> {
        let fields = [
            ("name", new.name.clone()),
            ("variant", new.variant.clone()),
            ("kind", "round_robin".to_owned()),
            ("rounds", new.rounds.to_string()),
            ("clockTime", new.clock.0.to_string()),
            ("clockIncrement", new.clock.1.to_string()),
            ("rated", new.rated.to_string()),
            ("programs", "only".to_owned()),
            ("waitMinutes", "10".to_owned()),
        ];
        crate::calls::read(&self.post("/api/tournament", &fields)?)
    }

    /// Begins one's own tournament now.
    ///
    /// # Errors
    /// As every call.
    pub fn start_tournament(&self, id: &str) -> Result<(), Error> {
        self.post(&format!("/api/tournament/{}/start", escaped(id)), &[]).map(drop)
    }

    /// A tournament.
    ///
    /// # Errors
    /// As every call.
    pub fn tournament(&self, id: &str) -> Result<Tournament, Error> {
        self.get(&format!("/api/tournament/{}", escaped(id)))
    }

    /// Its table, the leader first.
    ///
    /// # Errors
    /// As every call.
    pub fn results(&self, id: &str) -> Result<Vec<Standing>, Error> {
        let text = self.text_of(&format!("/api/tournament/{}/results", escaped(id)))?;
        text.lines().map(crate::calls::read).collect()
    }

    /// Joins a tournament, or plays on in it after a pause: its games begin by themselves. Who plays in it already does.
    ///
    /// # Errors
    /// As every call.
    pub fn join_tournament(&self, id: &str) -> Result<(), Error> {
        self.post(&format!("/api/tournament/{}/join", escaped(id)), &[]).map(drop)
    }

    /// Withdraws from a tournament; a game under way goes on.
    ///
    /// # Errors
    /// As every call.
    pub fn withdraw_from_tournament(&self, id: &str) -> Result<(), Error> {
        self.post(&format!("/api/tournament/{}/withdraw", escaped(id)), &[]).map(drop)
    }
}
