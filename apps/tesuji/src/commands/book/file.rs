//! Books in files.

use std::path::Path;

use anyhow::{Context as _, Result, anyhow};
use engine::Book;

use crate::cli::Game;
use crate::files;

/// The largest book that is read, in bytes.
const MOST_BYTES: u64 = 4 << 30;

/// A book, and the game that it is of.
///
/// # Errors
/// If it cannot be read, is no book or damaged, or nobody knows its game.
pub fn read(path: &Path) -> Result<(Game, Book)> {
    let name = files::name(path);
    let book = Book::read(&files::read(path, MOST_BYTES)?);
    let book = book.map_err(|fault| anyhow!("{name} cannot be read: {fault}"))?;
    let kind = engine::kind(book.game());
    let kind = kind.with_context(|| format!("{name}: there is no game '{}'", book.game()))?;
    Ok((kind, book))
}

/// Puts a book into the place of a file, as a whole.
///
/// # Errors
/// If it cannot be written.
pub fn write(path: &Path, book: &Book) -> Result<()> {
    files::replace(path, |out| book.write(out))
}
