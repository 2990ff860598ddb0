//! A game that was played is played again.

use anyhow::{Context as _, Result, bail, ensure};
use client::{Challenge, User};

use super::{Lobby, board};
use crate::commands::play::input::Input;
use crate::output::line;

impl Lobby {
    /// The game where the member was last.
    pub(super) fn last(&self) -> Result<String> {
        self.last.borrow().clone().context("you have been to no game yet")
    }

    /// Plays the last game again: takes the challenge to it that the other has made, or makes it.
    pub(super) fn rematch(&self, input: &mut Input) -> Result<()> {
        let (_, full, _) = board::open(&self.client, &self.last()?)?;
        let Some(own) = full.color_of(&self.me) else { bail!("you only watched that game") };
        ensure!(full.state.is_over(), "that game is not over; type play");
        let new = full.again(own);
        let User { id, name, level, .. } = full.player(own.other());
        if let Some(level) = level {
            let begun = self.client.challenge_engine(*level, &new)?;
            return self.go_to(&begun.id, input);
        }
        ensure!(id.is_some(), "{name} cannot be challenged");
        let same = |challenge: &Challenge| {
            let time = &challenge.time_control;
            challenge.challenger.id == *id
                && Some(&challenge.variant.key) == new.variant.as_ref()
                && (time.limit.zip(time.increment), time.days, time.delay)
                    == (new.clock, new.days, new.delay)
                && challenge.rated == new.rated
        };
        if let Some(got) = self.client.challenges()?.got.into_iter().find(same) {
            self.client.accept(&got.id)?;
            return self.go_to(&got.id, input);
        }
        let made = self.client.challenge(name, &new)?;
        line(format!("{}: {name} is challenged; type play once it is accepted.", made.id))
    }
}
