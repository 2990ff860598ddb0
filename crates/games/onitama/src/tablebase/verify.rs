//! The check of a table by the rules alone: each value must follow from those of the positions one
//! move on. It shares with the build only the numbers of stands and deals.

use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use game::{MoveList, Notation, Position as _, Side};

use crate::deal::Deal;
use crate::position::Position;
use crate::tablebase::configs::{Stand, turned};
use crate::tablebase::ground::plays;
use crate::tablebase::{Keep, Tablebase, Value};

/// A value that does not follow from those after it, or a check cut short.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum VerifyError {
    /// The table contradicts the rules.
    #[error("the table says {stored:?} of '{position}', and what follows says {expected:?}")]
    Wrong {
        /// The position.
        position: String,
        /// The table's value.
        stored: Value,
        /// The right value.
        expected: Value,
    },
    /// The totals in the head are not those of the values.
    #[error("the table counts {counted} wins and {losses} losses, and has others")]
    Totals {
        /// Wins by its head.
        counted: u64,
        /// Losses by its head.
        losses: u64,
    },
    /// The progress callback said so.
    #[error("the check was cancelled")]
    Cancelled,
}

impl Tablebase {
    /// Checks one in `every` positions on so many threads (all where it is 1: then the totals
    /// too). `progress` is called from the calling thread, after each deal of cards it has done, with how
    /// many positions were checked, and ends the check where it says no. Returns that number.
    ///
    /// # Errors
    /// The first contradiction that was found.
    pub fn verify(
        &self,
        every: u64,
        threads: usize,
        progress: &mut dyn FnMut(u64) -> bool,
    ) -> Result<u64, VerifyError> {
        let deals: Vec<Deal> = plays().into_iter().map(|(deal, _)| deal).collect();
        let work = Mutex::new(deals.iter().enumerate());
        let stop = AtomicBool::new(false);
        let checked = AtomicU64::new(0);
        let totals = [AtomicU64::new(0), AtomicU64::new(0)];
        let next = || work.lock().unwrap_or_else(PoisonError::into_inner).next();
        let check = |&(number, &deal): &(usize, &Deal)| {
            let sums = self.verify_deal(number, deal, every.max(1), &stop)?;
            checked.fetch_add(sums[0], Ordering::Relaxed);
            totals[0].fetch_add(sums[1], Ordering::Relaxed);
            totals[1].fetch_add(sums[2], Ordering::Relaxed);
            Ok(())
        };
        std::thread::scope(|scope| {
            let (next, check, stop) = (&next, &check, &stop);
            let help = move || {
                while let Some(item) = next() {
                    if let Err(error) = check(&item) {
                        stop.store(true, Ordering::Relaxed);
                        return Err(error);
                    }
                }
                Ok(())
            };
            let helpers: Vec<_> = (1..threads).map(|_| scope.spawn(help)).collect();
            let mut result = Ok(());
            while let Some(item) = next() {
                result = check(&item);
                if result.is_ok() && !progress(checked.load(Ordering::Relaxed)) {
                    result = Err(VerifyError::Cancelled);
                }
                if result.is_err() {
                    stop.store(true, Ordering::Relaxed);
                    break;
                }
            }
            for helper in helpers {
                let helped = match helper.join() {
                    Ok(helped) => helped,
                    Err(fault) => std::panic::resume_unwind(fault),
                };
                // A contradiction says more than that the check was stopped because of it.
                if result.is_ok() || matches!(helped, Err(VerifyError::Wrong { .. })) {
                    result = helped;
                }
            }
            result
        })?;
        let [wins, losses] = totals.map(AtomicU64::into_inner);
        if every <= 1 && (wins, losses) != (self.summary.wins, self.summary.losses) {
            let Self { summary, .. } = self;
            return Err(VerifyError::Totals { counted: summary.wins, losses: summary.losses });
        }
        Ok(checked.into_inner())
    }

    /// Checks one deal: positions, wins, losses.
    fn verify_deal(
        &self,
        number: usize,
        deal: Deal,
        every: u64,
        stop: &AtomicBool,
    ) -> Result<[u64; 3], VerifyError> {
        let hands = deal.hands();
        let card = |slot: u8| self.cards[usize::from(slot)];
        let cards = hands.hands.map(|hand| hand.map(card));
        let mut sums = [0; 3];
        let mut count = number as u64;
        for (row, &other) in self.stands.all().iter().enumerate() {
            if stop.load(Ordering::Relaxed) {
                return Err(VerifyError::Cancelled);
            }
            let theirs = turn(other);
            for (column, &mover) in self.stands.all().iter().enumerate() {
                if mover.pieces() & theirs.pieces() != 0 {
                    continue;
                }
                count += 1;
                if !count.is_multiple_of(every) {
                    continue;
                }
                let pieces = [mover.pieces(), theirs.pieces()];
                let masters = [mover.master.into(), theirs.master.into()];
                let spare = card(hands.spare);
                let Some(position) = Position::new(pieces, masters, cards, spare, Side::First)
                else {
                    continue;
                };
                let stored = self.value(number, row, column);
                let expected = self.value_by_the_rules(&position);
                sums[0] += 1;
                sums[1] += u64::from(matches!(stored, Value::Win(_)));
                sums[2] += u64::from(matches!(stored, Value::Loss(_)));
                if stored != expected {
                    let position = position.text();
                    return Err(VerifyError::Wrong { position, stored, expected });
                }
            }
        }
        Ok(sums)
    }

    /// The value that follows from those of the positions one move on.
    pub(crate) fn value_by_the_rules(&self, position: &Position) -> Value {
        let us = position.side_to_move();
        let mut moves = MoveList::new();
        position.legal_moves(&mut moves);
        let distances = self.keep() == Keep::Distances;
        let (mut shortest_win, mut longest_loss) = (None, Some(0));
        for mv in moves {
            let next = position.make(mv);
            let plies = match next.ending() {
                Some(ending) if ending.outcome.winner() == Some(us) => Some(Value::Loss(Some(0))),
                Some(_) => None,
                None => self.probe(&next),
            };
            match plies {
                Some(Value::Loss(plies)) => {
                    let plies = plies.unwrap_or(0) + 1;
                    shortest_win = Some(shortest_win.map_or(plies, |least: u32| least.min(plies)));
                }
                Some(Value::Win(plies)) => {
                    longest_loss = longest_loss.map(|most: u32| most.max(plies.unwrap_or(0) + 1));
                }
                Some(Value::Draw) | None => longest_loss = None,
            }
        }
        match (shortest_win, longest_loss) {
            (Some(plies), _) => Value::Win(distances.then_some(plies)),
            (None, Some(plies)) => Value::Loss(distances.then_some(plies)),
            (None, None) => Value::Draw,
        }
    }
}

/// A stand as the other side sees it.
pub(super) fn turn(stand: Stand) -> Stand {
    let students = stand.students.reverse_bits() >> 7;
    Stand { master: turned(stand.master.into()) as u8, students }
}
