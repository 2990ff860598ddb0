//! Writing to standard output without a panic where the reader has gone.

use std::io::Write as _;

use anyhow::Result;
use serde::Serialize;

/// Writes a line.
pub fn line(text: impl std::fmt::Display) -> Result<()> {
    let mut out = std::io::stdout().lock();
    writeln!(out, "{text}")?;
    Ok(out.flush()?)
}

/// Writes an object as one line of JSON.
pub fn json(object: &impl Serialize) -> Result<()> {
    line(serde_json::to_string(object)?)
}

/// The error is that nobody reads the output any more.
pub fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let mut causes = error.chain().filter_map(|cause| cause.downcast_ref::<std::io::Error>());
    causes.any(|cause| cause.kind() == std::io::ErrorKind::BrokenPipe)
}

/// An error with its causes; what one of them has said already, the next does not say again.
pub fn message(error: &anyhow::Error) -> String {
    let mut text = String::new();
    for cause in error.chain().map(ToString::to_string) {
        if text.is_empty() {
            text = cause;
        } else if !text.contains(&cause) {
            text = format!("{text}: {cause}");
        }
    }
    text
}

/// A number with its thousands set apart: `12 345 678`.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() * 4 / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(' ');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_message_is_told_once() {
        let inner = std::io::Error::other("the disk is full");
        let error = anyhow::Error::new(inner).context("x cannot be written: the disk is full");
        assert_eq!(super::message(&error), "x cannot be written: the disk is full");
        assert_eq!(
            super::message(&error.context("saving")),
            "saving: x cannot be written: the disk is full"
        );
    }

    #[test]
    fn thousands_are_set_apart() {
        assert_eq!(super::grouped(0), "0");
        assert_eq!(super::grouped(999), "999");
        assert_eq!(super::grouped(1_000), "1 000");
        assert_eq!(super::grouped(12_345_678), "12 345 678");
    }
}
