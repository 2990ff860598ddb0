//! Books of openings behind the protocol.

use ::engine::OpeningBook;

use crate::cli::Game;

/// A book, and whether to play from it.
#[derive(Default)]
pub struct Book {
    read: Option<Box<dyn OpeningBook>>,
    plays: bool,
}

impl Book {
    /// Whether there is a book to play from.
    pub fn plays(&self) -> bool {
        self.plays && self.read.is_some()
    }

    /// The heaviest turn of the book in a position.
    pub fn turn(&self, position: &str) -> Option<String> {
        let book = self.read.as_ref().filter(|_| self.plays)?;
        book.turns(position).into_iter().next().map(|(turn, _)| turn)
    }

    /// Sets `OwnBook` or `BookFile`; None where the option is another.
    pub fn set(&mut self, kind: Game, name: &str, value: &str) -> Option<Result<(), String>> {
        let reader = kind.book()?;
        match (name.to_ascii_lowercase().as_str(), value) {
            ("ownbook", "true" | "false") => self.plays = value == "true",
            ("ownbook", _) => {
                return Some(Err(format!("'{value}' is no value for OwnBook: use true or false")));
            }
            ("bookfile", "" | "<empty>") => self.read = None,
            ("bookfile", path) => {
                let read = std::fs::read(path).map_err(|error| error.to_string());
                match read.and_then(|bytes| reader.read(bytes)) {
                    Ok(book) => self.read = Some(book),
                    Err(error) => {
                        return Some(Err(format!("the book '{path}' cannot be read: {error}")));
                    }
                }
            }
            _ => return None,
        }
        Some(Ok(()))
    }
}
