//! Notices of the lobby to a page: the seeks, one's own among them, challenges, and games that
//! begin.

use std::sync::Arc;
use std::time::Duration;

use tokio::time::{interval, sleep};

use crate::challenges::{Challenge, Challenges};
use crate::lobby::Lobby;
use crate::news::{Event, Item, Listening, Standing};
use crate::outbox::Outbox;
use crate::pools::Pools;
use crate::protocol::ServerMessage;
use crate::protocol::lobby::{CorrespondenceGame, Heard, Invitation, Own, ShownChallenge};
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
fn own(lobby: &Lobby, challenges: &Challenges, who: &Who) -> Own {
    let [got, made] = challenges.of(&who.key).map(|list| {
        list.iter()
            .map(|challenge: &Arc<Challenge>| challenge.shown())
            .collect::<Vec<ShownChallenge>>()
    });
    Own { seeks: lobby.of(&who.key), got, made, ..Own::default() }
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

/// That news is of a game by correspondence.
fn is_by_days(item: &Item) -> bool {
    match item {
        Item::Started(standing) | Item::Finished(standing) | Item::Moved(standing) => {
            standing.row.clock.is_some_and(|rule| rule.is_by_days())
        }
        _ => false,
    }
}

/// Tells a connection of the lobby until this is dropped, and of games that have begun since what it heard last.
pub fn watch(app: &App, who: Who, outbox: Outbox, since: Option<Heard>) -> AbortOnDrop {
    let (lobby, challenges) = (Arc::clone(&app.lobby), Arc::clone(&app.challenges));
    let (rooms, pools) = (Arc::clone(&app.rooms), Arc::clone(&app.pools));
    let epoch = app.rooms.news.epoch.clone();
    let since = since.filter(|heard| heard.epoch == epoch).map(|heard| heard.number);
    let listening = app.rooms.news.listen_since(&who.key, since);
    let heard = Heard { number: listening.last, epoch };
    let (own, declined, invited) = (None, None, None);
    let reader =
        Reader { lobby, challenges, rooms, pools, who, outbox, own, declined, invited, heard };
    AbortOnDrop(tokio::spawn(tell(reader, listening)))
}

/// Tells a connection what there is, then what changes.
async fn tell(mut reader: Reader, Listening { mut news, missed, .. }: Listening) {
    let (mut changes, mut pooled) = (reader.lobby.changes(), reader.pools.changes());
    let (mut times, mut seen) = (interval(PASSED), None);
    changes.mark_changed();
    pooled.mark_changed();
    reader.tell_correspondence().await;
    reader.hear_missed(missed.unwrap_or_default()).await;
    loop {
        tokio::select! {
            changed = changes.changed() => {
                if changed.is_err() { return }
                let (letters, version) = reader.lobby.letters_since(seen);
                seen = Some(version);
                letters.into_iter().for_each(|letter| reader.outbox.leave(letter));
                // Whoever makes seeks in a row makes one list of them.
                reader.tell_own();
                sleep(BETWEEN).await;
                continue;
            }
            changed = pooled.changed() => {
                if changed.is_err() { return }
                reader.outbox.send(&ServerMessage::Pools(reader.pools.state(&reader.who.key)));
                sleep(BETWEEN).await;
                continue;
            }
            item = news.recv() => match item {
                Some((number, item)) => {
                    reader.heard.number = number;
                    reader.hear(item).await;
                }
                None => return,
            },
            _ = times.tick() => {}
        }
        reader.tell_own();
    }
}

/// A connection that is told of the lobby.
struct Reader {
    lobby: Arc<Lobby>,
    challenges: Arc<Challenges>,
    rooms: Arc<Rooms>,
    pools: Arc<Pools>,
    who: Who,
    outbox: Outbox,
    /// What was told last of the member's own.
    own: Option<Own>,
    /// Who has declined a challenge last.
    declined: Option<String>,
    /// The last tournament to which the member was invited.
    invited: Option<Invitation>,
    /// The last piece of news.
    heard: Heard,
}

impl Reader {
    /// News that came while the connection was gone; of games those that go on.
    async fn hear_missed(&mut self, missed: Vec<Event>) {
        let over = |item: &Item| match item {
            Item::Finished(standing) => Some(standing.row.id.clone()),
            _ => None,
        };
        let over: Vec<String> = missed.iter().filter_map(|(_, item)| over(item)).collect();
        for (_, item) in missed {
            if !matches!(&item, Item::Started(standing) if over.contains(&standing.row.id)) {
                self.hear(item).await;
            }
        }
    }

    /// A piece of news has come.
    async fn hear(&mut self, item: Item) {
        match item {
            item if is_by_days(&item) => self.tell_correspondence().await,
            // Of a game with the engine its own window knows.
            Item::Started(standing) if standing.players().len() > 1 => {
                self.outbox.send(&ServerMessage::Begun { id: standing.row.id.clone() });
            }
            Item::Declined(challenge) if challenge.by.key == self.who.key => {
                self.declined = Some(challenge.to.member.name.clone());
            }
            Item::Invited(invitation) => self.invited = Some(Invitation::clone(&invitation)),
            _ => {}
        }
    }

    /// Tells of the member's games by correspondence.
    async fn tell_correspondence(&self) {
        // Where they cannot be read they are told at the next change.
        if let Ok(games) = self.rooms.correspondence_of(&self.who, GAMES).await {
            let games = games.iter().filter_map(|standing| shown(standing, &self.who)).collect();
            self.outbox.send(&ServerMessage::Correspondence { games });
        }
    }

    /// Tells the member's own seeks and challenges, where they have changed.
    fn tell_own(&mut self) {
        let now = Own {
            heard: self.heard.clone(),
            declined: self.declined.clone(),
            invited: self.invited.clone(),
            ..own(&self.lobby, &self.challenges, &self.who)
        };
        if self.own.as_ref() != Some(&now) {
            self.outbox.send(&ServerMessage::LobbyOwn(now.clone()));
            self.own = Some(now);
        }
    }
}
