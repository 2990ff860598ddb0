//! Quiet positions of recorded games, each with the score of the search and the result of its game.

use arena::GameRecord;
use engine::{GameKind, PositionSet, Verdict};

/// Beyond this score, in points, a game is taken for decided, and its positions teach nothing.
const DECIDED: i32 = 1_500;

/// Training positions with their scores and results, from the first side's view.
pub struct Samples {
    pub(crate) positions: Box<dyn PositionSet>,
    /// The results of their games: 1, 0.5 or 0.
    pub(crate) results: Vec<f32>,
    /// The scores of the search, in points.
    pub(crate) scores: Vec<i16>,
}

impl Samples {
    /// No positions yet.
    pub fn new(kind: &dyn GameKind) -> Self {
        Self { positions: kind.position_set(), results: Vec::new(), scores: Vec::new() }
    }

    /// How many positions there are.
    pub fn len(&self) -> usize {
        self.results.len()
    }

    /// True if there is none.
    pub fn is_empty(&self) -> bool {
        self.results.is_empty()
    }

    /// Adds the positions of a game after its first `skip` turns: those in which the side to move neither is in check
    /// nor makes a tactical move, and whose score is not that of a decided game.
    ///
    /// # Errors
    /// If the game cannot be played through; in words.
    pub fn add(
        &mut self,
        kind: &dyn GameKind,
        record: &GameRecord,
        skip: usize,
    ) -> Result<(), String> {
        let [first, _] = kind.side_letters();
        let result = match record.result.winner {
            None => 0.5,
            Some(letter) if letter == first => 1.0,
            Some(_) => 0.0,
        };
        let score = |turn: usize| match record.notes.get(turn)?.score {
            Some(Verdict::Points(points)) if points.abs() < DECIDED => Some(points as i16),
            _ => None,
        };
        let wanted = |turn: usize| turn >= skip && score(turn).is_some();
        let begin = self.positions.len();
        let added = self.positions.add_quiet(&record.start, &record.turns, &wanted)?;
        for (number, turn) in (begin..).zip(added) {
            let score = score(turn).unwrap_or_default();
            let by_first = if self.positions.first_to_move(number) { score } else { -score };
            self.scores.push(by_first);
            self.results.push(result);
        }
        Ok(())
    }
}
