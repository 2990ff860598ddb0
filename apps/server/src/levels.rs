//! Limits for the searches of the page. The levels themselves are the engine's.

use std::time::Duration;

use engine::{GameKind, Limits};

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

/// True if there is such a level.
pub fn exists(level: u8) -> bool {
    find(level).is_some()
}

fn find(level: u8) -> Option<&'static engine::Level> {
    engine::levels().get(usize::from(level).checked_sub(1)?)
}

/// The limits of the engine's search for a turn of a game at that level; the rest of the level is passed to the
/// engine by its number.
pub fn limits(kind: &dyn GameKind, level: u8) -> Option<Limits> {
    find(level).map(|level| level.limits(kind.info().full_strength_time))
}

/// The limits of the engine's search for a hint.
pub fn hint_limits() -> Limits {
    Limits { move_time: Some(HINT), ..Limits::default() }
}
