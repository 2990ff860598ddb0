//! All searches: a bounded number of plain threads, each with its own engine, and two queues in order of arrival.
//!
//! Turns and hints come first; a game has one such search at most, so no game can crowd out another. Analyses and
//! reports wait behind them and never take the last thread; where several want to go on, each gets a slice.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, mpsc};
use std::thread;
use std::time::{Duration, Instant};

use engine::{GameKind, Limits};

use crate::engines::{Report, Said, Searcher};

/// Reports of one search come no closer together than this; the last one always comes.
const BETWEEN_REPORTS: Duration = Duration::from_millis(80);

/// What a search in the background gets while another one waits.
const SLICE: Duration = Duration::from_secs(1);

/// What is to be searched.
pub struct Task {
    pub kind: &'static dyn GameKind,
    pub start: String,
    pub turns: Vec<String>,
    pub limits: Limits,
    /// The level to play at; 0 for full strength.
    pub level: u8,
    /// Whether it waits behind all turns and hints.
    pub background: bool,
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
enum Heard {
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

/// The line from a ticket to the worker.
#[derive(Default)]
struct Line {
    cancelled: AtomicBool,
    worker: Mutex<Option<mpsc::Sender<Heard>>>,
}

/// Holds a search; dropping it stops the search and silences it.
pub struct Ticket(Arc<Line>);

impl Ticket {
    /// Ends the search early; its best turn still comes.
    pub fn finish(&self) {
        self.0.stop();
    }
}

impl Line {
    fn stop(&self) {
        if let Some(worker) = lock(&self.worker).as_ref() {
            // A worker that has gone on already has nothing to stop.
            let _ = worker.send(Heard::Stop);
        }
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        self.0.cancelled.store(true, Ordering::Release);
        self.0.stop();
    }
}

#[derive(Default)]
struct Jobs {
    urgent: VecDeque<Job>,
    background: VecDeque<Job>,
    background_running: usize,
    closed: bool,
}

impl Jobs {
    /// The next job in that queue that is still wanted.
    fn wanted(queue: &mut VecDeque<Job>) -> Option<Job> {
        while let Some(job) = queue.pop_front() {
            if !job.line.cancelled.load(Ordering::Acquire) {
                return Some(job);
            }
        }
        None
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
    /// Starts the workers.
    ///
    /// # Errors
    /// When the system refuses a thread.
    pub fn start(threads: usize, hash_mib: usize) -> std::io::Result<Self> {
        let background_limit = threads.saturating_sub(1).max(1);
        let queue = Arc::new(Queue { background_limit, ..Queue::default() });
        let mut searches =
            Self { queue: Arc::clone(&queue), current: Vec::new(), workers: Vec::new() };
        for number in 0..threads.max(1) {
            let queue = Arc::clone(&queue);
            let current = Arc::new(Mutex::new(None));
            searches.current.push(Arc::clone(&current));
            let worker = thread::Builder::new()
                .name(format!("search-{number}"))
                .spawn(move || work(&queue, &current, hash_mib))?;
            searches.workers.push(worker);
        }
        Ok(searches)
    }

    /// Queues a task. What comes of it goes to the sink, from a worker's thread.
    #[must_use]
    pub fn submit(&self, task: Task, sink: impl Fn(Progress) + Send + 'static) -> Ticket {
        let line = Arc::new(Line::default());
        let job = Job { task, sink: Box::new(sink), line: Arc::clone(&line) };
        {
            let mut jobs = lock(&self.queue.jobs);
            if job.task.background {
                jobs.background.push_back(job);
            } else {
                jobs.urgent.push_back(job);
            }
        }
        // All: the one that wakes may not be free for the background.
        self.queue.changed.notify_all();
        Ticket(line)
    }

    /// Searches running and waiting, for the health page.
    pub fn load(&self) -> (usize, usize) {
        let jobs = lock(&self.queue.jobs);
        let waiting = jobs
            .urgent
            .iter()
            .chain(&jobs.background)
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

fn work(queue: &Queue, current: &Mutex<Option<Arc<Line>>>, hash_mib: usize) {
    let mut searchers: HashMap<&'static str, Searcher> = HashMap::new();
    while let Some(job) = next(queue, current) {
        queue.running.fetch_add(1, Ordering::Relaxed);
        let name = job.task.kind.name();
        let run = catch_unwind(AssertUnwindSafe(|| {
            let searcher = match searchers.remove(name) {
                Some(searcher) => searcher,
                None => Searcher::new(job.task.kind, hash_mib)?,
            };
            search(searcher, &job, queue)
        }));
        queue.running.fetch_sub(1, Ordering::Relaxed);
        *lock(current) = None;
        if job.task.background {
            lock(&queue.jobs).background_running -= 1;
            queue.changed.notify_all();
        }
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

/// The next job that is still wanted; none when the pool closes.
fn next(queue: &Queue, current: &Mutex<Option<Arc<Line>>>) -> Option<Job> {
    let mut jobs = lock(&queue.jobs);
    loop {
        if jobs.closed {
            return None;
        }
        let mut job = Jobs::wanted(&mut jobs.urgent);
        if job.is_none() && jobs.background_running < queue.background_limit {
            job = Jobs::wanted(&mut jobs.background);
            jobs.background_running += usize::from(job.is_some());
        }
        if let Some(job) = job {
            *lock(current) = Some(Arc::clone(&job.line));
            return Some(job);
        }
        jobs = queue.changed.wait(jobs).unwrap_or_else(PoisonError::into_inner);
    }
}

fn tell(job: &Job, progress: Progress) {
    if !job.line.cancelled.load(Ordering::Acquire) {
        (job.sink)(progress);
    }
}

/// Tells the worker when the engine lets go of its sink without a last word.
struct Voice(mpsc::Sender<Heard>);

impl Drop for Voice {
    fn drop(&mut self) {
        // A worker that has the last word no longer listens.
        let _ = self.0.send(Heard::Silence);
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
    let Task { start, turns, limits, level, background, .. } = &job.task;
    searcher.set_level(*level)?;
    searcher.search(start, turns, limits.clone(), move |said| {
        // As above.
        let _ = voice.0.send(Heard::Said(said));
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
        if *background && began.elapsed() >= SLICE && !lock(&queue.jobs).background.is_empty() {
            searcher.stop();
        }
        match heard.recv_timeout(BETWEEN_REPORTS) {
            Ok(Heard::Said(Said::Report(report))) => {
                held.insert(report.line, report);
            }
            Ok(Heard::Said(Said::Best(turn, last))) => {
                if let Some(report) = last.clone() {
                    held.insert(report.line, report);
                }
                if !held.is_empty() {
                    tell(job, Progress::Reports(held.into_values().collect()));
                }
                tell(job, Progress::Done(turn, last));
                return Ok(searcher);
            }
            Ok(Heard::Said(Said::Failed(reason))) => return Err(reason),
            Ok(Heard::Stop) => searcher.stop(),
            Err(mpsc::RecvTimeoutError::Timeout) => {}
            Ok(Heard::Silence) | Err(mpsc::RecvTimeoutError::Disconnected) => {
                return Err("it fell silent".to_owned());
            }
        }
    }
}
