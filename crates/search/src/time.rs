//! How much of a clock a search may take.

use std::time::Duration;

use game::{Score, Side};

use crate::limits::Limits;

/// The time that one search may take, by the clock on the wall.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Budget {
    /// No new iteration begins after this.
    pub(crate) soft: Option<Duration>,
    /// The search ends here, whatever it is doing, unless it has hardly begun to think.
    pub(crate) hard: Option<Duration>,
    /// The search ends here.
    pub(crate) last: Option<Duration>,
    /// The bound of the soft limit where the machine does other work: a tenth of what is left.
    stretch: Duration,
}

/// How a clock is divided among the turns of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Division {
    /// How many turns the clock is to last where nothing says how many there are; at least 1.
    pub turns: u32,
    /// After how much of a turn's share no new iteration begins, in per cent.
    pub soft: u32,
    /// After how much of it a search ends in the middle of one, in per cent.
    pub hard: u32,
}

impl Division {
    /// The division by declared numbers; those below 1 count as 1.
    pub fn new(turns: i32, soft: i32, hard: i32) -> Self {
        let [turns, soft, hard] = [turns, soft, hard].map(|number| number.max(1) as u32);
        Self { turns, soft, hard }
    }
}

impl Budget {
    /// The budget of `side` under these limits, on a machine that may keep a search waiting for as long as
    /// `stall`.
    pub fn new(limits: &Limits, side: Side, stall: Duration, division: Division) -> Self {
        if let Some(time) = limits.move_time {
            return Self { hard: Some(time), last: Some(time), ..Self::default() };
        }
        let Some(clock) = limits.clock.filter(|_| !limits.infinite) else {
            return Self::default();
        };
        let remaining = clock.remaining[side.index()];
        let usable = remaining.saturating_sub(limits.overhead);
        // The clock keeps what some waits may cost, so that it does not run down to where one is too many.
        let left = usable.saturating_sub((4 * stall).min(remaining * 3 / 4));
        let increment = clock.increment[side.index()];
        let turns = clock.moves_to_go.map_or(division.turns, |turns| turns.clamp(1, 50));
        // What each turn adds goes to the waits first: two sevenths of the longest, as most are shorter.
        let added = (increment * 3 / 4).saturating_sub(stall * 2 / 7);
        // Where a game is played on increments their last quarter would be left over, more and more; it is kept where
        // waits are as long, or the clock has run down.
        let lives_on_increments = increment > left / turns * 2;
        let spare = if lives_on_increments {
            (increment / 4).saturating_sub(stall)
        } else {
            Duration::ZERO
        };
        let share = left / turns + added + spare.min(left / turns);
        let hard = (share * division.hard / 100).min(left * 4 / 5).max(Duration::from_millis(1));
        Self {
            soft: Some((share * division.soft / 100).min(hard)),
            hard: Some(hard),
            last: Some(
                usable.saturating_sub(stall).min((remaining / 2).max(stall * 3 / 2)).max(hard),
            ),
            stretch: left / 10,
        }
    }

    /// True if there is any limit.
    pub fn is_bounded(&self) -> bool {
        self.last.is_some()
    }

    /// True if no new iteration is to begin after so much time on the wall, in which the search had the
    /// processor for `thought`. `pace` is by what the soft limit is multiplied; the hard one bounds it.
    pub fn is_spent(&self, passed: Duration, thought: Duration, pace: f64) -> bool {
        self.soft.is_some_and(|soft| {
            let soft = soft.mul_f64(pace).min(self.hard.unwrap_or(Duration::MAX));
            let stretched = passed >= self.stretch && thought >= soft / 4;
            passed >= soft && (thought >= soft || stretched)
        })
    }

    /// True if a search is to end in the middle of an iteration.
    pub fn is_used_up(&self, passed: Duration, thought: Duration) -> bool {
        let begun = self.soft.is_none_or(|soft| thought >= soft / 4);
        self.hard.is_some_and(|hard| passed >= hard && begun)
            || self.last.is_some_and(|last| passed >= last)
    }
}

