//! The server's log, on standard error: for people, or a line of JSON each.

use std::io::{self, Write};

use clap::ValueEnum;
use tracing_subscriber::filter::LevelFilter;

/// How it is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Form {
    /// For people: time, weight, words, values
    Text,
    /// For programs: a JSON object a line
    Json,
}

/// Standard error, for as long as somebody reads it: who does not is no reason to end the server.
struct Errors;

impl Write for Errors {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let _ = io::stderr().lock().write_all(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// From now on all is said in that form; without one only warnings and faults, for people.
pub fn begin(form: Option<Form>) {
    let least = if form.is_some() { LevelFilter::INFO } else { LevelFilter::WARN };
    let lines = tracing_subscriber::fmt().with_max_level(least).with_writer(|| Errors);
    // A log that is begun already goes on.
    let _ = match form {
        Some(Form::Json) => lines.json().flatten_event(true).try_init(),
        Some(Form::Text) | None => lines.with_ansi(false).try_init(),
    };
}
