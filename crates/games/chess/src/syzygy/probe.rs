//! The tables' value of a position. Captures, and with distances pawns' moves, are played out: a table does not tell
//! what one of these decides.

use game::{MoveList, Position as _};

use super::folders::Tablebases;
use super::material::{MAX_PIECES, Material};
use super::table::{Distance, Kind};
use super::{Probed, Wdl};
use crate::moves::Move;
use crate::piece::Piece;
use crate::position::Position;

/// How a position ends.
struct Found {
    wdl: Wdl,
    /// True if a capture (or a pawn's move, where these were looked at) is best, or all there is.
    by_zeroing: bool,
}

/// The distance of a position where a capture or a pawn's move comes next and keeps the result.
pub(super) const fn before_zeroing(wdl: Wdl) -> i32 {
    match wdl {
        Wdl::Win => 1,
        Wdl::CursedWin => 101,
        Wdl::Draw => 0,
        Wdl::BlessedLoss => -101,
        Wdl::Loss => -1,
    }
}

fn is_capture(position: &Position, mv: Move) -> bool {
    !position.is_castling(mv) && position.captured(mv).is_some()
}

pub(super) fn is_zeroing(position: &Position, mv: Move) -> bool {
    is_capture(position, mv) || position.kind_at(mv.from()) == Piece::Pawn
}

fn legal_moves(position: &Position) -> MoveList<Move> {
    let mut moves = MoveList::new();
    position.legal_moves(&mut moves);
    moves
}

impl Tablebases {
    /// True if the tables may know a position: few enough pieces, and nobody can castle.
    pub fn covers(&self, position: &Position) -> bool {
        let pieces = position.count_pieces() as usize;
        pieces <= self.most_pieces().min(MAX_PIECES) && position.castling().is_empty()
    }

    /// How a position ends for the side to move, where no move was counted towards the fifty yet. None where somebody can
    /// castle, there are too many pieces or a table is missing.
    ///
    /// # Errors
    /// If a table is damaged or cannot be read.
    pub fn wdl(&self, position: &Position) -> Probed<Wdl> {
        if !self.covers(position) {
            return Ok(None);
        }
        Ok(self.played_out(position, false)?.map(|found| found.wdl))
    }

    /// The plies to the next capture, pawn's move or mate (distance to zero): above 0 where the side to move wins, below
    /// where it loses, 0 in a draw. 100 more where the fifty-move rule makes a draw of it: 101 and above, -101 and below.
    /// Distances may be one more than the tables know, as these keep some in moves. None as for
    /// [`wdl`](Tablebases::wdl).
    ///
    /// # Errors
    /// If a table is damaged or cannot be read.
    pub fn dtz(&self, position: &Position) -> Probed<i32> {
        if !self.covers(position) {
            return Ok(None);
        }
        let Some(found) = self.played_out(position, true)? else {
            // A table of what pawns become is missing: that matters to decided positions alone.
            let wdl = self.wdl(position)?;
            return Ok(wdl.filter(|&wdl| wdl == Wdl::Draw).map(|_| 0));
        };
        if found.wdl == Wdl::Draw {
            return Ok(Some(0));
        }
        if found.by_zeroing {
            return Ok(Some(before_zeroing(found.wdl)));
        }
        let Some((table, path)) = self.table(Kind::Dtz, Material::of(position))? else {
            return Ok(None);
        };
        match table.distance(position, found.wdl).map_err(|fault| self.wrong(fault, path))? {
            Distance::Plies(plies) => Ok(Some(match found.wdl {
                Wdl::Win => plies,
                Wdl::CursedWin => plies + 100,
                Wdl::Draw => 0,
                Wdl::BlessedLoss => -plies - 100,
                Wdl::Loss => -plies,
            })),
            Distance::OtherSide => self.least_distance(position, found.wdl),
        }
    }

    /// The distance of a position of which the table keeps those one ply on.
    fn least_distance(&self, position: &Position, wdl: Wdl) -> Probed<i32> {
        let mut least: Option<i32> = None;
        for mv in legal_moves(position) {
            let next = position.make(mv);
            let distance = if is_zeroing(position, mv) {
                self.played_out(&next, false)?.map(|found| -before_zeroing(found.wdl))
            } else {
                self.dtz(&next)?.map(|distance| -distance)
            };
            let Some(distance) = distance else { return Ok(None) };
            if distance.signum() != (wdl as i32).signum() {
                continue;
            }
            let mates = next.checkers() != 0 && !next.has_legal_move();
            let distance = if mates {
                1
            } else if is_zeroing(position, mv) {
                distance
            } else {
                distance + distance.signum()
            };
            least = Some(least.map_or(distance, |least| least.min(distance)));
        }
        // Without a move it is mate.
        Ok(Some(least.unwrap_or(-1)))
    }

    /// The result of a position: that of its best capture (with `pawns`, its best pawn's move too), or that of the table.
    fn played_out(&self, position: &Position, pawns: bool) -> Probed<Found> {
        let moves = legal_moves(position);
        let mut best: Option<Wdl> = None;
        let mut tried = 0;
        for &mv in &moves {
            if !(is_capture(position, mv) || pawns && position.kind_at(mv.from()) == Piece::Pawn) {
                continue;
            }
            tried += 1;
            let Some(found) = self.played_out(&position.make(mv), false)? else { return Ok(None) };
            let wdl = -found.wdl;
            best = best.max(Some(wdl));
            if wdl == Wdl::Win {
                return Ok(Some(Found { wdl, by_zeroing: true }));
            }
        }
        // With nothing else to play, the table is not asked: it knows of no en passant captures.
        if let Some(wdl) = best.filter(|_| tried == moves.len()) {
            return Ok(Some(Found { wdl, by_zeroing: true }));
        }
        let material = Material::of(position);
        let stored = if material.total() == 2 {
            Wdl::Draw
        } else {
            let Some((table, path)) = self.table(Kind::Wdl, material)? else { return Ok(None) };
            table.wdl(position).map_err(|fault| self.wrong(fault, path))?
        };
        Ok(Some(match best.filter(|&best| best >= stored) {
            Some(wdl) => Found { wdl, by_zeroing: wdl > Wdl::Draw },
            None => Found { wdl: stored, by_zeroing: false },
        }))
    }
}
