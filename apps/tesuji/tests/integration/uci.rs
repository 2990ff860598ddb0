//! UCI through the real program.

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::Stdio;

use crate::common::{command, piped, tesuji};

fn session(input: &str) -> (String, Vec<String>) {
    let ran = piped(&["engine", "chess"], input.as_bytes());
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    let best = ran.out.lines().filter(|line| line.starts_with("bestmove"));
    let best = best.map(str::to_owned).collect();
    (ran.out, best)
}

#[test]
fn a_session_as_interfaces_hold_it() {
    let (out, best) = session(
        "uci\ndebug off\nsetoption name Hash value 4\nsetoption name MultiPV value 2\n\
         setoption name Ponder value true\nucinewgame\nisready\n\
         position startpos moves e2e4 e7e5 g1f3\n\
         go wtime 300 btime 300 winc 10 binc 10 movestogo 40\n\
         setoption name MultiPV value 1\n\
         position fen 6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1\ngo mate 1\n\
         position startpos\ngo searchmoves a2a3 h2h4 depth 3\n\
         position fen 7k/5Q2/6K1/8/8/8/8/8 w - - 0 1 moves f7g7\ngo depth 3\n",
    );
    for part in [
        "option name Ponder type check default false",
        "option name Clear Hash type button",
        "option name UCI_Chess960 type check default false",
        "uciok",
        "readyok",
        "multipv 2 score",
        "seldepth",
        "hashfull",
        "tbhits 0",
        "score mate 1",
    ] {
        assert!(out.contains(part), "{part} is missing in:\n{out}");
    }
    assert!(!out.contains("error"), "{out}");
    assert_eq!(best.len(), 4, "{out}");
    assert!(best[1].starts_with("bestmove a1a8"), "{out}");
    assert!(best[2].starts_with("bestmove a2a3") || best[2].starts_with("bestmove h2h4"));
    assert_eq!(best[3], "bestmove (none)");
}

#[test]
fn syzygy_tables_are_asked() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../crates/games/chess/tests/tables");
    let (out, best) = session(&format!(
        "uci\nsetoption name SyzygyPath value /no such folder\nsetoption name SyzygyPath value {folder}\n\
         setoption name SyzygyProbeDepth value 2\nsetoption name SyzygyProbeLimit value 6\n\
         setoption name Syzygy50MoveRule value true\n\
         position fen 8/8/8/8/3k4/8/3K4/3R4 w - - 0 1\ngo depth 3\n\
         position fen 8/8/8/8/8/2k5/1r6/K2R4 w - - 0 1\ngo depth 3\n"
    ));
    for part in [
        "option name SyzygyPath type string default <empty>",
        "option name SyzygyProbeDepth type spin default 1 min 1 max 100",
        "option name SyzygyProbeLimit type spin default 7 min 0 max 7",
        "option name Syzygy50MoveRule type check default true",
        "info string error: SyzygyPath: /no such folder: ",
        "info string endgame tables: 9 tables of results and 9 of distances, up to 4 pieces",
        "score cp 19999 nodes",
        "tbhits 11",
        "score cp 0 nodes",
    ] {
        assert!(out.contains(part), "{part} is missing in:\n{out}");
    }
    assert_eq!(best.len(), 2, "{out}");
    assert!(best[1].starts_with("bestmove d1"), "only the rook's moves hold: {out}");
}

#[test]
fn a_damaged_syzygy_table_is_told() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("KRvK.rtbw"), b"not a table").unwrap();
    let (folder, position) = (folder.path().display(), "8/8/8/8/3k4/8/3K4/3R4 w - - 0 1");
    let (out, best) = session(&format!(
        "setoption name SyzygyPath value {folder}\nposition fen {position}\ngo depth 4\n"
    ));
    assert!(out.contains("KRvK.rtbw: this is no Syzygy table"), "{out}");
    assert_eq!(best.len(), 1, "it is searched without: {out}");

    let mut analyze = std::process::Command::new(env!("CARGO_BIN_EXE_tesuji"));
    analyze.args(["analyze", "chess", "--depth", "4", "--position", position, "--syzygy"]);
    let output = analyze.arg(folder.to_string()).output().unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(
        output.status.success() && errors.contains("KRvK.rtbw: this is no Syzygy table"),
        "{errors}"
    );
}

