//! Those who watch a game, and sending messages to them.

use super::{Room, storage};
use crate::gate::ClientId;
use crate::outbox::{Letter, Outbox};
use crate::protocol::{Code, Failure, ServerMessage};
use crate::who::Who;

impl Room {
    /// Somebody comes to watch.
    pub(super) async fn come(&mut self, outbox: Outbox) -> Result<(), Failure> {
        self.read_chat().await?;
        self.admit(outbox.who.as_ref()).await?;
        self.watch(outbox)
    }

    /// Lets one of the people of a private tournament see its game.
    pub(super) async fn admit(&mut self, who: Option<&Who>) -> Result<(), Failure> {
        let (Some(who), Some(tournament)) = (who, self.tournament()) else { return Ok(()) };
        if self.may_watch(Some(who)) {
            return Ok(());
        }
        let sees = self.around.tournaments.sees_tournament(tournament, &who.key).await;
        let sees = sees.map_err(|error| storage(&error))?;
        if let Some(seats) = self.seats.as_mut().filter(|_| sees) {
            seats.admitted.insert(who.key.clone());
        }
        Ok(())
    }

    /// Somebody watches no more.
    pub(super) fn leave(&mut self, client: ClientId) {
        if self.watchers.remove(&client).is_some() && self.seats.is_some() {
            self.note_absences();
            self.tell_all(&self.state());
        }
    }

    /// Lets somebody watch, who may.
    fn watch(&mut self, outbox: Outbox) -> Result<(), Failure> {
        let client = outbox.client;
        if !self.may_watch(outbox.who.as_ref()) {
            return Err(Failure::new(Code::NotFound, "There is no game at this address."));
        }
        if outbox.is_stream() {
            self.around.news.games.listen(&self.id);
        }
        self.watchers.insert(client, outbox);
        self.note_absences();
        self.think_if_due();
        self.ponder_if_due();
        self.start_clock();
        self.tell_arrival(client);
        self.tell_seat(client);
        self.tell_chat(client);
        self.send(client, &self.tree_state());
        self.send(client, &self.report_state());
        Ok(())
    }

    /// Sends to one who watches.
    pub(super) fn send(&self, client: ClientId, message: &ServerMessage) {
        if let Some(outbox) = self.watchers.get(&client) {
            outbox.send(message);
        }
    }

    /// Sends to all who watch.
    pub(super) fn tell_all(&self, message: &ServerMessage) {
        let letter = Letter::from(message);
        for outbox in self.watchers.values() {
            outbox.leave(letter.clone());
        }
    }
}
