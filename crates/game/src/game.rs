//! The referee: a game in progress.

use crate::{Ending, MoveList, Notation, ParseError, Position, Reason, Repetition, Turn};

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
    /// The positions before the start.
    earlier: Vec<P>,
}

/// The reason given where every turn would bring about a position that may not come again.
pub const ONLY_REPETITIONS: &str = "every turn would be a third repetition";

impl<P: Notation> Game<P> {
    /// A game that begins at `start`.
    pub fn new(start: P, referee: Referee) -> Self {
        Self::with_past(Vec::new(), start, referee)
    }

    /// A game that begins at `start`, before which `earlier` stood on the board: they count as
    /// repetitions.
    pub fn with_past(earlier: Vec<P>, start: P, referee: Referee) -> Self {
        Self { start, referee, turns: Vec::new(), positions: vec![start], earlier }
    }

    /// The rules of draws that it is played by.
    pub fn referee(&self) -> Referee {
        self.referee
    }

    /// The same game under another referee.
    #[must_use]
    pub fn with_referee(self, referee: Referee) -> Self {
        Self { referee, ..self }
    }

    /// Where the game began.
    pub fn start(&self) -> &P {
        &self.start
    }

    /// The position on the board.
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
        let all = self.earlier.iter().chain(&self.positions);
        all.filter(|p| p.repetition_key() == key).count()
    }

    /// The keys of positions that may not be brought about again.
    fn forbidden(&self) -> Vec<u64> {
        if P::REPETITION != Repetition::Illegal {
            return Vec::new();
        }
        let all = self.earlier.iter().chain(&self.positions);
        let mut keys: Vec<u64> = all.filter_map(P::repetition_key).collect();
        keys.sort_unstable();
        // The first of two equal keys.
        let twice = keys.windows(2).filter(|pair| pair[0] == pair[1]);
        let mut twice: Vec<u64> = twice.map(|pair| pair[0]).collect();
        twice.dedup();
        twice
    }

    /// The end of the game, if it has ended.
    pub fn ending(&self) -> Option<Ending> {
        let position = self.position();
        if let Some(ending) = position.ending() {
            return Some(ending);
        }
        if !position.has_legal_move() {
            return Some(position.ending_without_moves());
        }
        if let Some(ending) = position.ending_by_clock() {
            return Some(ending);
        }
        if P::REPETITION == Repetition::Illegal {
            let forbidden = self.forbidden();
            let stuck = !forbidden.is_empty() && completion(position, &forbidden).is_none();
            let winner = position.side_to_move().other();
            return stuck.then(|| Ending::win(winner, ONLY_REPETITIONS));
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

    /// The moves that a turn may begin with now; none once the game is over.
    pub fn legal_moves(&self) -> Vec<P::Move> {
        self.moves_after(&[])
    }

    /// The moves with which a turn that begins with `begun` may go on; none where it is complete or
    /// no legal turn begins so.
    pub fn moves_after(&self, begun: &[P::Move]) -> Vec<P::Move> {
        let Some(position) = self.within(begun) else { return Vec::new() };
        let side = self.position().side_to_move();
        if !begun.is_empty() && (P::SIDES_ALTERNATE || position.side_to_move() != side) {
            return Vec::new();
        }
        let mut moves = MoveList::new();
        position.legal_moves(&mut moves);
        let forbidden = self.forbidden();
        if !forbidden.is_empty() {
            moves.retain(|&mut mv| {
                let child = position.make(mv);
                if child.side_to_move() == side {
                    completion(&child, &forbidden).is_some()
                } else {
                    allowed(&child, &forbidden)
                }
            });
        }
        moves.into_iter().collect()
    }

    /// The position within a turn after some moves of it; None where one of them is not legal.
    pub fn within(&self, begun: &[P::Move]) -> Option<P> {
        if self.ending().is_some() {
            return None;
        }
        let side = self.position().side_to_move();
        let mut position = *self.position();
        for (number, &mv) in begun.iter().enumerate() {
            if (number > 0 && position.side_to_move() != side) || !position.is_legal(mv) {
                return None;
            }
            position = position.make(mv);
        }
        Some(position)
    }

    /// A legal turn that begins with these moves: a win that the game sees at once, or with as few
    /// other moves as can be. None where there is none.
    pub fn complete_turn(&self, begun: &[P::Move]) -> Option<Turn<P>> {
        let mut position = self.within(begun)?;
        let mut turn: Turn<P> = begun.iter().copied().collect();
        let forbidden = self.forbidden();
        let side = self.position().side_to_move();
        let is_open = |turn: &Turn<P>, position: &P| {
            turn.is_empty() || (!P::SIDES_ALTERNATE && position.side_to_move() == side)
        };
        while is_open(&turn, &position)
            && let Some(win) = position.static_win()
        {
            turn.try_push(win.mv).ok()?;
            position = position.make(win.mv);
        }
        if is_open(&turn, &position) {
            turn.try_extend_from_slice(&completion(&position, &forbidden)?).ok()?;
        } else if !allowed(&position, &forbidden) {
            return None;
        }
        Some(turn)
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

/// True if a position at the end of a turn may be brought about.
fn allowed<P: Position>(position: &P, forbidden: &[u64]) -> bool {
    position.repetition_key().is_none_or(|key| !forbidden.contains(&key))
}

/// The moves that end a turn from a position within it, as few as can be, in a position that may be
/// brought about.
fn completion<P: Position>(position: &P, forbidden: &[u64]) -> Option<Turn<P>> {
    (1..=crate::MAX_MOVES_IN_TURN).find_map(|most| {
        let mut turn = Turn::<P>::new();
        ends_within(position, forbidden, most, &mut turn).then_some(turn)
    })
}

fn ends_within<P: Position>(
    position: &P,
    forbidden: &[u64],
    most: usize,
    turn: &mut Turn<P>,
) -> bool {
    let mut moves = MoveList::new();
    position.legal_moves(&mut moves);
    // The end of the turn is generated last.
    moves.into_iter().rev().any(|mv| {
        let child = position.make(mv);
        turn.push(mv);
        let ends = if child.side_to_move() == position.side_to_move() {
            most > 1 && ends_within(&child, forbidden, most - 1, turn)
        } else {
            allowed(&child, forbidden)
        };
        if !ends {
            turn.pop();
        }
        ends
    })
}
