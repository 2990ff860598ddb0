//! The check of a bitbase by the rules alone: a position is won exactly if some move wins at once
//! or leads to a position in which every reply is won for the side to move here.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use game::{MoveList, Notation, Position as _, Side};

use super::{Bitbase, BitbaseError};
use crate::deal::{DEALS, Deal};
use crate::position::Position;
use crate::tablebase::bits::Matrix;
use crate::tablebase::configs::Stand;
use crate::tablebase::ground::{TURNED_DEALS, deal_numbers, plays};
use crate::tablebase::place;
use crate::tablebase::verify::turn;

/// A bit that does not follow from the rules.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the table says that '{position}' is {}won for the side to move, and what follows says the contrary", if *.stored { "" } else { "not " })]
pub struct WrongBit {
    /// The position.
    pub position: String,
    /// The table's value.
    pub stored: bool,
}

/// The matrices that a deal's check asks.
struct Known<'k> {
    base: &'k Bitbase,
    matrices: Vec<(usize, Matrix)>,
    deals: [u8; DEALS],
}

impl Known<'_> {
    fn is_won(&self, position: &Position) -> Option<bool> {
        let (deal, row, column) = place(&self.base.ground.stands, &self.deals, position)?;
        let (_, matrix) = self.matrices.iter().find(|(number, _)| *number == deal)?;
        Some(matrix.get(row, column))
    }

    /// True if some move of this position wins; None if a matrix is missing.
    fn should_be_won(&self, position: &Position) -> Option<bool> {
        let us = position.side_to_move();
        let mut moves = MoveList::new();
        position.legal_moves(&mut moves);
        for mv in moves {
            let next = position.make(mv);
            let wins = match next.ending() {
                Some(ending) => ending.outcome.winner() == Some(us),
                None => self.is_lost(&next)?,
            };
            if wins {
                return Some(true);
            }
        }
        Some(false)
    }

    fn is_lost(&self, position: &Position) -> Option<bool> {
        let us = position.side_to_move();
        let mut moves = MoveList::new();
        position.legal_moves(&mut moves);
        for mv in moves {
            let next = position.make(mv);
            let lost = match next.ending() {
                Some(ending) => ending.outcome.winner() != Some(us),
                None => self.is_won(&next)?,
            };
            if !lost {
                return Some(false);
            }
        }
        Some(true)
    }
}

impl Bitbase {
    /// Checks one in `every` positions (all where it is 1) on so many threads. `progress` is called
    /// after each of the 30 deals how many positions were checked, and ends the check where it
    /// says no. Returns that number.
    ///
    /// # Errors
    /// The outer ones if the file cannot be read or the check was cancelled; the inner one is the
    /// first contradiction.
    pub fn verify(
        &mut self,
        every: u64,
        threads: usize,
        progress: &mut dyn FnMut(u64) -> bool,
    ) -> Result<Result<u64, WrongBit>, BitbaseError> {
        let path = self.path.clone();
        let refused = |error| BitbaseError::File { path: path.clone(), error };
        let mut checked = 0;
        for (number, (deal, _)) in plays().into_iter().enumerate() {
            // Its own matrix, and those of the deals two moves on.
            let next = |number: usize| self.ground.plays[number].next;
            let mut numbers: Vec<usize> = next(number).into_iter().flat_map(next).collect();
            numbers.push(number);
            numbers.sort_unstable();
            numbers.dedup();
            let mut matrices = Vec::new();
            for number in numbers {
                matrices.push((number, self.store.take(number).map_err(refused)?));
            }
            let known = Known { base: &*self, matrices, deals: deal_numbers() };
            let found = known.check(number, deal, every, threads);
            let Known { matrices, .. } = known;
            for (number, matrix) in matrices {
                self.store.put(number, matrix, false);
            }
            match found {
                Ok(count) => checked += count,
                Err(wrong) => return Ok(Err(wrong)),
            }
            if !progress(checked) {
                return Err(BitbaseError::Cancelled);
            }
        }
        Ok(Ok(checked))
    }
}

impl Known<'_> {
    fn check(
        &self,
        number: usize,
        deal: Deal,
        every: u64,
        threads: usize,
    ) -> Result<u64, WrongBit> {
        let stands = self.base.ground.stands.all();
        let places = (stands.len() * stands.len()) as u64;
        let step = every.max(1) as usize;
        // Each deal begins elsewhere, so that not always the same stands are seen.
        let places = Mutex::new((number * step / TURNED_DEALS..places as usize).step_by(step));
        let (checked, stop) = (AtomicU64::new(0), AtomicBool::new(false));
        let run = || {
            while !stop.load(Ordering::Relaxed) {
                let some: Vec<usize> = {
                    let mut places = places.lock().unwrap_or_else(PoisonError::into_inner);
                    places.by_ref().take(256).collect()
                };
                if some.is_empty() {
                    break;
                }
                for place in some {
                    let (row, column) = (place / stands.len(), place % stands.len());
                    let Some(position) = self.position(deal, stands[row], stands[column]) else {
                        continue;
                    };
                    checked.fetch_add(1, Ordering::Relaxed);
                    let stored = self.is_won(&position);
                    if stored.is_none() || stored != self.should_be_won(&position) {
                        stop.store(true, Ordering::Relaxed);
                        let stored = stored.unwrap_or(false);
                        return Err(WrongBit { position: position.text(), stored });
                    }
                }
            }
            Ok(())
        };
        super::step::spread(threads, run).into_iter().collect::<Result<(), _>>()?;
        Ok(checked.into_inner())
    }

    /// The position of two stands; None where they share a square.
    fn position(&self, deal: Deal, other: Stand, mover: Stand) -> Option<Position> {
        let theirs = turn(other);
        if mover.pieces() & theirs.pieces() != 0 {
            return None;
        }
        let cards = self.base.store.head().cards;
        let hands = deal.hands();
        let card = |slot: u8| cards[usize::from(slot)];
        let pieces = [mover.pieces(), theirs.pieces()];
        let masters = [mover.master.into(), theirs.master.into()];
        let hand = hands.hands.map(|hand| hand.map(card));
        Position::new(pieces, masters, hand, card(hands.spare), Side::First)
    }
}
