//! The engine of a game: a searcher, of either family, on a thread of its own, behind the engine interface.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use game::{Game, Notation, Position, Referee, Side};
use search::tt::Table;
use search::{Control, Limits, Play, Searcher, TableHandle};

use crate::any_game::{AnyGame, TypedGame};
use crate::config::{ConfigError, EngineConfig};
use crate::core::{Core, Tables};
use crate::definition::GameDefinition;
use crate::experience::Advice;
use crate::options::table::Effect;
use crate::options::{Audience, OptionInfo};
use crate::player::{Engine, Event, GameError, Listener, Sink, Stop};
use crate::pondering::Pondering;
use crate::settings::Settings;
use crate::tables::TableKeeper;
use crate::task::Task;

/// A search under way.
struct Running<W: GameDefinition> {
    control: Arc<Control>,
    began: Instant,
    done: Arc<AtomicBool>,
    thread: JoinHandle<Option<Core<W>>>,
}

/// A change of the table's size under way.
struct Resizing {
    cancel: Arc<AtomicBool>,
    thread: JoinHandle<()>,
}

/// The engine for one game.
pub(crate) struct SearchEngine<W: GameDefinition> {
    settings: Settings<W>,
    game: Game<W::Position>,
    /// The game as it was told: a longer one that begins with it is not read from its start again.
    told: Option<(Option<String>, Vec<String>)>,
    /// The moves to search at the root; all if empty.
    only: Vec<<W::Position as Position>::Move>,
    tables: Option<Tables>,
    core: Option<Core<W>>,
    running: Option<Running<W>>,
    pondering: Option<Pondering<W>>,
    resizing: Option<Resizing>,
    endgames: TableKeeper<W>,
    /// The last fault of the tables that was reported.
    fault_told: Option<String>,
}

fn new_game<W: GameDefinition>(start: W::Position) -> Game<W::Position> {
    // The engine thinks about any game it is given: draws by our own rule do not end it.
    Game::new(start, Referee::default())
}

fn new_table<L: search::tt::Layout>(mib: usize) -> Result<Arc<TableHandle<L>>, ConfigError> {
    let table = Table::new(mib).ok_or(ConfigError::Memory { mib })?;
    table.touch(&|| true);
    Ok(Arc::new(TableHandle::new(table)))
}

impl<W: GameDefinition> SearchEngine<W> {
    pub(crate) fn new(config: &EngineConfig) -> Result<Self, ConfigError> {
        let mut engine = Self {
            settings: Settings::new(config)?,
            game: new_game::<W>(W::Position::start()),
            told: None,
            only: Vec::new(),
            tables: None,
            core: None,
            running: None,
            pondering: None,
            resizing: None,
            endgames: TableKeeper::default(),
            fault_told: None,
        };
        engine.make_tables()?;
        Ok(engine)
    }

    /// A table of the kind that the settings ask for, unless there is one.
    fn make_tables(&mut self) -> Result<(), ConfigError> {
        let fits = match &self.tables {
            Some(Tables::Tree) => self.settings.grows_tree,
            Some(Tables::Play(_)) => !self.settings.grows_tree && self.settings.plays(),
            Some(Tables::Instrumented(_)) => !self.settings.grows_tree && !self.settings.plays(),
            None => false,
        };
        if !fits {
            self.tables = None;
            let mib = self.settings.hash_mib;
            self.tables = Some(if self.settings.grows_tree {
                Tables::Tree
            } else if self.settings.plays() {
                Tables::Play(new_table(mib)?)
            } else {
                Tables::Instrumented(new_table(mib)?)
            });
        }
        Ok(())
    }

    fn new_core(&self, tables: &Tables) -> Core<W> {
        let tunables = self.settings.effective().1;
        let threads = self.settings.threads;
        let params = self.settings.effective_params();
        match tables {
            Tables::Play(table) => {
                Core::Play(Searcher::new(Play::default(), tunables, params, threads, table.clone()))
            }
            Tables::Instrumented(table) => {
                let mode = self.settings.instrumented();
                Core::Instrumented(Searcher::new(mode, tunables, params, threads, table.clone()))
            }
            Tables::Tree => {
                let (numbers, mib) = (self.settings.effective_mcts(), self.settings.hash_mib);
                Core::Tree(mcts::Searcher::new(numbers, params, threads, mib))
            }
        }
    }

