//! Move ordering, lazily and in stages: the table's moves, captures and other tactical moves (best
//! victim first), killers, the countermove, quiet moves by history, then captures that lose material.
//! Without `TacticalFirst` tactical moves have no stages of their own, and stand among the quiet ones.

use std::num::NonZeroU16;

use arrayvec::ArrayVec;
use game::{Evaluator, MAX_MOVES, MoveBits, MoveList, Position};
use wide::i32x8;

use crate::history::{Apart, Context, History, continued, of_side};
use crate::mode::Mode;
use crate::params::{Switches, Tunables};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    Table,
    Second,
    GenerateTactical,
    Tactical,
    Special(usize),
    GenerateQuiet,
    Quiet,
    Losing,
}

/// How many captures that lose material are deferred; more are tried where they stand.
const MOST_LOSING: usize = 32;

/// How many scored moves are compared at a time.
const LANES: usize = 8;

/// Below the score of any move: its place is free.
const HANDED_OUT: i32 = i32::MIN;

/// How many killers a ply keeps.
pub(crate) const KILLERS: usize = 4;

/// Hands out the moves of a node, the most promising first, generating no more than is needed.
pub(crate) struct Picker<P: Position> {
    stage: Stage,
    table: Option<P::Move>,
    /// The table's second move, where it is asked for.
    second: Option<P::Move>,
    /// Killers and the countermove.
    special: [Option<P::Move>; KILLERS + 1],
    /// How many of them there are.
    specials: usize,
    /// The moves of the stage, each with its score in the upper half and its bits in the lower.
    /// Whole chunks of [`LANES`], filled up with [`HANDED_OUT`].
    scored: ArrayVec<i32, MAX_MOVES>,
    /// How many of them are not yet handed out.
    left: usize,
    /// Captures that lose material: they come last.
    losing: ArrayVec<P::Move, MOST_LOSING>,
    /// What the statistics of the quiet moves are kept by.
    context: Context,
}

/// A move handed out, and whether it is a quiet one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Picked<M> {
    pub(crate) mv: M,
    pub(crate) quiet: bool,
}

/// The moves of a node that were searched and did not cut off.
pub(crate) struct Tried<M> {
    pub(crate) quiets: ArrayVec<M, MAX_MOVES>,
    /// Kept where captures have a history.
    pub(crate) captures: ArrayVec<M, MAX_MOVES>,
}

impl<M: MoveBits> Tried<M> {
    #[inline(always)]
    pub(crate) fn new() -> Self {
        Self { quiets: ArrayVec::new(), captures: ArrayVec::new() }
    }

    #[inline(always)]
    pub(crate) fn push(&mut self, Picked { mv, quiet }: Picked<M>, switches: Switches) {
        if quiet {
            self.quiets.push(mv);
        } else if switches.capture_history {
            self.captures.push(mv);
        }
    }
}

#[inline(always)]
fn scored<M: MoveBits>(mv: M, score: i32) -> i32 {
    score << 16 | i32::from(mv.bits().get())
}

impl<P: Position> Picker<P> {
    /// `table` must be legal; the special moves are checked before use. There are no more than `count` killers.
    #[inline(always)]
    pub(crate) fn new(
        table: Option<P::Move>,
        killers: [Option<P::Move>; KILLERS],
        count: usize,
        countermove: Option<P::Move>,
        context: Context,
    ) -> Self {
        let mut special = [None; KILLERS + 1];
        special[..KILLERS].copy_from_slice(&killers);
        special[count] = countermove;
        Self {
            stage: Stage::Table,
            table,
            second: None,
            special,
            specials: count + 1,
            scored: ArrayVec::new(),
            left: 0,
            losing: ArrayVec::new(),
            context,
        }
    }

    /// The table's second move is tried after its first; it must be legal, and another one.
    #[inline(always)]
    pub(crate) fn try_second(&mut self, second: Option<P::Move>) {
        self.second = second;
    }

    /// True if the move was handed out first.
    #[inline(always)]
    fn is_of_table(&self, mv: P::Move, switches: Switches) -> bool {
        Some(mv) == self.table || (switches.two_table_moves && Some(mv) == self.second)
    }

    /// True if the move handed out last, and all that are left, lose material by exchanges.
    #[inline(always)]
    pub(crate) fn only_losing(&self) -> bool {
        self.stage == Stage::Losing
    }

