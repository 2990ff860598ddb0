//! What a piece is worth on each square, worked out once from the parameters.

use game::Side;

use super::Pair;
use crate::board::{SQUARES, file_of, rank_of, relative};
use crate::params::EvalParams;
use crate::piece::Piece;

/// By side, kind and square; Black's are negative.
#[derive(Clone, Debug)]
pub(super) struct SquareTable([[[Pair; SQUARES]; 6]; 2]);

/// How far a square is from the centre: 0 for the four in the middle, 3 for the edge.
pub(super) const fn ring(at: usize) -> usize {
    let (file, rank) = (edge(file_of(at)), edge(rank_of(at)));
    3 - if file < rank { file } else { rank }
}

/// How far a file or rank is from the edge, from 0 to 3.
pub(super) const fn edge(line: usize) -> usize {
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
    let (file, rank, ring) = (edge(file_of(at)), rank_of(at), ring(at));
    let mut value = match params.opening_value.get(piece.index()) {
        Some(&opening) => Pair::new(opening, params.endgame_value[piece.index()]),
        None => Pair::default(),
    };
    let by_ring = |table: &[i16; 8]| Pair::of([table[ring], table[4 + ring]]);
    value += match piece {
        Piece::Pawn => {
            let centre = if ring == 0 { params.opening_pawn_centre } else { 0 };
            let opening = params.opening_pawn_rank[rank] + params.opening_pawn_file[file];
            Pair::new(i32::from(opening) + centre, params.endgame_pawn_rank[rank].into())
        }
        Piece::Knight => by_ring(&params.knight_ring),
        Piece::Bishop => by_ring(&params.bishop_ring),
        Piece::Rook => {
            let mut value = Pair::new(params.rook_file[file].into(), 0);
            if rank == 6 {
                value += Pair::of(params.rook_seventh);
            }
            value
        }
        Piece::Queen => by_ring(&params.queen_ring),
        Piece::King => {
            let opening = params.opening_king_rank[rank] + params.opening_king_file[file];
            Pair::of([opening, params.endgame_king_ring[ring]])
        }
    };
    value
}
