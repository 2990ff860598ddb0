//! Messages about a game that one begins, watches or plays.

use std::time::Instant;

use super::{Client, MAX_WATCHED};
use crate::begin::Begins;
use crate::protocol::seats::{Claim, Offer};
use crate::protocol::{ClientMessage, Code, Failure, NewGame, ServerMessage};
use crate::room::{By, Command};

impl Client<'_> {
    /// Does what a message asks for; gives it back where it is none of these.
    pub(super) async fn in_game(
        &mut self,
        message: ClientMessage,
    ) -> Result<Option<ClientMessage>, Failure> {
        use ClientMessage as Message;
        let client = self.id;
        let (id, command) = match message {
            Message::New(new) => return self.begin(new).await.map(|()| None),
            Message::Watch { id } => return self.watch(id).await.map(|()| None),
            Message::Join { token } => return self.join(&token).await.map(|()| None),
            Message::Leave { id } => return self.leave(&id).map(|()| None),
            Message::Play { id, ply, turn } => (id, Command::Play { client, ply: Some(ply), turn }),
            Message::Undo { id, ply } => (id, Command::Undo { client, ply }),
            Message::Redo { id, ply } => (id, Command::Redo { client, ply }),
            Message::Hint { id, ply } => {
                self.needs_no_help().await?;
                (id, Command::Hint { client, ply })
            }
            Message::MoveNow { id } => (id, Command::MoveNow(client)),
            Message::Think { id } => (id, Command::Think(client)),
            Message::Ponder { id, on } => (id, Command::Ponder(on)),
            Message::Resign { id, side } => (id, Command::Resign { client, side: Some(side) }),
            Message::Offer(Offer { id, offer, yes }) => {
                (id, Command::Offer { client, who: self.member()?, offer, yes })
            }
            Message::Abort { id } => (id, self.member().map(|_| Command::Abort(client))?),
            Message::Claim(Claim { id, draw }) => {
                (id, self.member().map(|_| Command::Claim { client, side: None, draw })?)
            }
            other => return Ok(Some(other)),
        };
        self.command(&id, command).map(|()| None)
    }

    pub(super) async fn join(&mut self, token: &str) -> Result<(), Failure> {
        let who = self.member()?;
        if !self.app.limits.new_games.take(self.id.address, 1.0, Instant::now()) {
            return Err(Failure::new(Code::Limit, "That is many attempts at a time; wait."));
        }
        let id = self.rooms.join(token, self.id, who).await?;
        self.watch(id).await
    }

    pub(super) async fn begin(&mut self, new: NewGame) -> Result<(), Failure> {
        self.takes_a_game()?;
        let by = if self.rooms.alone { Begins::Loopback } else { Begins::Member(self.member()?) };
        let id = self.rooms.begin(new, by).await?;
        self.watch(id).await
    }

    pub(super) async fn watch(&mut self, id: String) -> Result<(), Failure> {
        if self.watched.len() >= MAX_WATCHED && !self.watched.contains(&id) {
            return Err(Failure::new(
                Code::Limit,
                format!("A connection may watch {MAX_WATCHED} games at once; leave one first."),
            ));
        }
        self.rooms.watch(&id, self.outbox.clone()).await?;
        self.watched.insert(id);
        Ok(())
    }

    /// Sends a command to a game that this client watches.
    pub(super) fn command(&self, id: &str, command: Command) -> Result<(), Failure> {
        let command = if self.rooms.alone { command } else { self.by(command) };
        let live = self.watched.contains(id) && self.rooms.tell_live(id, command).is_none();
        let none =
            || Failure::new(Code::NotFound, "This connection watches no such game.").at("id");
        if live { Ok(()) } else { Err(none()) }
    }

    /// A command as a member of the club gives it.
    pub(super) fn by(&self, command: Command) -> Command {
        let (outbox, request) = (self.outbox.clone(), command.request());
        let (client, who) = (self.id, self.outbox.who.clone());
        let answer = move |result: Result<(), Failure>| {
            if let Err(failure) = result {
                outbox.send(&ServerMessage::Error(failure.answering(request)));
            }
        };
        Command::By(Box::new(By { client, who, command, answer: Box::new(answer) }))
    }

    pub(super) fn leave(&mut self, id: &str) -> Result<(), Failure> {
        if self.watched.remove(id) {
            // A room that is not live has no watchers to forget.
            let _ = self.rooms.tell_live(id, Command::Leave(self.id));
        }
        Ok(())
    }
}
