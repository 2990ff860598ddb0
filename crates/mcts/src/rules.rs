//! Bounds of a position without a search: by the rules, by the game's static results, by endgame
//! tables.

use game::{Ending, Outcome, Position, Score, Side};

use crate::bounds::Bounds;
use crate::provider::Provider;
use crate::worker::Worker;

/// The score of a game that is over, for `to_move`.
pub(crate) fn ended(ending: Ending, to_move: Side) -> Score {
    match ending.outcome {
        Outcome::Draw => Score::ZERO,
        Outcome::Win(side) if side == to_move => Score::win_in(0),
        Outcome::Win(_) => Score::loss_in(0),
    }
}

impl<P: Position, V: Provider<P>> Worker<'_, P, V> {
    /// The bounds of a position for its side to move.
    pub(crate) fn known(&mut self, position: &P) -> Bounds {
        let us = position.side_to_move();
        if let Some(ending) = position.ending() {
            return Bounds::exactly(ended(ending, us));
        }
        if let Some(ending) = position.ending_by_clock()
            && position.has_legal_move()
        {
            return Bounds::exactly(ended(ending, us));
        }
        let prober = self.common.prober.as_ref();
        if let Some(score) = prober.and_then(|prober| prober.probe_node(position, 1)) {
            self.counts.hits += 1;
            return Bounds::exactly(score);
        }
        let in_check = position.in_check();
        let seen = self.common.params.decisive.then(|| seen_by_game(position, in_check));
        if let Some(seen) = seen.filter(|seen| *seen != Bounds::OPEN) {
            return seen;
        }
        if in_check && !position.has_legal_move() {
            return Bounds::exactly(ended(position.ending_without_moves(), us));
        }
        Bounds::OPEN
    }
}

/// The game's static wins and losses.
fn seen_by_game<P: Position>(position: &P, in_check: bool) -> Bounds {
    if let Some(plies) = position.static_win_plies() {
        let win = Score::win_in(plies);
        let upper = if P::STATIC_WIN_IS_SHORTEST { win } else { Score::win_in(0) };
        return Bounds { lower: win, upper };
    }
    if in_check && let Some(plies) = position.static_loss_plies() {
        return Bounds::exactly(Score::loss_in(plies));
    }
    // Neither side has won yet, and a win that is to be seen was not.
    let upper = match P::STATIC_WIN_PLIES {
        0 => Score::win_in(0),
        plies => Score::win_in(plies + 1),
    };
    Bounds { upper, ..Bounds::OPEN }
}
