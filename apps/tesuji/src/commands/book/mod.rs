//! `tesuji book`: books of openings.

mod build;
mod expand;
mod file;
pub use file::{read, write};
mod show;
mod tree;

use std::path::PathBuf;

use anyhow::{Context as _, Result, anyhow};
use arena::words::counted;
use clap::{Args, Subcommand};

use crate::files;
use crate::output::line;

const EXAMPLES: &str = "\
Examples:
  tesuji book build ataxx --from ataxx.games match.jsonl --out ataxx.book --plies 16 --least-games 3
  tesuji book build chess --from games.pgn --out chess.book
  tesuji book show chess.book --moves e2e4
  tesuji book merge mine.book theirs.book --out both.book
  tesuji book expand ataxx.book --nodes 100k --budget 30m
  tesuji book export chess.book --polyglot chess.bin
  tesuji match ataxx --engine tesuji,nodes=1000,option.BookFile=ataxx.book,option.OwnBook=true --engine random

docs/data.md tells the form of the file.";

/// Arguments of `tesuji book`.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct BookArgs {
    #[command(subcommand)]
    action: Action,
}

#[derive(Subcommand)]
enum Action {
    /// Make a book of games: of self-play, of records, or in the game's own format (PGN)
    Build(build::BuildArgs),
    /// Print the turns of a position with games, results and scores
    Show(show::ShowArgs),
    /// Add the games of several books up
    Merge {
        /// Books of one game
        #[arg(value_name = "BOOK", required = true, num_args = 2..)]
        books: Vec<PathBuf>,
        /// The book to write
        #[arg(long, value_name = "BOOK")]
        out: PathBuf,
    },
    /// Search where lines of a book end that are likely and uncertain, and let the scores go up
    Expand(expand::ExpandArgs),
    /// Write a book in another form
    Export {
        /// A book
        #[arg(value_name = "BOOK")]
        book: PathBuf,
        /// The file to write in PolyGlot's format (chess)
        #[arg(long, value_name = "FILE")]
        polyglot: PathBuf,
    },
}

fn merge(books: &[PathBuf], out: &std::path::Path) -> Result<()> {
    let mut all: Option<engine::Book> = None;
    for path in books {
        let (_, book) = read(path)?;
        match &mut all {
            None => all = Some(book),
            Some(all) => {
                all.merge(&book).map_err(|fault| anyhow!("{}: {fault}", files::name(path)))?;
            }
        }
    }
    let all = all.context("there is no book to merge")?;
    write(out, &all)?;
    line(format!("{} written", counted(all.positions().len() as u64, "position")))
}

fn export(path: &std::path::Path, out: &std::path::Path) -> Result<()> {
    let (kind, book) = read(path)?;
    let other = kind.book();
    let other = other.with_context(|| format!("{} has no such books", kind.title()))?;
    let positions: Vec<_> =
        book.positions().map(|(position, _)| (position, book.weights(position))).collect();
    let bytes = other.write(&positions);
    let bytes = bytes.map_err(|fault| anyhow!("{}: {fault}", files::name(path)))?;
    files::replace(out, |to| to.write_all(&bytes))?;
    line(format!("{} written", counted(positions.len() as u64, "position")))
}

/// Does what is asked.
pub fn run(args: &BookArgs) -> Result<()> {
    match &args.action {
        Action::Build(args) => build::run(args),
        Action::Show(args) => show::run(args),
        Action::Expand(args) => expand::run(args),
        Action::Merge { books, out } => merge(books, out),
        Action::Export { book, polyglot } => export(book, polyglot),
    }
}
