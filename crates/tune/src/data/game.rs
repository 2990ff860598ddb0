//! One stored game, and where it came from.

use std::sync::Arc;

use arena::GameRecord;
use arena::seeds::mix;
use engine::{GameKind, Score};
use serde::{Deserialize, Serialize};

use super::exploration::{Exploration, UNKNOWN};

/// How games were made.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Recipe {
    /// The game's name.
    pub game: String,
    /// The version of the program.
    pub program: String,
    /// The engine of both sides, as a line: `tesuji,nodes=8000`; of games that were played elsewhere, what is known.
    pub engine: String,
    /// The seed; each game's own follows from it and from the game's number.
    pub seed: u64,
    /// The deals that games took in turn, by number: the group of a game is its deal.
    pub deals: Vec<String>,
    /// The least and the most random plies after the deal.
    pub random_plies: [u32; 2],
    /// How many of a hundred turns begin with random moves, or are wholly random.
    #[serde(default, skip_serializing_if = "is_none")]
    pub random_turns: u32,
    /// How a tree search explored, where a policy is to be learned from the games.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exploration: Option<Exploration>,
}

fn is_none(count: &u32) -> bool {
    *count == 0
}

impl Recipe {
    /// How many moves at most of a turn of a game, both counted from 0, are random, from 1 to 4; 0 in most turns. The rest
    /// of the turn is searched.
    pub fn random_moves(&self, number: u64, turn: usize) -> usize {
        let drawn = mix(mix(!self.seed, number), turn as u64);
        if drawn % 100 < self.random_turns.into() { 1 + (drawn >> 32) as usize % 4 } else { 0 }
    }
}

/// A game to learn from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredGame {
    /// How it was made.
    pub recipe: Arc<Recipe>,
    /// Its number in that recipe, from 0.
    pub number: u64,
    /// The group of its start: in self-play the deal.
    pub group: String,
    /// The position where it begins, as text.
    pub start: String,
    /// Its moves, [packed](engine::Packing::pack).
    pub moves: Vec<u16>,
    /// By turn, the score that the search gave the position before it, from the side to move, as [`Score::raw`];
    /// [`UNKNOWN`] where there is none.
    pub scores: Vec<i16>,
    /// By turn, the moves that a tree search visited, packed, and how often in proportion to the most visited (255); none
    /// for a turn in which they are not to be learned from. Empty where no tree was searched.
    pub visits: Vec<Vec<(u16, u8)>>,
    /// The first side's half points: 0, 1 or 2.
    pub half_points: u8,
}

impl StoredGame {
    /// A game of a match.
    ///
    /// # Errors
    /// If it cannot be played through; in words.
    pub fn from_record(kind: &dyn GameKind, record: &GameRecord) -> Result<Self, String> {
        let [first, _] = kind.side_letters();
        let score = |turn: usize| {
            let verdict = record.notes.get(turn).and_then(|note| note.score);
            verdict.map_or(UNKNOWN, |verdict| Score::from(verdict).raw() as i16)
        };
        let engine = record.engines.join(" against ");
        let group = record.group.clone().unwrap_or_default();
        Ok(Self {
            recipe: Arc::new(Recipe {
                game: record.game.clone(),
                program: String::new(),
                engine,
                seed: 0,
                deals: Vec::new(),
                random_plies: [0; 2],
                random_turns: 0,
                exploration: None,
            }),
            number: record.number,
            group,
            start: record.start.clone(),
            moves: kind.packing().pack(&record.start, &record.turns)?,
            scores: (0..record.turns.len()).map(score).collect(),
            visits: Vec::new(),
            half_points: match record.result.winner {
                None => 1,
                Some(letter) => 2 * u8::from(letter == first),
            },
        })
    }

    /// The first turn from which none was random: the result of the game tells of the positions before it and later ones.
    pub fn played_from(&self) -> usize {
        let random = |&turn: &usize| self.recipe.random_moves(self.number, turn) > 0;
        (0..self.scores.len()).rev().find(random).map_or(0, |turn| turn + 1)
    }

    /// The score of a turn, where it is known.
    pub fn score(&self, turn: usize) -> Option<Score> {
        let raw = self.scores.get(turn).copied().filter(|&raw| raw != UNKNOWN)?;
        Some(Score::from_raw(raw.into()))
    }
}
