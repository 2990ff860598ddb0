//! UCI through the real program.

mod common;

use common::piped;

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
