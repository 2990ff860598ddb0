//! In which order a table numbers the pieces of a position, and what number the position has.

use game::Side;

use super::error::{Fault, ensure};
use super::material::{MAX_PIECES, Material};
use super::squares::{
    KING_PAIRS, TRIPLES, choose, kings, led, off_diagonal, pawn_order, pawns, transposed, triple,
};
use crate::board::{Squares, file_of, first, rank_of, squares};
use crate::piece::Piece;

/// The sides and kinds of the pieces in a table's order; a king past their number.
type Order = [(Side, Piece); MAX_PIECES];

/// Pieces that stand as a table sees them: sides exchanged and ranks mirrored where it keeps the mirrored position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Board(pub(super) [[Squares; 6]; 2]);

impl Board {
    fn of(&self, (side, piece): (Side, Piece)) -> Squares {
        self.0[side.index()][piece.index()]
    }

    /// The leading pawn of a side that has one.
    pub(super) fn leader(&self, side: Side) -> usize {
        let pawns = squares(self.of((side, Piece::Pawn)));
        pawns.max_by_key(|&at| pawn_order(at)).unwrap_or(0)
    }
}

/// The leading group: the pieces numbered by the symmetries of the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Lead {
    /// The pawns of the side with fewer of them.
    Pawns,
    /// The kings and a third piece that is the only one of its kind and side.
    Triple,
    /// The kings.
    Kings,
}

/// Equal pieces, or those that lead.
#[derive(Clone, Copy, Debug)]
struct Group {
    length: usize,
    /// The factor of the number of its squares.
    factor: u64,
}

/// How the positions of a table are numbered (of a table with pawns: those whose leader is on one pair of files).
#[derive(Debug)]
pub(super) struct Layout {
    order: Order,
    pieces: usize,
    lead: Lead,
    groups: Vec<Group>,
    /// True if both sides have pawns: the second group is then of pawns too.
    pawns_of_both: bool,
    /// How many positions there are.
    size: u64,
}

/// The piece that a file has for 4 bits.
fn piece_of(code: u8) -> Result<(Side, Piece), Fault> {
    let side = if code & 8 == 0 { Side::First } else { Side::Second };
    let kind = Piece::ALL.get(usize::from(code & 7).wrapping_sub(1));
    Ok((side, *kind.ok_or(Fault::Damaged("a piece that there is not"))?))
}

impl Layout {
    /// From what a file says: the order of its pieces, and at which places the leading group and the pawns of the
    /// other side come when the numbers of all groups are put together.
    pub(super) fn new(
        material: &Material,
        codes: &[u8],
        places: [u8; 2],
        file: usize,
    ) -> Result<Self, Fault> {
        let mut order = [(Side::First, Piece::King); MAX_PIECES];
        let mut found = Material::EMPTY;
        for (piece, &code) in order.iter_mut().zip(codes) {
            *piece = piece_of(code)?;
            found.add(piece.0, piece.1);
        }
        let same = found == *material && codes.len() == material.total();
        ensure(same, "its pieces are not those of its name")?;
        let pieces = codes.len();
        let lead = match (material.has_pawns(), material.has_single()) {
            (true, _) => Lead::Pawns,
            (false, true) => Lead::Triple,
            (false, false) => Lead::Kings,
        };
        let mut leading = match lead {
            Lead::Pawns => 1,
            Lead::Triple => 3,
            Lead::Kings => 2,
        };
        while lead == Lead::Pawns && leading < pieces && order[leading] == order[0] {
            leading += 1;
        }
        let led_well = match lead {
            Lead::Pawns => order[0].1 == Piece::Pawn,
            Lead::Triple | Lead::Kings => {
                let count = |&(side, piece): &(Side, Piece)| material.count(side, piece) == 1;
                order[..leading].iter().all(count)
            }
        };
        ensure(led_well, "other pieces lead than should")?;
        let mut lengths = vec![leading];
        for at in leading..pieces {
            match lengths.last_mut() {
                Some(last) if at > leading && order[at] == order[at - 1] => *last += 1,
                _ => lengths.push(1),
            }
        }
        let is_new = |&at: &usize| !order[..at].contains(&order[at]);
        let kinds = (leading..pieces).filter(is_new).count();
        ensure(kinds == lengths.len() - 1, "equal pieces are apart")?;
        let pawns_of_both =
            Side::BOTH.into_iter().all(|side| material.count(side, Piece::Pawn) > 0);
        let second_pawns = pawns_of_both && order.get(leading).is_some_and(|p| p.1 == Piece::Pawn);
        ensure(second_pawns == pawns_of_both, "pawns are not where they should be")?;
        let mut layout = Self { order, pieces, lead, groups: Vec::new(), pawns_of_both, size: 0 };
        layout.number(&lengths, places, file)?;
        Ok(layout)
    }

