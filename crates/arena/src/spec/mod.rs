//! An engine as one line of text, or as a table of a TOML file.

mod error;
mod line;
mod program;
mod table;

use std::fmt::Display;
use std::str::FromStr;
use std::time::Duration;

use engine::options::{ALGORITHM, HASH, SHORT, THREADS};
use engine::{Engine, EngineConfig, GameKind, Limits, RandomEngine};

pub use error::SpecError;
use line::{Setting, first_end, split};
pub use program::{ProgramSpec, Restart};
pub use table::{TableError, read_tables};

use crate::player::{Environment, HumanPlayer, OwnPlayer, Player, Program};
use crate::time::ClockRule;

const RANDOM_KEYS: &str = "seed and name are understood";
const DEFAULT_MOVE_TIME: Duration = Duration::from_millis(100);
const DEFAULT_HASH_MIB: usize = 16;
/// Nodes that fill a MiB of table in a game of some fifty turns.
const NODES_A_MIB: u64 = 1_000;
/// The longest line, in bytes: it stands in each record and each list.
const MOST_BYTES: usize = 1 << 20;
/// For lag between the arena and a program, where a line does not say how much.
const DEFAULT_MARGIN: Duration = Duration::from_millis(50);
/// Tesuji's own engines look at the clock themselves, in the arena's process, and a time for a turn
/// is all used: only one that does not end is called late.
const OWN_MARGIN: Duration = Duration::from_secs(1);

#[derive(Clone, PartialEq, Debug)]
enum Kind {
    Tesuji(EngineConfig),
    Random { seed: Option<u64> },
    Human,
    Program(ProgramSpec),
}

/// An engine that can be built for any game: `tesuji,nodes=1000,threads=2`, `random,seed=3`,
/// `cmd=my-engine,proto=uoi,tc=10+0.1,option.Hash=64`.
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
    clock: Option<ClockRule>,
    margin: Option<Duration>,
    hash_given: bool,
}

impl EngineSpec {
    /// Its name in reports: its `name=`, or the whole line.
    pub fn name(&self) -> &str {
        self.name.as_deref().unwrap_or(&self.text)
    }

    /// The limits of each of its turns, beside its clock.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Its clock's rule, where it plays by a clock.
    pub fn clock(&self) -> Option<ClockRule> {
        self.clock
    }

    /// How much later than allowed its turns may come, for lag.
    pub fn margin(&self) -> Duration {
        let own = !matches!(self.kind, Kind::Program(_)) && self.clock.is_none();
        self.margin.unwrap_or(if own { OWN_MARGIN } else { DEFAULT_MARGIN })
    }

    /// The threads that it uses while it thinks.
    pub fn threads(&self) -> usize {
        match &self.kind {
            Kind::Tesuji(config) => config.threads.max(1),
            Kind::Random { .. } | Kind::Human => 1,
            Kind::Program(program) => {
                let named = |name: &str| name.eq_ignore_ascii_case("threads");
                let set = program.options.iter().rev().find(|(name, _)| named(name));
                set.and_then(|(_, value)| value.parse().ok()).unwrap_or(1).max(1)
            }
        }
    }

    /// The size of its table in MiB, as its line has it, where it is a program.
    pub fn hash_mib(&self) -> usize {
        match &self.kind {
            Kind::Tesuji(config) => config.hash_mib,
            Kind::Random { .. } | Kind::Human => 0,
            Kind::Program(program) => {
                let named = |name: &str| name.eq_ignore_ascii_case("hash");
                let set = program.options.iter().rev().find(|(name, _)| named(name));
                set.and_then(|(_, value)| value.parse().ok()).unwrap_or(DEFAULT_HASH_MIB)
            }
        }
    }

    /// A person plays.
    pub fn is_human(&self) -> bool {
        self.kind == Kind::Human
    }

    /// The program, if it is one.
    pub fn program(&self) -> Option<&ProgramSpec> {
        match &self.kind {
            Kind::Program(program) => Some(program),
            _ => None,
        }
    }

