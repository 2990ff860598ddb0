//! One game on record.

use std::time::{SystemTime, UNIX_EPOCH};

use engine::{AnyGame, Referee, Verdict};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::player::{Fault, FaultKind};

/// The result of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct GameResult {
    /// The winner's letter in the text of a position; None in a draw.
    pub winner: Option<char>,
    /// Why: `way of the stone`.
    pub reason: String,
}

/// The engine's report on a turn, and its times.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct TurnNote {
    /// The time the engine took, in seconds, by the arena's clock.
    pub seconds: f64,
    /// The time left on its clock after the turn, in seconds; None without a clock.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left: Option<f64>,
    /// Nominal depth in plies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// The score from the engine's view.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<Verdict>,
    /// Nodes searched.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
}

/// The fault that ended a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct RecordedFault {
    /// The letter of the side that was at fault.
    pub side: char,
    /// The fault.
    #[serde(flatten)]
    pub fault: Fault,
}

/// One game of a match or a tournament. As JSON it is one line of a record file.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct GameRecord {
    /// The game's name as scripts write it.
    pub game: String,
    /// Its number in the match, from 1.
    pub number: u64,
    /// The pair that it belongs to, from 1: both games of a pair begin with the same opening.
    pub pair: u64,
    /// The round of a tournament, from 1.
    #[serde(default = "one")]
    pub round: u32,
    /// The position where it began.
    pub start: String,
    /// The engines, as lines, that of the first side first (in Onitama Red's).
    pub engines: [String; 2],
    /// Their names in reports, in the same order; None where those are the lines.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub names: Option<[String; 2]>,
    /// The side letter of the match's first engine.
    pub first_engine: char,
    /// The turns played.
    pub turns: Vec<String>,
    /// A note on each turn; as many as turns, or none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<TurnNote>,
    /// The result.
    pub result: GameResult,
    /// The fault that ended it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<RecordedFault>,
    /// Oddities that are no faults.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub remarks: Vec<String>,
    /// Its duration, in seconds.
    pub seconds: f64,
    /// When it was begun, in universal time: `2026-01-31T23:59:59Z`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub date: Option<String>,
    /// The name of the event.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub event: Option<String>,
    /// Where it was played.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub site: Option<String>,
    /// The group of its opening, where the file of openings names groups.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub group: Option<String>,
}

/// A time in universal time: `2026-01-31T23:59:59Z`.
pub(crate) fn utc(time: SystemTime) -> String {
    let seconds = time.duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
    let (days, second) = (seconds / 86_400, seconds % 86_400);
    // Years that begin in March end with the leap day (Hinnant, days_from_civil). 719,468 days lie between March of the year 0
    // and 1970, 146,097 days are 400 years.
    let since = days + 719_468;
    let (era, of_era) = (since / 146_097, since % 146_097);
    let year = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let from_march = (5 * of_year + 2) / 153;
    let day = of_year - (153 * from_march + 2) / 5 + 1;
    let month = if from_march < 10 { from_march + 3 } else { from_march - 9 };
    let year = year + 400 * era + u64::from(month <= 2);
    let (hour, minute, second) = (second / 3_600, second / 60 % 60, second % 60);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z")
}

fn one() -> u32 {
    1
}

/// A fault of a record.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum RecordError {
    /// Nobody knows the game.
    #[error("there is no game '{0}'")]
    Game(String),
    /// The start cannot be read.
    #[error("start: {0}")]
    Start(String),
    /// A turn is not legal.
    #[error("turn {number} ('{turn}'): {reason}")]
    Turn {
        /// Its number, from 1.
        number: usize,
        /// As it stands in the record.
        turn: String,
        /// Why not.
        reason: String,
    },
    /// The board says another result.
    #[error("the record says {recorded}, and the board {found}")]
    Result {
        /// The value in the record.
        recorded: String,
        /// The referee's value.
        found: String,
    },
    /// A side that there is not.
    #[error("there is no side '{0}'")]
    Side(char),
    /// Notes that do not fit the turns.
    #[error("{notes} notes stand beside {turns} turns")]
    Notes {
        /// How many notes.
        notes: usize,
        /// How many turns.
        turns: usize,
    },
}

impl GameRecord {
    /// Half points of the match's first engine: 2 for a win, 1 for a draw, 0 for a loss.
    pub fn half_points(&self) -> u8 {
        match self.result.winner {
            None => 1,
            Some(letter) => 2 * u8::from(letter == self.first_engine),
        }
    }

    /// The names of those who moved first and second, and the half points of the first.
    ///
    /// # Errors
    /// If the game is not known or its start cannot be read.
    pub fn by_mover(&self) -> Result<([String; 2], u8), RecordError> {
        let kind = engine::kind(&self.game).ok_or_else(|| RecordError::Game(self.game.clone()))?;
        let game = kind.new_game(Some(&self.start), Referee::default());
        let game = game.map_err(|error| RecordError::Start(error.to_string()))?;
        let [first, second] = self.names.clone().unwrap_or_else(|| self.engines.clone());
        let begins = game.side();
        let half_points = match self.result.winner {
            None => 1,
            Some(winner) => 2 * u8::from(winner == begins),
        };
        // The engines stand in the order of sides, and in some deals the second side begins.
        let first_begins = begins == game.side_letters()[0];
        Ok((if first_begins { [first, second] } else { [second, first] }, half_points))
    }

