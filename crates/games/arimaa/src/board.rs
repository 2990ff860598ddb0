//! The board: sets of squares as bits, and what stands on them.
//!
//! Bit 0 is a1, bit 1 is b1, bit 63 is h8.

use game::Side;

/// A set of squares.
pub type Squares = u64;

/// The four squares on which a piece without a friend beside it is captured: c3, f3, c6 and f6.
pub const TRAPS: Squares = 1 << 18 | 1 << 21 | 1 << 42 | 1 << 45;

/// The traps one by one, with the squares beside each.
pub(crate) const TRAP_RINGS: [(usize, Squares); 4] =
    [(18, near(1 << 18)), (21, near(1 << 21)), (42, near(1 << 42)), (45, near(1 << 45))];

/// By side: where its rabbits win.
pub const GOAL: [Squares; 2] = [0xff00_0000_0000_0000, 0xff];

/// By side: the two ranks on which it sets up.
pub const HOME: [Squares; 2] = [0xffff, 0xffff_0000_0000_0000];

/// By side and square: the squares ahead, on its file and the two beside it.
pub(crate) const AHEAD: [[Squares; 64]; 2] = {
    let mut ahead = [[0; 64]; 2];
    let mut square = 0;
    while square < 64 {
        let at = 1 << square;
        let (mut up, mut down) = (at, at);
        let mut rank = 0;
        while rank < 7 {
            up |= up << 8;
            down |= down >> 8;
            rank += 1;
        }
        let sides = [up ^ at, down ^ at];
        let mut side = 0;
        while side < 2 {
            let file = sides[side];
            ahead[side][square] =
                file | shifted(file, Direction::East) | shifted(file, Direction::West);
            side += 1;
        }
        square += 1;
    }
    ahead
};

const FILE_A: Squares = 0x0101_0101_0101_0101;
const FILE_H: Squares = FILE_A << 7;

/// How many kinds of pieces there are.
pub const KINDS: usize = 6;

/// A kind of piece, from the weakest (0, a rabbit) to the strongest (5, the elephant).
pub type Kind = usize;

/// The rabbit.
pub const RABBIT: Kind = 0;
/// The cat.
pub const CAT: Kind = 1;
/// The camel.
pub const CAMEL: Kind = 4;
/// The elephant.
pub const ELEPHANT: Kind = 5;

/// How many of each kind a side begins with.
pub const COUNTS: [u32; KINDS] = [8, 2, 2, 2, 1, 1];

/// A direction: north is towards the eighth rank.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Direction {
    /// Up a rank.
    North = 0,
    /// To the right.
    East = 1,
    /// Down a rank.
    South = 2,
    /// To the left.
    West = 3,
}

impl Direction {
    /// All four, in order.
    pub const ALL: [Self; 4] = [Self::North, Self::East, Self::South, Self::West];

    /// Its letter in the text of a step.
    pub const fn letter(self) -> char {
        ['n', 'e', 's', 'w'][self as usize]
    }

    /// The direction of a letter, in either case.
    pub fn by_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|direction| direction.letter() == letter.to_ascii_lowercase())
    }
}

/// The way in which the rabbits of a side do not go.
#[inline(always)]
pub const fn backward(side: Side) -> Direction {
    match side {
        Side::First => Direction::South,
        Side::Second => Direction::North,
    }
}

/// A set moved by one square; what would leave the board is lost.
#[inline(always)]
pub const fn shifted(set: Squares, direction: Direction) -> Squares {
    match direction {
        Direction::North => set << 8,
        Direction::South => set >> 8,
        Direction::East => (set & !FILE_H) << 1,
        Direction::West => (set & !FILE_A) >> 1,
    }
}

/// The square beside another; None over the edge.
#[inline(always)]
pub const fn beside(square: usize, direction: Direction) -> Option<usize> {
    match shifted(1 << square, direction) {
        0 => None,
        set => Some(set.trailing_zeros() as usize),
    }
}

