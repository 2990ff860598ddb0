//! UOI through the real program.

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::Stdio;
use std::time::{Duration, Instant};

use crate::common::{OVER, command, piped};

#[test]
fn a_session() {
    let input = format!(
        "uoi\nisready\nsetoption name Hash value 4\nuoinewgame\n\
         position fen bbBbb/5/5/5/rrRrr r ox,boar horse,elephant crab moves ox c1c2, horse b5b4\n\
         go depth 2\nposition startpos\ngo depth 3 searchmoves ox e1e2, pass ox\n\
         go depth 3 searchmoves ox e1e2\nposition fen {OVER}\ngo depth 2\n"
    );
    let ran = piped(&["engine", "onitama"], input.as_bytes());
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    let lines: Vec<&str> = ran.out.lines().collect();
    assert!(lines[0].starts_with("id name "), "{}", ran.out);
    assert!(lines.contains(&"option name Threads type spin default 1 min 1 max 256"));
    let ok = lines.iter().position(|&line| line == "uoiok").unwrap();
    assert_eq!(lines[ok + 1], "readyok");
    let best: Vec<&&str> = lines.iter().filter(|line| line.starts_with("bestmove")).collect();
    assert_eq!(best.len(), 4, "{}", ran.out);
    assert!(best[2].starts_with("bestmove ox e1e2"), "{}", ran.out);
    assert_eq!(*best[3], "bestmove none");
}

/// How many turns a session is answered, and all that it is answered.
fn answers(game: &str, input: &str) -> (usize, String) {
    let ran = piped(&["engine", game], input.as_bytes());
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    let legal = |line: &&str| line.starts_with("bestmove ") && !line.contains("none");
    (ran.out.lines().filter(legal).count(), ran.out)
}

#[test]
fn a_go_that_is_refused_is_answered_all_the_same() {
    const REFUSED: [&str; 5] =
        ["depth 0", "wtime 1000.5", "fast", "depth 3 searchmoves ox c1c3", "movetime soon"];
    for (game, start) in [
        ("onitama", "position startpos"),
        ("ataxx", "position startpos"),
        ("chess", "position startpos"),
    ] {
        for bounds in REFUSED {
            let (turns, out) = answers(game, &format!("{start}\ngo {bounds}\n"));
            assert!(out.contains("info string error: "), "{game}: {out}");
            assert_eq!(turns, 1, "{game}, go {bounds}: {out}");
        }
    }
    let (turns, out) =
        answers("arimaa", "aei\nnewgame\nsetoption name depth value 1\ngo fast\nstop\n");
    assert!(out.contains("log Error: after go comes ponder, or nothing") && turns == 1, "{out}");
    // One that was to go on until `stop` still does.
    let (turns, out) = answers("chess", "position startpos\ngo infinite depth x\nisready\nstop\n");
    assert!(out.find("readyok") < out.find("bestmove") && turns == 1, "{out}");
    // Where nobody waits, nothing is said; where the game is over there is no turn.
    let (turns, out) = answers("onitama", "position startpos\ngo ponderreplies depth x\n");
    assert!(turns == 0 && !out.contains("bestmove"), "{out}");
    let (turns, out) = answers("onitama", &format!("position fen {OVER}\ngo depth 0\n"));
    assert!(turns == 0 && out.contains("bestmove none"), "{out}");
}

