//! Streams on which nothing happens: what each costs.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use anyhow::Result;
use tokio::task::JoinSet;
use tokio::time::sleep;

use crate::club::Club;
use crate::http::{Connection, Lines};

/// Streams that are opened at once.
const AT_ONCE: usize = 64;
/// How long the server has for what opening them left to do.
const SETTLE: Duration = Duration::from_secs(3);

/// Open streams, read until this is dropped.
pub struct Held {
    tasks: JoinSet<()>,
    ended: Arc<AtomicUsize>,
}

impl Held {
    /// None was ended.
    pub fn are_open(&self) -> bool {
        let _ = &self.tasks;
        self.ended.load(Ordering::Relaxed) == 0
    }
}

async fn open(club: &Club, number: usize) -> Result<Lines> {
    let member = &club.members[number % club.members.len()];
    let connection = Connection::open(club.target()).await?;
    connection.lines(&member.token, "GET", "/api/stream/event", "").await
}

/// Opens so many streams of events, shared out to the members, and says what each takes.
pub async fn idle(club: &Club, count: usize) -> Result<Held> {
    let (before, begun) = (club.taken(), Instant::now());
    let mut held = Held { tasks: JoinSet::new(), ended: Arc::default() };
    let numbers: Vec<usize> = (0..count).collect();
    for numbers in numbers.chunks(AT_ONCE) {
        let opened = numbers.iter().map(|&number| open(club, number));
        for lines in futures_util::future::join_all(opened).await {
            let (mut lines, ended) = (lines?, Arc::clone(&held.ended));
            held.tasks.spawn(async move {
                while let Ok(Some(_)) = lines.next().await {}
                ended.fetch_add(1, Ordering::Relaxed);
            });
        }
    }
    let opened = begun.elapsed();
    sleep(SETTLE).await;
    let (after, quiet) = (club.taken(), Instant::now());
    sleep(SETTLE * 3).await;
    let cpu = (club.taken().cpu - after.cpu) / quiet.elapsed().as_secs_f64();
    #[expect(clippy::cast_precision_loss, reason = "a count of connections")]
    let each = (after.resident - before.resident) / (count.max(1) as f64);
    println!(
        "{count} idle streams in {:.1} s: {each:.1} KiB a stream ({:.0} MiB in all), {:.1} % of a core",
        opened.as_secs_f64(),
        after.resident / 1024.0,
        cpu * 100.0
    );
    Ok(held)
}
