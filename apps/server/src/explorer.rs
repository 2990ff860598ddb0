//! The opening explorer: what was played in a position, by the books that the server was given.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::sync::Arc;

use engine::{Book, GameKind};

use crate::analysis::follow;
use crate::engines;
use crate::protocol::explorer::{Explored, ExploredTurn};
use crate::protocol::study::Look;
use crate::protocol::{Code, Failure, ServerMessage};

/// One book for each game that has any.
#[derive(Default)]
pub struct Explorer(BTreeMap<&'static str, (&'static dyn GameKind, Arc<Book>)>);

impl Explorer {
    /// Books of one game are added up; those of games that nobody knows are left out.
    pub fn new(books: Vec<Arc<Book>>) -> Self {
        let mut all = Self::default();
        for book in books {
            let Some(kind) = engine::kind(book.game()) else { continue };
            match all.0.entry(kind.name()) {
                Entry::Vacant(free) => {
                    free.insert((kind, book));
                }
                Entry::Occupied(mut sum) => {
                    // They are of one game, so that nothing can be refused.
                    let _ = Arc::make_mut(&mut sum.get_mut().1).merge(&book);
                }
            }
        }
        all
    }

    /// The names of the games with a book.
    pub fn games(&self) -> Vec<&'static str> {
        self.0.keys().copied().collect()
    }

    /// The book's turns at the end of a line.
    ///
    /// # Errors
    /// Where there is no book of the game, or no such line.
    pub fn explore(&self, asked: Look) -> Result<ServerMessage, Failure> {
        let (game, _) = follow(&asked)?;
        let none = || {
            let message = format!("There is no book of openings of {} here.", asked.game);
            Failure::new(Code::NotFound, message).at("game")
        };
        let (kind, book) = self.0.get(asked.game.as_str()).ok_or_else(none)?;
        let position = kind.starts().without_clocks(&game.position_text());
        let position = position.map_err(|error| Failure::new(Code::Engine, error.to_string()))?;
        let known = book.turns(&position).into_iter().flatten();
        let mut played: Vec<ExploredTurn> = known
            .filter_map(|(turn, counted)| {
                // A book may have been written by hand: what is no turn here is left out.
                let words = engines::words(game.as_ref(), std::slice::from_ref(turn)).pop()?;
                Some(ExploredTurn {
                    turn: turn.clone(),
                    words,
                    wins: counted.wins,
                    draws: counted.draws,
                    losses: counted.losses,
                    score: counted.searched.map(|it| engine::Score::from(it.score).into()),
                    depth: counted.searched.map(|it| it.depth),
                })
            })
            .collect();
        played.sort_by_key(|it| Reverse((it.wins + it.draws + it.losses, it.wins)));
        let Look { game, start, turns } = asked;
        Ok(ServerMessage::Explored(Explored { game, start, turns, played }))
    }
}
