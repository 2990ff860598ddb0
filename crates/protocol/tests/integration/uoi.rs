//! UOI, line by line, with an engine that only notes what it is told.

use std::time::Duration;

use protocol::uoi::UOI;
use protocol::{
    Backend, Bound, Command, Go, OptionInfo, OptionKind, Question, Report, ScoreText, SearchInfo,
    Server, State,
};

const SIDES: [char; 2] = ['r', 'b'];

#[derive(Default)]
pub struct Notes(pub Vec<String>);

impl Backend for Notes {
    fn name(&self) -> String {
        "Fake 1".to_owned()
    }
    fn author(&self) -> String {
        "nobody".to_owned()
    }
    fn options(&self) -> Vec<OptionInfo> {
        let check = OptionKind::Check { start: true };
        let spin = OptionKind::Spin { start: 64, min: 0, max: 512 };
        vec![
            OptionInfo { name: "Hash".to_owned(), kind: spin },
            OptionInfo { name: "Null Move".to_owned(), kind: check },
        ]
    }
    fn set_option(&mut self, name: &str, value: &str) -> Result<(), String> {
        self.0.push(format!("set {name}={value}"));
        if name == "Bad" { Err("there is no option 'Bad'".to_owned()) } else { Ok(()) }
    }
    fn new_game(&mut self) {
        self.0.push("new game".to_owned());
    }
    fn set_position(&mut self, start: Option<&str>, turns: &[String]) -> Result<(), String> {
        self.0.push(format!("position {start:?} {turns:?}"));
        Ok(())
    }
    fn go(&mut self, go: &Go) -> Result<(), String> {
        let mut note = format!("go depth {:?}", go.depth);
        note += &go.nodes.map_or_else(String::new, |nodes| format!(" nodes {nodes}"));
        note += if go.infinite { " infinite" } else { "" };
        note += if go.ponder { " ponder" } else { "" };
        self.0.push(note);
        Ok(())
    }
    fn ask(&mut self, question: Question) -> Result<Vec<String>, String> {
        Ok(vec![format!("{question:?}")])
    }
    fn stop(&mut self) {
        self.0.push("stop".to_owned());
    }
    fn ponder_hit(&mut self) {
        self.0.push("ponder hit".to_owned());
    }
}

fn session(input: &str) -> (String, Vec<String>, State) {
    let mut server = Server::new(&UOI, SIDES, Notes::default());
    let mut output = String::new();
    let state = server.feed(input.as_bytes(), &mut output);
    server.finish(&mut output);
    (output, std::mem::take(&mut server.backend().0), state)
}

#[test]
fn a_session_is_answered_and_ends_at_quit() {
    let (output, notes, state) = session(
        "uoi\nisready\nuoinewgame\nsetoption name Null Move value false\n\
         position startpos moves ox c1c2,  horse   b5b4 , pass ox\ngo depth 5\nstop\nponderhit\nquit\ngo\n",
    );
    assert_eq!(
        output,
        "id name Fake 1\nid author nobody\noption name Hash type spin default 64 min 0 max 512\n\
         option name Null Move type check default true\nuoiok\nreadyok\n"
    );
    assert_eq!(
        notes,
        [
            "new game",
            "set Null Move=false",
            "position None [\"ox c1c2\", \"horse b5b4\", \"pass ox\"]",
            "go depth Some(5)",
            "stop",
            "ponder hit",
            "stop",
        ]
    );
    assert_eq!(state, State::Closed);
}

#[test]
fn a_position_keeps_its_blanks() {
    let text = "position fen bbBbb/5/5/5/rrRrr r ox,boar horse,elephant crab moves ox c1c2";
    let start = Some("bbBbb/5/5/5/rrRrr r ox,boar horse,elephant crab".to_owned());
    let turns = vec!["ox c1c2".to_owned()];
    assert_eq!(UOI.parse(text, SIDES).unwrap(), Some(Command::Position { start, turns }));
    let none = Command::Position { start: None, turns: Vec::new() };
    assert_eq!(UOI.parse("position startpos moves", SIDES).unwrap(), Some(none));
}

#[test]
fn the_bounds_of_go_are_read() {
    let line = "go rtime 60000 btime -5 rinc 100 binc 200 movestogo 7 nodes 9 movetime 8 ponder \
                infinite searchmoves ox c1c2, pass ox";
    let Some(Command::Go(go)) = UOI.parse(line, SIDES).unwrap() else { panic!("no go") };
    let ms = Duration::from_millis;
    assert_eq!(go.time, [Some(ms(60_000)), Some(ms(0))]);
    assert_eq!(go.increment, [Some(ms(100)), Some(ms(200))]);
    assert_eq!((go.moves_to_go, go.nodes, go.move_time), (Some(7), Some(9), Some(ms(8))));
    assert!(go.ponder && go.infinite && go.depth.is_none());
    assert_eq!(go.search_moves, ["ox c1c2", "pass ox"]);
}

