//! Reading games.

use game::{Notation as _, Position as _};

use super::{Pgn, PgnMove, PgnResult};
use crate::position::Position;

/// A game that cannot be read: what is wrong, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PgnError {
    /// The fault, in plain English.
    pub reason: String,
    /// The number of the game in the text, from 1.
    pub game: usize,
    /// The line, from 1.
    pub line: usize,
}

impl std::fmt::Display for PgnError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "game {}, line {}: {}", self.game, self.line, self.reason)
    }
}

impl std::error::Error for PgnError {}

/// Variations within variations: more are refused.
const MAX_DEPTH: usize = 64;

/// Every game of a text, in order; a game that cannot be read comes as an error, and the next one follows.
pub fn read(text: &str) -> impl Iterator<Item = Result<Pgn, PgnError>> + '_ {
    let mut reader = Reader { text, at: 0, line: 1, game: 0 };
    std::iter::from_fn(move || {
        reader.skip_blank();
        if reader.at >= reader.text.len() {
            return None;
        }
        reader.game += 1;
        let read = reader.game();
        if read.is_err() {
            reader.skip_game();
        }
        Some(read)
    })
}

struct Reader<'t> {
    text: &'t str,
    at: usize,
    line: usize,
    game: usize,
}

/// A token of movetext.
#[derive(Debug, PartialEq)]
enum Token<'t> {
    Comment(String),
    Nag(u8),
    Open,
    Close,
    Result(PgnResult),
    Move(&'t str),
    /// The tags of the next game, or the end of the text.
    End,
}

/// `!?` and the like as glyphs.
fn judgement(text: &str) -> Option<u8> {
    ["!", "?", "!!", "??", "!?", "?!"]
        .iter()
        .position(|&known| known == text)
        .map(|at| at as u8 + 1)
}

/// `0:05:03.5`, `5:03` or `303` as seconds.
fn seconds(text: &str) -> Option<f64> {
    let mut total = 0.0;
    for part in text.trim().split(':') {
        let part: f64 = part.parse().ok().filter(|part: &f64| part.is_finite() && *part >= 0.0)?;
        total = total * 60.0 + part;
    }
    Some(total)
}

/// Takes the commands out of a comment.
fn understand(mv: &mut PgnMove, comment: &str) {
    let mut rest = comment;
    let mut words = String::new();
    while let Some(at) = rest.find("[%") {
        let Some(end) = rest[at..].find(']').map(|end| at + end) else { break };
        words += &rest[..at];
        let command = &rest[at + 2..end];
        match command.split_once(char::is_whitespace) {
            Some(("clk", time)) => mv.clock = seconds(time).or(mv.clock),
            Some(("emt", time)) => mv.elapsed = seconds(time).or(mv.elapsed),
            // The commands of others are kept as they are.
            _ => words += &rest[at..=end],
        }
        rest = &rest[end + 1..];
    }
    words += rest;
    let tidy = words.split_whitespace().collect::<Vec<_>>().join(" ");
    if tidy.is_empty() {
        return;
    }
    match &mut mv.comment {
        Some(before) => *before += &format!(" {tidy}"),
        none => *none = Some(tidy),
    }
}

impl<'t> Reader<'t> {
    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    fn error(&self, reason: impl Into<String>) -> PgnError {
        PgnError { reason: reason.into(), game: self.game, line: self.line }
    }

