//! The program as a user meets it: good and bad input, exit codes, where errors go.

use crate::common::{OVER, command, piped, tesuji};

/// Runs it and expects this exit code, nothing on standard output, and this on standard error.
#[track_caller]
fn refused(args: &[&str], code: i32, says: &str) {
    let ran = tesuji(args);
    assert_eq!((ran.code, ran.out.as_str()), (code, ""), "{args:?}: {}", ran.err);
    assert!(ran.err.starts_with("error: "), "{args:?}: {}", ran.err);
    assert!(ran.err.contains(says), "{args:?}: {}", ran.err);
    assert!(!ran.err.contains("panicked"), "{}", ran.err);
}

#[test]
fn wrong_usage_is_exit_code_2() {
    refused(&["chess"], 2, "unrecognized subcommand 'chess'");
    refused(&["perft", "draughts", "3"], 2, "[possible values: onitama, ataxx");
    refused(&["perft", "onitama"], 2, "<DEPTH>");
    refused(&["perft", "onitama", "-1"], 2, "-1");
    refused(&["perft", "onitama", "99"], 2, "99 is not in 0..=64");
    refused(&["analyze", "onitama", "--time", "x"], 2, "use a number of seconds");
    refused(&["analyze", "onitama", "--depth", "0"], 2, "0 is not in 1..=1000");
    refused(&["analyze", "onitama", "--infinite", "--depth", "3"], 2, "cannot be used with");
    refused(&["analyze", "onitama", "--option", "Lmr"], 2, "use NAME=VALUE");
    refused(&["play", "onitama", "--side", "green"], 2, "'green' is no side: use red, blue");
    let random = ["match", "onitama", "--games", "2", "--engine", "random"];
    refused(&random, 2, "give --engine twice, not 1 time\n");
    let odd = [&random[..], &["--engine", "tesuji,depth=x"]].concat();
    refused(&odd, 2, "part 2: 'x' is no value for depth");
}

#[cfg(not(feature = "cluster"))]
#[test]
fn what_only_a_build_with_the_feature_cluster_has_is_told_in_every_build() {
    let options = ["--database", "--nodes", "--node", "--bus", "--nodes-token-file"];
    let lacks = |option: &str| {
        format!("this build has no {option}: `cargo build --release --features cluster` makes one")
    };
    for option in options {
        refused(&["serve", option, "postgres://club:secret@host/club"], 2, &lacks(option));
        refused(&["serve", "--no-open", option], 2, &lacks(option));
    }
    for words in [["token", "list"], ["account", "list"]] {
        refused(&[&words[..], &["--database", "x"]].concat(), 2, &lacks("--database"));
    }
    let ran = tesuji(&["serve", "--database", "postgres://club:secret@host/club"]);
    assert!(!ran.err.contains("secret"), "{}", ran.err);
    let help = tesuji(&["serve", "--help"]).out;
    assert!(help.contains("--features cluster") && options.iter().all(|it| help.contains(it)));
}

#[test]
fn a_failed_job_is_exit_code_1_and_names_the_fault_and_the_place() {
    let over = "the game is over (way of the stream), so no move can be played";
    refused(&["show", "onitama", "--position", OVER, "--moves", "rabbit e2e1"], 1, over);
    let moves = ["show", "onitama", "--moves", "ox c1c2", "ox c2c3"];
    refused(&moves, 1, "move 2 ('ox c2c3'): Blue does not hold Ox but Elephant and Horse");
    refused(&["show", "onitama", "--position", "x"], 1, "the position cannot be read");
    refused(
        &["perft", "onitama", "--position", "x", "2"],
        1,
        "the side to move is missing (at column 2",
    );
    let deal = ["play", "onitama", "--deal", "tarot"];
    refused(&deal, 1, "the deal cannot be read: there is no deck of this name");
    refused(&["play", "onitama", "--load", "/nonexistent.json"], 1, "cannot be read");
    let out = ["match", "onitama", "--engine", "random", "--engine", "random", "--games", "2"];
    refused(&[&out[..], &["--out", "/nonexistent/x"]].concat(), 1, "cannot be written");
}

