//! A game in progress, whatever game it is.

use std::any::Any;

use game::{Game, Notation, ParseError, Referee, Side, TurnError};

/// How a game ended, in the letters and words of the game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameEnding {
    /// The winner's letter in the text of a position; None in a draw.
    pub winner: Option<char>,
    /// Why: `way of the stone`.
    pub reason: String,
}

/// A turn of several moves under way.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Within {
    /// The position after the moves made, as text.
    pub position: String,
    /// The moves that may come next, as text; none where the turn is complete.
    pub moves: Vec<String>,
    /// The turn may end here.
    pub may_end: bool,
}

/// A game in progress under the one referee. Turns go in and out as text: `ox c1c2`.
pub trait AnyGame: Send + Sync {
    /// The game's name as scripts write it.
    fn game(&self) -> &'static str;
    /// The position where the game began.
    fn start_text(&self) -> String;
    /// The position on the board.
    fn position_text(&self) -> String;
    /// The letter of the side to move.
    fn side(&self) -> char;
    /// The letters of both sides, the first side's first.
    fn side_letters(&self) -> [char; 2];
    /// The turns played.
    fn turns(&self) -> Vec<String>;
    /// The turns played, as people read them: `Ox c1-c2`.
    fn described_turns(&self) -> Vec<String>;
    /// The turns that may be played; none once the game is over. Where there are too many to list
    /// (a set-up of Arimaa) they are some of them, and [`lists_turns`](AnyGame::lists_turns) says so.
    fn legal_turns(&self) -> Vec<String>;
    /// [`legal_turns`](AnyGame::legal_turns) lists all there are.
    fn lists_turns(&self) -> bool;
    /// A turn may have several moves.
    fn has_steps(&self) -> bool;
    /// The moves that a turn may begin with; the turns themselves where each has one move.
    fn legal_moves(&self) -> Vec<String>;
    /// A turn under way: what stands on the board after the moves `begun`, and how it may go on.
    ///
    /// # Errors
    /// If they are not the beginning of a legal turn.
    fn within(&self, begun: &str) -> Result<Within, ParseError>;
    /// A turn at random: one of all with equal chance where each has one move, else move by move.
    /// `number` gives random numbers.
    fn random_turn(&self, number: &mut dyn FnMut() -> u64) -> Option<String>;
    /// Plays a turn.
    ///
    /// # Errors
    /// If the game is over or the turn is not legal; the game is then unchanged.
    fn play(&mut self, turn: &str) -> Result<(), TurnError>;
    /// Takes the last turn back; false if none was played.
    fn undo(&mut self) -> bool;
    /// A game that begins with the position on the board, but with the other side to move: what that side threatens.
    /// None where no such position makes sense: in check, or where a pass could be the best move
    /// ([`Position::null_move`](game::Position::null_move)).
    fn passed(&self) -> Option<Box<dyn AnyGame>>;
    /// How the game ended, if it has.
    fn ending(&self) -> Option<GameEnding>;
    /// How often the present position has stood on the board, this time included.
    fn occurrences(&self) -> usize;
    /// The board drawn for a terminal.
    fn draw(&self) -> String;
    /// A turn that is legal now, as people read it.
    ///
    /// # Errors
    /// If the turn is not legal here.
    fn describe(&self, turn: &str) -> Result<String, ParseError>;
    /// The name of a side as people say it: `Red` for `r`; empty for any other letter.
    fn side_name(&self, letter: char) -> &'static str;
    /// A copy.
    fn boxed_clone(&self) -> Box<dyn AnyGame>;
    /// Itself, for engines of the same game.
    fn as_any(&self) -> &dyn Any;
}

/// The typed game behind [`AnyGame`].
#[derive(Clone)]
pub(crate) struct TypedGame<P: Notation>(pub(crate) Game<P>);

impl<P: Notation> TypedGame<P> {
    pub(crate) fn new(position: Option<&str>, referee: Referee) -> Result<Self, ParseError> {
        let start = position.map_or_else(|| Ok(P::start()), P::parse)?;
        Ok(Self(Game::new(start, referee)))
    }

    fn texts(&self, write: impl Fn(&P, &game::Turn<P>) -> String) -> Vec<String> {
        let played = self.0.positions().iter().zip(self.0.turns());
        played.map(|(position, turn)| write(position, turn)).collect()
    }
}

