//! A line taken apart into words.

use std::time::Duration;

use crate::error::ProtocolError;

/// A line as words with their columns.
pub(crate) struct Words<'a> {
    line: &'a str,
    rest: &'a str,
}

impl<'a> Words<'a> {
    pub(crate) fn new(line: &'a str) -> Self {
        Self { line, rest: line.trim_end() }
    }

    pub(crate) fn next(&mut self) -> Option<&'a str> {
        let rest = self.rest.trim_start();
        let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
        let (word, after) = rest.split_at(end);
        self.rest = after;
        (!word.is_empty()).then_some(word)
    }

    /// The end of the line, where a word is missing.
    pub(crate) fn end(&self) -> &'a str {
        &self.line[self.line.len()..]
    }

    /// The next word, which stays.
    pub(crate) fn peek(&self) -> Option<&'a str> {
        self.rest.split_whitespace().next()
    }

    /// All that is left, without blanks around it.
    pub(crate) fn take_rest(&mut self) -> &'a str {
        std::mem::take(&mut self.rest).trim()
    }

    pub(crate) fn error(&self, word: &str, reason: impl Into<String>) -> ProtocolError {
        let at = (word.as_ptr() as usize).saturating_sub(self.line.as_ptr() as usize);
        let before = self.line.get(..at).unwrap_or_default();
        let place = Some((word.to_owned(), before.chars().count() + 1));
        ProtocolError { reason: reason.into(), place }
    }

    pub(crate) fn number<T: std::str::FromStr>(&mut self, of: &str) -> Result<T, ProtocolError> {
        let word = self.next().unwrap_or(self.end());
        word.parse().map_err(|_| self.error(word, format!("{of} needs a whole number")))
    }

    pub(crate) fn millis(&mut self, of: &str) -> Result<Duration, ProtocolError> {
        // Clients send a negative time when a clock has run out.
        let millis: i64 = self.number(of)?;
        Ok(Duration::from_millis(u64::try_from(millis).unwrap_or(0)))
    }
}

/// Where `word` stands in `text` with blanks, or nothing, around it.
pub(crate) fn find_word(text: &str, word: &str) -> Option<usize> {
    let blank = |c: Option<char>| c.is_none_or(char::is_whitespace);
    text.match_indices(word).map(|(at, _)| at).find(|&at| {
        let (before, after) = (&text[..at], &text[at + word.len()..]);
        blank(before.chars().next_back()) && blank(after.chars().next())
    })
}

/// The name and the value of an option, after `setoption`; the value is empty where none was given.
pub(crate) fn option_setting(words: &mut Words<'_>) -> Result<(String, String), ProtocolError> {
    let word = words.next().unwrap_or(words.end());
    if word != "name" {
        return Err(words.error(word, "setoption needs name, and then the option's name"));
    }
    let rest = words.take_rest();
    let (name, value) = match find_word(rest, "value") {
        Some(at) => (rest[..at].trim(), rest[at + "value".len()..].trim()),
        None => (rest, ""),
    };
    if name.is_empty() {
        return Err(words.error(rest, "setoption needs the option's name"));
    }
    Ok((name.to_owned(), value.to_owned()))
}

/// Text that keeps to its line: blanks stand for line ends.
pub(crate) fn one_line(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}
