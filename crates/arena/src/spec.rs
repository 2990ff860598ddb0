//! An engine as one line of text.

use std::fmt::Display;
use std::str::FromStr;
use std::time::Duration;

use engine::{ConfigError, Engine, EngineConfig, GameKind, Limits, RandomEngine};

/// What can be said of one of Tesuji's engines on a line.
const TESUJI_KEYS: &str =
    "depth, nodes, time, threads, hash, tables, preset, name and option.NAME are understood";
const RANDOM_KEYS: &str = "seed and name are understood";
const DEFAULT_MOVE_TIME: Duration = Duration::from_millis(100);
const DEFAULT_HASH_MIB: usize = 16;

/// Why a line describes no engine.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SpecError {
    /// The first word is no kind of engine.
    #[error("there is no engine '{0}': a line begins with tesuji or random")]
    Kind(String),
    /// A part of the line is not `key=value`.
    #[error("part {number} ('{part}') is not of the form key=value")]
    Form {
        /// Its number in the line, from 1.
        number: usize,
        /// As it was written.
        part: String,
    },
    /// A key is not known.
    #[error("part {number}: there is no setting '{key}'; {known}")]
    Key {
        /// Its number in the line, from 1.
        number: usize,
        /// As it was written.
        key: String,
        /// What is understood.
        known: &'static str,
    },
    /// A value cannot be read.
    #[error("part {number}: '{value}' is no value for {key}: use {expected}")]
    Value {
        /// Its number in the line, from 1.
        number: usize,
        /// The setting.
        key: String,
        /// As it was written.
        value: String,
        /// What would be read.
        expected: &'static str,
    },
    /// The engine does not take a setting.
    #[error(transparent)]
    Config(#[from] ConfigError),
}

#[derive(Clone, PartialEq, Debug)]
enum Kind {
    Tesuji(EngineConfig),
    Random { seed: Option<u64> },
}

/// An engine that can be built for any game: `tesuji,nodes=1000,threads=2`, `random,seed=3`.
///
/// ```
/// let spec: arena::EngineSpec = "tesuji,depth=6,hash=16,option.Lmr=false".parse().unwrap();
/// assert_eq!(spec.limits().depth, Some(6));
/// assert_eq!(spec.name(), "tesuji,depth=6,hash=16,option.Lmr=false");
/// assert_eq!(
///     "tesuji,depth=six".parse::<arena::EngineSpec>().unwrap_err().to_string(),
///     "part 2: 'six' is no value for depth: use plies, a whole number from 1"
/// );
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct EngineSpec {
    text: String,
    name: Option<String>,
    kind: Kind,
    limits: Limits,
}

impl EngineSpec {
    /// What reports call it: its `name=`, or the whole line.
    pub fn name(&self) -> &str {
        self.name.as_deref().unwrap_or(&self.text)
    }

    /// What bounds each of its turns.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// The threads that it uses while it thinks.
    pub fn threads(&self) -> usize {
        match &self.kind {
            Kind::Tesuji(config) => config.threads.max(1),
            Kind::Random { .. } => 1,
        }
    }

    /// Builds the engine; a random one without a seed of its own takes `seed`.
    ///
    /// # Errors
    /// If the engine does not take one of its settings.
    pub fn build(
        &self,
        game: &'static dyn GameKind,
        seed: u64,
    ) -> Result<Box<dyn Engine>, SpecError> {
        match &self.kind {
            Kind::Random { seed: own } => {
                Ok(Box::new(RandomEngine::new(game, own.unwrap_or(seed))))
            }
            Kind::Tesuji(config) => Ok(game.new_engine(config)?),
        }
    }
}

impl FromStr for EngineSpec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, SpecError> {
        let mut parts = text.split(',');
        let word = parts.next().unwrap_or_default().trim();
        let kind = match word {
            "tesuji" => {
                let config = EngineConfig { hash_mib: DEFAULT_HASH_MIB, ..Default::default() };
                Kind::Tesuji(config)
            }
            "random" => Kind::Random { seed: None },
            _ => return Err(SpecError::Kind(word.to_owned())),
        };
        let mut spec = Self { text: text.to_owned(), name: None, kind, limits: Limits::default() };
        for (index, part) in parts.enumerate() {
            let number = index + 2;
            let Some((key, value)) = part.split_once('=') else {
                return Err(SpecError::Form { number, part: part.to_owned() });
            };
            spec.set(&Setting { number, key: key.trim(), value: value.trim() })?;
        }
        let limits = &spec.limits;
        if limits.depth.is_none() && limits.nodes.is_none() && limits.move_time.is_none() {
            spec.limits.move_time = Some(DEFAULT_MOVE_TIME);
        }
        Ok(spec)
    }
}

