//! All searches: a bounded number of plain threads, each with its own engine that searches on it, and three queues in
//! order of arrival. One more thread keeps the time: it passes on reports that were held back, and ends searches for
//! others that wait.
//!
//! Turns and hints come first; a game has one such search at most, so no game can crowd out another. Analyses and
//! reports wait behind them and never take the last thread; where several want to go on, each gets a slice. Pondering
//! takes what is left and gives way at once; the turn after it goes on where it was, with what it has learned.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use engine::{Bound, GameKind, Info, Request, Stop};

use crate::engines::Searcher;
use crate::gate::ClientId;
use crate::protocol::study::Algorithm;

mod turns;
use turns::Turns;

/// Reports of one search come no closer together than this; the last one always comes.
const BETWEEN_REPORTS: Duration = Duration::from_millis(80);

/// How often the time is looked at.
const TICK: Duration = Duration::from_millis(20);

/// The time slice of a search in the background while another one waits.
const SLICE: Duration = Duration::from_secs(1);

/// The time slice of pondering while another game waits to ponder.
const PONDER_SLICE: Duration = Duration::from_secs(5);

/// How soon a task is to be searched.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Priority {
    /// A turn or a hint: before all others.
    Turn,
    /// An analysis or a report: behind all turns and hints, and not on the last thread.
    Background,
    /// Thinking in the opponent's time: where no one else wants the thread.
    Pondering,
}

/// A position to search, and how.
pub struct Task {
    pub kind: &'static dyn GameKind,
    pub request: Request,
    /// The level to play at; 0 for full strength.
    pub level: u8,
    pub algorithm: Algorithm,
    pub priority: Priority,
    /// Whom it is for.
    pub client: ClientId,
}

/// The progress of a task, in this order.
#[derive(Clone, Debug)]
pub enum Progress {
    Started,
    /// New reports since the last message, one for each line.
    Reports(Vec<Info>),
    /// The best turn, and what was thought of it.
    Done(Option<String>, Option<Info>),
    Failed(String),
}

type Sink = Box<dyn Fn(Progress) + Send>;

struct Job {
    task: Task,
    line: Arc<Line>,
}

/// The line from a handle to the worker, and from the worker to whoever listens.
struct Line {
    priority: Priority,
    cancelled: AtomicBool,
    /// Of the search, from its beginning on.
    under_way: Mutex<Option<(Instant, Stop)>>,
    reports: Mutex<Reports>,
    next: Mutex<Next>,
}

/// Reports of a search on their way to whoever listens.
struct Reports {
    sink: Sink,
    last: Option<Instant>,
    /// The newest of each line that are still to go.
    held: BTreeMap<usize, Info>,
}

/// Puts a report among the newest ones, by the number of their line. Where its turn had another number until now, the
/// line whose place it takes gets that one: a search that ends between two lines has told the new best line and not yet
/// the new second one.
pub fn put_line(lines: &mut BTreeMap<usize, Info>, info: Info) {
    let same = |other: &&Info| other.pv.first() == info.pv.first();
    let earlier = lines.values().find(same).map(|other| other.multi_pv);
    let number = info.multi_pv;
    let displaced = lines.insert(number, info);
    let Some(earlier) = earlier.filter(|&earlier| earlier != number) else { return };
    match displaced {
        Some(line) => lines.insert(earlier, Info { multi_pv: earlier, ..line }),
        None => lines.remove(&earlier),
    };
}

/// The job that the worker does after this one, before any other.
#[derive(Default)]
enum Next {
    /// It is not at work on this job, or not on one that another can follow.
    #[default]
    Closed,
    Open,
    Job(Box<Job>),
}

/// Holds a search; dropping it stops the search and silences it.
pub struct SearchHandle(Arc<Line>);

impl SearchHandle {
    /// Ends the search early; its best turn still comes.
    pub fn finish(&self) {
        self.0.stop();
    }
}

impl Line {
    fn new(priority: Priority, sink: Sink) -> Self {
        Self {
            priority,
            cancelled: AtomicBool::new(false),
            under_way: Mutex::default(),
            reports: Mutex::new(Reports { sink, last: None, held: BTreeMap::new() }),
            next: Mutex::default(),
        }
    }

