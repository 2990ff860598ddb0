//! Start positions: the usual one, those of Chess960, and the usual one after some random moves.

use game::{Evaluator as _, MoveList, Notation as _, ParseError, Position as _};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::board::has;
use crate::eval::Evaluation;
use crate::params::EvalParams;
use crate::piece::Piece;
use crate::position::Position;

/// The greatest difference of an even opening, in points.
const EVEN: i32 = 30;

/// How many start positions Chess960 has.
pub const CHESS960_STARTS: u32 = 960;

/// The first rank of a Chess960 start, from a to h, by its number (Scharnagl's): 518 is the usual one.
fn first_rank(number: u32) -> [Piece; 8] {
    let mut rank = [None; 8];
    let (rest, light) = (number / 4, number % 4);
    let (rest, dark) = (rest / 4, rest % 4);
    let (knights, queen) = (rest / 6, rest % 6);
    rank[2 * light as usize + 1] = Some(Piece::Bishop);
    rank[2 * dark as usize] = Some(Piece::Bishop);
    let mut put = |nth: usize, piece: Piece| {
        let mut empty = rank.iter_mut().filter(|square| square.is_none());
        if let Some(square) = empty.nth(nth) {
            *square = Some(piece);
        }
    };
    put(queen as usize, Piece::Queen);
    // The ten pairs of five squares, in order.
    const PAIRS: [(usize, usize); 10] =
        [(0, 1), (0, 2), (0, 3), (0, 4), (1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4)];
    let (first, second) = PAIRS[knights as usize % 10];
    put(second, Piece::Knight);
    put(first, Piece::Knight);
    for piece in [Piece::Rook, Piece::King, Piece::Rook] {
        put(0, piece);
    }
    rank.map(|piece| piece.unwrap_or(Piece::Rook))
}

impl Position {
    /// The Chess960 start of this number, below [`CHESS960_STARTS`]. Castling is written king takes rook, in
    /// 518 (the usual start) too.
    pub fn chess960(number: u32) -> Option<Self> {
        if number >= CHESS960_STARTS {
            return None;
        }
        let rank: String = first_rank(number).iter().map(|piece| piece.letter()).collect();
        let small = rank.to_ascii_lowercase();
        let text = format!("{small}/pppppppp/8/8/8/8/PPPPPPPP/{rank} w KQkq - 0 1");
        Self::parse(&text).ok().map(Self::shuffled)
    }

    /// A start position: `spec` is empty for the usual one, `random` for the usual one after some random moves that lose
    /// nothing at once, `chess960` for a random start of Chess960, or the number of one. The same seed
    /// gives the same.
    ///
    /// # Errors
    /// If there is no such specification.
    pub fn deal(spec: &str, seed: u64) -> Result<Self, ParseError> {
        let name = game::params::fold_name(spec.trim());
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let number = match name.as_str() {
            "" | "standard" => return Ok(Self::start()),
            "random" => return Ok(Self::random_opening(seed)),
            "chess960" | "960" | "frc" => Some(rng.random_range(0..CHESS960_STARTS)),
            other => other.strip_prefix("chess960:").unwrap_or(other).parse().ok(),
        };
        number.and_then(Self::chess960).ok_or_else(|| {
            let reason =
                "use standard, random, chess960 or the number of a start of Chess960 (0 to 959)";
            ParseError::new(spec, spec.trim(), reason)
        })
    }

    /// The usual start after eight random plies that leave kings and rooks where they are and lose nothing at once, and after
    /// which neither side stands better by the static evaluation.
    pub fn random_opening(seed: u64) -> Self {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed ^ 0x0be9);
        let evaluation = Evaluation::new(&EvalParams::START, &Self::start());
        loop {
            let mut position = Self::start();
            for _ in 0..8 {
                let mut moves = MoveList::new();
                position.legal_moves(&mut moves);
                let still = position.of_kind(Piece::King) | position.of_kind(Piece::Rook);
                moves.retain(|mv| {
                    !has(still, mv.from())
                        && position.exchange(*mv) >= 0
                        && position.after(*mv).best_exchange() <= 0
                });
                let Some(&mv) = moves.get(rng.random_range(0..moves.len().max(1))) else { break };
                position = position.make(mv);
            }
            let mut moves = MoveList::new();
            position.legal_moves(&mut moves);
            let even = |piece| {
                let [first, second] = game::Side::BOTH.map(|side| position.pieces(side, piece));
                first.count_ones() == second.count_ones()
            };
            let tempo = i32::from(EvalParams::START.tempo[0]);
            let level = (evaluation.evaluate_fresh(&position) - tempo).abs() <= EVEN;
            if level
                && moves.len() >= 10
                && position.checkers() == 0
                && Piece::ALL.into_iter().all(even)
            {
                return position;
            }
        }
    }

    /// The gain of the best capture of the side to move by exchanges, in points; 0 without one.
    fn best_exchange(&self) -> i32 {
        let mut moves = MoveList::new();
        self.tactical_moves(&mut moves);
        moves.iter().map(|&mv| self.exchange(mv)).max().unwrap_or(0).max(0)
    }

    /// A random position for tests: any start, and random moves.
    pub fn random_play(seed: u64, plies: usize) -> Self {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed ^ 0x5eed);
        let start = Self::chess960(rng.random_range(0..CHESS960_STARTS));
        let mut position = start.filter(|_| rng.random_bool(0.5)).unwrap_or_else(Self::start);
        for _ in 0..plies {
            let mut moves = MoveList::new();
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
    use std::collections::HashSet;

    #[test]
    fn there_are_960_starts_and_518_is_the_usual_one() {
        let texts: HashSet<String> =
            (0..960).map(|number| Position::chess960(number).unwrap().text()).collect();
        assert_eq!(texts.len(), 960);
        let usual = Position::chess960(518).unwrap();
        assert_eq!(usual.text(), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1");
        assert_eq!(Position::chess960(0).unwrap().text().split('/').next(), Some("bbqnnrkr"));
        assert_eq!(Position::chess960(959).unwrap().text().split('/').next(), Some("rkrnnqbb"));
        assert_eq!(Position::chess960(960), None);
        let error = Position::deal("chess1000", 0).unwrap_err().to_string();
        assert!(error.starts_with("use standard, random, chess960 or the number"), "{error}");
    }

    #[test]
    fn random_openings_repeat_with_their_seed_and_differ() {
        let texts: HashSet<String> = (0..50)
            .map(|seed| {
                let position = Position::deal("random", seed).unwrap();
                assert_eq!(position, Position::random_opening(seed));
                position.text()
            })
            .collect();
        assert!(texts.len() > 45, "{}", texts.len());
    }
}
