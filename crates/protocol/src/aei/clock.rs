//! The clocks of AEI, and the time for a turn.

use std::time::Duration;

/// The move overhead: subtracted from a turn's time, for all that happens outside the search; of a short turn a fortieth.
const LAG: Duration = Duration::from_millis(150);

/// The time control and the clocks as the controller set them; no limit at first.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct AeiClock {
    per_turn: Duration,
    /// The share of a turn's unused time that goes to the reserve, in percent.
    kept: u32,
    /// The maximum of a reserve.
    fullest: Duration,
    start_reserve: Duration,
    longest: Duration,
    game: Duration,
    /// By side.
    reserve: [Duration; 2],
    used: Duration,
}

impl Default for AeiClock {
    fn default() -> Self {
        Self {
            per_turn: Duration::ZERO,
            kept: 100,
            fullest: Duration::ZERO,
            start_reserve: Duration::ZERO,
            longest: Duration::ZERO,
            game: Duration::ZERO,
            reserve: [Duration::ZERO; 2],
            used: Duration::ZERO,
        }
    }
}

/// The longest time that is taken.
const MOST: f64 = 30.0 * 86_400.0;

/// Seconds, which some controllers write with a fraction.
fn seconds(value: &str) -> Option<Duration> {
    let number: f64 = value.trim().parse().ok()?;
    (number.is_finite()).then(|| Duration::from_secs_f64(number.clamp(0.0, MOST)))
}

impl AeiClock {
    /// Sets an option of the time control; None where there is no such option, an error where the value is wrong.
    pub fn set(&mut self, name: &str, value: &str) -> Option<Result<(), String>> {
        if name == "tcpercent" {
            let percent = value.trim().parse::<f64>().ok().filter(|share| *share >= 0.0);
            let Some(percent) = percent else {
                return Some(Err(format!("'{value}' is no percentage for {name}")));
            };
            self.kept = percent.min(100.0) as u32;
            return Some(Ok(()));
        }
        let field = match name {
            "tcmax" => &mut self.fullest,
            "tcmove" => &mut self.per_turn,
            "tcreserve" => &mut self.start_reserve,
            "tcturntime" => &mut self.longest,
            "tctotal" | "tcgame" => &mut self.game,
            "greserve" => &mut self.reserve[0],
            "sreserve" => &mut self.reserve[1],
            "moveused" => &mut self.used,
            _ => return None,
        };
        let Some(time) = seconds(value) else {
            return Some(Err(format!("'{value}' is no number of seconds for {name}")));
        };
        *field = time;
        if name == "tcreserve" {
            self.reserve = [time; 2];
        }
        Some(Ok(()))
    }

    /// A new game begins: the reserves are those of its start.
    pub fn restart(&mut self) {
        self.reserve = [self.start_reserve; 2];
        self.used = Duration::ZERO;
    }

