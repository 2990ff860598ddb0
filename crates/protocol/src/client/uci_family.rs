//! The user's side of the protocols of UCI's family.

use std::fmt::Write as _;

use super::interface::{Client, ParsedInfo, ParsedLine, Unsupported};
use crate::command::Go;
use crate::dialect::Dialect;
use crate::error::ProtocolError;
use crate::report::{Bound, OptionInfo, OptionKind, ScoreText};
use crate::words::{Words, find_word, one_line};

/// The user's side of a protocol of UCI's family.
#[derive(Clone, Copy, Debug)]
pub struct UciClient {
    /// Its words.
    pub dialect: &'static Dialect,
    /// The letters of the sides in positions, the first to move first.
    pub sides: [char; 2],
}

impl Client for UciClient {
    fn hello(&self) -> String {
        format!("{}\n", self.dialect.hello)
    }

    fn is_ready(&self) -> String {
        "isready\n".to_owned()
    }

    fn set_option(&self, name: &str, value: &str) -> String {
        if value.is_empty() {
            return format!("setoption name {}\n", one_line(name));
        }
        format!("setoption name {} value {}\n", one_line(name), one_line(value))
    }

    fn prepare(&self, start: &str, options: &[OptionInfo]) -> String {
        const NAME: &str = "UCI_Chess960";
        if !options.iter().any(|option| option.name == NAME) {
            return String::new();
        }
        // Castling rights by the rook's file (Shredder-FEN): castling is written king takes rook.
        let rights = start.split_whitespace().nth(2).unwrap_or_default();
        let shuffled = rights.chars().any(|c| matches!(c.to_ascii_lowercase(), 'a'..='h'));
        self.set_option(NAME, if shuffled { "true" } else { "false" })
    }

    fn new_game(&self) -> String {
        format!("{}\n", self.dialect.new_game)
    }

    fn position(&self, start: Option<&str>, turns: &[String]) -> String {
        let mut text = match start {
            None => "position startpos".to_owned(),
            Some(start) => format!("position fen {}", one_line(start)),
        };
        if !turns.is_empty() {
            text += " moves ";
            text += &one_line(&self.dialect.join_turns(turns));
        }
        text + "\n"
    }

    fn unsupported(&self) -> Unsupported {
        let is_basic = self.dialect.is_basic;
        Unsupported { moves_to_go: is_basic, ponder: is_basic, ..Unsupported::default() }
    }

    fn go(&self, go: &Go) -> String {
        let mut text = "go".to_owned();
        for (word, times) in [("time", &go.time), ("inc", &go.increment)] {
            for (name, time) in self.dialect.clock_names(self.sides).iter().zip(times) {
                if let Some(time) = time {
                    let _ = write!(text, " {name}{word} {}", time.as_millis());
                }
            }
        }
        if let Some(turns) = go.moves_to_go {
            let _ = write!(text, " movestogo {turns}");
        }
        if let Some(time) = go.move_time {
            let _ = write!(text, " movetime {}", time.as_millis());
        }
        if let Some(depth) = go.depth {
            let _ = write!(text, " depth {depth}");
        }
        if let Some(nodes) = go.nodes {
            let _ = write!(text, " nodes {nodes}");
        }
        if let Some(moves) = go.mate {
            let _ = write!(text, " mate {moves}");
        }
        for (said, word) in [
            (go.infinite, " infinite"),
            (go.ponder, " ponder"),
            (go.ponder_replies, " ponderreplies"),
        ] {
            if said {
                text += word;
            }
        }
        if !go.search_moves.is_empty() {
            text += " searchmoves ";
            text += &one_line(&self.dialect.join_turns(&go.search_moves));
        }
        text + "\n"
    }

    fn stop(&self) -> String {
        "stop\n".to_owned()
    }

    fn quit(&self) -> String {
        "quit\n".to_owned()
    }

    fn parse_line(&self, line: &str) -> Result<ParsedLine, ProtocolError> {
        let mut words = Words::new(line);
        let Some(first) = words.next() else { return Ok(ParsedLine::Nothing) };
        match first {
            "id" => id(&mut words),
            "option" => option(&mut words).map(ParsedLine::Option),
            "readyok" => Ok(ParsedLine::ReadyOk),
            "info" => parse_info(self.dialect, &mut words),
            "bestmove" => best_move(&mut words),
            word if word == self.dialect.hello_ok => Ok(ParsedLine::HelloOk),
            word => Ok(ParsedLine::Unknown(word.to_owned())),
        }
    }
}

fn best_move(words: &mut Words<'_>) -> Result<ParsedLine, ProtocolError> {
    let rest = words.take_rest();
    let (turn, reply) = match find_word(rest, "ponder") {
        Some(at) => (rest[..at].trim(), Some(rest[at + "ponder".len()..].trim())),
        None => (rest, None),
    };
    let tidy = |turn: &str| turn.split_whitespace().collect::<Vec<_>>().join(" ");
    if turn.is_empty() {
        return Err(words.error(rest, "bestmove needs a turn, or none"));
    }
    let none = turn == "none" || turn == "(none)";
    let ponder = reply.filter(|reply| !reply.is_empty()).map(tidy);
    Ok(ParsedLine::BestMove { turn: (!none).then(|| tidy(turn)), ponder })
}

