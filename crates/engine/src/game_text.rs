//! Games as text: tags and numbered turns, the form of PGN (Edwards 1994) for games that have no other custom. The page reads and writes
//! the same form.

use std::marker::PhantomData;

use game::{Game, Notation, Referee, Side};

use crate::recorded::{GameFiles, RecordedGame, RecordedResult, RecordedTurn};

/// No line of turns is longer, unless a word is.
const LINE: usize = 99;

/// Files of one game in this form.
pub(crate) struct TextFiles<P>(PhantomData<fn() -> P>);

impl<P> TextFiles<P> {
    pub(crate) const fn new() -> Self {
        Self(PhantomData)
    }
}

impl<P: Notation> GameFiles for TextFiles<P> {
    fn format(&self) -> &'static str {
        "text"
    }

    fn read(&self, text: &str) -> Vec<Result<RecordedGame, String>> {
        read::<P>(text)
    }

    fn write(&self, game: &RecordedGame) -> Result<String, String> {
        write::<P>(game)
    }
}

/// Writes a game, whose turns must be legal.
fn write<P: Notation>(told: &RecordedGame) -> Result<String, String> {
    let (start, _) = replay::<P>(told)?;
    let own = [("Game", P::GAME.to_owned()), ("Start", start)];
    let mut text = String::new();
    let result = told.result.map(result_token::<P>);
    let tags = own.into_iter().map(|(name, value)| (name.to_owned(), value));
    let tags = tags.chain(told.tags.iter().cloned());
    for (name, value) in tags.chain(result.map(|token| ("Result".to_owned(), token.to_owned()))) {
        let value = value.replace('\\', "\\\\").replace('"', "\\\"");
        text += &format!("[{name} \"{value}\"]\n");
    }
    text += "\n";
    let mut length = 0;
    let words = (1..).zip(&told.turns).flat_map(|(number, turn)| {
        let said = said(turn).map(|said| format!("{{{said}}}"));
        let turn = format!("{number}. {}", turn.turn);
        let words: Vec<String> = turn
            .split(' ')
            .chain(said.iter().flat_map(|said| said.split(' ')))
            .map(str::to_owned)
            .collect();
        words
    });
    for word in words.chain(result.map(str::to_owned)) {
        if length > 0 && length + 1 + word.len() > LINE {
            text.push('\n');
            length = 0;
        } else if length > 0 {
            text.push(' ');
            length += 1;
        }
        text += &word;
        length += word.len();
    }
    text.push('\n');
    Ok(text)
}

/// The comment after a turn: its clock and time, as PGN has them, and the comment.
fn said(turn: &RecordedTurn) -> Option<String> {
    let time = |name: &str, seconds: f64| {
        let (minutes, seconds) = ((seconds / 60.0).floor(), seconds.rem_euclid(60.0));
        let (hours, minutes) = ((minutes / 60.0).floor(), minutes.rem_euclid(60.0));
        format!("[%{name} {hours}:{minutes:02}:{seconds:06.3}]")
    };
    let clock = turn.clock.map(|left| time("clk", left));
    let elapsed = turn.elapsed.map(|took| time("emt", took));
    let comment = turn.comment.as_ref().map(|text| text.replace(['{', '}'], "'"));
    let all: Vec<String> = [clock, elapsed, comment].into_iter().flatten().collect();
    (!all.is_empty()).then(|| all.join(" ").split_whitespace().collect::<Vec<_>>().join(" "))
}

/// The result as PGN writes it; the first side is the one that stands first in the game's rules.
fn result_token<P: Notation>(result: RecordedResult) -> &'static str {
    match result.winner {
        None => "1/2-1/2",
        Some(letter) if letter == P::side_letter(Side::First) => "1-0",
        Some(_) => "0-1",
    }
}

/// Plays the turns; the start as the game writes it, and what each turn is called there.
fn replay<P: Notation>(told: &RecordedGame) -> Result<(String, Vec<String>), String> {
    let start = P::parse(&told.start).map_err(|error| format!("start: {error}"))?;
    let mut game = Game::new(start, Referee::default());
    let mut turns = Vec::with_capacity(told.turns.len());
    for (number, turn) in (1..).zip(&told.turns) {
        let legal =
            game.legal_turn(&turn.turn).map_err(|error| format!("turn {number}: {error}"))?;
        turns.push(game.position().turn_text(&legal));
        game.play(&turn.turn).map_err(|error| format!("turn {number}: {error}"))?;
    }
    Ok((start.text(), turns))
}