#[test]
fn a_position_may_begin_with_a_wall() {
    let position = "-x4o/7/7/7/7/7/o5x x 0 1";
    let ran = tesuji(&["analyze", "ataxx", "--position", position, "--depth", "1"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
}

#[test]
fn help_teaches_with_examples() {
    for args in [&["--help"][..], &["perft", "--help"], &["match", "--help"], &["play", "--help"]] {
        let ran = tesuji(args);
        assert_eq!(ran.code, 0);
        assert!(ran.out.contains("Examples:\n") && ran.out.contains("tesuji "), "{}", ran.out);
    }
    let man = tesuji(&["man"]);
    assert!(man.code == 0 && man.out.contains(".SH TESUJI PERFT") && man.out.contains("divide"));
    for shell in ["bash", "zsh", "fish"] {
        let script = tesuji(&["completions", shell]);
        assert!(script.code == 0 && script.out.contains("perft"), "{shell}");
    }
}

#[test]
fn a_reader_that_goes_away_is_no_failure() {
    let mut command = command(&["man"]);
    command.stdout(std::process::Stdio::piped()).stderr(std::process::Stdio::piped());
    let mut child = command.spawn().unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert!(output.status.success());
}

#[test]
fn a_match_appends_its_games_to_a_file() {
    let path = std::env::temp_dir().join(format!("tesuji-cli-{}.jsonl", std::process::id()));
    let file = path.to_str().unwrap();
    let args = ["match", "onitama", "--engine", "random", "--engine", "random,seed=4"];
    let args = [&args[..], &["--games", "3", "--seed", "2", "--out", file]].concat();
    for games in [3, 6] {
        let ran = tesuji(&args);
        assert_eq!(ran.code, 0, "{}", ran.err);
        assert!(ran.out.contains("Games   3 in "), "{}", ran.out);
        assert_eq!(std::fs::read_to_string(&path).unwrap().lines().count(), games);
    }
    let loaded = piped(&["play", "onitama", "--side", "both", "--load", file], b"history\n");
    assert!(loaded.code == 0 && loaded.out.contains(" wins: way of the "), "{}", loaded.out);
    std::fs::remove_file(&path).unwrap();
}

#[test]
fn a_game_can_be_played_through_a_pipe() {
    let input = "ox c1c3\nc1c2\nox c1c2\nundo\nmoves\nnonsense\nhint\nhelp\nquit\nox c1c2\n";
    let ran = piped(&["play", "onitama", "--depth", "2"], input.as_bytes());
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    for part in [
        "Ox does not lead from c1 to c3 for Red",
        "which one? boar c1c2, ox c1c2",
        "Blue plays ",
        "  ox e1e2\n",
        "type moves, or help",
        "Hint: ",
        "save FILE",
    ] {
        assert!(ran.out.contains(part), "{part} is missing in:\n{}", ran.out);
    }
    assert!(!ran.out.contains('\u{1b}'), "no colours in a pipe");
    let end_of_pipe = piped(&["play", "onitama", "--side", "both"], b"ox c1c2");
    assert_eq!(end_of_pipe.code, 0);
    assert!(end_of_pipe.out.contains("Red: Boar, Crab"), "{}", end_of_pipe.out);
}

#[test]
#[cfg(unix)]
fn a_game_that_waits_for_a_line_ends_at_sigterm() {
    use std::io::{BufRead as _, BufReader, Write as _};
    let mut command = command(&["play", "onitama", "--depth", "2"]);
    let pipe = std::process::Stdio::piped;
    let mut child = command.stdin(pipe()).stdout(pipe()).spawn().unwrap();
    let mut typed = child.stdin.take().unwrap();
    // After a search Ctrl-C is a flag.
    typed.write_all(b"hint\n").unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let hint = lines.by_ref().map_while(Result::ok).find(|line| line.starts_with("Hint: "));
    assert!(hint.is_some());
    let id = child.id().to_string();
    assert!(std::process::Command::new("kill").arg(id).status().unwrap().success());
    // It ends with its input and output still open.
    assert!(!child.wait().unwrap().success());
    drop((typed, lines));
}

#[test]
fn the_engine_plays_itself_to_the_end() {
    let ran = tesuji(&[
        "play", "onitama", "--side", "none", "--depth", "2", "--deal", "base", "--seed", "3",
    ]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let last = ran.out.lines().last().unwrap();
    assert!(last.contains(" wins: way of the ") || last.starts_with("A draw: "), "{last}");
}

#[test]
fn a_saved_game_is_loaded_and_a_wrong_one_refused() {
    let path = std::env::temp_dir().join(format!("tesuji-save-{}.json", std::process::id()));
    let file = path.to_str().unwrap();
    let ran = piped(
        &["play", "onitama", "--side", "both"],
        format!("ox c1c2\nhorse b5b4\nsave {file}\n").as_bytes(),
    );
    assert!(ran.out.contains("Saved to "), "{}", ran.out);
    let ran = piped(&["play", "onitama", "--side", "both", "--load", file], b"history\n");
    assert!(ran.out.contains("  2. Horse b5-b4"), "{}", ran.out);
    let text = std::fs::read_to_string(&path).unwrap();
    std::fs::write(&path, text.replace("horse b5b4", "horse b5b3")).unwrap();
    refused(&["play", "onitama", "--load", file], 1, "turn 2 ('horse b5b3')");
    std::fs::write(&path, "{").unwrap();
    refused(&["play", "onitama", "--load", file], 1, "is no saved game");
    std::fs::remove_file(&path).unwrap();
}