    // Kept out of `next`, which is called once a move and would save more registers for them.
    #[inline(never)]
    fn generate_tactical(&mut self, position: &P, history: &History<P>, learns: Option<i32>) {
        let mut moves = MoveList::new();
        position.tactical_moves(&mut moves);
        self.fill(moves.iter().map(|&mv| {
            let mut value = position.tactical_value(mv);
            if let Some(scale) = learns {
                let most = i32::from(i16::MAX);
                value = (value + history.of_capture(position, mv) / scale).clamp(-most, most);
            }
            scored(mv, value)
        }));
    }

    #[inline(never)]
    fn generate_quiet<E: Evaluator<P>, M: Mode>(
        &mut self,
        position: &P,
        history: &History<P>,
        evaluator: &E,
        mode: &M,
        apart: Option<Apart>,
    ) {
        let switches = mode.switches();
        let mut moves = MoveList::new();
        position.quiet_moves(&mut moves);
        let quiets = moves.len();
        if !switches.tactical_first {
            position.tactical_moves(&mut moves);
        }
        let scores = history.scores(position);
        let rows = history.rows(&self.context);
        let orders = evaluator.orders(position);
        let context = self.context;
        self.fill(moves.iter().enumerate().map(|(number, &mv)| {
            if !switches.tactical_first && number >= quiets {
                return scored(mv, 0);
            }
            let score = if !switches.history {
                0
            } else if switches.other_history {
                history.alone(position, mv, &context, apart)
            } else {
                scores[of_side(position, mv, &context)]
            };
            let mut score = i32::from(score);
            if P::CONTINUATION_SLOTS > 0 && switches.continuation {
                score += continued(&rows, position.continuation_slot(mv));
                score = score.clamp(-i32::from(i16::MAX), i16::MAX.into());
            }
            if E::ORDERS && switches.static_order {
                let most = i32::from(i16::MAX);
                score = (score + orders(mv)).clamp(-most, most);
            }
            scored(mv, score)
        }));
    }

    /// Makes the scored moves those of a new stage.
    #[inline(always)]
    fn fill(&mut self, moves: impl ExactSizeIterator<Item = i32>) {
        self.left = moves.len();
        self.scored.clear();
        self.scored.extend(moves);
        while self.scored.len() % LANES > 0 {
            self.scored.push(HANDED_OUT);
        }
    }

    /// The best of the moves not yet handed out, by score.
    #[inline(always)]
    fn take_best(&mut self) -> Option<P::Move> {
        self.left = self.left.checked_sub(1)?;
        let (chunks, _) = self.scored.as_chunks_mut();
        let mut highest = i32x8::splat(HANDED_OUT);
        for &chunk in &*chunks {
            highest = highest.max(i32x8::new(chunk));
        }
        let best = highest.to_array().into_iter().fold(HANDED_OUT, i32::max);
        // No two moves are equal: their lower halves differ.
        let (wanted, free) = (i32x8::splat(best), i32x8::splat(HANDED_OUT));
        for chunk in chunks {
            let scores = i32x8::new(*chunk);
            let found = scores.simd_eq(wanted);
            *chunk = found.select(free, scores).to_array();
        }
        NonZeroU16::new(best as u16).map(P::Move::from_bits)
    }

