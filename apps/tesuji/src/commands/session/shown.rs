//! Progress while it is played: a bar in a terminal, and lines where the output goes to a file or a pipe.

use std::io::IsTerminal as _;
use std::time::{Duration, Instant};

use anyhow::Result;
use arena::stats::SprtState;
use arena::tournament::{Key, Results, Row};
use arena::words::counted;
use arena::{Format, GameRecord, Summary, Tournament};
use indicatif::{ProgressBar, ProgressStyle};

use crate::output::line;

/// How often the terminal shows something new.
const SHOWN: Duration = Duration::from_millis(200);
/// How often at least there is a line where lines are written.
const LINE: Duration = Duration::from_secs(10);
/// So many lines at least are written in a whole tournament.
const LINES: u64 = 10;

/// Progress while it is played.
pub(super) struct Shown<'a> {
    tournament: &'a Tournament,
    pub(super) bar: ProgressBar,
    results: Results,
    last: Instant,
    last_line: Instant,
    /// Lines are written.
    lines: bool,
}

impl<'a> Shown<'a> {
    pub(super) fn new(tournament: &'a Tournament, results: Results, as_json: bool) -> Self {
        let bar = ProgressBar::new(tournament.schedule(&results).games());
        let template = "{bar:30} {pos}/{len} games, {eta} left  {msg}";
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        bar.set_position(results.len() as u64);
        bar.reset_eta();
        bar.tick();
        let lines = !as_json && !std::io::stdout().is_terminal();
        let now = Instant::now();
        Self { tournament, bar, results, last: now, last_line: now, lines }
    }

    /// Something that happened, in words.
    pub(super) fn note(&self, text: &str) -> Result<()> {
        if self.lines {
            return line(text);
        }
        self.bar.println(text);
        Ok(())
    }

    /// A game has its result.
    pub(super) fn game(&mut self, record: &GameRecord, key: Key) -> Result<()> {
        if self.bar.is_hidden() && !self.lines {
            return Ok(());
        }
        self.results.insert(key, record.half_points());
        let done = self.results.len() as u64;
        if !self.bar.is_hidden() && self.last.elapsed() >= SHOWN {
            self.last = Instant::now();
            let config = self.tournament.config();
            if matches!(config.format, Format::Swiss | Format::Knockout) {
                self.bar.set_length(self.tournament.schedule(&self.results).games());
            }
            self.bar.set_position(done);
            self.bar.set_message(self.standing(20, "\n"));
        }
        let all = self.bar.length().unwrap_or(1);
        // The end is in the result.
        let part = done < all && done * LINES / all != (done - 1) * LINES / all;
        if self.lines && (part || self.last_line.elapsed() >= LINE) {
            self.last_line = Instant::now();
            let all = self.tournament.schedule(&self.results).games();
            return line(format!("{done} of {}  {}", counted(all, "game"), self.standing(3, "  ")));
        }
        Ok(())
    }

    /// How it stands: the score of a match, or the first of the table.
    fn standing(&self, rows: usize, between: &str) -> String {
        let config = self.tournament.config();
        if config.format != Format::Match {
            let table = self.tournament.standings(&self.results).rows();
            let lines = table.iter().take(rows).map(|row| {
                let Row { rank, name, points, games, .. } = row;
                format!("{between}{rank:3} {points:6.1}/{games:<4} {name}")
            });
            return lines.collect();
        }
        let tally = self.tournament.tally(&self.results, 0, 1);
        let mut text = score_text(&tally.summary());
        if let Some(sprt) = &config.sprt {
            let (SprtState { llr, lower, upper, .. }, _) = tally.test(sprt);
            text += &format!("  LLR {llr:+.2} [{lower:.2}, {upper:.2}]");
        }
        text
    }
}

fn score_text(summary: &Summary) -> String {
    let Summary { wins, draws, losses, estimate, .. } = summary;
    let elo = estimate.map_or_else(String::new, |estimate| {
        let (low, high) = (estimate.elo_low, estimate.elo_high);
        format!("  Elo {:+.0} ({low:+.0} to {high:+.0})", estimate.elo)
    });
    format!("+{wins} ={draws} -{losses}{elo}")
}
