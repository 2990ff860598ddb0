//! Any text is a position or refused with a reason; text read back is the same position.
#![no_main]

use game::{Notation as _, Position as _};
use libfuzzer_sys::fuzz_target;
use onitama::Position;

fuzz_target!(|text: &str| {
    match Position::parse(text) {
        Ok(position) => {
            let written = position.text();
            let again = Position::parse(&written).expect("what was written can be read");
            assert_eq!(again, position);
            assert_eq!(again.key(), position.key());
            assert_eq!(again.text(), written);
            assert!(!position.draw().is_empty());
            let turns = position.legal_turns();
            assert_eq!(turns.is_empty(), position.ending().is_some());
        }
        Err(error) => {
            assert!(!error.reason.is_empty());
            assert!(error.column <= text.chars().count());
            let _ = error.to_string();
        }
    }
    // The same text as what is dealt.
    if let Ok(dealt) = Position::deal(text, 1) {
        assert_eq!(Position::parse(&dealt.text()).expect("a deal can be read back"), dealt);
    }
});
