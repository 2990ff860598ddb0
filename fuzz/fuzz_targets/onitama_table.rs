//! A table file is read or refused with a reason; a changed one is never taken for the whole one.
//!
//! Input is read as it is, and as changes to a good file: three bytes each, a place and what is
//! mixed into the byte there; the last three say where the file is cut.
#![no_main]

use std::sync::OnceLock;

use libfuzzer_sys::fuzz_target;
use onitama::Card;
use onitama::tablebase::{Keep, Tablebase};

/// The files of a small table, of both kinds.
fn good() -> &'static [Vec<u8>; 2] {
    static FILES: OnceLock<[Vec<u8>; 2]> = OnceLock::new();
    FILES.get_or_init(|| {
        let names = ["boar", "ox", "elephant", "horse", "crab"];
        let cards = names.map(|name| Card::by_name(name).expect("a card"));
        [Keep::Distances, Keep::Verdicts].map(|keep| {
            let table = Tablebase::build(cards, 1, keep, 1, &mut |_| true).expect("a small table");
            let mut file = Vec::new();
            table.save(&mut file).expect("memory is written");
            assert!(Tablebase::load(&mut file.as_slice()).is_ok());
            file
        })
    })
}

fuzz_target!(|data: &[u8]| {
    if let Err(error) = Tablebase::load(&mut &data[..]) {
        assert!(!error.to_string().is_empty());
    }
    // The same behind a good beginning.
    let file = &good()[data.len() % 2];
    let head = data.first().map_or(0, |&length| usize::from(length).min(140));
    let joined = [&file[..head], data].concat();
    assert!(Tablebase::load(&mut joined.as_slice()).is_err());
    let mut changed = file.clone();
    let (edits, _) = data.as_chunks::<3>();
    for &[high, low, mixed] in edits {
        let place = (usize::from(high) << 8 | usize::from(low)) % changed.len();
        changed[place] ^= mixed;
    }
    if let Some(&[high, low, _]) = edits.last() {
        changed.truncate(file.len() - (usize::from(high) << 8 | usize::from(low)) % file.len());
    }
    assert_eq!(Tablebase::load(&mut changed.as_slice()).is_ok(), changed == *file);
});
