//! All searches: a bounded number of plain threads, each with its own engine, and three queues in order of arrival.
//!
//! Turns and hints come first; a game has one such search at most, so no game can crowd out another. Analyses and
//! reports wait behind them and never take the last thread; where several want to go on, each gets a slice. Pondering
//! takes what is left and gives way at once; the turn after it goes on where it was, with what it has learned.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, mpsc};
use std::thread;
use std::time::{Duration, Instant};

use engine::{GameKind, Limits};

use crate::engines::{Report, Said, Searcher};
use crate::gate::ClientId;

mod turns;
use turns::Turns;

/// Reports of one search come no closer together than this; the last one always comes.
const BETWEEN_REPORTS: Duration = Duration::from_millis(80);

/// What a search in the background gets while another one waits.
const SLICE: Duration = Duration::from_secs(1);

/// What pondering gets while another game waits to ponder.
const PONDER_SLICE: Duration = Duration::from_secs(5);

/// How soon a task is to be searched.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Priority {
    /// A turn or a hint: before all others.
    Turn,
    /// An analysis or a report: behind all turns and hints, and not on the last thread.
    Background,
    /// What an engine thinks in its opponent's time: where no one else wants the thread.
    Pondering,
}

/// What is to be searched.
pub struct Task {
    pub kind: &'static dyn GameKind,
    pub start: String,
    pub turns: Vec<String>,
    pub limits: Limits,
    /// The level to play at; 0 for full strength.
    pub level: u8,
    pub priority: Priority,
    /// Whom it is for.
    pub client: ClientId,
}

/// What comes of a task, in this order.
#[derive(Clone, Debug)]
pub enum Progress {
    Started,
    /// What is new since the last word, a report for each line.
    Reports(Vec<Report>),
    /// The best turn, and what was thought of it.
    Done(Option<String>, Option<Report>),
    Failed(String),
}

type Sink = Box<dyn Fn(Progress) + Send>;

/// What a worker hears while it searches.
enum Message {
    Said(Said),
    Stop,
    /// The engine dropped its sink: no word will come any more.
    Silence,
}

struct Job {
    task: Task,
    sink: Sink,
    line: Arc<Line>,
}

/// The line from a handle to the worker.
#[derive(Default)]
struct Line {
    cancelled: AtomicBool,
    worker: Mutex<Option<mpsc::Sender<Message>>>,
    next: Mutex<Next>,
}

