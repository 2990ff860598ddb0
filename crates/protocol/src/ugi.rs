//! UGI, the universal game interface (kz04px, cutegames): UCI for any two-player game. It is the protocol of a
//! game without one of its own.
//!
//! - `ugi`, `ugiok` and `uginewgame`.
//! - Sides have numbers: `p1time`, `p2time`, `p1inc`, `p2inc`, in milliseconds.
//! - A turn is one word, and `fen` is followed by a position in the game's own notation.
//! - `query gameover`, `query p1turn` and `query result` ask about the position; the answers are `response true` or
//!   `response false`, and `response p1win`, `p2win`, `draw` or `none`.
//! - Its specification leaves the form of a proven score open, and the answer where the game is over. Here they are UCI's:
//!   `score mate N`, in moves of the winner, and `bestmove none`.

use crate::dialect::{Clocks, Dialect, Proven, Separator};

/// The words of UGI.
pub static UGI: Dialect = Dialect {
    hello: "ugi",
    hello_ok: "ugiok",
    new_game: "uginewgame",
    separator: Separator::Blank,
    clocks: Clocks::Numbers,
    no_turn: "none",
    proven: Proven::Moves,
    ignores_unknown_options: false,
    has_queries: true,
    is_basic: true,
};
