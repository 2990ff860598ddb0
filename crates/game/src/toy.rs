//! Toy games as literal trees, in which a side may move twice running.
//!
//! They test the search where real games are too regular: turns of any length, nodes without
//! moves, wins and losses at any depth, and lines that transpose.

use std::num::NonZeroU16;

use crate::zobrist::mix;
use crate::{Ending, Evaluator, MoveBits, MoveList, Outcome, Position, Reason, Repetition, Side};

/// A node of a toy tree. Everything about it follows from `state`: whose move it is, how many
/// moves there are, whether the game is over, and the static evaluation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Toy {
    seed: u64,
    state: u64,
    ply: u32,
}

/// The move to child number n, from 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct ToyMove(NonZeroU16);

impl MoveBits for ToyMove {
    fn bits(self) -> NonZeroU16 {
        self.0
    }
    fn from_bits(bits: NonZeroU16) -> Self {
        Self(bits)
    }
}

impl ToyMove {
    fn new(number: u16) -> Self {
        Self(NonZeroU16::MIN.saturating_add(number))
    }

    fn number(self) -> u16 {
        self.0.get() - 1
    }
}

impl Toy {
    /// The root of the tree with this seed.
    pub fn new(seed: u64) -> Self {
        Self { seed, state: 0, ply: 0 }
    }

    fn random(&self, purpose: u64) -> u64 {
        mix(mix(self.seed ^ mix(purpose)) ^ mix(self.state) ^ u64::from(self.ply))
    }

    fn branching(&self) -> u16 {
        // One node in about sixteen has no move at all.
        match self.random(1) % 16 {
            0 => 0,
            n => (n % 6 + 1) as u16,
        }
    }

    fn random_ending(&self, purpose: u64) -> Ending {
        let reason = Reason("leaf of a toy tree");
        let outcome = match self.random(purpose) % 3 {
            0 => Outcome::Draw,
            1 => Outcome::Win(Side::First),
            _ => Outcome::Win(Side::Second),
        };
        Ending { outcome, reason }
    }

    /// The static evaluation, in points from the view of the side to move.
    pub fn points(&self) -> i32 {
        let absolute = (self.random(3) % 401) as i32 - 200;
        if self.side_to_move() == Side::First { absolute } else { -absolute }
    }
}

impl Position for Toy {
    type Move = ToyMove;
    const REPETITION: Repetition = Repetition::None;
    const HISTORY_SLOTS: usize = 8;

    fn side_to_move(&self) -> Side {
        // The side stays to move in about half of all cases.
        if self.random(2).is_multiple_of(2) { Side::First } else { Side::Second }
    }

    fn key(&self) -> u64 {
        self.random(0)
    }

    fn ending(&self) -> Option<Ending> {
        (self.ply > 0 && self.random(4).is_multiple_of(12)).then(|| self.random_ending(5))
    }

    fn tactical_moves(&self, moves: &mut MoveList<ToyMove>) {
        moves.extend((0..self.branching()).map(ToyMove::new).filter(|&mv| self.is_tactical(mv)));
    }

    fn quiet_moves(&self, moves: &mut MoveList<ToyMove>) {
        moves.extend((0..self.branching()).map(ToyMove::new).filter(|&mv| !self.is_tactical(mv)));
    }

    fn is_legal(&self, mv: ToyMove) -> bool {
        mv.number() < self.branching()
    }

    fn is_tactical(&self, mv: ToyMove) -> bool {
        (self.random(6) >> mv.number()).is_multiple_of(2)
    }

    fn tactical_value(&self, mv: ToyMove) -> i32 {
        (self.random(7) >> mv.number()) as i32 & 0xff
    }

    fn ending_without_moves(&self) -> Ending {
        self.random_ending(8)
    }

    fn make(&self, mv: ToyMove) -> Self {
        // A sum does not know the order of its parts: different lines reach the same node.
        let state = self.state.wrapping_add(u64::from(mv.number()) * u64::from(mv.number()) + 1);
        Self { seed: self.seed, state, ply: self.ply + 1 }
    }

    fn irreversible(&self, _: ToyMove) -> bool {
        true
    }

    fn count_pieces(&self) -> u32 {
        0
    }

