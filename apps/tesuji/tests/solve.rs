//! `tesuji solve`: tables built, saved, read again and refused.

mod common;

use common::{Ran, tesuji};

const CARDS: &str = "boar,ox,elephant,horse,crab";

fn solve(cards: &str, more: &[&str]) -> Ran {
    tesuji(&[&["solve", "onitama", "--cards", cards][..], more].concat())
}

/// A field of one line of JSON.
fn field(json: &str, name: &str) -> serde_json::Value {
    let object: serde_json::Value = serde_json::from_str(json).unwrap();
    object[name].clone()
}

#[test]
fn a_table_is_saved_read_again_and_rebuilt_where_it_is_damaged() {
    let folder = std::env::temp_dir().join(format!("tesuji-solve-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join("small.table");
    let file = path.to_str().unwrap();
    let args = ["--men", "1", "--out", file, "--json"];
    let first = solve(CARDS, &args);
    assert_eq!((first.code, first.err.as_str()), (0, ""), "{}", first.out);
    assert_eq!(field(&first.out, "positions"), 553 * 30);
    assert_eq!(field(&first.out, "checked"), 553 * 30);
    assert_eq!(field(&first.out, "cards").as_array().unwrap().len(), 5);
    assert!(field(&first.out, "cpu_seconds").is_number());
    let again = solve(CARDS, &args);
    for name in ["wins", "losses", "draws", "max_plies"] {
        assert!(field(&first.out, name).is_number(), "{name}");
        assert_eq!(field(&again.out, name), field(&first.out, name), "{name}");
    }
    assert_eq!(
        [&first, &again].map(|ran| field(&ran.out, "loaded").as_bool()),
        [Some(false), Some(true)]
    );

    // Another table is not overwritten.
    let other = solve("boar,ox,elephant,horse,crane", &args);
    assert_eq!((other.code, other.out.as_str()), (1, ""));
    assert!(other.err.contains("holds another table"), "{}", other.err);

    let whole = std::fs::read(&path).unwrap();
    let mut damaged = whole.clone();
    damaged[1_000] ^= 1;
    for bytes in [&damaged[..], &whole[..500], b"nothing like it"] {
        std::fs::write(&path, bytes).unwrap();
        let rebuilt = solve(CARDS, &args);
        assert_eq!(rebuilt.code, 0);
        assert!(rebuilt.err.contains("is refused: it"), "{}", rebuilt.err);
        assert_eq!(field(&rebuilt.out, "loaded"), false);
        assert!(std::fs::read(&path).unwrap() == whole);
    }
    // Nothing is left but the table.
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 1);
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn what_cannot_be_solved_says_why() {
    for (cards, more, fault) in [
        (CARDS, &["--men", "4"][..], "from 1 to 3 pieces a side, not 4"),
        ("boar,ox", &[], "2 are named"),
        ("boar,ox,elephant,horse,unicorn", &[], "unicorn"),
        ("boar,ox,elephant,horse,boar", &[], "named twice"),
        ("base", &[], "'base' is no set of five cards"),
        (CARDS, &["--men", "1", "--out", "/nowhere/at/all"], "/nowhere/at/all"),
    ] {
        let ran = solve(cards, more);
        assert_eq!((ran.code, ran.out.as_str()), (1, ""), "{cards} {more:?}");
        assert!(ran.err.starts_with("error: ") && ran.err.contains(fault), "{}", ran.err);
    }
    assert_eq!(solve(CARDS, &["--men", "7"]).code, 2);
}
