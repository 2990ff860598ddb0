//! Messages about the arena: tournaments of engines.

use std::sync::Arc;

use super::Client;
use crate::arena::Tournaments;
use crate::protocol::{ClientMessage, Failure, ServerMessage};

impl Client<'_> {
    /// Does what a message asks for; gives it back where it is none of these.
    pub(super) async fn in_arena(
        &mut self,
        message: ClientMessage,
    ) -> Result<Option<ClientMessage>, Failure> {
        use ClientMessage as Message;
        match message {
            Message::ArenaList {} => self.arena(Tournaments::list).await,
            Message::ArenaWatch { id } => self.watch_tournament(id),
            Message::ArenaLeave {} => self.leave_tournament(),
            Message::ArenaStart(start) => self.arena(|all| all.start(start)).await,
            Message::ArenaStop { id } => self.arena(move |all| all.stop(id)).await,
            Message::ArenaResume { id } => self.arena(move |all| all.resume(id)).await,
            Message::ArenaRemove { id } => self.arena(move |all| all.remove(id)).await,
            Message::ArenaPause { name, paused } => {
                self.arena(move |all| all.pause(&name, paused)).await
            }
            Message::ArenaGame { id, number } => self.arena(move |all| all.game(id, number)).await,
            other => return Ok(Some(other)),
        }
        .map(|()| None)
    }

    /// Asks the arena, which waits for its database, and sends the answer.
    async fn arena(
        &self,
        ask: impl FnOnce(&Tournaments) -> Result<ServerMessage, Failure> + Send + 'static,
    ) -> Result<(), Failure> {
        let tournaments = Arc::clone(&self.tournaments);
        self.answer(move || ask(&tournaments)).await
    }

    fn watch_tournament(&mut self, id: i64) -> Result<(), Failure> {
        // The one before ends first.
        self.tournament = None;
        self.tournament = Some(self.tournaments.watch(id, self.outbox.clone())?);
        Ok(())
    }

    fn leave_tournament(&mut self) -> Result<(), Failure> {
        self.tournament = None;
        Ok(())
    }
}
