//! What the terminal shows while it is played.

use std::time::{Duration, Instant};

use arena::stats::SprtState;
use arena::tournament::{Key, Results, Row};
use arena::{Format, GameRecord, Summary, Tournament};
use indicatif::{ProgressBar, ProgressStyle};

/// How often the terminal shows something new.
const SHOWN: Duration = Duration::from_millis(200);

/// What the terminal shows while it is played.
pub(super) struct Shown<'a> {
    tournament: &'a Tournament,
    pub(super) bar: ProgressBar,
    results: Results,
    last: Instant,
    hidden: bool,
}

impl<'a> Shown<'a> {
    pub(super) fn new(tournament: &'a Tournament, results: Results) -> Self {
        let total = tournament.schedule(&results).len() as u64;
        let bar = ProgressBar::new(total);
        let template = "{bar:30} {pos}/{len} games, {eta} left  {msg}";
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        bar.set_position(results.len() as u64);
        bar.reset_eta();
        bar.tick();
        let hidden = bar.is_hidden();
        Self { tournament, bar, results, last: Instant::now(), hidden }
    }

    pub(super) fn game(&mut self, record: &GameRecord, key: Key) {
        if self.hidden {
            return;
        }
        self.results.insert(key, record.half_points());
        if self.last.elapsed() < SHOWN {
            return;
        }
        self.last = Instant::now();
        let config = self.tournament.config();
        if matches!(config.format, Format::Swiss | Format::Knockout) {
            self.bar.set_length(self.tournament.schedule(&self.results).len() as u64);
        }
        self.bar.set_position(self.results.len() as u64);
        if config.format == Format::Match {
            let tally = self.tournament.tally(&self.results, 0, 1);
            let mut text = score_text(&tally.summary());
            if let Some(sprt) = &config.sprt {
                let (SprtState { llr, lower, upper, .. }, _) = tally.test(sprt);
                text += &format!("  LLR {llr:+.2} [{lower:.2}, {upper:.2}]");
            }
            self.bar.set_message(text);
        } else {
            let rows = self.tournament.standings(&self.results).rows();
            let lines = rows.iter().take(20).map(|row| {
                let Row { rank, name, points, games, .. } = row;
                format!("\n{rank:3} {points:6.1}/{games:<4} {name}")
            });
            self.bar.set_message(lines.collect::<String>());
        }
    }
}

pub(super) fn score_text(summary: &Summary) -> String {
    let Summary { wins, draws, losses, estimate, .. } = summary;
    let bar = (estimate.elo_high - estimate.elo_low) / 2.0;
    format!("+{wins} ={draws} -{losses}  Elo {:+.0} \u{b1} {bar:.0}", estimate.elo)
}
