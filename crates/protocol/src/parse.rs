//! Lines of the user in a protocol of UCI's family.

use crate::command::{Command, Go, Question};
use crate::dialect::{Dialect, Separator};
use crate::error::ProtocolError;
use crate::words::{Words, find_word, option_setting};

impl Dialect {
    /// Reads a line of a game whose sides have these letters; None where it is blank.
    ///
    /// # Errors
    /// If a known command is not written as it should be.
    pub fn parse(&self, line: &str, sides: [char; 2]) -> Result<Option<Command>, ProtocolError> {
        let mut words = Words::new(line);
        let Some(first) = words.next() else {
            return Ok(None);
        };
        let command = match first {
            "isready" => Command::IsReady,
            "setoption" => {
                let (name, value) = option_setting(&mut words)?;
                Command::SetOption { name, value }
            }
            "position" => self.position(&mut words)?,
            "go" if words.peek() == Some("perft") => {
                words.next();
                Command::Ask(Question::Perft(words.number("perft")?))
            }
            "go" => Command::Go(self.go(&mut words, sides)?),
            "d" => Command::Ask(Question::Board),
            "eval" => Command::Ask(Question::Evaluation),
            "bench" => Command::Ask(Question::Bench),
            "query" if self.has_queries => Command::Ask(query(&mut words)?),
            "stop" => Command::Stop,
            "ponderhit" => Command::PonderHit,
            // UCI's `debug` and `register` change nothing here.
            "debug" | "register" => return Ok(None),
            "quit" => Command::Quit,
            word if word == self.hello => Command::Hello,
            word if word == self.new_game => Command::NewGame,
            word => Command::Unknown(word.to_owned()),
        };
        Ok(Some(command))
    }

    fn position(&self, words: &mut Words<'_>) -> Result<Command, ProtocolError> {
        let kind = words.next().unwrap_or(words.end());
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
    fn search_moves(&self, words: &mut Words<'_>, sides: [char; 2]) -> Vec<String> {
        if self.separator == Separator::Comma {
            return self.split_turns(words.take_rest());
        }
        let mut turns = Vec::new();
        while let Some(word) = words.peek().filter(|word| !self.is_bound(word, sides)) {
            turns.push(word.to_owned());
            words.next();
        }
        turns
    }

    /// True for the words of `go` that begin a bound.
    fn is_bound(&self, word: &str, sides: [char; 2]) -> bool {
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
        let of_side = |(name, _): (&str, Clock)| self.side_of_clock(name, sides).is_some();
        BOUNDS.contains(&word) || clock(word).is_some_and(of_side)
    }

    fn go(&self, words: &mut Words<'_>, sides: [char; 2]) -> Result<Go, ProtocolError> {
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
                "searchmoves" => go.search_moves = self.search_moves(words, sides),
                _ => {
                    let Some((name, clock)) = clock(word) else {
                        return Err(words.error(word, "go knows no such bound"));
                    };
                    let Some(side) = self.side_of_clock(name, sides) else {
                        let [first, second] = self.clock_names(sides);
                        let reason = "there is no side";
                        let reason =
                            format!("{reason} '{name}': the sides are {first} and {second}");
                        return Err(words.error(word, reason));
                    };
                    let times = match clock {
                        Clock::Time => &mut go.time,
                        Clock::Increment => &mut go.increment,
                    };
                    times[side] = Some(words.millis(word)?);
                }
            }
        }
        Ok(go)
    }
}

/// A clock's time left, or its increment.
#[derive(Clone, Copy)]
enum Clock {
    Time,
    Increment,
}

/// `rtime` as `r` and its time.
fn clock(word: &str) -> Option<(&str, Clock)> {
    let of = |suffix, clock| Some((word.strip_suffix(suffix)?, clock));
    let found = of("time", Clock::Time).or_else(|| of("inc", Clock::Increment));
    found.filter(|(name, _)| !name.is_empty())
}

fn query(words: &mut Words<'_>) -> Result<Question, ProtocolError> {
    match words.next().unwrap_or(words.end()) {
        "gameover" => Ok(Question::GameOver),
        "p1turn" => Ok(Question::FirstSideToMove),
        "result" => Ok(Question::Result),
        word => Err(words.error(word, "query knows gameover, p1turn and result")),
    }
}
