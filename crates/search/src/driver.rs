//! The drivers above the node function: alpha-beta, PVS and MTD(f), by iterative deepening.

use game::{Evaluator, Position, Score};

use crate::mode::Mode;
use crate::node::Worker;
use crate::root::RootMove;
use crate::window::Window;

/// Which windows the iterations use.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Driver {
    /// Principal variation search (Reinefeld's NegaScout, 1983), with aspiration windows.
    #[default]
    Pvs,
    /// Plaat, Schaeffer, Pijls and de Bruin, Best-first fixed-depth minimax algorithms, 1996.
    Mtdf,
    /// Full windows throughout (Knuth and Moore, 1975). Needs a mode whose `pvs` switch is off.
    AlphaBeta,
}

/// Told whenever a score falls out of the window and the search widens it.
pub(crate) type Widened<'w, P, W> = dyn FnMut(&mut W, &[RootMove<P>]) + 'w;

impl<P: Position, E: Evaluator<P>, M: Mode> Worker<'_, P, E, M> {
    /// One iteration: the value of the root's moves from `first` on at a nominal depth. `before`
    /// is the score of the last iteration. What it returns does not count once the worker has
    /// stopped.
    #[allow(clippy::too_many_arguments)]
    pub(crate) fn iterate(
        &mut self,
        driver: Driver,
        root: &P,
        state: &E::State,
        moves: &mut [RootMove<P>],
        first: usize,
        before: Option<Score>,
        depth: i32,
        progress: &mut Widened<'_, P, Self>,
    ) -> Score {
        self.root_depth = depth;
        match driver {
            Driver::AlphaBeta => self.root(root, state, moves, first, Window::FULL, depth),
            Driver::Pvs => self.aspirate(root, state, moves, first, before, depth, progress),
            Driver::Mtdf => self.mtdf(root, state, moves, first, before, depth),
        }
    }

    /// Searches with a window around the last score, and widens it until the score lies within.
    #[allow(clippy::too_many_arguments)]
    fn aspirate(
        &mut self,
        root: &P,
        state: &E::State,
        moves: &mut [RootMove<P>],
        first: usize,
        before: Option<Score>,
        depth: i32,
        progress: &mut Widened<'_, P, Self>,
    ) -> Score {
        let switches = self.mode.switches();
        let centre = match before {
            Some(score)
                if switches.aspiration
                    && depth >= self.tunables.aspiration_depth
                    && !score.is_proven() =>
            {
                score
            }
            _ => return self.root(root, state, moves, first, Window::FULL, depth),
        };
        let (mut below, mut above) =
            (self.tunables.aspiration_window, self.tunables.aspiration_window);
        let mut window = Window {
            alpha: Score::from_raw(centre.raw() - below),
            beta: Score::from_raw(centre.raw() + above),
        };
        loop {
            let score = self.root(root, state, moves, first, window, depth);
            if self.stopped {
                return score;
            }
            if score <= window.alpha {
                below *= 4;
                let alpha = score.raw().min(centre.raw() - below);
                window.alpha =
                    if below > 1_000 { Window::FULL.alpha } else { Score::from_raw(alpha) };
            } else if score >= window.beta {
                above *= 4;
                let beta = score.raw().max(centre.raw() + above);
                window.beta = if above > 1_000 { Window::FULL.beta } else { Score::from_raw(beta) };
            } else {
                return score;
            }
            progress(self, &moves[first..]);
        }
    }

    /// Closes in on the value by null windows. The best move and line are those of the last
    /// search that failed high.
    fn mtdf(
        &mut self,
        root: &P,
        state: &E::State,
        moves: &mut [RootMove<P>],
        first: usize,
        before: Option<Score>,
        depth: i32,
    ) -> Score {
        let mut guess = before.unwrap_or(Score::ZERO);
        let Window { alpha: mut lower, beta: mut upper } = Window::FULL;
        for _ in 0..self.tunables.mtdf_passes {
            let beta = guess.max(lower.next());
            let score = self.root(root, state, moves, first, Window::above(beta.previous()), depth);
            if self.stopped {
                return score;
            }
            if score < beta {
                upper = score;
            } else {
                lower = score;
            }
            guess = score;
            if lower == upper {
                self.finish_mtdf(root, &mut moves[first], score, depth);
                return score;
            }
            if lower > upper {
                break;
            }
        }
        // Too many passes, or the bounds crossed because the search is not the same each time.
        self.root(root, state, moves, first, Window::FULL, depth)
    }

    fn finish_mtdf(&mut self, root: &P, best: &mut RootMove<P>, score: Score, depth: i32) {
        best.score = score;
        best.exact = true;
        best.depth = depth;
        best.line.clear();
        best.line.push(best.mv);
        self.continue_line(root, &mut best.line, depth.max(1) as usize, 0);
    }
}
