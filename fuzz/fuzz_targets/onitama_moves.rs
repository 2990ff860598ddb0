//! Onitama's moves as text, along a game.
#![no_main]

use libfuzzer_sys::fuzz_target;

// Only a position without a master cannot be read back: no game begins there.
fuzz_target!(|text: &str| {
    tesuji_fuzz::moves::<onitama::Position>(text, |reason| reason.ends_with("no master"));
});
