//! Which moves of a position keep its result, and make progress.

use game::Position as _;

use super::folders::Tablebases;
use super::probe::{before_zeroing, is_zeroing};
use super::{Probed, Wdl};
use crate::moves::Move;
use crate::position::Position;
use crate::rules::CLOCK_LIMIT;

/// While so few plies are counted towards the fifty moves, and nothing was repeated, all moves that win are ranked alike:
/// a search may find a nicer way than the tables know. After that only the shortest way to a capture, a pawn's move or
/// mate is taken, which cannot go round in circles.
const FREE_PLIES: i32 = 20;

/// A rank that moves that win for sure have.
const SURE: i32 = 10_000;

/// The tables' rank of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RankedMove {
    /// Higher is better; above 0 where it wins (if only by grace of the other side), below where it loses.
    pub rank: i32,
    /// Its result, the moves counted towards the fifty so far included.
    pub wdl: Wdl,
}

/// The tables' ranks of the moves of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RankedMoves {
    /// Of each move, in order.
    pub moves: Vec<RankedMove>,
    /// True if distances were known: who plays moves of the highest rank then reaches the result.
    pub by_distance: bool,
}

impl Tablebases {
    /// Ranks moves of a position. `earlier` are the repetition keys of the positions before it. Without `fifty_moves`
    /// the fifty-move rule does not make a draw of anything. None where the tables do not know all moves.
    ///
    /// # Errors
    /// If a table is damaged or cannot be read.
    pub fn rank(
        &self,
        position: &Position,
        earlier: &[u64],
        moves: &[Move],
        fifty_moves: bool,
    ) -> Probed<RankedMoves> {
        if !self.covers(position) {
            return Ok(None);
        }
        let distances = moves.iter().map(|&mv| self.distance_by(position, earlier, mv));
        if let Some(distances) = distances.collect::<Result<Option<Vec<i32>>, _>>()? {
            let clock = i32::from(position.clock());
            let relaxed = clock <= FREE_PLIES && !was_repeated(position, earlier);
            let rank = |distance| by_distance(distance, clock, relaxed, fifty_moves);
            let moves = distances.into_iter().map(rank).collect();
            return Ok(Some(RankedMoves { moves, by_distance: true }));
        }
        let ranked = moves.iter().map(|&mv| {
            let wdl = self.wdl(&position.make(mv))?.map(|wdl| -wdl);
            Ok(wdl.map(|wdl| {
                let wdl = if fifty_moves { wdl } else { without_fifty(wdl) };
                RankedMove { rank: wdl as i32, wdl }
            }))
        });
        let ranked = ranked.collect::<Result<Option<Vec<RankedMove>>, _>>()?;
        Ok(ranked.map(|moves| RankedMoves { moves, by_distance: false }))
    }

    /// The distance of a position by a move of its own, as [`Tablebases::dtz`] counts it; 0 too where the move repeats a
    /// position for the third time.
    fn distance_by(&self, position: &Position, earlier: &[u64], mv: Move) -> Probed<i32> {
        let next = position.make(mv);
        if is_zeroing(position, mv) {
            let mates = next.checkers() != 0 && !next.has_legal_move();
            return Ok(self.wdl(&next)?.map(|wdl| if mates { 1 } else { before_zeroing(-wdl) }));
        }
        if earlier.iter().filter(|&&key| key == next.key()).count() >= 2 {
            return Ok(Some(0));
        }
        Ok(self.dtz(&next)?.map(|distance| match -distance {
            // The other side is mated: that is the end, not a ply before it.
            1 if next.checkers() != 0 && !next.has_legal_move() => 1,
            distance => distance + distance.signum(),
        }))
    }
}

/// True if a position stood on the board twice since the last capture or pawn's move.
fn was_repeated(position: &Position, earlier: &[u64]) -> bool {
    let count = usize::from(position.clock()).min(earlier.len());
    let mut keys = earlier[earlier.len() - count..].to_vec();
    keys.push(position.key());
    keys.sort_unstable();
    keys.windows(2).any(|pair| pair[0] == pair[1])
}

const fn without_fifty(wdl: Wdl) -> Wdl {
    match wdl {
        Wdl::CursedWin => Wdl::Win,
        Wdl::BlessedLoss => Wdl::Loss,
        other => other,
    }
}

/// The rank of a move with this distance, so many plies being counted already.
fn by_distance(distance: i32, clock: i32, relaxed: bool, fifty_moves: bool) -> RankedMove {
    let limit = i32::from(CLOCK_LIMIT);
    if distance == 0 {
        return RankedMove { rank: 0, wdl: Wdl::Draw };
    }
    let plies = distance.abs();
    // Distances may be a ply too short where tables keep moves: one less than the limit is sure.
    let in_time = plies + clock < limit || !fifty_moves;
    let wins = distance > 0;
    let (rank, wdl) = if wins {
        let wdl = if plies + clock <= limit { Wdl::Win } else { Wdl::CursedWin };
        let alike = in_time && relaxed;
        (if alike { SURE } else { SURE - plies - clock }, wdl)
    } else {
        let wdl = if plies + clock <= limit { Wdl::Loss } else { Wdl::BlessedLoss };
        // All ways lose alike, unless the other side may run out of moves.
        let hopeless = 2 * plies + clock < limit || !fifty_moves;
        (if hopeless { -SURE } else { plies + clock - SURE }, wdl)
    };
    RankedMove { rank, wdl: if fifty_moves { wdl } else { without_fifty(wdl) } }
}
