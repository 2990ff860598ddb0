//! How strong the engine is to play: `UCI_LimitStrength` and `UCI_Elo`.

use crate::cli::Game;

/// What the two options say.
pub struct Strength {
    limited: bool,
    elo: i64,
}

impl Strength {
    /// Unlimited.
    pub fn new(kind: Game) -> Self {
        Self { limited: false, elo: kind.info().level_elo.last().map_or(0, |&elo| elo.into()) }
    }

    /// The least and the greatest strength that can be asked for; None where levels have no Elo.
    pub fn range(kind: Game) -> Option<(i64, i64)> {
        match kind.info().level_elo {
            &[least, .., most] => Some((least.into(), most.into())),
            _ => None,
        }
    }

    /// Sets one of the options; None where it is another. The level to play at, 0 for full strength.
    pub fn set(&mut self, kind: Game, name: &str, value: &str) -> Option<Result<usize, String>> {
        let (min, max) = Self::range(kind)?;
        let wrong =
            |expected: &str| Err(format!("'{value}' is no value for {name}: use {expected}"));
        match name.to_ascii_lowercase().as_str() {
            "uci_limitstrength" => match value {
                "true" | "false" => self.limited = value == "true",
                _ => return Some(wrong("true or false")),
            },
            "uci_elo" => match value.parse().ok().filter(|elo| (min..=max).contains(elo)) {
                Some(elo) => self.elo = elo,
                None => return Some(wrong(&format!("a whole number from {min} to {max}"))),
            },
            _ => return None,
        }
        Some(Ok(if self.limited { level_of(self.elo, kind.info().level_elo) } else { 0 }))
    }
}

/// The level that comes nearest to a strength in Elo, from 1, where the levels have these.
fn level_of(elo: i64, levels: &[u32]) -> usize {
    let apart = |&(_, &of): &(usize, &u32)| elo.abs_diff(i64::from(of));
    (1..).zip(levels).min_by_key(apart).map_or(0, |(level, _)| level)
}