    fn take(&mut self, length: usize) -> &'t str {
        let taken = &self.rest()[..length];
        self.line += taken.matches('\n').count();
        self.at += length;
        taken
    }

    /// True if a line begins here.
    fn begins_line(&self) -> bool {
        self.at == 0 || self.text[..self.at].ends_with('\n')
    }

    fn skip_blank(&mut self) {
        loop {
            let rest = self.rest();
            let blank = rest.len()
                - rest.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}').len();
            self.take(blank);
            // A line that begins with % is for other programs.
            if self.begins_line() && self.rest().starts_with('%') {
                let end = self.rest().find('\n').unwrap_or(self.rest().len());
                self.take(end);
            } else {
                return;
            }
        }
    }

    /// To the tags of the next game.
    fn skip_game(&mut self) {
        let mut moves = false;
        while self.at < self.text.len() {
            let end = self.rest().find('\n').map_or(self.rest().len(), |end| end + 1);
            let line = self.rest()[..end].trim();
            if self.begins_line() && line.starts_with('[') && moves {
                return;
            }
            moves |= !line.is_empty() && !line.starts_with('[');
            self.take(end);
        }
    }

    fn game(&mut self) -> Result<Pgn, PgnError> {
        let tags = self.tags()?;
        let tag = |name: &str| {
            let found = tags.iter().find(|(known, _): &&(String, String)| known == name);
            found.map(|(_, value)| value.as_str())
        };
        // The tag decides: turns of other games may be legal moves here.
        if let Some(other) = tag("Game").filter(|game| !game.eq_ignore_ascii_case(Position::GAME)) {
            return Err(self.error(format!("it is a game of {other}")));
        }
        let start = match tag("FEN") {
            Some(text) => Position::parse(text)
                .map_err(|error| self.error(format!("the tag FEN cannot be read: {error}")))?,
            None => Position::start(),
        };
        let shuffled = tag("Variant").is_some_and(|variant| {
            let name = variant.to_ascii_lowercase();
            name.contains("960") || name.contains("fischer")
        });
        let start = if shuffled { start.shuffled() } else { start };
        let said = tag("Result").and_then(PgnResult::from_text).unwrap_or(PgnResult::Unknown);
        let mut pgn = Pgn { tags, start, comment: None, moves: Vec::new(), result: said };
        let (moves, comment, result) = self.line(start, 0)?;
        (pgn.moves, pgn.comment) = (moves, comment);
        if let Some(result) = result.filter(|&result| result != PgnResult::Unknown) {
            pgn.result = result;
        }
        Ok(pgn)
    }

    fn tags(&mut self) -> Result<Vec<(String, String)>, PgnError> {
        let mut tags = Vec::new();
        loop {
            self.skip_blank();
            if !self.rest().starts_with('[') {
                return Ok(tags);
            }
            self.take(1);
            self.skip_blank();
            let rest = self.rest();
            let end = rest.find(|c: char| c.is_whitespace() || c == '"' || c == ']');
            let name = self.take(end.unwrap_or(rest.len())).to_owned();
            self.skip_blank();
            if name.is_empty() || !self.rest().starts_with('"') {
                return Err(self.error("a tag is [Name \"value\"]"));
            }
            self.take(1);
            let value = self.quoted()?;
            self.skip_blank();
            if !self.rest().starts_with(']') {
                return Err(self.error(format!("the tag {name} has no end")));
            }
            self.take(1);
            tags.push((name, value));
        }
    }

    /// The rest of a quoted text; a backslash stands before quotes and itself.
    fn quoted(&mut self) -> Result<String, PgnError> {
        let mut value = String::new();
        let mut escaped = false;
        for (at, c) in self.rest().char_indices() {
            match c {
                _ if escaped => {
                    value.push(c);
                    escaped = false;
                }
                '\\' => escaped = true,
                '"' => {
                    self.take(at + 1);
                    return Ok(value);
                }
                '\n' => break,
                c => value.push(c),
            }
        }
        Err(self.error("a quoted value has no end"))
    }

    fn token(&mut self) -> Result<Token<'t>, PgnError> {
        loop {
            self.skip_blank();
            let rest = self.rest();
            let Some(head) = rest.chars().next() else { return Ok(Token::End) };
            return Ok(match head {
                '[' if self.begins_line() => Token::End,
                '{' => {
                    let Some(end) = rest.find('}') else {
                        return Err(self.error("a comment has no end: } is missing"));
                    };
                    let text = self.take(end + 1);
                    Token::Comment(text[1..end].to_owned())
                }
                ';' => {
                    let end = rest.find('\n').unwrap_or(rest.len());
                    Token::Comment(self.take(end)[1..].to_owned())
                }
                '(' => {
                    self.take(1);
                    Token::Open
                }
                ')' => {
                    self.take(1);
                    Token::Close
                }
                '*' => {
                    self.take(1);
                    Token::Result(PgnResult::Unknown)
                }
                '$' => {
                    let digits = rest[1..].find(|c: char| !c.is_ascii_digit());
                    let end = digits.map_or(rest.len(), |end| end + 1);
                    let number = self.take(end)[1..].parse();
                    Token::Nag(number.map_err(|_| self.error("a glyph is $ and a number to 255"))?)
                }
                '!' | '?' => {
                    let end = rest.find(|c| !matches!(c, '!' | '?')).unwrap_or(rest.len());
                    let text = self.take(end);
                    match judgement(text) {
                        Some(nag) => Token::Nag(nag),
                        None => return Err(self.error(format!("'{text}' is no judgement"))),
                    }
                }
                _ => {
                    let ends = |c: char| {
                        c.is_whitespace()
                            || matches!(
                                c,
                                '{' | '}' | '(' | ')' | ';' | '$' | '!' | '?' | '[' | ']'
                            )
                    };
                    let end = rest.find(ends).unwrap_or(rest.len());
                    if end == 0 {
                        return Err(self.error(format!("'{head}' has no place here")));
                    }
                    let word = self.take(end);
                    if let Some(result) = PgnResult::from_text(word) {
                        return Ok(Token::Result(result));
                    }
                    // A number, its dots, and perhaps the move behind them.
                    let bare = match word.find('.') {
                        Some(at) if word[..at].chars().all(|c| c.is_ascii_digit()) => {
                            word[at..].trim_start_matches('.')
                        }
                        None if word.chars().all(|c| c.is_ascii_digit()) => "",
                        _ => word,
                    };
                    if bare.is_empty() {
                        continue;
                    }
                    Token::Move(bare)
                }
            });
        }
    }

    /// A line of moves up to its end, the comment before the first, and the result behind it.
    #[allow(clippy::type_complexity)]
    fn line(
        &mut self,
        start: Position,
        depth: usize,
    ) -> Result<(Vec<PgnMove>, Option<String>, Option<PgnResult>), PgnError> {
        let mut position = start;
        let mut before = start;
        let mut moves: Vec<PgnMove> = Vec::new();
        let mut said: Option<String> = None;
        loop {
            match self.token()? {
                Token::Move(text) => {
                    let mv = position.parse_move(text).map_err(|error| {
                        self.error(format!("move {} ('{text}'): {}", moves.len() + 1, error.reason))
                    })?;
                    before = position;
                    position = position.make(mv);
                    moves.push(PgnMove::new(mv));
                }
                Token::Comment(text) => match moves.last_mut() {
                    Some(last) => understand(last, &text),
                    None => {
                        let tidy = text.split_whitespace().collect::<Vec<_>>().join(" ");
                        said = Some(
                            said.map_or_else(|| tidy.clone(), |said| format!("{said} {tidy}")),
                        );
                    }
                },
                Token::Nag(nag) => {
                    if let Some(last) = moves.last_mut() {
                        last.nags.push(nag);
                    }
                }
                Token::Open => {
                    if depth >= MAX_DEPTH {
                        return Err(self.error("variations are too deep in each other"));
                    }
                    if moves.is_empty() {
                        return Err(self.error("a variation stands before the first move"));
                    }
                    let (line, first, _) = self.line(before, depth + 1)?;
                    let mut line = line;
                    if let (Some(first), Some(mv)) = (first, line.first_mut()) {
                        understand(mv, &first);
                    }
                    if let Some(last) = moves.last_mut() {
                        last.variations.push(line);
                    }
                }
                Token::Close if depth > 0 => return Ok((moves, said, None)),
                Token::Close => return Err(self.error("')' closes no variation")),
                Token::Result(_) if depth > 0 => {}
                Token::Result(result) => return Ok((moves, said, Some(result))),
                Token::End if depth > 0 => {
                    return Err(self.error("a variation has no end: ) is missing"));
                }
                Token::End => return Ok((moves, said, None)),
            }
        }
    }
}
