//! Levels of play, from one that a child beats to full strength.
//!
//! A level is what the engine may look at: states and plies, which count alike on every machine.
//! The weakest do not err at random. The first makes the move that looks best at once and does not
//! think of the answer; the second sees when the other side could win at once, but looks at its
//! first moves only. Above them each level looks at two and a half times the states of the one
//! below. How far they are apart is measured in `docs/strength.md`.

use std::time::Duration;

use search::{Limits, Switches};

/// A level.
#[derive(Clone, Copy, Debug)]
pub struct Level {
    /// What it is called.
    pub name: &'static str,
    /// What it looks at, in words for players.
    pub about: &'static str,
    depth: Option<u32>,
    nodes: Option<u64>,
    /// Bounds the wait alone, but for the highest.
    time: Duration,
    /// What it overlooks.
    overlooks: Overlooks,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Overlooks {
    /// Every answer.
    Answers,
    /// Answers to captures.
    Captures,
    Nothing,
}

const fn level(name: &'static str, about: &'static str, nodes: u64) -> Level {
    let overlooks = Overlooks::Nothing;
    let time = Duration::from_secs(2);
    Level { name, about, depth: None, nodes: Some(nodes), time, overlooks }
}

const LEVELS: [Level; 15] = [
    Level {
        name: "Seedling",
        about: "Plays what looks best at once, and does not think of your answer.",
        depth: Some(1),
        nodes: None,
        time: Duration::from_secs(2),
        overlooks: Overlooks::Answers,
    },
    Level {
        name: "Sprout",
        about: "Looks at a few moves, and sees when you could win at once.",
        depth: Some(1),
        nodes: Some(11),
        time: Duration::from_secs(2),
        overlooks: Overlooks::Captures,
    },
    level("Clover", "Looks at 16 positions, and at what you could take.", 16),
    level("Fern", "Looks at 40 positions: its moves, and some of your answers.", 40),
    level("Reed", "Looks at 100 positions: two moves ahead.", 100),
    level("Bamboo", "Looks at 250 positions: two or three moves ahead.", 250),
    level("Willow", "Looks at 625 positions.", 625),
    level("Birch", "Looks at 1,600 positions.", 1_600),
    level("Maple", "Looks at 4,000 positions.", 4_000),
    level("Plum", "Looks at 10,000 positions.", 10_000),
    level("Cherry", "Looks at 25,000 positions.", 25_000),
    level("Pine", "Looks at 62,500 positions.", 62_500),
    level("Cypress", "Looks at 160,000 positions.", 160_000),
    level("Cedar", "Looks at 400,000 positions.", 400_000),
    Level {
        name: "Mountain",
        about: "Full strength: thinks for 4 seconds.",
        depth: None,
        nodes: None,
        time: Duration::from_secs(4),
        overlooks: Overlooks::Nothing,
    },
];

/// The levels, the weakest first; they are numbered from 1.
pub fn levels() -> &'static [Level] {
    &LEVELS
}

fn least<T: Ord>(a: Option<T>, b: Option<T>) -> Option<T> {
    match (a, b) {
        (Some(a), Some(b)) => Some(a.min(b)),
        (a, b) => a.or(b),
    }
}

impl Level {
    /// What a search may spend at this level. A search that waits for its end to be told
    /// (`infinite`, `ponder`) still looks at no more.
    pub fn limits(&self) -> Limits {
        Limits {
            depth: self.depth,
            nodes: self.nodes,
            move_time: Some(self.time),
            ..Limits::default()
        }
    }

    /// These limits, and no more than the level allows. A time that was given stays; else the
    /// level's own bounds the wait.
    pub(crate) fn bound(&self, limits: &Limits) -> Limits {
        let timed = limits.move_time.is_some() || limits.clock.is_some() || limits.infinite;
        Limits {
            depth: least(limits.depth, self.depth),
            nodes: least(limits.nodes, self.nodes),
            move_time: if timed { limits.move_time } else { Some(self.time) },
            ..limits.clone()
        }
    }

    /// Switches off what the level overlooks.
    pub(crate) fn weaken(&self, switches: &mut Switches) {
        if self.overlooks != Overlooks::Nothing {
            switches.quiescence = false;
            switches.static_loss = false;
        }
        if self.overlooks == Overlooks::Answers {
            switches.static_win = false;
        }
    }
}