    /// Ends the running search and takes its searcher back; ends pondering on replies.
    fn halt(&mut self) {
        self.stop();
        self.wait();
        if let Some(pondering) = self.pondering.take() {
            pondering.end();
        }
    }

    /// If the game goes on from the one whose replies are pondered, ends the searches of all other
    /// replies and takes that of the one played.
    fn take_reply(&mut self, game: &Game<W::Position>) -> bool {
        let before = self.game.turns();
        let goes_on = game.start() == self.game.start()
            && game.turns().len() == before.len() + 1
            && game.turns().starts_with(before);
        if !goes_on {
            return false;
        }
        let Some(pondering) = self.pondering.take() else { return false };
        if let Some(mut core) = pondering.take(game.position()) {
            self.tables = Some(core.tables());
            core.set_threads(self.settings.threads);
            self.core = Some(core);
            // The table grows to its full size while the next search goes on; where the memory is
            // not to be had, that search keeps the table it has.
            let _ = self.resize();
        }
        true
    }

    /// Takes a game to think about.
    fn put(&mut self, game: Game<W::Position>) {
        if !self.take_reply(&game) {
            self.halt();
        }
        self.game = game;
        self.only.clear();
    }

    /// Empties the table where it is of the size and kind that the next search needs: its memory need
    /// not be asked of the system again. Another is given back.
    fn forget(&mut self) {
        let (mib, plays) = (self.settings.hash_mib, self.settings.plays());
        match &self.tables {
            Some(Tables::Play(table)) if plays && table.get().mib() == mib => table.get().clear(),
            Some(Tables::Instrumented(table)) if !plays && table.get().mib() == mib => {
                table.get().clear();
            }
            _ => self.tables = None,
        }
    }

    /// Waits for a resize that is under way.
    fn await_resizing(&mut self) {
        if let Some(resizing) = self.resizing.take() {
            // A resize that panicked has changed nothing.
            let _ = resizing.thread.join();
        }
    }

    /// Cuts short a resize that is under way.
    fn finish_resizing(&mut self) {
        if let Some(resizing) = &self.resizing {
            resizing.cancel.store(true, Ordering::Relaxed);
        }
        self.await_resizing();
    }

    /// Resizes the table beside the search, on a thread of its own; one that is under way is cut
    /// short there.
    fn resize(&mut self) -> Result<(), ConfigError> {
        let Some(tables) = self.tables.clone() else { return Ok(()) };
        let (mib, cancel) = (self.settings.hash_mib, Arc::new(AtomicBool::new(false)));
        let go_on = at_half_speed(self.is_searching(), cancel.clone());
        let memory = ConfigError::Memory { mib };
        let work: Box<dyn FnOnce() + Send> = match tables {
            Tables::Play(handle) => {
                let table = Table::new(mib).ok_or(memory)?;
                Box::new(move || handle.rehash_into(table, &go_on))
            }
            Tables::Instrumented(handle) => {
                let table = Table::new(mib).ok_or(memory)?;
                Box::new(move || handle.rehash_into(table, &go_on))
            }
            // A tree takes its size when a search begins.
            Tables::Tree => return Ok(()),
        };
        let before = self.resizing.take();
        if let Some(before) = &before {
            before.cancel.store(true, Ordering::Relaxed);
        }
        let thread = std::thread::spawn(|| {
            if let Some(before) = before {
                let _ = before.thread.join();
            }
            work();
        });
        self.resizing = Some(Resizing { cancel, thread });
        Ok(())
    }

