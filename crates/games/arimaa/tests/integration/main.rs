//! Arimaa, against its reference data.

mod captures;
mod defences;
mod forcing;
mod goals;
mod laws;
mod perft;
mod random;
mod rules;
