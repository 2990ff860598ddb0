//! The retrograde analysis: ply by ply, from the ends of the game backwards.
//!
//! A set of positions is a matrix of bits for each deal: a row for each stand of the side that
//! has just moved, a column for each stand of the side to move. What a move does to the mover's
//! stand does not depend on the other's, so a whole row is handled at once:
//!
//! - won in n: the *or*, over the moves, of the rows of the positions lost in n - 1;
//! - lost in n: the *and*, over the moves, of the rows of the positions won in at most n - 1,
//!   where one of them is fresh.
//!
//! The result has a row for each stand of the mover, so it is transposed, 64 by 64 bits at a time.
//!
//! Captures cost nothing extra: a place of the matrix where the mover's piece stands on a student
//! of the other's is no position, and holds the value of the position without that student. Where
//! it stands on the master, the other has lost.

use std::sync::{Mutex, PoisonError};

use arrayvec::ArrayVec;

use crate::position::squares;
use crate::tablebase::bits::{
    Fresh, LANE_BITS, Lane, Matrix, and, and_not, or, places, set_bits, transpose,
};
use crate::tablebase::configs::turned;
use crate::tablebase::ground::{Ground, MAX_WAYS, TURNED_DEALS};

/// Positions of one deal known to be won, or to be lost, for the side to move.
struct Known {
    /// All of them, where they are kept.
    all: Option<Matrix>,
    fresh: Fresh,
}

/// The state of a build.
pub(super) struct Build<'g> {
    ground: &'g Ground,
    won: Vec<Known>,
    lost: Vec<Known>,
    /// By deal, stand of the side not to move and stand of the side to move; empty where not kept.
    plies: Vec<Vec<u8>>,
    /// How many positions end in so many plies.
    pub(super) counts: Vec<u64>,
}

/// How many stands are handled before their rows are turned into columns: a lane of them.
const BLOCK: usize = LANE_BITS;

/// Room for the rows of a block.
struct Block {
    lanes: Vec<Lane>,
    /// By row, which of its lanes count.
    marks: [u32; BLOCK],
    /// By lane, how many ones there are in all rows.
    ones: [u32; 32],
}

/// With fewer ones in a lane of a block it is quicker to move each by itself: a guess that was not
/// tuned.
const FEW: u32 = 256;

/// The target of a step's results.
struct Target<'t> {
    known: &'t mut Known,
    plies: &'t mut [u8],
    ply: u8,
    stands: usize,
}

impl Target<'_> {
    /// Adds a lane of a row, from column `first` on, to what is known; says how many ones of it
    /// are new.
    #[inline]
    fn add(&mut self, row: usize, first: usize, mut new: Lane) -> u64 {
        let lane = first / LANE_BITS;
        if let Some(all) = &mut self.known.all {
            let all = &mut all.row_mut(row)[lane];
            and_not(&mut new, all);
            or(all, &new);
        }
        if new == [0; 4] {
            return 0;
        }
        let fresh = &mut self.known.fresh;
        fresh.lanes[row] |= 1 << lane;
        or(&mut fresh.bits.row_mut(row)[lane], &new);
        if !self.plies.is_empty() {
            write(&mut self.plies[row * self.stands..][first..self.stands], &new, self.ply);
        }
        new.iter().map(|word| u64::from(word.count_ones())).sum()
    }

    /// The same for a lane of a column, from row `first` on.
    #[inline]
    fn add_column(&mut self, first: usize, column: usize, new: &Lane) -> u64 {
        let mut count = 0;
        for row in places(new).map(|place| first + place) {
            if let Some(all) = &mut self.known.all {
                let all = all.word_mut(row, column / 64);
                if *all >> (column % 64) & 1 == 1 {
                    continue;
                }
                *all |= 1 << (column % 64);
            }
            self.known.fresh.set(row, column);
            if !self.plies.is_empty() {
                self.plies[row * self.stands + column] = self.ply;
            }
            count += 1;
        }
        count
    }
}

impl<'g> Build<'g> {
    /// None if the system does not have the memory.
    pub(super) fn new(ground: &'g Ground, distances: bool) -> Option<Self> {
        let (stands, width) = (ground.stands.len(), ground.width);
        let rows = stands + 1;
        let known = |keep: bool| {
            let all = if keep { Some(Matrix::new(rows, width)?) } else { None };
            Some(Known { all, fresh: Fresh::new(rows, width)? })
        };
        let mut build =
            Self { ground, won: Vec::new(), lost: Vec::new(), plies: Vec::new(), counts: vec![0] };
        for _ in 0..TURNED_DEALS {
            build.won.push(known(true)?);
            build.lost.push(known(!distances)?);
            let mut plies = Vec::new();
            if distances {
                plies.try_reserve_exact(stands * stands).ok()?;
                plies.resize(stands * stands, 0);
            }
            build.plies.push(plies);
        }
        let (first, others) = build.lost.split_first_mut()?;
        ground.mark_ends(&mut first.fresh);
        for known in others {
            known.fresh.copy_from(&first.fresh);
        }
        Some(build)
    }