    /// Ends the search, if it has begun.
    fn stop(&self) {
        if let Some((_, stop)) = lock(&self.under_way).as_ref() {
            stop.stop();
        }
    }

    fn is_cancelled(&self) -> bool {
        self.cancelled.load(Ordering::Acquire)
    }

    fn is_stopped(&self) -> bool {
        lock(&self.under_way).as_ref().is_some_and(|(_, stop)| stop.is_stopped())
    }

    fn send(&self, progress: Progress) {
        if !self.is_cancelled() {
            (lock(&self.reports).sink)(progress);
        }
    }

    /// Takes a report, and passes on what is held where it is time.
    fn add(&self, mut info: Info) {
        let mut reports = lock(&self.reports);
        // A tree is told now and then only.
        let tree = reports.held.get_mut(&info.multi_pv).and_then(|before| before.tree.take());
        info.tree = info.tree.or(tree);
        put_line(&mut reports.held, info);
        drop(reports);
        self.pass_on(BETWEEN_REPORTS);
    }

    /// Passes on the reports that are held, unless others went less than so long ago.
    fn pass_on(&self, after: Duration) {
        let mut reports = lock(&self.reports);
        if reports.held.is_empty() || reports.last.is_some_and(|last| last.elapsed() < after) {
            return;
        }
        reports.last = Some(Instant::now());
        let held = std::mem::take(&mut reports.held).into_values().collect();
        if !self.is_cancelled() {
            (reports.sink)(Progress::Reports(held));
        }
    }

    /// Leaves the worker a job to do next, and stops this one. Gives it back where no worker is at work on this one.
    fn hand_over(&self, job: Job) -> Option<Job> {
        let mut next = lock(&self.next);
        if !matches!(*next, Next::Open) {
            return Some(job);
        }
        *next = Next::Job(Box::new(job));
        drop(next);
        self.stop();
        None
    }

    /// The job that was left, once this one is over.
    fn followed_by(&self) -> Option<Job> {
        match std::mem::take(&mut *lock(&self.next)) {
            Next::Job(job) => Some(*job),
            Next::Closed | Next::Open => None,
        }
    }
}

impl Drop for SearchHandle {
    fn drop(&mut self) {
        self.0.cancelled.store(true, Ordering::Release);
        self.0.stop();
    }
}

#[derive(Default)]
struct Jobs {
    urgent: VecDeque<Job>,
    background: VecDeque<Job>,
    pondering: VecDeque<Job>,
    /// Those at work.
    running: Vec<Arc<Line>>,
    /// Workers that wait for a job.
    idle: usize,
    /// Whose turn it is.
    turns: Turns,
    closed: bool,
}

impl Jobs {
    /// Lets pondering end where its thread is wanted.
    fn give_way(&self) {
        let ponders =
            |line: &&Arc<Line>| line.priority == Priority::Pondering && !line.is_stopped();
        if self.idle < self.urgent.len() + self.background.len()
            && let Some(line) = self.running.iter().find(ponders)
        {
            line.stop();
        }
    }

    /// The background may have another thread.
    fn has_background_room(&self, limit: usize) -> bool {
        let background = |line: &&Arc<Line>| line.priority == Priority::Background;
        self.running.iter().filter(background).count() < limit
    }

    /// A search that began so long ago is to end for others.
    fn wants_end(&self, priority: Priority, lasts: Duration, background_limit: usize) -> bool {
        match priority {
            Priority::Turn => false,
            Priority::Background => lasts >= SLICE && !self.background.is_empty(),
            Priority::Pondering => {
                !self.urgent.is_empty()
                    || (!self.background.is_empty() && self.has_background_room(background_limit))
                    || (lasts >= PONDER_SLICE && !self.pondering.is_empty())
            }
        }
    }

    /// The next job of that priority that is still wanted: that of whoever has waited longest since a thread was theirs.
    fn wanted(&mut self, priority: Priority) -> Option<Job> {
        let queue = match priority {
            Priority::Turn => &mut self.urgent,
            Priority::Background => &mut self.background,
            Priority::Pondering => &mut self.pondering,
        };
        queue.retain(|job| !job.line.is_cancelled());
        let next = self.turns.next(queue.iter().map(|job| job.task.client))?;
        queue.remove(next)
    }
}

