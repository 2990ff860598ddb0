//! The searches of all games: a bounded number of plain threads, each with its own engine, and a queue in order of
//! arrival. A game has one search at most, so no game can crowd out another.

use std::collections::{HashMap, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, mpsc};
use std::thread;
use std::time::{Duration, Instant};

use engine::{GameKind, Limits};

use crate::engines::{Report, Said, Searcher};

/// Reports of one search come no closer together than this; the last one always comes.
const BETWEEN_REPORTS: Duration = Duration::from_millis(80);

/// What is to be searched.
pub struct Task {
    pub kind: &'static dyn GameKind,
    pub start: String,
    pub turns: Vec<String>,
    pub limits: Limits,
}

/// What comes of a task, in this order.
#[derive(Clone, Debug)]
pub enum Progress {
    Started,
    Report(Report),
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
struct Queue {
    jobs: Mutex<(VecDeque<Job>, bool)>,
    changed: Condvar,
    running: AtomicUsize,
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
        let queue = Arc::new(Queue::default());
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
        lock(&self.queue.jobs).0.push_back(job);
        self.queue.changed.notify_one();
        Ticket(line)
    }

    /// Searches running and waiting, for the health page.
    pub fn load(&self) -> (usize, usize) {
        let waiting = lock(&self.queue.jobs)
            .0
            .iter()
            .filter(|job| !job.line.cancelled.load(Ordering::Acquire))
            .count();
        (self.queue.running.load(Ordering::Relaxed), waiting)
    }
}

impl Drop for Searches {
    fn drop(&mut self) {
        {
            let mut jobs = lock(&self.queue.jobs);
            jobs.0.clear();
            jobs.1 = true;
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
            search(searcher, &job)
        }));
        queue.running.fetch_sub(1, Ordering::Relaxed);
        *lock(current) = None;
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
        if jobs.1 {
            return None;
        }
        match jobs.0.pop_front() {
            Some(job) if job.line.cancelled.load(Ordering::Acquire) => {}
            Some(job) => {
                *lock(current) = Some(Arc::clone(&job.line));
                return Some(job);
            }
            None => jobs = queue.changed.wait(jobs).unwrap_or_else(PoisonError::into_inner),
        }
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
fn search(mut searcher: Searcher, job: &Job) -> Result<Searcher, String> {
    let (sender, heard) = mpsc::channel();
    *lock(&job.line.worker) = Some(sender.clone());
    if job.line.cancelled.load(Ordering::Acquire) {
        return Ok(searcher);
    }
    tell(job, Progress::Started);
    let voice = Voice(sender);
    let Task { start, turns, limits, .. } = &job.task;
    searcher.search(start, turns, limits.clone(), move |said| {
        // As above.
        let _ = voice.0.send(Heard::Said(said));
    })?;
    let mut told: Option<Instant> = None;
    let mut held: Option<Report> = None;
    loop {
        match heard.recv() {
            Ok(Heard::Said(Said::Report(report))) => {
                let now = Instant::now();
                if told.is_none_or(|told| now - told >= BETWEEN_REPORTS) {
                    told = Some(now);
                    held = None;
                    tell(job, Progress::Report(report));
                } else {
                    held = Some(report);
                }
            }
            Ok(Heard::Said(Said::Best(turn, last))) => {
                if let Some(report) = last.clone().or(held) {
                    tell(job, Progress::Report(report));
                }
                tell(job, Progress::Done(turn, last));
                return Ok(searcher);
            }
            Ok(Heard::Said(Said::Failed(reason))) => return Err(reason),
            Ok(Heard::Stop) => searcher.stop(),
            Ok(Heard::Silence) | Err(_) => return Err("it fell silent".to_owned()),
        }
    }
}