fn parse_info(dialect: &Dialect, words: &mut Words<'_>) -> Result<ParsedLine, ProtocolError> {
    let mut info = ParsedInfo::default();
    while let Some(word) = words.next() {
        match word {
            "string" => return Ok(ParsedLine::Remark(words.take_rest().to_owned())),
            "depth" => info.depth = Some(words.number(word)?),
            "seldepth" => info.seldepth = Some(words.number(word)?),
            "multipv" => info.multi_pv = Some(words.number(word)?),
            "nodes" => info.nodes = Some(words.number(word)?),
            "time" => info.time = Some(words.millis(word)?),
            "score" => info.score = Some((score(words)?, Bound::Exact)),
            "lowerbound" | "upperbound" => {
                let bound = if word == "lowerbound" { Bound::Lower } else { Bound::Upper };
                info.score = info.score.map(|(score, _)| (score, bound));
            }
            "pv" => info.pv = dialect.split_turns(words.take_rest()),
            // Words of other engines and of later versions, and their values.
            _ => {}
        }
    }
    Ok(ParsedLine::Info(info))
}

fn score(words: &mut Words<'_>) -> Result<ScoreText, ProtocolError> {
    let kind = words.next().unwrap_or_default();
    match kind {
        "cp" => words.number("score cp").map(ScoreText::Points),
        "win" => words.number("score win").map(ScoreText::Win),
        "loss" => words.number("score loss").map(ScoreText::Loss),
        // In moves of the winner, as chess counts; a loss is negative.
        "mate" => words.number::<i32>("score mate").map(|moves| match u32::try_from(moves) {
            Ok(moves) => ScoreText::Win((2 * moves).saturating_sub(1)),
            Err(_) => ScoreText::Loss(moves.unsigned_abs().saturating_mul(2)),
        }),
        // Some engines leave the unit out.
        number if number.parse::<i32>().is_ok() => {
            number.parse().map(ScoreText::Points).map_err(|_| words.error(kind, "no whole number"))
        }
        _ => Err(words.error(kind, "a score is cp, win, loss or mate and a number")),
    }
}

fn id(words: &mut Words<'_>) -> Result<ParsedLine, ProtocolError> {
    let kind = words.next().unwrap_or_default();
    match kind {
        "name" => Ok(ParsedLine::Name(words.take_rest().to_owned())),
        "author" => Ok(ParsedLine::Author(words.take_rest().to_owned())),
        _ => Err(words.error(kind, "id needs name or author")),
    }
}

/// `name N type T …`, where the name may have blanks in it.
fn option(words: &mut Words<'_>) -> Result<OptionInfo, ProtocolError> {
    let word = words.next().unwrap_or_default();
    if word != "name" {
        return Err(words.error(word, "option needs name, and then the option's name"));
    }
    let rest = words.take_rest();
    let Some(at) = find_word(rest, "type") else {
        return Err(words.error(rest, "option needs type, and then the option's type"));
    };
    let name = rest[..at].trim().to_owned();
    if name.is_empty() {
        return Err(words.error(rest, "option needs the option's name"));
    }
    let (kind, facts) = split_word(rest[at + "type".len()..].trim());
    let value = |key: &str| -> Option<&str> {
        let at = find_word(facts, key)?;
        let rest = &facts[at + key.len()..];
        let keys = ["default", "min", "max", "var"];
        let end = keys.iter().filter_map(|key| find_word(rest, key)).min();
        Some(rest[..end.unwrap_or(rest.len())].trim())
    };
    let number = |key: &str| value(key).and_then(|text| text.parse::<i64>().ok());
    let kind = match kind {
        "check" => OptionKind::Check { start: value("default") == Some("true") },
        "spin" => {
            let (Some(start), Some(min), Some(max)) =
                (number("default"), number("min"), number("max"))
            else {
                return Err(words.error(rest, "type spin needs default, min and max, in numbers"));
            };
            OptionKind::Spin { start, min, max }
        }
        "string" => OptionKind::Text { start: value("default").unwrap_or_default().to_owned() },
        "button" => OptionKind::Button,
        "combo" => OptionKind::Choice {
            start: value("default").unwrap_or_default().to_owned(),
            values: choices(facts),
        },
        other => {
            return Err(words.error(other, "an option is check, spin, combo, button or string"));
        }
    };
    Ok(OptionInfo { name, kind })
}

fn choices(mut facts: &str) -> Vec<String> {
    let mut found = Vec::new();
    while let Some(at) = find_word(facts, "var") {
        facts = &facts[at + "var".len()..];
        let end = find_word(facts, "var").unwrap_or(facts.len());
        found.push(facts[..end].trim().to_owned());
    }
    found
}

fn split_word(text: &str) -> (&str, &str) {
    text.split_once(char::is_whitespace).unwrap_or((text, ""))
}
