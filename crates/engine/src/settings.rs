//! What an engine is set to: its parameters, switches and driver.

use std::sync::Arc;
use std::time::Duration;

use game::params::{ParamError, ParamInfo, Parameters, fold_name};
use game::{Evaluator, Notation as _};
use search::{Driver, Instrumented, Oracle, Switches, Tunables};

use crate::definition::GameDefinition;
use crate::folders::{self, Folders};
use crate::levels::{Level, levels};
use crate::player::{ConfigError, EngineConfig};

/// The most threads an engine may have.
pub const MAX_THREADS: usize = 256;
/// The largest table of an engine, in MiB.
pub const MAX_HASH: usize = 65_536;

/// What is kept back of a clock for each turn unless the option `Move Overhead` says otherwise.
pub const MOVE_OVERHEAD: Duration = Duration::from_millis(10);
/// The most that `Move Overhead` may keep back, in milliseconds.
pub const MAX_MOVE_OVERHEAD: u64 = 5_000;

/// Which search answers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Chosen {
    Search(Driver),
    Minimax,
}

pub(crate) type EvalParams<W> =
    <<W as GameDefinition>::Eval as Evaluator<<W as GameDefinition>::Position>>::Params;

/// All settings of an engine for one game.
pub(crate) struct Settings<W: GameDefinition> {
    pub(crate) threads: usize,
    pub(crate) hash_mib: usize,
    pub(crate) switches: Switches,
    pub(crate) tunables: Tunables,
    pub(crate) params: EvalParams<W>,
    pub(crate) chosen: Chosen,
    pub(crate) exact: bool,
    pub(crate) repetition_draw: bool,
    /// What is kept back of a clock for what happens outside the engine.
    pub(crate) move_overhead: Duration,
    /// Plays no better than this; None at full strength.
    pub(crate) level: Option<&'static Level>,
    /// The most pieces a side for which endgame tables are built; 0 for none.
    pub(crate) table_men: usize,
    /// Endgame tables in files.
    pub(crate) folders: Folders<W::Position>,
    /// Whether moves are written the game's other way.
    pub(crate) written_otherwise: bool,
}

impl<W: GameDefinition> Clone for Settings<W> {
    fn clone(&self) -> Self {
        Self { params: self.params.clone(), folders: self.folders.clone(), ..*self }
    }
}

pub(crate) fn flag(name: &str, value: &str) -> Result<bool, ConfigError> {
    match value.trim().to_ascii_lowercase().as_str() {
        "true" | "on" | "1" => Ok(true),
        "false" | "off" | "0" => Ok(false),
        _ => Err(wrong(name, value, "use true or false")),
    }
}

pub(crate) fn wrong(name: &str, value: &str, expected: &str) -> ConfigError {
    ConfigError::Param(ParamError::Value {
        name: name.to_owned(),
        value: value.to_owned(),
        expected: expected.to_owned(),
    })
}

impl<W: GameDefinition> Settings<W> {
    pub(crate) fn new(config: &EngineConfig) -> Result<Self, ConfigError> {
        let mut settings = Self {
            threads: 1,
            hash_mib: 0,
            switches: W::SWITCHES,
            tunables: W::TUNABLES,
            params: EvalParams::<W>::default(),
            chosen: Chosen::Search(Driver::Pvs),
            exact: false,
            repetition_draw: true,
            move_overhead: MOVE_OVERHEAD,
            level: None,
            table_men: 0,
            folders: Folders::NONE,
            written_otherwise: false,
        };
        settings.set_threads(config.threads)?;
        settings.set_hash(config.hash_mib)?;
        // A preset is the ground on which the other options stand.
        let (presets, others): (Vec<_>, Vec<_>) =
            config.options.iter().partition(|(name, _)| fold_name(name) == "preset");
        for (name, value) in presets.into_iter().chain(others) {
            settings.set(name, value)?;
        }
        Ok(settings)
    }

    fn set_threads(&mut self, given: usize) -> Result<(), ConfigError> {
        if (1..=MAX_THREADS).contains(&given) {
            self.threads = given;
            Ok(())
        } else {
            Err(ConfigError::Threads { given, max: MAX_THREADS })
        }
    }

    fn set_hash(&mut self, given: usize) -> Result<(), ConfigError> {
        if given <= MAX_HASH {
            self.hash_mib = given;
            Ok(())
        } else {
            Err(ConfigError::Hash { given, max: MAX_HASH })
        }
    }

