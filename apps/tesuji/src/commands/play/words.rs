//! The commands of a player.

/// A line that a player typed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Word {
    /// Nothing.
    Nothing,
    /// A move, or what looks like one.
    Move(String),
    /// The list of commands.
    Help,
    /// The board again.
    Board,
    /// All legal moves.
    Moves,
    /// The turn the engine would play, and why.
    Hint,
    /// The engine plays for the side to move.
    Go,
    /// The last move back, or the last two against an engine.
    Undo,
    /// Another game with another deal.
    New,
    /// The players change sides.
    Swap,
    /// The moves so far.
    History,
    /// The position as text.
    Position,
    /// Write the game to a file.
    Save(String),
    /// Read a game from a file.
    Load(String),
    /// The side to move gives the game up.
    Resign,
    /// The board is turned round.
    Flip,
    /// The end.
    Quit,
}

/// The text that `help` prints.
pub const HELP: &str = "\
A move is written as in `moves`; its squares are enough where no other legal move ends with them.
  moves           all legal moves
  hint            the move the engine would play
  go              the engine plays this move for you
  undo            takes your last move back (and the engine's answer)
  resign          gives the game up
  swap            the players change sides
  flip            turns the board round
  new             another game with another deal
  board           the board again
  history         the moves so far
  position        the position as text, for `tesuji analyze --position`
  save FILE       writes the game to a file (JSON)
  load FILE       goes on with a game from a file
  quit            ends (so does Ctrl-D); Ctrl-C while the engine thinks makes it play at once";

/// The words that can be completed with Tab.
pub const WORDS: [&str; 15] = [
    "help", "moves", "hint", "go", "undo", "resign", "swap", "flip", "new", "board", "history",
    "position", "save", "load", "quit",
];

impl Word {
    /// Reads a line; what is no command is taken for a move.
    pub fn parse(line: &str) -> Self {
        let line = line.trim();
        let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        match (first.to_ascii_lowercase().as_str(), rest) {
            ("", _) => Self::Nothing,
            ("help" | "h" | "?", "") => Self::Help,
            ("board" | "b" | "show", "") => Self::Board,
            ("moves" | "m", "") => Self::Moves,
            ("hint", "") => Self::Hint,
            ("go", "") => Self::Go,
            ("undo" | "u", "") => Self::Undo,
            ("new", "") => Self::New,
            ("resign", "") => Self::Resign,
            ("flip", "") => Self::Flip,
            ("swap", "") => Self::Swap,
            ("history", "") => Self::History,
            ("position" | "fen", "") => Self::Position,
            ("save", file) => Self::Save(file.to_owned()),
            ("load", file) => Self::Load(file.to_owned()),
            ("quit" | "q" | "exit", "") => Self::Quit,
            _ => Self::Move(line.to_owned()),
        }
    }
}

/// The legal turn that is meant.
///
/// # Errors
/// The legal turns that end with what was typed, where there are several.
pub fn meant<'a>(typed: &str, legal: &'a [String]) -> Result<Option<&'a str>, Vec<&'a str>> {
    let fold = |text: &str| {
        let words: Vec<String> = text
            .split_whitespace()
            .map(|word| word.replace('-', "").to_ascii_lowercase())
            .collect();
        words.join(" ")
    };
    let typed = fold(typed);
    if let Some(turn) = legal.iter().find(|turn| fold(turn) == typed) {
        return Ok(Some(turn));
    }
    let ends = |turn: &String| fold(turn).ends_with(&format!(" {typed}"));
    let found: Vec<&str> = legal.iter().filter(|turn| ends(turn)).map(String::as_str).collect();
    match found[..] {
        [] => Ok(None),
        [turn] => Ok(Some(turn)),
        _ => Err(found),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_may_be_shortened_where_it_is_clear() {
        let legal = ["boar a1a2", "ox a1a2", "ox c1c2"].map(str::to_owned);
        assert_eq!(meant("Ox C1-C2", &legal), Ok(Some("ox c1c2")));
        assert_eq!(meant("c1c2", &legal), Ok(Some("ox c1c2")));
        assert_eq!(meant("a1a2", &legal), Err(vec!["boar a1a2", "ox a1a2"]));
        assert_eq!(meant("e5e4", &legal), Ok(None));
        assert_eq!(meant("", &legal), Ok(None));
    }

    #[test]
    fn what_is_no_command_is_a_move() {
        assert_eq!(Word::parse("  UNDO "), Word::Undo);
        assert_eq!(Word::parse("save my game.json"), Word::Save("my game.json".to_owned()));
        assert_eq!(Word::parse("ox c1c2"), Word::Move("ox c1c2".to_owned()));
        assert_eq!(Word::parse("undo all"), Word::Move("undo all".to_owned()));
        assert_eq!(Word::parse(" \t"), Word::Nothing);
    }
}
