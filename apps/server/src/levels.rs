//! The engine's levels: what a search may spend.

use std::time::Duration;

use engine::Limits;

use crate::protocol::LevelInfo;

struct Level {
    name: &'static str,
    about: &'static str,
    depth: Option<u32>,
    nodes: Option<u64>,
    time: Duration,
}

/// From the weakest. Depth and states bound the strength alike on every machine; the time only bounds the wait.
const LEVELS: [Level; 8] = [
    Level {
        name: "Seedling",
        about: "Looks at its own next move, and at little else.",
        depth: Some(1),
        nodes: Some(40),
        time: Duration::from_secs(1),
    },
    Level {
        name: "Sprout",
        about: "Looks at 150 positions: sees what you can take next.",
        depth: Some(2),
        nodes: Some(150),
        time: Duration::from_secs(1),
    },
    Level {
        name: "Reed",
        about: "Looks at 600 positions: two or three moves ahead.",
        depth: Some(3),
        nodes: Some(600),
        time: Duration::from_secs(1),
    },
    Level {
        name: "Willow",
        about: "Looks at 3,000 positions.",
        depth: None,
        nodes: Some(3_000),
        time: Duration::from_secs(1),
    },
    Level {
        name: "Maple",
        about: "Looks at 20,000 positions.",
        depth: None,
        nodes: Some(20_000),
        time: Duration::from_secs(1),
    },
    Level {
        name: "Pine",
        about: "Looks at 200,000 positions.",
        depth: None,
        nodes: Some(200_000),
        time: Duration::from_secs(2),
    },
    Level {
        name: "Cedar",
        about: "Looks at up to 3 million positions, for at most 2 seconds.",
        depth: None,
        nodes: Some(3_000_000),
        time: Duration::from_secs(2),
    },
    Level {
        name: "Mountain",
        about: "Full strength: thinks for 4 seconds.",
        depth: None,
        nodes: None,
        time: Duration::from_secs(4),
    },
];

/// What a hint may spend.
const HINT: Duration = Duration::from_millis(1500);

/// The levels as `hello` lists them.
pub fn list() -> Vec<LevelInfo> {
    (1_u8..)
        .zip(&LEVELS)
        .map(|(level, it)| LevelInfo { level, name: it.name, about: it.about })
        .collect()
}

/// What the engine may spend on a turn at that level.
pub fn limits(level: u8) -> Option<Limits> {
    let level = LEVELS.get(usize::from(level).checked_sub(1)?)?;
    Some(Limits {
        depth: level.depth,
        nodes: level.nodes,
        move_time: Some(level.time),
        ..Limits::default()
    })
}

/// What the engine may spend on a hint.
pub fn hint_limits() -> Limits {
    Limits { move_time: Some(HINT), ..Limits::default() }
}
