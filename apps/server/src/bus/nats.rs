//! Events by NATS, whose JetStream keeps them a while: who was cut off hears what was told meanwhile.

use std::time::Duration;

use async_nats::jetstream::consumer::DeliverPolicy;
use async_nats::jetstream::consumer::pull::OrderedConfig;
use async_nats::jetstream::context::Context;
use async_nats::jetstream::stream::{Config, DiscardPolicy, StorageType, Stream};
use async_nats::{HeaderMap, connect};
use futures_util::StreamExt as _;
use serde::{Deserialize, Serialize};
use tokio::sync::mpsc;
use tokio::time::{sleep, timeout};

use super::{Bus, Event};

/// Events that wait to be told.
const WAITING: usize = 100_000;
/// For so long an event is kept for who is cut off.
const KEPT: Duration = Duration::from_secs(3600);
/// So much of them is kept.
const BYTES: i64 = 256 << 20;
/// How long the bus may take to answer a new connection.
const CONNECT: Duration = Duration::from_secs(10);
/// How long it rests after a failure.
const REST: Duration = Duration::from_millis(500);

/// Why there is no bus.
#[derive(Debug, thiserror::Error)]
#[error("the bus at {url} is out of reach: {reason}")]
pub struct BusError {
    url: String,
    reason: String,
}

/// An event on its way.
#[derive(Serialize, Deserialize)]
struct Told {
    /// Who tells it.
    from: usize,
    event: Event,
}

/// A connection to the bus that is not used yet.
pub struct Nats {
    url: String,
    context: Context,
    stream: Stream,
    /// The last event that was told before.
    last: u64,
    subject: String,
    node: usize,
}

/// Takes events to the bus.
struct Sender(mpsc::Sender<Event>);

impl Bus for Sender {
    fn tell(&self, event: Event) {
        if self.0.try_send(event).is_err() {
            tracing::error!("the bus does not take what is told; the other processes miss it");
        }
    }
}

impl Nats {
    /// Reaches the bus of a club, of which this is one process.
    ///
    /// # Errors
    /// Where it is not there, or has no JetStream.
    pub async fn open(url: &str, club: &str, node: usize) -> Result<Self, BusError> {
        // A letter that has a meaning in a subject, or none in a name.
        let plain = |letter: char| if letter.is_ascii_alphanumeric() { letter } else { '_' };
        let club: String = club.chars().map(plain).collect();
        let (name, subject) = (format!("TESUJI_{club}"), format!("tesuji.{club}"));
        let fault = |reason: String| BusError { url: shown(url), reason };
        let reached = async {
            let client = connect(url).await.map_err(|error| fault(error.to_string()))?;
            let context = async_nats::jetstream::new(client);
            let config = Config {
                name,
                subjects: vec![subject.clone()],
                max_age: KEPT,
                max_bytes: BYTES,
                discard: DiscardPolicy::Old,
                storage: StorageType::File,
                ..Config::default()
            };
            let stream = context.get_or_create_stream(config).await;
            let mut stream = stream.map_err(|error| fault(error.to_string()))?;
            let last = stream.info().await.map_err(|error| fault(error.to_string()))?;
            let last = last.state.last_sequence;
            Ok(Self { url: shown(url), context, stream, last, subject, node })
        };
        timeout(CONNECT, reached).await.unwrap_or_else(|_| Err(fault("no answer".to_owned())))
    }

    /// Begins to tell and to hear: the way to the others, and what they tell, each event once and in order.
    #[must_use]
    pub fn begin(self) -> (std::sync::Arc<dyn Bus>, mpsc::Receiver<Event>) {
        let Self { url, context, stream, last, subject, node } = self;
        let (sender, told) = mpsc::channel(WAITING);
        let (heard, receiver) = mpsc::channel(1024);
        tokio::spawn(publish(context, subject, node, told));
        tokio::spawn(async move {
            let mut last = last;
            // It ends with who hears.
            while let Err(reason) = listen(&stream, node, &mut last, &heard).await {
                tracing::warn!(url, reason, "the bus is cut off");
                sleep(REST).await;
            }
        });
        (std::sync::Arc::new(Sender(sender)), receiver)
    }
}

/// An address without the name and the password that may stand in it.
fn shown(url: &str) -> String {
    let (scheme, rest) = url.split_once("://").unwrap_or(("nats", url));
    let host = rest.rsplit_once('@').map_or(rest, |(_, host)| host);
    format!("{scheme}://{host}")
}

/// Tells events one after the other, each until it is kept.
async fn publish(context: Context, subject: String, node: usize, mut told: mpsc::Receiver<Event>) {
    // Of another run the numbers begin anew.
    let run = crate::ids::game_id().unwrap_or_default();
    let mut number = 0_u64;
    while let Some(event) = told.recv().await {
        let Ok(text) = serde_json::to_vec(&Told { from: node, event }) else { continue };
        number += 1;
        let mut headers = HeaderMap::new();
        // What is told twice, since its answer was lost, is kept once.
        headers.insert("Nats-Msg-Id", format!("{run}-{number}"));
        loop {
            let sent =
                context.publish_with_headers(subject.clone(), headers.clone(), text.clone().into());
            let kept = async { sent.await.ok()?.await.ok() };
            if kept.await.is_some() {
                break;
            }
            sleep(REST).await;
        }
    }
}

/// Hears events until nobody wants them.
///
/// # Errors
/// Where the bus fails.
async fn listen(
    stream: &Stream,
    node: usize,
    last: &mut u64,
    heard: &mpsc::Sender<Event>,
) -> Result<(), String> {
    let told = |error: &dyn std::error::Error| error.to_string();
    let config = OrderedConfig {
        deliver_policy: DeliverPolicy::ByStartSequence { start_sequence: *last + 1 },
        ..OrderedConfig::default()
    };
    let consumer = stream.create_consumer(config).await.map_err(|error| told(&error))?;
    let mut messages = consumer.messages().await.map_err(|error| told(&error))?;
    while let Some(message) = messages.next().await {
        let message = message.map_err(|error| told(&error))?;
        let number = message.info().map_err(|error| error.to_string())?.stream_sequence;
        *last = number;
        // A newer program may tell what this one does not know.
        let Ok(Told { from, event }) = serde_json::from_slice(&message.payload) else { continue };
        if from != node && heard.send(event).await.is_err() {
            return Ok(());
        }
    }
    Err("it tells no more".to_owned())
}

#[cfg(test)]
mod tests {
    use super::shown;

    #[test]
    fn an_address_is_told_without_its_password() {
        for url in ["nats://me:secret@bus:4222", "nats://bus:4222", "bus:4222"] {
            assert_eq!(shown(url), "nats://bus:4222");
        }
    }
}
