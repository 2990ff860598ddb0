//! Messages about study: lines, analyses, reports, variations and the library.

use std::sync::Arc;

use super::Client;
use crate::analysis;
use crate::explain;
use crate::protocol::study::{Analyse, Edit, LibraryOf};
use crate::protocol::{ClientMessage, Failure};
use crate::room::Command;
use crate::rooms::aside;

impl Client<'_> {
    /// Does what a message asks for; gives it back where it is none of these.
    pub(super) async fn in_study(
        &mut self,
        message: ClientMessage,
    ) -> Result<Option<ClientMessage>, Failure> {
        use ClientMessage as Message;
        let client = self.id;
        match message {
            Message::Edit(Edit { id, edit }) => self.command(&id, Command::Edit { client, edit }),
            Message::MainLine { id, path } => self.command(&id, Command::MainLine { client, path }),
            Message::Report { id } => {
                self.needs_no_help().await?;
                self.command(&id, Command::Report(client))
            }
            Message::StopReport { id } => self.command(&id, Command::StopReport),
            Message::Look(look) => self.answer(move || analysis::look(look)).await,
            Message::Explore(look) => {
                self.needs_no_help().await?;
                let explorer = Arc::clone(&self.app.explorer);
                self.answer(move || explorer.explore(look)).await
            }
            Message::Explain(asked) => {
                self.needs_no_help().await?;
                self.answer(move || explain::explain(asked)).await
            }
            Message::Within(within) => self.answer(move || analysis::within(within)).await,
            Message::Analyse(asked) => self.analyse(asked).await,
            Message::StopAnalysis {} => self.end_analysis(),
            Message::Library(of) => self.read_library(of),
            Message::Remove { id, removed } => self.remove(&id, removed).await,
            other => return Ok(Some(other)),
        }
        .map(|()| None)
    }

    async fn remove(&mut self, id: &str, removed: bool) -> Result<(), Failure> {
        let owner = if self.rooms.alone { None } else { Some(self.member()?.key) };
        self.rooms.remove(id, removed, owner).await
    }

    async fn analyse(&mut self, asked: Analyse) -> Result<(), Failure> {
        self.needs_no_help().await?;
        // The one before ends first.
        self.analysis = None;
        let (rooms, outbox) = (Arc::clone(&self.rooms), self.outbox.clone());
        self.analysis = aside(move || analysis::begin(asked, &rooms, outbox)).await?;
        Ok(())
    }

    fn end_analysis(&mut self) -> Result<(), Failure> {
        self.analysis = None;
        Ok(())
    }

    fn read_library(&mut self, mut of: LibraryOf) -> Result<(), Failure> {
        if !self.rooms.alone {
            of.user = Some(self.member()?.key);
        }
        self.library = Some(Arc::clone(&self.rooms).tell_library(of, self.outbox.clone()));
        Ok(())
    }
}