/// The squares that touch one of a set; not the set itself, unless its squares touch.
#[inline(always)]
pub const fn near(set: Squares) -> Squares {
    set << 8 | set >> 8 | (set & !FILE_H) << 1 | (set & !FILE_A) >> 1
}

/// [`near`] of each set: a loop that is compiled to vectors.
#[inline(always)]
pub(crate) fn near_each(mut sets: [Squares; KINDS]) -> [Squares; KINDS] {
    for set in &mut sets {
        *set = near(*set);
    }
    sets
}

/// The squares of a set, from a1 on.
#[inline(always)]
pub fn squares(mut set: Squares) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let square = set.trailing_zeros() as usize;
            set &= set - 1;
            square
        })
    })
}

/// `c3` for a square.
pub fn square_name(square: usize) -> String {
    let file = char::from(b'a' + (square % 8) as u8);
    format!("{file}{}", square / 8 + 1)
}

/// The square of a name, with its file in either case.
pub fn square_by_name(name: &str) -> Option<usize> {
    match name.as_bytes() {
        [file, rank @ b'1'..=b'8'] => {
            let file = file.to_ascii_lowercase();
            (b'a'..=b'h')
                .contains(&file)
                .then(|| usize::from(rank - b'1') * 8 + usize::from(file - b'a'))
        }
        _ => None,
    }
}

/// The letter of a piece: upper case for Gold.
pub const fn piece_letter(side: Side, kind: Kind) -> char {
    let letter = b"rcdhme"[kind];
    match side {
        Side::First => letter.to_ascii_uppercase() as char,
        Side::Second => letter as char,
    }
}

/// The piece of a letter.
pub fn piece_by_letter(letter: char) -> Option<(Side, Kind)> {
    let side = if letter.is_ascii_uppercase() { Side::First } else { Side::Second };
    let kind = "rcdhme".find(letter.to_ascii_lowercase())?;
    Some((side, kind))
}

/// The pieces on the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Default)]
pub struct Board {
    /// By kind, of both sides.
    pub kinds: [Squares; KINDS],
    /// By side.
    pub sides: [Squares; 2],
}

impl Board {
    /// The pieces of a side.
    #[inline(always)]
    pub const fn of(&self, side: Side) -> Squares {
        self.sides[side.index()]
    }

    /// The pieces of a side and kind.
    #[inline(always)]
    pub const fn pieces(&self, side: Side, kind: Kind) -> Squares {
        self.sides[side.index()] & self.kinds[kind]
    }

    /// All pieces.
    #[inline(always)]
    pub const fn occupied(&self) -> Squares {
        self.sides[0] | self.sides[1]
    }

    /// The piece on a square.
    #[inline(always)]
    pub fn at(&self, square: usize) -> Option<(Side, Kind)> {
        let bit = 1 << square;
        let side = if self.sides[0] & bit != 0 {
            Side::First
        } else if self.sides[1] & bit != 0 {
            Side::Second
        } else {
            return None;
        };
        Some((side, self.kind_at(square)))
    }

    /// The kind of the piece on an occupied square.
    #[inline(always)]
    pub fn kind_at(&self, square: usize) -> Kind {
        let has = |kind: Kind| (self.kinds[kind] >> square & 1) as usize;
        has(1) + 2 * has(2) + 3 * has(3) + 4 * has(4) + 5 * has(5)
    }

    /// Puts a piece on a square that is empty.
    #[inline(always)]
    pub fn put(&mut self, square: usize, side: Side, kind: Kind) {
        self.kinds[kind] |= 1 << square;
        self.sides[side.index()] |= 1 << square;
    }

    /// Takes a piece away.
    #[inline(always)]
    pub fn remove(&mut self, square: usize, side: Side, kind: Kind) {
        self.kinds[kind] &= !(1 << square);
        self.sides[side.index()] &= !(1 << square);
    }

