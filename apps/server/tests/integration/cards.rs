//! The page draws the cards from a table of its own; here every card of it is played through the referee.

use std::collections::BTreeSet;

use engine::Referee;

type Moves = BTreeSet<(i32, i32)>;

/// A line of the table: `{ name: 'ox', deck: 'base', stamp: 'blue', moves: [[0, -1], …] },`
fn read(line: &str) -> Option<(String, Option<char>, Moves)> {
    let name = line.trim().strip_prefix("{ name: '")?.split('\'').next()?.to_owned();
    let stamp = line.split("stamp: '").nth(1).and_then(|rest| rest.chars().next());
    let moves = line.split("moves: ").nth(1)?.trim_end().trim_end_matches(" },");
    let moves: Vec<(i32, i32)> = serde_json::from_str(moves).ok()?;
    Some((name, stamp, moves.into_iter().collect()))
}

#[test]
fn the_cards_of_the_page_are_those_of_the_rules() {
    let table = include_str!("../../../web/page/js/games/onitama/cards.js");
    let cards: Vec<_> = table.lines().filter_map(read).collect();
    assert!(cards.len() > 40, "only {} cards were read", cards.len());
    let kind = engine::kind("onitama").expect("the game");
    for (index, (name, stamp, moves)) in cards.iter().enumerate() {
        let others: Vec<&str> =
            (1..5).map(|step| cards[(index + step) % cards.len()].0.as_str()).collect();
        let position = format!(
            "B4/5/2R2/5/5 r {name},{} {},{} {}",
            others[0], others[1], others[2], others[3]
        );
        let game = kind
            .new_game(Some(&position), Referee::default())
            .unwrap_or_else(|error| panic!("{position}: {error}"));
        let prefix = format!("{name} c3");
        let allowed: Moves = game
            .legal_turns()
            .iter()
            .filter_map(|turn| turn.strip_prefix(&prefix))
            .map(|to| {
                let to = to.as_bytes();
                (i32::from(to[0]) - i32::from(b'c'), i32::from(to[1]) - i32::from(b'3'))
            })
            .collect();
        assert_eq!(&allowed, moves, "{name}");
        let deal = format!("{},{name}", others.join(","));
        let start = kind.starts().deal(&deal, 0).unwrap_or_else(|error| panic!("{deal}: {error}"));
        let first = start.split(' ').nth(1).and_then(|side| side.chars().next());
        assert_eq!(first, Some(stamp.unwrap_or('r')), "the stamp of {name}");
    }
}
