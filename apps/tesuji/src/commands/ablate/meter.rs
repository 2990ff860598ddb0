//! The cost of a piece of work: time, processor time, and instructions where the system counts
//! them.

use std::time::{Duration, Instant};

use cpu_time::ProcessTime;

/// The cost of a piece of work.
#[derive(Clone, Copy, Default)]
pub struct Cost {
    /// Time by the clock on the wall.
    pub time: Duration,
    /// Time of the processor, of all threads.
    pub cpu: Duration,
    /// Instructions of this thread and those that it starts, outside the kernel; None where nobody counts them.
    pub instructions: Option<u64>,
}

/// Measures.
pub struct Meter {
    counter: Option<Counter>,
}

impl Meter {
    /// Measures the work of this thread.
    pub fn new() -> Self {
        Self { counter: Counter::new() }
    }

    /// Instructions are counted.
    pub fn counts_instructions(&self) -> bool {
        self.counter.is_some()
    }

    /// Does a piece of work, and tells what it has cost.
    pub fn of<T>(&mut self, work: impl FnOnce() -> T) -> (T, Cost) {
        let (begun, cpu) = (Instant::now(), ProcessTime::now());
        let before = self.counter.as_mut().and_then(Counter::read);
        let done = work();
        let after = self.counter.as_mut().and_then(Counter::read);
        let instructions = after.zip(before).map(|(after, before)| after.saturating_sub(before));
        (done, Cost { time: begun.elapsed(), cpu: cpu.elapsed(), instructions })
    }
}

/// The processor's counter of instructions.
#[cfg(target_os = "linux")]
struct Counter(perf_event::Counter);

#[cfg(target_os = "linux")]
impl Counter {
    /// None where the processor or the kernel refuses: many virtual machines have no such counter.
    fn new() -> Option<Self> {
        let instructions = perf_event::events::Hardware::INSTRUCTIONS;
        let mut counter = perf_event::Builder::new(instructions).inherit(true).build().ok()?;
        counter.enable().ok()?;
        Some(Self(counter))
    }

    fn read(&mut self) -> Option<u64> {
        self.0.read().ok()
    }
}

/// Where the system's counters are not known here.
#[cfg(not(target_os = "linux"))]
struct Counter;

#[cfg(not(target_os = "linux"))]
impl Counter {
    fn new() -> Option<Self> {
        None
    }

    fn read(&mut self) -> Option<u64> {
        None
    }
}
