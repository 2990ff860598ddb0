//! The movement cards: what is printed on them, and the squares they reach.
//!
//! The data is that of the published cards, agreed on by several independent sources. Kirin and
//! Turtle (Sensei's Path) and Nessie (promotion) are disputed between sources; the version of
//! the majority is taken, see `docs/games/onitama.md`.

use game::Side;

/// Where a card was published.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Deck {
    /// The 16 cards of the base game.
    Base,
    /// The 16 cards of the expansion Sensei's Path.
    SenseisPath,
    /// Cards given away as promotions.
    Promo,
}

impl Deck {
    /// Every deck, in the order of publication.
    pub const ALL: [Self; 3] = [Self::Base, Self::SenseisPath, Self::Promo];

    /// The name that scripts write.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Base => "base",
            Self::SenseisPath => "senseis_path",
            Self::Promo => "promo",
        }
    }
}

/// The print on a card.
#[derive(Clone, Copy, Debug)]
pub struct CardInfo {
    /// The name that scripts write: lower case, words joined by underscores.
    pub name: &'static str,
    /// Where it was published.
    pub deck: Deck,
    /// Who begins when this is the fifth card; None where the card has no stamp (Red begins).
    pub stamp: Option<Side>,
    /// True if published sources disagree about it.
    pub disputed: bool,
    /// The moves as (to the right, forward) from its owner's view.
    pub moves: &'static [(i8, i8)],
}

/// A card, by its number in [`CARDS`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
pub struct Card(u8);

const fn card(
    name: &'static str,
    deck: Deck,
    stamp: Option<Side>,
    disputed: bool,
    moves: &'static [(i8, i8)],
) -> CardInfo {
    CardInfo { name, deck, stamp, disputed, moves }
}

use Deck::{Base, Promo, SenseisPath};

/// Every card, by deck and then by name.
#[rustfmt::skip]
pub const CARDS: [CardInfo; CARD_COUNT] = [
    card("boar", Base, Some(Side::First), false, &[(-1, 0), (0, 1), (1, 0)]),
    card("cobra", Base, Some(Side::First), false, &[(-1, 0), (1, -1), (1, 1)]),
    card("crab", Base, Some(Side::Second), false, &[(-2, 0), (0, 1), (2, 0)]),
    card("crane", Base, Some(Side::Second), false, &[(-1, -1), (0, 1), (1, -1)]),
    card("dragon", Base, Some(Side::First), false, &[(-2, 1), (-1, -1), (1, -1), (2, 1)]),
    card("eel", Base, Some(Side::Second), false, &[(-1, -1), (-1, 1), (1, 0)]),
    card("elephant", Base, Some(Side::First), false, &[(-1, 0), (-1, 1), (1, 0), (1, 1)]),
    card("frog", Base, Some(Side::First), false, &[(-2, 0), (-1, 1), (1, -1)]),
    card("goose", Base, Some(Side::Second), false, &[(-1, 0), (-1, 1), (1, -1), (1, 0)]),
    card("horse", Base, Some(Side::First), false, &[(-1, 0), (0, -1), (0, 1)]),
    card("mantis", Base, Some(Side::First), false, &[(-1, 1), (0, -1), (1, 1)]),
    card("monkey", Base, Some(Side::Second), false, &[(-1, -1), (-1, 1), (1, -1), (1, 1)]),
    card("ox", Base, Some(Side::Second), false, &[(0, -1), (0, 1), (1, 0)]),
    card("rabbit", Base, Some(Side::Second), false, &[(-1, -1), (1, 1), (2, 0)]),
    card("rooster", Base, Some(Side::First), false, &[(-1, -1), (-1, 0), (1, 0), (1, 1)]),
    card("tiger", Base, Some(Side::Second), false, &[(0, -1), (0, 2)]),
    card("bear", SenseisPath, Some(Side::Second), false, &[(-1, 1), (0, 1), (1, -1)]),
    card("dog", SenseisPath, Some(Side::Second), false, &[(-1, -1), (-1, 0), (-1, 1)]),
    card("fox", SenseisPath, Some(Side::First), false, &[(1, -1), (1, 0), (1, 1)]),
    card("giraffe", SenseisPath, Some(Side::Second), false, &[(-2, 1), (0, -1), (2, 1)]),
    card("iguana", SenseisPath, Some(Side::First), false, &[(-2, 1), (0, 1), (1, -1)]),
    card("kirin", SenseisPath, Some(Side::First), true, &[(-1, 2), (0, -2), (1, 2)]),
    card("mouse", SenseisPath, Some(Side::Second), false, &[(-1, -1), (0, 1), (1, 0)]),
    card("otter", SenseisPath, Some(Side::First), false, &[(-1, 1), (1, -1), (2, 0)]),
    card("panda", SenseisPath, Some(Side::First), false, &[(-1, -1), (0, 1), (1, 1)]),
    card("phoenix", SenseisPath, Some(Side::Second), false, &[(-2, 0), (-1, 1), (1, 1), (2, 0)]),
    card("rat", SenseisPath, Some(Side::First), false, &[(-1, 0), (0, 1), (1, -1)]),
    card("sable", SenseisPath, Some(Side::Second), false, &[(-2, 0), (-1, -1), (1, 1)]),
    card("sea_snake", SenseisPath, Some(Side::Second), false, &[(-1, -1), (0, 1), (2, 0)]),
    card("tanuki", SenseisPath, Some(Side::Second), false, &[(-1, -1), (0, 1), (2, 1)]),
    card("turtle", SenseisPath, Some(Side::First), true, &[(-2, 0), (-1, -1), (1, -1), (2, 0)]),
    card("viper", SenseisPath, Some(Side::First), false, &[(-2, 0), (0, 1), (1, -1)]),
    card("butterfly", Promo, Some(Side::First), false, &[(-2, 1), (0, -1), (2, 1)]),
    card("cat", Promo, Some(Side::First), false, &[(-1, 0), (0, -2), (0, 1), (2, 0)]),
    card("centipede", Promo, None, false, &[(-1, 0), (0, 1), (2, -2)]),
    card("goat", Promo, Some(Side::First), false, &[(-1, 0), (0, -1), (1, 1)]),
    card("hornet", Promo, None, false, &[(-2, -2), (0, 1), (1, 0)]),
    card("lobster", Promo, Some(Side::First), false, &[(-1, -2), (-1, 1), (1, -2), (1, 1)]),
    card("moth", Promo, Some(Side::Second), false, &[(-2, -1), (0, 1), (2, -1)]),
    card("nessie", Promo, Some(Side::First), true, &[(-2, 1), (-1, -1), (1, -1), (2, 0)]),
    card("serow", Promo, Some(Side::Second), false, &[(-2, 0), (0, -2), (0, 1), (1, 0)]),
    card("sheep", Promo, Some(Side::Second), false, &[(-1, 1), (0, -1), (1, 0)]),
    card("steer", Promo, Some(Side::Second), false, &[(-1, -1), (-1, 0), (1, -1), (1, 0)]),
];

