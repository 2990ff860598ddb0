//! What one protocol of UCI's family calls things.

/// How turns in a list are told apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Separator {
    /// By blanks: a turn is one word (`e2e4`).
    Blank,
    /// By commas: a turn may have several words (`ox c1c2, pass ox`).
    Comma,
}

/// How a proven score is said.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Proven {
    /// `win N` and `loss N`, in plies.
    Plies,
    /// `mate N`, in moves of the winner, negative for a loss.
    Moves,
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
    /// The letters of the first and of the second side before `time` and `inc`; the first letter
    /// of each is the one to write, others are understood too.
    pub clocks: [&'static str; 2],
    /// The move in a finished position: `none`.
    pub no_turn: &'static str,
    /// How a proven score is said.
    pub proven: Proven,
    /// Whether options that the engine does not know are ignored in silence.
    pub ignores_unknown_options: bool,
}

/// The dialects there are, by the name that games know them by: `uoi`.
pub fn dialect(name: &str) -> Option<&'static Dialect> {
    [&crate::uoi::UOI, &crate::uai::UAI, &crate::uci::UCI]
        .into_iter()
        .find(|dialect| dialect.hello == name)
}

impl Dialect {
    /// Whose clock it is that has this letter: 0 for the first side, 1 for the second.
    pub fn side_of_clock(&self, letter: char) -> Option<usize> {
        self.clocks.iter().position(|letters| letters.contains(letter))
    }

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