#[derive(Default)]
struct Queue {
    jobs: Mutex<Jobs>,
    changed: Condvar,
    /// How many threads the background may have.
    background_limit: usize,
}

/// The pool.
pub struct Searches {
    queue: Arc<Queue>,
    threads: Vec<thread::JoinHandle<()>>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // Every critical section leaves its data whole, so a panic elsewhere does not spoil it.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Searches {
    /// Starts the workers; `folders` are those of endgame tables.
    ///
    /// # Errors
    /// When the system refuses a thread.
    pub fn start(threads: usize, hash_mib: usize, folders: Option<&str>) -> std::io::Result<Self> {
        let background_limit = threads.saturating_sub(1).max(1);
        let queue = Arc::new(Queue { background_limit, ..Queue::default() });
        let mut searches = Self { queue: Arc::clone(&queue), threads: Vec::new() };
        for number in 0..threads.max(1) {
            let (queue, folders) = (Arc::clone(&queue), folders.map(str::to_owned));
            let worker = thread::Builder::new()
                .name(format!("search-{number}"))
                .spawn(move || work(&queue, hash_mib, folders.as_deref()))?;
            searches.threads.push(worker);
        }
        let keeper = thread::Builder::new().name("search-time".to_owned());
        searches.threads.push(keeper.spawn(move || keep_time(&queue))?);
        Ok(searches)
    }

    /// Queues a task. Its progress goes to the sink, from a worker's thread.
    #[must_use]
    pub fn submit(&self, task: Task, sink: impl Fn(Progress) + Send + 'static) -> SearchHandle {
        let line = Arc::new(Line::new(task.priority, Box::new(sink)));
        self.enqueue(Job { task, line: Arc::clone(&line) });
        SearchHandle(line)
    }

    /// Queues a task that goes on where pondering was: the thread that ponders takes it next, with all that it has
    /// learned. Where none does any more, the task waits like any other.
    #[must_use]
    pub fn follow(
        &self,
        pondering: &SearchHandle,
        task: Task,
        sink: impl Fn(Progress) + Send + 'static,
    ) -> SearchHandle {
        let line = Arc::new(Line::new(task.priority, Box::new(sink)));
        let job = Job { task, line: Arc::clone(&line) };
        if let Some(job) = pondering.0.hand_over(job) {
            self.enqueue(job);
        }
        SearchHandle(line)
    }

    fn enqueue(&self, job: Job) {
        {
            let mut jobs = lock(&self.queue.jobs);
            match job.task.priority {
                Priority::Turn => jobs.urgent.push_back(job),
                Priority::Background => jobs.background.push_back(job),
                Priority::Pondering => jobs.pondering.push_back(job),
            }
            jobs.give_way();
        }
        // All: the one that wakes may not be free for the background.
        self.queue.changed.notify_all();
    }

    /// Searches running and waiting, for the health page.
    pub fn load(&self) -> (usize, usize) {
        let jobs = lock(&self.queue.jobs);
        let waiting = jobs
            .urgent
            .iter()
            .chain(&jobs.background)
            .chain(&jobs.pondering)
            .filter(|job| !job.line.is_cancelled())
            .count();
        (jobs.running.len(), waiting)
    }
}

impl Drop for Searches {
    fn drop(&mut self) {
        let running = {
            let mut jobs = lock(&self.queue.jobs);
            jobs.urgent.clear();
            jobs.background.clear();
            jobs.pondering.clear();
            jobs.closed = true;
            jobs.running.clone()
        };
        self.queue.changed.notify_all();
        for line in running {
            line.cancelled.store(true, Ordering::Release);
            line.stop();
        }
        for thread in self.threads.drain(..) {
            // A worker catches its panics; one that died all the same has nothing left to end.
            let _ = thread.join();
        }
    }
}