#[test]
fn bad_lines_name_the_fault_and_the_place() {
    for (line, answer) in [
        ("go depth x", "error: depth needs a whole number (at column 10: 'x')"),
        ("go depth", "error: depth needs a whole number (at column 9: '')"),
        ("go depth -1", "error: depth needs a whole number (at column 10: '-1')"),
        ("go fast", "error: go knows no such bound (at column 4: 'fast')"),
        ("go \u{e9} 5", "error: go knows no such bound (at column 4: '\u{e9}')"),
        (
            "go rtime 5 \u{e9}time 5",
            "error: there is no side '\u{e9}': the sides are r and b (at column 12: '\u{e9}time')",
        ),
        ("position", "error: position needs startpos, or fen and a position (at column 9: '')"),
        ("position fen", "error: fen needs a position (at column 10: 'fen')"),
        (
            "position startpos ox",
            "error: after startpos comes moves, or nothing (at column 19: 'ox')",
        ),
        (
            "position startpos moves ox c1c2,,",
            "error: move 2 of the list is empty (at column 25: 'ox c1c2,,')",
        ),
        (
            "setoption Hash",
            "error: setoption needs name, and then the option's name (at column 11: 'Hash')",
        ),
        ("setoption name Bad", "error: there is no option 'Bad'"),
        ("xyzzy now", "unknown command 'xyzzy' is ignored"),
    ] {
        assert_eq!(session(line).0, format!("info string {answer}\n"), "{line}");
    }
    assert_eq!(session("\n  \n\r\n").0, "");
}

#[test]
fn a_search_whose_limits_are_wrong_is_replaced_by_one_of_its_kind() {
    let instead = |line: &str| session(line).1;
    assert_eq!(instead("go depth x\n"), ["go depth None nodes 10000"]);
    assert_eq!(instead("go ponder depth x\n"), ["go depth None nodes 10000 ponder"]);
    assert_eq!(instead("go infinite depth x\n"), ["go depth None nodes 10000 infinite"]);
    assert_eq!(session("go perft x\n").1, [""; 0], "nobody waits for a turn");
}

#[test]
fn an_option_may_have_the_word_value_within_its_name() {
    let option = Command::SetOption { name: "Null values".into(), value: "3".into() };
    assert_eq!(UOI.parse("setoption name Null values value 3", SIDES).unwrap(), Some(option));
    let option = Command::SetOption { name: "Old value2".into(), value: "3".into() };
    assert_eq!(UOI.parse("setoption name Old value2 value 3", SIDES).unwrap(), Some(option));
}

#[test]
fn reports_are_lines() {
    let mut info = SearchInfo {
        depth: 5,
        seldepth: 9,
        multi_pv: 1,
        score: ScoreText::Points(-40),
        bound: Bound::Lower,
        wdl: None,
        nodes: 12_000,
        time: Duration::from_millis(24),
        hashfull: 3,
        table_hits: None,
        pv: vec!["ox c1c2".to_owned(), "pass ox".to_owned()],
    };
    assert_eq!(
        UOI.write(&Report::Info(info.clone())),
        "info depth 5 seldepth 9 multipv 1 score cp -40 lowerbound nodes 12000 nps 500000 \
         hashfull 3 time 24 pv ox c1c2, pass ox\n"
    );
    info.score = ScoreText::Win(3);
    info.bound = Bound::Exact;
    info.pv.clear();
    assert!(UOI.write(&Report::Info(info)).contains(" score win 3 nodes "));
    let best = |turn: Option<&str>, ponder: Option<&str>| {
        let (turn, ponder) = (turn.map(str::to_owned), ponder.map(str::to_owned));
        UOI.write(&Report::BestMove { turn, ponder })
    };
    assert_eq!(best(Some("ox c1c2"), Some("pass ox")), "bestmove ox c1c2 ponder pass ox\n");
    assert_eq!(best(Some("ox c1c2"), None), "bestmove ox c1c2\n");
    assert_eq!(best(None, None), "bestmove none\n");
    assert_eq!(UOI.write(&Report::Error("a\nb".to_owned())), "info string error: a b\n");
}