#[test]
fn chances_are_shown_where_they_are_asked_for() {
    let go = "position fen 4k3/8/8/8/8/8/PPPP4/4K3 w - - 0 1\ngo depth 6\n";
    let (out, _) = session(go);
    assert!(!out.contains(" wdl "), "{out}");
    let (out, _) = session(&format!("setoption name UCI_ShowWDL value true\n{go}"));
    let line = out.lines().rfind(|line| line.contains(" wdl ")).unwrap();
    let numbers = line.split(" wdl ").nth(1).unwrap().split(' ').take(3);
    let [won, drawn, lost] = numbers.map(|n| n.parse::<u32>().unwrap()).collect::<Vec<_>>()[..]
    else {
        panic!("{line}")
    };
    assert!(won + drawn + lost == 1_000 && won > 700 && lost < 50, "{line}");
}

#[test]
fn castling_is_written_as_the_interface_asks() {
    // Mate by castling alone.
    let position = "position fen 5k2/R7/8/8/8/8/8/4K2R w K - 0 1\ngo depth 3 searchmoves e1g1\n";
    let (_, best) = session(position);
    assert!(best[0].starts_with("bestmove e1g1"), "{best:?}");
    let (out, best) = session(&format!("setoption name UCI_Chess960 value true\n{position}"));
    assert!(best[0].starts_with("bestmove e1h1"), "{best:?}");
    assert!(!out.contains("error"), "{out}");
    // Where the position needs it, whatever was asked.
    let (_, best) = session(
        "position fen 4k3/8/8/8/8/8/8/1R3K1R w HB - 0 1 moves f1h1 e8e7\ngo depth 2\n\
         position fen 4k3/8/8/8/8/8/8/1R3K2 w B - 0 1\ngo depth 2 searchmoves f1b1\n",
    );
    assert_eq!(best.len(), 2);
    assert!(best[1].starts_with("bestmove f1b1"), "{best:?}");
}

#[test]
fn what_cannot_be_obeyed_is_answered() {
    let (out, best) = session(
        "position fen 8/8/8/8/8/8/8/8 w - - 0 1\nposition startpos moves e2e5\n\
         setoption name UCI_Chess960 value maybe\nposition startpos moves e2e4\ngo depth 1\n",
    );
    for part in [
        "info string error: the position cannot be read: White has no king",
        "info string error: turn 1 ('e2e5') cannot be played: the pawn on e2 cannot go to e5",
        "info string error: 'maybe' is no value for UCI_Chess960: use true or false",
    ] {
        assert!(out.contains(part), "{part} is missing in:\n{out}");
    }
    assert_eq!(best.len(), 1);
}

