//! Ataxx's positions and deals as text.
#![no_main]

use ataxx::Position;
use game::Notation as _;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    tesuji_fuzz::position::<Position>(text);
    // The same text as what is dealt.
    if let Ok(dealt) = Position::deal(text, 1) {
        assert_eq!(Position::parse(&dealt.text()).expect("a deal can be read back"), dealt);
    }
});
