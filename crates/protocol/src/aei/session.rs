//! The engine's side of a session in AEI.

use std::collections::VecDeque;
use std::fmt::Write as _;

use super::clock::AeiClock;
use super::command::{AeiCommand, parse};
use super::words::SIDES;
use crate::command::{Go, go_instead};
use crate::error::ProtocolError;
use crate::lines::Lines;
use crate::report::{Bound, Report, ScoreText, SearchInfo};
use crate::server::{Backend, Session, State};
use crate::words::one_line;

/// Options that controllers send and an engine may ignore.
const IGNORED: [&str; 10] = [
    "tcturns",
    "gused",
    "sused",
    "lastmoveused",
    "opponent",
    "opponent_rating",
    "rating",
    "rated",
    "event",
    "tcmoveused",
];

/// The value of a proven win in `info score`, less one for each step.
const WIN: i64 = 30_000;

/// A session in AEI.
#[derive(Clone, Debug)]
pub struct AeiServer<B> {
    backend: B,
    lines: Lines,
    start: Option<String>,
    turns: Vec<String>,
    clock: AeiClock,
    /// Limits that stay until they are set again; 0 for none.
    depth: u32,
    nodes: u64,
    /// The searches without an answer yet, the oldest first: true where it is wanted.
    searches: VecDeque<bool>,
}

impl<B: Backend> AeiServer<B> {
    /// A session.
    pub fn new(backend: B) -> Self {
        Self {
            backend,
            lines: Lines::default(),
            start: None,
            turns: Vec::new(),
            clock: AeiClock::default(),
            depth: 0,
            nodes: 0,
            searches: VecDeque::new(),
        }
    }

    /// The side to move: 0 for Gold.
    fn side(&self) -> usize {
        let first = self.start.as_deref().and_then(|start| start.chars().next());
        let begun = usize::from(first == Some(SIDES[1]) || first == Some('b'));
        (begun + self.turns.len()) % 2
    }

    /// No answer to an earlier search is wanted any more.
    fn drop_answers(&mut self) {
        self.searches.iter_mut().for_each(|wanted| *wanted = false);
    }

    fn line(&mut self, line: Result<&str, ProtocolError>, output: &mut String) -> State {
        let said = line.as_ref().ok().copied();
        match line.and_then(parse) {
            Ok(None) => State::Open,
            Ok(Some(command)) => self.obey(command, output),
            Err(error) => {
                let _ = writeln!(output, "log Error: {}", one_line(&error.to_string()));
                self.go_instead(said, output);
                State::Open
            }
        }
    }

    /// Whoever says `go` waits for a turn, whatever was wrong with the line.
    fn go_instead(&mut self, line: Option<&str>, output: &mut String) {
        let Some(go) = line.and_then(go_instead) else { return };
        let wanted = !go.ponder;
        self.drop_answers();
        match self.backend.go(&go) {
            Ok(()) => self.searches.push_back(wanted),
            Err(error) => {
                let _ = writeln!(output, "log Error: {}", one_line(&error));
            }
        }
    }

    fn obey(&mut self, command: AeiCommand, output: &mut String) -> State {
        let done = match command {
            AeiCommand::Hello => {
                let (name, author) = (self.backend.name(), self.backend.author());
                let (name, version) = name.rsplit_once(' ').unwrap_or((&name, ""));
                let _ = writeln!(output, "protocol-version 1\nid name {}", one_line(name));
                let _ = writeln!(output, "id author {}", one_line(&author));
                if !version.is_empty() {
                    let _ = writeln!(output, "id version {}", one_line(version));
                }
                output.push_str("aeiok\n");
                Ok(())
            }
            AeiCommand::IsReady => {
                output.push_str("readyok\n");
                Ok(())
            }
            AeiCommand::NewGame => {
                self.drop_answers();
                self.backend.new_game();
                self.start = None;
                self.turns.clear();
                self.clock.restart();
                self.backend.set_position(None, &[])
            }
            AeiCommand::SetPosition(position) => {
                self.drop_answers();
                self.backend.set_position(Some(&position), &[]).map(|()| {
                    self.start = Some(position);
                    self.turns.clear();
                })
            }
            AeiCommand::MakeMove(turn) => {
                self.drop_answers();
                self.turns.push(turn);
                let done = self.backend.set_position(self.start.as_deref(), &self.turns);
                if done.is_err() {
                    self.turns.pop();
                }
                done
            }
            AeiCommand::SetOption { name, value } => {
                self.set_option(&name, &value, output);
                Ok(())
            }
            AeiCommand::Go { ponder } => self.go(ponder),
            AeiCommand::Stop => {
                if let Some(last) = self.searches.back_mut() {
                    *last = true;
                }
                self.backend.stop();
                Ok(())
            }
            AeiCommand::Quit => {
                self.drop_answers();
                self.backend.stop();
                return State::Closed;
            }
            AeiCommand::Unknown(word) => {
                let shown: String = word.chars().take(60).collect();
                let _ = writeln!(output, "log Error: unknown message '{}'", one_line(&shown));
                self.drop_answers();
                self.backend.stop();
                return State::Closed;
            }
        };
        if let Err(error) = done {
            let _ = writeln!(output, "log Error: {}", one_line(&error));
        }
        State::Open
    }

