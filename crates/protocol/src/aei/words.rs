//! The words of AEI.

use crate::dialect::{Clocks, Dialect, Proven, Separator};

/// The words that AEI has in common with UCI's family: how it is called, and the letters of its clocks.
pub static AEI: Dialect = Dialect {
    hello: "aei",
    hello_ok: "aeiok",
    new_game: "newgame",
    separator: Separator::Comma,
    clocks: Clocks::Letters(&[]),
    no_turn: "",
    proven: Proven::Plies,
    ignores_unknown_options: false,
    has_queries: false,
    is_basic: false,
};

/// The letters of the sides, as they stand in positions.
pub const SIDES: [char; 2] = ['g', 's'];
