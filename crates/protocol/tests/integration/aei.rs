//! AEI, both sides of it.

use std::time::Duration;

use protocol::aei::AeiServer;
use protocol::{
    Backend, Bound, Go, OptionInfo, ParsedLine, Protocol, Question, Report, ScoreText, SearchInfo,
    Session, State,
};

/// Remembers what it was told.
#[derive(Default)]
struct Recorder {
    told: Vec<String>,
    searches: Vec<Go>,
    refuses: bool,
}

impl Backend for Recorder {
    fn name(&self) -> String {
        "Recorder 1.2".to_owned()
    }
    fn author(&self) -> String {
        "nobody".to_owned()
    }
    fn options(&self) -> Vec<OptionInfo> {
        Vec::new()
    }
    fn set_option(&mut self, name: &str, value: &str) -> Result<(), String> {
        self.told.push(format!("{name}={value}"));
        if name == "Hash" { Ok(()) } else { Err(format!("there is no option '{name}'")) }
    }
    fn new_game(&mut self) {
        self.told.push("new game".to_owned());
    }
    fn set_position(&mut self, start: Option<&str>, turns: &[String]) -> Result<(), String> {
        if self.refuses {
            return Err("refused".to_owned());
        }
        self.told.push(format!("position {} {}", start.unwrap_or("start"), turns.join(", ")));
        Ok(())
    }
    fn go(&mut self, go: &Go) -> Result<(), String> {
        let time = go.move_time.map(|time| time.as_millis());
        self.told.push(format!("go {time:?} {:?} {}", go.depth, go.infinite));
        self.searches.push(go.clone());
        Ok(())
    }
    fn ask(&mut self, question: Question) -> Result<Vec<String>, String> {
        Ok(vec![format!("{question:?}")])
    }
    fn stop(&mut self) {
        self.told.push("stop".to_owned());
    }
    fn ponder_hit(&mut self) {}
}

struct Table {
    server: AeiServer<Recorder>,
}

impl Table {
    fn new() -> Self {
        Self { server: AeiServer::new(Recorder::default()) }
    }

    fn say(&mut self, text: &str) -> (State, String) {
        let mut output = String::new();
        let state = self.server.feed(text.as_bytes(), &mut output);
        (state, output)
    }

    fn told(&mut self) -> Vec<String> {
        std::mem::take(&mut self.server.backend().told)
    }

    fn answer(&mut self, turn: &str) -> String {
        self.server.write(&Report::BestMove { turn: Some(turn.to_owned()), ponder: None })
    }
}

#[test]
fn a_session_opens_in_the_order_of_the_protocol() {
    let mut table = Table::new();
    let hello = "protocol-version 1\nid name Recorder\nid author nobody\nid version 1.2\naeiok\n";
    assert_eq!(table.say("aei\n"), (State::Open, hello.to_owned()));
    assert_eq!(table.say("isready\n").1, "readyok\n");
    assert_eq!(table.say("quit\n").0, State::Closed);
}

#[test]
fn the_game_comes_turn_by_turn_and_clocks_as_options() {
    let mut table = Table::new();
    table.say("newgame\nsetoption name tcmove value 10\nsetoption name tcreserve value 60\n");
    table.say("setoption name hash value 64\nsetoption name Hash value 32\n");
    table.say("makemove Ra1 Rb1\nsetoption name sreserve value 0\ngo\n");
    let told = table.told();
    assert_eq!(told[..2], ["new game", "position start "]);
    assert!(told.contains(&"position start Ra1 Rb1".to_owned()), "{told:?}");
    // Silver has no reserve left: ten seconds less what is kept back.
    assert_eq!(told.last().unwrap(), "go Some(8500) None false");
    assert_eq!(table.answer("ra8 rb8"), "bestmove ra8 rb8\n");
    let board = format!("setposition s [{}]\n", " ".repeat(64));
    table.say(&board);
    assert_eq!(table.told(), [format!("position s [{}] ", " ".repeat(64))]);
}

#[test]
fn a_search_without_a_limit_goes_on_until_it_is_stopped() {
    let mut table = Table::new();
    table.say("newgame\ngo\nsetoption name nodes value 500\ngo\nsetoption name nodes value 0\n");
    table.say("setoption name depth value 6\ngo\nsetoption name tcmove value 10\ngo\n");
    let searches = &table.server.backend().searches;
    let limits = searches.iter().map(|go| (go.infinite, go.nodes, go.depth));
    let expected = [
        (true, None, None),
        (false, Some(500), None),
        (false, None, Some(6)),
        (false, None, Some(6)),
    ];
    assert_eq!(limits.collect::<Vec<_>>(), expected);
    let timed = searches.iter().map(|go| go.move_time.is_some());
    assert_eq!(timed.collect::<Vec<_>>(), [false, false, false, true]);
}

