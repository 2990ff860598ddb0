//! Extended position description: a position and its operations, one per line.
//!
//! `2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - bm Qg6; id "WAC.001";` (Edwards, Portable Game Notation
//! Specification, 1994, section 16.2).

use game::{Notation as _, ParseError};

use crate::fen;
use crate::moves::Move;
use crate::position::Position;

/// A position and its operations.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Epd {
    /// The position; its counts are those of `hmvc` and `fmvn`, where these are there.
    pub position: Position,
    /// Each operation: its code and its operands, without quotes.
    pub operations: Vec<(String, Vec<String>)>,
}

impl Epd {
    /// Reads a line.
    ///
    /// # Errors
    /// If it is no position with operations; the error says why and where.
    pub fn parse(line: &str) -> Result<Self, ParseError> {
        let (mut position, rest) = fen::parse_fields(line)?;
        let operations = operations(line, rest)?;
        let count = |code: &str| -> Result<Option<u16>, ParseError> {
            let found = operations.iter().find(|(known, _)| known == code);
            let Some((_, operands)) = found else { return Ok(None) };
            let number = operands.first().and_then(|text| text.parse().ok());
            let reason = || format!("{code} needs a whole number from 0 to 65535");
            number.map(Some).ok_or_else(|| ParseError::new(line, rest.trim(), reason()))
        };
        let (clock, number) = (count("hmvc")?, count("fmvn")?);
        position = position.with_counts(clock.unwrap_or(0), number.unwrap_or(1).max(1));
        Ok(Self { position, operations })
    }

    /// The operands of an operation; none where it is not there.
    pub fn operands(&self, code: &str) -> &[String] {
        let found = self.operations.iter().find(|(known, _)| known == code);
        found.map_or(&[], |(_, operands)| operands)
    }

    /// The moves of an operation such as `bm` (best moves) or `am` (moves to avoid).
    ///
    /// # Errors
    /// If one of them is no legal move.
    pub fn moves(&self, code: &str) -> Result<Vec<Move>, ParseError> {
        self.operands(code).iter().map(|text| self.position.parse_move(text)).collect()
    }
}

impl std::fmt::Display for Epd {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&fen::fields(&self.position))?;
        for (code, operands) in &self.operations {
            write!(f, " {code}")?;
            // These hold text; the others moves and numbers.
            let comment = |rest: &str| rest.chars().all(|c| c.is_ascii_digit());
            let text = code == "id" || code.strip_prefix('c').is_some_and(comment);
            for operand in operands {
                let plain = |c: char| c.is_ascii_graphic() && c != ';' && c != '"';
                if !text && !operand.is_empty() && operand.chars().all(plain) {
                    write!(f, " {operand}")?;
                } else {
                    write!(f, " \"{operand}\"")?;
                }
            }
            f.write_str(";")?;
        }
        Ok(())
    }
}

fn operations(line: &str, text: &str) -> Result<Vec<(String, Vec<String>)>, ParseError> {
    let mut found = Vec::new();
    let mut words: Vec<String> = Vec::new();
    let mut rest = text.trim_start();
    while let Some(head) = rest.chars().next() {
        if head == ';' {
            rest = &rest[1..];
            if !words.is_empty() {
                found.push((words.remove(0), std::mem::take(&mut words)));
            }
        } else if head == '"' {
            let Some(end) = rest[1..].find('"') else {
                return Err(ParseError::new(line, rest, "a quoted operand has no end"));
            };
            if words.is_empty() {
                return Err(ParseError::new(line, rest, "an operation begins with its code"));
            }
            words.push(rest[1..=end].to_owned());
            rest = &rest[end + 2..];
        } else {
            let end = rest.find(|c: char| c.is_whitespace() || c == ';').unwrap_or(rest.len());
            words.push(rest[..end].to_owned());
            rest = &rest[end..];
        }
        rest = rest.trim_start();
    }
    // The last one may lack its end.
    if !words.is_empty() {
        found.push((words.remove(0), words));
    }
    Ok(found)
}
