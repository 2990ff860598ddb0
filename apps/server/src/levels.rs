//! Limits for the searches of the page. The levels themselves are the engine's.

use std::time::Duration;

use engine::Limits;

use crate::protocol::LevelInfo;

/// Time for a hint.
const HINT: Duration = Duration::from_millis(1500);

/// The levels as `hello` lists them.
pub fn list() -> Vec<LevelInfo> {
    (1_u8..)
        .zip(engine::levels())
        .map(|(level, it)| LevelInfo { level, name: it.name, about: it.about })
        .collect()
}

/// The limits of the engine's search for a turn at that level; the rest of the level is passed to the
/// engine by its number.
pub fn limits(level: u8) -> Option<Limits> {
    let level = engine::levels().get(usize::from(level).checked_sub(1)?)?;
    Some(level.limits())
}

/// The limits of the engine's search for a hint.
pub fn hint_limits() -> Limits {
    Limits { move_time: Some(HINT), ..Limits::default() }
}
