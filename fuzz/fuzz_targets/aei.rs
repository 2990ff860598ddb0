//! Any bytes, in any pieces, go through a session in AEI: nothing panics, every answer is whole
//! lines, and the pieces do not matter. The other side reads any line, too.
#![no_main]

use libfuzzer_sys::fuzz_target;
use protocol::aei::AeiServer;
use protocol::{Backend, Go, OptionInfo, Protocol, Question, Session, State};

/// An engine that takes what it is given and counts.
#[derive(Default)]
struct Fake {
    told: usize,
}

impl Backend for Fake {
    fn name(&self) -> String {
        "Fake 1".to_owned()
    }
    fn author(&self) -> String {
        "nobody".to_owned()
    }
    fn options(&self) -> Vec<OptionInfo> {
        Vec::new()
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
        if turns.len() % 3 == 2 { Err("no such turn".to_owned()) } else { Ok(()) }
    }
    fn go(&mut self, go: &Go) -> Result<(), String> {
        self.told += 1;
        assert!(go.infinite || go.depth.is_some() || go.nodes.is_some() || go.move_time.is_some());
        Ok(())
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

fn session(pieces: &[&[u8]]) -> (String, usize) {
    let mut server = AeiServer::new(Fake::default());
    let mut output = String::new();
    for piece in pieces {
        if server.feed(piece, &mut output) == State::Closed {
            return (output, server.backend().told);
        }
    }
    server.finish(&mut output);
    (output, server.backend().told)
}

fuzz_target!(|bytes: &[u8]| {
    let whole = session(&[bytes]);
    assert!(whole.0.is_empty() || whole.0.ends_with('\n'));
    for line in whole.0.lines() {
        let known = ["protocol-version 1", "id ", "aeiok", "readyok", "log "];
        assert!(known.iter().any(|word| line.starts_with(word)), "{line}");
    }
    let middle = bytes.first().map_or(0, |&byte| usize::from(byte) % bytes.len());
    let (first, second) = bytes.split_at(middle);
    assert_eq!(session(&[first, second]), whole);
    if let Ok(text) = std::str::from_utf8(bytes) {
        let client = Protocol::Aei.client(['g', 's']);
        for line in text.lines() {
            let _ = client.parse_line(line);
            let said = client.position(Some(line), &[line.to_owned()]);
            assert!(said.lines().all(|line| {
                ["newgame", "setposition ", "makemove "].iter().any(|word| line.starts_with(word))
            }));
        }
    }
});
