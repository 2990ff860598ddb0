//! The only list of games. How each is wired to the engine stands in a file of its own.

mod arimaa;
mod ataxx;
mod chess;
#[cfg(test)]
mod connect_four;
#[cfg(test)]
mod lines;
mod onitama;

use crate::kind::{GameKind, Kind};

static ONITAMA: Kind<onitama::Onitama> = Kind::new();
static ATAXX: Kind<ataxx::Ataxx> = Kind::new();
static ARIMAA: Kind<arimaa::Arimaa> = Kind::new();
static CHESS: Kind<chess::Chess> = Kind::new();

/// Every game, in the order of issue.
pub fn kinds() -> &'static [&'static dyn GameKind] {
    static KINDS: [&'static dyn GameKind; 4] = [&ONITAMA, &ATAXX, &ARIMAA, &CHESS];
    &KINDS
}

/// The game of this name, as scripts write it.
pub fn kind(name: &str) -> Option<&'static dyn GameKind> {
    kinds().iter().copied().find(|kind| kind.name().eq_ignore_ascii_case(name))
}
