//! Who holds which of the five cards, and whose turn it is, as one small number.
//!
//! The five cards of a game are kept sorted, in slots 0 to 4. There are 30 ways to deal them
//! (two, two and one), times two sides to move.

use game::Side;

/// A deal of five card slots with the side to move: a number below [`DEALS`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub(crate) struct Deal(u8);

/// How many deals there are.
pub(crate) const DEALS: usize = 60;

/// The slots of one deal.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Hands {
    /// By side, each in ascending order.
    pub(crate) hands: [[u8; 2]; 2],
    /// The fifth card.
    pub(crate) spare: u8,
}

static HANDS: [Hands; 64] = hands();
/// The deal after the side to move plays the slot; 255 where the slot is not in its hand.
static NEXT: [[u8; 8]; 64] = next();

const fn hands() -> [Hands; 64] {
    let mut all = [Hands { hands: [[0, 1], [2, 3]], spare: 4 }; 64];
    let mut deal = 0;
    let mut a = 0;
    while a < 5 {
        let mut b = a + 1;
        while b < 5 {
            let mut c = 0;
            while c < 5 {
                let mut d = c + 1;
                while d < 5 {
                    if c != a && c != b && d != a && d != b {
                        let hands = Hands { hands: [[a, b], [c, d]], spare: 10 - a - b - c - d };
                        all[deal] = hands;
                        all[deal + 1] = hands;
                        deal += 2;
                    }
                    d += 1;
                }
                c += 1;
            }
            b += 1;
        }
        a += 1;
    }
    assert!(deal == DEALS);
    all
}

const fn sorted(a: u8, b: u8) -> [u8; 2] {
    if a < b { [a, b] } else { [b, a] }
}

const fn same(a: [u8; 2], b: [u8; 2]) -> bool {
    a[0] == b[0] && a[1] == b[1]
}

const fn find(hands: [[u8; 2]; 2]) -> u8 {
    let all = hands_table();
    let mut deal = 0;
    while deal < DEALS {
        if same(all[deal].hands[0], hands[0]) && same(all[deal].hands[1], hands[1]) {
            return deal as u8;
        }
        deal += 2;
    }
    255
}

const fn hands_table() -> &'static [Hands; 64] {
    const TABLE: [Hands; 64] = hands();
    &TABLE
}

const fn next() -> [[u8; 8]; 64] {
    let mut next = [[255; 8]; 64];
    let all = hands_table();
    let mut deal = 0;
    while deal < DEALS {
        let side = deal & 1;
        let old = all[deal];
        let mut i = 0;
        while i < 2 {
            let used = old.hands[side][i];
            let kept = old.hands[side][1 - i];
            let mut hands = old.hands;
            hands[side] = sorted(kept, old.spare);
            next[deal][used as usize] = find(hands) | (1 - side as u8);
            i += 1;
        }
        deal += 1;
    }
    next
}

impl Deal {
    /// The deal with these hands (slots below 5, all different) and this side to move.
    pub(crate) fn new(hands: [[u8; 2]; 2], side: Side) -> Option<Self> {
        let hands = [sorted(hands[0][0], hands[0][1]), sorted(hands[1][0], hands[1][1])];
        let found = find(hands);
        (found != 255).then_some(Self(found | side.index() as u8))
    }

    #[inline(always)]
    pub(crate) const fn index(self) -> usize {
        (self.0 & 63) as usize
    }

    #[inline(always)]
    pub(crate) const fn side(self) -> Side {
        if self.0 & 1 == 0 { Side::First } else { Side::Second }
    }

    #[inline(always)]
    pub(crate) fn hands(self) -> &'static Hands {
        &HANDS[self.index()]
    }

    /// True if the side to move holds the slot.
    #[inline(always)]
    pub(crate) fn holds(self, slot: usize) -> bool {
        NEXT[self.index()][slot & 7] != 255
    }

    /// After the side to move has played the card in `slot`, which it must hold.
    #[inline(always)]
    pub(crate) fn after(self, slot: usize) -> Self {
        Self(NEXT[self.index()][slot & 7])
    }

    /// The same hands with the other side to move.
    #[inline(always)]
    pub(crate) const fn turned(self) -> Self {
        Self(self.0 ^ 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn playing_a_card_exchanges_it_for_the_spare() {
        for index in 0..DEALS as u8 {
            let deal = Deal(index);
            let us = deal.side();
            let held = (0..5).filter(|&slot| deal.holds(slot)).count();
            assert_eq!(held, 2);
            for slot in deal.hands().hands[us.index()] {
                let after = deal.after(slot.into());
                assert_eq!(after.side(), !us);
                assert_eq!(after.hands().spare, slot);
                assert!(after.hands().hands[us.index()].contains(&deal.hands().spare));
                let them = us.other().index();
                assert_eq!(after.hands().hands[them], deal.hands().hands[them]);
            }
            assert_eq!(Deal::new(deal.hands().hands, us), Some(deal));
        }
    }
}