/// What the worker is to do after this job, before any other.
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
    fn stop(&self) {
        if let Some(worker) = lock(&self.worker).as_ref() {
            // A worker that has gone on already has nothing to stop.
            let _ = worker.send(Message::Stop);
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
    background_running: usize,
    /// The lines to the workers that ponder and were not asked to stop.
    ponders: Vec<Arc<Line>>,
    /// Workers that wait for a job.
    idle: usize,
    /// Whose turn it is.
    turns: Turns,
    closed: bool,
}

impl Jobs {
    /// Lets pondering end where its thread is wanted.
    fn give_way(&mut self) {
        if self.idle < self.urgent.len() + self.background.len() && !self.ponders.is_empty() {
            self.ponders.remove(0).stop();
        }
    }

    /// Whether a search that began so long ago is to end for others.
    fn wants_end(&self, priority: Priority, lasts: Duration, background_limit: usize) -> bool {
        match priority {
            Priority::Turn => false,
            Priority::Background => lasts >= SLICE && !self.background.is_empty(),
            Priority::Pondering => {
                !self.urgent.is_empty()
                    || (!self.background.is_empty() && self.background_running < background_limit)
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
        queue.retain(|job| !job.line.cancelled.load(Ordering::Acquire));
        let next = self.turns.next(queue.iter().map(|job| job.task.client))?;
        queue.remove(next)
    }
}

#[derive(Default)]
struct Queue {
    jobs: Mutex<Jobs>,
    changed: Condvar,
    running: AtomicUsize,
    /// How many threads the background may have.
    background_limit: usize,
}

/// The pool.
pub struct Searches {
    queue: Arc<Queue>,
    current: Vec<Arc<Mutex<Option<Arc<Line>>>>>,
    workers: Vec<thread::JoinHandle<()>>,
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
        let mut searches =
            Self { queue: Arc::clone(&queue), current: Vec::new(), workers: Vec::new() };
        for number in 0..threads.max(1) {
            let queue = Arc::clone(&queue);
            let current = Arc::new(Mutex::new(None));
            searches.current.push(Arc::clone(&current));
            let folders = folders.map(str::to_owned);
            let worker = thread::Builder::new()
                .name(format!("search-{number}"))
                .spawn(move || work(&queue, &current, hash_mib, folders.as_deref()))?;
            searches.workers.push(worker);
        }
        Ok(searches)
    }

    /// Queues a task. What comes of it goes to the sink, from a worker's thread.
    #[must_use]
    pub fn submit(&self, task: Task, sink: impl Fn(Progress) + Send + 'static) -> SearchHandle {
        let line = Arc::new(Line::default());
        self.enqueue(Job { task, sink: Box::new(sink), line: Arc::clone(&line) });
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
        let line = Arc::new(Line::default());
        let job = Job { task, sink: Box::new(sink), line: Arc::clone(&line) };
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
            .filter(|job| !job.line.cancelled.load(Ordering::Acquire))
            .count();
        (self.queue.running.load(Ordering::Relaxed), waiting)
    }
}

impl Drop for Searches {
    fn drop(&mut self) {
        {
            let mut jobs = lock(&self.queue.jobs);
            jobs.urgent.clear();
            jobs.background.clear();
            jobs.pondering.clear();
            jobs.closed = true;
        }
        self.queue.changed.notify_all();
        for current in &self.current {
            if let Some(line) = lock(current).as_ref() {
                line.cancelled.store(true, Ordering::Release);
                line.stop();
            }
        }
        for worker in self.workers.drain(..) {
            // A worker catches its panics; one that died all the same has nothing left to end.
            let _ = worker.join();
        }
    }
}

fn work(queue: &Queue, current: &Mutex<Option<Arc<Line>>>, hash_mib: usize, folders: Option<&str>) {
    let mut searchers: HashMap<&'static str, Searcher> = HashMap::new();
    let mut following: Option<Job> = None;
    while let Some(job) = following.take().or_else(|| next(queue, current)) {
        queue.running.fetch_add(1, Ordering::Relaxed);
        let name = job.task.kind.name();
        let run = catch_unwind(AssertUnwindSafe(|| {
            let searcher = match searchers.remove(name) {
                Some(searcher) => searcher,
                None => Searcher::new(job.task.kind, hash_mib, folders)?,
            };
            search(searcher, &job, queue)
        }));
        queue.running.fetch_sub(1, Ordering::Relaxed);
        *lock(current) = None;
        finish(queue, &job);
        following = job.line.followed_by().filter(|next| {
            let jobs = lock(&queue.jobs);
            *lock(current) = Some(Arc::clone(&next.line));
            !jobs.closed
        });
        match run {
            Ok(Ok(searcher)) => {
                searchers.insert(name, searcher);
            }
            Ok(Err(reason)) => tell(&job, Progress::Failed(reason)),
            Err(_) => {
                tell(&job, Progress::Failed("it broke off".to_owned()));
            }
        }
    }
}

/// Strikes a job off the books that is no longer at work.
fn finish(queue: &Queue, job: &Job) {
    let mut jobs = lock(&queue.jobs);
    match job.task.priority {
        Priority::Turn => return,
        Priority::Background => jobs.background_running -= 1,
        Priority::Pondering => jobs.ponders.retain(|line| !Arc::ptr_eq(line, &job.line)),
    }
    drop(jobs);
    queue.changed.notify_all();
}

/// The next job that is still wanted; none when the pool closes.
fn next(queue: &Queue, current: &Mutex<Option<Arc<Line>>>) -> Option<Job> {
    let mut jobs = lock(&queue.jobs);
    loop {
        if jobs.closed {
            return None;
        }
        let mut job = jobs.wanted(Priority::Turn);
        if job.is_none() && jobs.background_running < queue.background_limit {
            job = jobs.wanted(Priority::Background);
            jobs.background_running += usize::from(job.is_some());
        }
        if job.is_none() {
            job = jobs.wanted(Priority::Pondering);
            jobs.ponders.extend(job.iter().map(|job| Arc::clone(&job.line)));
        }
        if let Some(job) = job {
            *lock(current) = Some(Arc::clone(&job.line));
            return Some(job);
        }
        jobs.idle += 1;
        jobs = queue.changed.wait(jobs).unwrap_or_else(PoisonError::into_inner);
        jobs.idle -= 1;
    }
}

fn tell(job: &Job, progress: Progress) {
    if !job.line.cancelled.load(Ordering::Acquire) {
        (job.sink)(progress);
    }
}

/// Tells the worker when the engine lets go of its sink without a last word.
struct Voice(mpsc::Sender<Message>);

impl Drop for Voice {
    fn drop(&mut self) {
        // A worker that has the last word no longer listens.
        let _ = self.0.send(Message::Silence);
    }
}

/// Runs one search to its last word and gives the engine back, or the reason why it is of no more use.
fn search(mut searcher: Searcher, job: &Job, queue: &Queue) -> Result<Searcher, String> {
    let (sender, heard) = mpsc::channel();
    *lock(&job.line.worker) = Some(sender.clone());
    if job.line.cancelled.load(Ordering::Acquire) {
        return Ok(searcher);
    }
    tell(job, Progress::Started);
    let voice = Voice(sender);
    let Task { start, turns, limits, level, priority, .. } = &job.task;
    if *priority == Priority::Pondering {
        *lock(&job.line.next) = Next::Open;
    }
    searcher.set_level(*level)?;
    searcher.search(start, turns, limits.clone(), move |said| {
        // As above.
        let _ = voice.0.send(Message::Said(said));
    })?;
    let began = Instant::now();
    let mut told: Option<Instant> = None;
    let mut held: BTreeMap<usize, Report> = BTreeMap::new();
    loop {
        let due = told.is_none_or(|told| told.elapsed() >= BETWEEN_REPORTS);
        if due && !held.is_empty() {
            told = Some(Instant::now());
            tell(job, Progress::Reports(std::mem::take(&mut held).into_values().collect()));
        }
        if lock(&queue.jobs).wants_end(*priority, began.elapsed(), queue.background_limit) {
            searcher.stop();
        }
        match heard.recv_timeout(BETWEEN_REPORTS) {
            Ok(Message::Said(Said::Report(report))) => {
                held.insert(report.line, report);
            }
            Ok(Message::Said(Said::Best(turn, last))) => {
                if let Some(report) = last.clone() {
                    held.insert(report.line, report);
                }
                if !held.is_empty() {
                    tell(job, Progress::Reports(held.into_values().collect()));
                }
                tell(job, Progress::Done(turn, last));
                return Ok(searcher);
            }
            Ok(Message::Said(Said::Failed(reason))) => return Err(reason),
            Ok(Message::Stop) => searcher.stop(),
            Err(mpsc::RecvTimeoutError::Timeout) => {}
            Ok(Message::Silence) | Err(mpsc::RecvTimeoutError::Disconnected) => {
                return Err("the engine stopped responding".to_owned());
            }
        }
    }
}

#[cfg(test)]
mod tests;