    fn history_slot(&self, mv: ToyMove) -> usize {
        usize::from(mv.number() % 8)
    }
}

/// The static evaluation of a toy tree.
#[derive(Clone, Copy, Debug)]
pub struct ToyEval;

impl Evaluator<Toy> for ToyEval {
    type Params = ();
    type State = ();

    fn new((): &(), _: &Toy) -> Self {
        Self
    }
    fn fresh(&self, _: &Toy) {}
    fn update(&self, (): &(), _: &Toy, _: ToyMove, _: &Toy) {}
    fn evaluate(&self, position: &Toy, (): &()) -> i32 {
        position.points()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::perft::{Finished, perft, walk};

    #[test]
    fn sides_move_twice_running_and_lines_transpose() {
        let (mut same, mut turned, mut ended) = (0, 0, 0);
        for seed in 0..200 {
            let root = Toy::new(seed);
            let mut moves = MoveList::new();
            root.legal_moves(&mut moves);
            for mv in moves {
                let child = root.make(mv);
                if child.side_to_move() == root.side_to_move() {
                    same += 1;
                } else {
                    turned += 1;
                }
                ended += i32::from(child.ending().is_some());
            }
        }
        assert!(same > 100 && turned > 100 && ended > 10, "{same} {turned} {ended}");
        let root = Toy::new(1);
        let (a, b) = (ToyMove::new(0), ToyMove::new(2));
        assert_eq!(root.make(a).make(b), root.make(b).make(a));
    }

    #[test]
    fn bulk_counting_agrees_with_the_walk() {
        for seed in 0..50 {
            for finished in [Finished::OneLeaf, Finished::Nothing] {
                let toy = Toy::new(seed);
                assert_eq!(perft(&toy, 5, finished), walk(&toy, 5, finished));
            }
        }
    }

    #[test]
    fn toys_keep_the_laws_of_games() {
        use rand::SeedableRng;
        let mut random = rand_xoshiro::Xoshiro256PlusPlus::seed_from_u64(1);
        for seed in 0..20 {
            crate::laws::random_walk(Toy::new(seed), 6, &mut random, |toy| {
                crate::laws::moves_are_legal_and_complete(toy);
            });
        }
    }

    #[test]
    fn trees_are_the_same_for_ever_and_not_lopsided() {
        // Counts of the first trees: whoever changes them changes what the tests of the search look at.
        let counted: Vec<u64> =
            (0..6).map(|seed| perft(&Toy::new(seed), 5, Finished::OneLeaf)).collect();
        assert_eq!(counted, [82, 446, 128, 213, 0, 225]);
        let points: Vec<i32> = (0..6).map(|seed| Toy::new(seed).points()).collect();
        assert_eq!(points, [-103, 112, 64, 175, 63, 112]);
        let toys: Vec<Toy> = (0..400).map(Toy::new).collect();
        let share = |holds: &dyn Fn(&Toy) -> bool| toys.iter().filter(|toy| holds(toy)).count();
        let evaluate = |toy: &Toy| ToyEval::new(&(), toy).evaluate_fresh(toy);
        assert!(toys.iter().all(|toy| evaluate(toy) == toy.points() && toy.points().abs() <= 200));
        assert!((150..250).contains(&share(&|toy| toy.points() > 0)));
        assert!((150..250).contains(&share(&|toy| toy.side_to_move() == Side::First)));
        let first = ToyMove::new(0);
        assert!((150..250).contains(&share(&|toy| toy.is_tactical(first))));
        assert!((150..250).contains(&share(&|toy| toy.tactical_value(first) < 128)));
        assert!((10..50).contains(&share(&|toy| !toy.has_legal_move())));
        for outcome in [Outcome::Draw, Outcome::Win(Side::First), Outcome::Win(Side::Second)] {
            assert!(
                (100..170).contains(&share(&|toy| toy.ending_without_moves().outcome == outcome))
            );
        }
        let mut keys: Vec<u64> = toys.iter().map(Toy::key).collect();
        keys.sort_unstable();
        keys.dedup();
        assert_eq!(keys.len(), toys.len());
        for number in [0, 1, 7] {
            assert_eq!(ToyMove::new(number).number(), number);
            assert_eq!(toys[0].history_slot(ToyMove::new(number)), usize::from(number));
        }
    }
}
