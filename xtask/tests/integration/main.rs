//! Checks of the repository by a program.

mod docs;
mod functions;
mod games;
mod licences;
mod structure;