    /// Everything that a search needs; None where it cannot begin or a book answers, which the sink is told.
    fn prepare(
        &mut self,
        limits: Limits,
        control: Control,
        sink: &mut Listener<'_>,
    ) -> Option<(Task<W>, Core<W>)> {
        let mut limits = match self.settings.level {
            Some(level) => level.bound(&limits, W::INFO.full_strength_time, &W::level_scale()),
            None => limits,
        };
        limits.overhead = limits.overhead.max(self.settings.move_overhead);
        limits.multi_pv = limits.multi_pv.max(self.settings.lines);
        self.halt();
        let plays = !limits.infinite && !limits.ponder && limits.win_within.is_none();
        if plays
            && self.only.is_empty()
            && let Some(turn) = self.settings.book_turn(self.game.position())
            // A turn that was legal where the book has it from may be a repetition here.
            && self.game.clone().play(&turn).is_ok()
        {
            let turn = Some(turn);
            sink(Event::BestMove { turn, ponder: None, last: None, statistics: None });
            return None;
        }
        if plays && self.only.is_empty() {
            match self.advice() {
                Advice::Search => {}
                Advice::Play(turn) => {
                    let turn = Some(turn);
                    sink(Event::BestMove { turn, ponder: None, last: None, statistics: None });
                    return None;
                }
                Advice::Avoid(turns) => self.only = self.all_but(&turns),
            }
        }
        if let Err(error) = self.make_tables() {
            sink(Event::Failed(error.to_string()));
            return None;
        }
        let tables = self.tables.clone()?;
        let mut core = self.core.take().unwrap_or_else(|| {
            self.recall(&tables);
            self.new_core(&tables)
        });
        if let Core::Tree(searcher) = &mut core {
            searcher.set_memory(self.settings.hash_mib);
        }
        let learns = self.only.is_empty() && !self.settings.is_weak();
        let (men, threads) = (self.settings.asks_tables(), self.settings.threads);
        let order = self.endgames.order(self.game.position(), men, threads, &limits);
        let task = Task {
            game: self.game.clone(),
            only: std::mem::take(&mut self.only),
            limits,
            tables: order,
            prober: self.settings.prober(),
            control: Arc::new(control),
            began: Instant::now(),
            chosen: self.settings.chosen,
            repetition_draw: self.settings.repetition_draw && !self.settings.exact,
            params: self.settings.params.clone(),
            chances: self.settings.chances(),
            seed: self.settings.tunables.random_seed as u64,
            experience: self.settings.experience.learner().filter(|_| learns),
        };
        Some((task, core))
    }

    /// The advice of earlier games on the turns here, where it is to be played by.
    fn advice(&self) -> Advice {
        let adviser = self.settings.experience.adviser().filter(|_| !self.settings.is_weak());
        let advice = adviser.map_or(Advice::Search, |memory| memory.advice(self.game.position()));
        match advice {
            // A turn that was legal in another game may be a repetition here.
            Advice::Play(turn) if self.game.clone().play(&turn).is_err() => Advice::Search,
            advice => advice,
        }
    }

    /// The moves with which none of these turns begins; all, written as none, where that leaves none.
    fn all_but(&self, turns: &[String]) -> Vec<<W::Position as Position>::Move> {
        let begin = |turn: &String| self.game.legal_turn(turn).ok()?.first().copied();
        let avoided: Vec<_> = turns.iter().filter_map(begin).collect();
        let mut moves = self.game.legal_moves();
        moves.retain(|mv| !avoided.contains(mv));
        moves
    }

    /// Puts what was learned in earlier games into a table that a new searcher is to use.
    fn recall(&self, tables: &Tables) {
        let known = self.settings.experience.known().filter(|_| !self.settings.is_weak());
        let Some((memory, what)) = known else { return };
        match tables {
            Tables::Play(table) => memory.fill(&table.get(), what),
            Tables::Instrumented(table) => memory.fill(&table.get(), what),
            Tables::Tree => {}
        }
    }

    fn start(&mut self, limits: Limits, mut sink: Sink) {
        let control = Control::new(limits.ponder);
        let Some((task, core)) = self.prepare(limits, control, &mut *sink) else { return };
        let done = Arc::new(AtomicBool::new(false));
        let (control, began, finished) = (task.control.clone(), task.began, done.clone());
        let thread = std::thread::spawn(move || {
            let core = run(&task, core, &mut *sink);
            finished.store(true, Ordering::Release);
            core
        });
        self.running = Some(Running { control, began, done, thread });
    }
}

