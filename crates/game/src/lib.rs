//! The trait family that every game implements, and the one referee.
//!
//! Nothing here knows a particular game, a search, a clock, a thread or a terminal.
//!
//! - [`Position`]: the rules, as the search needs them.
//! - [`Notation`]: the same position and its moves as text.
//! - [`Evaluator`]: a static evaluation, kept apart from the rules.
//! - [`Features`]: what a network sees of a position.
//! - [`Game`]: the referee. It alone decides legality with history and the end of a game.
//! - [`Score`]: points, or a proven distance to the end.
//! - [`params`]: parameters declared once, for the struct, the protocol, the tuner and the manual.
//! - [`perft`], [`laws`], [`toy`]: what every game is tested with.

mod ending;
mod eval;
mod features;
mod game;
pub mod laws;
mod movelist;
mod notation;
mod pair;
pub mod params;
pub mod perft;
mod position;
mod score;
mod score_cache;
mod side;
pub mod toy;
mod turn;
pub mod zobrist;

pub use ending::{Ending, Outcome, Reason, Repetition};
pub use eval::{Evaluator, Explanation};
pub use features::{Features, NoFeatures, Rows, inputs_on};
pub use game::{Game, ONLY_REPETITIONS, Referee, TurnError};
pub use movelist::{MAX_MOVES, MoveList};
pub use notation::{Notation, ParseError};
pub use pair::Pair;
pub use position::{ForcedWin, HistoryRule, MoveBits, Position, ReplyWin, StaticWin};
pub use score::{Bound, MAX_KNOWN_PLIES, MAX_PLIES, Score, Verdict};
pub use score_cache::ScoreCache;
pub use side::Side;
pub use turn::{MAX_MOVES_IN_TURN, Turn};
