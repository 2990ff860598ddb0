//! What searches of the page may spend. The levels themselves are the engine's.

use std::time::Duration;

use engine::Limits;

use crate::protocol::LevelInfo;

/// What a hint may spend.
const HINT: Duration = Duration::from_millis(1500);

/// The levels as `hello` lists them.
pub fn list() -> Vec<LevelInfo> {
    (1_u8..)
        .zip(engine::levels())
        .map(|(level, it)| LevelInfo { level, name: it.name, about: it.about })
        .collect()
}

/// What the engine may spend on a turn at that level; what else the level does is told to the
/// engine by its number.
pub fn limits(level: u8) -> Option<Limits> {
    let level = engine::levels().get(usize::from(level).checked_sub(1)?)?;
    Some(level.limits())
}

/// What the engine may spend on a hint.
pub fn hint_limits() -> Limits {
    Limits { move_time: Some(HINT), ..Limits::default() }
}
