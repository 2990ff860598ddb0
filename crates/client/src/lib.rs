//! A client of a club's interface for programs (`docs/api.md`): a [`Client`] asks, [`Lines`] are what a stream says.
//!
//! Every call waits for its answer on the thread that makes it. A stream that breaks off is opened again where it was:
//! its lines are numbered, and who names the last is told what was missed, or else how all stands. [`Client::steady_events`], [`Client::steady_game`] and [`Client::play_steadily`] do so
//! by themselves, with waits that [`Backoff`] says.
//!
//! ```no_run
//! use client::{Client, Event};
//!
//! fn main() -> Result<(), client::Error> {
//!     let client = Client::new("https://club.example", "tesuji_…")?;
//!     for event in client.events()? {
//!         if let Event::Challenge { challenge } = event? {
//!             client.accept(&challenge.id)?;
//!         }
//!     }
//!     Ok(())
//! }
//! ```

mod backoff;
mod calls;
mod error;
mod lines;
mod lobby;
mod shapes;
mod steady;
mod tournaments;

pub use backoff::Backoff;
pub use calls::Client;
pub use error::Error;
pub use lines::Lines;
pub use shapes::{
    Account, Challenge, Challenges, Color, Event, Full, GameLine, GamePlace, Gone, ListedGame,
    Meeting, NewChallenge, Numbered, NumberedLine, Opponent, Place, Said, Seek, State, TimeControl,
    User, Variant,
};
pub use steady::{SteadyEvents, SteadyGame};
pub use tournaments::{Member, NewRoundRobin, Standing, Tournament};
