//! Sessions of UAI.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let known = ["id ", "option ", "uaiok", "readyok", "info string "];
    tesuji_fuzz::session(&protocol::uai::UAI, ['x', 'o'], &known, bytes);
});
