//! A book to play from.

use std::marker::PhantomData;

use game::Notation;

use super::contents::Book;
use crate::recorded::OpeningBook;

/// A book of the game of `P`.
pub(crate) struct Openings<P> {
    book: Book,
    game: PhantomData<fn() -> P>,
}

impl<P: Notation> Openings<P> {
    /// A book from the bytes of its file.
    ///
    /// # Errors
    /// If they are no book, or one of another game; in words.
    pub(crate) fn read(bytes: &[u8]) -> Result<Self, String> {
        let book = Book::read(bytes)?;
        if book.game() != P::GAME {
            return Err(format!("it is a book of {}, not of {}", book.game(), P::GAME));
        }
        Ok(Self { book, game: PhantomData })
    }
}

impl<P: Notation> OpeningBook for Openings<P> {
    fn turns(&self, position: &str) -> Vec<(String, u32)> {
        let Ok(position) = P::parse(position) else { return Vec::new() };
        let weights = self.book.weights(&position.text_without_clocks()).into_iter();
        let legal = weights.filter(|(turn, _)| position.parse_turn(turn).is_ok());
        legal.map(|(turn, weight)| (turn.to_owned(), weight)).collect()
    }
}
