//! The games that are played now, between two people, and that all may watch. They live in memory: a room tells of its
//! own game while it is live.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::watch;
use tokio::time::sleep;

#[cfg(feature = "cluster")]
use crate::bus::{Event, Others};
use crate::outbox::Outbox;
use crate::protocol::ServerMessage;
use crate::protocol::live::LiveGame;

/// Games that are told.
const SHOWN: usize = 6;
/// The least time between two messages.
const BETWEEN: Duration = Duration::from_millis(500);

/// The games, by id.
#[derive(Debug, Default)]
pub struct LiveGames {
    games: Mutex<BTreeMap<String, LiveGame>>,
    /// The best at other processes, and how many each has.
    elsewhere: Mutex<BTreeMap<usize, (Vec<LiveGame>, usize)>>,
    changed: watch::Sender<()>,
}

impl LiveGames {
    fn games(&self) -> MutexGuard<'_, BTreeMap<String, LiveGame>> {
        // The map is whole between any two of its calls, so a panic elsewhere does not spoil it.
        self.games.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Tells how a game stands, or that it is played no more.
    pub fn tell(&self, id: &str, game: Option<LiveGame>) {
        let changed = match game {
            Some(game) => {
                let before = self.games().insert(id.to_owned(), game.clone());
                before.as_ref() != Some(&game)
            }
            None => self.games().remove(id).is_some(),
        };
        if changed {
            self.changed.send_replace(());
        }
    }

    /// Tells of those at another process.
    #[cfg(feature = "cluster")]
    pub fn tell_of(&self, node: usize, games: Vec<LiveGame>, total: usize) {
        let mut elsewhere = self.elsewhere.lock().unwrap_or_else(PoisonError::into_inner);
        elsewhere.insert(node, (games, total));
        self.changed.send_replace(());
    }

    /// Those of the best players, and how many there are in all.
    fn best(&self) -> ServerMessage {
        let (games, total) = self.best_games();
        ServerMessage::Live { games, total }
    }

    fn best_games(&self) -> (Vec<LiveGame>, usize) {
        let games = self.games();
        let elsewhere = self.elsewhere.lock().unwrap_or_else(PoisonError::into_inner);
        let rating = |game: &LiveGame| -> i32 {
            game.players.values().filter_map(|player| player.rating).map(|it| it.rating).sum()
        };
        let others = elsewhere.values().flat_map(|(games, _)| games);
        let mut sorted: Vec<&LiveGame> = games.values().chain(others).collect();
        sorted.sort_by(|one, other| rating(other).cmp(&rating(one)).then(one.id.cmp(&other.id)));
        let total = games.len() + elsewhere.values().map(|(_, total)| total).sum::<usize>();
        (sorted.into_iter().take(SHOWN).cloned().collect(), total)
    }
}

/// Tells the first process of the games here until this is dropped.
#[cfg(feature = "cluster")]
pub async fn report(live: Arc<LiveGames>, others: Others) {
    let mut changes = live.changed.subscribe();
    changes.mark_changed();
    let mut told = None;
    while changes.changed().await.is_ok() {
        let now = live.best_games();
        if told.as_ref() != Some(&now) {
            let ((games, total), node) = (now.clone(), others.part.node);
            others.tell_first(|| Event::Live { node, games, total });
            told = Some(now);
        }
        sleep(BETWEEN).await;
    }
}

/// Tells a connection of the games until this is dropped.
pub async fn follow(live: Arc<LiveGames>, outbox: Outbox) {
    let mut changes = live.changed.subscribe();
    changes.mark_changed();
    let mut told = None;
    while changes.changed().await.is_ok() {
        let now = live.best();
        if told.as_ref() != Some(&now) {
            outbox.send(&now);
            told = Some(now);
        }
        sleep(BETWEEN).await;
    }
}

#[cfg(test)]
mod tests {
    use super::{LiveGames, SHOWN};
    use crate::protocol::ServerMessage;
    use crate::protocol::live::{LiveGame, LivePlayer};
    use crate::protocol::seats::Rating;
    use crate::who::Who;

    fn game(id: &str, rating: i32) -> LiveGame {
        let rating = Some(Rating { rating, provisional: false, change: None });
        let player = LivePlayer { member: Who::account("a", false).member, rating };
        let (game, position) = ("onitama".to_owned(), String::new());
        LiveGame { id: id.to_owned(), game, position, players: [('r', player)].into() }
    }

    #[test]
    fn the_best_games_are_told_and_few() {
        let live = LiveGames::default();
        for number in 0..9 {
            let id = number.to_string();
            live.tell(&id, Some(game(&id, 1000 + number)));
        }
        live.tell("8", None);
        let ServerMessage::Live { games, total } = live.best() else { unreachable!() };
        let ids: Vec<&str> = games.iter().map(|game| game.id.as_str()).collect();
        assert_eq!((ids, total), (vec!["7", "6", "5", "4", "3", "2"], 8));
        assert_eq!(SHOWN, 6);
    }
}
