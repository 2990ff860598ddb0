//! Progress of a long job, with the time left: a bar in a terminal, a line now and then elsewhere, on standard error.

use std::io::IsTerminal as _;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

/// How often there is a line where lines are written.
const LINE: Duration = Duration::from_secs(10);

/// Progress of a job of so many steps.
pub struct Countdown {
    bar: ProgressBar,
    begun: Instant,
    last: Instant,
    done: u64,
    all: u64,
    lines: bool,
}

impl Countdown {
    /// Nothing is done yet.
    pub fn new(all: u64) -> Self {
        let bar = ProgressBar::new(all);
        if let Ok(style) = ProgressStyle::with_template("{bar:30} {msg}, {eta} left") {
            bar.set_style(style);
        }
        let now = Instant::now();
        let lines = !std::io::stderr().is_terminal();
        Self { bar, begun: now, last: now, done: 0, all, lines }
    }

    /// A step is done; `words` says how it stands after so many.
    pub fn step(&mut self, words: &dyn Fn(u64) -> String) {
        self.to(self.done + 1, words);
    }

    /// So many steps are done.
    pub fn to(&mut self, done: u64, words: &dyn Fn(u64) -> String) {
        self.done = done;
        let rests = if self.lines { LINE } else { Duration::from_millis(200) };
        if self.last.elapsed() < rests {
            return;
        }
        self.last = Instant::now();
        let words = words(done);
        if !self.lines {
            self.bar.set_position(done);
            self.bar.set_message(words);
            return;
        }
        let each = self.begun.elapsed().as_secs_f64() / done.max(1) as f64;
        let left = (each * self.all.saturating_sub(done) as f64).min(1e9) as u64;
        let (hours, minutes, seconds) = (left / 3_600, left / 60 % 60, left % 60);
        eprintln!("{words}, {hours}:{minutes:02}:{seconds:02} left");
    }

    /// The job is over.
    pub fn end(&self) {
        self.bar.finish_and_clear();
    }
}
