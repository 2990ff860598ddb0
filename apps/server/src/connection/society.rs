//! Messages about chats, blocks and reports, moderation, and the games that are played now.

use std::sync::Arc;

use super::Client;
use crate::live;
use crate::moderation;
use crate::profiles;
use crate::protocol::chat::{ChatRoom, Say};
use crate::protocol::moderation::{Moderate, ReportMember};
use crate::protocol::profile::Ranked;
use crate::protocol::{ClientMessage, Code, Failure, ServerMessage};
use crate::room::Command;
use crate::rooms::AbortOnDrop;

impl Client<'_> {
    /// Does what a message asks for; gives it back where it is none of these.
    pub(super) async fn in_society(
        &mut self,
        message: ClientMessage,
    ) -> Result<Option<ClientMessage>, Failure> {
        use ClientMessage as Message;
        match message {
            Message::Say(said) => self.say(said).await,
            Message::Live {} => self.watch_live(),
            Message::LiveLeave {} => self.leave_live(),
            Message::Player { name } => self.tell_player(&name).await,
            Message::Leaders { of } => self.tell_leaders(of).await,
            Message::Block { name, on } => self.block(&name, on).await,
            Message::ReportMember(asked) => self.report_member(asked).await,
            Message::Reports {} => self.reports().await,
            Message::GameChat { id } => self.game_chat(id).await,
            Message::ReportDone { id, note } => self.report_done(id, &note).await,
            Message::Moderate(asked) => self.moderate(asked).await,
            other => return Ok(Some(other)),
        }
        .map(|()| None)
    }

    /// Tells a member: ratings and last games.
    async fn tell_player(&self, name: &str) -> Result<(), Failure> {
        let asker = self.member()?;
        let told = profiles::of(self.app, name, Some(&asker)).await?;
        self.outbox.send(&ServerMessage::Player(Box::new(told)));
        Ok(())
    }

    /// Tells the best of each game and speed.
    async fn tell_leaders(&self, of: Option<Ranked>) -> Result<(), Failure> {
        self.member()?;
        let tables = profiles::leaders(self.app, profiles::BEST, of).await?;
        self.outbox.send(&ServerMessage::Leaders { tables });
        Ok(())
    }

    pub(super) async fn say(&mut self, said: Say) -> Result<(), Failure> {
        let who = self.member()?;
        let Say { room, game, text } = said;
        match (room, &game) {
            (ChatRoom::Lobby, None) | (ChatRoom::Player | ChatRoom::Spectator, Some(_)) => {}
            _ => {
                let message = "The chat of a game has its game, that of the lobby none.";
                return Err(Failure::new(Code::BadMessage, message).at("game"));
            }
        }
        moderation::may_talk(self.app, &who).await?;
        let text = self.app.talk.take(&who, self.id.address, &text)?;
        let Some(id) = game else {
            self.app.talk.say(who, text);
            return Ok(());
        };
        self.command(&id, Command::Say { client: self.id, who, room, text })
    }

    pub(super) async fn block(&mut self, name: &str, on: bool) -> Result<(), Failure> {
        let name = moderation::block(self.app, &self.member()?, name, on).await?;
        self.outbox.send(&ServerMessage::Blocked { name, on });
        Ok(())
    }

    pub(super) async fn report_member(&mut self, asked: ReportMember) -> Result<(), Failure> {
        let name = moderation::report(self.app, &self.member()?, asked).await?;
        self.outbox.send(&ServerMessage::Reported { name });
        Ok(())
    }

    pub(super) async fn reports(&mut self) -> Result<(), Failure> {
        let reports = moderation::reports(self.app, &self.member()?).await?;
        self.outbox.send(&ServerMessage::Reports(reports));
        Ok(())
    }

    pub(super) async fn game_chat(&mut self, id: String) -> Result<(), Failure> {
        let told = moderation::game_chat(self.app, &self.member()?, id).await?;
        self.outbox.send(&ServerMessage::GameChat(told));
        Ok(())
    }

    pub(super) async fn report_done(&mut self, id: i64, note: &str) -> Result<(), Failure> {
        moderation::report_done(self.app, &self.member()?, id, note).await?;
        self.reports().await
    }

    pub(super) async fn moderate(&mut self, asked: Moderate) -> Result<(), Failure> {
        moderation::act(self.app, &self.member()?, self.id, asked).await?;
        self.reports().await
    }

    pub(super) fn watch_live(&mut self) -> Result<(), Failure> {
        self.member()?;
        let task = live::follow(Arc::clone(&self.rooms.shown), self.outbox.clone());
        self.live = Some(AbortOnDrop(tokio::spawn(task)));
        Ok(())
    }

    pub(super) fn leave_live(&mut self) -> Result<(), Failure> {
        self.live = None;
        Ok(())
    }
}
