//! The contents of a book.

use std::collections::BTreeMap;

use game::{Score, Verdict};
use serde::{Deserialize, Serialize};

/// A turn with a score this much below the best one of its position is not played, in points.
const TOLERANCE: i32 = 30;

/// The result of a search for a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Searched {
    /// The score of the turn, from the view of who plays it.
    pub score: Verdict,
    /// The nominal depth below the turn, in plies.
    pub depth: u32,
}

/// The games in which a turn was played, by their results for the side that played it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BookTurn {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// The result of a search; None where the turn was not searched.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub searched: Option<Searched>,
}

impl BookTurn {
    /// All games.
    pub fn games(&self) -> u64 {
        self.wins.saturating_add(self.draws).saturating_add(self.losses)
    }

    /// The share of the points that were scored, from 0 to 1; None where it was never played.
    pub fn share(&self) -> Option<f64> {
        let games = self.games();
        (games > 0).then(|| (self.wins as f64 + 0.5 * self.draws as f64) / games as f64)
    }

    /// Counts a game; `half_points` are those of who played the turn, from 0 to 2.
    pub(crate) fn count(&mut self, half_points: u8) {
        let count = match half_points {
            0 => &mut self.losses,
            1 => &mut self.draws,
            _ => &mut self.wins,
        };
        *count = count.saturating_add(1);
    }

    /// The half points, and one, so that what was searched and never played can be played too.
    fn weight(&self) -> u32 {
        let half_points = self.wins.saturating_mul(2).saturating_add(self.draws);
        u32::try_from(half_points.saturating_add(1)).unwrap_or(u32::MAX)
    }

    /// Adds the games of another, and takes what it has searched deeper.
    pub(crate) fn add(&mut self, other: &Self) {
        self.wins = self.wins.saturating_add(other.wins);
        self.draws = self.draws.saturating_add(other.draws);
        self.losses = self.losses.saturating_add(other.losses);
        // The deeper search knows more.
        let deeper = |of: &Option<Searched>| of.map(|searched| searched.depth);
        if deeper(&other.searched) > deeper(&self.searched) {
            self.searched = other.searched;
        }
    }
}

/// The turns of a position.
pub(crate) type Turns = BTreeMap<String, BookTurn>;

/// A book of openings: turns by position. Positions stand in it without their clocks, so that transpositions meet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Book {
    pub(crate) game: String,
    pub(crate) positions: BTreeMap<String, Turns>,
}

impl Book {
    /// An empty book of a game.
    pub fn new(game: &str) -> Self {
        Self { game: game.to_owned(), positions: BTreeMap::new() }
    }

    /// The name of its game.
    pub fn game(&self) -> &str {
        &self.game
    }

    /// Its positions, in the order of their texts, with their turns.
    pub fn positions(&self) -> impl ExactSizeIterator<Item = (&str, &BTreeMap<String, BookTurn>)> {
        self.positions.iter().map(|(position, turns)| (position.as_str(), turns))
    }

    /// The turns of a position, given [without clocks](crate::Starts::without_clocks).
    pub fn turns(&self, position: &str) -> Option<&BTreeMap<String, BookTurn>> {
        self.positions.get(position)
    }

    /// A turn in a position without clocks; it is put there where it is missing.
    pub fn turn_mut(&mut self, position: &str, turn: &str) -> &mut BookTurn {
        if !self.positions.contains_key(position) {
            self.positions.insert(position.to_owned(), Turns::new());
        }
        let turns = self.positions.entry(position.to_owned()).or_default();
        turns.entry(turn.to_owned()).or_default()
    }

    /// Counts a turn that was played in a position without clocks; `half_points` are those of who played it, from 0 to 2.
    pub fn count(&mut self, position: &str, turn: &str, half_points: u8) {
        self.turn_mut(position, turn).count(half_points);
    }

    /// Leaves out the turns that were played in fewer games and were not searched, and positions that have none left.
    pub fn keep_played(&mut self, least_games: u64) {
        for turns in self.positions.values_mut() {
            turns.retain(|_, turn| turn.games() >= least_games || turn.searched.is_some());
        }
        self.positions.retain(|_, turns| !turns.is_empty());
    }

    /// Adds the games of another book; of what both have searched the deeper search stays.
    ///
    /// # Errors
    /// If it is a book of another game.
    pub fn merge(&mut self, other: &Self) -> Result<(), String> {
        if other.game != self.game {
            return Err(format!("one is a book of {}, the other of {}", self.game, other.game));
        }
        for (position, turns) in &other.positions {
            let own = self.positions.entry(position.clone()).or_default();
            for (turn, counted) in turns {
                own.entry(turn.clone()).or_default().add(counted);
            }
        }
        Ok(())
    }

    /// The turns to play in a position without clocks with their weights, the heaviest first. A turn weighs the half points that
    /// it scored and one more; a turn whose score is far below the best one there is left out.
    pub fn weights(&self, position: &str) -> Vec<(&str, u32)> {
        let Some(turns) = self.positions.get(position) else { return Vec::new() };
        let score = |turn: &BookTurn| turn.searched.map(|it| Score::from(it.score).raw());
        let best = turns.values().filter_map(score).max();
        let plays = |turn: &BookTurn| {
            score(turn).zip(best).is_none_or(|(score, best)| score >= best - TOLERANCE)
        };
        let mut found: Vec<_> = turns
            .iter()
            .filter(|(_, turn)| plays(turn))
            .map(|(text, turn)| (text.as_str(), turn.weight(), score(turn)))
            .collect();
        found.sort_by_key(|&(_, weight, score)| std::cmp::Reverse((weight, score)));
        found.into_iter().map(|(text, weight, _)| (text, weight)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scored(points: i32, depth: u32) -> Option<Searched> {
        Some(Searched { score: Verdict::Points(points), depth })
    }

    #[test]
    fn turns_weigh_the_half_points_that_they_scored() {
        let mut book = Book::new("chess");
        for half_points in [2, 2, 1] {
            book.count("p", "a", half_points);
        }
        for half_points in [0, 0, 0, 1] {
            book.count("p", "b", half_points);
        }
        assert_eq!(book.weights("p"), [("a", 6), ("b", 2)]);
        assert_eq!(book.turns("p").unwrap()["a"].share(), Some(2.5 / 3.0));
        assert_eq!(BookTurn::default().share(), None);
        assert!(book.weights("q").is_empty());
        // A score far below the best one keeps a turn out, however often it was played.
        book.turn_mut("p", "a").searched = scored(-80, 9);
        book.turn_mut("p", "c").searched = scored(10, 9);
        assert_eq!(book.weights("p"), [("b", 2), ("c", 1)]);
    }

    #[test]
    fn books_of_one_game_add_up() {
        let (mut one, mut two) = (Book::new("chess"), Book::new("chess"));
        one.count("p", "a", 2);
        one.turn_mut("p", "a").searched = scored(5, 3);
        two.count("p", "a", 0);
        two.count("q", "b", 1);
        two.turn_mut("p", "a").searched = scored(7, 8);
        one.merge(&two).unwrap();
        let sum = BookTurn { wins: 1, draws: 0, losses: 1, searched: scored(7, 8) };
        assert_eq!(one.turns("p").unwrap()["a"], sum);
        assert_eq!(one.turns("q").unwrap()["b"].draws, 1);
        one.keep_played(2);
        assert_eq!(one.positions().len(), 1);
        let error = one.merge(&Book::new("ataxx")).unwrap_err();
        assert_eq!(error, "one is a book of chess, the other of ataxx");
    }
}
