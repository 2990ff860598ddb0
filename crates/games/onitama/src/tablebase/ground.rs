//! The ground that all steps of a build share: the stands, their moves and the deals of one set of cards.

use game::Side;

use crate::cards::Card;
use crate::deal::{DEALS, Deal};
use crate::position::squares;
use crate::tablebase::bits::{LANE_BITS, Lane};
use crate::tablebase::configs::{Stands, turned};

/// The deals with one side to move: the other half are these, turned.
pub(crate) const TURNED_DEALS: usize = DEALS / 2;

/// One deal from the view of the side to move.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Play {
    /// The slots it may play.
    pub(crate) slots: [usize; 2],
    /// The deal after each, from the view of the other side.
    pub(crate) next: [usize; 2],
}

/// The number of a deal from the view of the side to move.
fn number(deal: Deal) -> usize {
    let hands = deal.hands().hands;
    let us = deal.side().index();
    let seen = Deal::new([hands[us], hands[1 - us]], Side::First);
    seen.map_or(0, |deal| deal.index() / 2)
}

/// The deals by [`Deal::index`], from the view of the side to move.
pub(crate) fn deal_numbers() -> [u8; DEALS] {
    let mut numbers = [0; DEALS];
    for (deal, _) in plays() {
        numbers[deal.index()] = number(deal) as u8;
        numbers[deal.turned().index()] = number(deal.turned()) as u8;
    }
    numbers
}

/// The deals in which the first side is to move, in the order of their numbers.
pub(crate) fn plays() -> Vec<(Deal, Play)> {
    let mut all = Vec::new();
    for a in 0..5 {
        for b in a + 1..5 {
            let rest: Vec<u8> = (0..5).filter(|&slot| slot != a && slot != b).collect();
            for spare in 0..3 {
                let other = [rest[usize::from(spare == 0)], rest[2 - usize::from(spare == 2)]];
                let Some(deal) = Deal::new([[a, b], other], Side::First) else { continue };
                let slots = [usize::from(a), usize::from(b)];
                all.push((deal, Play { slots, next: slots.map(|slot| number(deal.after(slot))) }));
            }
        }
    }
    all.sort_by_key(|(deal, _)| deal.index());
    all
}

/// The moves of every stand with one card.
#[derive(Debug)]
struct Moves {
    /// Where those of a stand begin; one more than there are stands.
    begin: Vec<u32>,
    after: Vec<u32>,
}

impl Moves {
    fn of(&self, stand: usize) -> &[u32] {
        &self.after[self.begin[stand] as usize..self.begin[stand + 1] as usize]
    }
}

/// Where a position may go: the deal and the mover's stand after each move.
pub(crate) type Ways = arrayvec::ArrayVec<(u8, u32), MAX_WAYS>;

/// The most ways: two cards, four pieces, four squares.
pub(crate) const MAX_WAYS: usize = 32;

/// The ground that all steps of a build share.
#[derive(Debug)]
pub(crate) struct Ground {
    pub(crate) stands: Stands,
    pub(crate) plays: Vec<Play>,
    moves: Vec<Moves>,
    /// Lanes of a row of bits by stand.
    pub(crate) width: usize,
    /// By square of one side, the stands of the other that have a piece there.
    occupied: Vec<Vec<Lane>>,
    /// How many stands have room for one more student.
    pub(crate) sources: usize,
    /// By square (as its owner sees it) and stand with room, the stand with a student there too.
    with_student: Vec<Vec<u32>>,
}