#[test]
fn answers_that_nobody_waits_for_are_dropped() {
    let mut table = Table::new();
    table.say("newgame\ngo ponder\n");
    assert!(table.told().last().unwrap().ends_with("true"));
    // The opponent's turn ends the pondering without an answer.
    table.say("makemove Ee2n\n");
    assert_eq!(table.answer("Ra1n"), "");
    table.say("go\n");
    assert_eq!(table.answer("Ra1n"), "bestmove Ra1n\n");
    // Asked to stop, it answers even when it ponders.
    table.say("go ponder\nstop\n");
    assert_eq!(table.answer("Rb1n"), "bestmove Rb1n\n");
    assert_eq!(table.answer("Rb1n"), "");
    // An answer to a question that newgame made stale.
    table.say("go\nnewgame\n");
    assert_eq!(table.answer("Rb1n"), "");
}

#[test]
fn what_is_wrong_is_logged_and_an_unknown_message_ends_the_session() {
    let mut table = Table::new();
    assert!(table.say("makemove\n").1.starts_with("log Error: makemove needs"));
    assert!(table.say("setoption name colour value red\n").1.starts_with("log Warning: there is"));
    assert!(table.say("setoption name tcmove value soon\n").1.starts_with("log Warning: 'soon'"));
    assert_eq!(table.say("setoption name opponent value bot_x\n").1, "");
    table.server.backend().refuses = true;
    assert_eq!(table.say("makemove Ee2n\n").1, "log Error: refused\n");
    table.server.backend().refuses = false;
    table.say("makemove Ee3n\n");
    assert_eq!(table.told().last().unwrap(), "position start Ee3n");
    let (state, text) = table.say("uci\nisready\n");
    assert_eq!((state, text.as_str()), (State::Closed, "log Error: unknown message 'uci'\n"));
}

#[test]
fn a_search_is_told_line_by_line() {
    let mut table = Table::new();
    table.say("newgame\ngo\n");
    let info = SearchInfo {
        depth: 8,
        seldepth: 12,
        multi_pv: 1,
        score: ScoreText::Points(-35),
        bound: Bound::Exact,
        wdl: None,
        nodes: 1_000,
        time: Duration::from_millis(2_300),
        hashfull: 0,
        table_hits: None,
        pv: vec!["Ee2n Ee3n".to_owned(), "ra7s".to_owned(), "Ee4n".to_owned()],
    };
    let text = table.server.write(&Report::Info(info.clone()));
    assert_eq!(
        text,
        "info time 2\ninfo depth 8\ninfo nodes 1000\ninfo score -35\n\
         info pv Ee2n Ee3n s ra7s g Ee4n\n"
    );
    let second = SearchInfo { multi_pv: 2, ..info.clone() };
    assert_eq!(table.server.write(&Report::Info(second)), "", "there is one line alone");
    // The other side reads the same.
    let client = Protocol::Aei.client(['g', 's']);
    let heard: Vec<ParsedLine> =
        text.lines().map(|line| client.parse_line(line).unwrap()).collect();
    let turns = heard.iter().find_map(|heard| match heard {
        ParsedLine::Info(info) if !info.pv.is_empty() => Some(info.pv.clone()),
        _ => None,
    });
    assert_eq!(turns, Some(info.pv));
}

#[test]
fn an_engine_is_told_what_is_new() {
    let client = Protocol::Aei.client(['g', 's']);
    let turns = |list: &[&str]| list.iter().map(|&turn| turn.to_owned()).collect::<Vec<_>>();
    assert_eq!(client.hello(), "aei\n");
    assert_eq!(client.is_ready(), "isready\n");
    assert_eq!(client.new_game(), "newgame\n");
    let start = format!("g [{}]", ".".repeat(64));
    assert_eq!(client.position(Some(&start), &turns(&[])), "");
    assert_eq!(client.position(Some(&start), &turns(&["Ra1 Rb1"])), "makemove Ra1 Rb1\n");
    let more = turns(&["Ra1 Rb1", "ra8 rb8"]);
    assert_eq!(client.position(Some(&start), &more), "makemove ra8 rb8\n");
    // Another game: from its start, with blanks for empty squares.
    let board = format!("s [{}E{}]", ".".repeat(20), ".".repeat(43));
    let said = client.position(Some(&board), &turns(&["ra8s"]));
    let blanks = board.replace('.', " ");
    assert_eq!(said, format!("newgame\nsetposition {blanks}\nmakemove ra8s\n"));
}

