//! Writing games, in the export format: the seven tags first, lines of at most 80 characters.

use game::{Notation as _, Position as _, Side};

use super::{Pgn, PgnMove};
use crate::position::Position;

/// The tags that every game has, in order.
const ROSTER: [&str; 7] = ["Event", "Site", "Date", "Round", "White", "Black", "Result"];
const WIDTH: usize = 80;

/// Words in lines.
#[derive(Default)]
struct Lines {
    text: String,
    width: usize,
}

impl Lines {
    fn word(&mut self, word: &str) {
        let length = word.chars().count();
        if self.width > 0 && self.width + 1 + length >= WIDTH {
            self.text.push('\n');
            self.width = 0;
        } else if self.width > 0 {
            self.text.push(' ');
            self.width += 1;
        }
        self.text += word;
        self.width += length;
    }

    fn comment(&mut self, text: &str) {
        // A comment cannot hold its own end.
        let safe = text.replace('}', ")");
        let words: Vec<&str> = safe.split_whitespace().collect();
        if words.is_empty() {
            return;
        }
        for (at, word) in words.iter().enumerate() {
            let open = if at == 0 { "{" } else { "" };
            let close = if at + 1 == words.len() { "}" } else { "" };
            self.word(&format!("{open}{word}{close}"));
        }
    }

    fn moves(&mut self, start: &Position, moves: &[PgnMove]) {
        let mut position = *start;
        let mut numbered = false;
        for recorded in moves {
            let number = position.number();
            if position.side_to_move() == Side::First {
                self.word(&format!("{number}."));
            } else if !numbered {
                self.word(&format!("{number}..."));
            }
            self.word(&position.san(recorded.mv));
            for nag in &recorded.nags {
                self.word(&format!("${nag}"));
            }
            let mut said = String::new();
            for (name, time) in [("clk", recorded.clock), ("emt", recorded.elapsed)] {
                if let Some(time) = time {
                    said += &format!("[%{name} {}] ", clock(time));
                }
            }
            said += recorded.comment.as_deref().unwrap_or_default();
            self.comment(&said);
            for line in &recorded.variations {
                self.word("(");
                self.moves(&position, line);
                self.word(")");
            }
            // After a remark or a variation Black's move has its number again.
            numbered = said.trim().is_empty() && recorded.variations.is_empty();
            position = position.make(recorded.mv);
        }
    }
}

/// `0:05:03.5`.
fn clock(seconds: f64) -> String {
    let tenths = (seconds.max(0.0) * 10.0).round() as u64;
    let (whole, tenth) = (tenths / 10, tenths % 10);
    let (hours, minutes, seconds) = (whole / 3_600, whole / 60 % 60, whole % 60);
    let fraction = if tenth > 0 { format!(".{tenth}") } else { String::new() };
    format!("{hours}:{minutes:02}:{seconds:02}{fraction}")
}

impl std::fmt::Display for Pgn {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let tag = |name: &str, value: &str| {
            let safe = value.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', " ");
            format!("[{name} \"{safe}\"]")
        };
        for name in ROSTER {
            let value = match name {
                "Result" => self.result.text(),
                "Date" => self.tag(name).unwrap_or("????.??.??"),
                _ => self.tag(name).unwrap_or("?"),
            };
            writeln!(f, "{}", tag(name, value))?;
        }
        let own =
            |name: &str| ROSTER.contains(&name) || ["SetUp", "FEN", "Variant"].contains(&name);
        for (name, value) in self.tags.iter().filter(|(name, _)| !own(name)) {
            writeln!(f, "{}", tag(name, value))?;
        }
        if self.start.is_shuffled() {
            writeln!(f, "{}", tag("Variant", "Chess960"))?;
        }
        if self.start != Position::start() {
            writeln!(f, "[SetUp \"1\"]\n{}", tag("FEN", &self.start.text()))?;
        }
        let mut lines = Lines::default();
        if let Some(comment) = &self.comment {
            lines.comment(comment);
        }
        lines.moves(&self.start, &self.moves);
        lines.word(self.result.text());
        writeln!(f, "\n{}", lines.text)
    }
}
