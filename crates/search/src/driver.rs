//! The drivers above the node function: alpha-beta, PVS and MTD(f), by iterative deepening.

use game::{Evaluator, Position, Score};

use crate::MAX_PLY;
use crate::mode::Mode;
use crate::root::RootMove;
use crate::tree::Node;
use crate::window::Window;
use crate::worker::Worker;

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

/// Called whenever a score falls out of the window and the search widens it.
pub(crate) type Widened<'w, P, W> = dyn FnMut(&mut W, &[RootMove<P>]) + 'w;

/// One iteration of the deepening.
#[derive(Clone, Copy)]
pub(crate) struct Iteration {
    pub(crate) driver: Driver,
    /// The number of the root move from which on moves are searched: those before have lines of their own.
    pub(crate) first: usize,
    /// The score of the last iteration.
    pub(crate) before: Option<Score>,
    /// Nominal, in plies.
    pub(crate) depth: i32,
    /// True if a proven win ends the iteration, be it no more than a bound of the score.
    pub(crate) any_win: bool,
}

impl<P: Position, E: Evaluator<P>, M: Mode> Worker<'_, P, E, M> {
    /// One iteration: the value of the root's moves at a nominal depth. What it returns does not count once the
    /// worker has stopped.
    pub(crate) fn iterate(
        &mut self,
        root: &Node<'_, P, E::State>,
        moves: &mut [RootMove<P>],
        iteration: Iteration,
        widened: &mut Widened<'_, P, Self>,
    ) -> Score {
        let Iteration { driver, first, depth, .. } = iteration;
        self.root_depth = depth;
        match driver {
            Driver::AlphaBeta => self.root(root, moves, first, Window::FULL, depth),
            Driver::Pvs => self.aspirate(root, moves, iteration, widened),
            Driver::Mtdf => self.mtdf(root, moves, iteration),
        }
    }

    /// Searches with a window around the last score, and widens it until the score lies within.
    fn aspirate(
        &mut self,
        root: &Node<'_, P, E::State>,
        moves: &mut [RootMove<P>],
        Iteration { first, before, depth, any_win, .. }: Iteration,
        widened: &mut Widened<'_, P, Self>,
    ) -> Score {
        let aspires = |score: &Score| {
            self.mode.switches().aspiration
                && depth >= self.tunables.aspiration_depth
                && !score.is_proven()
        };
        let Some(centre) = before.filter(aspires) else {
            return self.root(root, moves, first, Window::FULL, depth);
        };
        let (mut below, mut above) =
            (self.tunables.aspiration_window, self.tunables.aspiration_window);
        let mut window = Window {
            alpha: Score::from_raw(centre.raw() - below),
            beta: Score::from_raw(centre.raw() + above),
        };
        loop {
            let score = self.root(root, moves, first, window, depth);
            if self.stopped {
                return score;
            }
            if score <= window.alpha {
                below *= 4;
                let alpha = score.raw().min(centre.raw() - below);
                window.alpha =
                    if below > 1_000 { Window::FULL.alpha } else { Score::from_raw(alpha) };
            } else if score >= window.beta && any_win && score.is_win() {
                moves[first].exact = true;
                return score;
            } else if score >= window.beta {
                above *= 4;
                let beta = score.raw().max(centre.raw() + above);
                window.beta = if above > 1_000 { Window::FULL.beta } else { Score::from_raw(beta) };
            } else {
                return score;
            }
            widened(self, &moves[first..]);
        }
    }

    /// Asks, where the score of the best of the moves is clear, whether its side has a proven win within the depth: with
    /// the null window just below all wins, in which nothing is pruned for what it seems worth. True if the side to move
    /// has one; the moves are then in order. A loss that is proven is left to the next iteration, which finds it in the
    /// table.
    pub(crate) fn search_for_win(
        &mut self,
        root: &Node<'_, P, E::State>,
        moves: &mut [RootMove<P>],
        depth: i32,
    ) -> bool {
        let score = moves[0].score;
        if score.raw().abs() < self.tunables.win_search_score || score.is_proven() {
            return false;
        }
        let least = Score::win_in(MAX_PLY as i32);
        let above = if score > Score::ZERO { least.previous() } else { -least };
        let mut searched = moves.to_vec();
        let found = self.root(root, &mut searched, 0, Window::above(above), depth);
        if self.stopped || found < least {
            return false;
        }
        moves.clone_from_slice(&searched);
        moves[0].exact = true;
        true
    }

    /// Closes in on the value by null windows. The best move and line are those of the last
    /// search that failed high.
    fn mtdf(
        &mut self,
        root: &Node<'_, P, E::State>,
        moves: &mut [RootMove<P>],
        Iteration { first, before, depth, .. }: Iteration,
    ) -> Score {
        let before = before.filter(|_| self.mode.switches().mtdf_guess);
        let mut guess = before.unwrap_or_else(|| self.evaluate(root.position, root.state));
        let Window { alpha: mut lower, beta: mut upper } = Window::FULL;
        for _ in 0..self.tunables.mtdf_passes {
            let beta = guess.max(lower.next());
            let score = self.root(root, moves, first, Window::above(beta.previous()), depth);
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
                self.finish_mtdf(root.position, &mut moves[first], score, depth);
                return score;
            }
            if lower > upper {
                break;
            }
        }
        // Too many passes, or the bounds crossed because the search is not the same each time.
        self.root(root, moves, first, Window::FULL, depth)
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
