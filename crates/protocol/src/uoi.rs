//! UOI, the universal Onitama interface: UCI for Onitama.
//!
//! Described in full in `docs/games/onitama.md`. It differs from UCI in this:
//!
//! - `uoi`, `uoiok` and `uoinewgame` for `uci`, `uciok` and `ucinewgame`.
//! - A turn has two words (`ox c1c2`, `pass ox`), so turns in a list are separated by commas:
//!   `position startpos moves ox c1c2, horse b5b4`.
//! - `fen` is followed by the text of a position, spaces included.
//! - Clocks are named by side letter: `rtime`, `btime`, `rinc`, `binc`, in milliseconds.
//! - A proven score is `score win N` or `score loss N`, in plies; `bestmove none` where the game
//!   is over.

use crate::dialect::{Clocks, Dialect, Proven, Separator};

/// The words of UOI.
pub static UOI: Dialect = Dialect {
    hello: "uoi",
    hello_ok: "uoiok",
    new_game: "uoinewgame",
    separator: Separator::Comma,
    clocks: Clocks::Letters(&[]),
    no_turn: "none",
    proven: Proven::Plies,
    ignores_unknown_options: false,
    has_queries: false,
    is_basic: false,
};
