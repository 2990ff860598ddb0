//! Messages about the lobby: seeks, challenges and pools.

use std::sync::Arc;

use super::Client;
use crate::meeting;
use crate::notices;
use crate::pairing;
use crate::protocol::lobby::{AskChallenge, AskSeek, Heard, WatchLobby};
use crate::protocol::study::ClockRule;
use crate::protocol::{ClientMessage, Code, Failure};
use crate::rooms::AbortOnDrop;
use crate::talk;
use crate::who::MemberKind;

impl Client<'_> {
    /// Does what a message asks for; gives it back where it is none of these.
    pub(super) async fn in_lobby(
        &mut self,
        message: ClientMessage,
    ) -> Result<Option<ClientMessage>, Failure> {
        use ClientMessage as Message;
        match message {
            Message::Lobby(WatchLobby { since }) => self.watch_lobby(since),
            Message::LobbyLeave {} => self.leave_lobby(),
            Message::Seek(asked) => self.seek(asked).await,
            Message::SeekCancel { id } => self.withdraw(&id),
            Message::SeekAccept { id } => self.accept_seek(&id).await,
            Message::PoolJoin { game, clock } => self.join_pool(&game, clock).await,
            Message::PoolLeave {} => self.leave_pool(),
            Message::Challenge(asked) => self.challenge(asked).await,
            Message::ChallengeAnswer { id, yes } => self.answer_challenge(&id, yes).await,
            Message::ChallengeCancel { id } => meeting::cancel(self.app, &id, &self.member()?),
            other => return Ok(Some(other)),
        }
        .map(|()| None)
    }

    pub(super) fn watch_lobby(&mut self, since: Option<Heard>) -> Result<(), Failure> {
        let who = self.member()?;
        let (talk, blocks) = (Arc::clone(&self.app.talk), Arc::clone(&self.rooms.blocks));
        let chat = talk::follow(talk, blocks, who.clone(), self.outbox.clone());
        let seeks = notices::watch(self.app, who, self.outbox.clone(), since);
        self.lobby = Some([seeks, AbortOnDrop(tokio::spawn(chat))]);
        Ok(())
    }

    pub(super) fn leave_lobby(&mut self) -> Result<(), Failure> {
        self.lobby = None;
        Ok(())
    }

    pub(super) async fn seek(&mut self, asked: AskSeek) -> Result<(), Failure> {
        let who = self.member()?;
        self.takes_a_game()?;
        let AskSeek { terms, lowest, highest } = asked;
        let asked = meeting::on_terms(self.app, &terms)?;
        let held = meeting::seek(self.app, &who, asked, [lowest, highest]).await?;
        // Those that were accepted are gone.
        self.seeks.retain(|held| self.app.lobby.find(&held.id).is_ok());
        self.seeks.push(held);
        Ok(())
    }

    pub(super) fn withdraw(&mut self, id: &str) -> Result<(), Failure> {
        let before = self.seeks.len();
        self.seeks.retain(|held| held.id != id);
        if self.seeks.len() < before && self.app.lobby.find(id).is_err() {
            return Ok(());
        }
        // One for a game by correspondence stands without the window that made it.
        self.app.lobby.withdraw_one(id, &self.member()?.key)
    }

    pub(super) async fn accept_seek(&mut self, id: &str) -> Result<(), Failure> {
        let who = self.member()?;
        self.takes_a_game()?;
        meeting::join(self.app, id, &who).await.map(drop)
    }

    pub(super) async fn challenge(&mut self, asked: AskChallenge) -> Result<(), Failure> {
        let who = self.member()?;
        if who.member.kind == MemberKind::Guest {
            let message = "Challenges by name are for members with a name: sign in first.";
            return Err(Failure::new(Code::SignedOut, message));
        }
        self.takes_a_game()?;
        let none = || Failure::new(Code::NotFound, "This is no club.");
        let people = self.app.people.as_ref().ok_or_else(none)?;
        let to = people.account_of(&asked.to).await?;
        let asked = meeting::on_terms(self.app, &asked.terms)?;
        meeting::challenge(self.app, &who, to, asked).await.map(drop)
    }

    pub(super) async fn answer_challenge(&mut self, id: &str, yes: bool) -> Result<(), Failure> {
        let who = self.member()?;
        if yes {
            return meeting::accept(self.app, id, &who).await;
        }
        meeting::decline(self.app, id, &who, "generic".to_owned())
    }

    /// Waits in a pool, in place of the one before, until the page leaves it or its game begins.
    pub(super) async fn join_pool(&mut self, game: &str, clock: ClockRule) -> Result<(), Failure> {
        let who = self.member()?;
        self.takes_a_game()?;
        let mut place = pairing::join(self.app, &who, game, clock).await?;
        self.pool = Some(AbortOnDrop(tokio::spawn(async move {
            // The page hears of the game as news.
            place.game().await;
        })));
        Ok(())
    }

    pub(super) fn leave_pool(&mut self) -> Result<(), Failure> {
        self.pool = None;
        Ok(())
    }
}