    /// Finds the factor of each group.
    fn number(&mut self, lengths: &[usize], places: [u8; 2], file: usize) -> Result<(), Fault> {
        self.groups = lengths.iter().map(|&length| Group { length, factor: 0 }).collect();
        let fixed = if self.pawns_of_both { 2 } else { 1 };
        let mut free = 64 - lengths.iter().take(fixed).sum::<usize>();
        let mut next = fixed;
        let mut size = 1_u64;
        for place in 0..16 {
            let (group, ways) = if place == places[0] {
                let ways = match self.lead {
                    Lead::Pawns => led(lengths[0], file),
                    Lead::Triple => TRIPLES,
                    Lead::Kings => KING_PAIRS,
                };
                (0, ways)
            } else if self.pawns_of_both && place == places[1] {
                (1, choose(48 - lengths[0], lengths[1]))
            } else if next < lengths.len() {
                let ways = choose(free, lengths[next]);
                free -= lengths[next];
                next += 1;
                (next - 1, ways)
            } else {
                continue;
            };
            self.groups[group].factor = size;
            size = size.checked_mul(ways).ok_or(Fault::Damaged("too many positions"))?;
        }
        let numbered = self.groups.iter().all(|group| group.factor > 0);
        ensure(numbered && size > 0, "groups without a place")?;
        self.size = size;
        Ok(())
    }

    /// How many positions there are.
    pub(super) fn size(&self) -> u64 {
        self.size
    }

    /// The side whose pawns lead.
    pub(super) fn leading_side(&self) -> Side {
        self.order[0].0
    }

    /// The number of a position with these pieces.
    pub(super) fn index(&self, board: &Board) -> u64 {
        let mut left = *board;
        let mut at = [0; MAX_PIECES];
        let at = &mut at[..self.pieces];
        for (at, &(side, piece)) in at.iter_mut().zip(&self.order) {
            let set = &mut left.0[side.index()][piece.index()];
            *at = first(*set);
            *set &= set.wrapping_sub(1);
        }
        let leading = self.groups[0].length;
        if self.lead == Lead::Pawns {
            at[..leading].sort_unstable_by_key(|&at| pawn_order(at));
            // The leader first, the others in rising order.
            at[..leading].rotate_right(1);
        }
        if file_of(at[0]) > 3 {
            at.iter_mut().for_each(|at| *at ^= 7);
            if self.lead == Lead::Pawns {
                // Of two pawns that mirror each other, the one on the left comes later.
                at[1..leading].sort_unstable_by_key(|&at| pawn_order(at));
            }
        }
        let number = if self.lead == Lead::Pawns {
            pawns(&at[..leading])
        } else {
            if rank_of(at[0]) > 3 {
                at.iter_mut().for_each(|at| *at ^= 56);
            }
            let off = at[..leading].iter().map(|&at| off_diagonal(at)).find(|&off| off != 0);
            if off.is_some_and(|off| off > 0) {
                at.iter_mut().for_each(|at| *at = transposed(*at));
            }
            match self.lead {
                Lead::Triple => triple([at[0], at[1], at[2]]),
                Lead::Pawns | Lead::Kings => kings(at[0], at[1]),
            }
        };
        let mut index = number * self.groups[0].factor;
        let mut from = leading;
        for (which, group) in self.groups.iter().enumerate().skip(1) {
            let (before, group_on) = at.split_at_mut(from);
            let own = &mut group_on[..group.length];
            own.sort_unstable();
            // Pawns have no first rank to stand on.
            let low = if which == 1 && self.pawns_of_both { 8 } else { 0 };
            let place = |&at: &usize| at - before.iter().filter(|&&other| other < at).count() - low;
            let ways: u64 = (1..).zip(own.iter().map(place)).map(|(n, of)| choose(of, n)).sum();
            index += ways * group.factor;
            from += group.length;
        }
        index
    }
}
