//! Notices of the lobby to a page: the seeks, one's own among them, challenges, and games that
//! begin.

use std::sync::Arc;
use std::time::Duration;

use tokio::time::{interval, sleep};

use crate::challenges::{Challenge, Challenges};
use crate::lobby::Lobby;
use crate::news::Item;
use crate::outbox::Outbox;
use crate::protocol::ServerMessage;
use crate::protocol::lobby::{Own, ShownChallenge};
use crate::rooms::AbortOnDrop;
use crate::state::App;
use crate::who::Who;

/// The least time between two lists of the seeks.
const BETWEEN: Duration = Duration::from_millis(200);
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

/// Tells a connection of the lobby until this is dropped.
pub fn watch(app: &App, who: Who, outbox: Outbox) -> AbortOnDrop {
    let (lobby, challenges) = (Arc::clone(&app.lobby), Arc::clone(&app.challenges));
    let mut news = app.rooms.news.listen(&who.key);
    let mut changes = lobby.changes();
    AbortOnDrop(tokio::spawn(async move {
        let mut times = interval(PASSED);
        let (mut told, mut seen) = (None::<Own>, None);
        let mut declined = None;
        changes.mark_changed();
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
                item = news.recv() => match item {
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
