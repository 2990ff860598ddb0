//! Games of chess as text: read or refused, and what is written reads back.
#![no_main]

use chess::pgn::read;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    for game in read(text).take(20).flatten() {
        let written = game.to_string();
        let back = read(&written).next().expect("a game").expect("what is written can be read");
        assert_eq!(back.moves.len(), game.moves.len());
        assert!(back.moves.iter().map(|told| told.mv).eq(game.moves.iter().map(|told| told.mv)));
    }
});