impl Display for EngineSpec {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.text)
    }
}

struct Setting<'a> {
    number: usize,
    key: &'a str,
    value: &'a str,
}

impl Setting<'_> {
    fn bad(&self, expected: &'static str) -> SpecError {
        let Self { number, key, value } = *self;
        SpecError::Value { number, key: key.to_owned(), value: value.to_owned(), expected }
    }

    fn number<T: FromStr + PartialOrd + Copy>(
        &self,
        least: T,
        expected: &'static str,
    ) -> Result<T, SpecError> {
        self.value.parse().ok().filter(|n| *n >= least).ok_or_else(|| self.bad(expected))
    }

    fn unknown(&self, known: &'static str) -> SpecError {
        SpecError::Key { number: self.number, key: self.key.to_owned(), known }
    }
}

impl EngineSpec {
    fn set(&mut self, setting: &Setting<'_>) -> Result<(), SpecError> {
        if setting.key == "name" {
            self.name = Some(setting.value.to_owned());
            return Ok(());
        }
        match &mut self.kind {
            Kind::Random { seed } => match setting.key {
                "seed" => *seed = Some(setting.number(0, "a whole number")?),
                _ => return Err(setting.unknown(RANDOM_KEYS)),
            },
            Kind::Tesuji(config) => match setting.key {
                "depth" => {
                    let depth = setting.number(1, "plies, a whole number from 1")?;
                    self.limits.depth = Some(depth);
                }
                "nodes" => {
                    let nodes = setting.number(1, "states, a whole number from 1")?;
                    self.limits.nodes = Some(nodes);
                }
                "time" => {
                    let expected = "seconds a turn, above 0 and up to 86400, as in 0.1";
                    let seconds: f64 = setting.number(0.0, expected)?;
                    if seconds <= 0.0 || seconds > 86_400.0 {
                        return Err(setting.bad(expected));
                    }
                    self.limits.move_time = Some(Duration::from_secs_f64(seconds));
                }
                "threads" => config.threads = setting.number(1, "a whole number from 1")?,
                "hash" => config.hash_mib = setting.number(0, "MiB, a whole number")?,
                "tables" => config.options.push(("Tables".into(), setting.value.into())),
                "preset" => config.options.insert(0, ("Preset".into(), setting.value.into())),
                key => match key.strip_prefix("option.") {
                    Some(name) => config.options.push((name.into(), setting.value.into())),
                    None => return Err(setting.unknown(TESUJI_KEYS)),
                },
            },
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_setting_is_read() {
        let text = "tesuji,nodes=1000,threads=2,hash=32,time=0.5,depth=7,option.Lmr=false,\
                    preset=founding,name=old";
        let spec: EngineSpec = text.parse().unwrap();
        assert_eq!((spec.name(), spec.threads()), ("old", 2));
        assert_eq!(spec.to_string(), text);
        let limits = spec.limits();
        assert_eq!((limits.nodes, limits.depth), (Some(1000), Some(7)));
        assert_eq!(limits.move_time, Some(Duration::from_millis(500)));
        let Kind::Tesuji(config) = &spec.kind else { panic!("{spec:?}") };
        assert_eq!(config.hash_mib, 32);
        let pair = |a: &str, b: &str| (a.to_owned(), b.to_owned());
        assert_eq!(config.options, [pair("Preset", "founding"), pair("Lmr", "false")]);
        let random: EngineSpec = "random,seed=3".parse().unwrap();
        assert_eq!(random.kind, Kind::Random { seed: Some(3) });
    }

    #[test]
    fn without_a_limit_a_turn_takes_a_tenth_of_a_second() {
        let spec: EngineSpec = "tesuji".parse().unwrap();
        assert_eq!(spec.limits().move_time, Some(DEFAULT_MOVE_TIME));
    }

    #[test]
    fn bad_lines_name_the_fault_and_the_place() {
        for (text, error) in [
            ("", "there is no engine '': a line begins with tesuji or random"),
            ("stockfish", "there is no engine 'stockfish': a line begins with tesuji or random"),
            ("tesuji,fast", "part 2 ('fast') is not of the form key=value"),
            ("tesuji,", "part 2 ('') is not of the form key=value"),
            ("random,seed=-1", "part 2: '-1' is no value for seed: use a whole number"),
            ("random,depth=3", "part 2: there is no setting 'depth'; seed and name are understood"),
            (
                "tesuji,depth=3,time=nan",
                "part 3: 'nan' is no value for time: use seconds a turn, above 0 and up to 86400, as in 0.1",
            ),
        ] {
            assert_eq!(text.parse::<EngineSpec>().unwrap_err().to_string(), error);
        }
    }
}
