//! Endgame tables: the exact value of every position with few pieces, for one set of five cards.
//!
//! How they are built is described in `build.rs` and in `docs/techniques/horizon.md`.

pub mod bitbase;
mod bits;
mod build;
mod configs;
mod file;
mod ground;
mod verify;

use game::{Position as _, Side};

use crate::cards::Card;
use crate::deal::DEALS;
use crate::position::Position;
use crate::tablebase::bits::Matrix;
use crate::tablebase::build::Build;
use crate::tablebase::configs::{Stand, Stands, turned};
use crate::tablebase::ground::{Ground, TURNED_DEALS, count_positions, deal_numbers};

pub use file::FileError;
pub use verify::VerifyError;

/// The most pieces a side that a table can have.
pub const MAX_MEN: usize = 3;

/// The values that a table keeps of each position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Keep {
    /// The plies to the end: a byte.
    Distances,
    /// Won, lost or neither: two bits.
    Verdicts,
}

/// How far a build has come.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// Ends within so many plies are known.
    pub plies: u32,
    /// Positions that end within so many plies.
    pub decided: u64,
    /// All positions. Some of them are draws and never decided.
    pub positions: u64,
}

/// Why there is no table.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BuildError {
    /// Too many pieces, or none.
    #[error(
        "a table of distances or verdicts can have from 1 to {MAX_MEN} pieces a side, not {0}: with \
         more, there are tables of wins"
    )]
    Men(usize),
    /// A card is there twice.
    #[error("five different cards are needed: {0} comes twice")]
    Twice(&'static str),
    /// The system does not have the memory.
    #[error("the system has no {0} MiB of memory for the table")]
    Memory(u64),
    /// The progress callback said so.
    #[error("the build was cancelled")]
    Cancelled,
    /// A distance does not fit a byte.
    #[error("a win takes more than 254 plies, which this table cannot hold")]
    TooLong,
}

/// A table's value of a position, for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Value {
    /// Won, in so many plies if the table keeps them.
    Win(Option<u32>),
    /// Lost, in so many plies if the table keeps them.
    Loss(Option<u32>),
    /// Neither side can force a win.
    Draw,
}

/// How many positions of a table end how.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Summary {
    /// Positions, with one side to move.
    pub positions: u64,
    /// Won for the side to move.
    pub wins: u64,
    /// Lost for the side to move.
    pub losses: u64,
    /// Neither.
    pub draws: u64,
    /// Won by the very next move.
    pub wins_in_one: u64,
    /// The plies of the longest win or loss.
    pub longest: u32,
}

#[derive(Debug)]
enum Values {
    /// By deal, stand of the side not to move, stand of the side to move; 0 for a draw.
    Distances(Vec<Vec<u8>>),
    /// By deal, in the same order: won, and lost.
    Verdicts(Vec<Matrix>, Vec<Matrix>),
}

/// The value of every position of at most so many pieces a side, for one set of five cards.
#[derive(Debug)]
pub struct Tablebase {
    cards: [Card; 5],
    men: usize,
    stands: Stands,
    deals: [u8; DEALS],
    values: Values,
    summary: Summary,
}

impl Tablebase {
    /// Builds the table on so many threads (at least one; more than 30 have nothing to do).
    /// `progress` is called after each ply, and ends the build where it says no.
    ///
    /// # Errors
    /// If the request cannot be met, or the build was cancelled.
    pub fn build(
        mut cards: [Card; 5],
        men: usize,
        keep: Keep,
        threads: usize,
        progress: &mut dyn FnMut(Progress) -> bool,
    ) -> Result<Self, BuildError> {
        if !(1..=MAX_MEN).contains(&men) {
            return Err(BuildError::Men(men));
        }
        sort(&mut cards)?;
        let ground = Ground::new(cards, men);
        let distances = keep == Keep::Distances;
        let positions = count_positions(men);
        let memory = || BuildError::Memory(build_bytes(men, keep) >> 20);
        let mut build = Build::new(&ground, distances).ok_or_else(memory)?;
        let mut decided = 0;
        loop {
            let new = build.step(threads);
            decided += new;
            let plies = build.counts.len() as u32 - 1;
            if !progress(Progress { plies, decided, positions }) {
                return Err(BuildError::Cancelled);
            }
            if new == 0 {
                break;
            }
            if distances && plies >= 254 {
                return Err(BuildError::TooLong);
            }
        }
        let summary = Summary::new(&build.counts, positions);
        let values = if distances {
            Values::Distances(build.into_plies())
        } else {
            let (won, lost) = build.into_verdicts();
            Values::Verdicts(won, lost)
        };
        let Ground { stands, .. } = ground;
        Ok(Self { cards, men, stands, deals: deal_numbers(), values, summary })
    }

