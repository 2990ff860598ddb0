//! Start positions: cards chosen by name, or dealt at random.

use game::{ParseError, Side};
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::cards::{Card, Deck};
use crate::position::Position;

impl Position {
    /// The start position with these five cards: two for Red, two for Blue and the fifth, whose
    /// stamp says who begins (Red where it has none). None if two are the same.
    pub fn with_cards(cards: [Card; 5]) -> Option<Self> {
        let [a, b, c, d, spare] = cards;
        let first = spare.info().stamp.unwrap_or(Side::First);
        Self::start_with([[a, b], [c, d]], spare, first)
    }

    /// A start position: `spec` is empty or `base` for a random deal of the base deck, the names
    /// of decks joined by `+` (`base+senseis_path`), `any` for all decks, or five cards by name
    /// joined by commas (two for Red, two for Blue, the fifth). A random deal leaves out the
    /// disputed cards of the promotions; the same seed gives the same deal.
    ///
    /// # Errors
    /// If a deck or card is unknown, a card is named twice, or there are not five.
    pub fn deal(spec: &str, seed: u64) -> Result<Self, ParseError> {
        if spec.contains(',') {
            return Self::named(spec);
        }
        let decks: Vec<Deck> = match spec.trim() {
            "" => vec![Deck::Base],
            "any" | "all" => Deck::ALL.to_vec(),
            names => names.split('+').map(|name| deck(spec, name)).collect::<Result<_, _>>()?,
        };
        Ok(Self::random_deal(&decks, seed))
    }

    /// A random deal of these decks (of all, if there are none), without the disputed cards of
    /// the promotions; the same seed gives the same deal.
    pub fn random_deal(decks: &[Deck], seed: u64) -> Self {
        let mut pool: Vec<Card> = Card::all()
            .filter(|card| decks.is_empty() || decks.contains(&card.info().deck))
            .filter(|card| card.info().deck != Deck::Promo || !card.info().disputed)
            .collect();
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        pool.shuffle(&mut rng);
        let cards: [Card; 5] = std::array::from_fn(|i| pool[i]);
        Self::with_cards(cards).expect("a deck has each card once")
    }

    fn named(spec: &str) -> Result<Self, ParseError> {
        let mut cards: Vec<Card> = Vec::new();
        for name in spec.split(',').map(str::trim) {
            let card = Card::by_name(name)
                .ok_or_else(|| ParseError::new(spec, name, "there is no card of this name"))?;
            if cards.contains(&card) {
                return Err(ParseError::new(spec, name, "this card is named twice"));
            }
            cards.push(card);
        }
        let count = cards.len();
        let cards: [Card; 5] = cards.try_into().map_err(|_| {
            ParseError::new(spec, spec, format!("a game has five cards, {count} are named"))
        })?;
        Self::with_cards(cards)
            .ok_or_else(|| ParseError::new(spec, spec, "the five cards must differ"))
    }
}

fn deck(spec: &str, name: &str) -> Result<Deck, ParseError> {
    let wanted = game::params::fold_name(name);
    Deck::ALL.into_iter().find(|deck| game::params::fold_name(deck.name()) == wanted).ok_or_else(
        || {
            let reason = "there is no deck of this name: use base, senseis_path, promo or any";
            ParseError::new(spec, name.trim(), reason)
        },
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::Position as _;

    #[test]
    fn the_stamp_of_the_fifth_card_says_who_begins() {
        for (spec, side) in [
            ("ox,boar,horse,elephant,crab", Side::Second),
            ("ox,boar,horse,crab,elephant", Side::First),
            ("ox,boar,horse,crab,hornet", Side::First),
        ] {
            assert_eq!(Position::deal(spec, 0).unwrap().side_to_move(), side, "{spec}");
        }
    }

    #[test]
    fn random_deals_repeat_with_their_seed_and_keep_to_their_decks() {
        for seed in 0..200 {
            let base = Position::deal("", seed).unwrap();
            assert_eq!(base, Position::deal("base", seed).unwrap());
            assert!(base.cards().iter().all(|card| card.info().deck == Deck::Base));
            let promo = Position::deal("promo", seed).unwrap();
            assert!(promo.cards().iter().all(|card| card.name() != "nessie"));
            let mixed = Position::deal("base+senseis_path", seed).unwrap();
            assert!(mixed.cards().iter().all(|card| card.info().deck != Deck::Promo));
        }
        assert_ne!(Position::deal("", 1).unwrap(), Position::deal("", 2).unwrap());
    }

    #[test]
    fn bad_specs_are_refused_with_the_reason() {
        for (spec, reason) in [
            ("ox,boar,horse,crab", "a game has five cards, 4 are named"),
            ("ox,boar,horse,crab,crab", "this card is named twice"),
            ("ox,boar,horse,crab,unicorn", "there is no card of this name"),
            ("tarot", "there is no deck of this name"),
        ] {
            let error = Position::deal(spec, 0).unwrap_err().to_string();
            assert!(error.starts_with(reason), "{spec}: {error}");
        }
    }
}
