//! Games by correspondence: one task for all of them looks whose days are over. Such a game is live only while somebody
//! looks at it; at the end of a turn's days it is opened, ended and closed again.

use std::collections::BTreeSet;
use std::net::Ipv4Addr;
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime};

use tokio::time::sleep;

use crate::gate::ClientId;
use crate::room::Command;
use crate::rooms::Rooms;

/// How often it is kept for how long the server has been up: so much may a player gain by a kill of it, and lose never.
const KEPT: Duration = Duration::from_secs(20);
/// The least time between two looks.
const LOOK: Duration = Duration::from_secs(1);
/// By so much the system's clock may go wrong from one look to the next before it is told.
const JUMP: Duration = Duration::from_secs(5);

/// By how much the system's clock was set between two looks, where that is much.
struct Watch {
    steady: Instant,
    system: SystemTime,
}

impl Watch {
    fn new() -> Self {
        Self { steady: Instant::now(), system: SystemTime::now() }
    }

    /// Seconds by which the system's clock was set forward, or back; none where it goes as it should.
    fn jump(&mut self, steady: Instant, system: SystemTime) -> Option<i64> {
        let passed = steady.saturating_duration_since(self.steady);
        let expected = self.system.checked_add(passed)?;
        (self.steady, self.system) = (steady, system);
        let (jump, sign) = match system.duration_since(expected) {
            Ok(forward) => (forward, 1),
            Err(back) => (back.duration(), -1),
        };
        (jump > JUMP).then(|| sign * i64::try_from(jump.as_secs()).unwrap_or(i64::MAX))
    }
}

/// Ends the games whose days are over, until the server stops.
pub async fn call_flags(rooms: Arc<Rooms>) {
    let (mut kept, mut watch) = (Instant::now(), Watch::new());
    let mut broken = BTreeSet::new();
    loop {
        let next = end_overdue(&rooms, &mut broken).await;
        sleep(next.unwrap_or(KEPT).clamp(LOOK, KEPT)).await;
        if let Some(seconds) = watch.jump(Instant::now(), SystemTime::now()) {
            // Clocks of games count time that passes: none of them has moved.
            tracing::warn!(
                seconds,
                "the system's clock was set; clocks of games go on as they were"
            );
        }
        if kept.elapsed() >= KEPT {
            kept = Instant::now();
            if let Err(error) = rooms.store.keep_uptime().await {
                tracing::warn!(%error, "for how long the server has been up could not be kept");
            }
        }
    }
}

/// Ends those games; how long it is until the next, where it is known. A game that cannot be opened is told once.
async fn end_overdue(rooms: &Arc<Rooms>, broken: &mut BTreeSet<String>) -> Option<Duration> {
    let due = rooms.store.due().await.ok()?;
    for id in due.ids {
        if broken.contains(&id) {
            continue;
        }
        let server = ClientId { address: Ipv4Addr::LOCALHOST.into(), number: 0 };
        if let Err(failure) = rooms.tell(&id, Command::Overdue, server).await {
            tracing::warn!(reason = failure.message, "a game whose time is over cannot be opened");
            broken.insert(id);
        }
    }
    due.next
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::Watch;

    #[test]
    fn a_system_clock_that_is_set_is_noticed_and_one_that_goes_is_not() {
        let mut watch = Watch::new();
        let (mut steady, mut system) = (watch.steady, watch.system);
        let mut after = |seconds: u64, shown: i64| {
            steady += Duration::from_secs(seconds);
            let shown_by = Duration::from_secs(shown.unsigned_abs());
            system = if shown < 0 { system - shown_by } else { system + shown_by };
            watch.jump(steady, system)
        };
        assert_eq!(after(20, 20), None);
        assert_eq!(after(20, 22), None, "it is set a little, as it is by others' clocks");
        assert_eq!(after(20, 3620), Some(3600));
        assert_eq!(after(20, -3580), Some(-3600));
        assert_eq!(after(20, 20), None);
    }
}
