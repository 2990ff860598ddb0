//! UOI through the real program.

mod common;

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::Stdio;
use std::time::{Duration, Instant};

use common::{OVER, command, piped};

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
    assert_eq!(best.len(), 3, "{}", ran.out);
    assert!(best[1].starts_with("bestmove ox e1e2"), "{}", ran.out);
    assert_eq!(*best[2], "bestmove none");
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
        "info string error: the line is no UTF-8 text",
        "info string error: there is no parameter 'Nothing'",
        "info string error: the table can have from 0 to 65536 MiB, not 1000000",
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
    assert!(faults[0].contains("from 1 to 256 threads"), "{}", ran.out);
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