fn work(queue: &Queue, hash_mib: usize, folders: Option<&str>) {
    let mut searchers: HashMap<(&'static str, Algorithm), Searcher> = HashMap::new();
    let mut following: Option<Job> = None;
    while let Some(job) = following.take().or_else(|| next(queue)) {
        let algorithm = job.task.algorithm;
        let name = (job.task.kind.name(), algorithm);
        let run = catch_unwind(AssertUnwindSafe(|| {
            let searcher = match searchers.remove(&name) {
                Some(searcher) => searcher,
                None => Searcher::new(job.task.kind, hash_mib, folders, algorithm)?,
            };
            search(searcher, &job)
        }));
        following = finish(queue, &job);
        match run {
            Ok(Ok(searcher)) => {
                searchers.insert(name, searcher);
            }
            Ok(Err(reason)) => job.line.send(Progress::Failed(reason)),
            Err(_) => job.line.send(Progress::Failed("it broke off".to_owned())),
        }
    }
}

/// Strikes a job off the books that is no longer at work. The one that was left to follow it is next.
fn finish(queue: &Queue, job: &Job) -> Option<Job> {
    let mut jobs = lock(&queue.jobs);
    jobs.running.retain(|line| !Arc::ptr_eq(line, &job.line));
    let following = job.line.followed_by().filter(|_| !jobs.closed);
    jobs.running.extend(following.iter().map(|job| Arc::clone(&job.line)));
    drop(jobs);
    queue.changed.notify_all();
    following
}

/// The next job that is still wanted; none when the pool closes.
fn next(queue: &Queue) -> Option<Job> {
    let mut jobs = lock(&queue.jobs);
    loop {
        if jobs.closed {
            return None;
        }
        let mut job = jobs.wanted(Priority::Turn);
        if job.is_none() && jobs.has_background_room(queue.background_limit) {
            job = jobs.wanted(Priority::Background);
        }
        if let Some(job) = job.or_else(|| jobs.wanted(Priority::Pondering)) {
            jobs.running.push(Arc::clone(&job.line));
            queue.changed.notify_all();
            return Some(job);
        }
        jobs.idle += 1;
        jobs = queue.changed.wait(jobs).unwrap_or_else(PoisonError::into_inner);
        jobs.idle -= 1;
    }
}

/// Looks after the searches that run, until the pool closes.
fn keep_time(queue: &Queue) {
    let mut jobs = lock(&queue.jobs);
    while !jobs.closed {
        if jobs.running.is_empty() {
            jobs = queue.changed.wait(jobs).unwrap_or_else(PoisonError::into_inner);
            continue;
        }
        let running = jobs.running.clone();
        for line in &running {
            let began = lock(&line.under_way).as_ref().map(|(began, _)| *began);
            let lasts = began.map_or(Duration::ZERO, |began| began.elapsed());
            if jobs.wants_end(line.priority, lasts, queue.background_limit) {
                line.stop();
            }
        }
        drop(jobs);
        for line in running {
            line.pass_on(BETWEEN_REPORTS);
        }
        thread::sleep(TICK);
        jobs = lock(&queue.jobs);
    }
}

/// Runs one search to its last word and gives the engine back, or the reason why it is of no more use.
fn search(mut searcher: Searcher, job: &Job) -> Result<Searcher, String> {
    let Job { task: Task { request, level, priority, .. }, line } = job;
    let stop = Stop::default();
    *lock(&line.under_way) = Some((Instant::now(), stop.clone()));
    if line.is_cancelled() {
        return Ok(searcher);
    }
    line.send(Progress::Started);
    if *priority == Priority::Pondering {
        *lock(&line.next) = Next::Open;
    }
    searcher.set_level(*level)?;
    let outcome = searcher.search(request, &stop, &mut |info| {
        // Bounds of a search that looks again are no news.
        if info.bound == Bound::Exact && !info.pv.is_empty() {
            line.add(info);
        }
    })?;
    if let Some(last) = &outcome.last {
        put_line(&mut lock(&line.reports).held, last.clone());
    }
    line.pass_on(Duration::ZERO);
    line.send(Progress::Done(outcome.turn, outcome.last));
    Ok(searcher)
}

#[cfg(test)]
mod tests;
