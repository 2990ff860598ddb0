//! Endgame tables behind the engine interface: exact distances, and play that keeps to them.

use std::sync::mpsc::channel;

use engine::{Engine, EngineConfig, Event, Info, Limits, Referee, Verdict, kind};
use serde::Deserialize;

#[derive(Deserialize)]
struct Reference {
    positions: Vec<Case>,
}

#[derive(Deserialize)]
struct Case {
    position: String,
    win_in_plies: u32,
    best_moves: Vec<String>,
}

fn cases() -> Vec<Case> {
    let text = include_str!("../../../games/onitama/data/wins.json");
    serde_json::from_str::<Reference>(text).unwrap().positions
}

/// The pieces of the side that has more.
fn men(position: &str) -> usize {
    let board = position.split(' ').next().unwrap();
    let count = |letters: [char; 2]| board.matches(letters).count();
    count(['r', 'R']).max(count(['b', 'B']))
}

fn engine(men: &str) -> Box<dyn Engine> {
    let options = [("Tables", men), ("RepetitionDraw", "false")];
    let options = options.map(|(name, value)| (name.to_owned(), value.to_owned())).into();
    kind("onitama")
        .unwrap()
        .new_engine(&EngineConfig { hash_mib: 16, options, threads: 1 })
        .unwrap()
}

fn think(engine: &mut dyn Engine, limits: Limits) -> (Option<String>, Option<Info>) {
    let (sender, events) = channel();
    engine.go(limits, Box::new(move |event| drop(sender.send(event))));
    loop {
        match events.recv().unwrap() {
            Event::BestMove { turn, last, .. } => {
                engine.wait();
                return (turn, last);
            }
            Event::Failed(fault) => panic!("{fault}"),
            Event::Info(_) | Event::Current { .. } => {}
        }
    }
}

fn settle() -> Limits {
    Limits { prove_distance: true, ..Limits::default() }
}

#[test]
fn reference_wins_are_found_with_their_distance_and_a_line_to_the_end() {
    let mut engine = engine("2");
    let mut found = 0;
    let is_small = |case: &Case| men(&case.position) <= 2;
    for case in cases().into_iter().filter(|case| is_small(case) || case.win_in_plies <= 9) {
        engine.new_game();
        engine.set_game(Some(&case.position), &[]).unwrap();
        let (turn, last) = think(engine.as_mut(), settle());
        let (turn, last) = (turn.unwrap(), last.unwrap());
        assert_eq!(last.score.verdict(), Verdict::Win(case.win_in_plies), "{}", case.position);
        assert!(last.settled && case.best_moves.contains(&turn), "{}: {turn}", case.position);
        if is_small(&case) {
            assert_eq!(last.pv.len(), case.win_in_plies as usize, "{}", case.position);
            let game = kind("onitama").unwrap();
            let mut game = game.new_game(Some(&case.position), Referee::default()).unwrap();
            last.pv.iter().for_each(|turn| game.play(turn).unwrap());
            assert!(game.ending().is_some());
        }
        found += 1;
    }
    assert!(found >= 38, "{found}");
}

#[test]
fn a_won_position_is_won_and_a_lost_one_defended_to_the_last_ply() {
    let longest = cases().into_iter().max_by_key(|case| case.win_in_plies).unwrap();
    let mut engine = engine("2");
    let mut turns = Vec::new();
    for left in (1..=longest.win_in_plies).rev() {
        engine.set_game(Some(&longest.position), &turns).unwrap();
        // However small the search.
        let limits = Limits { depth: Some(1), ..Limits::default() };
        let (turn, last) = think(engine.as_mut(), limits);
        let ours = (longest.win_in_plies - left) % 2 == 0;
        let expected = if ours { Verdict::Win(left) } else { Verdict::Loss(left) };
        assert_eq!(last.unwrap().score.verdict(), expected, "{turns:?}");
        turns.push(turn.unwrap());
    }
    let game = kind("onitama").unwrap();
    let mut game = game.new_game(Some(&longest.position), Referee::default()).unwrap();
    turns.iter().for_each(|turn| game.play(turn).unwrap());
    assert!(game.ending().is_some());
}

#[test]
fn small_searches_ask_no_tables_and_bad_sizes_are_refused() {
    let case = cases().into_iter().find(|case| case.win_in_plies == 101).unwrap();
    let mut with = engine("2");
    with.set_game(Some(&case.position), &[]).unwrap();
    let limits = Limits { nodes: Some(2_000), ..Limits::default() };
    let (_, last) = think(with.as_mut(), limits.clone());
    let mut without = engine("0");
    without.set_game(Some(&case.position), &[]).unwrap();
    let (_, plain) = think(without.as_mut(), limits);
    let (last, plain) = (last.unwrap(), plain.unwrap());
    assert_eq!((last.score, last.nodes, last.pv), (plain.score, plain.nodes, plain.pv));
    let error = with.set_option("tables", "5").unwrap_err().to_string();
    assert_eq!(error, "'5' is no value for tables: use a whole number from 0 to 3");
    // A table of a game left behind is no bar to the next one.
    let other = cases().into_iter().find(|case| case.win_in_plies == 15).unwrap();
    with.set_game(Some(&case.position), &[]).unwrap();
    let control = Limits { depth: Some(1), ..Limits::default() };
    with.go(control.clone(), Box::new(|_| {}));
    with.set_game(Some(&other.position), &[]).unwrap();
    let (_, last) = think(with.as_mut(), control);
    assert_eq!(last.unwrap().score.verdict(), Verdict::Win(15));
}
