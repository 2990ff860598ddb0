//! A move of the search: a step, the end of a turn before its fourth step, or a placement.

use std::num::NonZeroU16;

use game::MoveBits;

use crate::board::{Direction, KINDS, Kind};

/// The meaning of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action {
    /// A piece of either side goes one square.
    Step {
        /// From where.
        from: usize,
        /// Which way.
        way: Direction,
    },
    /// The turn ends here.
    Pass,
    /// A piece is put on a square, when setting up.
    Place {
        /// Its kind.
        kind: Kind,
        /// Where.
        square: usize,
    },
}

/// A move in 16 bits: `1 from(6) way(2)` a step, `1 0(9)` a pass, `1 0 kind(3) square(6)` a placement.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Move(NonZeroU16);

const STEP: u16 = 1 << 8;
const PASS: u16 = 1 << 9;
const PLACE: u16 = 1 << 10;

impl Move {
    #[inline(always)]
    const fn new(bits: u16) -> Self {
        match NonZeroU16::new(bits) {
            Some(bits) => Self(bits),
            None => Self(NonZeroU16::MIN),
        }
    }

    /// The end of a turn before its fourth step.
    pub const PASS: Self = Self::new(PASS);

    /// A piece goes one square.
    #[inline(always)]
    pub const fn step(from: usize, way: Direction) -> Self {
        Self::new(STEP | (from as u16) << 2 | way as u16)
    }

    /// A piece is put on a square.
    pub const fn place(kind: Kind, square: usize) -> Self {
        Self::new(PLACE | (kind as u16) << 6 | square as u16)
    }

    /// True if it is the end of a turn before its fourth step.
    #[inline(always)]
    pub const fn is_pass(self) -> bool {
        self.0.get() == PASS
    }

    /// The meaning of the move; None where the bits are those of no move.
    #[inline(always)]
    pub const fn action(self) -> Option<Action> {
        let bits = self.0.get();
        match bits >> 8 {
            1 => Some(Action::Step { from: (bits >> 2 & 63) as usize, way: Self::way(bits) }),
            2 if bits == PASS => Some(Action::Pass),
            4 | 5 if ((bits >> 6 & 7) as usize) < KINDS => {
                Some(Action::Place { kind: (bits >> 6 & 7) as usize, square: (bits & 63) as usize })
            }
            _ => None,
        }
    }

    #[inline(always)]
    const fn way(bits: u16) -> Direction {
        Direction::ALL[(bits & 3) as usize]
    }

    /// Of a step, from where and which way.
    #[inline(always)]
    pub const fn as_step(self) -> Option<(usize, Direction)> {
        let bits = self.0.get();
        if bits >> 8 == 1 { Some(((bits >> 2 & 63) as usize, Self::way(bits))) } else { None }
    }

    /// Of a step, the number made of its square and way.
    #[inline(always)]
    pub(crate) const fn compact(self) -> usize {
        (self.0.get() & (STEP - 1)) as usize
    }
}

impl MoveBits for Move {
    #[inline(always)]
    fn bits(self) -> NonZeroU16 {
        self.0
    }
    #[inline(always)]
    fn from_bits(bits: NonZeroU16) -> Self {
        Self(bits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_move_is_what_it_was_made_as() {
        let mut seen = std::collections::HashSet::new();
        for square in 0..64 {
            for way in Direction::ALL {
                let step = Move::step(square, way);
                assert_eq!(step.action(), Some(Action::Step { from: square, way }));
                assert_eq!(step.as_step(), Some((square, way)));
                assert!(seen.insert(step));
            }
            for kind in 0..KINDS {
                let place = Move::place(kind, square);
                assert_eq!(place.action(), Some(Action::Place { kind, square }));
                assert!(seen.insert(place));
            }
        }
        assert_eq!(Move::PASS.action(), Some(Action::Pass));
        assert!(seen.insert(Move::PASS));
        let all = (1..=u16::MAX).filter_map(NonZeroU16::new).map(Move::from_bits);
        assert_eq!(all.filter(|mv| mv.action().is_some()).count(), seen.len());
    }
}
