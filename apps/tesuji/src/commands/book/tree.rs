//! A book as a tree of lines: which end of it is reached most likely, and how scores go up from there.

use std::cmp::Ordering;
use std::collections::{BinaryHeap, HashMap, HashSet};

use anyhow::{Context as _, Result};
use engine::{Book, BookTurn, Referee, Score, Searched, Verdict};

use crate::cli::Game;

/// A turn that is this much worse than the best one, in points, is played e times less often.
const TOLERANCE: f64 = 30.0;

/// The next position to search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Task {
    /// A position where lines of the book end: all its turns.
    End(String),
    /// A position of the book: the turns that the book does not have, as a player may drop out of it there.
    DropOut(String),
}

/// A turn that leads to a position.
struct Way {
    position: String,
    turn: String,
    /// The moves of the turn: the plies by which a proven end is further away.
    plies: u32,
}

/// A book and where its turns lead.
pub struct Tree {
    kind: Game,
    /// The book.
    pub book: Book,
    /// Where turns lead, by position and turn; nowhere where the game is over.
    next: HashMap<String, HashMap<String, Option<String>>>,
    ways: HashMap<String, Vec<Way>>,
    /// The usual start.
    usual: String,
    /// Positions whose turns are all in the book.
    complete: HashSet<String>,
}

/// A position on the way of the search for the likeliest end.
struct Reached<'t> {
    /// The negative logarithm of the probability.
    cost: f64,
    position: &'t str,
}

impl PartialEq for Reached<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}
impl Eq for Reached<'_> {}
impl PartialOrd for Reached<'_> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
impl Ord for Reached<'_> {
    /// The likeliest is the greatest.
    fn cmp(&self, other: &Self) -> Ordering {
        other.cost.total_cmp(&self.cost).then_with(|| other.position.cmp(self.position))
    }
}

fn raw(turn: &BookTurn) -> Option<i32> {
    turn.searched.map(|searched| Score::from(searched.score).raw())
}

/// The score before a turn of so many plies, from the score after it.
fn before(score: Verdict, plies: u32) -> Verdict {
    match score {
        Verdict::Points(points) => Verdict::Points(-points),
        Verdict::Win(distance) => Verdict::Loss(distance.saturating_add(plies)),
        Verdict::Loss(distance) => Verdict::Win(distance.saturating_add(plies)),
    }
}

impl Tree {
    /// Follows the turns of a book.
    ///
    /// # Errors
    /// If a position cannot be read or a turn is not legal.
    pub fn new(kind: Game, book: Book) -> Result<Self> {
        let (next, ways, complete) = (HashMap::new(), HashMap::new(), HashSet::new());
        let turns: Vec<(String, String)> = book
            .positions()
            .flat_map(|(position, turns)| {
                turns.keys().map(|turn| (position.to_owned(), turn.clone()))
            })
            .collect();
        let usual = kind.new_game(None, Referee::default())?.position_text();
        let usual = kind.starts().without_clocks(&usual)?;
        let mut tree = Self { kind, book, next, ways, usual, complete };
        for (position, turn) in turns {
            tree.follow(&position, &turn)?;
        }
        Ok(tree)
    }

    /// Looks where a turn of the book leads; one that ends the game has its score by that.
    fn follow(&mut self, position: &str, turn: &str) -> Result<()> {
        let place = || format!("'{position}', turn '{turn}'");
        let game = self.kind.new_game(Some(position), Referee::default());
        let mut game = game.with_context(place)?;
        let mover = game.side();
        game.play(turn).with_context(place)?;
        let moves = self.kind.packing().pack(position, &[turn.to_owned()]).unwrap_or_default();
        let plies = u32::try_from(moves.len()).unwrap_or(1);
        let leads = if let Some(ending) = game.ending() {
            let score = match ending.winner {
                None => Verdict::Points(0),
                Some(winner) if winner == mover => Verdict::Win(plies),
                Some(_) => Verdict::Loss(plies),
            };
            self.book.turn_mut(position, turn).searched = Some(Searched { score, depth: 0 });
            None
        } else {
            let to = self.kind.starts().without_clocks(&game.position_text())?;
            let way = Way { position: position.to_owned(), turn: turn.to_owned(), plies };
            self.ways.entry(to.clone()).or_default().push(way);
            Some(to)
        };
        self.next.entry(position.to_owned()).or_default().insert(turn.to_owned(), leads);
        Ok(())
    }

    fn leads(&self, position: &str, turn: &str) -> Option<&str> {
        self.next.get(position)?.get(turn)?.as_deref()
    }

