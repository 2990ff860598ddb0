//! Any text is a position of Arimaa or refused with a reason; text read back is the same position,
//! within a turn too. So are games.
#![no_main]

use arimaa::Position;
use game::{MoveList, Notation as _, Position as _};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    match Position::parse(text) {
        Ok(position) => {
            let written = position.text();
            let again = Position::parse(&written).expect("what was written can be read");
            assert_eq!(again, position);
            assert_eq!(again.key(), position.key());
            assert_eq!(position.key(), position.fresh_key());
            assert_eq!(again.text(), written);
            let drawn = Position::parse(&position.draw());
            if position.is_turn_start() {
                assert_eq!(drawn.expect("a drawn board can be read").board(), position.board());
            }
            if position.ending().is_none() {
                let mut moves = MoveList::new();
                position.legal_moves(&mut moves);
                for mv in moves {
                    assert!(position.is_legal(mv));
                    let child = position.make(mv);
                    assert_eq!(child.key(), child.fresh_key());
                    let word = position.move_text(mv);
                    assert_eq!(position.parse_moves(&word).as_deref(), Ok(&[mv][..]), "{word}");
                }
                if let Some(win) = position.static_win() {
                    assert!(position.is_legal(win.mv));
                }
            }
        }
        Err(error) => {
            assert!(!error.reason.is_empty());
            assert!(error.column <= text.chars().count());
            let _ = error.to_string();
        }
    }
    if let Ok(lines) = arimaa::record::read(text) {
        assert!(lines.len() <= text.lines().count());
    }
    let _ = Position::deal(text, 1);
});
