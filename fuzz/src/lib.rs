//! What the targets check, for any game and any dialect.

use game::{Game, Notation, Referee};
use protocol::{Backend, Dialect, Go, OptionInfo, OptionKind, Question, Server, State};
use server::protocol::{MAX_MESSAGE, ServerMessage, read};

/// Any text is a position or refused with a reason; text read back is the same position.
pub fn position<P: Notation>(text: &str) {
    match P::parse(text) {
        Ok(position) => {
            let written = position.text();
            let again = P::parse(&written).expect("what was written can be read");
            assert_eq!(again, position);
            assert_eq!(again.key(), position.key());
            assert_eq!(again.text(), written);
            assert!(!position.draw().is_empty());
        }
        Err(error) => {
            assert!(!error.reason.is_empty());
            assert!(error.column <= text.chars().count());
            let _ = error.to_string();
        }
    }
}

/// A line of turns, from a position: each is played or refused, and every legal one of the last
/// position reads back.
///
/// The first line is the position (the usual start where it is none), each further one a turn; a
/// line that is only a number plays the legal turn of that number, so that games get long.
/// `unreadable` says why a position that a game reached cannot be read back, where that may be.
pub fn moves<P: Notation>(text: &str, unreadable: fn(&str) -> bool) {
    let mut lines = text.lines();
    let start = lines.next().and_then(|line| P::parse(line).ok());
    let mut game =
        Game::new(start.unwrap_or_else(P::start), Referee { repetition_draw: text.len() % 2 == 0 });
    for line in lines.take(200) {
        let position = *game.position();
        let meant = match line.parse::<usize>() {
            Ok(number) => {
                let legal = game.legal_turns();
                if legal.is_empty() {
                    break;
                }
                position.turn_text(&legal[number % legal.len()])
            }
            Err(_) => line.to_owned(),
        };
        let played = game.turns().len();
        match game.play(&meant) {
            Ok(()) => {
                assert_eq!(game.turns().len(), played + 1);
                match P::parse(&game.position().text()) {
                    Ok(after) => {
                        assert_eq!(after, *game.position());
                        assert_eq!(after.key(), game.position().key());
                    }
                    Err(error) => {
                        assert!(game.ending().is_some() && unreadable(&error.reason), "{error}");
                    }
                }
            }
            Err(error) => {
                assert!(!error.to_string().is_empty());
                assert_eq!(*game.position(), position);
            }
        }
    }
    let position = *game.position();
    for turn in game.legal_turns() {
        let written = position.turn_text(&turn);
        assert_eq!(position.parse_turn(&written).expect("a legal turn reads back"), turn);
        assert!(!position.describe_turn(&turn).is_empty());
    }
}

/// An engine that takes what it is given and counts.
#[derive(Default)]
struct Fake {
    told: usize,
}

impl Backend for Fake {
    fn name(&self) -> String {
        "Fake".to_owned()
    }
    fn author(&self) -> String {
        "nobody".to_owned()
    }
    fn options(&self) -> Vec<OptionInfo> {
        let kind = OptionKind::Spin { start: 1, min: 0, max: 9 };
        vec![OptionInfo { name: "Hash".to_owned(), kind }]
    }
    fn set_option(&mut self, name: &str, value: &str) -> Result<(), String> {
        self.told += 1;
        assert!(!name.is_empty());
        if name == "Hash" { Ok(()) } else { Err(format!("no option {name} ({value})")) }
    }
    fn new_game(&mut self) {
        self.told += 1;
    }
    fn set_position(&mut self, start: Option<&str>, turns: &[String]) -> Result<(), String> {
        self.told += 1;
        assert!(start.is_none_or(|text| !text.trim().is_empty()));
        assert!(turns.iter().all(|turn| !turn.is_empty() && turn.trim() == turn));
        match start {
            Some(text) => Err(format!("no position: {text}")),
            None => Ok(()),
        }
    }
    fn go(&mut self, go: &Go) -> Result<(), String> {
        self.told += 1;
        if go.infinite && go.depth.is_some() { Err("which?".to_owned()) } else { Ok(()) }
    }
    fn ask(&mut self, question: Question) -> Result<Vec<String>, String> {
        Ok(vec![format!("{question:?}")])
    }
    fn stop(&mut self) {
        self.told += 1;
    }
    fn ponder_hit(&mut self) {
        self.told += 1;
    }
}

fn said(dialect: &'static Dialect, sides: [char; 2], pieces: &[&[u8]]) -> (String, usize) {
    let mut server = Server::new(dialect, sides, Fake::default());
    let mut output = String::new();
    for piece in pieces {
        if server.feed(piece, &mut output) == State::Closed {
            return (output, server.backend().told);
        }
    }
    server.finish(&mut output);
    (output, server.backend().told)
}

/// Any bytes, in any pieces, go through a session: nothing panics, every answer is whole lines that
/// begin with a `known` word, and the pieces do not matter.
pub fn session(dialect: &'static Dialect, sides: [char; 2], known: &[&str], bytes: &[u8]) {
    let whole = said(dialect, sides, &[bytes]);
    assert!(whole.0.is_empty() || whole.0.ends_with('\n'));
    for line in whole.0.lines() {
        assert!(known.iter().any(|word| line.starts_with(word)), "{line}");
    }
    let middle = bytes.first().map_or(0, |&byte| usize::from(byte) % bytes.len());
    let (first, second) = bytes.split_at(middle);
    assert_eq!(said(dialect, sides, &[first, second]), whole);
}

/// Any text is a message of the page or is refused in words: with a code, and in an answer that is
/// JSON and short however long the message was. Space around a message changes nothing.
pub fn client_message(text: &str) {
    let told = read(text);
    if text.len() > MAX_MESSAGE {
        assert!(told.is_err());
    }
    let spaced = format!("\n {text}\t");
    if spaced.len() <= MAX_MESSAGE {
        match (&told, &read(&spaced)) {
            (Ok(one), Ok(other)) => assert_eq!(one, other),
            (Err(one), Err(other)) => assert_eq!(one.code, other.code),
            _ => panic!("space around a message changes what it is"),
        }
    }
    if let Err(failure) = told {
        assert!(!failure.message.is_empty());
        let answer = ServerMessage::Error(failure).to_json();
        assert!(answer.starts_with("{\"type\":\"error\""), "{answer}");
        assert!(serde_json::from_str::<serde_json::Value>(&answer).is_ok(), "{answer}");
        assert!(answer.len() < 8192, "an answer of {} bytes", answer.len());
    }
}
