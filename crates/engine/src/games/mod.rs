//! The only list of games. How each is played by the engine stands in a module of its own.

use crate::definition::Variant;
use crate::kind::{GameKind, Kind};

#[cfg(test)]
mod levels;
#[cfg(test)]
mod lines;
#[cfg(test)]
mod networks;

/// Declares games: the module and the definition of each, in the order in which the function lists them.
macro_rules! games {
    ($(#[$about:meta])* $list:ident: $($module:ident::$definition:ident),+ $(,)?) => {
        $(mod $module;)+

        $(#[$about])*
        pub fn $list() -> &'static [&'static dyn GameKind] {
            static KINDS: &[&dyn GameKind] = &[$(&Kind::<$module::$definition>::new()),+];
            KINDS
        }
    };
}

games! {
    /// Every game.
    kinds:
    onitama::Onitama,
    ataxx::Ataxx,
    arimaa::Arimaa,
    chess::Chess,
}

#[cfg(any(test, feature = "examples"))]
games! {
    /// The games of the folder `examples`: they can be asked for by name, and are in no list but this.
    examples:
    connect_four::ConnectFour,
    breakthrough::Breakthrough,
    othello::Othello,
}

/// The games of the folder `examples`, which only a build with the feature `examples` has.
#[cfg(not(any(test, feature = "examples")))]
pub fn examples() -> &'static [&'static dyn GameKind] {
    &[]
}

/// The game of this name, as scripts write it.
pub fn kind(name: &str) -> Option<&'static dyn GameKind> {
    let mut all = kinds().iter().chain(examples());
    all.find(|kind| kind.name().eq_ignore_ascii_case(name)).copied()
}

/// The game, and the kind of its start, that programs ask for by this key; the game's own name is one in any case.
pub fn kind_of_variant(key: &str) -> Option<(&'static dyn GameKind, Variant)> {
    let all = || kinds().iter().chain(examples()).copied();
    let named = all().find_map(|kind| {
        let variant = kind.variants().into_iter().find(|variant| variant.key == key)?;
        Some((kind, variant))
    });
    named.or_else(|| kind(key).and_then(|kind| Some((kind, kind.variants().into_iter().next()?))))
}
