//! Sessions of UGI.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let known = ["id ", "option ", "ugiok", "readyok", "response ", "info string "];
    tesuji_fuzz::session(&protocol::ugi::UGI, ['w', 'b'], &known, bytes);
});
