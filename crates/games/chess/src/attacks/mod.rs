//! The attacks of each piece, in tables made at compile time.
//!
//! Sliding pieces: the occupied squares that matter are made an index, by one instruction (PEXT) where the
//! program is built for machines that have it, by a multiplication (magic bitboards) elsewhere. Either way the
//! index leads to the attacked squares.

mod magics;

use game::Side;

use crate::board::{SQUARES, Squares, bit, file_of, pawn_attacks, rank_of, square};

const DIAGONAL: [(i32, i32); 4] = [(1, 1), (-1, 1), (-1, -1), (1, -1)];
const STRAIGHT: [(i32, i32); 4] = [(0, 1), (-1, 0), (0, -1), (1, 0)];

/// The square so many files and ranks away, if it is on the board.
const fn offset(from: usize, (files, ranks): (i32, i32)) -> Option<usize> {
    let (file, rank) = (file_of(from) as i32 + files, rank_of(from) as i32 + ranks);
    if file < 0 || file > 7 || rank < 0 || rank > 7 {
        return None;
    }
    Some(square(file as usize, rank as usize))
}

const fn leaps<const N: usize>(steps: [(i32, i32); N]) -> [Squares; SQUARES] {
    let mut table = [0; SQUARES];
    let mut from = 0;
    while from < SQUARES {
        let mut step = 0;
        while step < N {
            if let Some(to) = offset(from, steps[step]) {
                table[from] |= bit(to);
            }
            step += 1;
        }
        from += 1;
    }
    table
}

