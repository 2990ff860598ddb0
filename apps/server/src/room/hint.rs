//! Hints: the best turn for the person to move; asked for again in the same position, the next best.

use engine::Limits;

use super::Room;
use super::parts::Hints;
use crate::levels;
use crate::protocol::{Code, Failure, Hint, Purpose, ServerMessage};

impl Room {
    pub(super) fn hint(&mut self, ply: usize) -> Result<(), Failure> {
        self.expect_ply(ply)?;
        if self.search.is_some() {
            return Err(Failure::new(
                Code::Limit,
                "The engine is already thinking about this game.",
            ));
        }
        if self.ending().is_some() {
            return Err(Failure::new(Code::IllegalTurn, "The game is over."));
        }
        if self.hints.given.len() >= self.game.legal_moves().len() {
            // All were shown: from the best again.
            self.hints.given.clear();
        }
        self.hints.lines.clear();
        let multi_pv = self.hints.given.len() + 1;
        let limits = Limits { multi_pv, ..levels::hint_limits() };
        self.begin_search(Purpose::Hint, limits, 0);
        self.tell_all(&self.state());
        Ok(())
    }

    /// Sends the best turn that was not hinted yet.
    pub(super) fn tell_hint(&mut self, best: String) {
        let Hints { given, lines } = &mut self.hints;
        let mut found = lines.values().filter_map(|it| Some((it.pv.first()?, it.score.into())));
        let next = found.find(|(turn, _)| !given.contains(turn));
        let (turn, score) = match next {
            Some((turn, score)) => (turn.clone(), Some(score)),
            None => {
                given.clear();
                (best, None)
            }
        };
        given.push(turn.clone());
        let rank = given.len();
        self.tell_all(&ServerMessage::Hint(Hint {
            id: self.id.clone(),
            ply: self.history.len(),
            words: self.game.describe(&turn).unwrap_or_default(),
            turn,
            rank,
            score,
        }));
    }
}
