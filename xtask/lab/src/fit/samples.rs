//! Quiet positions of recorded games, each with the result to expect.

use std::io::{BufRead as _, BufReader};
use std::path::Path;

use anyhow::{Context as _, Result, ensure};
use arena::GameRecord;
use engine::Verdict;
use game::{Notation, Side};

/// Scores beyond this say that the game is decided; nothing is to be learned from them.
const DECIDED: i32 = 1_500;

/// A position and what is known of it, from the first side's view.
pub struct Sample<P> {
    pub position: P,
    /// The game's result: 1, 0.5 or 0.
    pub result: f32,
    /// What the search said, in points.
    pub score: i16,
}

/// Reads a file of records and hands on each game's positions: those in which the side to move neither stands in check nor
/// makes a tactical move, and whose score is not that of a decided game.
pub fn read<P: Notation>(
    path: &Path,
    game: &str,
    skip: usize,
    mut found: impl FnMut(Vec<Sample<P>>),
) -> Result<()> {
    let file = std::fs::File::open(path).with_context(|| path.display().to_string())?;
    for (number, line) in (1..).zip(BufReader::new(file).lines()) {
        let place = || format!("{}, line {number}", path.display());
        let record: GameRecord =
            serde_json::from_str(&line.with_context(place)?).with_context(place)?;
        ensure!(record.game == game, "{}: this is a game of {}", place(), record.game);
        found(positions(&record, skip).with_context(place)?);
    }
    Ok(())
}

fn positions<P: Notation>(record: &GameRecord, skip: usize) -> Result<Vec<Sample<P>>> {
    let winner = record.result.winner;
    let result = match winner {
        None => 0.5,
        Some(letter) if letter == P::side_letter(Side::First) => 1.0,
        Some(_) => 0.0,
    };
    let mut position = P::parse(&record.start)?;
    let mut samples = Vec::new();
    for (index, turn) in record.turns.iter().enumerate() {
        let moves = position.parse_turn(turn)?;
        let quiet =
            !position.in_check() && moves.first().is_some_and(|&mv| !position.is_tactical(mv));
        let score = match record.notes.get(index).and_then(|note| note.score.as_ref()) {
            Some(&Verdict::Points(points)) if points.abs() < DECIDED => Some(points as i16),
            _ => None,
        };
        if let Some(score) = score.filter(|_| quiet && index >= skip) {
            let score = if position.side_to_move() == Side::First { score } else { -score };
            samples.push(Sample { position, result, score });
        }
        for mv in moves {
            position = position.make(mv);
        }
    }
    Ok(samples)
}
