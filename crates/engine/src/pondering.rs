//! Pondering on every possible reply, behind the engine interface.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use game::{Game, Notation, Position as _, Turn};
use search::{Control, Mode, Play, Pool, Progress, Reply, Searcher, TableHandle};

use crate::core::{Core, earlier_keys};
use crate::definition::GameDefinition;
use crate::player::{Event, Info, Sink};
use crate::settings::Settings;
use crate::task::texts;

/// The searches of all replies, under way.
pub(crate) struct Pondering<W: GameDefinition> {
    control: Arc<Control>,
    thread: JoinHandle<Vec<(W::Position, Core<W>)>>,
}

/// The opponent's turns, and the positions that they lead to.
struct Replies<P: Notation> {
    before: P,
    turns: Vec<Turn<P>>,
    positions: Vec<P>,
}

impl<W: GameDefinition> Pondering<W> {
    pub(crate) fn begin(game: &Game<W::Position>, settings: &Settings<W>, sink: Sink) -> Self {
        let control = Arc::new(Control::new(false));
        let before = *game.position();
        let turns = game.legal_turns();
        let after = |turn: &Turn<W::Position>| turn.iter().fold(before, |p, &mv| p.make(mv));
        let positions = turns.iter().map(after).collect();
        let replies = Replies { before, turns, positions };
        let mut keys = earlier_keys(game);
        keys.extend(before.repetition_key());
        let (settings, stop) = (settings.clone(), control.clone());
        let thread = std::thread::spawn(move || {
            let sink = Mutex::new(sink);
            let search = || run(&replies, &settings, &keys, &stop, &sink);
            let cores = catch_unwind(AssertUnwindSafe(search));
            let mut sink = sink.into_inner().unwrap_or_else(PoisonError::into_inner);
            match cores {
                Ok(cores) => {
                    sink(Event::BestMove {
                        turn: None,
                        ponder: None,
                        last: None,
                        statistics: None,
                    });
                    cores
                }
                Err(_) => {
                    sink(Event::Failed("pondering failed".to_owned()));
                    Vec::new()
                }
            }
        });
        Self { control, thread }
    }

    pub(crate) fn stop(&self) {
        self.control.stop();
    }

    /// Waits until all replies are proven or pondering was stopped.
    pub(crate) fn wait(self) {
        // A pool that panicked has said so; nothing of it is used.
        let _ = self.thread.join();
    }

    pub(crate) fn end(self) {
        self.control.stop();
        self.wait();
    }

    /// Ends all searches but that of the reply that led to `position`, and hands it over.
    pub(crate) fn take(self, position: &W::Position) -> Option<Core<W>> {
        self.control.stop();
        let cores = self.thread.join().ok()?;
        cores.into_iter().find(|(after, _)| after == position).map(|(_, core)| core)
    }
}

fn run<W: GameDefinition>(
    replies: &Replies<W::Position>,
    settings: &Settings<W>,
    keys: &[u64],
    control: &Control,
    sink: &Mutex<Sink>,
) -> Vec<(W::Position, Core<W>)> {
    let (tunables, params) = (settings.tunables, settings.effective_params());
    if settings.plays() {
        let new = |table| {
            let mode = Play::<W>::default();
            let mut searcher = Searcher::new(mode, tunables, params.clone(), 1, Arc::new(table));
            searcher.set_prober(settings.prober());
            searcher
        };
        collect(replies, settings, keys, control, sink, new, Core::Play)
    } else {
        let mode = settings.instrumented();
        let new = |table| {
            let table = Arc::new(table);
            let mut searcher = Searcher::new(mode.clone(), tunables, params.clone(), 1, table);
            searcher.set_prober(settings.prober());
            searcher
        };
        collect(replies, settings, keys, control, sink, new, Core::Instrumented)
    }
}

fn collect<W: GameDefinition, M: Mode>(
    replies: &Replies<W::Position>,
    settings: &Settings<W>,
    keys: &[u64],
    control: &Control,
    sink: &Mutex<Sink>,
    new: impl Fn(TableHandle<M::Layout>) -> Searcher<W::Position, W::Eval, M>,
    core: impl Fn(Searcher<W::Position, W::Eval, M>) -> Core<W>,
) -> Vec<(W::Position, Core<W>)> {
    let began = Instant::now();
    let pool = Pool {
        threads: settings.threads,
        mib: settings.hash_mib,
        repetition_draw: settings.repetition_draw && !settings.exact,
        game_keys: keys,
        driver: settings.driver(),
        control,
        now: &|| began.elapsed(),
    };
    let progress = |progress: Progress<'_, _>| {
        let info = info(replies, &progress, began.elapsed());
        (sink.lock().unwrap_or_else(PoisonError::into_inner))(Event::Info(info));
    };
    let searched = pool.ponder(&replies.positions, new, &progress);
    let hand_over = |reply: Reply<W::Position, W::Eval, M>| (reply.position, core(reply.searcher));
    searched.into_iter().map(hand_over).collect()
}

/// A report from the view of the opponent, who is to move: the line begins with the reply.
fn info<P: Notation>(
    replies: &Replies<P>,
    progress: &Progress<'_, P::Move>,
    time: Duration,
) -> Info {
    let mut line = replies.turns[progress.reply].to_vec();
    line.extend_from_slice(progress.line);
    let (pv, line) = texts(&replies.before, &line);
    let (depth, score) = (progress.depth as u32 + 1, -progress.score.from_table(1));
    let multi_pv = progress.reply + 1;
    Info { multi_pv, pv, line, ..Info::of_depth(depth, score, progress.nodes, time) }
}
