//! One search, from the engine's thread: it runs the searcher and turns its reports into text.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use cpu_time::ThreadTime;
use game::{Bound, Evaluator, Game, MoveList, Notation, Position, Score, Turn, Verdict};
use search::tt::{Compact, Layout, Table};
use search::{Control, Driver, Job, Limits, Mode, Outcome, Prober, Report, Searcher, minimax_move};

use crate::chances::Chances;
use crate::core::{Core, TreeSearcher, earlier_keys};
use crate::definition::{EvalParams, GameDefinition};
use crate::experience::{Found, Memory};
use crate::player::{Event, Info, Listener};
use crate::settings::Chosen;
use crate::statistics::{Statistics, TreeBranch};
use crate::tables::TableOrder;

/// A search with all that it needs.
pub(crate) struct Task<W: GameDefinition> {
    pub(crate) game: Game<W::Position>,
    /// The moves to search at the root; all if empty.
    pub(crate) only: Vec<<W::Position as Position>::Move>,
    pub(crate) limits: Limits,
    /// The endgame tables to ask, if any.
    pub(crate) tables: Option<TableOrder<W::Position>>,
    /// Tables in files to ask, if any.
    pub(crate) prober: Option<Arc<dyn Prober<W::Position>>>,
    pub(crate) control: Arc<Control>,
    pub(crate) began: Instant,
    pub(crate) chosen: Chosen,
    pub(crate) repetition_draw: bool,
    pub(crate) params: EvalParams<W>,
    /// The model of the chances behind a score, where they are reported.
    pub(crate) chances: Option<Chances>,
    /// Of what is chosen at random.
    pub(crate) seed: u64,
    /// The experience that learns from it, if any does.
    pub(crate) experience: Option<Arc<Memory<W::Position>>>,
}

/// How many replies to a move are told of a tree, and to how many plies.
const REPLIES: usize = 3;
const TREE_PLIES: usize = 4;

/// A line of moves cut into turns: those of one side before the other may act.
fn turns_of<P: Position>(root: &P, line: &[P::Move]) -> Vec<Turn<P>> {
    let mut turns: Vec<Turn<P>> = Vec::new();
    let mut position = *root;
    let mut turned = true;
    for &mv in line {
        let next = position.make(mv);
        if turned {
            turns.push(Turn::<P>::new());
        }
        if let Some(turn) = turns.last_mut() {
            let _ = turn.try_push(mv);
        }
        turned = next.side_to_move() != position.side_to_move();
        position = next;
    }
    turns
}

/// The first turn of a line, with what is missing to make it a legal one: what the search saw may
/// not be a turn's end, or end where history forbids it.
fn whole_turn<P: Notation>(game: &Game<P>, first: &[P::Move]) -> Option<Turn<P>> {
    (0..=first.len()).rev().find_map(|kept| game.complete_turn(&first[..kept]))
}

/// A line of moves as scripts and as people write it.
pub(crate) fn texts<P: Notation>(root: &P, line: &[P::Move]) -> (Vec<String>, Vec<String>) {
    let mut position = *root;
    let mut written = (Vec::new(), Vec::new());
    for turn in turns_of(root, line) {
        // A line may end within a turn that cannot end there.
        let whole = P::SIDES_ALTERNATE || position.parse_turn(&position.turn_text(&turn)).is_ok();
        if !whole && !written.0.is_empty() {
            break;
        }
        written.0.push(position.turn_text(&turn));
        written.1.push(position.describe_turn(&turn));
        position = turn.iter().fold(position, |position, &mv| position.make(mv));
    }
    written
}

/// The branches of a tree, as they are told.
type Tree = Option<Arc<[TreeBranch]>>;

/// Nothing of a tree is told sooner, nor oftener.
const BETWEEN_TREES: Duration = Duration::from_millis(200);

/// The branches of a tree that are told.
fn tree_of<P: Notation>(outlook: &mcts::Outlook<'_, P>, root: &P) -> Arc<[TreeBranch]> {
    TreeBranch::written(root, &outlook.branches(REPLIES, TREE_PLIES)).into()
}

fn infos<P: Notation>(
    game: &Game<P>,
    report: &Report<P>,
    chances: Option<Chances>,
    tree: &Tree,
) -> Vec<Info> {
    let root = game.position();
    let lines = report.moves.iter().take(report.lines.max(1)).enumerate();
    lines
        .filter(|(_, root_move)| root_move.depth > 0)
        .map(|(number, root_move)| {
            let first = if P::SIDES_ALTERNATE {
                None
            } else {
                turns_of(root, &root_move.line).first().cloned()
            };
            let whole = first.as_ref().and_then(|first| whole_turn(game, first));
            let (pv, line) = match whole.filter(|whole| first.as_ref() != Some(whole)) {
                Some(turn) => texts(root, &turn),
                None => texts(root, &root_move.line),
            };
            Info {
                depth: report.depth as u32,
                seldepth: report.seldepth as u32,
                multi_pv: number + 1,
                score: root_move.value(),
                // A value of the endgame tables is no bound.
                bound: if root_move.exact || root_move.value() != root_move.score {
                    Bound::Exact
                } else {
                    Bound::Lower
                },
                complete: report.complete,
                time: report.time,
                nodes: report.nodes,
                proof_nodes: report.proof_nodes,
                line_nodes: root_move.nodes,
                line_depth: root_move.depth.max(0) as u32,
                qnodes: report.quiescence_nodes,
                hashfull: report.hashfull,
                table_hits: report.table_hits,
                settled: report.settled,
                chances: chances.map(|model| model.of(root_move.value())),
                pv,
                line,
                tree: tree.clone().filter(|_| number == 0),
            }
        })
        .collect()
}

