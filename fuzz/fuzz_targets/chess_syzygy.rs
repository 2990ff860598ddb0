//! Endgame tables with bytes changed anywhere give a value or an error, in bounded time.
//!
//! The first byte chooses a table; the rest are changes to its file, three bytes each: a place and what is mixed into
//! the byte there. An odd last byte says where the file is cut.
#![no_main]

use chess::Position;
use chess::syzygy::Tablebases;
use game::Notation as _;
use libfuzzer_sys::fuzz_target;

macro_rules! files {
    ($($name:literal)*) => {
        [$(($name, include_bytes!(concat!("../../crates/games/chess/tests/tables/", $name)) as &[u8])),*]
    };
}

static FILES: [(&str, &[u8]); 12] = files!(
    "KPvK.rtbw" "KPvK.rtbz" "KQvK.rtbw" "KQvK.rtbz" "KRvK.rtbw" "KRvK.rtbz" "KRvKR.rtbw" "KRvKR.rtbz"
    "KNNvK.rtbw" "KNNvK.rtbz" "KBvK.rtbw" "KNvK.rtbw"
);

const POSITIONS: [&str; 8] = [
    "8/8/8/8/3k4/8/3K4/3R4 w - - 0 1",
    "8/8/8/8/3k4/8/3K4/3R4 b - - 0 1",
    "8/8/8/8/8/1k6/1p6/1K6 b - - 0 1",
    "8/8/8/4k3/8/4K3/4P3/8 w - - 0 1",
    "k7/8/1K6/8/6Q1/8/8/8 w - - 0 1",
    "8/8/8/8/8/2k5/1r6/K2R4 w - - 0 1",
    "8/8/5r2/8/1k6/8/3R4/5K2 b - - 0 1",
    "k7/2N5/1K6/8/8/8/8/7N w - - 0 1",
];

fuzz_target!(|data: &[u8]| {
    let Some((&chosen, changes)) = data.split_first() else { return };
    let chosen = usize::from(chosen) % FILES.len();
    let mut changed = FILES[chosen].1.to_vec();
    let (edits, rest) = changes.as_chunks::<3>();
    for &[high, low, mixed] in edits {
        let place = (usize::from(high) << 8 | usize::from(low)) % changed.len();
        changed[place] ^= mixed;
    }
    if let [cut] = rest {
        let length = changed.len() * usize::from(*cut) / 255;
        changed.truncate(length);
    }
    let files = FILES.iter().enumerate().map(|(at, &(name, whole))| {
        let bytes = if at == chosen { changed.clone() } else { whole.to_vec() };
        (name.to_owned(), bytes)
    });
    let tables = Tablebases::in_memory(files).expect("there are tables of results");
    for fen in POSITIONS {
        let position = Position::parse(fen).expect("a position");
        for error in [tables.wdl(&position).err(), tables.dtz(&position).err()].into_iter().flatten() {
            assert!(error.to_string().starts_with(FILES[chosen].0), "{error}");
        }
    }
});
