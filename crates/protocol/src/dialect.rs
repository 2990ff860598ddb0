//! The words of one protocol of UCI's family.

/// The separator of turns in a list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Separator {
    /// Spaces: a turn is one word (`e2e4`).
    Blank,
    /// Commas: a turn may have several words (`ox c1c2, pass ox`).
    Comma,
}

/// The form of a proven score.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Proven {
    /// `win N` and `loss N`, in plies.
    Plies,
    /// `mate N`, in moves of the winner, negative for a loss.
    Moves,
}

/// The name of a side before `time` and `inc`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Clocks {
    /// The letter of the side in positions. Where this lists others for a letter, they stand for it: the first is written,
    /// all are read.
    Letters(&'static [(char, &'static str)]),
    /// `p1` for the first side and `p2` for the second.
    Numbers,
}

/// The words in which protocols of UCI's family differ.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Dialect {
    /// The first command of a session: `uoi`.
    pub hello: &'static str,
    /// The answer, after name and options: `uoiok`.
    pub hello_ok: &'static str,
    /// A new game begins: `uoinewgame`.
    pub new_game: &'static str,
    /// The separator of turns in a list.
    pub separator: Separator,
    /// The name of a side before `time` and `inc`.
    pub clocks: Clocks,
    /// The move where the game is over: `none`.
    pub no_turn: &'static str,
    /// The form of a proven score.
    pub proven: Proven,
    /// True where unknown options are silently ignored.
    pub ignores_unknown_options: bool,
    /// True where a GUI may ask about the rules: `query gameover`.
    pub has_queries: bool,
    /// True where `go` has clocks, `movetime`, `depth`, `nodes` and `infinite` alone: no `movestogo`, and no pondering.
    pub is_basic: bool,
}

impl Dialect {
    /// The names of both sides before `time` and `inc`, by the letters of the sides in positions.
    pub fn clock_names(&self, sides: [char; 2]) -> [String; 2] {
        match self.clocks {
            Clocks::Numbers => ["p1".to_owned(), "p2".to_owned()],
            Clocks::Letters(others) => sides.map(|side| {
                let other = others.iter().find(|(letter, _)| *letter == side);
                let written = other.and_then(|(_, letters)| letters.chars().next());
                written.unwrap_or(side).to_string()
            }),
        }
    }

    /// Whose clock has this name: 0 for the first side, 1 for the second.
    pub fn side_of_clock(&self, name: &str, sides: [char; 2]) -> Option<usize> {
        let written = self.clock_names(sides).iter().position(|known| known == name);
        let Clocks::Letters(others) = self.clocks else { return written };
        let mut letters = name.chars();
        let (letter, None) = (letters.next()?, letters.next()) else { return None };
        let stands_for = |side: &char| {
            others.iter().any(|(known, letters)| known == side && letters.contains(letter))
        };
        written.or_else(|| sides.iter().position(stands_for))
    }

    /// The turns of a list, each with single spaces.
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
