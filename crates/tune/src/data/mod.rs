//! Games to learn from, stored whole: the start, the moves, the search's score of each turn and the result.
//!
//! A file is a row of blocks. Each stands alone, with its length, a checksum and the recipes of its games, so that damage costs
//! no more than the blocks that it touches, and files can be joined end to end. The form is told in `docs/data.md`.

mod block;
mod bytes;
mod exploration;
mod game;
mod select;
mod starts;

pub use block::{Blocks, Damage, GAMES_A_BLOCK, MARK, encode};
pub use exploration::{Exploration, UNKNOWN};
pub use game::{Recipe, StoredGame};
pub use select::{Statistics, on_test_side, same_game, shuffle, statistics};
pub use starts::{OfPart, OfStarts, by_start};
