//! UAI, the universal Ataxx interface, as programs speak it in practice.
//!
//! Described in `docs/games/ataxx.md`. It differs from UCI in this:
//!
//! - `uai`, `uaiok` and `uainewgame`.
//! - The first player's clock is `btime` and `binc` (some write `rtime`), the second's `wtime`
//!   and `winc`.
//! - Unknown options are silently ignored: match runners send the same ones to every engine.
//! - `bestmove 0000` is a forced pass, and the answer where the game is over.

use crate::dialect::{Clocks, Dialect, Proven, Separator};

/// The words of UAI.
pub static UAI: Dialect = Dialect {
    hello: "uai",
    hello_ok: "uaiok",
    new_game: "uainewgame",
    separator: Separator::Blank,
    clocks: Clocks::Letters(&[('x', "brx"), ('o', "wo")]),
    no_turn: "0000",
    proven: Proven::Moves,
    ignores_unknown_options: true,
    has_queries: false,
    is_basic: false,
};
