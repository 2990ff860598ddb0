//! The thread that writes.

use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use tokio::sync::oneshot;

use super::answer::answer_of;
use crate::database::Connection;
use crate::meter::Meter;
use crate::store::{Answer, StoreError};

/// At most so many requests share a transaction.
const BATCH: usize = 256;
/// How often a change is tried that crosses those of other processes.
const TRIES: u32 = 10;
/// How long such a change waits before it is tried again, times the number of the try.
const WAIT: Duration = Duration::from_millis(2);

/// A request: it is done in a transaction, all of it or nothing.
trait Request: Send {
    /// Makes its change; what came of it waits for the end of the transaction.
    ///
    /// # Errors
    /// Where it is not made.
    fn make(&mut self, connection: &Connection) -> Result<(), StoreError>;

    /// Tells who asked, once the transaction has ended.
    fn answer(self: Box<Self>, outcome: &Result<(), StoreError>);
}

struct Asked<T, F> {
    change: F,
    made: Option<Result<T, StoreError>>,
    reply: oneshot::Sender<Result<T, StoreError>>,
}

impl<T, F> Request for Asked<T, F>
where
    T: Send,
    F: Fn(&Connection) -> Result<T, StoreError> + Send,
{
    fn make(&mut self, connection: &Connection) -> Result<(), StoreError> {
        let made = whole(connection, &self.change);
        let done = made.as_ref().map(|_| ()).map_err(Clone::clone);
        self.made = Some(made);
        done
    }

    fn answer(self: Box<Self>, outcome: &Result<(), StoreError>) {
        let answer = match (self.made, outcome) {
            (Some(Err(error)), _) => Err(error),
            (_, Err(error)) => Err(error.clone()),
            (Some(Ok(value)), Ok(())) => Ok(value),
            (None, Ok(())) => Err(StoreError::Closed),
        };
        // Who has gone meanwhile wants no answer.
        let _ = self.reply.send(answer);
    }
}

/// Writes in order of arrival.
pub struct Writer {
    requests: Option<mpsc::Sender<Box<dyn Request>>>,
    thread: Option<thread::JoinHandle<()>>,
}

impl Writer {
    /// Starts the thread.
    ///
    /// # Errors
    /// Where the system gives none.
    pub fn start(connection: Connection, meter: Meter) -> Result<Self, StoreError> {
        let (requests, queue) = mpsc::channel();
        let thread = thread::Builder::new()
            .name("database".to_owned())
            .spawn(move || write(&connection, &queue, &meter))
            .map_err(|error| StoreError::Database(error.to_string()))?;
        Ok(Self { requests: Some(requests), thread: Some(thread) })
    }

    /// Has rows changed: all that the change does, or nothing of it.
    pub fn change<T: Send + 'static>(
        &self,
        change: impl Fn(&Connection) -> Result<T, StoreError> + Send + 'static,
    ) -> Answer<T> {
        let (reply, answer) = oneshot::channel();
        let request: Box<dyn Request> = Box::new(Asked { change, made: None, reply });
        let sent = self.requests.as_ref().is_some_and(|requests| requests.send(request).is_ok());
        answer_of(sent.then_some(answer))
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        self.requests = None;
        if let Some(thread) = self.thread.take() {
            // A writer that panicked has said so; there is no one left to inform.
            let _ = thread.join();
        }
    }
}

/// The writer's loop: until every sender is gone.
fn write(connection: &Connection, queue: &mpsc::Receiver<Box<dyn Request>>, meter: &Meter) {
    while let Ok(first) = queue.recv() {
        let batch: Vec<Box<dyn Request>> =
            std::iter::once(first).chain(queue.try_iter().take(BATCH - 1)).collect();
        let (requests, begun) = (batch.len(), Instant::now());
        let failure = commit(connection, batch).err().map(|it| it.to_string());
        meter.committed(requests, begun.elapsed(), failure.as_deref());
    }
}

/// Does what a batch asks for in one transaction, and answers who asked. Where it crosses what another process does, each
/// request has a transaction of its own.
///
/// # Errors
/// Where something of it was not kept for the database's sake; who asked knows.
fn commit(connection: &Connection, mut batch: Vec<Box<dyn Request>>) -> Result<(), StoreError> {
    let outcome = connection.mend().and_then(|()| attempt(connection, &mut batch));
    if !matches!(outcome, Err(StoreError::Crossed)) {
        batch.into_iter().for_each(|request| request.answer(&outcome));
        return outcome;
    }
    let mut all = Ok(());
    for request in batch {
        let mut alone = [request];
        let mut outcome = attempt(connection, &mut alone);
        for number in 1..TRIES {
            if !matches!(outcome, Err(StoreError::Crossed)) {
                break;
            }
            thread::sleep(WAIT * number);
            outcome = attempt(connection, &mut alone);
        }
        let [request] = alone;
        request.answer(&outcome);
        all = all.and(outcome);
    }
    all
}

/// Makes changes in one transaction.
///
/// # Errors
/// Where nothing of it was kept.
fn attempt(connection: &Connection, batch: &mut [Box<dyn Request>]) -> Result<(), StoreError> {
    connection.begin()?;
    for request in batch {
        match request.make(connection) {
            Ok(()) => {}
            // Another process has to go first.
            Err(StoreError::Crossed) => {
                connection.roll_back();
                return Err(StoreError::Crossed);
            }
            // Nothing may be written outside a transaction, which is gone.
            Err(error) if !connection.is_within() => return Err(error),
            Err(_) => {}
        }
    }
    connection.commit().inspect_err(|_| connection.roll_back())
}

/// Makes a change whole, or leaves all as it was.
fn whole<T>(
    connection: &Connection,
    change: impl FnOnce(&Connection) -> Result<T, StoreError>,
) -> Result<T, StoreError> {
    connection.batch("SAVEPOINT change")?;
    let result = change(connection);
    // Where the disk is full SQLite has taken back the whole transaction by itself.
    if result.is_err() && !connection.is_within() {
        return result;
    }
    if result.is_err() {
        connection.batch("ROLLBACK TO SAVEPOINT change")?;
    }
    connection.batch("RELEASE SAVEPOINT change")?;
    result
}
