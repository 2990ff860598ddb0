//! Errors in lines.

/// An error in a line, with its place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProtocolError {
    /// The error, in plain English.
    pub reason: String,
    /// The word at fault and its column, characters from 1; None where it is the whole line.
    pub place: Option<(String, usize)>,
}

impl ProtocolError {
    pub(crate) fn whole(reason: impl Into<String>) -> Self {
        Self { reason: reason.into(), place: None }
    }
}

impl std::fmt::Display for ProtocolError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.reason)?;
        match &self.place {
            None => Ok(()),
            Some((word, column)) => {
                let shown: String = word.chars().take(60).flat_map(char::escape_debug).collect();
                write!(f, " (at column {column}: '{shown}')")
            }
        }
    }
}

impl std::error::Error for ProtocolError {}
