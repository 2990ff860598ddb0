//! Sessions of UOI.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let known = ["id ", "option ", "uoiok", "readyok", "info string "];
    tesuji_fuzz::session(&protocol::uoi::UOI, ['r', 'b'], &known, bytes);
});
