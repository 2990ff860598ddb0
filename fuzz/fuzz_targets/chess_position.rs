//! Positions of chess as text: FEN in all its forms, EPD, and deals.
#![no_main]

use chess::{Epd, Position};
use game::Notation as _;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    tesuji_fuzz::position::<Position>(text);
    if let Ok(epd) = Epd::parse(text) {
        let _ = (epd.moves("bm"), epd.to_string());
    }
    // The same text as what is dealt.
    if let Ok(dealt) = Position::deal(text, 1) {
        assert_eq!(Position::parse(&dealt.text()).expect("a deal can be read back"), dealt);
    }
});
