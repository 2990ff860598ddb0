//! `tesuji convert`: records to PGN and back.

use crate::common::command;

fn run(args: &[&str]) -> (i32, String, String) {
    let output = command(args).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

#[test]
fn records_become_pgn_and_pgn_turns() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (records, data) = (path("games.jsonl"), path("data"));
    let engines = ["--engine", "tesuji,nodes=200,hash=1", "--engine", "random,seed=2"];
    let rest =
        ["--games", "2", "--seed", "3", "--deal", "chess960", "--out", &records, "--data", &data];
    let (code, _, err) = run(&[&["match", "chess"], &engines[..], &rest[..]].concat());
    assert_eq!(code, 0, "{err}");
    let (code, pgn, err) = run(&["convert", "chess", &records]);
    assert_eq!(code, 0, "{err}");
    for part in ["[White \"", "[Variant \"Chess960\"]", "[FEN \"", "{[%emt ", "1. "] {
        assert!(pgn.contains(part), "{part} is missing in:\n{pgn}");
    }
    let file = path("games.pgn");
    std::fs::write(&file, format!("{pgn}\n[White \"X\"]\n\n1. e4 e5 2. Ke3 *\n")).unwrap();
    let (code, lines, err) = run(&["convert", "chess", &file]);
    assert_eq!(code, 1, "the last game cannot be read");
    assert!(err.contains("game 3, line ") && err.contains("move 3 ('Ke3')"), "{err}");
    let turns = |line: &str| -> serde_json::Value {
        serde_json::from_str::<serde_json::Value>(line).unwrap()["turns"].clone()
    };
    let before = std::fs::read_to_string(&records).unwrap();
    let before: Vec<_> = before.lines().map(turns).collect();
    assert_eq!(lines.lines().map(turns).collect::<Vec<_>>(), before);
    assert!(!before[0].as_array().unwrap().is_empty());
    let (code, _, err) = run(&["convert", "onitama", &records]);
    assert_eq!(code, 1);
    assert!(err.contains("it is a game of chess"), "{err}");
}

/// In each game, a match's records become text, and that text the same turns.
#[test]
fn records_of_every_game_become_text_and_turns_again() {
    for (game, mark) in [
        ("onitama", "[Start \""),
        ("ataxx", "[Start \""),
        ("arimaa", "1g "),
        ("chess", "[Event \""),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
        let (records, text, data) = (path("games.jsonl"), path("games.txt"), path("data"));
        let engine = "tesuji,nodes=200";
        let args = [
            "match", game, "--engine", engine, "--engine", "random", "--games", "2", "--seed", "3",
            "--out", &records, "--data", &data,
        ];
        let (code, _, err) = run(&args);
        assert_eq!(code, 0, "{game}: {err}");
        let (code, written, err) = run(&["convert", game, &records]);
        assert_eq!((code, err.as_str()), (0, ""), "{game}");
        let begun = written.lines().filter(|line| line.starts_with(mark)).count();
        assert_eq!(begun, 2, "{game}: {written}");
        std::fs::write(&text, &written).unwrap();
        let (code, lines, err) = run(&["convert", game, &text]);
        assert_eq!((code, err.as_str()), (0, ""), "{game}: {written}");
        let turns = |line: &str| -> Vec<String> {
            let line: serde_json::Value = serde_json::from_str(line).unwrap();
            let turns = line["turns"].as_array().unwrap();
            turns.iter().map(|turn| turn.as_str().unwrap().to_owned()).collect()
        };
        let played = std::fs::read_to_string(&records).unwrap();
        for (line, record) in lines.lines().zip(played.lines()) {
            let (found, expected) = (turns(line), turns(record));
            assert!(expected.len() > 4 && found.ends_with(&expected), "{game}: {line}\n{record}");
        }
        assert_eq!(lines.lines().count(), 2, "{game}");
        // The terminal client goes on with it.
        let (code, shown, err) = run(&["play", game, "--side", "both", "--load", &text]);
        assert_eq!(code, 0, "{game}: {err}");
        assert!(
            shown.contains("wins") || shown.contains("draw") || shown.contains("Draw"),
            "{game}: {shown}"
        );
    }
}