impl<W: GameDefinition> Task<W> {
    /// Searches, tells the sink, and gives the searcher back.
    pub(crate) fn run(&self, mut core: Core<W>, sink: &mut Listener<'_>) -> Core<W> {
        if self.open(sink) {
            return core;
        }
        if self.chosen == Chosen::Minimax && !matches!(core, Core::Tree(_)) {
            self.minimax(sink);
            return core;
        }
        let stopped = || self.control.stopped();
        let ordered = self.tables.as_ref().and_then(|order| order.collect(&|| !stopped()));
        core.set_prober(ordered.or_else(|| self.prober.clone()));
        match &mut core {
            Core::Play(searcher) => self.search_by_alphabeta(searcher, sink),
            Core::Instrumented(searcher) => self.search_by_alphabeta(searcher, sink),
            Core::Tree(searcher) => self.search_in_tree(searcher, sink),
        }
        core
    }

    /// Plays a turn of the game's own book, where it has one; false where it must be searched for.
    fn open(&self, sink: &mut Listener<'_>) -> bool {
        let root = *self.game.position();
        if !self.only.is_empty() {
            return false;
        }
        let seed = game::zobrist::mix(self.seed ^ root.key());
        let Some(turn) = W::opening(&root, seed) else { return false };
        let waits = || self.limits.infinite || self.control.pondering();
        while waits() && !self.control.stopped() {
            std::thread::sleep(Duration::from_millis(1));
        }
        let (pv, line) = texts(&root, &turn);
        let unsearched = Info::of_depth(0, Score::ZERO, 0, self.began.elapsed());
        let info = Info { pv: pv.clone(), line, ..unsearched };
        sink(Event::Info(info.clone()));
        let turn = pv.into_iter().next();
        sink(Event::BestMove { turn, ponder: None, last: Some(info), statistics: None });
        true
    }

    /// The first turn of a line, with what is missing to make it a legal one; and the second, if it
    /// is complete.
    fn turns_to_play(&self, line: &[<W::Position as Position>::Move]) -> [Option<String>; 2] {
        let root = *self.game.position();
        let mut turns = turns_of(&root, line).into_iter();
        let first = turns.next().unwrap_or_default();
        let Some(turn) = whole_turn(&self.game, &first) else { return [None, None] };
        let after = turn.iter().fold(root, |position, &mv| position.make(mv));
        let reply = turns.next().filter(|_| turn == first);
        let reply = reply.and_then(|moves| after.parse_turn(&after.turn_text(&moves)).ok());
        [Some(root.turn_text(&turn)), reply.map(|reply| after.turn_text(&reply))]
    }

    fn search_by_alphabeta<M: Mode>(
        &self,
        searcher: &mut Searcher<W::Position, W::Eval, M>,
        sink: &mut Listener<'_>,
    ) {
        let Chosen::Search(driver) = self.chosen else { return };
        self.search(driver, sink, |job, report| {
            let outcome = searcher.search(job, &mut |told| report(told, None));
            let table = searcher.table().get();
            self.learn(&outcome.report, Some(&table));
            let sized = Statistics {
                table_mib: table.mib(),
                table_entries: table.capacity(),
                ..Statistics::default()
            };
            (outcome, sized)
        });
    }

    /// Searches in the tree of the last search, as far as the game went on in it.
    fn search_in_tree(&self, searcher: &mut TreeSearcher<W>, sink: &mut Listener<'_>) {
        let known = searcher
            .root()
            .and_then(|root| self.game.positions().iter().rposition(|position| position == root));
        if let Some(from) = known {
            let played: Vec<_> = self.game.turns()[from..].iter().flatten().copied().collect();
            searcher.follow(&played);
        }
        self.search(Driver::Pvs, sink, |job, report| {
            let mut next = BETWEEN_TREES;
            let outcome = searcher.search(job, &mut |told, outlook| {
                let due = told.time >= next;
                if due {
                    next = told.time + BETWEEN_TREES;
                }
                report(told, due.then(|| tree_of(outlook, &job.root)));
            });
            self.learn(&outcome.report, None::<&Table<Compact>>);
            let (table_mib, table_entries) = searcher.size();
            let outlook = searcher.outlook();
            let tree = outlook.map_or_else(Arc::default, |outlook| tree_of(&outlook, &job.root));
            (outcome, Statistics { table_mib, table_entries, tree, ..Statistics::default() })
        });
    }

