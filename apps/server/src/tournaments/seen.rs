//! The tournaments that a member sees: those that are open to all, and the private ones of their own; moderators see all.

use std::sync::{Arc, Weak};

use super::director::{Director, Live, storage};
use super::kept::Head;
use super::shown;
use super::table::Table;
use crate::protocol::tournament::{List, Stage};
use crate::protocol::{Code, Failure};
use crate::who::Who;

/// Tournaments that are over and listed.
const PAST: usize = 30;

impl Director {
    /// A tournament that a member may see, whether it is over or not.
    ///
    /// # Errors
    /// Where there is none for them, or the database fails.
    pub async fn find(&self, id: &str, who: &Who) -> Result<Arc<Live>, Failure> {
        let none = || Failure::new(Code::NotFound, "There is no tournament at this address.");
        let open = self.open().get(id).cloned();
        let known = open.or_else(|| self.looked_at().get(id)?.upgrade());
        let live = match known {
            Some(live) => live,
            None => {
                let kept = self.keeps.tournament(id).await.map_err(|error| storage(&error))?;
                let live = Arc::new(Live::new(Table::of(kept.ok_or_else(none)?)));
                self.look_at(id, &live);
                live
            }
        };
        let is_open = live.table().await.head().is_open_to(&who.key);
        if is_open || self.moderates(who).await? { Ok(live) } else { Err(none()) }
    }

    /// Somebody looks at one that is over: what changes in it even then is told as long as they do.
    pub(super) fn look_at(&self, id: &str, live: &Arc<Live>) {
        let mut looked_at = self.looked_at();
        looked_at.retain(|_, live| live.strong_count() > 0);
        looked_at.insert(id.to_owned(), Arc::downgrade(live));
    }

    /// Shows a member under another name in all tournaments, and tells who looks. What is kept is who they are.
    pub async fn rename(&self, key: &str, name: &str) {
        let over: Vec<_> = self.looked_at().values().filter_map(Weak::upgrade).collect();
        for live in self.all().into_iter().chain(over) {
            if live.table().await.rename(key, name) {
                live.has_changed();
            }
        }
        // The list comes last: a tournament that ended meanwhile is in it.
        for (head, _) in self.past().iter_mut() {
            head.rename(key, name);
        }
        self.changed.send_replace(());
    }

    /// That member moderates, and sees private tournaments too.
    async fn moderates(&self, who: &Who) -> Result<bool, Failure> {
        self.keeps.moderates(&who.key).await.map_err(|error| storage(&error))
    }

    /// The list for a member: under way, to come (the next first), and over.
    pub async fn list(&self, who: &Who) -> List {
        let mut open = Vec::new();
        for live in self.all() {
            let table = live.table().await;
            open.push((table.head().clone(), table.order().len()));
        }
        open.sort_by_key(|(head, _)| (head.stage != Stage::Running, head.starts));
        let mut over = self.past().clone();
        let is_open = |(head, _): &(Head, usize)| head.is_open_to(&who.key);
        // Where it is not known who moderates, nobody does.
        let all = open.iter().chain(&over).all(is_open) || self.moderates(who).await == Ok(true);
        if !all {
            open.retain(is_open);
            over.retain(is_open);
        }
        let listed = open.into_iter().chain(over.into_iter().take(PAST));
        let tournaments = listed.map(|(head, players)| shown::line_of(head, players)).collect();
        List { now: self.now(), tournaments }
    }
}