    /// One ply more, on so many threads; how many positions end in so many plies.
    pub(super) fn step(&mut self, threads: usize) -> u64 {
        let ply = self.counts.len() as u8;
        let wins = ply % 2 == 1;
        let (ground, from, to) = if wins {
            (self.ground, &self.lost, &mut self.won)
        } else {
            (self.ground, &self.won, &mut self.lost)
        };
        let work = Mutex::new(to.iter_mut().zip(&mut self.plies).enumerate());
        let count = std::thread::scope(|scope| {
            let work = &work;
            let run = move || {
                let mut block = Block {
                    lanes: vec![[0; 4]; BLOCK * ground.width],
                    marks: [0; BLOCK],
                    ones: [0; 32],
                };
                let mut count = 0;
                loop {
                    let next = work.lock().unwrap_or_else(PoisonError::into_inner).next();
                    let Some((deal, (known, plies))) = next else { break count };
                    let target = Target { known, plies, ply, stands: ground.stands.len() };
                    count += ground.step(deal, wins, from, target, &mut block);
                }
            };
            let helpers: Vec<_> = (1..threads).map(|_| scope.spawn(run)).collect();
            let own = run();
            helpers.into_iter().fold(own, |sum, helper| match helper.join() {
                Ok(count) => sum + count,
                Err(fault) => std::panic::resume_unwind(fault),
            })
        });
        self.counts.push(count);
        count
    }

    /// The distances by deal, where they were kept.
    pub(super) fn into_plies(self) -> Vec<Vec<u8>> {
        self.plies
    }

    /// The positions won and those lost, by deal.
    pub(super) fn into_verdicts(self) -> (Vec<Matrix>, Vec<Matrix>) {
        let all = |known: Vec<Known>| known.into_iter().filter_map(|known| known.all).collect();
        (all(self.won), all(self.lost))
    }
}

impl Ground {
    /// The games that are over: the mover's master was taken, or the other's is in the temple.
    fn mark_ends(&self, lost: &mut Fresh) {
        let mut masters: Vec<Vec<usize>> = vec![Vec::new(); 25];
        for (column, stand) in self.stands.all().iter().enumerate() {
            masters[turned(stand.master.into())].push(column);
        }
        for (row, stand) in self.stands.all().iter().enumerate() {
            for &column in squares(stand.pieces()).flat_map(|square| &masters[square]) {
                lost.set(row, column);
            }
        }
        for column in 0..self.stands.len() {
            lost.set(self.in_temple(), column);
        }
    }

    /// The positions of one deal that are won, or lost, in so many plies.
    fn step(
        &self,
        deal: usize,
        wins: bool,
        from: &[Known],
        mut target: Target<'_>,
        block: &mut Block,
    ) -> u64 {
        target.known.fresh.clear();
        let mut count = 0;
        for first in (0..self.stands.len()).step_by(BLOCK) {
            let mut any = 0;
            block.marks.fill(0);
            block.ones.fill(0);
            for row in first..(first + BLOCK).min(self.stands.len()) {
                let lanes = &mut block.lanes[(row - first) * self.width..][..self.width];
                let marks = if wins {
                    self.won_row(deal, row, from, lanes)
                } else {
                    self.lost_row(deal, row, from, lanes)
                };
                for lane in set_bits(marks) {
                    block.ones[lane] +=
                        lanes[lane].iter().map(|word| word.count_ones()).sum::<u32>();
                }
                block.marks[row - first] = marks;
                any |= marks;
            }
            if any != 0 {
                count += self.turn(first, any, block, &mut target);
            }
        }
        self.fill_captures(target.known);
        count
    }

    /// The stands of the other side against which a stand wins by a fresh loss of the other; says
    /// which lanes it has written.
    #[inline(never)]
    fn won_row(&self, deal: usize, row: usize, lost: &[Known], lanes: &mut [Lane]) -> u32 {
        let mut fresh = ArrayVec::<&[Lane], MAX_WAYS>::new();
        let mut marks = 0;
        for (deal, stand) in self.ways(deal, row) {
            let known = &lost[usize::from(deal)];
            let some = known.fresh.lanes[stand as usize];
            if some != 0 {
                marks |= some;
                fresh.push(known.fresh.bits.row(stand as usize));
            }
        }
        let overlaps: ArrayVec<&[Lane], 4> = self.overlaps(row).collect();
        let mut written = 0;
        for lane in set_bits(marks) {
            let mut sum = [0; 4];
            for row in &fresh {
                or(&mut sum, &row[lane]);
            }
            for row in &overlaps {
                and_not(&mut sum, &row[lane]);
            }
            if sum != [0; 4] {
                lanes[lane] = sum;
                written |= 1 << lane;
            }
        }
        written
    }

