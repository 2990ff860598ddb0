//! Ataxx's moves as text, along a game.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| tesuji_fuzz::moves::<ataxx::Position>(text, |_| false));
