//! Tournaments of a club: arenas, Swiss tournaments, round robins and ladders of its members.
//!
//! `rules` says what is due and what a game was worth, as changes; the [`director`] keeps each change, makes it in the
//! `table`, and begins the games; the `desk` is where members come and go; `seen` is what each of them sees; `shown` and
//! `watch` tell how it stands.

pub mod desk;
pub mod director;
pub mod kept;
mod ladder;
mod rules;
mod scores;
mod seen;
pub mod shown;
mod table;
mod terms;
pub mod watch;
mod wave;

#[cfg(test)]
mod tests;
