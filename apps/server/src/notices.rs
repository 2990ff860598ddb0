//! Notices of the lobby to a page: the seeks, one's own among them, challenges, and games that
//! begin.

use std::sync::Arc;
use std::time::Duration;

use tokio::time::{interval, sleep};

use crate::challenges::{Challenge, Challenges};
use crate::lobby::Lobby;
use crate::news::{Item, Standing};
use crate::outbox::Outbox;
use crate::protocol::ServerMessage;
use crate::protocol::lobby::{CorrespondenceGame, Own, ShownChallenge};
use crate::rooms::{AbortOnDrop, Rooms};
use crate::state::App;
use crate::store::Seat;
use crate::who::Who;

/// The least time between two lists of the seeks.
const BETWEEN: Duration = Duration::from_millis(200);
/// Games by correspondence that are told.
const GAMES: usize = 100;
/// How often challenges are looked through for such as have passed.
const PASSED: Duration = Duration::from_secs(30);

/// The member's own seeks and challenges.
fn own(lobby: &Lobby, challenges: &Challenges, who: &Who, declined: Option<String>) -> Own {
    let [got, made] = challenges.of(&who.key).map(|list| {
        list.iter()
            .map(|challenge: &Arc<Challenge>| challenge.shown())
            .collect::<Vec<ShownChallenge>>()
    });
    Own { seeks: lobby.of(&who.key), got, made, declined }
}

/// A game by correspondence as that member sees it.
fn shown(standing: &Standing, who: &Who) -> Option<CorrespondenceGame> {
    let Standing { row, position, side: to_move, left, .. } = standing;
    let seats = &row.seating.as_ref()?.seats;
    let is_own = |seat: &Seat| seat.who.as_ref().is_some_and(|other| other.key == who.key);
    let (&side, _) = seats.iter().find(|(_, seat)| is_own(seat))?;
    let other = seats.values().find(|seat| !is_own(seat))?;
    Some(CorrespondenceGame {
        id: row.id.clone(),
        game: row.game.clone(),
        position: position.clone(),
        side,
        opponent: other.who.as_ref()?.member.clone(),
        rating: other.rating,
        days: row.clock?.days,
        your_turn: *to_move == side,
        left: left.get(to_move).copied().unwrap_or_default(),
        rated: row.rated,
    })
}

/// Tells of the games by correspondence of a member.
async fn tell_correspondence(rooms: &Rooms, who: &Who, outbox: &Outbox) {
    // Where they cannot be read they are told at the next change.
    if let Ok(games) = rooms.correspondence_of(who, GAMES).await {
        let games = games.iter().filter_map(|standing| shown(standing, who)).collect();
        outbox.send(&ServerMessage::Correspondence { games });
    }
}

/// That news is of a game by correspondence.
fn is_by_days(item: &Item) -> bool {
    match item {
        Item::Started(standing) | Item::Finished(standing) | Item::Moved(standing) => {
            standing.row.clock.is_some_and(|rule| rule.is_by_days())
        }
        _ => false,
    }
}

/// Tells a connection of the lobby until this is dropped.
pub fn watch(app: &App, who: Who, outbox: Outbox) -> AbortOnDrop {
    let (lobby, challenges) = (Arc::clone(&app.lobby), Arc::clone(&app.challenges));
    let rooms = Arc::clone(&app.rooms);
    let mut news = app.rooms.news.listen(&who.key);
    let pools = Arc::clone(&app.pools);
    let (mut changes, mut pooled) = (lobby.changes(), pools.changes());
    AbortOnDrop(tokio::spawn(async move {
        let mut times = interval(PASSED);
        let (mut told, mut seen) = (None::<Own>, None);
        let mut declined = None;
        changes.mark_changed();
        pooled.mark_changed();
        tell_correspondence(&rooms, &who, &outbox).await;
        loop {
            tokio::select! {
                changed = changes.changed() => {
                    if changed.is_err() { return }
                    let (letters, version) = lobby.letters_since(seen);
                    seen = Some(version);
                    letters.into_iter().for_each(|letter| outbox.leave(letter));
                    // Whoever makes seeks in a row makes one list of them.
                    tell(&lobby, &challenges, &who, &declined, &outbox, &mut told);
                    sleep(BETWEEN).await;
                    continue;
                }
                changed = pooled.changed() => {
                    if changed.is_err() { return }
                    outbox.send(&ServerMessage::Pools(pools.state(&who.key)));
                    sleep(BETWEEN).await;
                    continue;
                }
                item = news.recv() => match item {
                    Some(item) if is_by_days(&item) => {
                        tell_correspondence(&rooms, &who, &outbox).await;
                    }
                    Some(Item::Started(standing)) => {
                        // Of a game with the engine its own window knows.
                        if standing.players().len() > 1 {
                            outbox.send(&ServerMessage::Begun { id: standing.row.id.clone() });
                        }
                    }
                    Some(Item::Declined(challenge)) if challenge.by.key == who.key => {
                        declined = Some(challenge.to.member.name.clone());
                    }
                    Some(_) => {}
                    None => return,
                },
                _ = times.tick() => {}
            }
            tell(&lobby, &challenges, &who, &declined, &outbox, &mut told);
        }
    }))
}

fn tell(
    lobby: &Lobby,
    challenges: &Challenges,
    who: &Who,
    declined: &Option<String>,
    outbox: &Outbox,
    told: &mut Option<Own>,
) {
    let now = own(lobby, challenges, who, declined.clone());
    if told.as_ref() != Some(&now) {
        outbox.send(&ServerMessage::LobbyOwn(now.clone()));
        *told = Some(now);
    }
}
