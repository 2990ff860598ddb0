//! Summaries of many measurements.

use std::time::Duration;

/// The value below which that share of all lies; zero where there are none. Sorts them.
pub fn percentile(times: &mut [Duration], share: f64) -> Duration {
    times.sort_unstable();
    #[expect(
        clippy::cast_precision_loss,
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "an index within the list"
    )]
    let at = ((times.len() as f64 * share).ceil() as usize).max(1) - 1;
    times.get(at.min(times.len().saturating_sub(1))).copied().unwrap_or_default()
}

/// In milliseconds, for people.
pub fn shown(time: Duration) -> String {
    format!("{:.1} ms", time.as_secs_f64() * 1000.0)
}

/// Several of them in a line.
pub fn line(times: &mut [Duration]) -> String {
    let shares = [("p50", 0.5), ("p90", 0.9), ("p99", 0.99), ("most", 1.0)];
    shares.map(|(name, share)| format!("{name} {}", shown(percentile(times, share)))).join(", ")
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::percentile;

    #[test]
    fn a_percentile_is_one_of_the_values() {
        let mut times: Vec<Duration> = (1..=100).rev().map(Duration::from_millis).collect();
        assert_eq!(percentile(&mut times, 0.5), Duration::from_millis(50));
        assert_eq!(percentile(&mut times, 0.99), Duration::from_millis(99));
        assert_eq!(percentile(&mut times, 1.0), Duration::from_millis(100));
        assert_eq!(percentile(&mut [], 0.5), Duration::ZERO);
    }
}