/// The states of a search that is waited for, after these lines.
fn states(lines: &str) -> u64 {
    let mut child =
        command(&["engine", "chess"]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    let text = format!("{lines}position startpos moves e2e4 e7e5\ngo depth 6\n");
    input.write_all(text.as_bytes()).unwrap();
    let mut last = String::new();
    for line in BufReader::new(child.stdout.take().unwrap()).lines() {
        let line = line.unwrap();
        assert!(!line.contains("error"), "{line}");
        if line.starts_with("bestmove") {
            break;
        }
        last = line;
    }
    // The end of its input ends it.
    drop(input);
    child.wait().unwrap();
    last.split(" nodes ").nth(1).unwrap().split(' ').next().unwrap().parse().unwrap()
}

#[test]
fn strength_is_limited_as_interfaces_ask() {
    let (out, _) = session("uci\n");
    assert!(out.contains("option name UCI_LimitStrength type check default false"), "{out}");
    let line = out.lines().find(|line| line.starts_with("option name UCI_Elo type spin")).unwrap();
    let words: Vec<&str> = line.split(' ').collect();
    let after = |word: &str| -> u32 {
        words[words.iter().position(|other| *other == word).unwrap() + 1].parse().unwrap()
    };
    let (least, most) = (after("min"), after("max"));
    assert!(least + 1_000 < most && after("default") == most, "{line}");
    let (on, off) = (
        "setoption name UCI_LimitStrength value true\n",
        "setoption name UCI_LimitStrength value false\n",
    );
    let limited = |elo: u32| states(&format!("setoption name UCI_Elo value {elo}\n{on}"));
    // The higher, the more is looked at; and everything where no limit is asked for.
    let at = [limited(least), limited(1_300), limited(most)];
    assert!(at[0] < at[1] && at[1] < at[2], "{at:?}");
    let set = format!("setoption name UCI_Elo value {least}\n");
    let free = [states(""), states(&set), states(&format!("{set}{on}{off}"))];
    assert_eq!(free, [free[0]; 3]);
    assert!(at[2] <= free[0], "{at:?}, {free:?}");
    let (out, _) = session("setoption name UCI_Elo value 9999\n");
    let range = format!("use a whole number from {least} to {most}");
    assert!(out.contains(&format!("'9999' is no value for UCI_Elo: {range}")), "{out}");
}

/// An entry of a book in PolyGlot's format: a position's key, a move, its weight.
fn entry(key: u64, from: u16, to: u16, weight: u16) -> Vec<u8> {
    let mut bytes = key.to_be_bytes().to_vec();
    bytes.extend((from << 6 | to).to_be_bytes());
    bytes.extend(weight.to_be_bytes());
    bytes.extend([0; 4]);
    bytes
}

#[test]
fn a_book_is_played_from_as_long_as_it_lasts() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a book.bin");
    // The start (a2a3, and lighter h2h3), and the position after e2e4 (a7a6), by the format's own example keys.
    let start = 0x463b_9618_1691_fc9c;
    let book =
        [entry(start, 15, 23, 3), entry(start, 8, 16, 7), entry(0x823c_9b50_fd11_4196, 48, 40, 1)];
    std::fs::write(&path, book.concat()).unwrap();
    let file = format!("setoption name BookFile value {}\n", path.display());
    let on = "setoption name OwnBook value true\n";
    let ask = "position startpos\ngo nodes 2000\nposition startpos moves e2e4\ngo nodes 2000\n";
    let (out, best) =
        session(&format!("uci\n{file}{on}{ask}position startpos moves d2d4\ngo nodes 50\n"));
    assert!(out.contains("option name OwnBook type check default false"), "{out}");
    assert!(out.contains("option name BookFile type string default <empty>"), "{out}");
    assert_eq!(best[..2], ["bestmove a2a3", "bestmove a7a6"], "{out}");
    // The third is out of the book; without the option, or in analysis, it is not asked.
    assert!(best.len() == 3 && !out.contains("error"), "{out}");
    let (_, best) = session(&format!("{file}{ask}"));
    assert_ne!(best[0], "bestmove a2a3");
    let (_, best) =
        session(&format!("{file}{on}position startpos\ngo depth 4 searchmoves e2e4 d2d4\n"));
    assert!(best[0].starts_with("bestmove e2e4") || best[0].starts_with("bestmove d2d4"));
    let (_, best) = session(&format!("{file}{on}setoption name UCI_AnalyseMode value true\n{ask}"));
    assert_ne!(best[0], "bestmove a2a3");
    // A file that is no book is refused, and the session goes on.
    std::fs::write(&path, b"no book").unwrap();
    let (out, best) =
        session(&format!("{file}{on}setoption name BookFile value /no/such.bin\n{ask}"));
    assert_eq!(out.matches("cannot be read: ").count(), 2, "{out}");
    assert!(out.contains("entries of 16 bytes, and this file has 7 bytes"), "{out}");
    assert_eq!(best.len(), 2);
}

#[test]
fn programs_play_chess960_and_ponder_with_several_lines() {
    let program = env!("CARGO_BIN_EXE_tesuji");
    let pondering = format!(
        "cmd={program},args=engine chess,tc=20,ponder=true,option.MultiPV=2,option.Hash=1,option.Level=5,name=ponders"
    );
    let ran = tesuji(&[
        "match",
        "chess",
        "--games",
        "4",
        "--seed",
        "2",
        "--deal",
        "chess960",
        "--concurrency",
        "1",
        "--json",
        "--engine",
        &pondering,
        "--engine",
        "tesuji,nodes=200,hash=1,name=own",
    ]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let games: Vec<&str> =
        ran.out.lines().filter(|line| line.starts_with("{\"type\":\"game\"")).collect();
    assert_eq!(games.len(), 4, "{}", ran.out);
    for game in &games {
        // Every turn was legal and in time, and nothing was odd: an answer to a ponder search that was
        // stopped would be.
        assert!(!game.contains("\"fault\"") && !game.contains("\"remarks\""), "{game}");
    }
    // Castling is king takes rook in such starts, and somebody castles.
    let starts = games.iter().map(|game| game.split("\"start\":\"").nth(1).unwrap());
    assert!(starts.into_iter().all(|start| !start.split(' ').nth(2).unwrap().contains('K')));
}
