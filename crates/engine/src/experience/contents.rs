//! The contents of a file of experience.

use std::collections::{BTreeMap, HashMap};

use game::{Bound, Score, Verdict};
use serde::{Deserialize, Serialize};

use crate::book::{Book, BookTurn, Searched};

/// The result of the deepest search of a position.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Found {
    /// The best turn.
    pub turn: String,
    /// Its score, from the view of the side to move.
    pub score: Verdict,
    /// The kind of bound that the score is.
    pub bound: Bound,
    /// The nominal depth in plies.
    pub depth: u32,
}

/// The memory of one position.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lesson {
    /// The result of the deepest search; None where it was not searched.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub found: Option<Found>,
    /// In how many games searches came to it, the first one left out.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub again: u64,
    /// The turns that were played, by how the games ended.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub played: BTreeMap<String, BookTurn>,
}

// The form that serde asks for.
#[allow(clippy::trivially_copy_pass_by_ref)]
fn is_zero(count: &u64) -> bool {
    *count == 0
}

impl Lesson {
    /// What a search found of a position.
    pub(crate) fn of(found: Found) -> Self {
        Self { found: Some(found), ..Self::default() }
    }

    /// Games that came through the position.
    pub fn games(&self) -> u64 {
        self.played.values().map(BookTurn::games).fold(0, u64::saturating_add)
    }

    fn depth(&self) -> u32 {
        self.found.as_ref().map_or(0, |found| found.depth)
    }

    /// The worth of keeping it: a ply of depth is worth as much as a quarter more of a doubling of the games that came through
    /// it, or of those whose searches did. Each ply costs a search a good part of what all before it did, and a game more
    /// says the less the more there were.
    fn worth(&self) -> u32 {
        let doublings = |count: u64| 64 - count.leading_zeros();
        self.depth().saturating_add(4 * (doublings(self.games()) + doublings(self.again)))
    }

    fn add(&mut self, other: Self) {
        self.again = self.again.saturating_add(other.again);
        // Of searches as deep as each other the later one counts: its table knew more.
        if other.found.is_some() && other.depth() >= self.depth() {
            self.found = other.found;
        }
        for (turn, counted) in other.played {
            self.played.entry(turn).or_default().add(&counted);
        }
    }
}

/// The positions of earlier games with their lessons. They stand in it without their clocks, so
/// that transpositions meet.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Experience {
    positions: HashMap<String, Lesson>,
}

impl Experience {
    /// How many positions it knows.
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// It knows no position.
    pub fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    /// Its positions, in no order.
    pub fn positions(&self) -> impl Iterator<Item = (&str, &Lesson)> {
        self.positions.iter().map(|(position, lesson)| (position.as_str(), lesson))
    }

    /// Its positions, the most worth keeping first, and else in the order of their texts.
    pub fn by_worth(&self) -> Vec<(&str, &Lesson)> {
        let mut all: Vec<_> = self.positions().collect();
        all.sort_by_cached_key(|(position, lesson)| {
            (std::cmp::Reverse(lesson.worth()), (*position).to_owned())
        });
        all
    }

    /// The lesson of a position without clocks.
    pub fn lesson(&self, position: &str) -> Option<&Lesson> {
        self.positions.get(position)
    }

    /// Adds what is known of a position.
    pub fn add(&mut self, position: String, lesson: Lesson) {
        self.positions.entry(position).or_default().add(lesson);
    }

    /// Adds what another knows.
    pub fn merge(&mut self, other: Self) {
        for (position, lesson) in other.positions {
            self.add(position, lesson);
        }
    }

    /// Counts a turn that was played in a position without clocks; `half_points` are those of who played it, from 0 to 2.
    pub fn count(&mut self, position: String, turn: &str, half_points: u8) {
        let lesson = self.positions.entry(position).or_default();
        lesson.played.entry(turn.to_owned()).or_default().count(half_points);
    }

    /// Forgets the positions that are worth least, down to so many.
    pub fn prune(&mut self, most: usize) {
        if self.len() > most {
            let kept = |(position, _): &(&str, &Lesson)| (*position).to_owned();
            let kept: Vec<String> = self.by_worth()[..most].iter().map(kept).collect();
            let mut all = std::mem::take(&mut self.positions);
            self.positions = kept.into_iter().filter_map(|it| all.remove_entry(&it)).collect();
        }
    }

    /// As a book of openings: the turns that were played, and the best ones of searches to their end with their scores.
    pub fn to_book(&self, game: &str) -> Book {
        let mut book = Book::new(game);
        for (position, lesson) in &self.positions {
            for (turn, counted) in &lesson.played {
                book.turn_mut(position, turn).add(counted);
            }
            if let Some(found) = lesson.found.as_ref().filter(|it| it.bound == Bound::Exact) {
                let searched = Searched { score: found.score, depth: found.depth };
                book.turn_mut(position, &found.turn).searched = Some(searched);
            }
        }
        book
    }
}

impl Found {
    /// The score in points; those of wins and losses are beyond all others.
    pub fn score(&self) -> Score {
        Score::from(self.score)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(turn: &str, points: i32, depth: u32) -> Lesson {
        let score = Verdict::Points(points);
        Lesson::of(Found { turn: turn.to_owned(), score, bound: Bound::Exact, depth })
    }

    #[test]
    fn the_deeper_search_stays_and_games_add_up() {
        let mut all = Experience::default();
        all.add("p".to_owned(), found("a", 5, 9));
        all.add("p".to_owned(), found("b", 7, 8));
        assert_eq!(all.lesson("p").unwrap().found.as_ref().unwrap().turn, "a");
        all.add("p".to_owned(), found("c", 6, 9));
        for half_points in [2, 0, 1] {
            all.count("p".to_owned(), "a", half_points);
        }
        let mut other = Experience::default();
        other.count("p".to_owned(), "a", 2);
        all.merge(other);
        let lesson = all.lesson("p").unwrap();
        assert_eq!(lesson.found.as_ref().unwrap().turn, "c");
        let counted = BookTurn { wins: 2, draws: 1, losses: 1, searched: None };
        assert_eq!((lesson.played["a"], lesson.games()), (counted, 4));
        let book = all.to_book("chess");
        assert_eq!(book.turns("p").unwrap()["a"], counted);
        let searched = Some(Searched { score: Verdict::Points(6), depth: 9 });
        assert_eq!(book.turns("p").unwrap()["c"].searched, searched);
    }

    #[test]
    fn what_is_worth_least_is_forgotten_first() {
        let mut all = Experience::default();
        all.add("deep".to_owned(), found("a", 0, 20));
        all.add("shallow".to_owned(), found("a", 0, 3));
        for _ in 0..1_000 {
            all.count("played".to_owned(), "a", 1);
        }
        let order: Vec<&str> = all.by_worth().into_iter().map(|(position, _)| position).collect();
        assert_eq!(order, ["played", "deep", "shallow"]);
        for _ in 0..16 {
            all.add("shallow".to_owned(), Lesson { again: 1, ..found("a", 0, 3) });
        }
        let again = all.lesson("shallow").unwrap().again;
        let order: Vec<&str> = all.by_worth().into_iter().map(|(position, _)| position).collect();
        assert_eq!((again, order), (16, vec!["played", "shallow", "deep"]));
        all.prune(2);
        assert!(all.len() == 2 && all.lesson("deep").is_none());
        all.prune(0);
        assert!(all.is_empty());
    }
}
