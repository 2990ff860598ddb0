//! Sessions of UCI.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let known = ["id ", "option ", "uciok", "readyok", "info string "];
    tesuji_fuzz::session(&protocol::uci::UCI, ['w', 'b'], &known, bytes);
});
