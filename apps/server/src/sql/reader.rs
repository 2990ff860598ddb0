//! A thread that reads, with a connection of its own.

use std::sync::mpsc;
use std::thread;

use tokio::sync::oneshot;

use super::answer::answer_of;
use crate::database::Connection;
use crate::store::{Answer, StoreError};

type Job = Box<dyn FnOnce(&Connection) + Send>;

/// Reads in order of arrival. It waits for no writer, and no writer waits for it.
pub struct Reader {
    jobs: Option<mpsc::Sender<Job>>,
    thread: Option<thread::JoinHandle<()>>,
}

impl Reader {
    /// Starts the thread.
    ///
    /// # Errors
    /// Where the system gives none.
    pub fn start(connection: Connection) -> Result<Self, StoreError> {
        let (jobs, queue) = mpsc::channel::<Job>();
        let thread = thread::Builder::new()
            .name("database-reader".to_owned())
            .spawn(move || {
                for job in queue {
                    job(&connection);
                }
            })
            .map_err(|error| StoreError::Database(error.to_string()))?;
        Ok(Self { jobs: Some(jobs), thread: Some(thread) })
    }

    /// Has something read. What nobody waits for any more is not read.
    pub fn ask<T: Send + 'static>(
        &self,
        read: impl FnOnce(&Connection) -> Result<T, StoreError> + Send + 'static,
    ) -> Answer<T> {
        let (reply, answer) = oneshot::channel();
        let job: Job = Box::new(move |connection| {
            if !reply.is_closed() {
                // The asker may be gone meanwhile; so is the answer then.
                let _ = reply.send(connection.mend().and_then(|()| read(connection)));
            }
        });
        let sent = self.jobs.as_ref().is_some_and(|jobs| jobs.send(job).is_ok());
        answer_of(sent.then_some(answer))
    }
}

impl Drop for Reader {
    fn drop(&mut self) {
        self.jobs = None;
        if let Some(thread) = self.thread.take() {
            // A thread that panicked has said so; there is no one left to inform.
            let _ = thread.join();
        }
    }
}
