//! The settings of an engine: its parameters, switches and driver.

mod in_force;

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use game::params::{ParamError, Parameters, fold_name};
use game::zobrist::mix;
use game::{Notation as _, Position as _};
use network::Network;
use search::{Driver, Instrumented, Prober, Switches, Tunables};

use crate::book::{MARK, Openings, choose};
use crate::chances::Chances;
use crate::config::{ConfigError, EngineConfig};
use crate::definition::{EvalParams, GameDefinition};
use crate::experience::Experienced;
use crate::levels::{Level, levels};
use crate::networks;
use crate::options::table::{self, Effect, Entry};
use crate::options::{
    ALGORITHM, BOOK_VARIETY, Button, Check, Choice, DRIVER, EVALUATION, HASH, LEVEL, MCTS_PREFIX,
    MOVE_OVERHEAD, MULTI_PV, OptionInfo, Spin, THREADS, Text,
};
use crate::parameters::{Family, names_order};
use crate::recorded::OpeningBook;
use crate::tables::{Folders, TypedTableFolders};
use crate::typed_parameters::{Place, parameters, places, read};

/// Which search answers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Chosen {
    Search(Driver),
    Minimax,
}

/// All settings of an engine for one game.
pub(crate) struct Settings<W: GameDefinition> {
    pub(crate) threads: usize,
    pub(crate) hash_mib: usize,
    pub(crate) switches: Switches,
    pub(crate) tunables: Tunables,
    pub(crate) params: EvalParams<W>,
    pub(crate) chosen: Chosen,
    /// Monte Carlo tree search answers, whatever is chosen of alpha-beta.
    pub(crate) grows_tree: bool,
    pub(crate) mcts: mcts::Params,
    pub(crate) exact: bool,
    pub(crate) repetition_draw: bool,
    /// Time kept back of a clock for lag outside the engine.
    pub(crate) move_overhead: Duration,
    /// Plays no better than this; None at full strength.
    pub(crate) level: Option<&'static Level>,
    /// A strength in Elo to keep to, and whether to.
    elo: i64,
    limits_elo: bool,
    /// The most pieces a side for which endgame tables are built; 0 for none.
    table_pieces: usize,
    /// Endgame tables in files.
    pub(crate) folders: Folders<W::Position>,
    /// The experience of earlier games.
    pub(crate) experience: Experienced<W::Position>,
    /// Moves are written the game's other way.
    written_otherwise: bool,
    /// The best lines that are reported, where a search does not say how many.
    pub(crate) lines: usize,
    /// The book of openings, and whether to play from it.
    book: Option<Arc<dyn OpeningBook>>,
    plays_book: bool,
    /// How much lighter than the heaviest a turn of the book may be to be played, in percent.
    book_variety: u8,
    /// It is asked to analyse, not to play: no book answers.
    analyses: bool,
    shows_chances: bool,
    /// The options for tuning are listed too.
    lists_all: bool,
    /// A network evaluates, and not the numbers of the evaluation.
    by_network: bool,
    /// The network of a file; None for that of the program.
    network: Option<Arc<Network>>,
    /// The network that evaluates.
    used: Option<Arc<Network>>,
}

impl<W: GameDefinition> Clone for Settings<W> {
    fn clone(&self) -> Self {
        let (params, folders) = (self.params.clone(), self.folders.clone());
        let (network, used) = (self.network.clone(), self.used.clone());
        let (book, experience) = (self.book.clone(), self.experience.clone());
        Self { params, folders, network, used, book, experience, ..*self }
    }
}

/// An option of the settings.
type Declared<W> = Entry<Settings<W>>;

