//! Progress on standard error: a bar in a terminal, elsewhere a line now and then.

use std::time::{Duration, Instant};

use indicatif::{HumanDuration, ProgressBar, ProgressStyle};

/// How often at most there is a line where no terminal is.
const LINE: Duration = Duration::from_secs(10);

/// Progress of many searches, or games, of about the same length.
pub struct Progress {
    bar: ProgressBar,
    what: &'static str,
    begun: Instant,
    /// Those that this run has done.
    done: u64,
    last: Instant,
}

impl Progress {
    /// Of so many.
    pub fn new(all: u64, what: &'static str) -> Self {
        let bar = ProgressBar::new(all);
        let template = format!("{{bar:30}} {{pos}}/{{len}} {what}, {{eta}} left  {{msg}}");
        if let Ok(style) = ProgressStyle::with_template(&template) {
            bar.set_style(style);
        }
        let now = Instant::now();
        Self { bar, what, begun: now, done: 0, last: now }
    }

    /// Some were done before.
    pub fn skip(&mut self, count: u64) {
        self.bar.inc(count);
        self.bar.reset_eta();
    }

    /// Shows the work in progress.
    pub fn say(&self, words: &str) {
        self.bar.set_message(words.to_owned());
    }

    /// One more is done.
    pub fn step(&mut self) {
        self.bar.inc(1);
        self.done += 1;
        if self.bar.is_hidden() && self.last.elapsed() >= LINE {
            self.last = Instant::now();
            let (at, all) = (self.bar.position(), self.bar.length().unwrap_or(0));
            let each = self.begun.elapsed().as_secs_f64() / self.done as f64;
            let left = Duration::from_secs_f64(each * all.saturating_sub(at) as f64);
            let (what, words) = (self.what, self.bar.message());
            eprintln!("{at} of {all} {what}, {} left  {words}", HumanDuration(left));
        }
    }

    /// Prints while the bar is out of the way.
    pub fn suspend<T>(&self, print: impl FnOnce() -> T) -> T {
        self.bar.suspend(print)
    }

    /// Nothing more comes.
    pub fn end(&self) {
        self.bar.finish_and_clear();
    }
}