    /// The stands of the other side against which every move of a stand loses, one of them for the
    /// first time.
    #[inline(never)]
    fn lost_row(&self, deal: usize, row: usize, won: &[Known], lanes: &mut [Lane]) -> u32 {
        let mut fresh = ArrayVec::<&[Lane], MAX_WAYS>::new();
        let mut all = ArrayVec::<&[Lane], MAX_WAYS>::new();
        let mut marks = 0;
        for (deal, stand) in self.ways(deal, row) {
            if stand as usize == self.in_temple() {
                return 0;
            }
            let known = &won[usize::from(deal)];
            let some = known.fresh.lanes[stand as usize];
            if some != 0 {
                marks |= some;
                fresh.push(known.fresh.bits.row(stand as usize));
            }
            all.extend(known.all.as_ref().map(|all| all.row(stand as usize)));
        }
        let overlaps: ArrayVec<&[Lane], 4> = self.overlaps(row).collect();
        let mut written = 0;
        for lane in set_bits(marks) {
            let mut sum = [0; 4];
            for row in &fresh {
                or(&mut sum, &row[lane]);
            }
            for row in &overlaps {
                and_not(&mut sum, &row[lane]);
            }
            for row in &all {
                and(&mut sum, &row[lane]);
            }
            if sum != [0; 4] {
                lanes[lane] = sum;
                written |= 1 << lane;
            }
        }
        written
    }

    /// Turns the rows of a block into columns of the target.
    #[inline(never)]
    fn turn(&self, first: usize, any: u32, block: &Block, target: &mut Target<'_>) -> u64 {
        let mut count = 0;
        // By 64 rows: what four words of theirs become.
        let mut parts = [[[0; 4]; 64]; 4];
        for lane in set_bits(any) {
            if block.ones[lane] < FEW {
                for row in (0..BLOCK).filter(|&row| block.marks[row] >> lane & 1 == 1) {
                    let bits = &block.lanes[row * self.width + lane];
                    count += target.add_column(lane * LANE_BITS, first + row, bits);
                }
                continue;
            }
            let mut seen = [0; 4];
            for (part, square) in parts.iter_mut().enumerate() {
                let mut some = [0; 4];
                for (at, bits) in square.iter_mut().enumerate() {
                    let row = part * 64 + at;
                    let there = block.marks[row] >> lane & 1 == 1;
                    *bits = if there { block.lanes[row * self.width + lane] } else { [0; 4] };
                    or(&mut some, bits);
                }
                if some != [0; 4] {
                    transpose(square);
                }
                or(&mut seen, &some);
            }
            for (word, mut seen) in seen.into_iter().enumerate() {
                while seen != 0 {
                    let at = seen.trailing_zeros() as usize;
                    seen &= seen - 1;
                    let new = std::array::from_fn(|part| parts[part][at][word]);
                    count += target.add(lane * LANE_BITS + word * 64 + at, first, new);
                }
            }
        }
        count
    }

    /// Copies what is fresh to the places from which a capture leads there.
    #[inline(never)]
    fn fill_captures(&self, known: &mut Known) {
        let low = (1_u64 << self.sources.div_ceil(LANE_BITS)) as u32 - 1;
        let words = self.sources.div_ceil(64);
        for (row, stand) in self.stands.all().iter().enumerate() {
            if known.fresh.lanes[row] & low == 0 {
                continue;
            }
            let lanes = known.fresh.bits.row(row);
            let mut sources = ArrayVec::<u64, 16>::new();
            sources.extend((0..words).map(|word| lanes[word / 4][word % 4]));
            if let Some(last) = sources.last_mut().filter(|_| !self.sources.is_multiple_of(64)) {
                *last &= (1 << (self.sources % 64)) - 1;
            }
            let pieces = stand.pieces();
            for (word, &bits) in sources.iter().enumerate() {
                let mut bits = bits;
                while bits != 0 {
                    let source = word * 64 + bits.trailing_zeros() as usize;
                    bits &= bits - 1;
                    for square in squares(pieces) {
                        let column = self.with_student_on(square)[source] as usize;
                        known.fresh.set(row, column);
                        if let Some(all) = &mut known.all {
                            *all.word_mut(row, column / 64) |= 1 << (column % 64);
                        }
                    }
                }
            }
        }
    }
}

/// Notes the distance where there is a one.
#[inline]
fn write(plies: &mut [u8], ones: &Lane, ply: u8) {
    for place in places(ones) {
        plies[place] = ply;
    }
}
