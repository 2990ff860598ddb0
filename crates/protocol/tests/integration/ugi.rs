//! UGI: a session with an engine that only notes what it is told, and the questions of a front end.

use protocol::ugi::UGI;
use protocol::{Protocol, Question, Server, State};

use crate::uoi::Notes;

const SIDES: [char; 2] = ['w', 'b'];

fn session(input: &str) -> (String, Vec<String>, State) {
    let mut server = Server::new(&UGI, SIDES, Notes::default());
    let mut output = String::new();
    let state = server.feed(input.as_bytes(), &mut output);
    (output, std::mem::take(&mut server.backend().0), state)
}

#[test]
fn a_session_is_answered_and_ends_at_quit() {
    let (output, notes, state) = session(
        "ugi\nisready\nsetoption name Hash value 64\nuginewgame\nposition startpos moves a2a3 b7a6\n\
         go p1time 1000 p2time 900 p1inc 10 p2inc 10\nstop\nposition fen 8/8 w moves a2a3\ngo depth 4\nquit\n",
    );
    let hello = "id name Fake 1\nid author nobody\noption name Hash type spin default 64 min 0 max 512\n\
                 option name Null Move type check default true\nugiok\nreadyok\n";
    assert_eq!(output, hello);
    let told = [
        "set Hash=64",
        "new game",
        "position None [\"a2a3\", \"b7a6\"]",
        "go depth None",
        "stop",
        "position Some(\"8/8 w\") [\"a2a3\"]",
        "go depth Some(4)",
        "stop",
    ];
    assert_eq!(notes, told);
    assert_eq!(state, State::Closed);
}

#[test]
fn queries_are_answered_by_a_response() {
    for (line, question) in [
        ("query gameover", Question::GameOver),
        ("query p1turn", Question::FirstSideToMove),
        ("query result", Question::Result),
    ] {
        assert!(question.is_query());
        assert_eq!(session(&format!("{line}\n")).0, format!("response {question:?}\n"));
    }
    // A person's questions are answered as they are.
    assert_eq!(session("d\n").0, "Board\n");
    let refused =
        "info string error: query knows gameover, p1turn and result (at column 7: 'score')\n";
    assert_eq!(session("query score\n").0, refused);
    // Protocols that have no such command do not know the word.
    let mut other = Protocol::Uci.session(SIDES, Notes::default()).unwrap();
    let mut output = String::new();
    other.feed(b"query result\n", &mut output);
    assert_eq!(output, "info string unknown command 'query' is ignored\n");
}

#[test]
fn programs_are_told_no_bound_that_ugi_does_not_have() {
    let unsupported = Protocol::Ugi.client(SIDES).unsupported();
    assert!(unsupported.moves_to_go && unsupported.ponder && !unsupported.nodes);
    assert!(!Protocol::Uci.client(SIDES).unsupported().ponder);
}

#[test]
fn a_line_that_no_engine_knows_ends_no_session() {
    for protocol in Protocol::ALL {
        let Some(mut session) = protocol.session(SIDES, Notes::default()) else { continue };
        let client = protocol.client(SIDES);
        let line = client.nonsense();
        assert!(line.len() > 1 && line.ends_with('\n'), "{}", protocol.name());
        let mut output = String::new();
        assert_eq!(session.feed(line.as_bytes(), &mut output), State::Open, "{output}");
        output.clear();
        session.feed(client.is_ready().as_bytes(), &mut output);
        assert_eq!(output, "readyok\n", "{}", protocol.name());
    }
}

#[test]
fn every_protocol_but_xboard_has_an_engines_side() {
    for protocol in Protocol::ALL {
        let session = protocol.session(SIDES, Notes::default());
        assert_eq!(session.is_some(), protocol != Protocol::XBoard, "{}", protocol.name());
    }
}