    /// Sets an option by name, without regard to case.
    pub(crate) fn set(&mut self, name: &str, value: &str) -> Result<(), ConfigError> {
        let number =
            || value.trim().parse::<usize>().map_err(|_| wrong(name, value, "use a whole number"));
        match fold_name(name).as_str() {
            "threads" => self.set_threads(number()?),
            "hash" => self.set_hash(number()?),
            "moveoverhead" => {
                let millis =
                    value.trim().parse().ok().filter(|&millis| millis <= MAX_MOVE_OVERHEAD);
                let expected = format!("use 0 to {MAX_MOVE_OVERHEAD} milliseconds");
                let millis = millis.ok_or_else(|| wrong(name, value, &expected))?;
                self.move_overhead = Duration::from_millis(millis);
                Ok(())
            }
            "preset" => self.apply_preset(value),
            "driver" => {
                self.chosen = match fold_name(value).as_str() {
                    "pvs" | "negascout" => Chosen::Search(Driver::Pvs),
                    "mtdf" | "mtd(f)" => Chosen::Search(Driver::Mtdf),
                    "alphabeta" => Chosen::Search(Driver::AlphaBeta),
                    "minimax" => Chosen::Minimax,
                    _ => {
                        return Err(wrong(name, value, "use pvs, mtdf, alphabeta or minimax"));
                    }
                };
                Ok(())
            }
            "exact" => {
                self.exact = flag(name, value)?;
                Ok(())
            }
            "tables" => {
                let sizes = W::table_builder().map_or(&[] as &[usize], |builder| builder.sizes());
                let sizes: Vec<String> = sizes.iter().map(ToString::to_string).collect();
                let expected = format!("use 0, or {} pieces a side", sizes.join(" or "));
                let men = value.trim();
                // Who sets up engines of any game asks for tables where there are any.
                if sizes.is_empty() && number().is_ok() {
                    return Ok(());
                }
                if men != "0" && !sizes.iter().any(|size| size == men) {
                    return Err(wrong(name, value, &expected));
                }
                self.table_men = number()?;
                Ok(())
            }
            "level" => {
                let expected = format!("use 0 for full strength, or 1 to {}", levels().len());
                let of = |number: usize| match number.checked_sub(1) {
                    None => Ok(None),
                    Some(at) => levels().get(at).map(Some).ok_or(()),
                };
                let level = value.trim().parse().map_err(|_| ()).and_then(of);
                self.level = level.map_err(|()| wrong(name, value, &expected))?;
                Ok(())
            }
            "repetitiondraw" => {
                self.repetition_draw = flag(name, value)?;
                Ok(())
            }
            folded
                if W::Position::WRITING_OPTION.is_some_and(|known| fold_name(known) == folded) =>
            {
                self.written_otherwise = flag(name, value)?;
                Ok(())
            }
            _ => {
                let source = W::table_folders();
                let done = source.and_then(|source| self.folders.set(name, value, source));
                done.unwrap_or_else(|| self.set_parameter(name, value))
            }
        }
    }

    /// A position as the engine takes it: written as it was asked to.
    pub(crate) fn written(&self, position: W::Position) -> W::Position {
        if self.written_otherwise { position.written_otherwise() } else { position }
    }

    fn set_parameter(&mut self, name: &str, value: &str) -> Result<(), ConfigError> {
        let mut last = self.switches.set_by_name(name, value);
        if matches!(last, Err(ParamError::Unknown(_))) {
            last = self.tunables.set_by_name(name, value);
        }
        if matches!(last, Err(ParamError::Unknown(_))) {
            last = self.params.set_by_name(name, value);
        }
        last.map_err(ConfigError::Param)
    }

    fn apply_preset(&mut self, given: &str) -> Result<(), ConfigError> {
        let presets = W::INFO.presets;
        let Some(preset) = presets.iter().find(|preset| fold_name(preset.name) == fold_name(given))
        else {
            let known: Vec<&str> = presets.iter().map(|preset| preset.name).collect();
            let known = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
            return Err(ConfigError::Preset { given: given.to_owned(), known });
        };
        preset.options.iter().try_for_each(|(name, value)| self.set_parameter(name, value))
    }

    /// Whether the search compiled for play does what is set.
    pub(crate) fn plays(&self) -> bool {
        !self.exact
            && self.effective_switches() == W::SWITCHES
            && matches!(self.chosen, Chosen::Search(Driver::Pvs | Driver::Mtdf))
    }

    /// Whether this search asks endgame tables at all.
    fn probes(&self) -> bool {
        !self.exact && self.switches.probe && self.chosen != Chosen::Minimax
    }

    /// The most pieces a side for which this search asks endgame tables; 0 for none.
    pub(crate) fn asks_tables(&self) -> usize {
        if self.probes() { self.table_men } else { 0 }
    }

    /// The endgame tables in files that this search asks. A weak opponent plays endings as it plays everything.
    pub(crate) fn oracle(&self) -> Option<Arc<dyn Oracle<W::Position>>> {
        let weak = self.level.is_some_and(Level::is_weak);
        if self.probes() && !weak { self.folders.oracle() } else { None }
    }

    /// The switches in force: what the exact mode, the driver and the level leave of those set.
    pub(crate) fn effective_switches(&self) -> Switches {
        self.effective().0
    }

    /// Switches and numbers in force.
    pub(crate) fn effective(&self) -> (Switches, Tunables) {
        let (mut switches, mut tunables) = (self.switches, self.tunables);
        if self.exact {
            let exact = Switches::EXACT;
            for index in 0..Switches::infos().len() {
                if exact.get(index) == 0 {
                    switches.set(index, 0);
                }
            }
        }
        if self.chosen == Chosen::Search(Driver::AlphaBeta) {
            switches.pvs = false;
        }
        if let Some(level) = self.level {
            level.weaken(&W::level_scale(), &mut switches, &mut tunables);
        }
        (switches, tunables)
    }

    /// The mode of a search that is not the one compiled for play.
    pub(crate) fn instrumented(&self) -> Instrumented {
        Instrumented { switches: self.effective_switches(), exact: self.exact }
    }

    /// The driver; minimax deepens replies as alpha-beta does.
    pub(crate) fn driver(&self) -> Driver {
        match self.chosen {
            Chosen::Search(driver) => driver,
            Chosen::Minimax => Driver::AlphaBeta,
        }
    }

    /// What can be set beside threads, table and driver.
    pub(crate) fn infos() -> Vec<ParamInfo> {
        let mut infos = Switches::infos();
        for (index, info) in infos.iter_mut().enumerate() {
            info.start = W::SWITCHES.get(index);
        }
        let numbers = infos.len();
        infos.extend(Tunables::infos());
        for (index, info) in infos[numbers..].iter_mut().enumerate() {
            info.start = W::TUNABLES.get(index);
        }
        infos.extend(EvalParams::<W>::infos());
        if let Some(source) = W::table_folders() {
            infos.extend(folders::numbers(source.options()));
        }
        infos
    }
}
