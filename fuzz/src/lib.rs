//! The checks of the targets, for any game and any dialect.

use engine::{GameKind, Referee, examples, kinds};
use protocol::{Backend, Dialect, Go, OptionInfo, OptionKind, Question, Server, State};
use server::protocol::{MAX_MESSAGE, ServerMessage, read};

mod passkeys;
pub use passkeys::passkey;

/// The game that the first byte of a text picks out of all there are, and the rest.
fn game_of(text: &str) -> Option<(&'static dyn GameKind, &str)> {
    let first = text.chars().next()?;
    let all: Vec<_> = kinds().iter().chain(examples()).copied().collect();
    Some((all[first as usize % all.len()], &text[first.len_utf8()..]))
}

/// Any text is a position of a game or refused with a reason; text read back is the same position. So are deals.
pub fn position(text: &str) {
    let Some((kind, text)) = game_of(text) else { return };
    match kind.new_game(Some(text), Referee::default()) {
        Ok(game) => {
            let written = game.position_text();
            let again = kind.new_game(Some(&written), Referee::default());
            let again = again.expect("what was written can be read");
            assert_eq!(again.position_text(), written);
            assert_eq!(again.legal_moves(), game.legal_moves());
            assert!(!game.draw().is_empty());
        }
        Err(error) => {
            assert!(!error.reason.is_empty());
            assert!(error.column <= text.chars().count());
            let _ = error.to_string();
        }
    }
    if let Ok(dealt) = kind.starts().deal(text, 1) {
        let game = kind.new_game(Some(&dealt), Referee::default()).expect("a deal can be read back");
        assert_eq!(game.position_text(), dealt);
    }
}

/// A line of turns, from a position: each is played or refused, and every legal move of the last position is
/// described.
///
/// The first line is the game and the position (the usual start where it is none), each further one a turn; a line
/// that is only a number plays the legal move of that number, so that games get long.
pub fn game(text: &str) {
    let Some((kind, text)) = game_of(text) else { return };
    let mut lines = text.lines();
    let referee = Referee { repetition_draw: text.len() % 2 == 0 };
    let begun = lines.next().and_then(|line| kind.new_game(Some(line), referee).ok());
    let mut game = begun.unwrap_or_else(|| kind.new_game(None, referee).expect("the usual start"));
    for line in lines.take(200) {
        let before = game.position_text();
        let meant = match line.parse::<usize>() {
            Ok(number) => {
                let legal = game.legal_moves();
                if legal.is_empty() {
                    break;
                }
                legal[number % legal.len()].clone()
            }
            Err(_) => line.to_owned(),
        };
        let played = game.turns().len();
        match game.play(&meant) {
            Ok(()) => {
                assert_eq!(game.turns().len(), played + 1);
                let after = game.position_text();
                match kind.new_game(Some(&after), referee) {
                    Ok(again) => assert_eq!(again.position_text(), after),
                    // A position that no game begins from, for want of a king or a master.
                    Err(error) => assert!(game.ending().is_some(), "{error}"),
                }
            }
            Err(error) => {
                assert!(!error.to_string().is_empty());
                assert_eq!(game.position_text(), before);
            }
        }
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