/// The options that no parameter is, in the order in which they are listed.
fn declared<W: GameDefinition>() -> Vec<Declared<W>> {
    let check = |name, doc, start| Check { name, doc, start };
    let info = W::INFO;
    let mut table: Vec<Declared<W>> = vec![
        Declared::<W>::spin(HASH, |settings, mib| settings.hash_mib = mib as usize)
            .effect(Effect::Resize),
        Declared::<W>::spin(THREADS, |settings, threads| settings.threads = threads as usize),
        Declared::<W>::spin(MULTI_PV, |settings, lines| settings.lines = lines as usize)
            .effect(Effect::Nothing),
        // The engine is always ready for it.
        Declared::<W>::check(
            check("Ponder", "The engine will be told to ponder.", false),
            |_, _| {},
        )
        .effect(Effect::Nothing),
        Declared::<W>::spin(MOVE_OVERHEAD, |settings, millis| {
            settings.move_overhead = Duration::from_millis(millis.unsigned_abs());
        }),
        Declared::<W>::button(Button { name: "Clear Hash", doc: "Forgets what was learned." })
            .effect(Effect::NewGame),
        Declared::<W>::spin(LEVEL, |settings, level| settings.set_level(level as usize)),
        Declared::<W>::choice(ALGORITHM, |settings, name| settings.grows_tree = name == "mcts"),
    ];
    if let &[min, .., max] = info.level_elo {
        let limit = "Plays no better than UCI_Elo says.";
        table.push(Declared::<W>::check(
            check("UCI_LimitStrength", limit, false),
            |settings, on| {
                settings.limits_elo = on;
                settings.set_level(settings.level_of_elo());
            },
        ));
        let (min, max) = (min.into(), max.into());
        let elo = Spin { name: "UCI_Elo", doc: "The strength in Elo.", start: max, min, max };
        table.push(Declared::<W>::spin(elo, |settings, elo| {
            settings.elo = elo;
            settings.set_level(settings.level_of_elo());
        }));
    }
    if let Some(name) = info.writing_option {
        let other = check(name, "Moves are written the game's other way.", false);
        table.push(Declared::<W>::check(other, |settings, on| settings.written_otherwise = on));
    }
    if info.protocol == "uci" {
        let analyses = check("UCI_AnalyseMode", "It analyses: no book answers.", false);
        table.push(
            Declared::<W>::check(analyses, |settings, on| settings.analyses = on)
                .effect(Effect::Nothing),
        );
    }
    if info.chances.is_some() {
        let shows = check("UCI_ShowWDL", "Reports the chances behind a score.", false);
        table.push(
            Declared::<W>::check(shows, |settings, on| settings.shows_chances = on)
                .effect(Effect::Nothing),
        );
    }
    let own = check("OwnBook", "Plays from the book of BookFile while it lasts.", false);
    table.push(
        Declared::<W>::check(own, |settings, on| settings.plays_book = on).effect(Effect::Nothing),
    );
    let file = Text { name: "BookFile", doc: "The file of a book of openings." };
    table.push(Declared::<W>::text(file, Settings::read_book).effect(Effect::Nothing));
    table.push(
        Declared::<W>::spin(BOOK_VARIETY, |settings, percent| {
            settings.book_variety = percent as u8;
        })
        .effect(Effect::Nothing),
    );
    let sizes = W::table_builder().map_or(&[] as &[usize], |builder| builder.sizes());
    let tables = Spin {
        name: "Tables",
        doc: "Endgame tables of so many pieces a side are built and asked; 0 for none.",
        start: 0,
        min: 0,
        max: sizes.last().map_or(i64::MAX, |&most| most as i64),
    };
    let tables =
        Declared::<W>::spin(tables, |settings, pieces| settings.set_tables(pieces as usize));
    // Who sets up engines of any game asks for tables where there are any.
    table.push(if sizes.is_empty() { tables.unlisted() } else { tables });
    let all = check("AllOptions", "The switches and numbers for tuning are listed too.", false);
    table.push(
        Declared::<W>::check(all, |settings, on| settings.lists_all = on).effect(Effect::Nothing),
    );
    if W::network().is_some() {
        let set = |settings: &mut Settings<W>, name| settings.by_network = name == "network";
        table.push(Declared::<W>::choice(EVALUATION, set).effect(Effect::NewTable));
    }
    if networks::inputs::<W>().is_some() {
        let file = Text { name: "EvalFile", doc: "The file of a network; none for the program's." };
        table.push(Declared::<W>::text(file, Settings::read_network).effect(Effect::NewTable));
    }
    table.push(Declared::<W>::choice(DRIVER, Settings::set_driver).unlisted());
    if !info.presets.is_empty() {
        let preset = Choice {
            name: "Preset",
            doc: "A frozen configuration.",
            values: Cow::Owned(info.presets.iter().map(|preset| (preset.name, "")).collect()),
            aliases: info.presets.iter().filter_map(|it| Some((it.alias?, it.name))).collect(),
            start: "",
        };
        table.push(Declared::<W>::choice(preset, Settings::apply_preset).unlisted());
    }
    let file = Text { name: "Params", doc: "A file of parameters to set, a line each." };
    table.push(
        Declared::<W>::text(file, Settings::read_parameters).effect(Effect::NewTable).unlisted(),
    );
    let exact = check("Exact", "Finds the value of the plain tree.", false);
    table.push(Declared::<W>::check(exact, |settings, on| settings.exact = on).unlisted());
    let draw = "Scores repetitions as draws, as the referee of a match does.";
    table.push(
        Declared::<W>::check(check("RepetitionDraw", draw, true), |settings, on| {
            settings.repetition_draw = on;
        })
        .unlisted(),
    );
    table
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
            grows_tree: false,
            mcts: W::MCTS,
            exact: false,
            repetition_draw: true,
            move_overhead: Duration::from_millis(MOVE_OVERHEAD.start.unsigned_abs()),
            level: None,
            elo: W::INFO.level_elo.last().map_or(0, |&elo| elo.into()),
            limits_elo: false,
            table_pieces: 0,
            folders: Folders::NONE,
            experience: Experienced::NONE,
            written_otherwise: false,
            lines: 1,
            book: None,
            plays_book: false,
            book_variety: BOOK_VARIETY.start as u8,
            analyses: false,
            shows_chances: false,
            lists_all: false,
            by_network: W::network().is_some(),
            network: None,
            used: None,
        };
        settings.choose_evaluation();
        settings.set(THREADS.name, &config.threads.to_string())?;
        settings.set(HASH.name, &config.hash_mib.to_string())?;
        // A preset is the ground on which the other options stand.
        let (presets, others): (Vec<_>, Vec<_>) =
            config.options.iter().partition(|(name, _)| fold_name(name) == "preset");
        for (name, value) in presets {
            settings.set(name, value)?;
        }
        settings
            .set_all(others.into_iter().map(|(name, value)| (name.as_str(), value.as_str())))?;
        Ok(settings)
    }

    /// Lets the network or the hand-made evaluation be used, as it is set.
    fn choose_evaluation(&mut self) {
        let by_hand = self.level.is_some_and(|level| !level.knows_network(&W::level_scale()));
        let network = match &self.network {
            _ if !self.by_network || by_hand => None,
            Some(network) => Some(network.clone()),
            None => networks::built_in::<W>(),
        };
        if self.used.as_ref().map(Arc::as_ptr) != network.as_ref().map(Arc::as_ptr) {
            W::set_network(&mut self.params, network.clone());
            self.used = network;
        }
    }

    /// Sets an option by name, without regard to case; says what follows for a search.
    pub(crate) fn set(&mut self, name: &str, value: &str) -> Result<Effect, ConfigError> {
        if let Some(done) = table::set(&declared::<W>(), self, name, value) {
            let effect = done?;
            self.choose_evaluation();
            return Ok(effect);
        }
        let of_parts = W::table_folders()
            .and_then(|folders| table::set(&folders.options(), &mut self.folders, name, value))
            .or_else(|| table::set(&Experienced::options(), &mut self.experience, name, value));
        of_parts.unwrap_or_else(|| {
            self.set_parameter(name, value).map_err(ConfigError::Param)?;
            self.choose_evaluation();
            Ok(Effect::NewSearcher)
        })
    }

    /// Sets options, in this order. Parameters are found by one table of all names, as a tuner sets hundreds of them.
    fn set_all<'o>(
        &mut self,
        options: impl ExactSizeIterator<Item = (&'o str, &'o str)>,
    ) -> Result<(), ConfigError> {
        /// Fewer are not worth the table.
        const MANY: usize = 8;
        let places = if options.len() < MANY { HashMap::new() } else { places::<W>() };
        for (name, value) in options {
            if !self.set_number(&places, name, value) {
                self.set(name, value)?;
            }
        }
        self.choose_evaluation();
        Ok(())
    }

    /// Sets a parameter by the table of all; false where it is none of them or the value is not in its range.
    fn set_number(&mut self, places: &HashMap<String, Place>, name: &str, value: &str) -> bool {
        let place = places.get(&fold_name(name)).zip(value.trim().parse().ok());
        let Some((place, number)) = place.filter(|(place, number)| place.range.contains(number))
        else {
            return false;
        };
        match place.family {
            Family::Switches => self.switches.set(place.index, number),
            Family::Search => self.tunables.set(place.index, number),
            Family::Mcts => self.mcts.set(place.index, number),
            Family::Evaluation => {
                self.params.set(place.index, number);
                self.by_network &= place.of_order;
            }
        }
        true
    }

    fn read_parameters(&mut self, path: &str) -> Result<(), String> {
        if path.is_empty() {
            return Ok(());
        }
        let fault = |fault: String| format!("'{path}' cannot be read: {fault}");
        let text = std::fs::read_to_string(path).map_err(|error| fault(error.to_string()))?;
        let places = places::<W>();
        for (name, value) in read(&text).map_err(fault)? {
            if !self.set_number(&places, &name, &value) {
                // Not any option: a file that names itself would be read for ever.
                self.set_parameter(&name, &value).map_err(|error| fault(error.to_string()))?;
            }
        }
        Ok(())
    }

    /// All options: those of every engine, of the game's tables, and the parameters.
    pub(crate) fn options(&self) -> Vec<OptionInfo> {
        let declared: Vec<_> = declared::<W>().iter().map(Entry::info).collect();
        let of_folders = W::table_folders().map_or_else(Vec::new, TypedTableFolders::options);
        let of_folders = of_folders.iter().map(Entry::info).collect();
        let experience = Experienced::<W::Position>::options().iter().map(Entry::info).collect();
        let parameters = parameters::<W>().into_iter().map(|parameter| parameter.info);
        [declared, of_folders, experience, parameters.map(OptionInfo::from).collect()].concat()
    }

    /// The options for tuning are to be listed too.
    pub(crate) fn lists_all(&self) -> bool {
        self.lists_all
    }

    fn set_level(&mut self, level: usize) {
        self.level = level.checked_sub(1).and_then(|at| levels().get(at));
    }

    /// The level that comes nearest to the strength in Elo, from 1; 0 where strength is not limited.
    fn level_of_elo(&self) -> usize {
        let apart = |&(_, &of): &(usize, &u32)| self.elo.abs_diff(i64::from(of));
        let nearest = (1..).zip(W::INFO.level_elo).min_by_key(apart);
        nearest.filter(|_| self.limits_elo).map_or(0, |(level, _)| level)
    }

    /// Endgame tables of the largest number of pieces that there is up to this one.
    fn set_tables(&mut self, pieces: usize) {
        let sizes = W::table_builder().map_or(&[] as &[usize], |builder| builder.sizes());
        self.table_pieces = sizes.iter().copied().filter(|&size| size <= pieces).max().unwrap_or(0);
    }

    fn set_driver(&mut self, name: &'static str) {
        self.chosen = match name {
            "mtdf" => Chosen::Search(Driver::Mtdf),
            "alphabeta" => Chosen::Search(Driver::AlphaBeta),
            "minimax" => Chosen::Minimax,
            _ => Chosen::Search(Driver::Pvs),
        };
    }

    fn read_network(&mut self, path: &str) -> Result<(), String> {
        if path.is_empty() {
            self.network = None;
            self.by_network = W::network().is_some();
            return Ok(());
        }
        let bytes = std::fs::read(path).map_err(|error| error.to_string());
        let network = bytes.and_then(|bytes| networks::read::<W>(&bytes));
        let cannot = |error| format!("'{path}' cannot be read: {error}");
        self.network = Some(network.map_err(cannot)?);
        // Who names a network wants it.
        self.by_network = true;
        Ok(())
    }

    fn read_book(&mut self, path: &str) -> Result<(), String> {
        if path.is_empty() {
            self.book = None;
            return Ok(());
        }
        let read = |bytes: Vec<u8>| -> Result<Arc<dyn OpeningBook>, String> {
            match W::book() {
                Some(files) if !bytes.starts_with(MARK.as_bytes()) => {
                    files.read(bytes).map(Arc::from)
                }
                _ => Ok(Arc::new(Openings::<W::Position>::read(&bytes)?)),
            }
        };
        let bytes = std::fs::read(path).map_err(|error| error.to_string());
        let book = bytes.and_then(read);
        self.book = Some(book.map_err(|error| format!("'{path}' cannot be read: {error}"))?);
        Ok(())
    }

    /// The turn of the book in a position, where it is to be played from; by the seed, where there is a choice.
    pub(crate) fn book_turn(&self, position: &W::Position) -> Option<String> {
        let book = self.book.as_ref().filter(|_| self.plays_book && !self.analyses)?;
        let number = mix(position.key() ^ mix(self.tunables.random_seed as u64));
        choose(book.turns(&position.text()), self.book_variety, number)
    }

    /// A level below the last plays: no better for what others know.
    pub(crate) fn is_weak(&self) -> bool {
        self.level.is_some_and(Level::is_weak)
    }

    /// The model of the chances behind a score, where they are to be reported.
    pub(crate) fn chances(&self) -> Option<Chances> {
        W::INFO.chances.filter(|_| self.shows_chances)
    }

    fn set_parameter(&mut self, name: &str, value: &str) -> Result<(), ParamError> {
        let mut last = self.switches.set_by_name(name, value);
        if matches!(last, Err(ParamError::Unknown(_))) {
            last = self.tunables.set_by_name(name, value);
        }
        if matches!(last, Err(ParamError::Unknown(_))) {
            last = self.params.set_by_name(name, value);
            // Who sets a number of the hand-made evaluation wants that one.
            self.by_network &= last.is_err() || names_order(name);
        }
        let folded = fold_name(name);
        if matches!(last, Err(ParamError::Unknown(_)))
            && let Some(rest) = folded.strip_prefix(&fold_name(MCTS_PREFIX))
        {
            last = self.mcts.set_by_name(rest, value).map_err(|error| match error {
                ParamError::Unknown(_) => ParamError::Unknown(name.to_owned()),
                ParamError::Value { name, value, expected } => {
                    ParamError::Value { name: format!("{MCTS_PREFIX}{name}"), value, expected }
                }
            });
        }
        last
    }

    fn apply_preset(&mut self, name: &'static str) {
        for preset in W::INFO.presets.iter().filter(|preset| preset.name == name) {
            // They were frozen before there were networks.
            self.by_network = false;
            for (option, value) in preset.options {
                // A test sets every preset.
                let set = self.set_parameter(option, value);
                debug_assert!(set.is_ok(), "{name}: {set:?}");
            }
        }
    }

    /// Moves are written the game's other way.
    pub(crate) fn writes_otherwise(&self) -> bool {
        self.written_otherwise
    }

    /// A position as the engine takes it: written as it was asked to.
    pub(crate) fn written(&self, position: W::Position) -> W::Position {
        if self.written_otherwise { position.written_otherwise() } else { position }
    }

    /// The search compiled for play does what is set.
    pub(crate) fn plays(&self) -> bool {
        !self.exact
            && self.effective_switches() == W::SWITCHES
            && matches!(self.chosen, Chosen::Search(Driver::Pvs | Driver::Mtdf))
    }

    /// This search probes endgame tables at all.
    fn probes(&self) -> bool {
        let searches = self.grows_tree || (!self.exact && self.chosen != Chosen::Minimax);
        searches && self.switches.probe
    }

    /// The most pieces a side for which this search probes endgame tables; 0 for none.
    pub(crate) fn asks_tables(&self) -> usize {
        if self.probes() { self.table_pieces } else { 0 }
    }

    /// The endgame tables in files that this search asks. A weak opponent plays endings as it plays everything.
    pub(crate) fn prober(&self) -> Option<Arc<dyn Prober<W::Position>>> {
        if self.probes() && !self.is_weak() { self.folders.prober() } else { None }
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
}