/// Runs a search. A panic in it costs that search, not the process; the searcher is lost with it, for
/// nobody knows its state.
fn run<W: GameDefinition>(
    task: &Task<W>,
    core: Core<W>,
    sink: &mut Listener<'_>,
) -> Option<Core<W>> {
    match catch_unwind(AssertUnwindSafe(|| task.run(core, sink))) {
        Ok(core) => Some(core),
        Err(fault) => {
            let text = fault.downcast_ref::<&str>().map(ToString::to_string);
            let text = text.or_else(|| fault.downcast_ref::<String>().cloned());
            let text = text.unwrap_or_else(|| "unknown fault".to_owned());
            sink(Event::Failed(format!("the search failed: {text}")));
            None
        }
    }
}

impl<W: GameDefinition> Engine for SearchEngine<W> {
    fn name(&self) -> String {
        format!("Tesuji {}", env!("CARGO_PKG_VERSION"))
    }

    fn options(&self) -> Vec<OptionInfo> {
        let all = self.settings.lists_all();
        let listed = |mut option: OptionInfo| {
            if all && option.audience == Audience::Tuners {
                option.audience = Audience::Players;
            }
            option
        };
        self.settings.options().into_iter().map(listed).collect()
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), ConfigError> {
        let mut changed = self.settings.clone();
        match changed.set(name, value)? {
            Effect::Nothing => self.settings = changed,
            Effect::NewGame => self.new_game(),
            Effect::Resize => {
                let before = std::mem::replace(&mut self.settings, changed);
                // Beside a running search, and without one: what is known is carried over.
                if let Err(error) = self.resize() {
                    self.settings = before;
                    return Err(error);
                }
                if !self.is_searching() {
                    self.await_resizing();
                }
            }
            effect => {
                self.halt();
                self.core = None;
                self.told = None;
                self.settings = changed;
                if effect == Effect::NewTable {
                    self.forget();
                }
                self.make_tables()?;
            }
        }
        Ok(())
    }

    fn new_game(&mut self) {
        self.halt();
        if let Some(memory) = self.settings.experience.learner() {
            memory.next_game();
        }
        self.finish_resizing();
        self.core = None;
        self.forget();
        self.game = new_game::<W>(W::Position::start());
        self.told = None;
    }

    fn set_game(&mut self, start: Option<&str>, turns: &[String]) -> Result<(), GameError> {
        let before = self
            .told
            .as_ref()
            .filter(|(known, played)| known.as_deref() == start && turns.starts_with(played));
        let (mut game, known) = match before {
            Some((_, played)) => (self.game.clone(), played.len()),
            None => {
                let begun = start.map_or_else(|| Ok(W::Position::start()), W::Position::parse)?;
                (new_game::<W>(self.settings.written(begun)), 0)
            }
        };
        for (number, text) in (1..).zip(turns).skip(known) {
            game.play(text).map_err(|error| GameError::Turn {
                number,
                text: text.clone(),
                error,
            })?;
        }
        self.put(game);
        self.told = Some((start.map(str::to_owned), turns.to_vec()));
        Ok(())
    }

    fn take_game(&mut self, game: &dyn AnyGame) -> Result<(), GameError> {
        let same = game.as_any().downcast_ref::<TypedGame<W::Position>>();
        match same.filter(|_| !self.settings.writes_otherwise()) {
            Some(TypedGame(game)) => {
                self.put(game.clone().with_referee(Referee::default()));
                self.told = None;
                Ok(())
            }
            None => self.set_game(Some(&game.start_text()), &game.turns()),
        }
    }

    fn search_only(&mut self, turns: &[String]) -> Result<(), GameError> {
        self.only.clear();
        let first = |(number, text): (usize, &String)| -> Result<_, GameError> {
            let error = |error| GameError::Turn { number, text: text.clone(), error };
            let turn = self.game.legal_turn(text).map_err(error)?;
            Ok(turn.first().copied())
        };
        let moves = (1..).zip(turns).map(first).collect::<Result<Vec<_>, GameError>>()?;
        self.only = moves.into_iter().flatten().collect();
        Ok(())
    }

