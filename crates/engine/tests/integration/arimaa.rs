//! Arimaa's engine on the published tactics, and that it answers with whole, legal turns.

use std::sync::mpsc::channel;

use engine::{EngineConfig, Event, Info, Limits, Referee, Verdict, kind};
use serde::Deserialize;

#[derive(Deserialize)]
struct Tactics {
    goal: Vec<Goal>,
    no_goal: Vec<Plain>,
    two_turns: Vec<Plain>,
}

#[derive(Deserialize)]
struct Goal {
    position: String,
    goal_in_steps: u32,
}

#[derive(Deserialize)]
struct Plain {
    position: String,
}

fn tactics() -> Tactics {
    serde_json::from_str(include_str!("../../../games/arimaa/data/tactics.json")).unwrap()
}

/// The last report of a search, and its turn.
fn search(position: &str, turns: &[String], limits: Limits) -> (String, Info) {
    let config = EngineConfig { threads: 1, hash_mib: 16, options: Vec::new() };
    let mut engine = kind("arimaa").unwrap().new_engine(&config).unwrap();
    engine.set_game(Some(position), turns).unwrap();
    let (sender, events) = channel();
    engine.go(limits, Box::new(move |event| drop(sender.send(event))));
    engine.wait();
    match events.try_iter().last() {
        Some(Event::BestMove { turn: Some(turn), last: Some(last), .. }) => (turn, last),
        other => panic!("{position}: {other:?}"),
    }
}

#[test]
fn goals_are_played_in_the_fewest_steps() {
    for case in tactics().goal {
        let limits = Limits { nodes: Some(2_000), ..Limits::default() };
        let (turn, info) = search(&case.position, &[], limits);
        assert_eq!(info.score.verdict(), Verdict::Win(case.goal_in_steps), "{}", case.position);
        assert_eq!(info.pv.first(), Some(&turn));
        let mut game =
            kind("arimaa").unwrap().new_game(Some(&case.position), Referee::default()).unwrap();
        let side = game.side();
        game.play(&turn).unwrap();
        assert_eq!(game.ending().unwrap().winner, Some(side), "{}", case.position);
    }
}

#[test]
fn no_win_is_claimed_where_no_goal_is_near() {
    for case in tactics().no_goal {
        let limits = Limits { nodes: Some(2_000), ..Limits::default() };
        let (_, info) = search(&case.position, &[], limits);
        assert!(!info.score.is_win(), "{}: {}", case.position, info.score);
    }
}

#[test]
fn wins_in_two_turns_are_found() {
    for case in tactics().two_turns {
        let limits = Limits { depth: Some(14), ..Limits::default() };
        let (turn, info) = search(&case.position, &[], limits);
        assert!(info.score.is_win(), "{}: {turn} {}", case.position, info.score);
    }
}

#[test]
fn every_answer_is_a_whole_legal_turn_however_short_the_search() {
    let kind = kind("arimaa").unwrap();
    for (seed, nodes) in [(1, 100), (2, 300), (3, 2_000)] {
        let start = kind.starts().deal("", seed).unwrap();
        let mut game = kind.new_game(Some(&start), Referee::default()).unwrap();
        while game.ending().is_none() && game.turns().len() < 30 {
            let limits = Limits { nodes: Some(nodes), ..Limits::default() };
            let (turn, info) = search(&start, &game.turns(), limits);
            // The line is one of turns that can be played one after the other.
            let mut line = game.boxed_clone();
            for turn in &info.pv {
                line.play(turn).unwrap();
            }
            game.play(&turn).unwrap();
        }
        assert!(game.turns().len() > 10);
    }
}

#[test]
fn a_third_repetition_is_not_played() {
    let start = "g [r.......................d................................D.....R]";
    let shuffle = ["Db1n", "da5n", "Db2s", "da6s"];
    let mut game = kind("arimaa").unwrap().new_game(Some(start), Referee::default()).unwrap();
    for turn in shuffle.iter().cycle().take(7) {
        game.play(turn).unwrap();
    }
    // The start has stood on the board twice: Silver may not bring it about again,
    let refused = game.play("da6s").unwrap_err().to_string();
    assert!(refused.contains("third time"), "{refused}");
    // but a longer turn may begin so.
    assert!(game.legal_moves().contains(&"da6s".to_owned()));
    for depth in 1..=5 {
        let limits = Limits { depth: Some(depth), ..Limits::default() };
        let (turn, _) = search(start, &game.turns(), limits);
        game.boxed_clone().play(&turn).unwrap();
    }
}

/// The positions of the file of verdicts: each with the side that stands better and what it is an example of.
fn verdicts() -> Vec<(&'static str, char, &'static str)> {
    let text = include_str!("../../../games/arimaa/data/verdicts.epd");
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let read = |line: &'static str| {
        let (position, rest) = line.split_once(" better ")?;
        let name = rest.split('"').nth(1)?;
        Some((position, rest.chars().next()?, name))
    };
    lines.map(|line| read(line).unwrap_or_else(|| panic!("{line}"))).collect()
}

/// How many of the verdicts the sign of the score agrees with after so many nodes, and with which it does not.
fn judged(nodes: u64) -> (usize, Vec<&'static str>) {
    let (mut right, mut wrong) = (0, Vec::new());
    for (position, better, name) in verdicts() {
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let (_, info) = search(position, &[], limits);
        let points = info.score.raw();
        if if position.starts_with(better) { points > 0 } else { points < 0 } {
            right += 1;
        } else {
            wrong.push(name);
        }
    }
    (right, wrong)
}

#[test]
fn who_stands_better_is_judged_as_the_field_does() {
    let kinds = ["hostage", "frame", "blockade", "race"];
    let count =
        |kind: &str| verdicts().iter().filter(|(_, _, name)| name.starts_with(kind)).count();
    assert!(kinds.iter().all(|kind| count(kind) >= 15));
    let (right, wrong) = judged(200_000);
    assert!(right * 100 >= verdicts().len() * 85, "{right} right, wrong: {wrong:?}");
}
