//! Checks of the repository by a program.

mod docs;
mod games;
mod licences;
mod structure;