    fn learn_result(&mut self, game: &dyn AnyGame, winner: Option<char>) {
        let Some(memory) = self.settings.experience.learner() else { return };
        let winner = winner.and_then(|letter| {
            Side::BOTH.into_iter().find(|&side| W::Position::side_letter(side) == letter)
        });
        if let Some(TypedGame(game)) = game.as_any().downcast_ref::<TypedGame<W::Position>>() {
            memory.learn_game(game, winner);
        }
    }

    fn go(&mut self, limits: Limits, sink: Sink) {
        self.start(limits, sink);
    }

    fn think(&mut self, limits: Limits, stop: &Stop, sink: &mut Listener<'_>) {
        if let Some((task, core)) = self.prepare(limits, stop.control(), sink) {
            self.core = run(&task, core, sink);
        }
    }

    fn ponder_replies(&mut self, mut sink: Sink) {
        self.halt();
        if !W::Position::SIDES_ALTERNATE || self.settings.grows_tree {
            // Tens of thousands of replies are no list to search one by one, and a tree has them all: one search, the
            // likely replies more than others, and what it learns is there for the turn that follows.
            let nameless = move |event| {
                sink(match event {
                    Event::BestMove { last, statistics, .. } => {
                        Event::BestMove { turn: None, ponder: None, last, statistics }
                    }
                    other => other,
                });
            };
            self.start(Limits { infinite: true, ..Limits::default() }, Box::new(nameless));
            return;
        }
        self.finish_resizing();
        // Their memory is for the replies' tables.
        self.core = None;
        self.tables = None;
        self.pondering = Some(Pondering::begin(&self.game, &self.settings, sink));
    }

    fn remark(&mut self) -> Option<String> {
        let about = self.settings.folders.remark.take();
        let tables = about.map(|about| format!("endgame tables: {about}"));
        tables.or_else(|| self.settings.experience.remark.take())
    }

    fn fault(&mut self) -> Option<String> {
        let fault = self.settings.folders.tables.as_ref().and_then(|tables| tables.fault());
        let new = fault.filter(|fault| self.fault_told.as_ref() != Some(fault));
        if new.is_some() {
            self.fault_told.clone_from(&new);
        }
        new.or_else(|| self.settings.experience.known()?.0.fault())
    }

    fn ponder_hit(&mut self) {
        if let Some(running) = &self.running {
            running.control.ponder_hit(running.began.elapsed());
        }
    }

    fn stop(&mut self) {
        if let Some(running) = &self.running {
            running.control.stop();
        }
        if let Some(pondering) = &self.pondering {
            pondering.stop();
        }
    }

    fn is_searching(&self) -> bool {
        self.pondering.is_some()
            || self.running.as_ref().is_some_and(|running| !running.done.load(Ordering::Acquire))
    }

    fn wait(&mut self) {
        if let Some(running) = self.running.take() {
            self.core = running.thread.join().ok().flatten();
        }
        if let Some(pondering) = self.pondering.take() {
            pondering.wait();
        }
    }
}

impl<W: GameDefinition> Drop for SearchEngine<W> {
    fn drop(&mut self) {
        self.halt();
        if let Some(memory) = self.settings.experience.learner() {
            memory.next_game();
        }
        self.finish_resizing();
    }
}

/// Lets work go on until `cancel` says no; beside a search it rests half of the time, so that no
/// searching thread waits long for its processor.
fn at_half_speed(searching: bool, cancel: Arc<AtomicBool>) -> impl Fn() -> bool + Send {
    const STRETCH: Duration = Duration::from_micros(500);
    let began = Cell::new(Instant::now());
    move || {
        if searching && began.get().elapsed() >= STRETCH {
            std::thread::sleep(STRETCH);
            began.set(Instant::now());
        }
        !cancel.load(Ordering::Relaxed)
    }
}
