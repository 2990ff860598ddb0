//! Experience, which an engine keeps from game to game: results of searches, and how the turns
//! played there ended.

mod contents;
mod file;
mod memory;
mod settings;

pub use contents::{Experience, Found, Lesson};
pub use file::{ExperienceFile, MARK, ReadExperience};
pub(crate) use memory::{Advice, Memory};
pub(crate) use settings::Experienced;
