//! Messages about the club's tournaments.

use std::sync::Arc;

use super::Client;
use crate::protocol::tournament::{Action, Status, Terms};
use crate::protocol::{ClientMessage, Failure, ServerMessage};
use crate::tournaments::director::Director;
use crate::tournaments::watch;

impl Client<'_> {
    /// Does what a message asks for; gives it back where it is none of these.
    pub(super) async fn in_contests(
        &mut self,
        message: ClientMessage,
    ) -> Result<Option<ClientMessage>, Failure> {
        use ClientMessage as Message;
        match message {
            Message::Tournaments {} => self.list_tournaments(),
            Message::TournamentCreate(asked) => self.make_tournament(asked).await,
            Message::TournamentInvite { id, names } => {
                let who = self.member()?;
                self.director()?.invite(&id, &who, &names).await
            }
            Message::TournamentAct { id, action } => self.act_in_tournament(&id, action).await,
            other => return Ok(Some(other)),
        }
        .map(|()| None)
    }

    fn director(&self) -> Result<&Arc<Director>, Failure> {
        self.app.director()
    }

    pub(super) fn list_tournaments(&mut self) -> Result<(), Failure> {
        let who = self.member()?;
        let list = watch::list(Arc::clone(self.director()?), who, self.outbox.clone());
        self.club_tournament = Some(list);
        Ok(())
    }

    pub(super) async fn make_tournament(&mut self, asked: Terms) -> Result<(), Failure> {
        let who = self.member()?;
        self.takes_a_game()?;
        let id = self.director()?.create(&who, &asked).await?;
        self.outbox.send(&ServerMessage::TournamentMade { id });
        Ok(())
    }

    pub(super) async fn act_in_tournament(
        &mut self,
        id: &str,
        action: Action,
    ) -> Result<(), Failure> {
        let who = self.member()?;
        let director = Arc::clone(self.director()?);
        match action {
            Action::Watch => {
                let live = director.find(id, &who).await?;
                self.club_tournament = Some(watch::one(director, live, self.outbox.clone()));
                Ok(())
            }
            Action::Leave => {
                self.club_tournament = None;
                Ok(())
            }
            Action::Join => director.join(id, &who).await,
            Action::Pause => director.leave(id, &who, Status::Paused).await,
            Action::Withdraw => director.leave(id, &who, Status::Out).await,
            Action::Start => director.start(id, &who).await,
            Action::Cancel => director.cancel(id, &who).await,
        }
    }
}
