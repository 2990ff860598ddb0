//! Move ordering in stages (`ordering.rs` of the core).

use std::num::NonZeroU16;

use arrayvec::ArrayVec;
use game::{MoveBits, MoveList, Position as _};
use onitama::{Move, Position};

use super::history::History;

/// Five pieces, two cards, a few squares each: no position of Onitama has so many moves.
pub(super) const MAX_MOVES: usize = 64;

#[derive(Clone, Copy)]
enum Stage {
    Table,
    GenerateTactical,
    Tactical,
    Special(usize),
    GenerateQuiet,
    Quiet,
}

/// Hands out the moves of a node, the most promising first.
pub(super) struct Picker {
    stage: Stage,
    table: Option<Move>,
    special: [Option<Move>; 3],
    /// Each with its score in the upper half and its bits in the lower.
    scored: ArrayVec<i32, MAX_MOVES>,
    next: usize,
}

/// A move handed out, and whether it is a quiet one.
#[derive(Clone, Copy)]
pub(super) struct Picked {
    pub(super) mv: Move,
    pub(super) quiet: bool,
}

#[inline(always)]
fn scored(mv: Move, score: i32) -> i32 {
    score << 16 | i32::from(mv.bits().get())
}

impl Picker {
    #[inline(always)]
    pub(super) fn new(
        table: Option<Move>,
        killers: [Option<Move>; 2],
        countermove: Option<Move>,
    ) -> Self {
        let [first, second] = killers;
        Self {
            stage: Stage::Table,
            table,
            special: [first, second, countermove],
            scored: ArrayVec::new(),
            next: 0,
        }
    }

    #[inline(never)]
    fn generate_tactical(&mut self, position: &Position) {
        let mut moves = MoveList::new();
        position.tactical_moves(&mut moves);
        for &mv in &moves {
            self.scored.push(scored(mv, position.tactical_value(mv)));
        }
    }

    #[inline(never)]
    fn generate_quiet(&mut self, position: &Position, history: &History) {
        let mut moves = MoveList::new();
        position.quiet_moves(&mut moves);
        self.scored.clear();
        self.next = 0;
        for &mv in &moves {
            self.scored.push(scored(mv, history.score(position, mv)));
        }
    }

    #[inline(always)]
    fn take_best(&mut self) -> Option<Move> {
        let rest = self.scored.get_mut(self.next..)?;
        let (first, others) = rest.split_first_mut()?;
        let mut best = *first;
        for other in others {
            let (higher, lower) = (best.max(*other), best.min(*other));
            (best, *other) = (higher, lower);
        }
        *first = best;
        self.next += 1;
        NonZeroU16::new(best as u16).map(Move::from_bits)
    }

    #[inline]
    pub(super) fn next(
        &mut self,
        position: &Position,
        history: &History,
        skip_quiet: bool,
    ) -> Option<Picked> {
        loop {
            match self.stage {
                Stage::Table => {
                    self.stage = Stage::GenerateTactical;
                    if let Some(mv) = self.table {
                        return Some(Picked { mv, quiet: !position.is_tactical(mv) });
                    }
                }
                Stage::GenerateTactical => {
                    self.generate_tactical(position);
                    self.stage = Stage::Tactical;
                }
                Stage::Tactical => match self.take_best() {
                    Some(mv) if Some(mv) == self.table => {}
                    Some(mv) => return Some(Picked { mv, quiet: false }),
                    None => self.stage = Stage::Special(0),
                },
                _ if skip_quiet => return None,
                Stage::Special(at) if at < self.special.len() => {
                    self.stage = Stage::Special(at + 1);
                    let Some(mv) = self.special[at] else { continue };
                    let seen = Some(mv) == self.table || self.special[..at].contains(&Some(mv));
                    if !seen && position.is_legal(mv) && !position.is_tactical(mv) {
                        return Some(Picked { mv, quiet: true });
                    }
                    if !seen {
                        self.special[at] = None;
                    }
                }
                Stage::Special(_) => self.stage = Stage::GenerateQuiet,
                Stage::GenerateQuiet => {
                    self.generate_quiet(position, history);
                    self.stage = Stage::Quiet;
                }
                Stage::Quiet => {
                    let mv = self.take_best()?;
                    if Some(mv) != self.table && !self.special.contains(&Some(mv)) {
                        return Some(Picked { mv, quiet: true });
                    }
                }
            }
        }
    }
}