    /// The time for a turn of a side (0 for Gold); None without a limit.
    pub fn for_turn(&self, side: usize) -> Option<Duration> {
        let reserve = self.reserve[side & 1];
        let all = self.per_turn + reserve;
        if all.is_zero() && self.longest.is_zero() {
            return None;
        }
        let all = if all.is_zero() { self.longest } else { all };
        let lag = LAG.min(all / 40);
        // Most of the turn's own time, and a little of the reserve, which must last for the game. What of
        // the turn's time no reserve would keep, or no turn could take from it, is used, too.
        let reserve_counts = self.longest.is_zero() || self.longest > self.per_turn;
        let room = self.fullest.saturating_sub(reserve);
        let spared = self.per_turn * 3 / 20 * self.kept / 100;
        let spared = match () {
            () if !reserve_counts => Duration::ZERO,
            () if self.fullest.is_zero() => spared,
            () => spared.min(room),
        };
        let wanted = self.per_turn - spared + reserve / 15;
        let wanted = if wanted.is_zero() { all / 2 } else { wanted };
        let mut most = all.saturating_sub(self.per_turn / 20 + reserve / 10 + lag);
        for limit in [self.longest, self.game / 40] {
            if !limit.is_zero() {
                most = most.min(limit.saturating_sub(lag));
            }
        }
        let time = wanted.min(most).saturating_sub(self.used);
        Some(time.max(Duration::from_millis(10)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_turn_never_takes_more_than_there_is() {
        for (per_turn, reserve, longest) in
            [(3, 30, 0), (15, 0, 0), (0, 60, 0), (1, 0, 0), (60, 600, 20), (0, 0, 5)]
        {
            let mut clock = AeiClock::default();
            for (name, value) in
                [("tcmove", per_turn), ("tcreserve", reserve), ("tcturntime", longest)]
            {
                assert_eq!(clock.set(name, &value.to_string()), Some(Ok(())));
            }
            clock.restart();
            for side in 0..2 {
                let time = clock.for_turn(side).unwrap();
                let all = if per_turn + reserve == 0 { longest } else { per_turn + reserve };
                assert!(time <= Duration::from_secs(all), "{per_turn} {reserve} {longest}");
                assert!(longest == 0 || time <= Duration::from_secs(longest));
                assert!(time * 4 > Duration::from_secs(per_turn), "{time:?} of {per_turn}");
            }
        }
        assert_eq!(AeiClock::default().for_turn(0), None);
    }

    #[test]
    fn a_part_of_the_time_and_the_overhead_are_kept_back() {
        let mut clock = AeiClock::default();
        clock.set("tcmove", "1");
        assert_eq!(clock.for_turn(0), Some(Duration::from_millis(850)));
        clock.set("tcmove", "10");
        assert_eq!(clock.for_turn(0), Some(Duration::from_millis(8_500)), "a reserve is kept");
        clock.set("tcturntime", "10");
        assert_eq!(clock.for_turn(0), Some(Duration::from_millis(9_350)), "none is of use");
        clock.set("tcmove", "1");
        clock.set("tcturntime", "1");
        assert_eq!(clock.for_turn(0), Some(Duration::from_millis(925)));
        // A limit of each turn alone.
        clock.set("tcmove", "0");
        assert_eq!(clock.for_turn(0), Some(Duration::from_millis(500)));
    }

    #[test]
    fn a_limit_on_the_whole_game_bounds_each_turn() {
        for name in ["tctotal", "tcgame"] {
            let mut clock = AeiClock::default();
            clock.set("tcmove", "60");
            assert_eq!(clock.set(name, "80"), Some(Ok(())));
            // A fortieth of it, less the overhead.
            assert_eq!(clock.for_turn(0), Some(Duration::from_millis(1_850)));
        }
    }

    #[test]
    fn time_that_no_reserve_keeps_is_used() {
        let turn = |options: &[(&str, &str)]| {
            let mut clock = AeiClock::default();
            clock.set("tcmove", "60");
            clock.set("tcreserve", "90");
            for (name, value) in options {
                assert_eq!(clock.set(name, value), Some(Ok(())));
            }
            clock.for_turn(0).unwrap()
        };
        let usual = turn(&[]);
        assert_eq!(usual, turn(&[("tcpercent", "100"), ("tcmax", "600")]));
        assert_eq!(usual + Duration::from_secs(9), turn(&[("tcpercent", "0")]));
        assert_eq!(usual + Duration::from_secs(9), turn(&[("tcmax", "90")]));
        assert!(turn(&[("tcpercent", "50")]) > usual);
        assert!(AeiClock::default().set("tcpercent", "all").unwrap().is_err());
    }

    #[test]
    fn each_side_has_its_reserve_and_a_new_game_restores_it() {
        let mut clock = AeiClock::default();
        clock.set("tcreserve", "60");
        clock.set("sreserve", "3.5");
        assert!(clock.for_turn(0) > clock.for_turn(1));
        clock.restart();
        assert_eq!(clock.for_turn(0), clock.for_turn(1));
        assert_eq!(clock.set("rating", "1600"), None);
        assert!(clock.set("tcmove", "soon").unwrap().is_err());
    }
}