#[cfg(test)]
mod tests {
    use crate::{EngineConfig, OptionKind, kinds};

    #[test]
    fn every_option_can_be_set_to_what_it_starts_from_and_every_preset() {
        for kind in kinds() {
            let mut engine = kind.new_engine(&EngineConfig::default()).unwrap();
            for option in engine.options() {
                let values = match option.kind {
                    OptionKind::Check { start } => vec![start.to_string()],
                    OptionKind::Spin { start, min, max } => {
                        assert!((min..=max).contains(&start), "{}", option.name);
                        vec![start.to_string()]
                    }
                    OptionKind::Choice { values, .. } => values,
                    OptionKind::Text | OptionKind::Button => vec![String::new()],
                };
                for value in values {
                    let set = engine.set_option(&option.name, &value);
                    assert_eq!(set, Ok(()), "{}: {}", kind.title(), option.name);
                }
                assert!(!option.doc.is_empty(), "{}", option.name);
            }
        }
    }

    #[test]
    fn options_for_what_a_game_lacks_are_not_there() {
        let names = |game: &str| -> Vec<String> {
            let engine = crate::kind(game).unwrap().new_engine(&EngineConfig::default()).unwrap();
            engine.options().into_iter().map(|option| option.name).collect()
        };
        let (chess, arimaa) = (names("chess"), names("arimaa"));
        for name in ["UCI_Elo", "UCI_ShowWDL", "SyzygyPath"] {
            assert!(chess.iter().any(|known| known == name), "{name}");
            assert!(!arimaa.iter().any(|known| known == name), "{name}");
        }
    }
}
