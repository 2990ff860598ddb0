//! The user's side of XBoard's protocol.

use std::time::Duration;

use protocol::{Bound, Go, OptionInfo, OptionKind, ParsedInfo, ParsedLine, Protocol, ScoreText};

#[test]
fn features_are_heard_and_the_game_is_told_as_the_engine_wants_it() {
    let client = Protocol::XBoard.client(['w', 'b']);
    assert_eq!(client.hello(), "xboard\nprotover 2\n");
    let hear = |line: &str| client.parse_line(line).unwrap();
    let name = hear("feature ping=1 setboard=1 usermove=1 myname=\"Some Engine 1.0\"");
    assert_eq!(name, ParsedLine::Name("Some Engine 1.0".into()));
    let kind = OptionKind::Spin { start: 16, min: 1, max: 1024 };
    let option = OptionInfo { name: "Hash Size".into(), kind };
    assert_eq!(hear("feature option=\"Hash Size -spin 16 1 1024\""), ParsedLine::Option(option));
    assert_eq!(hear("feature done=1"), ParsedLine::HelloOk);
    let ready = client.is_ready();
    assert!(ready.starts_with("accepted ping\naccepted setboard\n"), "{ready}");
    assert!(ready.ends_with("\nping 1\n"), "{ready}");
    assert_eq!(client.is_ready(), "ping 1\n");
    assert_eq!(hear("pong 1"), ParsedLine::ReadyOk);
    let start = "4k3/8/8/8/8/8/8/R3K3 b - - 0 7";
    let told = client.position(Some(start), &["e8d7".into(), "a1a7".into()]);
    assert!(told.contains("setboard 4k3/8/8/8/8/8/8/R3K3 b - - 0 7\n"), "{told}");
    assert!(told.ends_with("usermove e8d7\nusermove a1a7\n"), "{told}");
    // Black is to move: its own time comes first.
    let millis = Duration::from_millis;
    let time = [Some(millis(60_000)), Some(millis(5_230))];
    let increment = [Some(millis(0)), Some(millis(50))];
    let go = client.go(&Go { time, increment, ..Go::default() });
    assert_eq!(go, "level 0 0:05 0.05\ntime 523\notim 6000\ngo\n");
    let within = |time| client.go(&Go { move_time: Some(time), ..Go::default() });
    assert_eq!(within(millis(2_500)), "st 2\ngo\n");
    assert_eq!(within(millis(120)), "level 0 0:01 0\ntime 12\notim 12\ngo\n");
    assert_eq!(client.go(&Go { depth: Some(4), ..Go::default() }), "sd 4\ngo\n");
    assert_eq!((client.stop(), client.quit()), ("?\n".to_owned(), "quit\n".to_owned()));
}

#[test]
fn every_feature_of_a_line_is_heard() {
    let client = Protocol::XBoard.client(['w', 'b']);
    let line = "feature myname=\"A 1\" setboard=1 ping=1 memory=1 option=\"Book -check 1\" done=1";
    let ParsedLine::Several(heard) = client.parse_line(line).unwrap() else { panic!() };
    let [name, ParsedLine::Option(memory), ParsedLine::Option(book), ParsedLine::HelloOk] =
        &heard[..]
    else {
        panic!("{heard:?}")
    };
    assert_eq!(name, &ParsedLine::Name("A 1".into()));
    assert_eq!((&memory.name[..], &book.name[..]), ("memory", "Book"));
    assert_eq!(client.set_option("memory", "64"), "memory 64\n");
    assert_eq!(client.is_ready().matches("accepted ").count(), 6);
}

#[test]
fn positions_are_told_square_by_square_to_engines_that_want_it_so() {
    let client = Protocol::XBoard.client(['w', 'b']);
    client.parse_line("feature setboard=0 ping=1 done=1").unwrap();
    let told = client.position(Some("4k2r/8/8/8/8/8/1P6/R3K3 b - - 0 7"), &["e8d7".into()]);
    let edit = "a2a3\nedit\n#\nPb2\nRa1\nKe1\nc\nKe8\nRh8\n.\ne8d7\n";
    assert!(told.ends_with(&format!("force\npost\neasy\n{edit}")), "{told}");
    let told = client.position(Some("4k3/8/8/8/8/8/8/4K3 w - - 0 7"), &[]);
    assert!(told.ends_with("easy\nedit\n#\nKe1\nc\nKe8\n.\n"), "{told}");
}

#[test]
fn moves_and_thinking_are_heard() {
    let client = Protocol::XBoard.client(['w', 'b']);
    let hear = |line: &str| client.parse_line(line).unwrap();
    let turn = Some("e2e4".to_owned());
    assert_eq!(hear("move e2e4"), ParsedLine::BestMove { turn, ponder: None });
    let ParsedLine::Info(info) = hear(" 9 -31 123 45678 e4 e5 Nf3") else { panic!() };
    let expected = ParsedInfo {
        depth: Some(9),
        score: Some((ScoreText::Points(-31), Bound::Exact)),
        time: Some(Duration::from_millis(1_230)),
        nodes: Some(45_678),
        ..ParsedInfo::default()
    };
    assert_eq!(info, expected);
    let ParsedLine::Info(mate) = hear("12. 100003 5 900 Qh5") else { panic!() };
    assert_eq!(mate.score, Some((ScoreText::Win(5), Bound::Exact)));
    assert_eq!(hear("Hello there"), ParsedLine::Unknown("Hello".into()));
    assert_eq!(hear("Illegal move: e2e5"), ParsedLine::Remark("error: Illegal move: e2e5".into()));
    assert!(client.parse_line("feature ping=0").is_err());
    assert!(client.parse_line("move").is_err());
}
