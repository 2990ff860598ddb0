//! The user's side of UOI: what it says is what the engine's side reads, and the other way round.

use std::time::Duration;

use protocol::uoi::UOI;
use protocol::{
    Bound, Command, Go, OptionInfo, OptionKind, ParsedLine, Protocol, Report, ScoreText, SearchInfo,
};

const SIDES: [char; 2] = ['r', 'b'];

fn read(text: &str) -> Command {
    UOI.parse(text.strip_suffix('\n').unwrap(), SIDES).unwrap().unwrap()
}

#[test]
fn what_is_said_is_understood() {
    let client = Protocol::Uoi.client(SIDES);
    assert_eq!(read(&client.hello()), Command::Hello);
    assert_eq!(read(&client.is_ready()), Command::IsReady);
    assert_eq!(read(&client.new_game()), Command::NewGame);
    assert_eq!(read(&client.stop()), Command::Stop);
    assert_eq!(read(&client.quit()), Command::Quit);
    let option = Command::SetOption { name: "Clear Hash".into(), value: "a b".into() };
    assert_eq!(read(&client.set_option("Clear Hash", "a b")), option);
    let turns = vec!["ox c1c2".to_owned(), "horse b5b4".to_owned()];
    let start = "bbBbb/5/5/5/rrRrr r boar,ox elephant,horse crab".to_owned();
    let position = Command::Position { start: Some(start.clone()), turns: turns.clone() };
    assert_eq!(read(&client.position(Some(&start), &turns)), position);
    assert_eq!(
        read(&client.position(None, &[])),
        Command::Position { start: None, turns: Vec::new() }
    );
    let millis = Duration::from_millis;
    let go = Go {
        depth: Some(5),
        nodes: Some(1000),
        move_time: Some(millis(70)),
        time: [Some(millis(60_000)), Some(millis(1))],
        increment: [Some(millis(100)), Some(millis(0))],
        moves_to_go: Some(7),
        mate: Some(3),
        infinite: true,
        ponder: true,
        ponder_replies: false,
        search_moves: turns,
    };
    assert_eq!(read(&client.go(&go)), Command::Go(go));
}

#[test]
fn what_the_engine_says_is_understood() {
    let hear = |report: &Report| -> Vec<ParsedLine> {
        let client = Protocol::Uoi.client(SIDES);
        UOI.write(report).lines().map(|line| client.parse_line(line).unwrap()).collect()
    };
    let option = |name: &str, kind| OptionInfo { name: name.to_owned(), kind };
    let options = vec![
        option("Hash", OptionKind::Spin { start: 64, min: 0, max: 4096 }),
        option("Null Move", OptionKind::Check { start: true }),
        option(
            "Style",
            OptionKind::Choice { start: "calm".into(), values: vec!["calm".into(), "wild".into()] },
        ),
        option("Book File", OptionKind::Text { start: String::new() }),
        option("Clear Hash", OptionKind::Button),
    ];
    let hello =
        Report::Hello { name: "A 1".into(), author: "B C".into(), options: options.clone() };
    let mut expected = vec![ParsedLine::Name("A 1".into()), ParsedLine::Author("B C".into())];
    expected.extend(options.into_iter().map(ParsedLine::Option));
    expected.push(ParsedLine::HelloOk);
    assert_eq!(hear(&hello), expected);
    assert_eq!(hear(&Report::ReadyOk), [ParsedLine::ReadyOk]);
    let info = SearchInfo {
        depth: 7,
        seldepth: 9,
        multi_pv: 2,
        score: ScoreText::Loss(4),
        bound: Bound::Lower,
        wdl: None,
        nodes: 123,
        time: Duration::from_millis(45),
        hashfull: 10,
        table_hits: None,
        pv: vec!["ox c1c2".into(), "pass ox".into()],
    };
    let [ParsedLine::Info(heard)] = &hear(&Report::Info(info.clone()))[..] else { panic!() };
    assert_eq!((heard.depth, heard.seldepth, heard.multi_pv), (Some(7), Some(9), Some(2)));
    assert_eq!(heard.score, Some((ScoreText::Loss(4), Bound::Lower)));
    assert_eq!((heard.nodes, heard.time), (Some(123), Some(info.time)));
    assert_eq!(heard.pv, info.pv);
    let best = |turn: Option<&str>, ponder: Option<&str>| {
        (turn.map(str::to_owned), ponder.map(str::to_owned))
    };
    for (turn, ponder) in
        [best(None, None), best(Some("ox c1c2"), None), best(Some("ox c1c2"), Some("horse b5b4"))]
    {
        let report = Report::BestMove { turn: turn.clone(), ponder: ponder.clone() };
        assert_eq!(hear(&report), [ParsedLine::BestMove { turn, ponder }]);
    }
}