    /// Replays the game and checks its result; gives the game as it stood at the end.
    ///
    /// A result that the board does not show (a fault, a rule of the match) is taken, as long as the
    /// board shows no other; an illegal turn that is recorded as a fault must be illegal.
    ///
    /// # Errors
    /// What is wrong with the record.
    pub fn replay(&self) -> Result<Box<dyn AnyGame>, RecordError> {
        let kind = engine::kind(&self.game).ok_or_else(|| RecordError::Game(self.game.clone()))?;
        let referee = Referee { repetition_draw: true };
        let start = kind.new_game(Some(&self.start), referee);
        let mut game = start.map_err(|error| RecordError::Start(error.to_string()))?;
        for (index, turn) in self.turns.iter().enumerate() {
            game.play(turn).map_err(|error| RecordError::Turn {
                number: index + 1,
                turn: turn.clone(),
                reason: error.to_string(),
            })?;
        }
        let letters = game.side_letters();
        let named =
            [self.result.winner, Some(self.first_engine), self.fault.as_ref().map(|f| f.side)];
        if let Some(side) = named.into_iter().flatten().find(|side| !letters.contains(side)) {
            return Err(RecordError::Side(side));
        }
        if !self.notes.is_empty() && self.notes.len() != self.turns.len() {
            let (notes, turns) = (self.notes.len(), self.turns.len());
            return Err(RecordError::Notes { notes, turns });
        }
        self.check_result(game.as_ref())?;
        Ok(game)
    }

    fn check_result(&self, game: &dyn AnyGame) -> Result<(), RecordError> {
        let words = |winner: Option<char>, reason: &str| match winner {
            None => format!("a draw ({reason})"),
            Some(letter) => format!("that {} won ({reason})", game.side_name(letter)),
        };
        let GameResult { winner, reason } = &self.result;
        let differs =
            |found: String| RecordError::Result { recorded: words(*winner, reason), found };
        // A record without a fault or a rule of the match must show its result on the board.
        let by_rule = reason.contains("(a rule of the match)");
        match (game.ending(), &self.fault) {
            (Some(ending), _) if ending.winner == *winner => {
                // A program that ends after the last turn changes no result.
                let same = ending.reason == *reason;
                if same { Ok(()) } else { Err(differs(words(ending.winner, &ending.reason))) }
            }
            (Some(ending), _) => Err(differs(words(ending.winner, &ending.reason))),
            (None, Some(fault)) if *winner == Some(fault.side) => {
                let side = game.side_name(fault.side);
                Err(differs(format!("that {side} was at fault")))
            }
            (None, Some(fault)) => {
                let to_move =
                    game.side() == fault.side || fault.fault.kind != FaultKind::IllegalTurn;
                if to_move {
                    Ok(())
                } else {
                    Err(differs("that the other side was to move".into()))
                }
            }
            (None, None) if by_rule => Ok(()),
            // Records before faults were recorded apart.
            (None, None) if reason.contains("'s engine failed: ") => Ok(()),
            (None, None) => Err(differs("that the game goes on".to_owned())),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn times_are_told_as_the_calendar_has_them() {
        for (seconds, text) in [
            (0, "1970-01-01T00:00:00Z"),
            (951_782_399, "2000-02-28T23:59:59Z"),
            (951_782_400, "2000-02-29T00:00:00Z"),
            (1_798_761_599, "2026-12-31T23:59:59Z"),
            (4_107_542_400, "2100-03-01T00:00:00Z"),
        ] {
            assert_eq!(utc(UNIX_EPOCH + Duration::from_secs(seconds)), text);
        }
    }

    #[test]
    fn the_score_of_who_moved_first_is_told_where_the_second_side_begins() {
        let record = |winner| GameRecord {
            game: "chess".to_owned(),
            number: 1,
            pair: 1,
            round: 1,
            start: "8/8/8/8/8/2k5/1r6/K2R4 b - - 0 1".to_owned(),
            engines: ["white", "black"].map(str::to_owned),
            names: None,
            first_engine: 'w',
            turns: Vec::new(),
            notes: Vec::new(),
            result: GameResult { winner, reason: "agreed (a rule of the match)".to_owned() },
            fault: None,
            remarks: Vec::new(),
            seconds: 0.0,
            date: None,
            event: None,
            site: None,
            group: None,
        };
        for (winner, half_points) in [(Some('b'), 2), (Some('w'), 0), (None, 1)] {
            let (names, found) = record(winner).by_mover().unwrap();
            assert_eq!((names, found), (["black", "white"].map(str::to_owned), half_points));
        }
    }
}
