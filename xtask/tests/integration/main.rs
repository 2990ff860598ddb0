//! What a program can check about the repository.

mod docs;
mod structure;
