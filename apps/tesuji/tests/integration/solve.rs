//! `tesuji solve`: tables built, saved, read again and refused.

use crate::common::{Ran, tesuji};

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
    for bytes in [&damaged[..], &whole[..500], b"Tesuji, and nothing like it", b""] {
        std::fs::write(&path, bytes).unwrap();
        let rebuilt = solve(CARDS, &args);
        assert_eq!(rebuilt.code, 0);
        assert!(rebuilt.err.contains("is refused: it"), "{}", rebuilt.err);
        assert_eq!(field(&rebuilt.out, "loaded"), false);
        assert!(std::fs::read(&path).unwrap() == whole);
    }
    // A file that is no table of ours is replaced by order only.
    std::fs::write(&path, "my notes").unwrap();
    let refused = solve(CARDS, &args);
    assert_eq!((refused.code, refused.out.as_str()), (1, ""));
    assert!(
        refused.err.contains("is no table of Tesuji's, and is left as it is"),
        "{}",
        refused.err
    );
    assert_eq!(std::fs::read(&path).unwrap(), b"my notes");
    assert_eq!(solve(CARDS, &[&args[..], &["--force"]].concat()).code, 0);
    assert!(std::fs::read(&path).unwrap() == whole);
    // Nothing is left but the table.
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 1);
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn a_table_of_wins_is_built_in_a_file_and_goes_on_after_a_kill() {
    let folder = std::env::temp_dir().join(format!("tesuji-wins-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join("wins.table");
    let file = path.to_str().unwrap();
    let args = ["--men", "2", "--keep", "wins", "--out", file, "--check", "1009", "--json"];
    let mut killed = std::process::Command::new(env!("CARGO_BIN_EXE_tesuji"))
        .args(["solve", "onitama", "--cards", CARDS])
        .args(args)
        .spawn()
        .unwrap();
    // As soon as its unfinished file is there; it may just as well be finished by then.
    let part = folder.join("wins.table.part");
    while !part.exists() && killed.try_wait().unwrap().is_none() {
        std::thread::yield_now();
    }
    killed.kill().unwrap();
    killed.wait().unwrap();
    let first = solve(CARDS, &args);
    assert_eq!(first.code, 0, "{}", first.err);
    let table = solve(CARDS, &["--check", "0", "--json"]);
    for name in ["positions", "wins", "losses", "draws"] {
        assert!(field(&table.out, name).is_number(), "{name}");
        assert_eq!(field(&first.out, name), field(&table.out, name), "{name}");
    }
    assert!(field(&first.out, "max_plies").is_null());
    assert!(!part.exists());
    let whole = std::fs::read(&path).unwrap();
    // Damaged files, the finished and the unfinished one, are reported and replaced.
    std::fs::write(&path, &whole[..5_000]).unwrap();
    std::fs::write(&part, b"nothing like it").unwrap();
    let refused = solve(CARDS, &args);
    assert!(
        refused.code == 1 && refused.err.contains("wins.table.part is no table"),
        "{}",
        refused.err
    );
    std::fs::write(&part, b"Tesuji, and nothing like it").unwrap();
    let rebuilt = solve(CARDS, &args);
    assert_eq!((rebuilt.code, field(&rebuilt.out, "loaded")), (0, false.into()));
    assert!(rebuilt.err.contains("it is built anew"), "{}", rebuilt.err);
    assert!(rebuilt.err.contains("it is begun anew"), "{}", rebuilt.err);
    assert!(std::fs::read(&path).unwrap() == whole);
    let read = solve(CARDS, &args);
    assert_eq!((read.code, field(&read.out, "loaded")), (0, true.into()));
    let other = solve("boar,ox,elephant,horse,crane", &args);
    assert!(other.code == 1 && other.err.contains("holds another table"), "{}", other.err);
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 1);
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
#[cfg(unix)]
fn a_link_is_followed_and_what_is_no_file_refused() {
    let folder = tempfile::tempdir().unwrap();
    let (link, file) = (folder.path().join("link"), folder.path().join("file"));
    std::os::unix::fs::symlink("file", &link).unwrap();
    for keep in ["distances", "wins"] {
        let out = link.to_str().unwrap();
        let ran = solve(CARDS, &["--men", "1", "--keep", keep, "--out", out, "--force"]);
        assert_eq!(ran.code, 0, "{}", ran.err);
        assert!(link.is_symlink() && file.is_file());
        std::fs::remove_file(&file).unwrap();
    }
    let pipe = folder.path().join("pipe");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    for path in ["/dev/null", pipe.to_str().unwrap()] {
        let ran = solve(CARDS, &["--men", "1", "--out", path, "--force"]);
        assert_eq!(ran.code, 1);
        assert!(ran.err.contains("is no regular file, and is left as it is"), "{}", ran.err);
    }
}

#[test]
fn what_cannot_be_solved_says_why() {
    for (cards, more, fault) in [
        (CARDS, &["--men", "4"][..], "name it with --out"),
        (CARDS, &["--men", "4", "--keep", "distances"], "from 1 to 3 pieces a side, not 4"),
        (CARDS, &["--men", "4", "--out", "wins.table", "--memory", "1"], "at least"),
        (CARDS, &["--memory", "4"], "--memory is for tables of wins"),
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
