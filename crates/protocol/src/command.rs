//! What the user of an engine says.

use std::time::Duration;

use crate::{Dialect, Separator};

/// How many nodes a search takes whose bounds could not be read: some milliseconds.
const NODES_INSTEAD: u64 = 10_000;

/// A line that cannot be obeyed: what is wrong, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProtocolError {
    /// What is wrong, in plain English.
    pub reason: String,
    /// The word at fault and its column, characters from 1; None where it is the whole line.
    pub place: Option<(String, usize)>,
}

impl ProtocolError {
    pub(crate) fn whole(reason: impl Into<String>) -> Self {
        Self { reason: reason.into(), place: None }
    }
}

impl std::fmt::Display for ProtocolError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.reason)?;
        match &self.place {
            None => Ok(()),
            Some((word, column)) => {
                let shown: String = word.chars().take(60).flat_map(char::escape_debug).collect();
                write!(f, " (at column {column}: '{shown}')")
            }
        }
    }
}

impl std::error::Error for ProtocolError {}

/// The bounds of a search, as `go` gives them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Go {
    /// Nominal depth in plies.
    pub depth: Option<u32>,
    /// States.
    pub nodes: Option<u64>,
    /// Time for this turn.
    pub move_time: Option<Duration>,
    /// Time left by side letter: `rtime 60000`.
    pub time: Vec<(char, Duration)>,
    /// Time added after each turn, by side letter: `rinc 100`.
    pub increment: Vec<(char, Duration)>,
    /// Turns until more time comes.
    pub moves_to_go: Option<u32>,
    /// Until a win in so many of the winner's moves is found.
    pub mate: Option<u32>,
    /// Until `stop`.
    pub infinite: bool,
    /// On the expected reply, until `ponderhit` or `stop`.
    pub ponder: bool,
    /// On every possible reply, until the next `position`, `go` or `stop`.
    pub ponder_replies: bool,
    /// Only these turns at the root; empty for all.
    pub search_moves: Vec<String>,
}

/// What people ask an engine at its prompt, beside what front ends do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Question {
    /// `d`: the board, drawn, and its text.
    Board,
    /// `eval`: the static evaluation, term by term.
    Evaluation,
    /// `go perft N`: the leaves below each legal move.
    Perft(u32),
    /// `bench`: the nodes of a search of fixed positions, and the speed.
    Bench,
}

/// A command.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    /// Say who you are and what can be set.
    Hello,
    /// Answer as soon as you can take more.
    IsReady,
    /// Another game begins.
    NewGame,
    /// Set an option.
    SetOption {
        /// Its name.
        name: String,
        /// Its value; empty where none was given.
        value: String,
    },
    /// Think about this position.
    Position {
        /// Where the game began; None for the usual start.
        start: Option<String>,
        /// The turns since then.
        turns: Vec<String>,
    },
    /// Think.
    Go(Go),
    /// Stop thinking and answer.
    Stop,
    /// The expected reply was played.
    PonderHit,
    /// Answer a question about the position, or about the engine.
    Ask(Question),
    /// End.
    Quit,
    /// A command that is not known: its first word.
    Unknown(String),
}

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
        let end = &self.line[self.line.len()..];
        let word = self.next().unwrap_or(end);
        word.parse().map_err(|_| self.error(word, format!("{of} needs a whole number")))
    }

    pub(crate) fn millis(&mut self, of: &str) -> Result<Duration, ProtocolError> {
        // Clients send a negative time when a clock has run out.
        let millis: i64 = self.number(of)?;
        Ok(Duration::from_millis(u64::try_from(millis).unwrap_or(0)))
    }
}

/// What to think about where a `go` was refused: for a moment, and as long as it was to go on until a further word.
pub(crate) fn go_instead(line: &str) -> Option<Go> {
    let mut words = line.split_whitespace();
    let is_go = words.next() == Some("go");
    let words: Vec<&str> = words.collect();
    let told = |word: &str| words.contains(&word);
    // Nobody waits for an answer to these.
    if !is_go || told("ponderreplies") || told("perft") {
        return None;
    }
    let (infinite, ponder) = (told("infinite"), told("ponder"));
    Some(Go { nodes: Some(NODES_INSTEAD), infinite, ponder, ..Go::default() })
}

