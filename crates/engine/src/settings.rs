//! The settings of an engine: its parameters, switches and driver.

use std::borrow::Cow;
use std::sync::Arc;
use std::time::Duration;

use game::params::{ParamError, Parameters, fold_name};
use game::{Evaluator, Notation as _};
use search::{Driver, Instrumented, Prober, Switches, Tunables};

use crate::chances::Chances;
use crate::config::{ConfigError, EngineConfig};
use crate::definition::GameDefinition;
use crate::levels::{Level, levels};
use crate::options::table::{self, Effect, Entry};
use crate::options::{
    ALGORITHM, Button, Check, Choice, DRIVER, HASH, LEVEL, MCTS_PREFIX, MOVE_OVERHEAD, MULTI_PV,
    OptionInfo, Spin, THREADS, Text,
};
use crate::recorded::OpeningBook;
use crate::tables::Folders;

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
    /// Moves are written the game's other way.
    written_otherwise: bool,
    /// The best lines that are reported, where a search does not say how many.
    pub(crate) lines: usize,
    /// The book of openings, and whether to play from it.
    book: Option<Arc<dyn OpeningBook>>,
    plays_book: bool,
    /// It is asked to analyse, not to play: no book answers.
    analyses: bool,
    shows_chances: bool,
    /// The options for tuning are listed too.
    lists_all: bool,
}

impl<W: GameDefinition> Clone for Settings<W> {
    fn clone(&self) -> Self {
        let (params, folders) = (self.params.clone(), self.folders.clone());
        Self { params, folders, book: self.book.clone(), ..*self }
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
    if W::book().is_some() {
        let own = check("OwnBook", "Plays from the book of BookFile while it lasts.", false);
        let file = Text { name: "BookFile", doc: "The file of a book of openings." };
        table.push(
            Declared::<W>::check(own, |settings, on| settings.plays_book = on)
                .effect(Effect::Nothing),
        );
        table.push(Declared::<W>::text(file, Settings::read_book).effect(Effect::Nothing));
    }
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
            written_otherwise: false,
            lines: 1,
            book: None,
            plays_book: false,
            analyses: false,
            shows_chances: false,
            lists_all: false,
        };
        settings.set(THREADS.name, &config.threads.to_string())?;
        settings.set(HASH.name, &config.hash_mib.to_string())?;
        // A preset is the ground on which the other options stand.
        let (presets, others): (Vec<_>, Vec<_>) =
            config.options.iter().partition(|(name, _)| fold_name(name) == "preset");
        for (name, value) in presets.into_iter().chain(others) {
            settings.set(name, value)?;
        }
        Ok(settings)
    }

    /// Sets an option by name, without regard to case; says what follows for a search.
    pub(crate) fn set(&mut self, name: &str, value: &str) -> Result<Effect, ConfigError> {
        if let Some(done) = table::set(&declared::<W>(), self, name, value) {
            return done;
        }
        let of_folders = W::table_folders()
            .and_then(|folders| table::set(&folders.options(), &mut self.folders, name, value));
        of_folders.unwrap_or_else(|| {
            self.set_parameter(name, value).map_err(ConfigError::Param)?;
            Ok(Effect::NewSearcher)
        })
    }

    /// All options: those of every engine, of the game's tables, and the parameters.
    pub(crate) fn options(&self) -> Vec<OptionInfo> {
        let declared = declared::<W>().iter().map(Entry::info).collect();
        let of_folders: Vec<OptionInfo> = W::table_folders()
            .map(|folders| folders.options().iter().map(Entry::info).collect())
            .unwrap_or_default();
        let mut switches = Switches::infos();
        for (index, info) in switches.iter_mut().enumerate() {
            info.start = W::SWITCHES.get(index);
        }
        let mut numbers = Tunables::infos();
        for (index, info) in numbers.iter_mut().enumerate() {
            info.start = W::TUNABLES.get(index);
        }
        let mut of_mcts = mcts::Params::infos();
        for (index, info) in of_mcts.iter_mut().enumerate() {
            info.start = W::MCTS.get(index);
            info.name.insert_str(0, MCTS_PREFIX);
        }
        let search = switches.into_iter().chain(numbers).chain(of_mcts);
        let parameters = search.chain(EvalParams::<W>::infos());
        [declared, of_folders, parameters.map(OptionInfo::from).collect()].concat()
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

    fn read_book(&mut self, path: &str) -> Result<(), String> {
        self.book = match (path, W::book()) {
            ("", _) | (_, None) => None,
            (path, Some(reader)) => {
                let read = std::fs::read(path).map_err(|error| error.to_string());
                let book = read.and_then(|bytes| reader.read(bytes));
                let book = book.map_err(|error| format!("'{path}' cannot be read: {error}"))?;
                Some(Arc::from(book))
            }
        };
        Ok(())
    }

    /// The heaviest turn of the book in a position, where it is to be played from.
    pub(crate) fn book_turn(&self, position: &W::Position) -> Option<String> {
        let book = self.book.as_ref().filter(|_| self.plays_book && !self.analyses)?;
        book.turns(&position.text()).into_iter().next().map(|(turn, _)| turn)
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
        let weak = self.level.is_some_and(Level::is_weak);
        if self.probes() && !weak { self.folders.prober() } else { None }
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

    /// The switches and numbers of Monte Carlo tree search in force: what the level leaves of those set.
    pub(crate) fn effective_mcts(&self) -> mcts::Params {
        let mut params = self.mcts;
        if let Some(level) = self.level
            && level.overlooks_wins(&W::level_scale())
        {
            params.solver = false;
            params.decisive = false;
            params.anti_decisive = false;
        }
        params
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
        for name in ["OwnBook", "BookFile", "UCI_Elo", "UCI_ShowWDL", "SyzygyPath"] {
            assert!(chess.iter().any(|known| known == name), "{name}");
            assert!(!arimaa.iter().any(|known| known == name), "{name}");
        }
    }
}
