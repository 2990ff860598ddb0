//! Ablations: what each technique of a search is worth, as nodes and time to a fixed depth, and as Elo in matches.
//!
//! - [`Recipe`]: what is measured, and how; equal recipes are the same ablation.
//! - [`Measured`]: what was found, a piece at a time; [`rows()`] puts them together, a row a technique.
//! - [`folder`]: the same in files that survive whatever ends the program; [`page`]: as one HTML page.

pub mod folder;
pub mod page;
mod recipe;
mod rows;

pub use recipe::{
    Change, Family, Limit, MatchPlan, Measured, Options, Played, Recipe, SearchPlan, Searches,
    Technique, VISITS,
};
pub use rows::{MatchRow, Ratio, Row, SearchRow, rows};

#[cfg(test)]
mod tests;