    /// The end of the book that is reached most likely where both sides play well, a turn the less often the worse its score is;
    /// None where nothing is uncertain any more. It is Lincke's expansion of what players may drop out to (Strategies for the
    /// Automatic Construction of Opening Books, 2000), with probabilities for his weighted path lengths.
    pub fn likeliest(&self) -> Option<Task> {
        let mut open = BinaryHeap::new();
        let mut costs: HashMap<&str, f64> = HashMap::new();
        let games = |turns: &std::collections::BTreeMap<String, BookTurn>| {
            1.0 + turns.values().map(|turn| turn.games() as f64).sum::<f64>()
        };
        // Lines may come back to the usual start.
        let begins_here =
            |position: &str| *position == *self.usual || !self.ways.contains_key(position);
        let mut begins: Vec<_> =
            self.book.positions().filter(|(position, _)| begins_here(position)).collect();
        if begins.is_empty() {
            begins = self.book.positions().collect();
        }
        let all: f64 = begins.iter().map(|(_, turns)| games(turns)).sum();
        for (position, turns) in begins {
            let cost = -(games(turns) / all).ln();
            costs.insert(position, cost);
            open.push(Reached { cost, position });
        }
        let mut best: Option<(f64, Task)> = None;
        while let Some(Reached { cost, position }) = open.pop() {
            if best.as_ref().is_some_and(|(least, _)| cost >= *least) {
                break;
            }
            let Some(turns) = self.book.turns(position) else { continue };
            if costs.get(position).is_some_and(|&least| cost > least) {
                continue;
            }
            let top = turns.values().filter_map(raw).max();
            // A turn that was not searched is as good as the best, as far as is known.
            let worse = |turn: &BookTurn| {
                raw(turn).zip(top).map_or(0.0, |(raw, top)| f64::from(top - raw) / TOLERANCE)
            };
            let ends = |turn: &str| {
                self.leads(position, turn).is_some_and(|to| self.book.turns(to).is_none())
            };
            let drops_out =
                !self.complete.contains(position) && !turns.keys().any(|turn| ends(turn));
            let share: f64 = turns.values().map(|turn| (-worse(turn)).exp()).sum::<f64>()
                + f64::from(u8::from(drops_out));
            let mut offer = |cost: f64, task: Task| {
                if best.as_ref().is_none_or(|(least, _)| cost < *least) {
                    best = Some((cost, task));
                }
            };
            if drops_out {
                offer(cost + share.ln(), Task::DropOut(position.to_owned()));
            }
            for (text, turn) in turns {
                let Some(to) = self.leads(position, text) else { continue };
                let cost = cost + worse(turn) + share.ln();
                if self.book.turns(to).is_none() {
                    let proven = turn.searched.is_some_and(|it| Score::from(it.score).is_proven());
                    if !proven {
                        offer(cost, Task::End(to.to_owned()));
                    }
                } else if costs.get(to).is_none_or(|&least| cost < least) {
                    costs.insert(to, cost);
                    open.push(Reached { cost, position: to });
                }
            }
        }
        best.map(|(_, task)| task)
    }

    /// There are no other turns in this position.
    pub fn set_complete(&mut self, position: &str) {
        self.complete.insert(position.to_owned());
    }

    /// Takes the best turn that a search found in a position, and lets its score go up to the positions before.
    ///
    /// # Errors
    /// If the turn is not legal there.
    pub fn take(&mut self, position: &str, turn: &str, searched: Option<Searched>) -> Result<()> {
        let entry = self.book.turn_mut(position, turn);
        entry.searched = searched.or(entry.searched);
        self.follow(position, turn)?;
        let (mut seen, mut changed) = (HashSet::new(), vec![position.to_owned()]);
        while let Some(position) = changed.pop() {
            // Lines may come back to where they were: each position is looked at once.
            if !seen.insert(position.clone()) {
                continue;
            }
            let turns = self.book.turns(&position);
            let scored = turns.into_iter().flat_map(|turns| turns.values());
            let scored = scored.filter_map(|turn| turn.searched);
            let Some(best) = scored.max_by_key(|it| (Score::from(it.score).raw(), it.depth)) else {
                continue;
            };
            for way in self.ways.get(&position).into_iter().flatten() {
                let score = before(best.score, way.plies);
                let found = Searched { score, depth: best.depth.saturating_add(1) };
                let entry = self.book.turn_mut(&way.position, &way.turn);
                if entry.searched != Some(found) {
                    entry.searched = Some(found);
                    changed.push(way.position.clone());
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
    const AFTER_E4: &str = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -";

    fn points(points: i32) -> Option<Searched> {
        Some(Searched { score: Verdict::Points(points), depth: 5 })
    }

    fn tree(book: Book) -> Tree {
        Tree::new(engine::kind("chess").unwrap(), book).unwrap()
    }

    #[test]
    fn the_likeliest_end_is_that_of_the_best_turns() {
        let mut book = Book::new("chess");
        book.turn_mut(START, "e2e4").searched = points(20);
        book.turn_mut(START, "a2a3").searched = points(-50);
        let mut tree = tree(book);
        assert_eq!(tree.likeliest(), Some(Task::End(AFTER_E4.to_owned())));
        // After the reply, whose score goes up, the other turn is the better one.
        tree.take(AFTER_E4, "e7e5", points(90)).unwrap();
        let start = tree.book.turns(START).unwrap();
        let expected = Searched { score: Verdict::Points(-90), depth: 6 };
        assert_eq!(start["e2e4"].searched, Some(expected));
        let after_a3 = "rnbqkbnr/pppppppp/8/8/8/P7/1PPPPPPP/RNBQKBNR b KQkq -".to_owned();
        assert_eq!(tree.likeliest(), Some(Task::End(after_a3.clone())));
        // Where all lines of a position go on, a player may drop out of the book.
        tree.take(&after_a3, "e7e5", points(40)).unwrap();
        assert_eq!(tree.likeliest(), Some(Task::DropOut(START.to_owned())));
        tree.set_complete(START);
        assert_ne!(tree.likeliest(), Some(Task::DropOut(START.to_owned())));
    }

    #[test]
    fn what_is_proven_is_not_searched_again() {
        let mate = "6k1/5ppp/8/8/8/8/8/R5K1 w - -";
        let mut book = Book::new("chess");
        book.count(mate, "a1a8", 2);
        let mut mates = tree(book);
        let first = mates.book.turns(mate).unwrap()["a1a8"].searched;
        assert_eq!(first, Some(Searched { score: Verdict::Win(1), depth: 0 }));
        mates.set_complete(mate);
        assert_eq!(mates.likeliest(), None);
        let mut book = Book::new("chess");
        book.count(START, "e2e5", 2);
        let fault = Tree::new(engine::kind("chess").unwrap(), book).err().unwrap();
        assert!(fault.to_string().ends_with("turn 'e2e5'"), "{fault}");
    }
}