/// Reads the games of a text, one after the other. Variations are left out.
fn read<P: Notation>(text: &str) -> Vec<Result<RecordedGame, String>> {
    let mut games: Vec<Draft> = Vec::new();
    let mut in_turns = true;
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.trim();
        let in_comment = games.last().is_some_and(|game| game.comment.is_some());
        if line.is_empty() {
            continue;
        }
        if !in_comment && line.starts_with('[') {
            if std::mem::replace(&mut in_turns, false) {
                games.push(Draft { line: number, ..Draft::default() });
            }
            if let Some(game) = games.last_mut() {
                game.tag(number, line);
            }
            continue;
        }
        in_turns = true;
        if games.is_empty() {
            games.push(Draft { line: number, ..Draft::default() });
        }
        if let Some(game) = games.last_mut() {
            game.words(number, line);
        }
    }
    games.into_iter().map(Draft::finish::<P>).collect()
}

/// A game that is being read.
#[derive(Default)]
struct Draft {
    /// The line where it begins, from 1.
    line: usize,
    told: RecordedGame,
    /// The turn whose words come in.
    turn: Vec<String>,
    /// The comment that is open.
    comment: Option<Vec<String>>,
    /// Brackets that are open.
    depth: usize,
    fault: Option<String>,
}

impl Draft {
    fn tag(&mut self, line: usize, text: &str) {
        let inside = text.strip_prefix('[').and_then(|text| text.strip_suffix(']'));
        let parts = inside.and_then(|inside| inside.split_once(' '));
        let value = parts.and_then(|(name, value)| {
            let value = value.trim().strip_prefix('"')?.strip_suffix('"')?;
            Some((name.to_owned(), value.replace("\\\"", "\"").replace("\\\\", "\\")))
        });
        match value {
            Some((name, value)) if name == "Start" => {
                self.told.start = value;
                self.told.tags.push((name, String::new()));
            }
            Some(tag) => self.told.tags.push(tag),
            None => self.refuse(format!("line {line}: '{text}' is no tag: [Name \"value\"]")),
        }
    }

    fn refuse(&mut self, fault: String) {
        self.fault.get_or_insert(fault);
    }

    fn words(&mut self, line: usize, text: &str) {
        let spaced = ["{", "}", "(", ")"]
            .iter()
            .fold(text.to_owned(), |text, mark| text.replace(mark, &format!(" {mark} ")));
        for word in spaced.split_whitespace() {
            if let Some(comment) = &mut self.comment {
                if word != "}" {
                    comment.push(word.to_owned());
                    continue;
                }
                let said = std::mem::take(comment);
                self.comment = None;
                if self.depth == 0 {
                    self.say(&said);
                }
                continue;
            }
            match word {
                "{" => {
                    if self.depth == 0 {
                        self.end_turn();
                    }
                    self.comment = Some(Vec::new());
                }
                "}" => self.refuse(format!("line {line}: a comment ends that was never begun")),
                "(" => {
                    self.end_turn();
                    self.depth += 1;
                }
                ")" if self.depth == 0 => {
                    self.refuse(format!("line {line}: a bracket closes that was never opened"));
                }
                ")" => self.depth -= 1,
                _ if self.depth > 0 => {}
                "1-0" | "0-1" | "1/2-1/2" | "*" => self.end_turn(),
                _ if is_number(word) => self.end_turn(),
                _ if word.bytes().all(|byte| byte == b'!' || byte == b'?') => {}
                _ => self.turn.push(word.to_owned()),
            }
        }
    }

    fn end_turn(&mut self) {
        if !self.turn.is_empty() {
            let turn = std::mem::take(&mut self.turn).join(" ");
            self.told.turns.push(RecordedTurn { turn, ..RecordedTurn::default() });
        }
    }

    /// The comment after the last turn.
    fn say(&mut self, words: &[String]) {
        let Some(turn) = self.told.turns.last_mut() else { return };
        let mut rest = Vec::new();
        let mut words = words.iter();
        while let Some(word) = words.next() {
            let place = match word.as_str() {
                "[%clk" => &mut turn.clock,
                "[%emt" => &mut turn.elapsed,
                _ => {
                    rest.push(word.as_str());
                    continue;
                }
            };
            *place = words.next().and_then(|time| seconds(time));
        }
        if !rest.is_empty() {
            turn.comment = Some(rest.join(" "));
        }
    }

