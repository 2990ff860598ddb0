//! The tree as it is told: the root's moves with their scores and lines.

use std::num::NonZeroU16;

use game::{MoveBits, MoveList, Position, Score};
use search::RootMove;

use crate::bounds::Bounds;
use crate::node::Node;
use crate::params::Params;
use crate::pool::{Pool, ROOT};
use crate::value::{of_decided, to_score};

/// A move of the tree with what the search knows of it, for people to look at.
#[derive(Clone, Debug)]
pub struct Branch<M> {
    /// The move.
    pub mv: M,
    /// Playouts that went through it.
    pub visits: u32,
    /// Their mean value for the side that makes the move, from -1 to 1; what is proven where it is.
    pub value: f32,
    /// Its share among the moves of its position before any playout.
    pub prior: f32,
    /// Its score, where that is proven: from the view of the side that makes the move.
    pub proven: Option<Score>,
    /// The most visited moves after it.
    pub replies: Vec<Self>,
}

/// The tree of a search, seen from its root.
pub struct Outlook<'t, P> {
    pub(crate) pool: &'t Pool,
    pub(crate) params: &'t Params,
    pub(crate) root: P,
}

fn move_of<P: Position>(child: &Node) -> Option<P::Move> {
    NonZeroU16::new(child.move_bits()).map(P::Move::from_bits)
}

/// The value of a child for who moves into it, within what is proven of it.
fn value(child: &Node) -> f32 {
    let bounds = child.bounds();
    if bounds.is_decided() && !bounds.is_unplayable() {
        return of_decided(bounds.score());
    }
    let least = if bounds.lower >= Score::ZERO { 0.0 } else { -1.0 };
    let most = if bounds.upper <= Score::ZERO { 0.0 } else { 1.0 };
    child.mean().clamp(least, most)
}