/// The number of cards.
pub const CARD_COUNT: usize = 43;

/// The squares that a card reaches: `MASKS[card][side][from]`, one bit a square.
///
/// A piece of one side on `a` reaches `b` exactly when a piece of the other side on `b` would
/// reach `a`: the card is turned by half. So the same table answers "who attacks this square".
pub(crate) static MASKS: [[[u32; 32]; 2]; CARD_COUNT] = masks();

const fn masks() -> [[[u32; 32]; 2]; CARD_COUNT] {
    let mut masks = [[[0; 32]; 2]; CARD_COUNT];
    let mut card = 0;
    while card < CARD_COUNT {
        let moves = CARDS[card].moves;
        let mut square = 0;
        while square < 25 {
            let mut i = 0;
            while i < moves.len() {
                let (right, forward) = moves[i];
                masks[card][0][square] |= target(square, right, forward);
                masks[card][1][square] |= target(square, -right, -forward);
                i += 1;
            }
            square += 1;
        }
        card += 1;
    }
    masks
}

/// One way of a card: the squares from which it stays on the board, and by how much a set of
/// them turns left (as 32 bits) to become their targets. Unused ways have no squares.
#[derive(Clone, Copy)]
struct Way {
    from: u32,
    turn: u32,
}

/// The most ways that a card has.
const WAYS: usize = 4;

/// By card and side.
static SPREADS: [[[Way; WAYS]; 2]; CARD_COUNT] = spreads();

const fn spreads() -> [[[Way; WAYS]; 2]; CARD_COUNT] {
    let mut spreads = [[[Way { from: 0, turn: 0 }; WAYS]; 2]; CARD_COUNT];
    let mut card = 0;
    while card < CARD_COUNT {
        let moves = CARDS[card].moves;
        let mut i = 0;
        while i < moves.len() {
            let mut side = 0;
            while side < 2 {
                let sign = if side == 0 { 1 } else { -1 };
                let (right, up) = (sign * moves[i].0, sign * moves[i].1);
                let mut square = 0;
                let mut from = 0;
                while square < 25 {
                    if target(square, right, up) != 0 {
                        from |= 1 << square;
                    }
                    square += 1;
                }
                let turn = (up as i32 * 5 + right as i32).rem_euclid(32) as u32;
                spreads[card][side][i] = Way { from, turn };
                side += 1;
            }
            i += 1;
        }
        card += 1;
    }
    spreads
}

