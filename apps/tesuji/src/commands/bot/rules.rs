//! The challenges that a bot accepts.

use std::str::FromStr;

use anyhow::{Result, ensure};
use client::Challenge;

use crate::cli::Game;

/// Seconds that a clock may have at the start, from and to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seconds(u64, u64);

impl FromStr for Seconds {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let range = text.split_once("..").and_then(|(from, to)| {
            let from = if from.is_empty() { 0 } else { from.trim().parse().ok()? };
            let to = if to.is_empty() { u64::MAX } else { to.trim().parse().ok()? };
            (from <= to).then_some(Self(from, to))
        });
        range.ok_or_else(|| "use seconds from and to, as in 60..1800 or 60..".to_owned())
    }
}

/// The challenges that a bot accepts. Empty lists allow everything.
#[derive(Clone, Debug)]
pub struct Rules {
    /// Keys of variants.
    pub variants: Vec<String>,
    /// Seconds at the start.
    pub clock: Option<Seconds>,
    /// No game without a clock.
    pub with_clock: bool,
    /// Names of members.
    pub only: Vec<String>,
    /// Games at once.
    pub at_once: usize,
}

impl Rules {
    /// The variants are some.
    ///
    /// # Errors
    /// Which is none, and which there are.
    pub fn check(&self) -> Result<()> {
        let known = |key: &String| engine::kind_of_variant(key).is_some();
        for key in self.variants.iter().filter(|key| !known(key)) {
            let all = engine::kinds().iter().flat_map(|kind| kind.variants());
            let all: Vec<&str> = all.map(|variant| variant.key).collect();
            ensure!(known(key), "there is no variant '{key}'; there are {}", all.join(", "));
        }
        Ok(())
    }

    /// Why a challenge is not accepted, in a word that bots use among each other; `plays` says whether the engine
    /// plays a game.
    pub fn refusal(
        &self,
        challenge: &Challenge,
        under_way: usize,
        plays: impl Fn(Game) -> bool,
    ) -> Option<&'static str> {
        let key = &challenge.variant.key;
        let named = |names: &[String], name: &str| {
            names.is_empty() || names.iter().any(|other| other.eq_ignore_ascii_case(name))
        };
        let kind = engine::kind_of_variant(key).map(|(kind, _)| kind);
        if !named(&self.only, &challenge.challenger.name) {
            return Some("generic");
        }
        if !named(&self.variants, key) || !kind.is_some_and(plays) {
            return Some("variant");
        }
        let time = &challenge.time_control;
        match (time.limit, self.clock) {
            (None, _) if self.with_clock => return Some("timeControl"),
            (Some(limit), Some(Seconds(from, _))) if limit < from => return Some("tooFast"),
            (Some(limit), Some(Seconds(_, to))) if limit > to => return Some("tooSlow"),
            _ => {}
        }
        (under_way >= self.at_once).then_some("later")
    }
}

#[cfg(test)]
mod tests {
    use super::{Rules, Seconds};
    use client::{Challenge, TimeControl, User, Variant};

    fn challenge(key: &str, limit: Option<u64>) -> Challenge {
        let user = |name: &str| User { id: None, name: name.to_owned(), title: None, level: None };
        Challenge {
            id: "1".to_owned(),
            challenger: user("Alice"),
            dest_user: user("Robot"),
            variant: Variant { key: key.to_owned(), name: key.to_owned() },
            time_control: TimeControl {
                kind: "clock".to_owned(),
                limit,
                increment: limit,
                delay: 0,
                days: None,
            },
            rated: false,
            decline_reason: None,
        }
    }

    #[test]
    fn seconds_are_a_range() {
        assert_eq!("60..1800".parse(), Ok(Seconds(60, 1800)));
        assert_eq!("60..".parse(), Ok(Seconds(60, u64::MAX)));
        for bad in ["", "60", "9..1", "a..b"] {
            assert!(bad.parse::<Seconds>().is_err(), "{bad}");
        }
    }

    #[test]
    fn what_the_rules_do_not_allow_is_declined_with_a_reason() {
        let rules = Rules {
            variants: vec!["standard".to_owned(), "ataxx".to_owned()],
            clock: Some(Seconds(60, 600)),
            with_clock: true,
            only: vec!["alice".to_owned()],
            at_once: 2,
        };
        assert!(rules.check().is_ok());
        for (key, limit, under_way, expected) in [
            ("standard", Some(60), 0, None),
            ("standard", Some(60), 2, Some("later")),
            ("standard", Some(59), 0, Some("tooFast")),
            ("ataxx", Some(601), 0, Some("tooSlow")),
            ("ataxx", None, 0, Some("timeControl")),
            ("onitama", Some(60), 0, Some("variant")),
            ("no-such", Some(60), 0, Some("variant")),
        ] {
            let challenge = challenge(key, limit);
            assert_eq!(rules.refusal(&challenge, under_way, |_| true), expected, "{key} {limit:?}");
        }
        let standard = challenge("standard", Some(60));
        assert_eq!(rules.refusal(&standard, 0, |_| false), Some("variant"));
        let others = Rules { only: vec!["Bob".to_owned()], ..rules.clone() };
        assert_eq!(others.refusal(&standard, 0, |_| true), Some("generic"));
        let odd = Rules { variants: vec!["no-such".to_owned()], ..rules };
        assert!(odd.check().is_err_and(|error| error.to_string().contains("standard")));
    }
}
