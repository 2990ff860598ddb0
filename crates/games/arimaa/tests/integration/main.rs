//! Arimaa, against its reference data.

mod captures;
mod goals;
mod laws;
mod perft;
mod rules;