/// How sure a search is of its move, by its iterations: the surer, the less of the clock it takes.
#[derive(Clone, Copy, Default)]
pub(crate) struct Pace {
    /// The best move's bits and score in the last iteration.
    last: Option<(u16, Score)>,
    /// For how many iterations the best move has been the same.
    stable: usize,
    factor: Option<f64>,
}

impl Pace {
    /// Notes an iteration: the best move's bits, its score, and the part of all nodes of the search that it took.
    pub(crate) fn note(&mut self, best: u16, score: Score, share: f64) {
        // By iterations with the same best move.
        const STABLE: [f64; 5] = [1.6, 1.2, 1.0, 0.9, 0.8];
        let same = self.last.is_some_and(|(before, _)| before == best);
        self.stable = if same { self.stable + 1 } else { 0 };
        let drop = self.last.map_or(0, |(_, before)| before.raw() - score.raw()).clamp(0, 60);
        let by_effort = (1.5 - share) * 1.4;
        let by_score = 1.0 + f64::from(drop) / 120.0;
        self.factor = Some(STABLE[self.stable.min(STABLE.len() - 1)] * by_effort * by_score);
        self.last = Some((best, score));
    }

    /// By what the soft limit is multiplied.
    pub(crate) fn factor(&self) -> f64 {
        self.factor.unwrap_or(1.0)
    }
}

/// How long the processor worked for a search, and how long it was away at a stretch.
///
/// On a machine that does other work the clock on the wall runs on while a search waits. A search that has not
/// thought yet is not to be ended by it, and a clock is to keep what such a wait may cost.
pub struct Stopwatch<'s> {
    /// The processor time of the thread that asks.
    processor: Option<&'s (dyn Fn() -> Duration + Sync)>,
    /// Processor time when time began to count.
    from: Duration,
    /// Wall and processor time when it was last looked at.
    before: (Duration, Duration),
    /// The longest stretch in which the search waited for the processor.
    pub stall: Duration,
}

impl<'s> Stopwatch<'s> {
    /// Begins now. Where the processor's time is not known it is taken for that on the wall.
    pub fn new(processor: Option<&'s (dyn Fn() -> Duration + Sync)>) -> Self {
        let from = processor.map_or(Duration::ZERO, |processor| processor());
        Self { processor, from, before: (Duration::ZERO, from), stall: Duration::ZERO }
    }

