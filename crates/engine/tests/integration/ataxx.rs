//! Ataxx against published values: exact minimax by stones, and proven endgames.

use std::sync::mpsc::channel;

use engine::{EngineConfig, Event, Info, Limits, Verdict, kind};
use serde::Deserialize;

#[derive(Deserialize)]
struct Reference<T> {
    positions: Vec<T>,
}

/// The last report of a search, and its turn.
fn search(position: &str, limits: Limits, options: &[(&str, &str)]) -> (String, Info) {
    let options = options.iter().map(|&(name, value)| (name.into(), value.into())).collect();
    let config = EngineConfig { threads: 1, hash_mib: 16, options };
    let mut engine = kind("ataxx").unwrap().new_engine(&config).unwrap();
    engine.set_game(Some(position), &[]).unwrap();
    let (sender, events) = channel();
    engine.go(limits, Box::new(move |event| drop(sender.send(event))));
    engine.wait();
    match events.try_iter().last() {
        Some(Event::BestMove { turn: Some(turn), last: Some(last), .. }) => (turn, last),
        other => panic!("{position}: {other:?}"),
    }
}

#[derive(Deserialize)]
struct FixedDepth {
    position: String,
    values: Vec<i32>,
    best4: Vec<String>,
    best5: Vec<String>,
    best6: Vec<String>,
}

#[test]
fn exact_values_by_stones_at_fixed_depths() {
    let data = include_str!("../../../games/ataxx/data/fixed_depth.json");
    let cases: Reference<FixedDepth> = serde_json::from_str(data).unwrap();
    assert_eq!(cases.positions.len(), 40);
    for FixedDepth { position, values, best4, best5, best6 } in cases.positions {
        for (depth, &expected) in (1..=6).zip(&values) {
            let limits = Limits { depth: Some(depth), ..Limits::default() };
            let (turn, info) = search(&position, limits, &[("Preset", "stones"), ("Exact", "on")]);
            let value = match info.score.verdict() {
                Verdict::Points(points) => points / 100,
                Verdict::Win(plies) => 10_000 - plies as i32,
                Verdict::Loss(plies) => plies as i32 - 10_000,
            };
            assert_eq!(value, expected, "{position} at depth {depth}");
            let best =
                [(4, &best4), (5, &best5), (6, &best6)].into_iter().find(|(of, _)| *of == depth);
            assert!(best.is_none_or(|(_, moves)| moves.contains(&turn)), "{position}: {turn}");
        }
    }
}

/// A jump is the hundredth ply without a clone, after which nothing counts any more: not the capture of the only stone
/// that the other side would have. Every clone loses.
#[test]
fn the_last_ply_before_the_clock_runs_out_is_a_draw() {
    let position = "7/7/3x3/4x2/7/7/o5x o 99 3";
    let limits = || Limits { depth: Some(3), ..Limits::default() };
    for options in [&[][..], &[("Exact", "on")], &[("Evaluation", "hand")]] {
        let (turn, info) = search(position, limits(), options);
        assert_eq!(info.score.verdict(), Verdict::Points(0), "{turn} with {options:?}");
        assert_eq!(turn.len(), 4, "{turn} is no jump, with {options:?}");
    }
    // Two plies earlier the other side still has its capture.
    let (_, info) = search("7/7/3x3/4x2/7/7/o5x o 97 3", limits(), &[]);
    assert!(matches!(info.score.verdict(), Verdict::Points(points) if points < 0), "{info:?}");
    // Jumps of both sides draw before the third ply could take the other's last stones.
    let (_, info) = search("7/7/7/2x2o1/7/7/o5x x 98 3", limits(), &[("Exact", "on")]);
    assert!(matches!(info.score.verdict(), Verdict::Points(_)), "{info:?}");
}

#[derive(Deserialize)]
struct Endgame {
    position: String,
    empties: u32,
    result: String,
    plies: u32,
}

/// Those with up to five empty squares; the others are in `cargo xtask bench wins`.
#[test]
fn proven_endgames_with_their_exact_length() {
    let data = include_str!("../../../games/ataxx/data/endgame.json");
    let cases: Reference<Endgame> = serde_json::from_str(data).unwrap();
    let mut tried = 0;
    for case in cases.positions.iter().filter(|case| case.empties <= 5) {
        // Reductions see a win some plies late; its exact length is looked for once it is proven.
        let limits =
            Limits { depth: Some(case.plies + 20), prove_distance: true, ..Limits::default() };
        let (_, info) = search(&case.position, limits, &[]);
        let expected = match case.result.as_str() {
            "win" => Verdict::Win(case.plies),
            "loss" => Verdict::Loss(case.plies),
            _ => Verdict::Points(0),
        };
        assert_eq!(info.score.verdict(), expected, "{}", case.position);
        tried += 1;
    }
    assert!(tried > 20, "{tried}");
}
