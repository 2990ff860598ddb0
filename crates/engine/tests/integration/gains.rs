//! What is told of the levels beside their names, against the manual.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use engine::kinds;

/// By level and name of a game, what the table of the levels says: `+240 (202, 282)`.
fn told() -> BTreeMap<(u8, String), String> {
    let page = std::fs::read_to_string("../../docs/strength.md").unwrap();
    let cells = |line: &str| {
        line.trim_matches('|').split('|').map(|cell| cell.trim().to_owned()).collect::<Vec<_>>()
    };
    let mut lines = page.lines().skip_while(|line| !line.starts_with("| level |"));
    let names = cells(lines.next().unwrap());
    let mut found = BTreeMap::new();
    for line in lines.skip(1).take_while(|line| line.starts_with('|')) {
        let row = cells(line);
        let level: u8 = row[0].parse().unwrap();
        for (name, cell) in names.iter().zip(&row).skip(1) {
            if let Some((_, gain)) = cell.split_once(": ") {
                // Thousands have a comma, too.
                let numbers: Vec<String> = gain
                    .replace('−', "-")
                    .split(", ")
                    .map(|number| number.replace(',', ""))
                    .collect();
                found.insert((level, name.to_lowercase()), numbers.join(", "));
            }
        }
    }
    found
}

#[test]
fn what_a_level_gains_is_what_the_manual_says() {
    let mut shown = BTreeMap::new();
    for game in kinds().iter().filter(|game| !game.info().level_gains.is_empty()) {
        for gain in game.info().level_gains {
            let mut text = String::new();
            write!(text, "{:+} ({}, {})", gain.elo, gain.low, gain.high).unwrap();
            shown.insert((gain.level, game.name().to_owned()), text);
        }
    }
    assert!(shown.len() > 50);
    assert_eq!(told(), shown);
}
