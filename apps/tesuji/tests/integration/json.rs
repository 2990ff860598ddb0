//! The JSON forms that scripts rely on; docs/cli.md describes them.

use crate::common::{OVER, WIN_IN_ONE, shape, tesuji, timeless};
use insta::assert_snapshot;

fn out(args: &[&str]) -> String {
    let ran = tesuji(args);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{args:?}");
    timeless(&ran.out)
}

#[test]
fn perft() {
    assert_snapshot!(out(&["perft", "onitama", "4", "--json"]), @r#"{"game":"onitama","position":"bbBbb/5/5/5/rrRrr r boar,ox elephant,horse crab","depth":4,"nodes":28509,"seconds":0}"#);
    assert_snapshot!(out(&["perft", "onitama", "1", "--divide", "--json"]), @r#"{"game":"onitama","position":"bbBbb/5/5/5/rrRrr r boar,ox elephant,horse crab","depth":1,"nodes":10,"seconds":0,"divide":{"boar a1a2":1,"boar b1b2":1,"boar c1c2":1,"boar d1d2":1,"boar e1e2":1,"ox a1a2":1,"ox b1b2":1,"ox c1c2":1,"ox d1d2":1,"ox e1e2":1}}"#);
    assert_snapshot!(out(&["perft", "onitama", "--position", OVER, "3", "--json"]), @r#"{"game":"onitama","position":"2R2/5/5/4B/5 b crab,rooster cobra,rabbit tiger","depth":3,"nodes":1,"seconds":0}"#);
    assert_snapshot!(out(&["perft", "onitama", "--position", OVER, "3", "--strict", "--json"]), @r#"{"game":"onitama","position":"2R2/5/5/4B/5 b crab,rooster cobra,rabbit tiger","depth":3,"nodes":0,"seconds":0}"#);
}

#[test]
fn show() {
    assert_snapshot!(out(&["show", "onitama", "--moves", "ox c1c2", "horse b5b4", "--json"]), @r#"{"position":"b1Bbb/1b3/5/2R2/rr1rr r boar,crab elephant,ox horse","side":"r","legal_moves":["boar a1a2","boar b1c1","boar b1b2","boar d1c1","boar d1d2","boar e1e2","boar c2b2","boar c2d2","boar c2c3","crab a1c1","crab a1a2","crab b1b2","crab d1d2","crab e1c1","crab e1e2","crab c2a2","crab c2e2","crab c2c3"],"result":null}"#);
    assert_snapshot!(out(&["show", "onitama", "--position", OVER, "--json"]), @r#"{"position":"2R2/5/5/4B/5 b crab,rooster cobra,rabbit tiger","side":"b","legal_moves":[],"result":{"winner":"r","reason":"way of the stream"}}"#);
}

#[test]
fn turns_of_several_steps() {
    let position = "g [........r..................E.......e...................R........]";
    let printed = out(&["perft", "arimaa", "--turns", "--position", position, "--json"]);
    let turns: serde_json::Value = serde_json::from_str(&printed).unwrap();
    assert_eq!(turns["sequences"], serde_json::json!([5, 29, 165, 944]));
    assert_eq!((turns["turns"].as_u64(), turns["game"].as_str()), (Some(125), Some("arimaa")));
    assert_eq!(turns["digest_xor"], "b242f85e2d7e1a7b");
    let steps = out(&["show", "arimaa", "--position", position, "--json"]);
    let steps: serde_json::Value = serde_json::from_str(&steps).unwrap();
    assert_eq!(steps["legal_moves"].as_array().unwrap().len(), 5);
    let turns = out(&["show", "arimaa", "--position", position, "--turns", "--json"]);
    let turns: serde_json::Value = serde_json::from_str(&turns).unwrap();
    assert_eq!(turns["legal_moves"].as_array().unwrap().len(), 125);
}

#[test]
fn games() {
    assert_snapshot!(out(&["games", "--json"]), @r#"
    {"game":"onitama","title":"Onitama"}
    {"game":"ataxx","title":"Ataxx"}
    {"game":"arimaa","title":"Arimaa"}
    {"game":"chess","title":"Chess"}
    "#);
}

#[test]
fn a_match_ends_with_its_result() {
    let args = ["match", "onitama", "--engine", "random,seed=1", "--engine", "random,seed=2"];
    let all =
        [&args[..], &["--games", "6", "--seed", "9", "--concurrency", "2", "--json"]].concat();
    let text = out(&all);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 7);
    assert_snapshot!(shape(lines[0]), @r#"
    type: text
    game: text
    number: number
    pair: number
    round: number
    start: text
    engines: list
    first_engine: text
    turns: list
    notes: list
    result: {winner, reason}
    seconds: number
    date: text
    "#);
    // The number in the store and the overhead differ from run to run.
    let result = lines[6].split(",\"id\":").next().unwrap();
    assert_snapshot!(result, @r#"{"type":"result","games":6,"wins":3,"draws":0,"losses":3,"pairs":[0,0,3,0,0],"split":3,"score":0.5,"draw_ratio":0.0,"elo":0.0,"elo_low":-308.31357313759565,"elo_high":308.31357313759565,"interval":"exact","los":0.5,"nelo":0.0,"game":"onitama","engines":["random,seed=1","random,seed=2"],"seed":9"#);
    assert_snapshot!(shape(lines[6]).lines().skip(18).collect::<Vec<_>>().join("\n"), @r#"
    id: number
    complete: true
    played: number
    faults: {}
    concurrency: number
    overhead_ms: {mean, most}
    seconds: number
    "#);
}

#[test]
fn analysis_of_a_game_that_is_over() {
    assert_snapshot!(out(&["analyze", "onitama", "--position", OVER, "--depth", "3", "--json"]), @r#"
    {"type":"statistics","states":0,"quiescence_states":0,"leaves":0,"table_mib":64,"table_entries":6291456,"table_full":0.0,"plies":[],"quiescence":[]}
    {"type":"result","bestmove":null,"depth":0,"seldepth":0,"score":{"kind":"loss","value":0},"pv":[],"nodes":0,"qnodes":0,"proof_nodes":0,"settled":false,"seconds":0}
    "#);
}

#[test]
fn analysis_ends_with_its_result() {
    let text = out(&["analyze", "onitama", "--depth", "3", "--json"]);
    let lines: Vec<&str> = text.lines().collect();
    let [infos @ .., statistics, last] = &lines[..] else { panic!("{text}") };
    assert_snapshot!(shape(last), @r#"
    type: text
    bestmove: text
    depth: number
    seldepth: number
    score: {kind, value}
    pv: list
    nodes: number
    qnodes: number
    proof_nodes: number
    settled: false
    seconds: number
    "#);
    assert_snapshot!(shape(statistics), @r#"
    type: text
    states: number
    quiescence_states: number
    leaves: number
    table_mib: number
    table_entries: number
    table_full: number
    plies: list
    quiescence: list
    "#);
    assert!(!infos.is_empty());
    for info in infos {
        assert!(info.starts_with("{\"type\":\"info\","), "{info}");
    }
    assert_snapshot!(shape(infos[0]), @r#"
    type: text
    depth: number
    seldepth: number
    complete: true
    multipv: number
    score: {kind, value}
    bound: text
    pv: list
    nodes: number
    qnodes: number
    hashfull: number
    tbhits: number
    seconds: number
    "#);
}

#[test]
fn a_proven_win_is_told_in_plies() {
    let text = out(&["analyze", "onitama", "--position", WIN_IN_ONE, "--depth", "4", "--json"]);
    let last: serde_json::Value = serde_json::from_str(text.lines().last().unwrap()).unwrap();
    assert_eq!(last["bestmove"], "rooster b4c5");
    assert_eq!(last["score"], serde_json::json!({"kind": "win", "value": 1}));
    assert_eq!(last["pv"], serde_json::json!(["rooster b4c5"]));
}

#[test]
fn the_signature_is_the_same_on_each_run() {
    let bench = || out(&["bench", "--depth", "6", "--json"]);
    let signature = |text: &str| {
        let value: serde_json::Value = serde_json::from_str(text).unwrap();
        value["signature"].as_u64().unwrap()
    };
    let first = bench();
    assert_snapshot!(shape(&first), @r#"
    game: text
    depth: number
    positions: number
    signature: number
    seconds: number
    nodes_per_second: number
    "#);
    assert!(signature(&first) > 1_000);
    assert_eq!(signature(&first), signature(&bench()));
}

#[test]
fn an_explanation_adds_up_to_the_evaluation() {
    let position = "g [rrrrrrrr.cdhhdc...............H...e..M..mE.......DCHCD..RRRRRRRR]";
    let asked = ["analyze", "arimaa", "--position", position, "--nodes", "2000", "--explain"];
    let printed = out(&[&asked[..], &["--json"]].concat());
    let lines: Vec<serde_json::Value> =
        printed.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let explained: Vec<_> = lines.iter().filter(|line| line["type"] == "evaluation").collect();
    let of: Vec<_> = explained.iter().map(|line| line["of"].as_str().unwrap()).collect();
    assert_eq!(of, ["position", "end of the best line"]);
    assert_eq!(explained[0]["position"], position);
    assert_ne!(explained[1]["position"], position);
    for line in explained {
        let terms = line["terms"].as_array().unwrap();
        let points = |term: &serde_json::Value| term["points"].as_i64().unwrap();
        assert_eq!(terms.iter().map(points).sum::<i64>(), points(line), "{line}");
        let sizes: Vec<i64> = terms.iter().map(|term| points(term).abs()).collect();
        assert!(sizes.is_sorted_by(|a, b| a >= b), "the largest first: {sizes:?}");
        let told = |words: &str| terms.iter().any(|term| term["text"] == words);
        assert!(told("Silver's camel at a3 is frozen"), "{line}");
    }
    let text = out(&asked);
    let of_position = text.split("Static evaluation of the position: ").nth(1).unwrap();
    assert!(of_position.starts_with("+1.21 pieces for Gold; the network, which plays, says "));
    assert!(of_position.contains("\n   +0.28  Silver's camel at a3 is frozen\n"), "{of_position}");
    assert_eq!(text.matches("Static evaluation of ").count(), 2);
}
