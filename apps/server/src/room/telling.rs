//! Those who watch a game, and sending messages to them.

use super::Room;
use crate::gate::ClientId;
use crate::outbox::{Letter, Outbox};
use crate::protocol::{Code, Failure, ServerMessage};

impl Room {
    /// Somebody comes to watch.
    pub(super) async fn come(&mut self, outbox: Outbox) -> Result<(), Failure> {
        self.read_chat().await?;
        self.watch(outbox)
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