#[test]
fn an_engine_is_told_its_clock() {
    let client = Protocol::Aei.client(['g', 's']);
    client.hello();
    client.position(None, &[]);
    let seconds = Duration::from_secs;
    let go = Go {
        time: [Some(seconds(75)), Some(seconds(20))],
        increment: [Some(seconds(15)); 2],
        ..Go::default()
    };
    let said = client.go(&go);
    for line in ["tcmove value 15", "greserve value 60", "sreserve value 5", "moveused value 0"] {
        assert!(said.contains(line), "{said}");
    }
    assert!(said.ends_with("\ngo\n"), "{said}");
    // The time for the turn is the mover's.
    let uneven = Go { increment: [Some(seconds(15)), Some(seconds(4))], ..go };
    client.position(None, &["Ra1 Rb1".to_owned()]);
    assert!(client.go(&uneven).contains("tcmove value 4\n"), "Silver is to move");
    client.position(Some(&format!("s [{}E]", ".".repeat(63))), &["ra8s".to_owned()]);
    assert!(client.go(&uneven).contains("tcmove value 15\n"), "Gold is to move");
    let said = client.go(&Go { depth: Some(8), ..Go::default() });
    assert!(said.contains("setoption name depth value 8\n"), "{said}");
    // A bound is taken back when it is not asked for any more.
    let said = client.go(&Go { move_time: Some(Duration::from_millis(1500)), ..Go::default() });
    assert!(said.contains("depth value 0") && said.contains("tcmove value 1.500"), "{said}");
}

#[test]
fn an_engine_is_told_no_bound_that_it_does_not_have() {
    let client = Protocol::Aei.client(['g', 's']);
    client.hello();
    client.position(None, &[]);
    // Bounded by depth alone: not a word of time.
    let depth = Go { depth: Some(8), ..Go::default() };
    assert_eq!(client.go(&depth), "setoption name depth value 8\ngo\n");
    // Bounded by the turn: no reserve that is empty.
    let said = client.go(&Go { move_time: Some(Duration::from_secs(2)), ..Go::default() });
    let lines = [
        "setoption name tcmove value 2",
        "setoption name tcturntime value 2",
        "setoption name moveused value 0",
        "setoption name depth value 0",
        "go",
    ];
    assert_eq!(said.lines().collect::<Vec<_>>(), lines);
    // With a clock, too, no more than that has left.
    let both = Go {
        move_time: Some(Duration::from_secs(2)),
        time: [Some(Duration::from_secs(1)), Some(Duration::from_secs(9))],
        ..Go::default()
    };
    assert!(client.go(&both).starts_with("setoption name tcmove value 1\n"));
    // A setting that was told is taken back, once.
    let said = client.go(&depth);
    assert!(said.contains("tcmove value 0\n") && said.contains("tcturntime value 0\n"), "{said}");
    assert_eq!(client.go(&depth), "setoption name depth value 8\ngo\n");
    assert!(client.unsupported().moves_to_go && client.unsupported().ponder);
}

#[test]
fn an_engines_lines_are_understood() {
    let client = Protocol::Aei.client(['g', 's']);
    let hear = |line: &str| client.parse_line(line).unwrap();
    assert_eq!(hear("id name bot_x"), ParsedLine::Name("bot_x".into()));
    assert_eq!(hear("protocol-version 1"), ParsedLine::Nothing);
    let best = ParsedLine::BestMove { turn: Some("Ee2n ed7s".into()), ponder: None };
    assert_eq!(hear("bestmove  Ee2n  ed7s"), best);
    assert_eq!(hear("bestmove"), ParsedLine::BestMove { turn: None, ponder: None });
    assert_eq!(hear("log Error: no"), ParsedLine::Remark("error: no".into()));
    assert!(client.parse_line("info depth deep").is_err());
    assert!(client.parse_line("protocol-version 2").is_err());
    let ParsedLine::Info(info) = hear("info depth 12+") else { panic!() };
    assert_eq!(info.depth, Some(12));
    let ParsedLine::Info(info) = hear("info time 2.5") else { panic!() };
    assert_eq!(info.time, Some(Duration::from_millis(2_500)));
    let ParsedLine::Info(info) = hear("info pv Ee2n s pass g Ee3n ra1n") else { panic!() };
    assert_eq!(info.pv, ["Ee2n", "Ee3n ra1n"]);
}