    /// The five cards, in ascending order.
    pub fn cards(&self) -> &[Card; 5] {
        &self.cards
    }

    /// The most pieces a side.
    pub fn men(&self) -> usize {
        self.men
    }

    /// The values kept of each position.
    pub fn keep(&self) -> Keep {
        match self.values {
            Values::Distances(_) => Keep::Distances,
            Values::Verdicts(..) => Keep::Verdicts,
        }
    }

    /// How many positions end how.
    pub fn summary(&self) -> &Summary {
        &self.summary
    }

    /// The table's value; None where the position is over, has other cards or more pieces.
    #[inline]
    pub fn probe(&self, position: &Position) -> Option<Value> {
        if most_men(position) > self.men {
            return None;
        }
        if *position.cards() != self.cards || position.ending().is_some() {
            return None;
        }
        let (deal, other, mover) = place(&self.stands, &self.deals, position)?;
        Some(self.value(deal, other, mover))
    }

    #[inline]
    fn value(&self, deal: usize, other: usize, mover: usize) -> Value {
        match &self.values {
            Values::Distances(plies) => match plies[deal][other * self.stands.len() + mover] {
                0 => Value::Draw,
                odd if odd % 2 == 1 => Value::Win(Some(odd.into())),
                even => Value::Loss(Some(even.into())),
            },
            Values::Verdicts(won, lost) => {
                if won[deal].get(other, mover) {
                    Value::Win(None)
                } else if lost[deal].get(other, mover) {
                    Value::Loss(None)
                } else {
                    Value::Draw
                }
            }
        }
    }
}

/// Puts five cards in order.
fn sort(cards: &mut [Card; 5]) -> Result<(), BuildError> {
    cards.sort_unstable();
    let pair = cards.windows(2).find(|pair| pair[0] == pair[1]);
    pair.map_or(Ok(()), |pair| Err(BuildError::Twice(pair[0].name())))
}

/// How many pieces the side has that has more.
#[inline]
fn most_men(position: &Position) -> usize {
    let [first, second] = Side::BOTH.map(|side| position.pieces(side).count_ones() as usize);
    first.max(second)
}

/// Where a position that is not over stands: its deal, and the numbers of the other side's stand
/// and the mover's.
#[inline]
fn place(
    stands: &Stands,
    deals: &[u8; DEALS],
    position: &Position,
) -> Option<(usize, usize, usize)> {
    let us = position.side_to_move();
    let (mover, other) = (stand(position, us)?, stand(position, us.other())?);
    let deal = usize::from(deals[position.deal_index()]);
    Some((deal, stands.number(other), stands.number(mover)))
}

/// The pieces of a side as it sees them; None if its master was captured.
fn stand(position: &Position, side: Side) -> Option<Stand> {
    let master = position.master(side)?;
    let pieces = position.pieces(side) & !(1 << master);
    Some(match side {
        Side::First => Stand { master: master as u8, students: pieces },
        // Turned by half: e5 is bit 24.
        Side::Second => {
            Stand { master: turned(master) as u8, students: pieces.reverse_bits() >> 7 }
        }
    })
}

impl Summary {
    /// From how many positions end in so many plies.
    fn new(counts: &[u64], positions: u64) -> Self {
        let every_other = |from: usize| counts.iter().skip(from).step_by(2).sum::<u64>();
        let (wins, losses) = (every_other(1), every_other(0));
        Self {
            positions,
            wins,
            losses,
            draws: positions - wins - losses,
            wins_in_one: counts.get(1).copied().unwrap_or(0),
            longest: counts.iter().rposition(|&count| count > 0).unwrap_or(0) as u32,
        }
    }
}

/// The memory that a build takes, in bytes: three matrices of bits, and what is kept.
pub fn build_bytes(men: usize, keep: Keep) -> u64 {
    let stands = Stands::new(men).len();
    let row = stands.div_ceil(bits::LANE_BITS) * bits::LANE_BITS / 8;
    let matrix = ((stands + 1) * row * TURNED_DEALS) as u64;
    match keep {
        Keep::Distances => 3 * matrix + (stands * stands * TURNED_DEALS) as u64,
        Keep::Verdicts => 4 * matrix,
    }
}