const KNIGHT_STEPS: [(i32, i32); 8] =
    [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
const KING_STEPS: [(i32, i32); 8] =
    [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

static KNIGHT: [Squares; SQUARES] = leaps(KNIGHT_STEPS);
static KING: [Squares; SQUARES] = leaps(KING_STEPS);
static PAWN: [[Squares; SQUARES]; 2] = {
    let mut table = [[0; SQUARES]; 2];
    let mut from = 0;
    while from < SQUARES {
        table[0][from] = pawn_attacks(Side::First, bit(from));
        table[1][from] = pawn_attacks(Side::Second, bit(from));
        from += 1;
    }
    table
};

/// All squares from one on in a direction, to the edge.
const fn ray(from: usize, step: (i32, i32)) -> Squares {
    let mut set = 0;
    let mut at = from;
    while let Some(to) = offset(at, step) {
        set |= bit(to);
        at = to;
    }
    set
}

/// The rays of four directions, the two towards higher squares first.
const fn rays(steps: [(i32, i32); 4]) -> [[Squares; SQUARES]; 4] {
    let mut table = [[0; SQUARES]; 4];
    let mut from = 0;
    while from < SQUARES {
        let mut direction = 0;
        while direction < 4 {
            table[direction][from] = ray(from, steps[direction]);
            direction += 1;
        }
        from += 1;
    }
    table
}

// In both, the first direction and that with index `UP` lead to higher squares.
const DIAGONAL_RAYS: [[Squares; SQUARES]; 4] = rays(DIAGONAL);
const STRAIGHT_RAYS: [[Squares; SQUARES]; 4] = rays(STRAIGHT);
const DIAGONAL_UP: [bool; 4] = [true, true, false, false];
const STRAIGHT_UP: [bool; 4] = [true, false, false, true];

/// The attacks of a slider, ray by ray: slow, and the source of the tables.
const fn slide(
    rays: &[[Squares; SQUARES]; 4],
    up: [bool; 4],
    from: usize,
    occupied: Squares,
) -> Squares {
    let mut attacks = 0;
    let mut direction = 0;
    while direction < 4 {
        let ray = rays[direction][from];
        let blockers = ray & occupied;
        attacks |= ray;
        if blockers != 0 {
            let at = if up[direction] {
                blockers.trailing_zeros()
            } else {
                63 - blockers.leading_zeros()
            };
            attacks &= !rays[direction][at as usize];
        }
        direction += 1;
    }
    attacks
}

/// Where a slider's attacks are in the table.
#[derive(Clone, Copy)]
struct Slider {
    /// The squares whose occupation matters.
    mask: Squares,
    /// The first place in the table.
    base: u32,
    #[cfg(any(test, not(target_feature = "bmi2")))]
    magic: u64,
}

impl Slider {
    const NONE: Self = Self {
        mask: 0,
        base: 0,
        #[cfg(any(test, not(target_feature = "bmi2")))]
        magic: 0,
    };

    /// The index by multiplication.
    #[cfg(any(test, not(target_feature = "bmi2")))]
    #[inline(always)]
    const fn by_magic(&self, occupied: Squares) -> usize {
        let shift = 64 - self.mask.count_ones();
        ((occupied & self.mask).wrapping_mul(self.magic) >> shift) as usize
    }

    /// The place of the attacks with these squares occupied.
    #[inline(always)]
    fn place(&self, occupied: Squares) -> usize {
        #[cfg(target_feature = "bmi2")]
        let index = pext(occupied, self.mask) as usize;
        #[cfg(not(target_feature = "bmi2"))]
        let index = self.by_magic(occupied);
        self.base as usize + index
    }
}

/// The bits of a word that a mask selects, moved together at its low end.
#[cfg(target_feature = "bmi2")]
#[allow(unsafe_code)]
#[inline(always)]
fn pext(word: u64, mask: u64) -> u64 {
    // SAFETY: the whole program is compiled for machines that have BMI2 (the `cfg` above), and says so
    // at its start where one has not.
    unsafe { std::arch::x86_64::_pext_u64(word, mask) }
}

const fn sliders(
    rays: &[[Squares; SQUARES]; 4],
    _magics: &[u64; SQUARES],
    mut base: u32,
) -> [Slider; SQUARES] {
    const LAST_RANKS: Squares = 0xff00_0000_0000_00ff;
    const LAST_FILES: Squares = 0x8181_8181_8181_8181;
    let mut table = [Slider::NONE; SQUARES];
    let mut from = 0;
    while from < SQUARES {
        let all = rays[0][from] | rays[1][from] | rays[2][from] | rays[3][from];
        // The last square of a ray is attacked whether it is occupied or not.
        let own_rank = 0xff << (8 * rank_of(from));
        let own_file = 0x0101_0101_0101_0101 << file_of(from);
        let edge = LAST_RANKS & !own_rank | LAST_FILES & !own_file;
        table[from].mask = all & !edge & !bit(from);
        table[from].base = base;
        #[cfg(any(test, not(target_feature = "bmi2")))]
        {
            table[from].magic = _magics[from];
        }
        base += 1 << table[from].mask.count_ones();
        from += 1;
    }
    table
}

const BISHOP_PLACES: usize = 5_248;
const ROOK_PLACES: usize = 102_400;
const PLACES: usize = BISHOP_PLACES + ROOK_PLACES;

static BISHOPS: [Slider; SQUARES] = BISHOP_SLIDERS;
static ROOKS: [Slider; SQUARES] = ROOK_SLIDERS;
const BISHOP_SLIDERS: [Slider; SQUARES] = sliders(&DIAGONAL_RAYS, &magics::BISHOP_MAGICS, 0);
const ROOK_SLIDERS: [Slider; SQUARES] =
    sliders(&STRAIGHT_RAYS, &magics::ROOK_MAGICS, BISHOP_PLACES as u32);

const fn fill(
    mut table: [Squares; PLACES],
    sliders: &[Slider; SQUARES],
    rays: &[[Squares; SQUARES]; 4],
    up: [bool; 4],
) -> [Squares; PLACES] {
    let mut from = 0;
    while from < SQUARES {
        let slider = sliders[from];
        let mut occupied: Squares = 0;
        #[cfg(target_feature = "bmi2")]
        let mut count = 0;
        loop {
            // Subsets come in the order in which PEXT numbers them.
            #[cfg(target_feature = "bmi2")]
            let index = count;
            #[cfg(not(target_feature = "bmi2"))]
            let index = slider.by_magic(occupied);
            table[slider.base as usize + index] = slide(rays, up, from, occupied);
            occupied = occupied.wrapping_sub(slider.mask) & slider.mask;
            #[cfg(target_feature = "bmi2")]
            {
                count += 1;
            }
            if occupied == 0 {
                break;
            }
        }
        from += 1;
    }
    table
}

#[allow(long_running_const_eval)]
static SLIDES: [Squares; PLACES] = {
    let table = fill([0; PLACES], &BISHOP_SLIDERS, &DIAGONAL_RAYS, DIAGONAL_UP);
    fill(table, &ROOK_SLIDERS, &STRAIGHT_RAYS, STRAIGHT_UP)
};

/// For two squares on a line: those between them, and the whole line through both.
const fn lines(whole: bool) -> [[Squares; SQUARES]; SQUARES] {
    let mut table = [[0; SQUARES]; SQUARES];
    let mut from = 0;
    while from < SQUARES {
        let mut direction = 0;
        while direction < 8 {
            let step = KING_STEPS[direction];
            let back = KING_STEPS[(direction + 4) % 8];
            let mut at = from;
            let mut between = 0;
            while let Some(to) = offset(at, step) {
                table[from][to] =
                    if whole { bit(from) | ray(from, step) | ray(from, back) } else { between };
                between |= bit(to);
                at = to;
            }
            direction += 1;
        }
        from += 1;
    }
    table
}

static BETWEEN: [[Squares; SQUARES]; SQUARES] = lines(false);
static LINE: [[Squares; SQUARES]; SQUARES] = lines(true);

/// The attacks of a knight.
#[inline(always)]
pub const fn knight(from: usize) -> Squares {
    KNIGHT[from & 63]
}

/// The attacks of a king.
#[inline(always)]
pub const fn king(from: usize) -> Squares {
    KING[from & 63]
}

/// The attacks of a side's pawn.
#[inline(always)]
pub const fn pawn(side: Side, from: usize) -> Squares {
    PAWN[side.index()][from & 63]
}

/// The attacks of a bishop.
#[inline(always)]
pub fn bishop(from: usize, occupied: Squares) -> Squares {
    SLIDES[BISHOPS[from & 63].place(occupied)]
}

/// The attacks of a rook.
#[inline(always)]
pub fn rook(from: usize, occupied: Squares) -> Squares {
    SLIDES[ROOKS[from & 63].place(occupied)]
}

/// The attacks of a bishop on an empty board.
#[inline(always)]
pub const fn diagonals(from: usize) -> Squares {
    static TABLE: [Squares; SQUARES] = {
        let mut table = [0; SQUARES];
        let mut from = 0;
        while from < SQUARES {
            table[from] = slide(&DIAGONAL_RAYS, DIAGONAL_UP, from, 0);
            from += 1;
        }
        table
    };
    TABLE[from & 63]
}

/// The attacks of a rook on an empty board.
#[inline(always)]
pub const fn orthogonals(from: usize) -> Squares {
    static TABLE: [Squares; SQUARES] = {
        let mut table = [0; SQUARES];
        let mut from = 0;
        while from < SQUARES {
            table[from] = slide(&STRAIGHT_RAYS, STRAIGHT_UP, from, 0);
            from += 1;
        }
        table
    };
    TABLE[from & 63]
}

/// The squares between two on one line, without them; none where they are on no line.
#[inline(always)]
pub fn between(a: usize, b: usize) -> Squares {
    BETWEEN[a & 63][b & 63]
}

/// The whole line through two squares, to the edges; none where they are on no line.
#[inline(always)]
pub fn line(a: usize, b: usize) -> Squares {
    LINE[a & 63][b & 63]
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::zobrist::mix;

    #[test]
    fn tables_agree_with_the_rays_and_with_each_other() {
        for from in 0..SQUARES {
            for seed in 0..2_000 {
                let seed = mix(seed * 64 + from as u64);
                let occupied = seed & mix(seed) | mix(seed + 1) & mix(seed + 2) & mix(seed + 3);
                let diagonal = slide(&DIAGONAL_RAYS, DIAGONAL_UP, from, occupied);
                assert_eq!(bishop(from, occupied), diagonal, "bishop {from} {occupied:x}");
                let straight = slide(&STRAIGHT_RAYS, STRAIGHT_UP, from, occupied);
                assert_eq!(rook(from, occupied), straight, "rook {from} {occupied:x}");
            }
        }
    }

    #[test]
    fn no_magic_index_stands_for_two_sets_of_attacks() {
        for (sliders, rays, up) in
            [(&BISHOPS, &DIAGONAL_RAYS, DIAGONAL_UP), (&ROOKS, &STRAIGHT_RAYS, STRAIGHT_UP)]
        {
            for (from, slider) in sliders.iter().enumerate() {
                let mut seen = vec![None; 1 << slider.mask.count_ones()];
                let mut occupied: Squares = 0;
                loop {
                    let attacks = slide(rays, up, from, occupied);
                    let known = seen[slider.by_magic(occupied)].get_or_insert(attacks);
                    assert_eq!(*known, attacks, "{from}");
                    occupied = occupied.wrapping_sub(slider.mask) & slider.mask;
                    if occupied == 0 {
                        break;
                    }
                }
            }
        }
    }

    #[test]
    fn lines_and_what_is_between() {
        assert_eq!(between(0, 63).count_ones(), 6);
        assert_eq!(between(0, 2), bit(1));
        assert_eq!(between(0, 10), 0);
        assert_eq!(line(0, 9).count_ones(), 8);
        assert_eq!(line(1, 18), 0);
        assert_eq!(line(3, 11), 0x0808_0808_0808_0808);
        assert_eq!((knight(0), king(0).count_ones()), (bit(10) | bit(17), 3));
        assert_eq!(pawn(Side::Second, 8), bit(1));
    }
}
