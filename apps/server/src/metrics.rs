//! Metrics of a running server, as Prometheus reads them: `/metrics`.

use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use axum::http::StatusCode;
use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::{Histogram, exponential_buckets};
use prometheus_client::metrics::info::Info;
use prometheus_client::registry::{Registry, Unit};

use crate::meter::Meter;

/// The content type of [`Metrics::text`].
pub const CONTENT_TYPE: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// One name and one value.
type Label = [(&'static str, &'static str); 1];

/// Why somebody was refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// Too many requests or messages at a time.
    Rate,
    /// Too many games begun at a time.
    Games,
}

impl Refusal {
    fn label(self) -> Label {
        [("limit", if self == Self::Rate { "rate" } else { "games" })]
    }
}

/// Values that are measured at the moment that somebody reads them.
#[derive(Clone, Copy, Default, Debug)]
pub struct Now {
    /// Connections.
    pub connections: usize,
    /// WebSockets and streams among them.
    pub sockets: usize,
    /// Connections that found no place, since the start.
    pub turned_away: u64,
    /// Games in memory.
    pub live_games: usize,
    /// Searches that run, and that wait.
    pub searches: (usize, usize),
    /// Open seeks.
    pub seeks: usize,
}

/// The counters of a server.
pub struct Metrics {
    registry: Registry,
    begun: Instant,
    answers: Family<Label, Counter>,
    answer_seconds: Histogram,
    refused: Family<Label, Counter>,
    turned_away: Counter<u64, AtomicU64>,
    connections: Gauge,
    sockets: Gauge,
    live_games: Gauge,
    searches: Family<Label, Gauge>,
    seeks: Gauge,
    uptime: Gauge<i64, AtomicI64>,
}

impl Metrics {
    /// All at zero; the database counts into the meter.
    pub fn new(meter: &Meter) -> Self {
        let mut registry = Registry::with_prefix("tesuji");
        let version = Info::new(vec![("version", env!("CARGO_PKG_VERSION"))]);
        registry.register("build", "The program that runs", version);
        let kept = meter.clone();
        registry.register("turns", "Turns that are on disk", kept.turns);
        let of = "Time from a turn's way to the database until it is on disk";
        registry.register_with_unit("turn_kept", of, Unit::Seconds, kept.turn_seconds);
        let of = "Time that transactions of the database took";
        registry.register_with_unit("commit", of, Unit::Seconds, kept.commit_seconds);
        registry.register("commit_requests", "Requests that shared a transaction", kept.batch);
        let of = "Transactions of the database that failed";
        registry.register("commit_failures", of, kept.failures);
        let this = Self {
            registry,
            begun: Instant::now(),
            answers: Family::default(),
            answer_seconds: Histogram::new(exponential_buckets(0.000_5, 2.0, 14)),
            refused: Family::default(),
            turned_away: Counter::default(),
            connections: Gauge::default(),
            sockets: Gauge::default(),
            live_games: Gauge::default(),
            searches: Family::default(),
            seeks: Gauge::default(),
            uptime: Gauge::default(),
        };
        this.with_all()
    }

    fn with_all(mut self) -> Self {
        let registry = &mut self.registry;
        let of = "Answers to requests, by the class of their status";
        registry.register("http_answers", of, self.answers.clone());
        let of = "Time until the header of an answer was there";
        registry.register_with_unit("http_answer", of, Unit::Seconds, self.answer_seconds.clone());
        let of = "Requests and messages over a limit";
        registry.register("refused", of, self.refused.clone());
        let of = "Connections that found no place";
        registry.register("connections_turned_away", of, self.turned_away.clone());
        registry.register("connections", "Connections", self.connections.clone());
        registry.register("sockets", "WebSockets and streams", self.sockets.clone());
        registry.register("live_games", "Games in memory", self.live_games.clone());
        registry.register("searches", "Searches, by state", self.searches.clone());
        registry.register("seeks", "Open seeks", self.seeks.clone());
        let of = "Time since the start";
        registry.register_with_unit("uptime", of, Unit::Seconds, self.uptime.clone());
        self
    }

    /// Notes an answer.
    pub fn answered(&self, status: StatusCode, took: Duration) {
        let class = match status.as_u16() {
            ..200 => "1xx",
            200..300 => "2xx",
            300..400 => "3xx",
            400..500 => "4xx",
            _ => "5xx",
        };
        self.answers.get_or_create(&[("status", class)]).inc();
        self.answer_seconds.observe(took.as_secs_f64());
    }

    /// Notes that somebody was over a limit.
    pub fn refused(&self, limit: Refusal) {
        self.refused.get_or_create(&limit.label()).inc();
    }

    /// All of it as text.
    ///
    /// # Errors
    /// None that happens: only where a text could not be written to.
    pub fn text(&self, now: Now) -> Result<String, std::fmt::Error> {
        let number = |count: usize| i64::try_from(count).unwrap_or(i64::MAX);
        self.connections.set(number(now.connections));
        self.sockets.set(number(now.sockets));
        self.live_games.set(number(now.live_games));
        self.seeks.set(number(now.seeks));
        for (state, count) in [("running", now.searches.0), ("waiting", now.searches.1)] {
            self.searches.get_or_create(&[("state", state)]).set(number(count));
        }
        self.turned_away.inner().store(now.turned_away, Ordering::Relaxed);
        let uptime = i64::try_from(self.begun.elapsed().as_secs()).unwrap_or(i64::MAX);
        self.uptime.set(uptime);
        let mut text = String::new();
        encode(&mut text, &self.registry)?;
        Ok(text)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use axum::http::StatusCode;

    use super::{Metrics, Now, Refusal};
    use crate::meter::Meter;

    #[test]
    fn what_happened_is_in_the_text() {
        let meter = Meter::default();
        let metrics = Metrics::new(&meter);
        meter.kept_turn(Duration::from_millis(3));
        meter.committed(5, Duration::from_millis(2), None);
        metrics.answered(StatusCode::NOT_FOUND, Duration::from_millis(1));
        metrics.refused(Refusal::Rate);
        let now = Now { connections: 7, seeks: 2, searches: (1, 3), ..Now::default() };
        let text = metrics.text(now).expect("is written");
        for line in [
            "tesuji_turns_total 1",
            "tesuji_commit_requests_sum 5.0",
            "tesuji_turn_kept_seconds_count 1",
            "tesuji_http_answers_total{status=\"4xx\"} 1",
            "tesuji_refused_total{limit=\"rate\"} 1",
            "tesuji_connections 7",
            "tesuji_searches{state=\"waiting\"} 3",
            "tesuji_commit_failures_total 0",
            "# EOF",
        ] {
            assert!(text.lines().any(|it| it == line), "{line} in {text}");
        }
    }
}
