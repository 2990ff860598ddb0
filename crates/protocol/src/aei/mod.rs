//! AEI, the Arimaa engine interface, as engines and controllers really speak it.
//!
//! Told in `docs/games/arimaa.md`. It is not of UCI's family:
//!
//! - `aei` is answered by `protocol-version 1`, `id` lines and `aeiok`; there is no list of options.
//! - The game comes turn by turn: `newgame` or `setposition`, then `makemove` for the turns of
//!   **both** sides; an engine's own `bestmove` is not yet played.
//! - Clocks are options in seconds (`tcmove`, `greserve` …), and `go` takes no bounds.
//! - `go ponder` is not answered, unless `stop` asks for it.
//! - A message that is not known ends the session.

use crate::{Dialect, Proven, Separator};

mod clock;
mod command;
mod session;

pub use clock::AeiClock;
pub use command::{AeiCommand, parse};
pub use session::AeiServer;

/// What AEI has in common with UCI's family: how it is called, and the letters of its clocks.
pub static AEI: Dialect = Dialect {
    hello: "aei",
    hello_ok: "aeiok",
    new_game: "newgame",
    separator: Separator::Comma,
    clocks: ["g", "s"],
    no_turn: "",
    proven: Proven::Plies,
    ignores_unknown_options: false,
};

/// The letters of the sides, as they stand in positions.
pub const SIDES: [char; 2] = ['g', 's'];