#[test]
fn questions_at_the_prompt_are_answered_in_every_protocol_of_the_family() {
    for (game, leaves) in [("onitama", None), ("ataxx", Some(256)), ("chess", Some(400))] {
        let (_, out) = answers(game, "position startpos\nd\neval\ngo perft 2\n");
        let start = out.lines().find(|line| line.matches('/').count() >= 4);
        assert!(start.is_some(), "the text of the position is missing in {out}");
        assert!(out.contains("Static evaluation"), "{out}");
        if let Some(leaves) = leaves {
            assert!(out.contains(&format!("Nodes searched: {leaves}")), "{out}");
        }
    }
    // The terms of an evaluation add up to it.
    let position = "position fen r3kb1r/pp3ppp/2n5/3p4/3P4/2N2N2/PP3PPP/R1B1K2R w KQkq - 0 1";
    let (_, out) = answers("chess", &format!("{position}\neval\n"));
    let rows: Vec<f64> = out
        .lines()
        .filter(|line| !line.starts_with("Network"))
        .filter_map(|line| line.split_whitespace().next_back()?.parse().ok())
        .collect();
    let (total, terms) = rows.split_last().unwrap();
    assert!(terms.len() > 4 && *total > 2.0, "{out}");
    assert!((terms.iter().sum::<f64>() - total).abs() < 0.2, "{out}");
    let (_, out) = answers("chess", "go perft many\n");
    assert!(out.contains("error: perft needs a whole number (at column 10: 'many')"), "{out}");
}

#[test]
fn the_list_of_options_is_short_until_all_are_asked_for() {
    let count = |out: &str| out.lines().filter(|line| line.starts_with("option name ")).count();
    for game in ["onitama", "ataxx", "chess"] {
        let hello =
            if game == "chess" { "uci" } else { ["uoi", "uai"][usize::from(game == "ataxx")] };
        let (_, usual) = answers(game, &format!("{hello}\n"));
        assert!(count(&usual) <= 28, "{game}: {usual}");
        for name in ["Hash", "Threads", "MultiPV", "Ponder", "Move Overhead"] {
            assert!(usual.contains(&format!("option name {name} type ")), "{game}: {usual}");
        }
        assert!(!usual.contains("NullMove"), "{game}: {usual}");
        let (_, all) = answers(game, &format!("setoption name AllOptions value true\n{hello}\n"));
        assert!(count(&all) > 60 && all.contains("option name NullMove type check"), "{game}");
        let ran = piped(&["engine", game, "--options", "all"], format!("{hello}\n").as_bytes());
        assert_eq!(count(&ran.out), count(&all), "{game}");
        // Options that are not listed can be set.
        let (_, out) = answers(
            game,
            "setoption name NullMove value false\nsetoption name Move Overhead value 70\n",
        );
        assert!(!out.contains("error"), "{game}: {out}");
    }
}

#[test]
fn a_program_named_after_a_game_is_its_engine() {
    let folder = tempfile::tempdir().unwrap();
    for (name, hello, ok) in [
        ("tesuji-chess", "uci", "uciok"),
        ("tesuji-ataxx", "uai", "uaiok"),
        ("tesuji-arimaa", "aei", "aeiok"),
    ] {
        let program = folder.path().join(name);
        std::fs::hard_link(env!("CARGO_BIN_EXE_tesuji"), &program)
            .or_else(|_| std::fs::copy(env!("CARGO_BIN_EXE_tesuji"), &program).map(drop))
            .unwrap();
        let mut command = std::process::Command::new(&program);
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().unwrap();
        child.stdin.take().unwrap().write_all(format!("{hello}\nquit\n").as_bytes()).unwrap();
        let out = String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap();
        assert!(out.lines().any(|line| line == ok), "{name}: {out}");
    }
}

#[test]
fn bad_lines_are_answered_and_the_session_goes_on() {
    let input = b"hello\ngo fast\nposition fen 5/5\nposition startpos moves ox c1c3\n\xff\xfe\n\
                  setoption name Nothing value 1\nsetoption name Threads value 0\n\
                  setoption name Hash value 1000000\nposition startpos\ngo depth 0\n\
                  go depth 1 searchmoves ox c1c2, ox c1c3\nisready\nquit\n";
    let ran = piped(&["engine", "onitama"], input);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    for part in [
        "info string unknown command 'hello' is ignored",
        "info string error: go knows no such bound (at column 4: 'fast')",
        "info string error: the position cannot be read: ",
        "info string error: turn 1 ('ox c1c3') cannot be played: Ox does not lead",
        "info string error: the line is not UTF-8",
        "info string error: there is no parameter 'Nothing'",
        "info string error: '1000000' is no value for Hash: use a whole number from 0 to 65536",
        "info string error: depth and nodes are whole numbers from 1",
        "info string error: turn 2 ('ox c1c3') cannot be played: ",
        "readyok",
    ] {
        assert!(ran.out.contains(part), "{part} is missing in:\n{}", ran.out);
    }
}

