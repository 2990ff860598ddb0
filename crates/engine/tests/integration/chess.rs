//! Chess through the engine: mates of known length, draws, and games without end.

use std::sync::mpsc::channel;

use engine::{EngineConfig, Event, Info, Limits, Verdict, kind};

/// The last report of a search, and its turn.
fn search(position: &str, limits: Limits, options: &[(&str, &str)]) -> (String, Info) {
    let options = options.iter().map(|&(name, value)| (name.into(), value.into())).collect();
    let config = EngineConfig { threads: 1, hash_mib: 16, options };
    let mut engine = kind("chess").unwrap().new_engine(&config).unwrap();
    engine.set_game(Some(position), &[]).unwrap();
    let (sender, events) = channel();
    engine.go(limits, Box::new(move |event| drop(sender.send(event))));
    engine.wait();
    match events.try_iter().last() {
        Some(Event::BestMove { turn: Some(turn), last: Some(last), .. }) => (turn, last),
        other => panic!("{position}: {other:?}"),
    }
}

fn depth(depth: u32) -> Limits {
    Limits { depth: Some(depth), ..Limits::default() }
}

#[test]
fn mates_are_found_with_their_length() {
    for (position, turn, plies) in [
        // Back rank; smothered; a queen sacrifice; rook and king against king.
        ("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", "a1a8", 1),
        ("6rk/6pp/7N/8/8/8/8/6K1 w - - 0 1", "h6f7", 1),
        ("r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", "f6a6", 5),
        ("2k5/8/2K5/8/8/8/8/R7 w - - 0 1", "a1a8", 1),
    ] {
        let limits = Limits { win_within: Some(plies), ..depth(14) };
        let (found, info) = search(position, limits, &[]);
        assert_eq!(info.score.verdict(), Verdict::Win(plies), "{position}");
        assert_eq!(found, turn, "{position}");
    }
}

#[test]
fn stalemate_and_the_fifty_moves_are_draws() {
    // Any move but one stalemates or loses the queen: the search must see it.
    let (turn, info) = search("7k/8/5K2/6Q1/8/8/8/8 w - - 0 1", depth(4), &[]);
    assert!(matches!(info.score.verdict(), Verdict::Win(_)), "{turn} {info:?}");
    // One ply before the limit only mate wins.
    let (_, info) = search("k7/8/1K6/8/8/8/8/7R w - - 99 90", depth(4), &[]);
    assert_eq!(info.score.verdict(), Verdict::Win(1));
    let (_, info) = search("k7/8/8/8/3K4/8/8/7R w - - 99 90", depth(4), &[]);
    assert_eq!(info.score.verdict(), Verdict::Points(0));
    // Bare pieces.
    let (_, info) = search("k7/8/8/8/3K4/8/7n/7N w - - 0 90", depth(4), &[]);
    assert!(matches!(info.score.verdict(), Verdict::Points(points) if points.abs() < 400));
}

#[test]
fn levels_and_switches_play_legal_moves() {
    let kind = kind("chess").unwrap();
    for (level, seed) in [("1", 1), ("2", 2), ("5", 3), ("8", 4)] {
        let config =
            EngineConfig { threads: 1, hash_mib: 1, options: vec![("Level".into(), level.into())] };
        let mut engine = kind.new_engine(&config).unwrap();
        let start = kind.starts().deal("random", seed).unwrap();
        let mut game = kind.new_game(Some(&start), engine::Referee::default()).unwrap();
        for _ in 0..30 {
            if game.ending().is_some() {
                break;
            }
            engine.set_game(Some(&start), &game.turns()).unwrap();
            let (sender, events) = channel();
            engine.think(Limits::default(), &engine::Stop::default(), &mut move |event| {
                drop(sender.send(event));
            });
            let Some(Event::BestMove { turn: Some(turn), .. }) = events.try_iter().last() else {
                panic!("level {level} gave no move")
            };
            game.play(&turn).unwrap();
        }
    }
}

#[test]
fn deals_differ_and_can_be_named() {
    let kind = kind("chess").unwrap();
    let random = |seed| kind.starts().deal(kind.info().match_deal, seed).unwrap();
    assert_ne!(random(1), random(2));
    assert_eq!(random(1), random(1));
    assert!(kind.starts().deal("518", 0).unwrap().contains(" HAha "));
}