#[test]
fn what_is_wrong_is_named() {
    let client = Protocol::Uoi.client(SIDES);
    for (line, error) in [
        ("bestmove", "bestmove needs a turn, or none"),
        ("info depth x", "depth needs a whole number (at column 12: 'x')"),
        ("info score high", "a score is cp, win, loss or mate and a number (at column 12: 'high')"),
        ("id", "id needs name or author"),
        ("option Hash", "option needs name, and then the option's name (at column 8: 'Hash')"),
        (
            "option name Hash type spin default x",
            "type spin needs default, min and max, in numbers \
             (at column 13: 'Hash type spin default x')",
        ),
        (
            "option name Hash type knob",
            "an option is check, spin, combo, button or string (at column 23: 'knob')",
        ),
    ] {
        let found = client.parse_line(line).unwrap_err().to_string();
        assert!(found.starts_with(error), "{line}: {found}");
    }
    assert_eq!(client.parse_line("Hello there").unwrap(), ParsedLine::Unknown("Hello".into()));
    assert_eq!(client.parse_line("  ").unwrap(), ParsedLine::Nothing);
    assert_eq!(
        client.parse_line("info currmove ox c1c2 nodes 5 tbhits 3").map(|heard| match heard {
            ParsedLine::Info(info) => info.nodes,
            _ => None,
        }),
        Ok(Some(5))
    );
    for (moves, score) in [("-2", ScoreText::Loss(4)), ("3", ScoreText::Win(5))] {
        let mate = client.parse_line(&format!("info score mate {moves}")).unwrap();
        let ParsedLine::Info(info) = mate else { panic!() };
        assert_eq!(info.score, Some((score, Bound::Exact)));
    }
    assert_eq!(
        "gtp".parse::<Protocol>().unwrap_err(),
        "there is no protocol 'gtp': known is uoi, uai, aei, uci, ugi, xboard"
    );
}

#[test]
fn other_dialects_are_spoken() {
    let client = Protocol::Uai.client(['x', 'o']);
    let pass = ParsedLine::BestMove { turn: Some("0000".into()), ponder: None };
    assert_eq!(client.parse_line("bestmove 0000"), Ok(pass));
}

#[test]
fn further_limits_may_follow_the_moves_to_search() {
    let client = Protocol::Uci.client(['w', 'b']);
    let line = "go searchmoves e2e4 d2d4 depth 5 wtime 10";
    let go = Go {
        depth: Some(5),
        time: [Some(Duration::from_millis(10)), None],
        search_moves: vec!["e2e4".into(), "d2d4".into()],
        ..Go::default()
    };
    let parse = |line: &str| Protocol::Uci.dialect().unwrap().parse(line, ['w', 'b']);
    assert_eq!(parse(line), Ok(Some(Command::Go(go.clone()))));
    assert_eq!(parse(client.go(&go).trim_end()), Ok(Some(Command::Go(go))));
}

#[test]
fn the_words_of_the_clocks_follow_from_the_sides_of_the_game() {
    let second = Duration::from_secs(1);
    let go = Go {
        time: [Some(second), Some(2 * second)],
        increment: [None, Some(second)],
        ..Go::default()
    };
    for (protocol, sides, said) in [
        (Protocol::Uoi, ['r', 'b'], "go rtime 1000 btime 2000 binc 1000\n"),
        (Protocol::Uci, ['w', 'b'], "go wtime 1000 btime 2000 binc 1000\n"),
        (Protocol::Uai, ['x', 'o'], "go btime 1000 wtime 2000 winc 1000\n"),
        // A game of another first side that is played in the protocol of Ataxx.
        (Protocol::Uai, ['w', 'b'], "go wtime 1000 btime 2000 binc 1000\n"),
        (Protocol::Ugi, ['w', 'b'], "go p1time 1000 p2time 2000 p2inc 1000\n"),
    ] {
        assert_eq!(protocol.client(sides).go(&go), said);
        let dialect = protocol.dialect().unwrap();
        let heard = dialect.parse(said.trim_end(), sides);
        assert_eq!(heard, Ok(Some(Command::Go(go.clone()))), "{said}");
    }
    // Other letters that programs write for Black, who begins in Ataxx.
    for line in ["go rtime 1000 wtime 2000 winc 1000", "go xtime 1000 otime 2000 oinc 1000"] {
        let heard = Protocol::Uai.dialect().unwrap().parse(line, ['x', 'o']);
        assert_eq!(heard, Ok(Some(Command::Go(go.clone()))), "{line}");
    }
    let error = Protocol::Ugi.dialect().unwrap().parse("go p3time 5", ['w', 'b']).unwrap_err();
    let expected = "there is no side 'p3': the sides are p1 and p2 (at column 4: 'p3time')";
    assert_eq!(error.to_string(), expected);
}
