//! Positions and deals of every game as text.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| tesuji_fuzz::position(text));
