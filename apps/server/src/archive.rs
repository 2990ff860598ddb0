//! The public archive of a club: finished games that all may see, searched, paged and told.

use std::collections::HashMap;

use crate::moderation;
use crate::news::Standing;
use crate::protocol::{Code, Failure};
use crate::state::App;
use crate::store::{ArchivePlace, ArchiveQuery};
use crate::who::{MemberKind, Who};

/// How a member is told whose account is closed.
const CLOSED: &str = "Closed account";

/// Games of the archive, and where those after them begin.
pub struct Page {
    /// Each with the time of its end, in milliseconds since 1970.
    pub games: Vec<(i64, Standing)>,
    /// None where there are no more.
    pub next: Option<ArchivePlace>,
}

/// Reads the archive for one who asks, page by page.
#[derive(Default)]
pub struct Reading {
    /// Whether an account is closed, by the key of its member.
    closed: HashMap<String, bool>,
}

impl Reading {
    /// The games that are asked for. One that cannot be read hides itself alone.
    ///
    /// # Errors
    /// Where the database fails.
    pub async fn page(&mut self, app: &App, query: ArchiveQuery) -> Result<Page, Failure> {
        let most = query.most;
        let query = ArchiveQuery { most: most + 1, ..query };
        let found = app.rooms.store.archive(query).await;
        let mut found = found.map_err(|error| Failure::new(Code::Storage, format!("{error}.")))?;
        let more = found.len() > most;
        found.truncate(most);
        let next = found.last().filter(|_| more).cloned();
        let mut games = Vec::with_capacity(found.len());
        for ArchivePlace { at, id } in found {
            // A game that has gone on meanwhile, or cannot be read, is left out.
            if let Ok(standing) = app.rooms.standing(&id, None).await {
                games.push((at, self.masked(app, standing).await?));
            }
        }
        Ok(Page { games, next })
    }

    /// A game without the names of those whose accounts are closed.
    ///
    /// # Errors
    /// Where the database fails.
    pub async fn masked(&mut self, app: &App, mut standing: Standing) -> Result<Standing, Failure> {
        let seats = standing.row.seating.iter_mut().flat_map(|seating| seating.seats.values_mut());
        for seat in seats {
            let Some(who) = &mut seat.who else { continue };
            if self.is_closed(app, who).await? {
                CLOSED.clone_into(&mut who.member.name);
                seat.rating = None;
            }
        }
        Ok(standing)
    }

    /// The account of a member is closed.
    async fn is_closed(&mut self, app: &App, who: &Who) -> Result<bool, Failure> {
        if who.member.kind == MemberKind::Guest {
            return Ok(false);
        }
        if let Some(&closed) = self.closed.get(&who.key) {
            return Ok(closed);
        }
        let state = moderation::state_of(app, who).await?;
        let closed = state.under.is_some_and(|under| under.closed);
        self.closed.insert(who.key.clone(), closed);
        Ok(closed)
    }
}
