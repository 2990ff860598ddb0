//! AEI, the Arimaa engine interface, as engines and controllers speak it in practice.
//!
//! Described in `docs/games/arimaa.md`. It is not of UCI's family:
//!
//! - `aei` is answered by `protocol-version 1`, `id` lines and `aeiok`; there is no list of options.
//! - The game comes turn by turn: `newgame` or `setposition`, then `makemove` for the turns of
//!   **both** sides; an engine's own `bestmove` is not yet played.
//! - Clocks are options in seconds (`tcmove`, `greserve` …), and `go` takes no limits.
//! - `go ponder` is not answered, unless `stop` asks for it.
//! - An unknown message ends the session.

mod clock;
mod command;
mod session;
mod words;

pub use clock::AeiClock;
pub use command::{AeiCommand, parse};
pub use session::AeiServer;
pub use words::{AEI, SIDES};
