//! Tournaments as a page hears of them: the list, or one of them.

use std::sync::Arc;
use std::time::Duration;

use tokio::time::sleep;

use super::director::{Director, Live};
use crate::outbox::Outbox;
use crate::protocol::ServerMessage;
use crate::protocol::tournament::Own;
use crate::rooms::AbortOnDrop;
use crate::who::Who;

/// The least time between two messages about the same.
const BETWEEN: Duration = Duration::from_millis(300);
/// The same, where a tournament has many players.
const BETWEEN_LONG: Duration = Duration::from_secs(1);
/// So many are many.
const MANY: usize = 30;

/// Tells the connection of a member the list until this is dropped.
pub fn list(director: Arc<Director>, who: Who, outbox: Outbox) -> AbortOnDrop {
    AbortOnDrop(tokio::spawn(async move {
        let mut changes = director.changed.subscribe();
        changes.mark_changed();
        while changes.changed().await.is_ok() {
            outbox.send(&ServerMessage::Tournaments(Box::new(director.list(&who).await)));
            sleep(BETWEEN).await;
        }
    }))
}

/// Tells a connection of a tournament until this is dropped.
pub fn one(director: Arc<Director>, live: Arc<Live>, outbox: Outbox) -> AbortOnDrop {
    AbortOnDrop(tokio::spawn(async move {
        let mut changes = live.changed.subscribe();
        changes.mark_changed();
        let mut told: Option<Own> = None;
        let terms = live.table().await.head().terms.clone();
        while changes.changed().await.is_ok() {
            outbox.leave(live.letter(director.now()).await);
            if let Some(who) = &outbox.who {
                // Where it cannot be read now, joining says so.
                let rating = director.rating(&terms, who).await.unwrap_or_default();
                let own = director.own(&live, who, rating).await;
                if told.as_ref() != Some(&own) {
                    outbox.send(&ServerMessage::TournamentOwn(Box::new(own.clone())));
                    told = Some(own);
                }
            }
            let many = live.table().await.players().len() > MANY;
            sleep(if many { BETWEEN_LONG } else { BETWEEN }).await;
        }
    }))
}