    fn set_option(&mut self, name: &str, value: &str, output: &mut String) {
        let done = match name {
            "depth" => number(name, value).map(|depth| self.depth = depth),
            "nodes" => number(name, value).map(|nodes| self.nodes = nodes),
            _ if IGNORED.contains(&name) => Ok(()),
            _ => match self.clock.set(name, value) {
                Some(done) => done,
                None => self.backend.set_option(name, value),
            },
        };
        if let Err(error) = done {
            let _ = writeln!(output, "log Warning: {}", one_line(&error));
        }
    }

    fn go(&mut self, ponder: bool) -> Result<(), String> {
        let move_time = self.clock.for_turn(self.side());
        let bounded = move_time.is_some() || self.depth > 0 || self.nodes > 0;
        let go = if ponder {
            Go { infinite: true, ..Go::default() }
        } else {
            Go {
                depth: (self.depth > 0).then_some(self.depth),
                nodes: (self.nodes > 0).then_some(self.nodes),
                move_time,
                infinite: !bounded,
                ..Go::default()
            }
        };
        self.drop_answers();
        self.backend.go(&go)?;
        self.searches.push_back(!ponder);
        Ok(())
    }

    fn info(&self, info: &SearchInfo) -> String {
        let mut text = String::new();
        if info.multi_pv > 1 {
            return text;
        }
        let unfinished = if info.bound == Bound::Exact { "" } else { "+" };
        let _ = writeln!(text, "info time {}", info.time.as_secs());
        let _ = writeln!(text, "info depth {}{unfinished}", info.depth);
        let _ = writeln!(text, "info nodes {}", info.nodes);
        let score = match info.score {
            ScoreText::Points(points) => points.into(),
            ScoreText::Win(steps) => WIN - i64::from(steps),
            ScoreText::Loss(steps) => i64::from(steps) - WIN,
        };
        let _ = writeln!(text, "info score {score}");
        if !info.pv.is_empty() {
            let mut side = self.side();
            let mut line = String::new();
            for (number, turn) in info.pv.iter().enumerate() {
                if number > 0 {
                    let _ = write!(line, " {} ", SIDES[side]);
                }
                line += turn;
                side = 1 - side;
            }
            let _ = writeln!(text, "info pv {line}");
        }
        text
    }
}

fn number<T: std::str::FromStr>(name: &str, value: &str) -> Result<T, String> {
    let bad = || format!("'{value}' is no value for {name}: use a whole number from 0");
    value.trim().parse().map_err(|_| bad())
}

impl<B: Backend> Session<B> for AeiServer<B> {
    fn backend(&mut self) -> &mut B {
        &mut self.backend
    }

    fn write(&mut self, report: &Report) -> String {
        match report {
            Report::Hello { .. } | Report::ReadyOk => String::new(),
            // An answer that is not wanted any more is not given.
            Report::Info(info) if self.searches.len() == 1 => self.info(info),
            Report::Info(_) | Report::Current { .. } => String::new(),
            Report::Text(lines) => {
                lines.iter().map(|line| format!("log Debug: {}\n", one_line(line))).collect()
            }
            Report::Remark(text) => format!("log Debug: {}\n", one_line(text)),
            Report::Error(text) => format!("log Error: {}\n", one_line(text)),
            Report::BestMove { turn, .. } => match self.searches.pop_front() {
                Some(true) => {
                    format!("bestmove {}", turn.as_deref().unwrap_or_default())
                        .trim_end()
                        .to_owned()
                        + "\n"
                }
                _ => String::new(),
            },
        }
    }

    fn feed(&mut self, bytes: &[u8], output: &mut String) -> State {
        let mut lines = std::mem::take(&mut self.lines);
        let mut state = State::Open;
        lines.feed(bytes, |line| {
            if state == State::Open {
                state = self.line(line, output);
            }
        });
        self.lines = lines;
        state
    }

    fn finish(&mut self, output: &mut String) {
        let mut lines = std::mem::take(&mut self.lines);
        lines.finish(|line| {
            self.line(line, output);
        });
    }
}