impl<P: Position> Outlook<'_, P> {
    /// How a child is preferred at the end: proven wins first, the shortest before the others, then by the final
    /// choice that is set, then losses, the longest first.
    fn preference(&self, child: &Node) -> (i32, f32, f32) {
        let bounds = child.bounds();
        if bounds.is_unplayable() {
            return (i32::MIN, 0.0, 0.0);
        }
        if bounds.is_decided() && bounds.score() != Score::ZERO {
            return (bounds.score().raw(), child.visits() as f32, child.prior());
        }
        let (visits, value) = (child.visits() as f32, value(child));
        if visits == 0.0 && !bounds.is_decided() {
            return (0, f32::MIN, child.prior());
        }
        match self.params.final_choice {
            1 => (0, value, visits),
            2 => {
                (0, value - Params::part(self.params.secure_width) / visits.max(1.0).sqrt(), visits)
            }
            _ => (0, visits, value),
        }
    }

    /// The numbers of the children behind a head, the best first.
    fn ranked(&self, head: u32) -> Vec<usize> {
        let children = self.pool.children(head);
        let rated: Vec<_> = children.iter().map(|child| self.preference(child)).collect();
        let mut numbers: Vec<usize> = (0..children.len()).collect();
        numbers.sort_by(|&a, &b| {
            let ((kind, most, next), (other, than, after)) = (rated[b], rated[a]);
            kind.cmp(&other).then(most.total_cmp(&than)).then(next.total_cmp(&after))
        });
        // A proven draw is looked at no more: its visits say nothing against those of a move that is worse.
        let drawn = |&number: &usize| children[number].bounds() == Bounds::exactly(Score::ZERO);
        let best = numbers.iter().position(|&number| rated[number].0 == 0);
        if let (Some(best), Some(draw)) = (best, numbers.iter().position(drawn)) {
            let known = self.pool.get(head).bounds().is_exact();
            if draw > best && (known || value(&children[numbers[best]]) <= 0.0) {
                numbers[best..=draw].rotate_right(1);
            } else if draw == best
                && let Some(other) = numbers.get(best + 1).filter(|&&number| rated[number].0 == 0)
                && !known
                && value(&children[*other]) > 0.0
                && children[*other].visits() > 0
            {
                numbers.swap(best, best + 1);
            }
        }
        numbers
    }

    /// The move of a win that the game sees, or any move where it sees that all lose: the tree does not go there.
    fn seen_by_game(&self, position: &P) -> Option<P::Move> {
        if !self.params.decisive {
            return None;
        }
        position.static_win().map(|win| win.mv).or_else(|| {
            position.in_check().then(|| position.static_loss_plies()).flatten()?;
            let mut moves = MoveList::new();
            position.legal_moves(&mut moves);
            moves.first().copied()
        })
    }

    /// The line from a child on: the preferred moves, and at its end what the game sees.
    fn line(&self, child: &Node, mut position: P) -> Vec<P::Move> {
        let mut line = Vec::new();
        let mut at = child;
        while line.len() < search::MAX_PLY && position.ending().is_none() {
            let next = at.head().and_then(|head| {
                let children = self.pool.children(head);
                let best = &children[*self.ranked(head).first()?];
                let seen = best.visits() > 0 || best.bounds().is_decided();
                seen.then_some((best, move_of::<P>(best)?))
            });
            let mv = match next {
                Some((best, mv)) => {
                    at = best;
                    mv
                }
                None => match self.seen_by_game(&position) {
                    Some(mv) => mv,
                    None => break,
                },
            };
            position = position.make(mv);
            line.push(mv);
        }
        line
    }

    /// The moves of the root, the best first, each with its score; the first `lines` with their lines.
    pub(crate) fn moves(&self, lines: usize) -> Vec<RootMove<P>> {
        let Some(head) = self.pool.get(ROOT).head() else { return Vec::new() };
        let children = self.pool.children(head);
        let told = self.ranked(head).into_iter().enumerate().filter_map(|(rank, number)| {
            let child = &children[number];
            let mv = move_of::<P>(child).filter(|_| !child.bounds().is_unplayable())?;
            let bounds = child.bounds();
            let mut told = RootMove::new(mv);
            if rank < lines {
                told.line.extend(self.line(child, self.root.make(mv)));
            }
            told.score = match bounds.is_decided() {
                true => bounds.score(),
                false => to_score(value(child), self.params.value_scale),
            };
            told.exact = bounds.is_exact() || !told.score.is_decided();
            if child.visits() > 0 || bounds.is_decided() {
                told.depth = told.line.len() as i32;
            }
            told.nodes = child.visits().into();
            Some(told)
        });
        told.collect()
    }

    /// True if a move of the root was not visited and is not decided.
    pub(crate) fn has_unvisited(&self) -> bool {
        self.pool.get(ROOT).head().is_some_and(|head| {
            let mut children = self.pool.children(head).iter();
            children.any(|child| child.visits() == 0 && !child.bounds().is_decided())
        })
    }

    /// True if the root has one move.
    pub(crate) fn is_forced(&self) -> bool {
        self.pool.get(ROOT).head().is_some_and(|head| self.pool.get(head).count() == 1)
    }

    /// True if the most visited move of the root is that of the highest value too.
    pub(crate) fn is_settled(&self) -> bool {
        let Some(head) = self.pool.get(ROOT).head() else { return true };
        let visited = || self.pool.children(head).iter().filter(|child| child.visits() > 0);
        let most = visited().max_by_key(|child| child.visits());
        most.is_none_or(|most| visited().all(|child| value(child) <= value(most)))
    }

    /// The branches of the tree, the preferred ones first: all moves of the root that were visited or are decided, and
    /// `most` moves at each node below, to `depth` moves from the root.
    pub fn branches(&self, most: usize, depth: usize) -> Vec<Branch<P::Move>> {
        let Some(head) = self.pool.get(ROOT).head() else { return Vec::new() };
        let mut branches = self.below(head, usize::MAX, 1);
        for branch in &mut branches {
            let children = self.pool.children(head).iter();
            let mut same = children.filter(|child| child.move_bits() == branch.mv.bits().get());
            let below = same.next().and_then(Node::head);
            branch.replies = below.map_or_else(Vec::new, |head| self.below(head, most, depth - 1));
        }
        branches
    }

    fn below(&self, head: u32, most: usize, depth: usize) -> Vec<Branch<P::Move>> {
        if depth == 0 {
            return Vec::new();
        }
        let children = self.pool.children(head);
        let branch = |number: usize| {
            let child = &children[number];
            let bounds = child.bounds();
            let decided = bounds.is_decided() && !bounds.is_unplayable();
            (child.visits() > 0 || decided).then_some(())?;
            Some(Branch {
                mv: move_of::<P>(child)?,
                visits: child.visits(),
                value: value(child),
                prior: child.prior(),
                proven: decided.then(|| bounds.score()),
                replies: child
                    .head()
                    .map_or_else(Vec::new, |head| self.below(head, most, depth - 1)),
            })
        };
        self.ranked(head).into_iter().filter_map(branch).take(most).collect()
    }

    /// How many plies the line of the best move has; and whether it goes to the end of the game.
    pub(crate) fn best_line(&self) -> (usize, bool) {
        let Some(head) = self.pool.get(ROOT).head() else { return (0, false) };
        let children = self.pool.children(head);
        let Some((child, mv)) = self
            .ranked(head)
            .first()
            .and_then(|&number| Some((&children[number], move_of::<P>(&children[number])?)))
        else {
            return (0, true);
        };
        let line = self.line(child, self.root.make(mv));
        let last = line.iter().fold(self.root.make(mv), |position, &mv| position.make(mv));
        (line.len() + 1, last.is_over() || child.bounds().is_decided())
    }
}
