//! Time controls and clocks.

use std::fmt::Display;
use std::str::FromStr;
use std::time::Duration;

/// The longest time that can be asked for.
const MOST: Duration = Duration::from_secs(30 * 86_400);

/// A clock's rule.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ClockRule {
    /// Time for a number of turns or for the whole game, and an increment after each turn.
    Fischer {
        /// Time at the start, and again after each `turns` turns.
        base: Duration,
        /// Added after each turn.
        increment: Duration,
        /// Turns until the base time is added again; None where it is for the whole game.
        turns: Option<u32>,
    },
    /// Arimaa's: time for each turn; what is left of it goes to a reserve, what is over comes from it.
    Reserve {
        /// For each turn.
        per_turn: Duration,
        /// The reserve at the start.
        reserve: Duration,
        /// The share of unused time that goes to the reserve, in percent.
        percent: u32,
        /// The most that the reserve may hold; None for no limit.
        most: Option<Duration>,
        /// The most that one turn may take; None for no limit.
        longest: Option<Duration>,
    },
}

/// Why a time control cannot be read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TimeControlError {
    /// A part is no time.
    #[error("'{part}' is no time in seconds, as in 10 or 0.1")]
    Seconds {
        /// As it was written.
        part: String,
    },
    /// A part of Arimaa's form is no time.
    #[error("'{part}' is no time, as in 15s, 2m, 1:30 or 2 (minutes)")]
    Minutes {
        /// As it was written.
        part: String,
    },
    /// The whole is of neither form.
    #[error(
        "'{0}' is no time control: write 10+0.1, 40/60+0.5 (turns in seconds) or \
         arimaa:15s/60s/100/120s (a turn, reserve, percent, most of the reserve)"
    )]
    Form(String),
}

impl ClockRule {
    /// A clock at the start of a game.
    pub fn clock(self) -> Clock {
        let left = match self {
            Self::Fischer { base, .. } => base,
            Self::Reserve { reserve, .. } => reserve,
        };
        Clock { rule: self, left, turns: 0 }
    }
}

/// One side's clock. Whoever measures passes in how long each turn took.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clock {
    rule: ClockRule,
    /// Time left; under Arimaa's rule, in the reserve.
    left: Duration,
    /// Turns made.
    turns: u32,
}

impl Clock {
    /// The most that the next turn may take.
    pub fn allowed(&self) -> Duration {
        match self.rule {
            ClockRule::Fischer { .. } => self.left,
            ClockRule::Reserve { per_turn, longest, .. } => {
                let all = per_turn + self.left;
                longest.map_or(all, |longest| all.min(longest))
            }
        }
    }

    /// Time added after each turn, as engines are sent it.
    pub fn increment(&self) -> Duration {
        match self.rule {
            ClockRule::Fischer { increment, .. } => increment,
            ClockRule::Reserve { per_turn, .. } => per_turn,
        }
    }

    /// Turns until more time comes.
    pub fn turns_to_go(&self) -> Option<u32> {
        match self.rule {
            ClockRule::Fischer { turns, .. } => turns.map(|turns| turns - self.turns % turns),
            ClockRule::Reserve { .. } => None,
        }
    }

    /// Takes the time of a turn; false where it took more than was allowed and `margin`. Within the
    /// margin the clock goes on from zero.
    pub fn spend(&mut self, took: Duration, margin: Duration) -> bool {
        if took > self.allowed() + margin {
            self.left = Duration::ZERO;
            return false;
        }
        self.turns += 1;
        match self.rule {
            ClockRule::Fischer { base, increment, turns } => {
                self.left = self.left.saturating_sub(took) + increment;
                if turns.is_some_and(|turns| self.turns.is_multiple_of(turns)) {
                    self.left += base;
                }
            }
            ClockRule::Reserve { per_turn, percent, most, .. } => {
                let unused = per_turn.saturating_sub(took);
                let over = took.saturating_sub(per_turn);
                self.left = self.left.saturating_sub(over) + unused * percent / 100;
                self.left = most.map_or(self.left, |most| self.left.min(most));
            }
        }
        true
    }
}

fn seconds(part: &str) -> Result<Duration, TimeControlError> {
    let number: Option<f64> = part.trim().parse().ok().filter(|number| *number >= 0.0);
    let time = number.and_then(|number| Duration::try_from_secs_f64(number).ok());
    time.filter(|time| *time <= MOST)
        .ok_or_else(|| TimeControlError::Seconds { part: part.to_owned() })
}

/// Arimaa's times: `15s`, `2m`, `1h`, `1:30` (minutes and seconds), `2` (minutes).
fn minutes(part: &str) -> Result<Duration, TimeControlError> {
    let text = part.trim();
    let error = || TimeControlError::Minutes { part: part.to_owned() };
    let scaled = |number: &str, scale: f64| {
        let number: f64 = number.parse().ok().filter(|n: &f64| *n >= 0.0).ok_or_else(error)?;
        let time = Duration::try_from_secs_f64(number * scale).map_err(|_| error())?;
        if time > MOST { Err(error()) } else { Ok(time) }
    };
    if let Some((minutes, seconds)) = text.split_once(':') {
        return Ok(scaled(minutes, 60.0)? + scaled(seconds, 1.0)?);
    }
    for (unit, scale) in [("s", 1.0), ("m", 60.0), ("h", 3600.0), ("", 60.0)] {
        if let Some(number) = text.strip_suffix(unit) {
            return scaled(number, scale);
        }
    }
    Err(error())
}

impl FromStr for ClockRule {
    type Err = TimeControlError;

