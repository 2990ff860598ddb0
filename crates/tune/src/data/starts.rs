//! Results by the parts of the start: cards, set-ups.

use std::collections::{BTreeMap, HashSet};

use arena::stats::{estimate, score_of_elo};
use engine::{GameKind, StartPart};
use serde::Serialize;

use super::game::StoredGame;
use super::select::same_game;

/// The results of the games whose start has a part.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct OfPart {
    /// The part: `tiger`, `99of9`.
    pub name: String,
    /// Its place: `first`, `gold`.
    pub place: &'static str,
    /// Games, each different.
    pub games: u64,
    /// The share of the points that the first side scored, from 0 to 1, in ten-thousandths.
    pub first: f64,
    /// The lower end of its interval of 95 %.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// The results of some games by the parts of their starts.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct OfStarts {
    /// The engine that played both sides, as a line, or another name of these games.
    pub engine: String,
    /// The games, each different.
    pub games: u64,
    /// In the order of names and places; none for a game whose starts are all alike.
    pub parts: Vec<OfPart>,
}

/// Losses, draws and wins of the first side.
type Counts = [u64; 3];

/// The first side's score by the parts of the start, for each name that games bear, such as that of the engine that played,
/// in the order in which they come. A game that stands there already, move by move, is not counted again: it says nothing new.
///
/// # Errors
/// The first game whose start cannot be read, by its number from 0, and why.
pub fn by_start<'g>(
    kind: &dyn GameKind,
    games: impl IntoIterator<Item = (&'g str, &'g StoredGame)>,
) -> Result<Vec<OfStarts>, (usize, String)> {
    let mut found: Vec<(&str, u64, BTreeMap<StartPart, Counts>)> = Vec::new();
    let mut known = HashSet::new();
    for (index, (engine, game)) in games.into_iter().enumerate() {
        if !known.insert((engine, same_game(game))) {
            continue;
        }
        let parts =
            kind.starts().parts_of(&game.start).map_err(|error| (index, error.to_string()))?;
        let at = found.iter().position(|(of, _, _)| *of == engine).unwrap_or_else(|| {
            found.push((engine, 0, BTreeMap::new()));
            found.len() - 1
        });
        let (_, count, counts) = &mut found[at];
        *count += 1;
        for part in parts {
            counts.entry(part).or_default()[usize::from(game.half_points.min(2))] += 1;
        }
    }
    let starts = |(engine, games, counts): (&str, u64, BTreeMap<_, _>)| {
        let parts = counts.into_iter().filter_map(row).collect();
        OfStarts { engine: engine.to_owned(), games, parts }
    };
    Ok(found.into_iter().map(starts).collect())
}

fn row((StartPart { name, place }, counts): (StartPart, Counts)) -> Option<OfPart> {
    let games: u64 = counts.iter().sum();
    let [_, drawn, won] = counts.map(|count| count as f64);
    let found = estimate(&counts)?;
    let rounded = |share: f64| (10_000.0 * share).round() / 10_000.0;
    let [low, high] = [found.elo_low, found.elo_high].map(|elo| rounded(score_of_elo(elo)));
    let first = rounded((won + drawn / 2.0) / games as f64);
    // Where all was won or lost, the interval of the estimate ends short of that.
    Some(OfPart { name, place, games, first, low: low.min(first), high: high.max(first) })
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::super::game::Recipe;
    use super::*;

    fn games(game: &str, starts: &[(&str, u8)]) -> Vec<StoredGame> {
        let recipe = Arc::new(Recipe {
            game: game.to_owned(),
            program: String::new(),
            engine: String::new(),
            seed: 1,
            deals: Vec::new(),
            random_plies: [0, 0],
            random_turns: 0,
            exploration: None,
        });
        let game = |(number, &(start, half_points)): (u16, &(&str, u8))| StoredGame {
            recipe: Arc::clone(&recipe),
            number: 0,
            group: String::new(),
            start: start.to_owned(),
            half_points,
            moves: vec![number],
            scores: Vec::new(),
            visits: Vec::new(),
        };
        (0..).zip(starts).map(game).collect()
    }

    /// All played by one engine.
    fn by_one(kind: &dyn GameKind, games: &[StoredGame]) -> Result<Vec<OfStarts>, (usize, String)> {
        by_start(kind, games.iter().map(|game| ("tesuji", game)))
    }

    #[test]
    fn a_card_scores_by_the_hand_that_it_was_dealt_to() {
        let start = "bbBbb/5/5/5/rrRrr r ox,boar crab,tiger mantis";
        let other = "bbBbb/5/5/5/rrRrr r crab,boar ox,tiger mantis";
        let kind = engine::kind("onitama").unwrap();
        let all = games("onitama", &[(start, 2), (start, 0), (other, 2)]);
        let found = by_one(kind, &all).unwrap();
        let rows = &found[0].parts;
        assert_eq!((found.len(), found[0].games), (1, 3));
        let of = |name: &str, place: &str| {
            let row = rows.iter().find(|row| row.name == name && row.place == place).unwrap();
            assert!(row.low <= row.first && row.first <= row.high, "{row:?}");
            (row.games, row.first)
        };
        assert_eq!(of("ox", "first"), (2, 0.5));
        assert_eq!(of("ox", "second"), (1, 1.0));
        assert_eq!(of("boar", "first"), (3, 0.6667));
        assert_eq!(of("mantis", "aside"), (3, 0.6667));
        assert_eq!(rows.len(), 7);
        let twice = [all.clone(), all.clone()].concat();
        assert_eq!(by_one(kind, &twice), Ok(found), "a game that comes twice counts once");
        let named =
            all.iter().map(|game| ("one", game)).chain(all.iter().map(|game| ("two", game)));
        let counts: Vec<_> =
            by_start(kind, named).unwrap().into_iter().map(|of| (of.engine, of.games)).collect();
        assert_eq!(counts, [("one".to_owned(), 3), ("two".to_owned(), 3)]);
    }

    #[test]
    fn a_start_that_cannot_be_read_is_told_by_its_number_and_alike_starts_have_no_rows() {
        let kind = engine::kind("onitama").unwrap();
        let fault = by_one(kind, &games("onitama", &[("nothing", 2)])).unwrap_err();
        assert_eq!(fault.0, 0);
        let kind = engine::kind("ataxx").unwrap();
        let start = kind.starts().deal("", 1).unwrap();
        let found = by_one(kind, &games("ataxx", &[(&start, 2)])).unwrap();
        assert_eq!(found[0].parts, []);
    }
}
