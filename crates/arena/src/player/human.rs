//! People, wherever they sit.

use std::sync::{Arc, Mutex};
use std::time::Instant;

use engine::AnyGame;

use super::{Fault, FaultKind, NoReply, Player, Question, Reply};

/// Asks a person for a turn.
pub trait HumanInput: Send {
    /// A turn that is legal in this game, or None where the person has gone.
    fn turn(&mut self, game: &dyn AnyGame) -> Option<String>;
}

/// A person at the board.
pub struct HumanPlayer {
    input: Arc<Mutex<dyn HumanInput>>,
}

impl HumanPlayer {
    /// Whoever answers there.
    pub fn new(input: Arc<Mutex<dyn HumanInput>>) -> Self {
        Self { input }
    }
}

impl Player for HumanPlayer {
    fn begin(&mut self) -> Result<(), Fault> {
        Ok(())
    }

    fn think(&mut self, question: &Question<'_>) -> Result<Reply, NoReply> {
        let asked = Instant::now();
        let turn = self.input.lock().ok().and_then(|mut input| input.turn(question.game));
        match turn {
            Some(turn) => {
                let times = [asked, Instant::now()];
                Ok(Reply { turn, times, depth: None, score: None, nodes: None })
            }
            None => Err(Fault::new(FaultKind::Resigned, "resigned").into()),
        }
    }

    fn end(&mut self, _at_fault: bool) -> Vec<String> {
        Vec::new()
    }
}
