//! Positions of chess as EPD.
#![no_main]

use chess::Epd;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    if let Ok(epd) = Epd::parse(text) {
        let _ = (epd.moves("bm"), epd.to_string());
    }
});
