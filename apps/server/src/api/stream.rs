//! Streams of lines of JSON: a keep-alive now and then, an end where a token is revoked, and no harm by who reads slowly.

use std::convert::Infallible;
use std::sync::Arc;
use std::task::Poll;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use futures_util::stream::poll_fn;
use serde_json::Value;
use tokio::sync::{broadcast, mpsc};
use tokio::time::{Interval, interval, timeout};

use super::caller::Caller;
use crate::gate::Use;
use crate::protocol::Failure;
use crate::stopping::Stopping;
use crate::streams::Counted;

/// How often an empty line says that the stream lives.
const ALIVE: Duration = Duration::from_secs(7);
/// Lines that wait to be written.
const WAITING: usize = 4;
/// How long a client may take to accept a line.
const SEND_TIMEOUT: Duration = Duration::from_secs(10);
/// Where the lines of a stream go.
pub struct Lines {
    caller: Caller,
    sender: mpsc::Sender<Bytes>,
    times: Interval,
    /// True once the server stops.
    stopping: Stopping,
    /// The members whose sessions and tokens end.
    ended: broadcast::Receiver<Arc<str>>,
    _counted: Counted,
}

impl Lines {
    /// Whose stream it is.
    pub fn caller(&self) -> &Caller {
        &self.caller
    }

    /// Sends a line; false where nobody takes it.
    pub async fn send(&self, line: &Value) -> bool {
        self.bytes(format!("{line}\n")).await
    }

    async fn bytes(&self, text: String) -> bool {
        let taken = deliver(&self.sender, text, SEND_TIMEOUT).await;
        if taken.is_none() {
            // Data that were written before are stuck: the connection goes too.
            self.caller.pass.end();
        }
        taken == Some(true)
    }

    /// Ends when it is time for [`is_alive`](Lines::is_alive).
    pub async fn tick(&mut self) {
        loop {
            tokio::select! {
                _ = self.times.tick() => return,
                () = self.sender.closed() => return,
                () = self.stopping.begun() => return,
                key = self.ended.recv() => {
                    // Who has missed some asks as well.
                    if key.map_or(true, |key| *key == *self.caller.who.key) {
                        return;
                    }
                }
            }
        }
    }

    /// Says that the stream lives; false where it does not: nobody reads it, the token is revoked, or the server stops.
    pub async fn is_alive(&self) -> bool {
        !self.stopping.has_begun()
            && self.caller.is_still().await
            && self.bytes("\n".to_owned()).await
    }
}

impl Drop for Lines {
    fn drop(&mut self) {
        self.caller.pass.no_longer(Use::Watching);
    }
}

/// True if somebody takes a line; None where nobody has in that time.
async fn deliver(sender: &mpsc::Sender<Bytes>, text: String, limit: Duration) -> Option<bool> {
    timeout(limit, sender.send(text.into())).await.ok().map(|sent| sent.is_ok())
}

/// A stream as an answer. `pump` sends its lines.
///
/// # Errors
/// Where the member has too many.
pub fn answer<F>(caller: Caller, pump: impl FnOnce(Lines) -> F) -> Result<Response, Failure>
where
    F: Future<Output = ()> + Send + 'static,
{
    let counted = caller.app.streams.take(&caller.who.key)?;
    let (sender, mut receiver) = mpsc::channel(WAITING);
    let mut times = interval(ALIVE.min(caller.app.ping));
    times.reset();
    caller.pass.used(Use::Watching);
    let ended = caller.app.ended.subscribe();
    let stopping = caller.app.stopping.clone();
    tokio::spawn(pump(Lines { caller, sender, times, stopping, ended, _counted: counted }));
    let body = poll_fn(move |context| match receiver.poll_recv(context) {
        Poll::Ready(line) => Poll::Ready(line.map(Ok::<Bytes, Infallible>)),
        Poll::Pending => Poll::Pending,
    });
    let headers = [
        (header::CONTENT_TYPE, "application/x-ndjson"),
        (header::CACHE_CONTROL, "no-store"),
        // A proxy that collects what it passes on would hold lines back.
        (header::HeaderName::from_static("x-accel-buffering"), "no"),
    ];
    Ok((headers, Body::from_stream(body)).into_response())
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{WAITING, deliver};
    use tokio::sync::mpsc;

    #[tokio::test]
    async fn who_does_not_read_a_stream_loses_it() {
        let (sender, mut receiver) = mpsc::channel(WAITING);
        let limit = Duration::from_millis(10);
        for _ in 0..WAITING {
            assert_eq!(deliver(&sender, "line".to_owned(), limit).await, Some(true));
        }
        assert_eq!(deliver(&sender, "line".to_owned(), limit).await, None);
        assert!(receiver.recv().await.is_some());
        assert_eq!(deliver(&sender, "line".to_owned(), limit).await, Some(true));
        drop(receiver);
        assert_eq!(deliver(&sender, "line".to_owned(), limit).await, Some(false));
    }
}