    fn from_str(text: &str) -> Result<Self, TimeControlError> {
        let form = || TimeControlError::Form(text.to_owned());
        if let Some(rule) = text.strip_prefix("arimaa:") {
            let parts: Vec<&str> = rule.split('/').collect();
            let (&[per_turn, reserve], rest) = parts.split_at_checked(2).ok_or_else(form)? else {
                return Err(form());
            };
            let (percent, most, longest) = match rest {
                [] => ("100", "0", "0"),
                [percent] => (*percent, "0", "0"),
                [percent, most] => (*percent, *most, "0"),
                // The limit of the game is the match's (--max-plies), not a clock's.
                [percent, most, "0" | "", longest] => (*percent, *most, *longest),
                _ => return Err(form()),
            };
            let limit = |part| minutes(part).map(|time| (!time.is_zero()).then_some(time));
            let percent = percent.trim().parse().ok().filter(|percent| *percent <= 1000);
            return Ok(Self::Reserve {
                per_turn: minutes(per_turn)?,
                reserve: minutes(reserve)?,
                percent: percent.ok_or_else(form)?,
                most: limit(most)?,
                longest: limit(longest)?,
            });
        }
        let (turns, rest) = match text.split_once('/') {
            Some((turns, rest)) => {
                let turns = turns.trim().parse().ok().filter(|&turns: &u32| turns > 0);
                (Some(turns.ok_or_else(form)?), rest)
            }
            None => (None, text),
        };
        let (base, increment) = rest.split_once('+').unwrap_or((rest, "0"));
        let (base, increment) = (seconds(base)?, seconds(increment)?);
        if base.is_zero() && increment.is_zero() {
            return Err(form());
        }
        // A clock that begins at nothing has its first increment.
        let base = if base.is_zero() { increment } else { base };
        Ok(Self::Fischer { base, increment, turns })
    }
}

impl Display for ClockRule {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Fischer { base, increment, turns } => {
                if let Some(turns) = turns {
                    write!(f, "{turns}/")?;
                }
                write!(f, "{}", base.as_secs_f64())?;
                if !increment.is_zero() {
                    write!(f, "+{}", increment.as_secs_f64())?;
                }
                Ok(())
            }
            Self::Reserve { per_turn, reserve, percent, most, longest } => {
                let seconds = |time: &Option<Duration>| time.unwrap_or_default().as_secs_f64();
                let (turn, reserve) = (per_turn.as_secs_f64(), reserve.as_secs_f64());
                write!(
                    f,
                    "arimaa:{turn}s/{reserve}s/{percent}/{}s/0/{}s",
                    seconds(most),
                    seconds(longest)
                )
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NONE: Duration = Duration::ZERO;

    fn millis(millis: u64) -> Duration {
        Duration::from_millis(millis)
    }

    #[test]
    fn time_controls_are_read_and_written() {
        for text in ["10", "10+0.1", "40/60+0.5", "arimaa:15s/60s/100/120s/0/0s"] {
            assert_eq!(text.parse::<ClockRule>().unwrap().to_string(), text);
        }
        let short: ClockRule = "arimaa:0:15/1".parse().unwrap();
        assert_eq!(short.to_string(), "arimaa:15s/60s/100/0s/0/0s");
        for (text, error) in [
            ("ten", "'ten' is no time in seconds, as in 10 or 0.1"),
            ("-1", "'-1' is no time in seconds, as in 10 or 0.1"),
            ("1e99", "'1e99' is no time in seconds, as in 10 or 0.1"),
            ("arimaa:15x/1", "'15x' is no time, as in 15s, 2m, 1:30 or 2 (minutes)"),
        ] {
            assert_eq!(text.parse::<ClockRule>().unwrap_err().to_string(), error);
        }
        for text in ["0", "0/10", "arimaa:15s", "arimaa:1/1/100/0/10m/0", "arimaa:1/1/x"] {
            let error = text.parse::<ClockRule>().unwrap_err().to_string();
            assert!(error.contains("is no time control: write"), "{error}");
        }
    }

    #[test]
    fn a_clock_counts_turns_and_increments() {
        let mut clock = "2/1+0.1".parse::<ClockRule>().unwrap().clock();
        assert_eq!((clock.allowed(), clock.turns_to_go()), (millis(1000), Some(2)));
        assert!(clock.spend(millis(400), NONE));
        assert_eq!((clock.allowed(), clock.turns_to_go()), (millis(700), Some(1)));
        assert!(clock.spend(millis(700), NONE), "all of it may be used");
        assert_eq!((clock.allowed(), clock.turns_to_go()), (millis(1100), Some(2)));
        assert!(clock.spend(millis(1120), millis(20)), "a margin is for lag");
        assert_eq!(clock.allowed(), millis(100), "and is no gift");
        assert!(!clock.spend(millis(121), millis(20)));
    }

    #[test]
    fn a_reserve_takes_what_is_left_over() {
        let mut clock = "arimaa:10s/20s/50/22s/0/15s".parse::<ClockRule>().unwrap().clock();
        assert_eq!(clock.allowed(), millis(15_000), "no turn may take longer");
        assert!(clock.spend(millis(9_000), NONE));
        assert_eq!(clock.left, millis(20_500));
        assert!(clock.spend(NONE, NONE));
        assert_eq!(clock.left, millis(22_000));
        assert!(clock.spend(millis(15_000), NONE));
        assert_eq!(clock.left, millis(17_000));
        assert!(!clock.spend(millis(15_001), NONE));
    }
}
