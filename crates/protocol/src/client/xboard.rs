//! The user's side of XBoard's protocol (CECP), version 2 (Mann and Muller, Chess Engine Communication Protocol, 2009).
//!
//! An engine of this family keeps the game itself and moves when it is its turn. Before each of its turns the whole game is
//! sent again, in force mode, and then `go`: so it behaves like the others here.
//!
//! - `protover 2` is answered by `feature …`; `feature done=1` ends the answer.
//! - `ping N` is answered by `pong N`. Without `ping` there is no waiting for an engine, so one without it is refused.
//! - Positions are sent by `setboard` or, to engines without it, square by square (`edit`). The latter leaves out en passant,
//!   the move counters, and castling rights, which engines guess from the squares of king and rooks.
//! - Times are in hundredths of a second: `time` is the engine's clock, `otim` the opponent's.

use std::cell::RefCell;
use std::fmt::Write as _;
use std::time::Duration;

use super::interface::{Client, ParsedInfo, ParsedLine, Unsupported};
use crate::command::Go;
use crate::error::ProtocolError;
use crate::report::{Bound, OptionInfo, OptionKind, ScoreText};
use crate::words::{Words, one_line};

/// The features of an engine.
#[derive(Clone, Debug, Default)]
struct Features {
    usermove: bool,
    setboard: bool,
    /// The side to move in the game that was sent: 0 for White.
    to_move: usize,
    /// The `accepted` lines, sent before its first search.
    accepted: String,
}

/// The user's side of XBoard's protocol.
#[derive(Clone, Debug, Default)]
pub struct XBoardClient(RefCell<Features>);

/// `0:05.20` as `level` wants it: minutes, or minutes and seconds.
fn minutes(time: Duration) -> String {
    let seconds = time.as_secs();
    format!("{}:{:02}", seconds / 60, seconds % 60)
}

/// The pieces of a position, one by one: White's, then Black's.
fn edit(start: &str) -> String {
    let board = start.split_whitespace().next().unwrap_or_default();
    let mut sides = [String::new(), String::new()];
    for (rank, row) in ('1'..='8').rev().zip(board.split('/')) {
        let mut files = 'a'..='h';
        for c in row.chars() {
            if let Some(empty) = c.to_digit(10).filter(|&empty| empty > 0) {
                files.nth(empty as usize - 1);
            } else if let (true, Some(file)) = (c.is_ascii_alphabetic(), files.next()) {
                let black = usize::from(c.is_ascii_lowercase());
                let _ = writeln!(sides[black], "{}{file}{rank}", c.to_ascii_uppercase());
            }
        }
    }
    let [white, black] = sides;
    format!("edit\n#\n{white}c\n{black}.\n")
}

impl Client for XBoardClient {
    fn hello(&self) -> String {
        *self.0.borrow_mut() = Features::default();
        "xboard\nprotover 2\n".to_owned()
    }

    fn is_ready(&self) -> String {
        let accepted = std::mem::take(&mut self.0.borrow_mut().accepted);
        format!("{accepted}ping 1\n")
    }

    fn set_option(&self, name: &str, value: &str) -> String {
        match name {
            "memory" | "cores" => format!("{name} {}\n", one_line(value)),
            _ if value.is_empty() => format!("option {}\n", one_line(name)),
            _ => format!("option {}={}\n", one_line(name), one_line(value)),
        }
    }

    fn new_game(&self) -> String {
        "new\nforce\npost\neasy\n".to_owned()
    }

