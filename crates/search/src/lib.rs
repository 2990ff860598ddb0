//! The alpha-beta family, generic over [`game::Position`].

mod limits;

pub use limits::{Clock, Limits};