    /// Builds one of Tesuji's own engines; a random one without a seed of its own takes `seed`.
    ///
    /// # Errors
    /// If the engine does not take one of its settings, or is none of Tesuji's own.
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
            Kind::Human | Kind::Program(_) => {
                let text = "only tesuji and random can be used here; others play in matches";
                Err(SpecError::Unfit(text.to_owned()))
            }
        }
    }

    /// Builds the player, whatever it is. A program is started when it first plays.
    ///
    /// # Errors
    /// If the engine does not take one of its settings, or its protocol is of another game.
    pub fn player(
        &self,
        game: &'static dyn GameKind,
        seed: u64,
        environment: &Environment,
    ) -> Result<Box<dyn Player>, SpecError> {
        match &self.kind {
            Kind::Random { .. } | Kind::Tesuji(_) => {
                Ok(Box::new(OwnPlayer::new(self.build(game, seed)?)))
            }
            Kind::Program(program) => {
                let client = program.client(game)?;
                Ok(Box::new(Program::new(program.clone(), client, environment)))
            }
            Kind::Human => match &environment.human {
                Some(input) => Ok(Box::new(HumanPlayer::new(input.clone()))),
                None => Err(SpecError::Unfit("nobody is here to play as a human".to_owned())),
            },
        }
    }

    /// The same with settings for all engines, which its own outweigh. Random players and people take none.
    ///
    /// # Errors
    /// If it does not take one of them.
    pub fn with(&self, each: &str) -> Result<Self, SpecError> {
        if matches!(self.kind, Kind::Random { .. } | Kind::Human) {
            return Ok(self.clone());
        }
        // Of two settings of one name the last counts.
        let end = first_end(&self.text);
        let (first, own) = self.text.split_at(end);
        format!("{first},{each}{own}").parse()
    }

    /// The same with more options of Tesuji's own engine, which outweigh those of its line.
    ///
    /// # Errors
    /// If it is another engine.
    pub fn with_options(
        &self,
        options: impl Iterator<Item = (String, String)>,
    ) -> Result<Self, SpecError> {
        let mut new = self.clone();
        let Kind::Tesuji(config) = &mut new.kind else {
            let text = "only Tesuji's own engine has parameters to tune: tesuji,nodes=1000";
            return Err(SpecError::Unfit(text.to_owned()));
        };
        config.options.extend(options);
        Ok(new)
    }

    /// Its protocol can express what its line asks for, in this game. No engine is started.
    ///
    /// # Errors
    /// A bound that its protocol has no word for.
    pub fn check(&self, game: &dyn GameKind) -> Result<(), SpecError> {
        let Some(program) = self.program() else { return Ok(()) };
        let client = program.client(game)?;
        let (lacks, protocol) = (client.unsupported(), program.protocol_name(game));
        let unfit = |what: &str, instead: &str| {
            Err(SpecError::Unfit(format!("{what} cannot be said in {protocol}: {instead}")))
        };
        if self.limits.nodes.is_some() && lacks.nodes {
            return unfit("a number of nodes", "use time, tc or depth");
        }
        if let Some(time) = self.limits.move_time
            && time.subsec_nanos() != 0
            && lacks.parts_of_seconds
        {
            let what = format!("{} s for a turn", time.as_secs_f64());
            return unfit(&what, "use whole seconds (time=1), tc or depth");
        }
        if matches!(self.clock, Some(ClockRule::Fischer { turns: Some(_), .. }))
            && lacks.moves_to_go
        {
            return unfit("a time for a number of turns (40/60)", "use a clock for the whole game");
        }
        Ok(())
    }

    fn of_kind(text: &str, kind: Kind) -> Self {
        Self {
            text: text.to_owned(),
            name: None,
            kind,
            limits: Limits::default(),
            clock: None,
            margin: None,
            hash_given: false,
        }
    }

    /// From its first word (`tesuji`, `cmd=PROGRAM`) and its settings.
    fn from_settings(text: &str, first: &str, settings: &[Setting]) -> Result<Self, SpecError> {
        let kind = match first {
            "tesuji" => {
                let config = EngineConfig { hash_mib: DEFAULT_HASH_MIB, ..Default::default() };
                Kind::Tesuji(config)
            }
            "mcts" => {
                let config = EngineConfig { hash_mib: DEFAULT_HASH_MIB, ..Default::default() };
                Kind::Tesuji(config.with(ALGORITHM.name, "mcts"))
            }
            "random" => Kind::Random { seed: None },
            "human" => Kind::Human,
            other => match other.strip_prefix("cmd=") {
                Some(command) if !command.trim().is_empty() => {
                    Kind::Program(ProgramSpec::new(command.trim()))
                }
                _ => return Err(SpecError::Kind(first.to_owned())),
            },
        };
        let mut spec = Self::of_kind(text, kind);
        for setting in settings {
            spec.set(setting)?;
        }
        spec.fill_in();
        if let (Kind::Program(program), Some(name)) = (&mut spec.kind, &spec.name) {
            program.name.clone_from(name);
        }
        Ok(spec)
    }

    /// Fills in the settings left open.
    fn fill_in(&mut self) {
        let limits = &mut self.limits;
        let bounded = limits.depth.is_some() || limits.nodes.is_some();
        // Random players need no time, and people take theirs.
        let timeless = matches!(self.kind, Kind::Random { .. } | Kind::Human);
        if !(timeless || bounded || limits.move_time.is_some() || self.clock.is_some()) {
            limits.move_time = Some(DEFAULT_MOVE_TIME);
        }
        if let (Kind::Tesuji(config), Some(nodes), false) =
            (&mut self.kind, limits.nodes, self.hash_given)
            // A tree takes memory as it grows.
            && !grows_tree(config)
        {
            // A table is emptied for each game: no more of it than the game can fill.
            let enough = usize::try_from(nodes / NODES_A_MIB).unwrap_or(DEFAULT_HASH_MIB);
            config.hash_mib = enough.clamp(1, DEFAULT_HASH_MIB);
        }
    }

    /// A setting that any engine has; false where it is none.
    fn set_common(&mut self, setting: &Setting) -> Result<bool, SpecError> {
        match setting.key.as_str() {
            "name" => self.name = Some(setting.value.clone()),
            "depth" => {
                self.limits.depth = Some(setting.number(1, "plies, a whole number from 1")?);
            }
            "nodes" => {
                self.limits.nodes =
                    Some(setting.whole(1, "nodes, a whole number from 1, as in 10k")?);
            }
            "time" => {
                let expected = "seconds a turn, above 0 and up to 86400, as in 0.1";
                let time = setting.time(expected)?;
                if time.is_zero() {
                    return Err(setting.bad(format!("use {expected}")));
                }
                self.limits.move_time = Some(time);
            }
            "tc" => {
                let rule = setting.value.parse();
                self.clock = Some(rule.map_err(|error: crate::time::TimeControlError| {
                    setting.bad(error.to_string())
                })?);
            }
            "margin" => self.margin = Some(setting.time("seconds, as in 0.05")?),
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn set(&mut self, setting: &Setting) -> Result<(), SpecError> {
        let timeless = matches!(self.kind, Kind::Random { .. } | Kind::Human);
        if (!timeless || setting.key == "name") && self.set_common(setting)? {
            return Ok(());
        }
        match &mut self.kind {
            Kind::Random { seed } => match setting.key.as_str() {
                "seed" => *seed = Some(setting.number(0, "a whole number")?),
                _ => return Err(setting.unknown(RANDOM_KEYS)),
            },
            Kind::Human => return Err(setting.unknown("name is understood")),
            Kind::Tesuji(config) => match setting.key.as_str() {
                "threads" => config.threads = setting.option(THREADS)?,
                "hash" => {
                    config.hash_mib = setting.option(HASH)?;
                    self.hash_given = true;
                }
                "kind" => {
                    ALGORITHM.read(&setting.value).map_err(|expected| setting.bad(expected))?;
                    config.options.push((ALGORITHM.name.to_owned(), setting.value.clone()));
                }
                key => {
                    let short = SHORT.into_iter().find(|name| key == name.to_ascii_lowercase());
                    let name = short.or_else(|| key.strip_prefix("option."));
                    let name = name.ok_or_else(|| setting.unknown(&tesuji_keys()))?;
                    config.options.push((name.to_owned(), setting.value.clone()));
                }
            },
            Kind::Program(program) => program.set(setting)?,
        }
        Ok(())
    }
}

/// True if the engine searches by Monte Carlo tree search.
fn grows_tree(config: &EngineConfig) -> bool {
    let named = |name: &str| name.eq_ignore_ascii_case(ALGORITHM.name);
    let last = config.options.iter().rev().find(|(name, _)| named(name));
    last.is_some_and(|(_, value)| value.trim().eq_ignore_ascii_case("mcts"))
}

/// The settings of Tesuji's own engine.
fn tesuji_keys() -> String {
    let options = SHORT.map(str::to_ascii_lowercase).join(", ");
    format!("depth, nodes, time, tc, margin, {options}, kind, name and option.NAME are understood")
}

impl FromStr for EngineSpec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, SpecError> {
        if text.len() > MOST_BYTES {
            return Err(SpecError::Long);
        }
        let (first, settings) = split(text)?;
        Self::from_settings(text, &first, &settings)
    }
}

impl Display for EngineSpec {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.text)
    }
}

#[cfg(test)]
mod tests;
