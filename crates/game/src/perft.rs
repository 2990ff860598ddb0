//! Counting the leaves of the tree of legal moves.

use crate::{MoveList, Position};

/// How a game that is over above the last ply is counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Finished {
    /// As one leaf, whatever the depth (the custom for Onitama).
    OneLeaf,
    /// Not at all (the custom for Ataxx).
    Nothing,
    /// Nobody asks: only a side without a legal move ends a line, and draws by rule do not (the
    /// custom for chess).
    Unasked,
}

/// True if the game is over, on the board or by a count of plies. (Where a side has no legal move
/// there is nothing to count.)
#[inline(always)]
fn over<P: Position>(position: &P, finished: Finished) -> bool {
    finished != Finished::Unasked
        && (position.ending().is_some() || position.ending_by_clock().is_some())
}

/// The number of leaves `depth` plies below `position`. The last ply, or the last two, are counted
/// in bulk, by [`Position::count_legal_moves`] and [`Position::count_two_plies`], without making
/// their moves.
pub fn perft<P: Position>(position: &P, depth: u32, finished: Finished) -> u64 {
    if depth == 0 {
        return 1;
    }
    if over(position, finished) {
        return u64::from(finished == Finished::OneLeaf);
    }
    bulk(position, depth, finished)
}

fn bulk<P: Position>(position: &P, depth: u32, finished: Finished) -> u64 {
    if depth == 1 {
        return position.count_legal_moves();
    }
    if depth == 2 {
        let finished = u64::from(finished == Finished::OneLeaf);
        if let Some(leaves) = position.count_two_plies(finished) {
            return leaves;
        }
    }
    let mut moves = MoveList::new();
    position.legal_moves(&mut moves);
    let mut leaves = 0;
    for &mv in &moves {
        let child = position.make(mv);
        leaves += if over(&child, finished) {
            u64::from(finished == Finished::OneLeaf)
        } else {
            bulk(&child, depth - 1, finished)
        };
    }
    leaves
}

/// The same count by making every move, the last ones too: what bulk counting is measured and
/// tested against.
pub fn walk<P: Position>(position: &P, depth: u32, finished: Finished) -> u64 {
    if depth == 0 {
        return 1;
    }
    if over(position, finished) {
        return u64::from(finished == Finished::OneLeaf);
    }
    let mut moves = MoveList::new();
    position.legal_moves(&mut moves);
    let mut leaves = 0;
    for &mv in &moves {
        let child = position.make(mv);
        // Nobody looks at the last ones: the compiler must not leave out what they are made of.
        let child = std::hint::black_box(&child);
        leaves += if depth == 1 { 1 } else { walk(child, depth - 1, finished) };
    }
    leaves
}

/// The leaves below each legal move, in the order of generation.
pub fn divide<P: Position>(position: &P, depth: u32, finished: Finished) -> Vec<(P::Move, u64)> {
    if depth == 0 || over(position, finished) {
        return Vec::new();
    }
    let mut moves = MoveList::new();
    position.legal_moves(&mut moves);
    moves.iter().map(|&mv| (mv, perft(&position.make(mv), depth - 1, finished))).collect()
}
