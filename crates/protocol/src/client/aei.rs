//! The user's side of AEI.

use std::cell::RefCell;
use std::fmt::Write as _;
use std::time::Duration;

use super::interface::{Client, ParsedInfo, ParsedLine, Unsupported};
use crate::aei::SIDES;
use crate::command::Go;
use crate::error::ProtocolError;
use crate::report::{Bound, ScoreText};
use crate::words::{Words, one_line};

/// The state of the game as it was sent to the engine.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Sent {
    /// True once a game was begun.
    begun: bool,
    start: Option<String>,
    turns: Vec<String>,
    /// Limits that stay set until they are reset.
    time: bool,
    reserves: [bool; 2],
    longest: bool,
    depth: bool,
    nodes: bool,
}

/// The user's side of AEI. It remembers what it sent, and sends only what is new.
#[derive(Clone, Debug, Default)]
pub struct AeiClient {
    sent: RefCell<Sent>,
}

/// Seconds, whole where they are.
fn seconds(time: Duration) -> String {
    if time.subsec_nanos() == 0 {
        time.as_secs().to_string()
    } else {
        format!("{:.3}", time.as_secs_f64())
    }
}

/// The board as engines read it: spaces for empty squares.
fn board_with_spaces(start: &str) -> String {
    let Some(open) = start.find('[') else { return one_line(start) };
    let (side, board) = start.split_at(open);
    one_line(&format!("{side}{}", board.replace('.', " ")))
}

/// True for the empty board with Gold to set up, where every game begins.
fn is_usual_start(start: &str) -> bool {
    start.starts_with(SIDES[0]) && !start.chars().skip(1).any(|c| c.is_ascii_alphabetic())
}

fn option(text: &mut String, name: &str, value: &str) {
    let _ = writeln!(text, "setoption name {} value {}", one_line(name), one_line(value));
}

