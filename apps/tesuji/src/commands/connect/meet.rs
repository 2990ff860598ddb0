//! Seeks and pools in the terminal.

use std::time::Duration;

use anyhow::{Result, bail};
use arena::words::counted;
use client::{Lines, Meeting, NewChallenge, Seek};

use super::Lobby;
use super::words::one_of;
use crate::commands::play::input::Input;
use crate::interrupt;
use crate::output::line;

/// How often who waits looks whether it should stop.
const POLL: Duration = Duration::from_millis(100);

impl Lobby {
    pub(super) fn list_seeks(&self) -> Result<()> {
        let seeks = self.client.seeks()?;
        if seeks.is_empty() {
            return line("Nobody seeks a game just now.");
        }
        for Seek { id, by, game, time_control, rated } in seeks {
            let rated = if rated { ", rated" } else { "" };
            let own = if by.id.as_ref() == Some(&self.me.id) { " (yours)" } else { "" };
            let time = time_control.text();
            line(format!("  {id}  {}{own}: {game} {time}{rated}", by.name))?;
        }
        Ok(())
    }

    /// The seek that begins so, of those that are meant.
    pub(super) fn find_seek(&self, begins: &str, of: impl Fn(&Seek) -> bool) -> Result<String> {
        let seeks = self.client.seeks()?.into_iter().filter(|seek| of(seek));
        let ids: Vec<String> = seeks.map(|seek| seek.id).collect();
        one_of(&ids, Some(begins), "seek")
    }

    /// Opens a seek; one for a game at once is waited for.
    pub(super) fn seek(&self, new: &NewChallenge, input: &mut Input) -> Result<()> {
        if new.days.is_some() {
            let id = self.client.seek_by_days(new)?;
            return line(format!("{id}: it stands until somebody joins; withdraw takes it back."));
        }
        let mut lines = self.client.seek(new)?;
        let Some(id) = lines.next().transpose()?.and_then(|said| said.id) else {
            bail!("the club says nothing of this seek");
        };
        line(self.paint.dim(&format!("{id} is open; Ctrl-C withdraws it.")))?;
        if !stay(&mut lines, |_| {})? {
            return line("Withdrawn.");
        }
        if !self.client.playing()?.iter().any(|game| game.id == id) {
            bail!("the seek is gone: another game of yours has begun, or the club has closed it");
        }
        self.go_to(&id, input)
    }

    /// Waits in a pool until a game begins.
    pub(super) fn wait_in_pool(&self, new: &NewChallenge, input: &mut Input) -> Result<()> {
        if new.clock.is_none() {
            bail!("in which pool? say a clock: pool 3+2");
        }
        let mut lines = self.client.pool(new)?;
        let (mut begun, mut waiting) = (None, 0);
        if let Some(said) = lines.next().transpose()? {
            (begun, waiting) = (said.id, said.waiting.unwrap_or(1));
        }
        let others = counted(waiting.saturating_sub(1) as u64, "other");
        line(self.paint.dim(&format!("You wait, with {others}; Ctrl-C ends it.")))?;
        if !stay(&mut lines, |said| begun = said.id.or(begun.take()))? {
            return line("You wait no more.");
        }
        match begun {
            Some(id) => self.go_to(&id, input),
            None => bail!("you wait no more: a game of yours has begun, or you wait elsewhere"),
        }
    }
}

/// Reads a stream until it ends; false where Ctrl-C came first, which ends it, too.
fn stay(lines: &mut Lines<Meeting>, mut hear: impl FnMut(Meeting)) -> Result<bool> {
    interrupt::taken();
    while !lines.is_over() {
        match lines.next_within(POLL) {
            Some(said) => hear(said?),
            None if interrupt::taken() => return Ok(false),
            None => {}
        }
    }
    Ok(true)
}
