//! What a passkey's device and its browser write: any bytes, and the standard's test vectors with changes.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| tesuji_fuzz::passkey(data));
