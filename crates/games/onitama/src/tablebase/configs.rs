//! How one side can stand on the board, numbered; and the ways from one such stand to the next.

use game::Side;

use crate::cards::Card;
use crate::position::{TEMPLES, squares};

/// The squares on which a master may stand while the game goes on: all but the other's temple.
const MASTER_SQUARES: usize = 24;
/// The other side's temple, as a side sees it from below.
const GOAL: usize = TEMPLES[1];

/// `BINOMIAL[n][k]`: in how many ways `k` of `n` can be chosen.
const BINOMIAL: [[usize; 4]; 26] = binomial();

const fn binomial() -> [[usize; 4]; 26] {
    let mut table = [[0; 4]; 26];
    let mut n = 0;
    while n < 26 {
        table[n][0] = 1;
        let mut k = 1;
        while k < 4 && n > 0 {
            table[n][k] = table[n - 1][k - 1] + table[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    table
}

/// A side's pieces as it sees them: a1 is the square at its left hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Stand {
    /// The square of the master.
    pub(crate) master: u8,
    /// The squares of the students.
    pub(crate) students: u32,
}

impl Stand {
    /// Every piece, the master among them.
    #[inline]
    pub(crate) const fn pieces(self) -> u32 {
        self.students | 1 << self.master
    }
}

/// A square as the other side sees it.
#[inline]
pub(crate) const fn turned(square: usize) -> usize {
    24 - square
}

/// The stands of at most so many pieces, numbered: first by the number of students, then by the
/// square of the master, then by the students in colexicographic order (Knuth, The Art of Computer
/// Programming 4A, 7.2.1.3) over the 24 squares without the master.
#[derive(Debug)]
pub(crate) struct Stands {
    all: Vec<Stand>,
    /// The number of the first stand with so many students.
    first: [usize; 5],
}

impl Stands {
    /// All stands of at most `men` pieces (1 to 4), the master among them.
    pub(crate) fn new(men: usize) -> Self {
        let mut stands = Self { all: Vec::new(), first: [0; 5] };
        for (count, &sets) in BINOMIAL[24].iter().enumerate().take(men) {
            stands.first[count] = stands.all.len();
            for master in (0..25).filter(|&square| square != GOAL) {
                // The sets in ascending order as numbers: Gosper's way to the next one.
                let mut set: u32 = (1 << count) - 1;
                for _ in 0..sets {
                    let low = set & ((1 << master) - 1);
                    let students = low | (set & !low) << 1;
                    stands.all.push(Stand { master: master as u8, students });
                    if set != 0 {
                        let (lowest, ripple) =
                            (set & set.wrapping_neg(), set + (set & set.wrapping_neg()));
                        set = ripple | (((set ^ ripple) >> 2) / lowest);
                    }
                }
            }
            stands.first[count + 1] = stands.all.len();
        }
        stands
    }

    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.all.len()
    }

    /// How many there are with fewer than the most students.
    pub(crate) fn below_most(&self, men: usize) -> usize {
        self.first[men - 1]
    }

    /// All of them, by number.
    pub(crate) fn all(&self) -> &[Stand] {
        &self.all
    }

    /// The number of a stand of no more pieces than these have; its master is not on the other
    /// side's temple.
    #[inline]
    pub(crate) fn number(&self, stand: Stand) -> usize {
        let master = usize::from(stand.master);
        let below = (1 << master) - 1;
        // The squares above the master's move down by one.
        let mut set = stand.students & below | (stand.students >> 1 & !below);
        let count = set.count_ones() as usize;
        let mut rank = (master - usize::from(master > GOAL)) * BINOMIAL[24][count & 3];
        let mut k = 0;
        while set != 0 {
            k += 1;
            rank += BINOMIAL[set.trailing_zeros() as usize][k & 3];
            set &= set - 1;
        }
        self.first[count] + rank
    }

    /// The stands after each move of `stand` with a card, in their owner's view. A master that
    /// reaches the temple is the number one past the last stand.
    pub(crate) fn moves(&self, stand: Stand, card: Card) -> Vec<u32> {
        let own = stand.pieces();
        let mut after = Vec::new();
        for from in squares(own) {
            for to in squares(card.targets(Side::First, from) & !own) {
                let next = if from != usize::from(stand.master) {
                    let students = stand.students ^ 1 << from ^ 1 << to;
                    self.number(Stand { students, ..stand })
                } else if to == GOAL {
                    self.len()
                } else {
                    self.number(Stand { master: to as u8, ..stand })
                };
                after.push(next as u32);
            }
        }
        after
    }
}

const _: () = assert!(MASTER_SQUARES == BINOMIAL[24][1]);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_those_of_the_enumeration() {
        for (men, count) in [(1, 24), (2, 600), (3, 7_224), (4, 55_800)] {
            let stands = Stands::new(men);
            assert_eq!(stands.len(), count);
            for (number, &stand) in stands.all().iter().enumerate() {
                assert_eq!(stands.number(stand), number, "{stand:?}");
                assert_eq!(stand.students >> stand.master & 1, 0);
                assert!((stand.pieces().count_ones() as usize) <= men);
            }
        }
    }

    #[test]
    fn moves_keep_the_number_of_pieces() {
        let stands = Stands::new(3);
        for (number, &stand) in stands.all().iter().enumerate().step_by(97) {
            for card in Card::all() {
                for after in stands.moves(stand, card) {
                    if (after as usize) < stands.len() {
                        let after = stands.all()[after as usize];
                        assert_ne!(stands.number(after), number);
                        assert_eq!(after.pieces().count_ones(), stand.pieces().count_ones());
                    }
                }
            }
        }
    }
}