impl Ground {
    pub(crate) fn new(cards: [Card; 5], men: usize) -> Self {
        let stands = Stands::new(men);
        let width = stands.len().div_ceil(LANE_BITS);
        let moves = cards
            .iter()
            .map(|&card| {
                let mut moves = Moves { begin: vec![0], after: Vec::new() };
                for &stand in stands.all() {
                    moves.after.extend(stands.moves(stand, card));
                    moves.begin.push(moves.after.len() as u32);
                }
                moves
            })
            .collect();
        let mut occupied = vec![vec![[0; 4]; width]; 25];
        for (number, stand) in stands.all().iter().enumerate() {
            for square in squares(stand.pieces()) {
                let lane = &mut occupied[turned(square)][number / LANE_BITS];
                lane[number / 64 % 4] |= 1 << (number % 64);
            }
        }
        let sources = stands.below_most(men);
        let with_student = (0..25)
            .map(|square| {
                let with = |number: usize| {
                    let mut stand = stands.all()[number];
                    let free = stand.pieces() >> square & 1 == 0;
                    stand.students |= u32::from(free) << square;
                    stands.number(stand) as u32
                };
                (0..sources).map(with).collect()
            })
            .collect();
        let plays = plays().into_iter().map(|(_, play)| play).collect();
        Self { stands, plays, moves, width, occupied, sources, with_student }
    }

    /// Where the side to move may go from a stand in a deal, whatever the other side has: only
    /// its own pieces block it. Without a card move both passes, after which it stands as before.
    pub(crate) fn ways(&self, deal: usize, stand: usize) -> Ways {
        let Play { slots, next } = self.plays[deal];
        let mut ways = Ways::new();
        for (slot, next) in slots.into_iter().zip(next) {
            let after = self.moves[slot].of(stand);
            ways.extend(after.iter().map(|&after| (next as u8, after)));
        }
        if ways.is_empty() {
            ways.extend(next.map(|next| (next as u8, stand as u32)));
        }
        ways
    }

    /// The stands after each move of a stand with the card of a slot.
    pub(crate) fn moves_with(&self, slot: usize, stand: usize) -> &[u32] {
        self.moves[slot].of(stand)
    }

    /// The number that a master in the temple has as a stand.
    pub(crate) fn in_temple(&self) -> usize {
        self.stands.len()
    }

    /// The stands of the other side that share a square with this one.
    pub(crate) fn overlaps(&self, stand: usize) -> impl Iterator<Item = &[Lane]> {
        squares(self.stands.all()[stand].pieces()).map(|square| self.occupied(square))
    }

    /// The stands of the other side that have a piece on a square, as this side sees it.
    pub(crate) fn occupied(&self, square: usize) -> &[Lane] {
        &self.occupied[square]
    }

    /// By stand with room for a student, its number with one on a square as its owner sees it.
    pub(crate) fn with_own_student_on(&self, square: usize) -> &[u32] {
        &self.with_student[square]
    }

    /// By stand of the other side with room for a student, its number with one on a square as the
    /// side with the first stand sees it.
    pub(crate) fn with_student_on(&self, square: usize) -> &[u32] {
        self.with_own_student_on(turned(square))
    }
}

/// The positions of at most so many pieces a side that are not over, with one side to move, for
/// one set of cards.
pub(crate) fn count_positions(men: usize) -> u64 {
    let choose = |n: u64, k: u64| (0..k).fold(1, |product, i| product * (n - i) / (i + 1));
    let students: u64 = (0..men as u64)
        .flat_map(|ours| (0..men as u64).map(move |theirs| (ours, theirs)))
        .map(|(ours, theirs)| choose(23, ours) * choose(23 - ours, theirs))
        .sum();
    // Two masters on different squares, neither on the other's temple: 24 * 24 - 23.
    TURNED_DEALS as u64 * 553 * students
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_as_many_as_the_reference_says() {
        assert_eq!(count_positions(2), 9_174_270);
        assert_eq!(count_positions(3), 1_075_280_850);
        assert_eq!(count_positions(4), 46_968_231_030);
    }

    #[test]
    fn every_deal_has_its_number() {
        let plays = plays();
        assert_eq!(plays.len(), TURNED_DEALS);
        for (index, (deal, play)) in plays.iter().enumerate() {
            assert_eq!(deal.index(), 2 * index);
            assert_ne!(play.next[0], play.next[1]);
            assert!(play.slots.iter().all(|&slot| deal.holds(slot)));
        }
        let numbers = deal_numbers();
        for deal in 0..TURNED_DEALS {
            assert_eq!(numbers.iter().filter(|&&number| usize::from(number) == deal).count(), 2);
        }
    }
}
