//! Start positions: the usual corners, with or without walls.

use game::{Notation as _, ParseError, Position as _, Side};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::board::{BOARD, Squares, near, square};
use crate::position::Position;

/// Known layouts of blocked squares: a name, and the ranks from 7 down to 1.
pub const LAYOUTS: [(&str, &str); 8] = [
    ("open", "x5o/7/7/7/7/7/o5x"),
    ("posts", "x5o/7/2-1-2/7/2-1-2/7/o5x"),
    ("five", "x5o/7/2-1-2/3-3/2-1-2/7/o5x"),
    ("diamond", "x5o/7/3-3/2-1-2/3-3/7/o5x"),
    ("centre", "x5o/7/7/3-3/7/7/o5x"),
    ("plus", "x5o/7/3-3/2---2/3-3/7/o5x"),
    ("gates", "x2-2o/7/7/--3--/7/7/o2-2x"),
    ("corners", "x5o/1-3-1/7/7/7/1-3-1/o5x"),
];

const CORNERS: [Squares; 2] =
    [1 << square(0, 6) | 1 << square(6, 0), 1 << square(6, 6) | 1 << square(0, 0)];

/// A square seen after turning the board by half.
const fn turned(at: usize) -> usize {
    square(6 - at % 8, 6 - at / 8)
}

impl Position {
    /// A start position: `spec` is empty or the name of a layout of [`LAYOUTS`], or `walls` for
    /// random blocked squares, the same seen from both sides (the same seed gives the same ones).
    ///
    /// # Errors
    /// If there is no such layout.
    pub fn deal(spec: &str, seed: u64) -> Result<Self, ParseError> {
        let name = game::params::fold_name(spec.trim());
        if name == "walls" {
            return Ok(Self::random_walls(seed));
        }
        let named =
            |&(known, _): &(&str, &str)| known == name || (name.is_empty() && known == "open");
        match LAYOUTS.iter().find(|layout| named(layout)) {
            Some((_, board)) => Self::parse(&format!("{board} x 0 1")),
            None => {
                let known = LAYOUTS.map(|(name, _)| name).join(", ");
                let reason = format!("there is no layout of this name: use {known} or walls");
                Err(ParseError::new(spec, spec.trim(), reason))
            }
        }
    }

    /// A start with random walls: up to ten squares, not beside the corners, turned by half onto
    /// themselves. No side is shut in.
    pub fn random_walls(seed: u64) -> Self {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let room = BOARD & !near(CORNERS[0] | CORNERS[1]);
        let mut walls = 0;
        for _ in 0..rng.random_range(0..6) {
            let at = square(rng.random_range(0..7), rng.random_range(0..7));
            walls |= (1 << at | 1 << turned(at)) & room;
        }
        Self::new(CORNERS, walls, Side::First, 0, 1)
    }

    /// The same position with so many plies played since the last clone.
    #[must_use]
    pub fn with_clock(self, clock: u16) -> Self {
        let stones = Side::BOTH.map(|side| self.stones(side));
        Self::new(stones, self.walls(), self.side_to_move(), clock, self.number())
    }

    /// A position after some random moves from random walls, for tests and openings.
    pub fn random_play(seed: u64, plies: usize) -> Self {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed ^ 0x5eed);
        let mut position = Self::random_walls(seed);
        for _ in 0..plies {
            let mut moves = game::MoveList::new();
            if position.ending().is_none() {
                position.legal_moves(&mut moves);
            }
            let Some(&mv) = moves.get(rng.random_range(0..moves.len().max(1))) else { break };
            position = position.make(mv);
        }
        position
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn layouts_are_the_same_from_both_sides() {
        for (name, _) in LAYOUTS {
            let position = Position::deal(name, 0).unwrap();
            let walls = crate::board::squares(position.walls());
            assert_eq!(walls.fold(0, |set, at| set | 1 << turned(at)), position.walls(), "{name}");
        }
        assert_eq!(Position::deal("", 3).unwrap(), Position::start());
        let error = Position::deal("maze", 0).unwrap_err().to_string();
        assert!(error.starts_with("there is no layout of this name: use open, "), "{error}");
    }

    #[test]
    fn random_walls_repeat_with_their_seed() {
        for seed in 0..100 {
            let position = Position::deal("walls", seed).unwrap();
            assert_eq!(position, Position::random_walls(seed));
            assert!(position.ending().is_none());
        }
        assert_ne!(Position::random_walls(1), Position::random_walls(2));
    }
}
