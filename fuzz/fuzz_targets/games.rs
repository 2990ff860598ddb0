//! Turns of every game as text, along a game.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| tesuji_fuzz::game(text));
