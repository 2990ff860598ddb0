//! A game that is asked for, before it is known who plays it: what the lobby, challenges and tournaments have in common.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::engines;
use crate::ids;
use crate::protocol::seats::Rating;
use crate::protocol::study::ClockRule;
use crate::protocol::{Code, Failure, NewGame};
use crate::ratings;
use crate::store::Store;
use crate::who::Who;

/// A game that somebody asks for.
#[derive(Clone, Debug)]
pub struct Wanted {
    /// The game, without players.
    pub new: NewGame,
    /// How the variant that was named is dealt.
    pub usual_deal: &'static str,
    /// The result changes the ratings of both.
    pub rated: bool,
}

/// The game of a variant's key, or of a game's name, among those that are played here.
///
/// # Errors
/// Where none is played here.
pub fn wanted(
    games: &[&'static str],
    key: &str,
    clock: Option<ClockRule>,
) -> Result<Wanted, Failure> {
    let found = engine::kind_of_variant(key).filter(|(kind, _)| games.contains(&kind.name()));
    let (kind, variant) = found.ok_or_else(|| {
        let shown: String = key.chars().take(40).collect();
        let message =
            format!("There is no variant `{shown}` here; /api/variants lists those there are.");
        Failure::new(Code::BadStart, message).at("variant")
    })?;
    let new = NewGame {
        game: kind.name().to_owned(),
        deal: Some(variant.deal.to_owned()),
        seed: None,
        position: None,
        players: BTreeMap::new(),
        turns: Vec::new(),
        tree: Vec::new(),
        thoughts: Vec::new(),
        names: BTreeMap::new(),
        ending: None,
        origin: None,
        clock,
        user: None,
        seat: None,
        private: false,
    };
    Ok(Wanted { new, usual_deal: variant.deal, rated: false })
}

/// The side of who asks: that asked for, or a random one.
///
/// # Errors
/// Where the system gives no random bits.
pub fn side(new: &NewGame) -> Result<char, Failure> {
    let sides = engines::sides(&new.game)?;
    let lot = || {
        let number = ids::seed().map_err(|error| no_random_bits(&error))?;
        Ok(sides[usize::from(number & 1 == 1)])
    };
    new.seat.map_or_else(lot, Ok)
}

fn no_random_bits(error: &getrandom::Error) -> Failure {
    Failure::new(Code::Storage, format!("The system gives no random bits: {error}."))
}

/// A member's rating in games like that; none of guests, and without a clock.
///
/// # Errors
/// Where the database fails.
pub async fn rating_of(
    store: &Arc<dyn Store>,
    who: &Who,
    new: &NewGame,
) -> Result<Option<Rating>, Failure> {
    let Some(rule) = new.clock.filter(|_| ratings::may_play(who).is_ok()) else { return Ok(None) };
    let kept = store.ratings_of(&who.key).await;
    let kept = kept.map_err(|error| Failure::new(Code::Storage, format!("{error}.")))?;
    let own = kept.into_iter().find(|it| it.game == new.game && it.speed == ratings::speed(rule));
    Ok(Some(ratings::shown(own.map(|own| own.glicko).unwrap_or_default(), None)))
}