    /// The processor time since it counts, at a time on the wall of which `counted` counts (nothing while
    /// pondering).
    pub fn thought(&mut self, wall: Duration, counted: Duration) -> Duration {
        let Some(processor) = self.processor else { return counted };
        let now = processor();
        let (before_wall, before) = std::mem::replace(&mut self.before, (wall, now));
        let waited = wall.saturating_sub(before_wall).saturating_sub(now.saturating_sub(before));
        self.stall = self.stall.max(waited);
        if counted.is_zero() {
            self.from = now;
        }
        now.saturating_sub(self.from).min(counted)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_that_is_sure_of_its_move_takes_less_time() {
        let after = |iterations: &[(u16, i32, f64)]| {
            let mut pace = Pace::default();
            for &(best, points, share) in iterations {
                pace.note(best, Score::points(points), share);
            }
            pace.factor()
        };
        assert_eq!(after(&[]), 1.0);
        let sure = after(&[(1, 20, 0.9); 6]);
        assert!(sure < 0.7, "{sure}");
        let changed = [(1, 20, 0.9), (1, 20, 0.9), (2, 20, 0.3)];
        assert!(after(&changed) > 2.0);
        let fallen = after(&[(1, 20, 0.6), (1, 20, 0.6), (1, -40, 0.6)]);
        let level = after(&[(1, 20, 0.6), (1, 20, 0.6), (1, 20, 0.6)]);
        assert!((fallen / level - 1.5).abs() < 1e-9);
        assert!(after(&[(1, 20, 0.6), (1, 90, 0.6)]) <= after(&[(1, 20, 0.6), (1, 20, 0.6)]));
    }
    use crate::limits::Clock;

    const MS: Duration = Duration::from_millis(1);
    const DIVISION: Division = Division { turns: 25, soft: 60, hard: 300 };

    #[test]
    fn a_clock_is_never_overstepped() {
        for millis in [0, 1, 10, 500, 60_000] {
            for increment in [0, 10, 5_000] {
                for moves_to_go in [None, Some(1), Some(40)] {
                    for stall in [0, 20, 2_000] {
                        let remaining = [Duration::from_millis(millis); 2];
                        let increment = [Duration::from_millis(increment); 2];
                        let clock = Some(Clock { remaining, increment, moves_to_go });
                        let limits = Limits { clock, overhead: 5 * MS, ..Limits::default() };
                        let budget = Budget::new(&limits, Side::First, stall * MS, DIVISION);
                        let (soft, hard) = (budget.soft.unwrap(), budget.hard.unwrap());
                        assert!(soft <= hard && hard <= budget.last.unwrap(), "{limits:?}");
                        assert!(budget.last.unwrap() <= remaining[0].max(MS), "{limits:?}");
                    }
                }
            }
        }
    }

    /// The soft, hard and last limit in milliseconds.
    fn limits_in_ms(limits: &Limits, side: Side, stall: u32) -> [Option<u128>; 3] {
        let budget = Budget::new(limits, side, stall * MS, DIVISION);
        [budget.soft, budget.hard, budget.last].map(|limit| limit.map(|limit| limit.as_millis()))
    }

    fn clock(remaining: [u32; 2], increment: [u32; 2], moves_to_go: Option<u32>) -> Limits {
        let (remaining, increment) = (remaining.map(|n| n * MS), increment.map(|n| n * MS));
        let clock = Some(Clock { remaining, increment, moves_to_go });
        Limits { clock, ..Limits::default() }
    }

    #[test]
    fn a_turn_has_its_share_of_the_clock() {
        let budget = |limits: &Limits| limits_in_ms(limits, Side::First, 0);
        let all = |soft, hard, last| [Some(soft), Some(hard), Some(last)];
        // A twenty-fifth of what is left: a new iteration begins within 3/5 of that, none lasts three times as long.
        let plain = clock([100_000, 7], [0, 9], None);
        assert_eq!(budget(&plain), all(2_400, 12_000, 50_000));
        assert_eq!(limits_in_ms(&plain, Side::Second, 0), all(4, 5, 5), "of its own clock");
        assert_eq!(budget(&clock([100_000; 2], [2_000; 2], None)), all(3_300, 16_500, 50_000));
        assert_eq!(budget(&clock([100_000; 2], [0; 2], Some(50))), all(1_200, 6_000, 50_000));
        assert_eq!(budget(&clock([100_000; 2], [0; 2], Some(99))), all(1_200, 6_000, 50_000));
        assert_eq!(budget(&clock([100_000; 2], [0; 2], Some(1))), all(60_000, 80_000, 80_000));
        assert_eq!(budget(&clock([1_000; 2], [9_000; 2], None)), all(800, 800, 800));
        let late = Limits { overhead: 10_000 * MS, ..plain.clone() };
        assert_eq!(budget(&late), all(2_160, 10_800, 50_000), "what happens outside is kept back");
        // A machine that may keep it waiting: four such waits are kept, and at most three quarters.
        assert_eq!(limits_in_ms(&plain, Side::First, 5_000), all(1_920, 9_600, 50_000));
        assert_eq!(limits_in_ms(&plain, Side::First, 60_000), all(600, 3_000, 40_000));
        // Of an increment two sevenths of such a wait are not for thinking.
        let added = clock([100_000; 2], [2_000; 2], None);
        assert_eq!(limits_in_ms(&added, Side::First, 3_500), all(2_364, 11_820, 50_000));
        assert_eq!(limits_in_ms(&added, Side::First, 7_000), all(1_728, 8_640, 50_000));
        // Where increments are by far the larger part their last quarter is counted, as far as the clock and waits allow.
        let on_increments = |left: u32, stall| {
            limits_in_ms(&clock([left; 2], [2_000; 2], None), Side::First, stall)
        };
        assert_eq!(on_increments(30_000, 0), all(1_620, 8_100, 15_000));
        assert_eq!(on_increments(20_000, 0), all(1_680, 8_400, 10_000));
        assert_eq!(on_increments(12_000, 0), all(1_476, 7_380, 7_380));
        assert_eq!(on_increments(5_000, 0), all(1_140, 4_000, 4_000));
        assert_eq!(on_increments(12_000, 350), all(1_184, 5_922, 6_000));
        assert_eq!(on_increments(12_000, 700), all(1_000, 5_004, 6_000));
        // Other limits leave the clock alone.
        let endless = Limits { infinite: true, ..plain.clone() };
        assert_eq!(budget(&endless), [None; 3]);
        assert_eq!(budget(&Limits::default()), [None; 3]);
        let fixed = Limits { move_time: Some(70 * MS), ..plain };
        assert_eq!(budget(&fixed), [None, Some(70), Some(70)]);
    }

    #[test]
    fn without_a_limit_nothing_is_spent() {
        let budget = Budget::new(&Limits::default(), Side::First, Duration::ZERO, DIVISION);
        let long = Duration::from_secs(1_000_000);
        assert!(!budget.is_spent(long, long, 1.0) && !budget.is_used_up(long, long));
    }

    #[test]
    fn without_the_processor_s_time_that_on_the_wall_counts() {
        let mut watch = Stopwatch::new(None);
        assert_eq!(watch.thought(500 * MS, 300 * MS), 300 * MS);
        assert_eq!(watch.stall, Duration::ZERO);
    }

    #[test]
    fn time_for_a_move_is_used_in_full() {
        let limits = Limits { move_time: Some(100 * MS), ..Limits::default() };
        let budget = Budget::new(&limits, Side::Second, 50 * MS, DIVISION);
        assert_eq!((budget.soft, budget.hard), (None, Some(100 * MS)));
        assert!(!budget.is_used_up(99 * MS, Duration::ZERO));
        assert!(budget.is_used_up(100 * MS, Duration::ZERO));
    }

    #[test]
    fn a_search_that_waits_for_the_processor_goes_on() {
        let clock = Clock { remaining: [2_500 * MS; 2], ..Clock::default() };
        let limits = Limits { clock: Some(clock), ..Limits::default() };
        let budget = Budget::new(&limits, Side::First, Duration::ZERO, DIVISION);
        let (soft, hard) = (budget.soft.unwrap(), budget.hard.unwrap());
        assert!(budget.is_spent(soft, soft, 1.0));
        assert!(!budget.is_spent(soft * 2, soft / 10, 1.0));
        assert!(budget.is_spent(250 * MS, soft / 2, 1.0), "a tenth of the clock is enough");
        assert!(budget.is_used_up(hard, soft));
        assert!(!budget.is_used_up(hard, soft / 10));
        assert!(budget.is_used_up(1_250 * MS, Duration::ZERO));
    }

    #[test]
    fn the_longest_wait_is_remembered() {
        use std::sync::atomic::{AtomicU64, Ordering};
        let used = AtomicU64::new(7);
        let processor = || Duration::from_millis(used.load(Ordering::Relaxed));
        let mut watch = Stopwatch::new(Some(&processor));
        assert_eq!(watch.thought(10 * MS, Duration::ZERO), Duration::ZERO);
        used.store(17, Ordering::Relaxed);
        assert_eq!(watch.thought(110 * MS, 100 * MS), 10 * MS);
        used.store(27, Ordering::Relaxed);
        assert_eq!(watch.thought(120 * MS, 110 * MS), 20 * MS);
        assert_eq!(watch.stall, 90 * MS);
    }
}
