//! UCI, the universal chess interface (Meyer-Kahlen, 2006): the model of UOI, UAI and UGI.
//!
//! - A turn is one word: `e2e4`, `e7e8q`, and `e1g1` or (with `UCI_Chess960`) `e1h1` for castling.
//! - A proven score is `score mate N`, in moves of the winner, negative for a loss.
//! - `bestmove (none)` where the game is over, as most engines write it.

use crate::dialect::{Clocks, Dialect, Proven, Separator};

/// The words of UCI.
pub static UCI: Dialect = Dialect {
    hello: "uci",
    hello_ok: "uciok",
    new_game: "ucinewgame",
    separator: Separator::Blank,
    clocks: Clocks::Letters(&[]),
    no_turn: "(none)",
    proven: Proven::Moves,
    ignores_unknown_options: false,
    has_queries: false,
    is_basic: false,
};