#[test]
fn a_session_of_uai_as_runners_hold_it() {
    let input = "uai\nsetoption name debug value false\nsetoption name threads value 1\n\
         setoption name hash value 4\nsetoption name ownbook value false\nisready\nuainewgame\n\
         position fen x5o/7/7/2-1-2/7/7/o5x x 0 1\nisready\ngo btime 200 wtime 1 binc 10 winc 0\n\
         position startpos moves g2 a1b3\ngo depth 3\n\
         position fen 7/7/7/7/-------/-------/x5o x\ngo movetime 20\n\
         position fen 7/7/7/7/ooooooo/ooooooo/xxxxxxx x 0 1\ngo nodes 500\n\
         position fen ooooooo/ooooooo/ooooooo/ooooooo/ooooooo/ooooooo/xxxxxxx x 0 1\ngo depth 5\n\
         setoption name Threads value 9999\n";
    let ran = piped(&["engine", "ataxx"], input.as_bytes());
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    let lines: Vec<&str> = ran.out.lines().collect();
    let ok = lines.iter().position(|&line| line == "uaiok").unwrap();
    // Options that are not known are passed over; what is known is checked.
    assert_eq!(lines[ok + 1..ok + 3], ["readyok", "readyok"]);
    let faults: Vec<&&str> = lines.iter().filter(|line| line.contains("error")).collect();
    assert_eq!(faults.len(), 1, "{}", ran.out);
    assert!(
        faults[0].contains("no value for Threads: use a whole number from 1 to 256"),
        "{}",
        ran.out
    );
    let best: Vec<&&str> = lines.iter().filter(|line| line.starts_with("bestmove")).collect();
    assert_eq!(best.len(), 5, "{}", ran.out);
    assert!(best[2].starts_with("bestmove b1") || best[2].starts_with("bestmove a1c1"));
    // A forced pass, and a game that is over.
    assert!(best[3].starts_with("bestmove 0000"), "{}", ran.out);
    assert_eq!(*best[4], "bestmove 0000");
}

/// Starts an endless search, says `last` and expects the program, or its answer, promptly.
fn ends_promptly(last: Option<&str>, program_ends: bool) {
    let mut command = command(&["engine", "onitama"]);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut input = child.stdin.take();
    let mut say = |text: &str, close: bool| {
        if let Some(pipe) = &mut input {
            // The program may have ended already.
            let _ = pipe.write_all(text.as_bytes());
        }
        if close {
            input = None;
        }
    };
    say("position startpos\ngo infinite\nisready\n", false);
    let mut output = BufReader::new(child.stdout.take().unwrap()).lines();
    assert!(output.any(|line| line.unwrap() == "readyok"));
    std::thread::sleep(Duration::from_millis(50));
    let begun = Instant::now();
    say(last.unwrap_or_default(), last.is_none());
    assert!(output.any(|line| line.unwrap().starts_with("bestmove ")));
    if program_ends {
        assert!(child.wait().unwrap().success());
    }
    // Generous: this is a busy machine; the exact time is measured in the benchmarks.
    assert!(begun.elapsed() < Duration::from_secs(5), "{:?}", begun.elapsed());
    say("quit\n", true);
    assert!(child.wait().unwrap().success());
}

#[test]
fn stop_quit_and_the_end_of_the_input_end_an_endless_search() {
    ends_promptly(Some("stop\n"), false);
    ends_promptly(Some("quit\n"), true);
    ends_promptly(None, true);
}