impl Client for AeiClient {
    fn hello(&self) -> String {
        *self.sent.borrow_mut() = Sent::default();
        "aei\n".to_owned()
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

    fn new_game(&self) -> String {
        let mut sent = self.sent.borrow_mut();
        sent.begun = true;
        sent.start = None;
        sent.turns.clear();
        "newgame\n".to_owned()
    }

    fn position(&self, start: Option<&str>, turns: &[String]) -> String {
        let start = start.filter(|start| !is_usual_start(start)).map(str::to_owned);
        let mut sent = self.sent.borrow_mut();
        let mut text = String::new();
        let goes_on = sent.begun && sent.start == start && turns.starts_with(&sent.turns);
        if !goes_on {
            // Some engines need a game before a position.
            text += "newgame\n";
            if let Some(start) = &start {
                let _ = writeln!(text, "setposition {}", board_with_spaces(start));
            }
            sent.turns.clear();
            sent.start = start;
            sent.begun = true;
        } else if sent.turns.is_empty()
            && let Some(start) = &start
        {
            let _ = writeln!(text, "setposition {}", board_with_spaces(start));
        }
        for turn in &turns[sent.turns.len()..] {
            let _ = writeln!(text, "makemove {}", one_line(turn));
        }
        sent.turns = turns.to_vec();
        text
    }

    fn lists_options(&self) -> bool {
        false
    }

    fn unsupported(&self) -> Unsupported {
        // There is no `ponderhit`.
        Unsupported { moves_to_go: true, ponder: true, ..Unsupported::default() }
    }

    fn nonsense(&self) -> String {
        // An unknown message ends a session; an unknown option is ignored.
        "setoption name whatisthis value 1\n".to_owned()
    }

    fn go(&self, go: &Go) -> String {
        let mut text = String::new();
        let sent = &mut *self.sent.borrow_mut();
        // No limit is sent that the engine does not have: without any time it would move at once.
        let thinks_on = go.infinite || go.ponder;
        let has_clock = go.time != [None; 2];
        let clock = has_clock && !thinks_on && go.move_time.is_none();
        let mover = sent.side();
        let [time, increment] =
            [go.time, go.increment].map(|both| both.map(Option::unwrap_or_default));
        let own = clock.then_some(increment[mover]);
        let reserve = |side: usize| clock.then(|| time[side].saturating_sub(increment[side]));
        // Without a reserve a turn takes no more than its own time.
        let left = has_clock.then_some(time[mover]);
        let longest = go.move_time.filter(|_| !thinks_on);
        let longest = longest.map(|time| left.map_or(time, |left| time.min(left)));
        let [gold, silver] = &mut sent.reserves;
        for (name, value, set) in [
            ("tcmove", longest.or(own), &mut sent.time),
            ("greserve", reserve(0), gold),
            ("sreserve", reserve(1), silver),
            ("tcturntime", longest, &mut sent.longest),
        ] {
            if value.is_some() || *set {
                option(&mut text, name, &seconds(value.unwrap_or_default()));
            }
            *set = value.is_some();
        }
        if sent.time {
            option(&mut text, "moveused", "0");
        }
        for (name, value, set) in [
            ("depth", go.depth.map(u64::from), &mut sent.depth),
            ("nodes", go.nodes, &mut sent.nodes),
        ] {
            if value.is_some() || *set {
                option(&mut text, name, &value.unwrap_or(0).to_string());
            }
            *set = value.is_some();
        }
        text + if go.ponder { "go ponder\n" } else { "go\n" }
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
        Ok(match first {
            "protocol-version" => match words.take_rest() {
                "1" => ParsedLine::Nothing,
                other => return Err(words.error(other, "version 1 of the protocol is spoken here")),
            },
            "id" => match words.next().unwrap_or_default() {
                "name" => ParsedLine::Name(words.take_rest().to_owned()),
                "author" => ParsedLine::Author(words.take_rest().to_owned()),
                "version" => ParsedLine::Nothing,
                kind => return Err(words.error(kind, "id needs name, author or version")),
            },
            "aeiok" => ParsedLine::HelloOk,
            "readyok" => ParsedLine::ReadyOk,
            "bestmove" => {
                let turn = words.take_rest().split_whitespace().collect::<Vec<_>>().join(" ");
                ParsedLine::BestMove { turn: (!turn.is_empty()).then_some(turn), ponder: None }
            }
            "info" => parse_info(&mut words)?,
            "log" => {
                let text = words.take_rest();
                ParsedLine::Remark(match text.strip_prefix("Error:") {
                    Some(error) => format!("error: {}", error.trim()),
                    None => text.to_owned(),
                })
            }
            word => ParsedLine::Unknown(word.to_owned()),
        })
    }
}

impl Sent {
    /// The side to move: 0 for Gold.
    fn side(&self) -> usize {
        let silver = self.start.as_ref().is_some_and(|start| start.starts_with(SIDES[1]));
        (usize::from(silver) + self.turns.len()) % 2
    }
}

fn parse_info(words: &mut Words<'_>) -> Result<ParsedLine, ProtocolError> {
    let mut info = ParsedInfo::default();
    match words.next().unwrap_or_default() {
        "score" => {
            let word = words.next().unwrap_or_default();
            let score: f64 = word
                .parse()
                .map_err(|_| words.error(word, "a score is a number, in hundredths of a rabbit"))?;
            let points = score.clamp(-1e9, 1e9) as i32;
            info.score = Some((ScoreText::Points(points), Bound::Exact));
        }
        "depth" => {
            let word = words.next().unwrap_or_default();
            let depth = word.trim_end_matches('+').parse();
            info.depth = Some(depth.map_err(|_| words.error(word, "a depth is a whole number"))?);
        }
        "nodes" => info.nodes = Some(words.number("nodes")?),
        "time" => {
            let word = words.next().unwrap_or_default();
            let seconds: f64 =
                word.parse().map_err(|_| words.error(word, "a time is in seconds"))?;
            info.time = Some(Duration::from_secs_f64(seconds.clamp(0.0, 1e9)));
        }
        "pv" => info.pv = turns(words.take_rest()),
        "string" => return Ok(ParsedLine::Remark(words.take_rest().to_owned())),
        // Other types, and what follows them.
        _ => {}
    }
    Ok(ParsedLine::Info(info))
}

/// The turns of a line: each but the first comes after the letter of its side.
fn turns(line: &str) -> Vec<String> {
    let mut found: Vec<Vec<&str>> = vec![Vec::new()];
    for word in line.split_whitespace() {
        let is_side = matches!(word, "g" | "s" | "w" | "b");
        match found.last_mut() {
            Some(turn) if !is_side => turn.push(word),
            _ => found.push(Vec::new()),
        }
    }
    let whole = found.into_iter().filter(|turn| !turn.is_empty() && !turn.contains(&"pass"));
    whole.map(|turn| turn.join(" ")).collect()
}
