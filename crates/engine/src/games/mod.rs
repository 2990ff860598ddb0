//! The only list of games. How each is played by the engine stands in a module of its own.

use crate::definition::GameKind;
use crate::kind::Kind;

#[cfg(test)]
mod connect_four;
#[cfg(test)]
mod levels;
#[cfg(test)]
mod lines;

/// Declares the games: the module and the definition of each, in the order in which they are listed.
macro_rules! games {
    ($($module:ident::$definition:ident),+ $(,)?) => {
        $(mod $module;)+

        /// Every game.
        pub fn kinds() -> &'static [&'static dyn GameKind] {
            static KINDS: &[&dyn GameKind] = &[$(&Kind::<$module::$definition>::new()),+];
            KINDS
        }
    };
}

games! {
    onitama::Onitama,
    ataxx::Ataxx,
    arimaa::Arimaa,
    chess::Chess,
}

/// The game of this name, as scripts write it.
pub fn kind(name: &str) -> Option<&'static dyn GameKind> {
    kinds().iter().copied().find(|kind| kind.name().eq_ignore_ascii_case(name))
}
