//! The messages of a controller in AEI.

use crate::error::ProtocolError;
use crate::words::{Words, option_setting};

/// A message of the controller.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AeiCommand {
    /// `aei`: identify yourself.
    Hello,
    /// `isready`.
    IsReady,
    /// `newgame`: the empty board, and Gold to set up.
    NewGame,
    /// `setposition`: the position as written, spaces included.
    SetPosition(String),
    /// `setoption name N [value V]`.
    SetOption {
        /// Its name.
        name: String,
        /// Its value; empty where none was given.
        value: String,
    },
    /// `makemove`: a turn of the side to move is played.
    MakeMove(String),
    /// `go`, or `go ponder`.
    Go {
        /// Search without an answer.
        ponder: bool,
    },
    /// `stop`.
    Stop,
    /// `quit`.
    Quit,
    /// An unknown message: its first word.
    Unknown(String),
}

/// Reads a line; None where it is blank.
///
/// # Errors
/// If a known message is not written as it should be.
pub fn parse(line: &str) -> Result<Option<AeiCommand>, ProtocolError> {
    let mut words = Words::new(line);
    let Some(first) = words.next() else { return Ok(None) };
    Ok(Some(match first {
        "aei" => AeiCommand::Hello,
        "isready" => AeiCommand::IsReady,
        "newgame" => AeiCommand::NewGame,
        "setposition" => set_position(line, &words)?,
        "setoption" => {
            let (name, value) = option_setting(&mut words)?;
            AeiCommand::SetOption { name, value }
        }
        "makemove" => {
            let turn = words.take_rest();
            if turn.is_empty() {
                return Err(words.error(turn, "makemove needs the steps of a turn"));
            }
            AeiCommand::MakeMove(turn.to_owned())
        }
        "go" => match words.take_rest() {
            "" => AeiCommand::Go { ponder: false },
            "ponder" => AeiCommand::Go { ponder: true },
            other => return Err(words.error(other, "after go comes ponder, or nothing")),
        },
        "stop" => AeiCommand::Stop,
        "quit" => AeiCommand::Quit,
        word => AeiCommand::Unknown(word.to_owned()),
    }))
}

/// Spaces within the brackets are empty squares: nothing is trimmed there.
fn set_position(line: &str, words: &Words<'_>) -> Result<AeiCommand, ProtocolError> {
    let at = line.find("setposition").map_or(0, |at| at + "setposition".len());
    let text = &line[at..];
    let end = text.rfind(']').map_or(text.len(), |close| close + 1);
    let position = text[..end].trim_start();
    if position.is_empty() || !text[end..].trim().is_empty() {
        return Err(words.error(text, "setposition needs g or s and a board in brackets"));
    }
    Ok(AeiCommand::SetPosition(position.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_keep_their_spaces() {
        let board = format!("g [{}]", " ".repeat(64));
        let line = format!("setposition {board}  ");
        assert_eq!(parse(&line), Ok(Some(AeiCommand::SetPosition(board))));
    }

    #[test]
    fn errors_name_the_fault() {
        let error = |line: &str| parse(line).unwrap_err().to_string();
        assert!(error("go infinite").starts_with("after go comes ponder, or nothing"));
        assert!(error("makemove").starts_with("makemove needs the steps of a turn"));
        assert!(error("setoption tcmove 3").contains("needs name"));
        assert_eq!(parse("  "), Ok(None));
        assert_eq!(parse("uci"), Ok(Some(AeiCommand::Unknown("uci".into()))));
        let option = AeiCommand::SetOption { name: "tcmove".into(), value: "3".into() };
        assert_eq!(parse("setoption name tcmove value 3"), Ok(Some(option)));
    }
}