    /// Lets what learns keep what a search found, and what its table has of positions near the root.
    fn learn<L: Layout>(&self, report: &Report<W::Position>, table: Option<&Table<L>>) {
        let Some(memory) = &self.experience else { return };
        let Some(best) = report.best().filter(|best| best.depth > 0) else { return };
        let [Some(turn), _] = self.turns_to_play(&best.line) else { return };
        let bound = if best.exact { Bound::Exact } else { Bound::Lower };
        let score = best.value().verdict();
        let found = Found { turn, score, bound, depth: best.depth.unsigned_abs() };
        memory.learn_search(&self.game, &best.line, found, table);
    }

    /// Lets `search` search, and tells the sink. With the outcome it returns what its counters do not say.
    fn search(
        &self,
        driver: Driver,
        sink: &mut Listener<'_>,
        search: impl FnOnce(
            &Job<'_, W::Position>,
            &mut dyn FnMut(&Report<W::Position>, Tree),
        ) -> (Outcome<W::Position>, Statistics),
    ) {
        let root = *self.game.position();
        let keys = earlier_keys(&self.game);
        let sink = Mutex::new(sink);
        let tell = |event| {
            let mut sink = sink.lock().unwrap_or_else(PoisonError::into_inner);
            sink(event);
        };
        let current = |mv, number| {
            let turn = texts(&root, &[mv]).0.pop().unwrap_or_default();
            tell(Event::Current { turn, number });
        };
        let job = Job {
            root,
            game_keys: &keys,
            repetition_draw: self.repetition_draw,
            limits: &self.limits,
            only: &self.only,
            driver,
            control: &self.control,
            now: &|| self.began.elapsed(),
            processor: Some(&|| ThreadTime::now().as_duration()),
            current: Some(&current),
            resume: None,
        };
        let (outcome, sized) = search(&job, &mut |report, tree| {
            if self.limits.quiet {
                return;
            }
            for info in infos(&self.game, report, self.chances, &tree) {
                tell(Event::Info(info));
            }
        });
        let tree = (!sized.tree.is_empty()).then(|| sized.tree.clone());
        let last = infos(&self.game, &outcome.report, self.chances, &tree).into_iter().next();
        let statistics = outcome.counters.map(|counters| {
            let mut statistics = Statistics::new(&counters, sized);
            statistics.table_full = outcome.report.hashfull;
            Box::new(statistics)
        });
        // Stopped before any move had a score: the first is as good as any.
        let line = outcome.report.best().map(|best| best.line.clone()).unwrap_or_default();
        let [turn, ponder] = if line.is_empty() { [None, None] } else { self.turns_to_play(&line) };
        tell(Event::BestMove { turn, ponder, last, statistics });
    }

    /// The reference search, deepening like the others. It cannot be cut short within its time exactly, but
    /// looks at the clock and the stop flag as often.
    fn minimax(&self, sink: &mut Listener<'_>) {
        let root = *self.game.position();
        let evaluator = W::Eval::new(&self.params, &root);
        let mut moves = MoveList::new();
        if root.ending().is_none() {
            root.legal_moves(&mut moves);
        }
        moves.retain(|mv| self.only.is_empty() || self.only.contains(mv));
        let mut best = moves.first().copied();
        let mut last: Option<Info> = None;
        let depths = 1..=self.limits.depth.unwrap_or(search::MAX_PLY as u32);
        let mut before = 0;
        for depth in depths {
            let mut go_on = |nodes: u64| {
                let total = before + nodes;
                let over = !nodes.is_multiple_of(u64::from(search::POLL_NODES));
                let late = || self.limits.move_time.is_some_and(|t| self.began.elapsed() >= t);
                self.limits.nodes.is_none_or(|limit| total <= limit)
                    && (over || !(self.control.stopped() || late()))
            };
            if best.is_none() || self.control.stopped() {
                break;
            }
            let Some(plain) = minimax_move(&root, &evaluator, &self.only, depth, &mut go_on) else {
                break;
            };
            before += plain.nodes;
            best = plain.mv.or(best);
            let line: Vec<_> = plain.mv.into_iter().collect();
            let (pv, described) = texts(&root, &line);
            let info = Info {
                settled: settled(plain.score, depth),
                chances: self.chances.map(|model| model.of(plain.score)),
                pv,
                line: described,
                ..Info::of_depth(depth, plain.score, before, self.began.elapsed())
            };
            sink(Event::Info(info.clone()));
            let over = info.settled;
            last = Some(info);
            if over {
                break;
            }
        }
        let turn = best.and_then(|mv| self.turns_to_play(&[mv])[0].clone());
        sink(Event::BestMove { turn, ponder: None, last, statistics: None });
    }
}

/// A distance that a plain tree of this depth has seen in full.
fn settled(score: Score, depth: u32) -> bool {
    match score.verdict() {
        Verdict::Win(plies) | Verdict::Loss(plies) => plies <= depth,
        Verdict::Points(_) => false,
    }
}