    fn position(&self, start: Option<&str>, turns: &[String]) -> String {
        const USUAL: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        let features = &mut *self.0.borrow_mut();
        let start = start.unwrap_or(USUAL);
        let black = start.split_whitespace().nth(1) == Some("b");
        features.to_move = (usize::from(black) + turns.len()) % 2;
        let mut text = "force\n".to_owned();
        // `new` begins the usual game, and clears the limits of earlier searches.
        text += "new\nforce\npost\neasy\n";
        let word = if features.usermove { "usermove " } else { "" };
        if start != USUAL && features.setboard {
            let _ = writeln!(text, "setboard {}", one_line(start));
        } else if start != USUAL {
            if black {
                // Only a move gives Black the turn.
                let _ = writeln!(text, "{word}a2a3");
            }
            text += &edit(start);
        }
        for turn in turns {
            let _ = writeln!(text, "{word}{}", one_line(turn));
        }
        text
    }

    fn unsupported(&self) -> Unsupported {
        // An engine may play from a book at once, and greets whoever starts it.
        Unsupported {
            author: true,
            nodes: true,
            parts_of_seconds: true,
            moves_to_go: false,
            ready_while_thinking: true,
            ponder: true,
            infinite: true,
            rule_of_lines: true,
        }
    }

    fn go(&self, go: &Go) -> String {
        let features = self.0.borrow();
        let mut text = String::new();
        if go.time != [None; 2] {
            let mover = features.to_move;
            let [own, other] = [mover, 1 - mover].map(|side| go.time[side].unwrap_or_default());
            let increment = go.increment[mover].unwrap_or_default().as_secs_f64();
            let turns = go.moves_to_go.unwrap_or(0);
            let base = minutes(own.max(Duration::from_secs(1)));
            let _ = writeln!(text, "level {turns} {base} {increment}");
            let _ = writeln!(text, "time {}", own.as_millis() / 10);
            let _ = writeln!(text, "otim {}", other.as_millis() / 10);
        }
        if let Some(time) = go.move_time {
            // `st` takes whole seconds; a shorter time is sent as all that is left on the clock.
            if time >= Duration::from_secs(1) {
                let _ = writeln!(text, "st {}", time.as_secs());
            } else {
                let left = (time.as_millis() / 10).max(1);
                let _ = writeln!(text, "level 0 0:01 0\ntime {left}\notim {left}");
            }
        }
        if let Some(depth) = go.depth {
            let _ = writeln!(text, "sd {depth}");
        }
        if go.infinite {
            text += "level 0 600 0\n";
        }
        text + "go\n"
    }

    fn stop(&self) -> String {
        "?\n".to_owned()
    }

    fn quit(&self) -> String {
        "quit\n".to_owned()
    }

    fn parse_line(&self, line: &str) -> Result<ParsedLine, ProtocolError> {
        let mut words = Words::new(line);
        let Some(first) = words.next() else { return Ok(ParsedLine::Nothing) };
        match first {
            "feature" => self.features(&mut words),
            "pong" => Ok(ParsedLine::ReadyOk),
            "move" => match words.next() {
                Some(turn) => {
                    Ok(ParsedLine::BestMove { turn: Some(turn.to_owned()), ponder: None })
                }
                None => Err(words.error(line, "move needs a move")),
            },
            "resign" | "1-0" | "0-1" | "1/2-1/2" => Ok(ParsedLine::Remark(line.trim().to_owned())),
            "Error" | "Illegal" => Ok(ParsedLine::Remark(format!("error: {}", line.trim()))),
            "tellics" | "tellall" | "telluser" | "tellusererror" | "#" | "offer" | "Hint:" => {
                Ok(ParsedLine::Remark(line.trim().to_owned()))
            }
            depth => Ok(thinking(depth, &mut words)
                .map_or_else(|| ParsedLine::Unknown(first.to_owned()), ParsedLine::Info)),
        }
    }
}

