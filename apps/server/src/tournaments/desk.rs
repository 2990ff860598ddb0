//! Where members make tournaments, come and go.

use std::sync::Arc;

use super::director::{Director, Live, storage};
use super::kept::{Change, Head};
use super::rules;
use super::shown;
use super::table::Table;
use super::terms;
use crate::ids;
use crate::news::Item;
use crate::protocol::lobby::Invitation;
use crate::protocol::seats::Rating;
use crate::protocol::tournament::{Own, Stage, Status, Terms};
use crate::protocol::{Code, Failure};
use crate::wanted::rating_of;
use crate::who::{MemberKind, Who};

/// Tournaments of one member that are not over.
const OWN: usize = 3;
/// All that are not over.
const ALL: usize = 100;
/// Members who are invited to one.
const INVITED: usize = 100;

fn bad_guest(code: Code, message: String) -> Failure {
    Failure::new(code, message).at("invited")
}

impl Director {
    /// Makes a tournament; its id.
    ///
    /// # Errors
    /// Where it cannot be as it is asked for, or there are too many.
    pub async fn create(&self, by: &Who, asked: &Terms) -> Result<String, Failure> {
        if by.member.kind == MemberKind::Guest {
            let message = "Tournaments are for members with a name: sign in first.";
            return Err(Failure::new(Code::SignedOut, message));
        }
        let wanted = self.wanted(asked)?;
        let mut terms = terms::checked(asked, &wanted, self.now())?;
        let invited = match terms.invited.take() {
            Some(names) => Some(self.with_members(by, Vec::new(), &names).await?),
            None => None,
        };
        let _alone = self.making.lock().await;
        self.has_room(by).await?;
        let id = ids::game_id().map_err(|error| {
            Failure::new(Code::Storage, format!("The system gives no random bits: {error}."))
        })?;
        let starts = terms.starts.unwrap_or_else(|| self.now());
        let head = Head {
            id: id.clone(),
            by: by.clone(),
            stage: Stage::Coming,
            starts,
            ends: terms::length(&terms).map(|length| starts + length),
            winner: None,
            invited,
            terms,
        };
        let added = self.keeps.add_tournament(head.clone()).await;
        added.map_err(|error| storage(&error))?;
        self.tell_invited(&head, 0);
        self.take_up(id.clone(), Table::new(head));
        Ok(id)
    }

    /// Those who are invited, and the members of those names: each once, and not who invites.
    async fn with_members(
        &self,
        by: &Who,
        mut invited: Vec<Who>,
        names: &[String],
    ) -> Result<Vec<Who>, Failure> {
        let full = || bad_guest(Code::Limit, format!("At most {INVITED} members are invited."));
        if names.len() > INVITED {
            return Err(full());
        }
        for name in names {
            let found = self.keeps.member_named(name.trim()).await;
            let who = found.map_err(|error| storage(&error))?.ok_or_else(|| {
                let shown: String = name.trim().chars().take(40).collect();
                bad_guest(Code::BadMessage, format!("There is no member of the name `{shown}`."))
            })?;
            if who.key == by.key || invited.iter().any(|other| other.key == who.key) {
                continue;
            }
            if self.rooms.blocks.part(&by.key, &who.key) {
                let name = &who.member.name;
                let message = format!("One of you has blocked the other: {name} is not invited.");
                return Err(bad_guest(Code::Limit, message));
            }
            invited.push(who);
        }
        if invited.len() > INVITED { Err(full()) } else { Ok(invited) }
    }

    /// Its creator invites more members to a private one.
    ///
    /// # Errors
    /// Where somebody else asks, or there is no member of one of those names.
    pub async fn invite(&self, id: &str, who: &Who, names: &[String]) -> Result<(), Failure> {
        let live = self.find(id, who).await?;
        let mut table = live.table().await;
        let invited = rules::invited(&table, who)?;
        let before = invited.len();
        let invited = Some(self.with_members(who, invited, names).await?);
        let head = Head { invited, ..table.head().clone() };
        self.keep(&live, &mut table, vec![Change::Head(Box::new(head.clone()))]).await?;
        self.tell_invited(&head, before);
        Ok(())
    }

