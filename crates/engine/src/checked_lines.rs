//! Lines of JSON with a checksum each, of which files of books and of experience are made.

use std::io::Write;

use serde::Serialize;
use serde::de::DeserializeOwned;

/// The digits of a checksum.
const DIGITS: usize = 8;

/// Writes a line: `mark`, the checksum (CRC-32) of what follows it, and that.
pub(crate) fn put(out: &mut dyn Write, mark: &str, line: &impl Serialize) -> std::io::Result<()> {
    let text = serde_json::to_string(line)?;
    writeln!(out, "{mark}{:08x} {text}", crc32fast::hash(text.as_bytes()))
}

/// Reads a line without its mark; None where it is damaged.
pub(crate) fn take<T: DeserializeOwned>(line: &str) -> Option<T> {
    let (sum, text) = line.split_at_checked(DIGITS)?;
    let text = text.strip_prefix(' ')?;
    let sum = u32::from_str_radix(sum, 16).ok()?;
    (sum == crc32fast::hash(text.as_bytes())).then_some(())?;
    serde_json::from_str(text).ok()
}