    /// The next move; None when all were handed out, or only quiet ones are left and
    /// `skip_quiet`.
    #[inline]
    pub(crate) fn next<E: Evaluator<P>, M: Mode>(
        &mut self,
        position: &P,
        (history, evaluator): (&History<P>, &E),
        mode: &M,
        tunables: &Tunables,
        skip_quiet: bool,
    ) -> Option<Picked<P::Move>> {
        let switches = mode.switches();
        loop {
            match self.stage {
                Stage::Table => {
                    self.stage = if switches.two_table_moves {
                        Stage::Second
                    } else {
                        Stage::GenerateTactical
                    };
                    if let Some(mv) = self.table {
                        return Some(Picked { mv, quiet: !position.is_tactical(mv) });
                    }
                }
                Stage::Second => {
                    self.stage = Stage::GenerateTactical;
                    if let Some(mv) = self.second {
                        return Some(Picked { mv, quiet: !position.is_tactical(mv) });
                    }
                }
                Stage::GenerateTactical if !switches.tactical_first => {
                    self.stage = Stage::Special(0);
                }
                Stage::GenerateTactical => {
                    let learns = switches.capture_history.then_some(tunables.capture_history_scale);
                    self.generate_tactical(position, history, learns);
                    self.stage = Stage::Tactical;
                }
                Stage::Tactical => match self.take_best() {
                    Some(mv) if self.is_of_table(mv, switches) => {}
                    Some(mv)
                        if switches.exchange_ordering
                            && position.loses_exchange(mv)
                            && self.losing.try_push(mv).is_ok() => {}
                    Some(mv) => return Some(Picked { mv, quiet: false }),
                    None => self.stage = Stage::Special(0),
                },
                Stage::Losing => {
                    let mv = self.losing.pop_at(0)?;
                    return Some(Picked { mv, quiet: false });
                }
                _ if skip_quiet && switches.tactical_first => {
                    if !switches.exchange_ordering {
                        return None;
                    }
                    self.stage = Stage::Losing;
                }
                Stage::Special(at) if at < self.specials => {
                    self.stage = Stage::Special(at + 1);
                    if skip_quiet {
                        self.special[at] = None;
                    }
                    let Some(mv) = self.special[at] else { continue };
                    let seen =
                        self.is_of_table(mv, switches) || self.special[..at].contains(&Some(mv));
                    if !seen && position.is_legal(mv) && !position.is_tactical(mv) {
                        return Some(Picked { mv, quiet: true });
                    }
                    if !seen {
                        self.special[at] = None;
                    }
                }
                Stage::Special(_) => self.stage = Stage::GenerateQuiet,
                Stage::GenerateQuiet => {
                    let apart = Apart::asked(switches, tunables);
                    self.generate_quiet(position, history, evaluator, mode, apart);
                    self.stage = Stage::Quiet;
                }
                Stage::Quiet => {
                    let Some(mv) = self.take_best() else {
                        if !switches.exchange_ordering {
                            return None;
                        }
                        self.stage = Stage::Losing;
                        continue;
                    };
                    let quiet = switches.tactical_first || !position.is_tactical(mv);
                    let skipped = skip_quiet && quiet;
                    let seen = self.is_of_table(mv, switches) || self.special.contains(&Some(mv));
                    if !skipped && !seen {
                        return Some(Picked { mv, quiet });
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mode::Instrumented;
    use game::laws::random_walk;
    use onitama::{EvalParams, Evaluation, Move, Position as Onitama};
    use rand::{RngExt, SeedableRng};
    use std::collections::HashSet;

    #[test]
    fn every_legal_move_is_handed_out_once_whatever_is_suggested() {
        let mut rng = rand_xoshiro::Xoshiro256PlusPlus::seed_from_u64(1);
        let history = History::<Onitama>::new();
        for seed in 0..100 {
            let start = Onitama::deal("any", seed).unwrap();
            let mut earlier = None;
            let mut walk = rand_xoshiro::Xoshiro256PlusPlus::seed_from_u64(seed);
            random_walk(start, 40, &mut walk, |position| {
                if position.ending().is_some() {
                    return;
                }
                let mut moves = MoveList::new();
                position.legal_moves(&mut moves);
                let some = |n: usize| Some(moves[n % moves.len()]);
                let table = some(rng.random_range(0..99)).filter(|_| rng.random_bool(0.5));
                let mut killers = [some(rng.random_range(0..99)), earlier, some(5), some(7)];
                let count = rng.random_range(1..=KILLERS);
                killers[count..].fill(None);
                let counter = some(rng.random_range(0..99)).filter(|_| rng.random_bool(0.5));
                let mut picker = Picker::new(table, killers, count, counter, Context::default());
                let second = some(rng.random_range(0..99)).filter(|&mv| Some(mv) != table);
                let two_table_moves = rng.random_bool(0.5);
                picker.try_second(second);
                let mut seen = Vec::new();
                let evaluation = Evaluation::new(&EvalParams::default(), position);
                let tactical_first = rng.random_bool(0.7);
                let switches = Switches { two_table_moves, tactical_first, ..Switches::START };
                let mode = Instrumented { switches, exact: false };
                let tunables = Tunables::START;
                let from = (&history, &evaluation);
                // From some move on no quiet ones are wanted.
                let enough = if rng.random_bool(0.3) { rng.random_range(0..6) } else { MAX_MOVES };
                while let Some(picked) =
                    picker.next(position, from, &mode, &tunables, seen.len() >= enough)
                {
                    assert_eq!(picked.quiet, !position.is_tactical(picked.mv));
                    assert!(!picked.quiet || seen.len() < enough.max(2));
                    seen.push(picked.mv);
                }
                let first = table.into_iter().chain(second.filter(|_| two_table_moves));
                assert!(first.zip(&seen).all(|(wanted, &got)| wanted == got));
                let found: HashSet<_> = seen.iter().copied().collect();
                assert_eq!(found.len(), seen.len());
                let wanted = |mv: &Move| enough == MAX_MOVES || position.is_tactical(*mv);
                assert!(moves.iter().filter(|mv| wanted(mv)).all(|mv| found.contains(mv)));
                assert!(found.iter().all(|mv| moves.contains(mv)));
                earlier = some(3);
            });
        }
    }
}