    /// Tells those who are invited now, after so many before them, that they are.
    fn tell_invited(&self, head: &Head, before: usize) {
        let Head { id, terms, by, .. } = head;
        let (id, name, by) = (id.clone(), terms.name.clone(), by.member.clone());
        let item = Item::Invited(Arc::new(Invitation { id, name, by }));
        for who in head.invited.iter().flatten().skip(before) {
            self.rooms.news.tell(&who.key, &item);
        }
    }

    /// A member may make one more tournament.
    async fn has_room(&self, by: &Who) -> Result<(), Failure> {
        let (mut own, mut all) = (0, 0);
        for live in self.all() {
            all += 1;
            own += usize::from(live.table().await.head().by.key == by.key);
        }
        if own >= OWN {
            let message = format!(
                "You have {OWN} tournaments that are not over: cancel one, or wait for its end."
            );
            return Err(Failure::new(Code::Limit, message));
        }
        if all >= ALL {
            let message = "There are many tournaments just now; try again when one is over.";
            return Err(Failure::new(Code::Limit, message));
        }
        Ok(())
    }

    /// A member's rating in the games of a tournament.
    ///
    /// # Errors
    /// Where the database fails.
    pub async fn rating(&self, terms: &Terms, who: &Who) -> Result<Option<Rating>, Failure> {
        let wanted = self.wanted(terms)?;
        rating_of(&self.rooms.store, who, &wanted.new).await
    }

    /// A member joins, or plays on after a pause.
    ///
    /// # Errors
    /// Where they may not.
    pub async fn join(&self, id: &str, who: &Who) -> Result<(), Failure> {
        let live = self.find(id, who).await?;
        let terms = live.table().await.head().terms.clone();
        let rating = self.rating(&terms, who).await?;
        let mut table = live.table().await;
        let changes = rules::join(&table, who, rating, self.now())?;
        self.keep(&live, &mut table, changes).await?;
        self.wake.notify_one();
        Ok(())
    }

    /// A player pauses, or withdraws. A game under way goes on, and counts.
    ///
    /// # Errors
    /// Where they do not play in it.
    pub async fn leave(&self, id: &str, who: &Who, status: Status) -> Result<(), Failure> {
        let live = self.find(id, who).await?;
        let mut table = live.table().await;
        let changes = rules::leave(&table, who, status, self.now())?;
        self.keep(&live, &mut table, changes).await?;
        self.wake.notify_one();
        Ok(())
    }

    /// Its creator cancels it. Games under way go on.
    ///
    /// # Errors
    /// Where somebody else asks, or it is over.
    pub async fn cancel(&self, id: &str, who: &Who) -> Result<(), Failure> {
        let live = self.find(id, who).await?;
        let mut table = live.table().await;
        let changes = rules::cancel(&table, who, self.now())?;
        self.keep(&live, &mut table, changes).await
    }

    /// Its creator begins it before its time.
    ///
    /// # Errors
    /// Where somebody else asks, or it has begun.
    pub async fn start(&self, id: &str, who: &Who) -> Result<(), Failure> {
        let live = self.find(id, who).await?;
        let mut table = live.table().await;
        let changes = rules::start(&table, who, self.now())?;
        self.keep(&live, &mut table, changes).await?;
        self.wake.notify_one();
        Ok(())
    }

    /// The rights of a member in a tournament, whose rating that is.
    pub async fn own(&self, live: &Live, who: &Who, rating: Option<Rating>) -> Own {
        let table = live.table().await;
        let refusal = rules::may_join(&table, who, rating).err();
        shown::own(&table, who, refusal.map(|failure| failure.message))
    }
}