impl<P: Notation> AnyGame for TypedGame<P> {
    fn game(&self) -> &'static str {
        P::GAME
    }

    fn start_text(&self) -> String {
        self.0.start().text()
    }

    fn position_text(&self) -> String {
        self.0.position().text()
    }

    fn side(&self) -> char {
        P::side_letter(self.0.position().side_to_move())
    }

    fn side_letters(&self) -> [char; 2] {
        Side::BOTH.map(P::side_letter)
    }

    fn turns(&self) -> Vec<String> {
        self.texts(P::turn_text)
    }

    fn described_turns(&self) -> Vec<String> {
        self.texts(P::describe_turn)
    }

    fn legal_turns(&self) -> Vec<String> {
        let position = self.0.position();
        self.0.legal_turns().iter().map(|turn| position.turn_text(turn)).collect()
    }

    fn lists_turns(&self) -> bool {
        self.0.position().lists_turns()
    }

    fn has_steps(&self) -> bool {
        !P::SIDES_ALTERNATE
    }

    fn legal_moves(&self) -> Vec<String> {
        let position = self.0.position();
        self.0.legal_moves().into_iter().map(|mv| position.move_text(mv)).collect()
    }

    fn within(&self, begun: &str) -> Result<Within, ParseError> {
        let before = self.0.position();
        let moves = before.parse_moves(begun)?;
        let refused = |reason: &str| ParseError::new(begun, begun.trim(), reason);
        let position = self.0.within(&moves).ok_or_else(|| refused("no turn begins so"))?;
        let all = self.0.moves_after(&moves);
        let over = position.side_to_move() != before.side_to_move();
        if over && self.0.complete_turn(&moves).is_none() {
            return Err(refused("the turn would be a third repetition"));
        }
        let (free, steps): (Vec<_>, Vec<_>) =
            all.into_iter().partition(|&mv| position.length_of(mv) == 0);
        Ok(Within {
            position: position.text(),
            moves: steps.into_iter().map(|mv| position.move_text(mv)).collect(),
            may_end: over || !free.is_empty(),
        })
    }

    fn random_turn(&self, number: &mut dyn FnMut() -> u64) -> Option<String> {
        let position = self.0.position();
        // The bias of the remainder is below 2^-50 for any number of turns that a game can have.
        let mut choose = |count: usize| (number() % count as u64) as usize;
        if P::SIDES_ALTERNATE {
            let mut turns = self.0.legal_turns();
            if turns.is_empty() {
                return None;
            }
            let turn = turns.swap_remove(choose(turns.len()));
            return Some(position.turn_text(&turn));
        }
        let mut turn = game::Turn::<P>::new();
        loop {
            let mut moves = self.0.moves_after(&turn);
            if moves.is_empty() {
                return (!turn.is_empty()).then(|| position.turn_text(&turn));
            }
            let mv = moves.swap_remove(choose(moves.len()));
            turn.try_push(mv).ok()?;
        }
    }

    fn play(&mut self, turn: &str) -> Result<(), TurnError> {
        self.0.play(turn)
    }

    fn undo(&mut self) -> bool {
        self.0.undo()
    }

    fn passed(&self) -> Option<Box<dyn AnyGame>> {
        let passed = self.0.position().null_move()?;
        Some(Box::new(Self(Game::new(passed, self.0.referee()))))
    }

    fn ending(&self) -> Option<GameEnding> {
        self.0.ending().map(|ending| GameEnding {
            winner: ending.outcome.winner().map(P::side_letter),
            reason: ending.reason.to_string(),
        })
    }

    fn occurrences(&self) -> usize {
        self.0.occurrences()
    }

    fn draw(&self) -> String {
        self.0.position().draw()
    }

    fn describe(&self, turn: &str) -> Result<String, ParseError> {
        let position = self.0.position();
        position.parse_turn(turn).map(|turn| position.describe_turn(&turn))
    }

    fn side_name(&self, letter: char) -> &'static str {
        let side = Side::BOTH.into_iter().find(|&side| P::side_letter(side) == letter);
        side.map_or("", P::side_name)
    }

    fn boxed_clone(&self) -> Box<dyn AnyGame> {
        Box::new(self.clone())
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}
