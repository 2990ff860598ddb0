//! What one protocol of UCI's family calls things.

/// How turns in a list are told apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Separator {
    /// By blanks: a turn is one word (`e2e4`).
    Blank,
    /// By commas: a turn may have several words (`ox c1c2, pass ox`).
    Comma,
}

/// The words in which protocols of UCI's family differ.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Dialect {
    /// The user's first word: `uoi`.
    pub hello: &'static str,
    /// The answer, after name and options: `uoiok`.
    pub hello_ok: &'static str,
    /// Another game begins: `uoinewgame`.
    pub new_game: &'static str,
    /// How turns in a list are told apart.
    pub separator: Separator,
}

impl Dialect {
    /// The turns of a list, each with single blanks.
    pub(crate) fn split_turns(&self, list: &str) -> Vec<String> {
        let tidy = |turn: &str| turn.split_whitespace().collect::<Vec<_>>().join(" ");
        if list.trim().is_empty() {
            return Vec::new();
        }
        match self.separator {
            Separator::Blank => list.split_whitespace().map(str::to_owned).collect(),
            Separator::Comma => list.split(',').map(tidy).collect(),
        }
    }

    /// Turns as a list.
    pub fn join_turns(&self, turns: &[String]) -> String {
        turns.join(match self.separator {
            Separator::Blank => " ",
            Separator::Comma => ", ",
        })
    }
}