impl Dialect {
    /// Reads a line; None where it is blank.
    ///
    /// # Errors
    /// If a known command is not written as it should be.
    pub fn parse(&self, line: &str) -> Result<Option<Command>, ProtocolError> {
        let mut words = Words::new(line);
        let Some(first) = words.next() else {
            return Ok(None);
        };
        let command = match first {
            "isready" => Command::IsReady,
            "setoption" => set_option(&mut words)?,
            "position" => self.position(&mut words)?,
            "go" if words.peek() == Some("perft") => {
                words.next();
                Command::Ask(Question::Perft(words.number("perft")?))
            }
            "go" => Command::Go(self.go(&mut words)?),
            "d" => Command::Ask(Question::Board),
            "eval" => Command::Ask(Question::Evaluation),
            "bench" => Command::Ask(Question::Bench),
            "stop" => Command::Stop,
            "ponderhit" => Command::PonderHit,
            // What UCI's `debug` and `register` ask for is always so.
            "debug" | "register" => return Ok(None),
            "quit" => Command::Quit,
            word if word == self.hello => Command::Hello,
            word if word == self.new_game => Command::NewGame,
            word => Command::Unknown(word.to_owned()),
        };
        Ok(Some(command))
    }

    fn position(&self, words: &mut Words<'_>) -> Result<Command, ProtocolError> {
        let end = &words.line[words.line.len()..];
        let kind = words.next().unwrap_or(end);
        let rest = words.take_rest();
        // "moves" stands alone: it is no word of any position.
        let (start, moves) = match find_word(rest, "moves") {
            Some(at) => (rest[..at].trim(), &rest[at + "moves".len()..]),
            None => (rest, ""),
        };
        let turns = self.split_turns(moves);
        if let Some(index) = turns.iter().position(String::is_empty) {
            let reason = format!("move {} of the list is empty", index + 1);
            return Err(words.error(moves.trim(), reason));
        }
        match kind {
            "startpos" if start.is_empty() => Ok(Command::Position { start: None, turns }),
            "startpos" => Err(words.error(start, "after startpos comes moves, or nothing")),
            "fen" if start.is_empty() => Err(words.error(kind, "fen needs a position")),
            "fen" => Ok(Command::Position { start: Some(start.to_owned()), turns }),
            _ => Err(words.error(kind, "position needs startpos, or fen and a position")),
        }
    }

    /// The turns after `searchmoves`. Where a turn is one word, other bounds may follow.
    fn search_moves(&self, words: &mut Words<'_>) -> Vec<String> {
        if self.separator == Separator::Comma {
            return self.split_turns(words.take_rest());
        }
        let mut turns = Vec::new();
        while let Some(word) = words.peek().filter(|word| !self.is_bound(word)) {
            turns.push(word.to_owned());
            words.next();
        }
        turns
    }

    /// Whether a word of `go` begins a bound.
    fn is_bound(&self, word: &str) -> bool {
        const BOUNDS: [&str; 9] = [
            "depth",
            "nodes",
            "movetime",
            "movestogo",
            "mate",
            "infinite",
            "ponder",
            "ponderreplies",
            "searchmoves",
        ];
        let of_side = |(letter, what): (char, &str)| {
            self.side_of_clock(letter).is_some() && matches!(what, "time" | "inc")
        };
        BOUNDS.contains(&word) || side_of(word).is_some_and(of_side)
    }

    fn go(&self, words: &mut Words<'_>) -> Result<Go, ProtocolError> {
        let mut go = Go::default();
        while let Some(word) = words.next() {
            match word {
                "depth" => go.depth = Some(words.number(word)?),
                "nodes" => go.nodes = Some(words.number(word)?),
                "movetime" => go.move_time = Some(words.millis(word)?),
                "movestogo" => go.moves_to_go = Some(words.number(word)?),
                "mate" => go.mate = Some(words.number(word)?),
                "infinite" => go.infinite = true,
                "ponder" => go.ponder = true,
                "ponderreplies" => go.ponder_replies = true,
                "searchmoves" => go.search_moves = self.search_moves(words),
                _ => match side_of(word) {
                    Some((letter, "time")) => go.time.push((letter, words.millis(word)?)),
                    Some((letter, "inc")) => go.increment.push((letter, words.millis(word)?)),
                    _ => return Err(words.error(word, "go knows no such bound")),
                },
            }
        }
        Ok(go)
    }
}

/// `rtime` as `r` and `time`.
fn side_of(word: &str) -> Option<(char, &str)> {
    let letter = word.chars().next()?;
    Some((letter, &word[letter.len_utf8()..]))
}

/// Where `word` stands in `text` with blanks, or nothing, around it.
pub(crate) fn find_word(text: &str, word: &str) -> Option<usize> {
    let blank = |c: Option<char>| c.is_none_or(char::is_whitespace);
    text.match_indices(word).map(|(at, _)| at).find(|&at| {
        let (before, after) = (&text[..at], &text[at + word.len()..]);
        blank(before.chars().next_back()) && blank(after.chars().next())
    })
}

fn set_option(words: &mut Words<'_>) -> Result<Command, ProtocolError> {
    let end = &words.line[words.line.len()..];
    let word = words.next().unwrap_or(end);
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
    Ok(Command::SetOption { name: name.to_owned(), value: value.to_owned() })
}
