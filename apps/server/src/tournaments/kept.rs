//! A stored tournament: its terms, its players, and its pairings with their results.

use crate::protocol::seats::Rating;
use crate::protocol::tournament::{Stage, Status, Terms};
use crate::store::Answer;
use crate::who::Who;

/// A tournament without its players.
#[derive(Clone, Debug, PartialEq)]
pub struct Head {
    /// The last part of its address.
    pub id: String,
    /// Its terms.
    pub terms: Terms,
    /// Who made it.
    pub by: Who,
    /// How far it is.
    pub stage: Stage,
    /// When it began or is to begin, in milliseconds since 1970.
    pub starts: i64,
    /// When it ends or ended; none where that depends on its games.
    pub ends: Option<i64>,
    /// The first of the table, once it is over.
    pub winner: Option<Who>,
    /// Who is invited beside its creator, where it is private; the terms do not name them again.
    pub invited: Option<Vec<Who>>,
}

impl Head {
    /// That member may play in it, and see it and its games: anybody, where it is not private.
    pub fn is_open_to(&self, key: &str) -> bool {
        let is_invited = |list: &Vec<Who>| list.iter().any(|who| who.key == key);
        self.by.key == key || self.invited.as_ref().is_none_or(is_invited)
    }

    /// A member is shown under another name; whether they are named here.
    pub fn rename(&mut self, key: &str, name: &str) -> bool {
        let named = std::iter::once(&mut self.by).chain(&mut self.winner);
        let named = named.chain(self.invited.iter_mut().flatten());
        let mut is_named = false;
        for who in named.filter(|who| who.key == key) {
            name.clone_into(&mut who.member.name);
            is_named = true;
        }
        is_named
    }
}

/// A player of a tournament.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// Who it is.
    pub who: Who,
    /// The rating when they joined, or after the last game here.
    pub rating: Option<Rating>,
    /// The state of the player.
    pub status: Status,
    /// Since when they are what they are, or free, in milliseconds since 1970.
    pub since: i64,
    /// Of a ladder: whoever has less stands above; 0 elsewhere.
    pub rung: u32,
    /// Of a ladder: rungs up at the last change, down where negative; 0 elsewhere.
    pub moved: i32,
}

/// The result of a pairing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Done {
    /// How many were done before it: scores follow in this order.
    pub order: u32,
    /// Half points of the first: 0, 1 or 2. None where the game does not count.
    pub half_points: Option<u8>,
    /// The score of each: points of an arena, rungs climbed in a ladder, half points otherwise.
    pub points: [u32; 2],
    /// When, in milliseconds since 1970.
    pub at: i64,
}

/// Two players and their game, or one who has a point without one.
#[derive(Clone, Debug, PartialEq)]
pub struct Pairing {
    /// From 0, in the order in which they were made.
    pub number: u32,
    /// The round, from 0; 0 in an arena or ladder.
    pub round: u32,
    /// The game; none of a bye.
    pub game: Option<String>,
    /// The players' numbers, the one who moves first first; of a bye twice the same.
    pub players: [usize; 2],
    /// Their ratings when it was made.
    pub ratings: [i32; 2],
    /// The result, once it is over.
    pub done: Option<Done>,
}

/// All that is kept of a tournament.
#[derive(Clone, Debug, PartialEq)]
pub struct Kept {
    /// It.
    pub head: Head,
    /// Its players, by number.
    pub players: Vec<Entry>,
    /// Its pairings, by number; those that came to nothing are left out.
    pub pairings: Vec<Pairing>,
}

/// A change of a tournament.
#[derive(Clone, Debug, PartialEq)]
pub enum Change {
    /// How far it is.
    Head(Box<Head>),
    /// A player has come, or is something else now.
    Player(usize, Box<Entry>),
    /// A pairing is made, or done.
    Pairing(Pairing),
    /// A pairing came to nothing: its game could not be begun.
    Unpaired(u32),
}

/// Keeps tournaments. An answer of success means: on disk, there after any crash of the program.
pub trait Keeps: Send + Sync {
    /// Adds a tournament.
    fn add_tournament(&self, head: Head) -> Answer<()>;
    /// Makes changes of a tournament, all or none.
    fn change_tournament(&self, id: &str, changes: Vec<Change>) -> Answer<()>;
    /// A tournament.
    fn tournament(&self, id: &str) -> Answer<Option<Kept>>;
    /// The ids of the tournaments that are not over.
    fn open_tournaments(&self) -> Answer<Vec<String>>;
    /// The last that are over with the numbers of their players, the newest first, so many at most.
    fn past_tournaments(&self, most: usize) -> Answer<Vec<(Head, usize)>>;
    /// The member whom others see under that name, whose account is open.
    fn member_named(&self, name: &str) -> Answer<Option<Who>>;
    /// That member is one of the people of a tournament, or moderates: they see its games. False where there is none.
    fn sees_tournament(&self, id: &str, who: &str) -> Answer<bool>;
    /// The member of that key moderates.
    fn moderates(&self, key: &str) -> Answer<bool>;
    /// When a game changed last, in milliseconds since 1970.
    fn game_changed(&self, id: &str) -> Answer<Option<i64>>;
}
