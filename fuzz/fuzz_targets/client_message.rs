//! Any text is a message of the page or refused in words; any bytes are text or none.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    // A WebSocket hands on no text that is not UTF-8.
    if let Ok(text) = std::str::from_utf8(data) {
        tesuji_fuzz::client_message(text);
    }
});