    fn finish<P: Notation>(mut self) -> Result<RecordedGame, String> {
        self.end_turn();
        if self.comment.is_some() {
            self.refuse("a comment does not end".to_owned());
        } else if self.depth > 0 {
            self.refuse("a bracket is not closed".to_owned());
        }
        let tag = |told: &RecordedGame, name: &str| {
            told.tags.iter().find(|(tag, _)| tag == name).map(|(_, value)| value.clone())
        };
        let told = &mut self.told;
        let other = tag(told, "Game").filter(|game| !game.eq_ignore_ascii_case(P::GAME));
        let fault =
            self.fault.take().or_else(|| other.map(|game| format!("it is a game of {game}")));
        let fault = fault.or_else(|| {
            tag(told, "Start").is_none().then(|| {
                "there is no line [Start \"…\"] with the position where it begins".to_owned()
            })
        });
        let begun = self.line;
        let located = |fault: String| format!("the game from line {begun}: {fault}");
        if let Some(fault) = fault {
            return Err(located(fault));
        }
        let (first, second) = (P::side_letter(Side::First), P::side_letter(Side::Second));
        told.result = match tag(told, "Result").as_deref() {
            Some("1-0") => Some(RecordedResult { winner: Some(first) }),
            Some("0-1") => Some(RecordedResult { winner: Some(second) }),
            Some("1/2-1/2") => Some(RecordedResult { winner: None }),
            _ => None,
        };
        told.tags.retain(|(name, _)| !["Game", "Start", "Result"].contains(&name.as_str()));
        let (start, turns) = replay::<P>(told).map_err(located)?;
        told.start = start;
        for (told, turn) in told.turns.iter_mut().zip(turns) {
            told.turn = turn;
        }
        Ok(self.told)
    }
}

fn is_number(word: &str) -> bool {
    let digits = word.trim_end_matches('.');
    digits.len() < word.len() && !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit())
}

/// Of `0:01:02.500]`, in seconds.
fn seconds(time: &str) -> Option<f64> {
    let mut sum = 0.0;
    for part in time.trim_end_matches(']').split(':') {
        let part: f64 = part.parse().ok().filter(|part: &f64| part.is_finite() && *part >= 0.0)?;
        sum = 60.0 * sum + part;
    }
    Some(sum)
}

#[cfg(test)]
mod tests {
    use onitama::Position;

    use super::*;

    const START: &str = "bbBbb/5/5/5/rrRrr r ox,boar horse,elephant crab";

    fn game() -> RecordedGame {
        let turn = |turn: &str, comment: Option<&str>, clock| RecordedTurn {
            turn: turn.to_owned(),
            comment: comment.map(str::to_owned),
            clock,
            elapsed: clock.map(|_| 0.25),
        };
        let position = Position::parse(START).unwrap();
        let mut played = Game::new(position, Referee::default());
        let mut turns = Vec::new();
        for number in 0..40 {
            let text = played.position().turn_text(&played.legal_turns()[number % 2]);
            turns.push(turn(&text, (number == 3).then_some("+0.35/12 \"quoted\""), Some(3_725.5)));
            played.play(&text).unwrap();
            if played.ending().is_some() {
                break;
            }
        }
        let tags = vec![("Red".to_owned(), r#"a "b" \c"#.to_owned())];
        let result = Some(RecordedResult { winner: Some('b') });
        RecordedGame { tags, start: position.text(), turns, result }
    }

    #[test]
    fn what_is_written_reads_back() {
        let told = game();
        let text = write::<Position>(&told).unwrap();
        assert!(text.lines().all(|line| line.len() <= LINE), "{text}");
        assert!(text.contains("[%clk 1:02:05.500]") && text.contains("[Result \"0-1\"]"), "{text}");
        let both = format!("{text}\n{text}");
        let read = read::<Position>(&both);
        assert_eq!(read, vec![Ok(told.clone()), Ok(told)]);
    }

    #[test]
    fn faults_name_their_place() {
        let head = format!("[Game \"onitama\"]\n[Start \"{START}\"]\n\n");
        for (text, fault) in [
            ("1. ox c1c2".to_owned(), "no line [Start"),
            (format!("{head}1. ox c1c9"), "the game from line 1: turn 1"),
            (format!("{head}1. ox c1c2 {{never"), "a comment does not end"),
            (format!("{head}1. ox c1c2 )"), "line 4: a bracket closes"),
            (format!("{head}1. ox c1c2 (2. x"), "a bracket is not closed"),
            (head.replace("onitama", "chess"), "it is a game of chess"),
            (head.replace("[Start", "[Start=").to_owned(), "no line [Start"),
            ("[Start bare]\n".to_owned(), "is no tag"),
        ] {
            let found = read::<Position>(&text);
            assert_eq!(found.len(), 1, "{text}");
            let error = found[0].as_ref().unwrap_err();
            assert!(error.contains(fault), "{text}: {error}");
        }
        let with = format!("{head}1. ox c1c2 (1. boar a1a2 {{no}} (1. x)) !? 2. horse d5d4 *");
        let found = read::<Position>(&with);
        assert_eq!(found[0].as_ref().map(|told| told.turns.len()), Ok(2));
    }
}