    /// The pieces of `side` that stand beside a stronger piece of the other and no friend: they
    /// cannot step.
    #[inline(always)]
    pub fn frozen(&self, side: Side) -> Squares {
        let own = self.of(side);
        let alone = own & !near(own);
        if alone == 0 {
            return 0;
        }
        self.beside_stronger(self.of(side.other())) & alone
    }

    /// The pieces that stand beside a stronger one of a set.
    #[inline(always)]
    fn beside_stronger(&self, set: Squares) -> Squares {
        let near_stronger = near_each(self.stronger(set));
        (0..ELEPHANT).fold(0, |found, kind| found | self.kinds[kind] & near_stronger[kind])
    }

    /// By kind: the pieces of a set that are stronger.
    #[inline(always)]
    pub(crate) fn stronger(&self, set: Squares) -> [Squares; KINDS] {
        let mut stronger = [0; KINDS];
        for kind in (0..ELEPHANT).rev() {
            stronger[kind] = stronger[kind + 1] | set & self.kinds[kind + 1];
        }
        stronger
    }

    /// The pieces of the other side that a free piece of `side` beside them could push or pull away.
    #[inline(always)]
    pub fn movable(&self, side: Side, free: Squares) -> Squares {
        self.beside_stronger(free) & self.of(side.other())
    }

    /// All pieces weaker than a kind.
    #[inline(always)]
    pub fn weaker(&self, kind: Kind) -> Squares {
        (0..kind).fold(0, |set, kind| set | self.kinds[kind])
    }

    /// The pieces on traps that have no friend beside them.
    #[inline(always)]
    pub const fn undefended(&self) -> Squares {
        let on_traps = self.occupied() & TRAPS;
        if on_traps == 0 {
            return 0;
        }
        on_traps & !(self.sides[0] & near(self.sides[0]) | self.sides[1] & near(self.sides[1]))
    }

    /// The squares on which two boards differ.
    #[inline(always)]
    pub fn difference(&self, other: &Self) -> Squares {
        let mut set = self.sides[0] ^ other.sides[0] | self.sides[1] ^ other.sides[1];
        for kind in 0..KINDS {
            set |= self.kinds[kind] ^ other.kinds[kind];
        }
        set
    }

    /// The letters from a8 to h8 and so on down to h1, with `.` for an empty square.
    pub fn letters(&self) -> String {
        let letter = |square| self.at(square).map_or('.', |(side, kind)| piece_letter(side, kind));
        (0..8).rev().flat_map(|rank| (0..8).map(move |file| letter(rank * 8 + file))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn distance(a: usize, b: usize) -> usize {
        (a % 8).abs_diff(b % 8) + (a / 8).abs_diff(b / 8)
    }

    #[test]
    fn what_is_near_is_found_by_distance() {
        for a in 0..64 {
            for b in 0..64 {
                assert_eq!(near(1 << a) >> b & 1 == 1, distance(a, b) == 1, "{a} {b}");
            }
            let ways = Direction::ALL.into_iter().filter_map(|way| beside(a, way));
            assert!(ways.clone().all(|b| distance(a, b) == 1));
            assert_eq!(ways.count(), near(1 << a).count_ones() as usize);
            assert_eq!(square_by_name(&square_name(a)), Some(a));
        }
    }

    #[test]
    fn traps_and_goals_have_their_names() {
        let names: Vec<String> = squares(TRAPS).map(square_name).collect();
        assert_eq!(names, ["c3", "f3", "c6", "f6"]);
        assert!(GOAL[0] >> square_by_name("a8").unwrap() & 1 == 1);
        assert!(GOAL[1] >> square_by_name("h1").unwrap() & 1 == 1);
    }

    #[test]
    fn pieces_have_their_letters() {
        for side in Side::BOTH {
            for kind in 0..KINDS {
                assert_eq!(piece_by_letter(piece_letter(side, kind)), Some((side, kind)));
            }
        }
        assert_eq!(piece_by_letter('x'), None);
        assert_eq!(piece_letter(Side::First, CAMEL), 'M');
    }
}
