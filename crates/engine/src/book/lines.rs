//! Books as files: lines of JSON, each with a checksum, as `docs/data.md` tells.

use std::borrow::Cow;
use std::io::Write;

use serde::{Deserialize, Serialize};

use super::contents::{Book, Turns};
use crate::checked_lines::{put, take};

/// The first bytes of a book; the number is the version of the form.
pub const MARK: &str = "tesuji-book 1 ";
/// The first bytes of a book of any version.
const NAME: &str = "tesuji-book ";

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Header<'h> {
    game: Cow<'h, str>,
    positions: usize,
}

#[derive(Serialize)]
struct PositionLine<'b> {
    position: &'b str,
    turns: &'b Turns,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ReadLine {
    position: String,
    turns: Turns,
}

impl Book {
    /// Writes it as a file.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write(&self, out: &mut dyn Write) -> std::io::Result<()> {
        let header = Header { game: (&*self.game).into(), positions: self.positions.len() };
        put(out, MARK, &header)?;
        for (position, turns) in &self.positions {
            put(out, "", &PositionLine { position, turns })?;
        }
        Ok(())
    }

    /// Reads a file.
    ///
    /// # Errors
    /// If it is no book, or damaged; in words, with the line.
    pub fn read(bytes: &[u8]) -> Result<Self, String> {
        if !bytes.starts_with(NAME.as_bytes()) {
            return Err("this is no book of openings".to_owned());
        }
        if !bytes.starts_with(MARK.as_bytes()) {
            let known = MARK.trim_end().trim_start_matches(NAME);
            return Err(format!(
                "this book is of another version than {known}, the one known here"
            ));
        }
        let damaged = |number: usize| format!("line {number} is damaged");
        let mut lines = (1..).zip(bytes[MARK.len()..].split_inclusive(|&byte| byte == b'\n'));
        let text = |line: &[u8]| -> Option<String> {
            let line = line.strip_suffix(b"\n")?;
            std::str::from_utf8(line).ok().map(str::to_owned)
        };
        let first = lines.next().and_then(|(_, line)| take::<Header<'_>>(&text(line)?));
        let header = first.ok_or_else(|| damaged(1))?;
        let mut book = Self::new(&header.game);
        for (number, line) in lines {
            let line = text(line).and_then(|line| take::<ReadLine>(&line));
            let ReadLine { position, turns } = line.ok_or_else(|| damaged(number))?;
            let last = book.positions.last_key_value();
            if last.is_some_and(|(last, _)| *last >= position) {
                return Err(format!("line {number} is out of order"));
            }
            book.positions.insert(position, turns);
        }
        let (there, told) = (book.positions.len(), header.positions);
        if there != told {
            return Err(format!("it has {there} positions where its first line says {told}"));
        }
        Ok(book)
    }
}

#[cfg(test)]
mod tests {
    use game::Verdict;

    use super::super::contents::Searched;
    use super::*;

    fn bytes() -> (Book, Vec<u8>) {
        let mut book = Book::new("chess");
        book.count("one w", "e2e4", 2);
        book.count("two b", "e7e5", 0);
        book.count("two b", "c7c5", 1);
        let searched = Searched { score: Verdict::Win(7), depth: 12 };
        book.turn_mut("two b", "c7c5").searched = Some(searched);
        let mut bytes = Vec::new();
        book.write(&mut bytes).unwrap();
        (book, bytes)
    }

    #[test]
    fn a_book_is_read_as_it_was_written() {
        let (book, bytes) = bytes();
        assert_eq!(Book::read(&bytes), Ok(book));
        assert!(bytes.starts_with(MARK.as_bytes()));
    }

    #[test]
    fn damage_is_told_with_its_line() {
        let (_, bytes) = bytes();
        for at in 0..bytes.len() {
            let mut wrong = bytes.clone();
            wrong[at] ^= 1;
            let error = Book::read(&wrong).unwrap_err();
            let number = 1 + bytes[..at].iter().filter(|&&byte| byte == b'\n').count();
            let told = error == format!("line {number} is damaged");
            assert!(told || at < MARK.len(), "{at}: {error}");
        }
        for length in 0..bytes.len() {
            assert!(Book::read(&bytes[..length]).is_err(), "{length}");
        }
        let lines: Vec<&[u8]> = bytes.split_inclusive(|&byte| byte == b'\n').collect();
        let error = |order: &[usize]| {
            let bytes: Vec<u8> = order.iter().flat_map(|&at| lines[at]).copied().collect();
            Book::read(&bytes).unwrap_err()
        };
        assert_eq!(error(&[0, 2, 1]), "line 3 is out of order");
        assert_eq!(error(&[0, 2]), "it has 1 positions where its first line says 2");
        assert_eq!(Book::read(b"PNG").unwrap_err(), "this is no book of openings");
        let error = Book::read(b"tesuji-book 2 x").unwrap_err();
        assert_eq!(error, "this book is of another version than 1, the one known here");
    }
}
