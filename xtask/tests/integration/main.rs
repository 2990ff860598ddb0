//! What a program can check about the repository.

mod docs;
mod games;
mod structure;
