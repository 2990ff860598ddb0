//! Why a line or a table describes no engine.

use engine::ConfigError;

/// Why a line or a table describes no engine.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SpecError {
    /// The first word is no kind of engine.
    #[error("there is no engine '{0}': a line begins with tesuji, mcts, random, human or cmd=PROGRAM{hint}", hint = did_you_mean(.0))]
    Kind(String),
    /// The line is too long.
    #[error("the line is longer than a megabyte, which is the limit")]
    Long,
    /// A part of the line is not `key=value`.
    #[error("part {number} ('{part}') is not of the form key=value")]
    Form {
        /// Its number in the line, from 1.
        number: usize,
        /// As it was written.
        part: String,
    },
    /// A quote is not closed.
    #[error("part {number}: a quote is opened and not closed")]
    Quote {
        /// Its number in the line, from 1.
        number: usize,
    },
    /// A key is not known.
    #[error("{place}: there is no setting '{key}'; {known}")]
    Key {
        /// `part 2` of a line, or a key of a table.
        place: String,
        /// As it was written.
        key: String,
        /// The known names.
        known: String,
    },
    /// A value cannot be read.
    #[error("{place}: '{value}' is no value for {key}: {expected}")]
    Value {
        /// `part 2` of a line, or a key of a table.
        place: String,
        /// The setting.
        key: String,
        /// As it was written.
        value: String,
        /// The values that would be read.
        expected: String,
    },
    /// The engine does not take a setting.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// The engine cannot be used here.
    #[error("{0}")]
    Unfit(String),
}

/// For the name of a program without `cmd=` before it.
fn did_you_mean(first: &str) -> String {
    let is_name = !first.is_empty() && !first.contains('=');
    if is_name { format!("; did you mean cmd={first}?") } else { String::new() }
}