/// `PLY SCORE TIME NODES PV`: score in hundredths of a pawn, time in hundredths of a second.
fn thinking(depth: &str, words: &mut Words<'_>) -> Option<ParsedInfo> {
    let digits = depth.trim_end_matches(['.', '&', '+', '-', '?', '!']);
    let depth = digits.parse().ok()?;
    let score: i32 = words.next()?.parse().ok()?;
    let time: u64 = words.next()?.parse().ok()?;
    let nodes = words.next()?.parse().ok()?;
    // A mate in N moves is 100000 + N.
    let score = match score.abs() - 100_000 {
        moves @ 0..=1_000 if score > 0 => ScoreText::Win((2 * moves.unsigned_abs()).max(1) - 1),
        moves @ 0..=1_000 => ScoreText::Loss(2 * moves.unsigned_abs()),
        _ => ScoreText::Points(score),
    };
    Some(ParsedInfo {
        depth: Some(depth),
        score: Some((score, Bound::Exact)),
        time: Some(Duration::from_millis(time.saturating_mul(10))),
        nodes: Some(nodes),
        ..ParsedInfo::default()
    })
}

/// `name=value` with the value in quotes where it has blanks: the next pair, and the rest.
fn next_feature(text: &str) -> Option<(&str, &str, &str)> {
    let (name, rest) = text.trim_start().split_once('=')?;
    if let Some(quoted) = rest.strip_prefix('"') {
        let (value, rest) = quoted.split_once('"')?;
        return Some((name.trim(), value, rest));
    }
    let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
    Some((name.trim(), &rest[..end], &rest[end..]))
}

/// `Hash -spin 16 1 1024`.
fn option(text: &str) -> Option<OptionInfo> {
    let (name, facts) = text.split_once(" -")?;
    let mut facts = facts.split_whitespace();
    let kind = facts.next()?;
    let mut number = || facts.next().and_then(|word| word.parse::<i64>().ok());
    let kind = match kind {
        "spin" | "slider" => OptionKind::Spin { start: number()?, min: number()?, max: number()? },
        "check" => OptionKind::Check { start: number()? != 0 },
        "button" | "save" | "reset" => OptionKind::Button,
        "combo" => {
            let values: Vec<String> = facts
                .collect::<Vec<_>>()
                .join(" ")
                .split("///")
                .map(|value| value.trim().to_owned())
                .collect();
            let start = values.iter().find(|value| value.starts_with('*'));
            let plain = |value: &String| value.trim_start_matches('*').to_owned();
            let start = start.or(values.first()).map(plain)?;
            OptionKind::Choice { start, values: values.iter().map(plain).collect() }
        }
        _ => OptionKind::Text { start: facts.collect::<Vec<_>>().join(" ") },
    };
    Some(OptionInfo { name: name.trim().to_owned(), kind })
}

impl XBoardClient {
    fn features(&self, words: &mut Words<'_>) -> Result<ParsedLine, ProtocolError> {
        let features = &mut *self.0.borrow_mut();
        let mut rest = words.take_rest();
        let mut parsed = Vec::new();
        while !rest.trim().is_empty() {
            let Some((name, value, after)) = next_feature(rest) else {
                return Err(words.error(rest, "a feature is NAME=VALUE"));
            };
            rest = after;
            let on = value == "1";
            match name {
                "usermove" => features.usermove = on,
                "setboard" => features.setboard = on,
                "myname" => parsed.push(ParsedLine::Name(value.to_owned())),
                "option" => parsed.extend(option(value).map(ParsedLine::Option)),
                "memory" | "smp" if on => {
                    // Both are commands of their own, which nobody has to give.
                    let (name, start) = if name == "smp" { ("cores", 1) } else { (name, 16) };
                    let kind = OptionKind::Spin { start, min: 1, max: i64::from(u16::MAX) };
                    parsed.push(ParsedLine::Option(OptionInfo { name: name.to_owned(), kind }));
                }
                "ping" if !on => {
                    return Err(ProtocolError::whole(
                        "it has no ping, and so cannot be waited for",
                    ));
                }
                "done" if on => parsed.push(ParsedLine::HelloOk),
                _ => {}
            }
            let _ = writeln!(features.accepted, "accepted {name}");
        }
        Ok(match parsed.len() {
            0 => ParsedLine::Nothing,
            1 => parsed.swap_remove(0),
            _ => ParsedLine::Several(parsed),
        })
    }
}
