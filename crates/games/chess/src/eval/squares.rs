//! The value of a piece on each square, computed once from the parameters.

use game::Side;

use crate::board::{SQUARES, file_of, rank_of, relative};
use crate::params::EvalParams;
use crate::piece::Piece;
use game::Pair;

/// By side, kind and square; Black's are negative.
#[derive(Clone, Debug)]
pub(super) struct SquareTable([[[Pair; SQUARES]; 6]; 2]);

/// How far a file or rank is from the edge, from 0 to 3.
const fn edge(line: usize) -> usize {
    if line > 3 { 7 - line } else { line }
}

impl SquareTable {
    pub(super) fn new(params: &EvalParams) -> Self {
        let mut table = [[[Pair::default(); SQUARES]; 6]; 2];
        for at in 0..SQUARES {
            for piece in Piece::ALL {
                let value = value(params, piece, at);
                table[0][piece.index()][at] = value;
                table[1][piece.index()][relative(Side::Second, at)] = value * -1;
            }
        }
        Self(table)
    }

    #[inline(always)]
    pub(super) fn get(&self, side: Side, piece: Piece, at: usize) -> Pair {
        self.0[side.index()][piece.index()][at & 63]
    }
}

/// The value of White's piece on a square.
fn value(params: &EvalParams, piece: Piece, at: usize) -> Pair {
    let table = match piece {
        Piece::Pawn => &params.pawn_square,
        Piece::Knight => &params.knight_square,
        Piece::Bishop => &params.bishop_square,
        Piece::Rook => &params.rook_square,
        Piece::Queen => &params.queen_square,
        Piece::King => &params.king_square,
    };
    let mut value = Pair::of(table[4 * rank_of(at) + edge(file_of(at))]);
    if let Some(&material) = params.value.get(piece.index()) {
        value += Pair::of(material);
    }
    value
}
