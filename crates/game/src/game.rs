//! The referee: a game in progress.

use crate::{Ending, Notation, ParseError, Position, Reason, Repetition, Turn};

/// Rules of play that a game's own rules leave open.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Referee {
    /// Call the third repetition of a position a draw where the game's rules say nothing of it.
    /// This rule is ours: on in matches and on the page, off in `show`, `perft` and proofs.
    pub repetition_draw: bool,
}

/// The reason given where [`Referee::repetition_draw`] ended the game.
pub const HOUSE_REPETITION: &str =
    "third repetition (a rule of Tesuji: the game's own rules know no draw)";

/// Why a turn was refused.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TurnError {
    /// The game has ended.
    #[error("the game is over ({reason}), so no move can be played")]
    Over {
        /// Why it ended.
        reason: Reason,
    },
    /// The text is no legal turn here.
    #[error(transparent)]
    Illegal(#[from] ParseError),
    /// The turn would bring about a position that the rules forbid to repeat.
    #[error("the turn repeats a position for the third time, which is illegal")]
    Repeats,
}

/// A game in progress: where it began, what was played, what stood on the board.
///
/// This alone decides legality with history, the end of the game and its reason.
#[derive(Clone, Debug)]
pub struct Game<P: Position> {
    start: P,
    referee: Referee,
    turns: Vec<Turn<P>>,
    positions: Vec<P>,
}

impl<P: Notation> Game<P> {
    /// A game that begins at `start`.
    pub fn new(start: P, referee: Referee) -> Self {
        Self { start, referee, turns: Vec::new(), positions: vec![start] }
    }

    /// Where the game began.
    pub fn start(&self) -> &P {
        &self.start
    }

    /// What stands on the board.
    pub fn position(&self) -> &P {
        self.positions.last().unwrap_or(&self.start)
    }

    /// The turns played, in order.
    pub fn turns(&self) -> &[Turn<P>] {
        &self.turns
    }

    /// The positions at the start of each turn, the present one last.
    pub fn positions(&self) -> &[P] {
        &self.positions
    }

    /// How often the present position has stood on the board, this time included.
    pub fn occurrences(&self) -> usize {
        self.count(self.position())
    }

    fn count(&self, position: &P) -> usize {
        let key = position.repetition_key();
        self.positions.iter().filter(|p| p.repetition_key() == key).count()
    }

    /// The end of the game, if it has ended.
    pub fn ending(&self) -> Option<Ending> {
        let position = self.position();
        if let Some(ending) = position.ending() {
            return Some(ending);
        }
        if position.count_legal_moves() == 0 {
            return Some(position.ending_without_moves());
        }
        if let Some(ending) = position.ending_by_clock() {
            return Some(ending);
        }
        if self.occurrences() >= 3 {
            match P::REPETITION {
                Repetition::None if self.referee.repetition_draw => {
                    return Some(Ending::draw(HOUSE_REPETITION));
                }
                Repetition::Draw => return Some(Ending::draw("third repetition")),
                Repetition::Loss => {
                    return Some(Ending::win(position.side_to_move(), "third repetition"));
                }
                Repetition::None | Repetition::Irrelevant | Repetition::Illegal => {}
            }
        }
        None
    }

    /// The turns that may be played now; none once the game is over.
    pub fn legal_turns(&self) -> Vec<Turn<P>> {
        if self.ending().is_some() {
            return Vec::new();
        }
        let mut turns = self.position().legal_turns();
        turns.retain(|turn| !self.repeats_illegally(turn));
        turns
    }

    /// Plays a turn given as text.
    ///
    /// # Errors
    /// If the game is over or the turn is not legal; the game is then unchanged.
    pub fn play(&mut self, text: &str) -> Result<(), TurnError> {
        let turn = self.legal_turn(text)?;
        self.positions.push(self.after(&turn));
        self.turns.push(turn);
        Ok(())
    }

    /// Reads a turn that may be played now.
    ///
    /// # Errors
    /// If the game is over or the turn is not legal.
    pub fn legal_turn(&self, text: &str) -> Result<Turn<P>, TurnError> {
        if let Some(ending) = self.ending() {
            return Err(TurnError::Over { reason: ending.reason });
        }
        let turn = self.position().parse_turn(text)?;
        if self.repeats_illegally(&turn) {
            return Err(TurnError::Repeats);
        }
        Ok(turn)
    }

    /// Takes the last turn back; false if none was played.
    pub fn undo(&mut self) -> bool {
        if self.turns.pop().is_none() {
            return false;
        }
        self.positions.pop();
        true
    }

    fn after(&self, turn: &Turn<P>) -> P {
        turn.iter().fold(*self.position(), |position, &mv| position.make(mv))
    }

    fn repeats_illegally(&self, turn: &Turn<P>) -> bool {
        P::REPETITION == Repetition::Illegal && self.count(&self.after(turn)) >= 2
    }
}
