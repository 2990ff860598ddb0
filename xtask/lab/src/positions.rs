//! The positions that are measured on: fixed, by seed.

use anyhow::Result;
use engine::Limits;
use game::{Notation as _, Position as _};
use onitama::Position;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::think::{new_engine, think};

/// The position on which the best published Onitama engine was measured.
pub const REFERENCE: &str = "bbBbb/5/5/3R1/rr1rr b crane,horse tiger,ox rooster";

/// Start positions of the base deck, by the seeds from 1.
pub fn starts(count: u64) -> Result<Vec<String>> {
    Ok((1..=count)
        .map(|seed| Position::deal("base", seed).map(|p| p.text()))
        .collect::<Result<_, _>>()?)
}

/// Positions with a master and a student a side, whose result a search of 200,000 nodes does not
/// prove.
pub fn endings(count: usize) -> Result<Vec<String>> {
    let mut engine = new_engine("onitama", 1, 4)?;
    let mut found = Vec::new();
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(2);
    while found.len() < count {
        let start = Position::random_deal(&[onitama::Deck::Base], rng.random());
        let mut squares: Vec<u8> = (0..25).collect();
        let mut board = [b'1'; 25];
        for piece in *b"RrBb" {
            board[usize::from(squares.swap_remove(rng.random_range(0..squares.len())))] = piece;
        }
        let ranks: Vec<String> =
            board.chunks(5).rev().map(|rank| String::from_utf8_lossy(rank).into_owned()).collect();
        let text = start.text();
        let Some((_, rest)) = text.split_once(' ') else { continue };
        let Ok(position) = Position::parse(&format!("{} {rest}", ranks.join("/"))) else {
            continue;
        };
        let quiet =
            position.ending().is_none() && position.static_win().is_none() && !position.in_check();
        if !quiet {
            continue;
        }
        let limits = Limits { nodes: Some(200_000), ..Limits::default() };
        let thought = think(engine.as_mut(), &position.text(), limits, |_| {})?;
        if thought.last.is_some_and(|last| !last.score.is_proven()) {
            found.push(position.text());
        }
    }
    Ok(found)
}

/// Positions of the middle game: random deals after 6 to 14 random plies, none of them decided at
/// once.
pub fn middle_games(count: usize) -> Vec<String> {
    let mut found = Vec::new();
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
    while found.len() < count {
        let start = Position::random_deal(&[onitama::Deck::Base], rng.random());
        let plies = rng.random_range(4..10);
        let mut last = start;
        let mut walk = Xoshiro256PlusPlus::seed_from_u64(rng.random());
        game::laws::random_walk(start, plies, &mut walk, |position| last = *position);
        if last.ending().is_none() && last.static_win().is_none() && !last.in_check() {
            found.push(last.text());
        }
    }
    found
}
