//! The file of a course: who takes part, what is played, and when.

use std::path::Path;

use anyhow::{Context as _, Result, ensure};
use serde::Deserialize;

/// Names that the plan may have: each meets each, every night.
const MOST: usize = 60;
/// Letters of the name: the tournament of a night has the date as well, and 40.
const NAME: usize = 28;
/// How often each may meet each in one night.
const ROUNDS: u32 = 4;

/// A course.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    /// Its name.
    pub name: String,
    /// The key of what is played: `ataxx`, `standard`.
    pub variant: String,
    /// Minutes and seconds: `1+1`.
    #[serde(default = "usual_clock")]
    pub clock: String,
    /// When it is played each night, as hours and minutes in UTC.
    #[serde(default = "usual_time")]
    pub at: String,
    /// How often each meets each.
    #[serde(default = "usual_rounds")]
    pub rounds: u32,
    /// The games change ratings.
    #[serde(default)]
    pub rated: bool,
    /// The name of the account that makes the tournaments.
    #[serde(default = "usual_host")]
    pub host: String,
    /// The names of the class's programs.
    pub players: Vec<String>,
}

fn usual_clock() -> String {
    "1+1".to_owned()
}

fn usual_time() -> String {
    "22:00".to_owned()
}

fn usual_rounds() -> u32 {
    2
}

fn usual_host() -> String {
    "course-host".to_owned()
}

/// Two numbers with a sign between them.
fn pair(text: &str, sign: char) -> Option<(u64, u64)> {
    let (one, two) = text.split_once(sign)?;
    Some((one.trim().parse().ok()?, two.trim().parse().ok()?))
}

impl Plan {
    /// Reads and checks a file.
    ///
    /// # Errors
    /// Names the field that is not as it may be.
    pub fn read(file: &Path) -> Result<Self> {
        let text = std::fs::read_to_string(file);
        let text = text.with_context(|| format!("{} cannot be read", file.display()))?;
        Self::of(&text).with_context(|| file.display().to_string())
    }

    fn of(text: &str) -> Result<Self> {
        let plan: Self = toml::from_str(text)?;
        let letters = plan.name.chars().count();
        ensure!((2..=NAME).contains(&letters), "name: 2 to {NAME} letters, not {letters}");
        let count = plan.players.len();
        ensure!((2..=MOST).contains(&count), "players: 2 to {MOST} names, not {count}");
        let mut keys: Vec<String> = plan.players.iter().map(|it| it.to_lowercase()).collect();
        keys.sort();
        if let Some(twice) = keys.windows(2).find(|pair| pair[0] == pair[1]) {
            anyhow::bail!("players: {} stands there twice", twice[0]);
        }
        ensure!(!keys.contains(&plan.host.to_lowercase()), "host: {} is a player", plan.host);
        ensure!((1..=ROUNDS).contains(&plan.rounds), "rounds: a number from 1 to {ROUNDS}");
        let known = engine::kind_of_variant(&plan.variant).is_some();
        ensure!(known, "variant: there is no game of the key `{}`", plan.variant);
        plan.clock()?;
        plan.minute()?;
        Ok(plan)
    }

    /// Minutes at the start and seconds after each turn.
    pub fn clock(&self) -> Result<(u64, u64)> {
        let clock = pair(&self.clock, '+').filter(|(minutes, _)| *minutes > 0);
        clock.with_context(|| format!("clock: minutes+seconds, as 1+1, not `{}`", self.clock))
    }

    /// The minute of the day, in UTC.
    pub fn minute(&self) -> Result<u64> {
        let time = pair(&self.at, ':').filter(|(hours, minutes)| *hours < 24 && *minutes < 60);
        let (hours, minutes) =
            time.with_context(|| format!("at: hours:minutes in UTC, as 22:00, not `{}`", self.at))?;
        Ok(hours * 60 + minutes)
    }
}

#[cfg(test)]
mod tests {
    use super::Plan;

    const GOOD: &str = "name = \"Course\"\nvariant = \"ataxx\"\nplayers = [\"ann\", \"ben\"]\n";

    #[test]
    fn a_plan_has_what_is_usual_where_it_says_nothing() {
        let plan = Plan::of(GOOD).unwrap();
        assert_eq!((plan.clock().unwrap(), plan.minute().unwrap()), ((1, 1), 22 * 60));
        assert_eq!((plan.rounds, plan.rated, plan.host.as_str()), (2, false, "course-host"));
    }

    #[test]
    fn what_is_wrong_is_named() {
        for (line, words) in [
            ("clock = \"x\"", "clock: minutes+seconds"),
            ("clock = \"0+1\"", "clock: minutes+seconds"),
            ("at = \"24:00\"", "at: hours:minutes"),
            ("rounds = 9", "rounds: a number from 1 to 4"),
            ("host = \"Ann\"", "host: Ann is a player"),
            ("where = 1", "unknown field"),
        ] {
            let error = format!("{:#}", Plan::of(&format!("{GOOD}{line}\n")).unwrap_err());
            assert!(error.contains(words), "{line}: {error}");
        }
        let twice = GOOD.replace("\"ben\"", "\"ANN\"");
        assert!(Plan::of(&twice).unwrap_err().to_string().contains("ann stands there twice"));
        let none = GOOD.replace("ataxx", "checkers");
        assert!(Plan::of(&none).unwrap_err().to_string().contains("variant"));
    }
}