const fn target(square: usize, right: i8, up: i8) -> u32 {
    let file = (square % 5) as i8 + right;
    let rank = (square / 5) as i8 + up;
    if file < 0 || file > 4 || rank < 0 || rank > 4 { 0 } else { 1 << (rank * 5 + file) }
}

impl Card {
    /// Every card.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..CARD_COUNT as u8).map(Self)
    }

    /// The card of this name, without regard to case, blanks, underscores or hyphens.
    pub fn by_name(name: &str) -> Option<Self> {
        let wanted = game::params::fold_name(name);
        Self::all().find(|card| game::params::fold_name(card.info().name) == wanted)
    }

    /// Its place in [`CARDS`].
    #[inline(always)]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The print on it.
    pub const fn info(self) -> &'static CardInfo {
        &CARDS[self.index()]
    }

    /// Its name as scripts write it.
    pub const fn name(self) -> &'static str {
        self.info().name
    }

    /// Its name as people read it: `Sea snake`.
    pub fn title(self) -> String {
        let name = self.name().replace('_', " ");
        let (first, rest) = name.split_at(1);
        first.to_ascii_uppercase() + rest
    }

    /// The squares that a piece of `side` on `square` (below 25) reaches with it.
    #[inline(always)]
    pub fn targets(self, side: Side, square: usize) -> u32 {
        MASKS[self.index()][side.index()][square & 31]
    }
}

impl Card {
    /// The squares that pieces of `side` on any of `squares` reach with it.
    #[inline(always)]
    pub fn spread(self, side: Side, squares: u32) -> u32 {
        let ways = &SPREADS[self.index()][side.index()];
        let one = |way: Way| (squares & way.from).rotate_left(way.turn);
        one(ways[0]) | one(ways[1]) | one(ways[2]) | one(ways[3])
    }

    /// How many moves it gives to pieces of `side` on `squares`, none of them onto another.
    #[inline(always)]
    pub(crate) fn count_moves(self, side: Side, squares: u32) -> u32 {
        let ways = &SPREADS[self.index()][side.index()];
        let one = |way: Way| ((squares & way.from).rotate_left(way.turn) & !squares).count_ones();
        one(ways[0]) + one(ways[1]) + one(ways[2]) + one(ways[3])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_spread_as_single_pieces_do() {
        for card in Card::all() {
            for side in Side::BOTH {
                for (first, second) in [(0, 24), (3, 12), (7, 8), (20, 4)] {
                    let set = 1 << first | 1 << second;
                    let single = card.targets(side, first) | card.targets(side, second);
                    assert_eq!(card.spread(side, set), single, "{}", card.name());
                }
            }
        }
    }

    #[test]
    fn decks_have_their_cards() {
        let count = |deck| CARDS.iter().filter(|card| card.deck == deck).count();
        assert_eq!((count(Base), count(SenseisPath), count(Promo)), (16, 16, 11));
        let disputed: Vec<_> = CARDS.iter().filter(|c| c.disputed).map(|c| c.name).collect();
        assert_eq!(disputed, ["kirin", "turtle", "nessie"]);
        for card in Card::all() {
            assert_eq!(Card::by_name(card.name()), Some(card));
            assert_eq!(Card::by_name(&card.title()), Some(card));
        }
        assert_eq!(Card::by_name("SeaSnake"), Card::by_name("sea_snake"));
        assert_eq!(Card::by_name("unicorn"), None);
    }

    #[test]
    fn turned_cards_attack_back() {
        for card in Card::all() {
            for from in 0..25 {
                for to in 0..25 {
                    let there = card.targets(Side::First, from) >> to & 1;
                    let back = card.targets(Side::Second, to) >> from & 1;
                    assert_eq!(there, back, "{} {from} {to}", card.name());
                }
            }
        }
    }

    #[test]
    fn tiger_leaps_two_forward_and_one_back() {
        let tiger = Card::by_name("tiger").unwrap();
        assert_eq!(tiger.targets(Side::First, 12), 1 << 22 | 1 << 7);
        assert_eq!(tiger.targets(Side::Second, 12), 1 << 2 | 1 << 17);
        assert_eq!(tiger.targets(Side::First, 22), 1 << 17);
    }
}
