//! The moves of chess as text, along a game, in both notations.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| tesuji_fuzz::moves::<chess::Position>(text, |_| false));
