//! One step of a build: what is newly lost in one deal, and what is won because of it.
//!
//! A block of 256 stands of the side to move is handled at a time. Its rows, one bit for each stand
//! of the other side, are turned into columns, one lane for each of those stands: small enough for
//! the processor's cache. There each move backwards is one *or* of a lane. The result is turned
//! back, and belongs to 256 neighbouring rows of each of the two deals before this one.

use std::sync::{Mutex, PoisonError};

use crate::position::squares;
use crate::tablebase::bits::{LANE_BITS, Lane, Matrix, and, and_not, or, places, transpose};
use crate::tablebase::configs::Stand;
use crate::tablebase::ground::Ground;

/// How many rows are turned into columns at once.
const BLOCK: usize = LANE_BITS;

/// By stand of the side that has just moved, for each of the two deals that ask (see
/// [`Backwards::before`]): the lanes of its row with wins that deal has not seen.
pub(super) type Marks = Vec<[Lane; 2]>;

/// Moves backwards: by stand (and last, for a master in the temple), the stands before.
struct Unmoves {
    begin: Vec<u32>,
    before: Vec<u32>,
}

impl Unmoves {
    fn new(ground: &Ground, slot: usize) -> Self {
        let stands = ground.stands.len();
        let mut begin = vec![0; stands + 3];
        let moves = |stand| ground.moves_with(slot, stand).iter().map(|&after| after as usize);
        for after in (0..stands).flat_map(moves) {
            begin[after + 2] += 1;
        }
        for place in 2..begin.len() {
            begin[place] += begin[place - 1];
        }
        let mut before = vec![0; begin[stands + 2] as usize];
        for stand in 0..stands {
            for after in moves(stand) {
                before[begin[after + 1] as usize] = stand as u32;
                begin[after + 1] += 1;
            }
        }
        Self { begin, before }
    }

    fn of(&self, stand: usize) -> &[u32] {
        &self.before[self.begin[stand] as usize..self.begin[stand + 1] as usize]
    }
}

/// The deals and moves of one set of cards, read backwards.
pub(super) struct Backwards {
    unmoves: Vec<Unmoves>,
    /// By deal, the stands that have no card move and pass.
    passers: Vec<Vec<u32>>,
    /// By deal, those from which a card leads to it, with the slot of the card.
    before: Vec<[(usize, usize); 2]>,
}

impl Backwards {
    pub(super) fn new(ground: &Ground) -> Self {
        let unmoves = (0..5).map(|slot| Unmoves::new(ground, slot)).collect();
        let passes = |slots: [usize; 2]| {
            let none = |&stand: &usize| {
                slots.iter().all(|&slot| ground.moves_with(slot, stand).is_empty())
            };
            (0..ground.stands.len()).filter(none).map(|stand| stand as u32).collect()
        };
        let passers = ground.plays.iter().map(|play| passes(play.slots)).collect();
        let mut before = vec![[(0, 0); 2]; ground.plays.len()];
        let mut seen = vec![0; ground.plays.len()];
        for (deal, play) in ground.plays.iter().enumerate() {
            for (slot, next) in play.slots.into_iter().zip(play.next) {
                before[next][seen[next]] = (deal, slot);
                seen[next] += 1;
            }
        }
        debug_assert!(seen.iter().all(|&count| count == 2));
        Self { unmoves, passers, before }
    }

    /// The two deals before a deal, each with the slot of the card that leads from it.
    pub(super) fn before(&self, deal: usize) -> [(usize, usize); 2] {
        self.before[deal]
    }

    /// Which of the two places of [`Marks`] of deal `next` is that of `deal`.
    pub(super) fn place(&self, next: usize, deal: usize) -> usize {
        usize::from(self.before[next][1].0 == deal)
    }
}

/// The input of a step.
pub(super) struct Step<'s> {
    pub(super) ground: &'s Ground,
    pub(super) backwards: &'s Backwards,
    pub(super) deal: usize,
    /// The positions won in the deals after each of the mover's cards.
    pub(super) won: [&'s Matrix; 2],
    /// By row of those, the lanes to look at; None for all, when the ends of the game count too.
    pub(super) dirty: Option<[Vec<Lane>; 2]>,
}

/// The output of a step: the positions won in one of the two deals before.
pub(super) struct Before<'s> {
    pub(super) won: &'s mut Matrix,
    pub(super) marks: &'s mut Marks,
}

/// Losses of the stands with room for a student: captures lead there.
struct Low {
    lanes: Vec<Lane>,
    /// By stand, which of its lanes have been written.
    marks: Vec<Lane>,
}

/// Room for one block.
struct Scratch {
    rows: Vec<Lane>,
    marks: Vec<Lane>,
    columns: Vec<Lane>,
    results: Vec<Lane>,
}

/// The rows of a block in one of the deals before.
struct Rows<'s> {
    won: &'s mut [Lane],
    marks: &'s mut [[Lane; 2]],
}

const ALL: Lane = [u64::MAX; 4];

impl Step<'_> {
    /// Finds the losses and adds the wins that follow to the deals before, on so many threads; how
    /// many positions are new.
    pub(super) fn run(&self, before: [Before<'_>; 2], threads: usize) -> u64 {
        let low = self.low(threads);
        let width = self.ground.width;
        let [one, two] = before.map(|Before { won, marks }| {
            let rows = won.lanes_mut().chunks_mut(BLOCK * width);
            rows.zip(marks.chunks_mut(BLOCK)).map(|(won, marks)| Rows { won, marks })
        });
        let work = Mutex::new(one.zip(two).enumerate());
        let next = || work.lock().unwrap_or_else(PoisonError::into_inner).next();
        let run = || {
            let mut scratch = Scratch {
                rows: vec![[0; 4]; BLOCK * width],
                marks: vec![[0; 4]; BLOCK],
                columns: vec![[0; 4]; self.ground.stands.len() + 1],
                results: vec![[0; 4]; width * LANE_BITS],
            };
            let mut count = 0;
            while let Some((block, (one, two))) = next() {
                count += self.block(block, [one, two], &low, &mut scratch);
            }
            count
        };
        spread(threads, run).into_iter().sum()
    }

    /// How many positions of this deal are lost.
    pub(super) fn count_losses(&self, threads: usize) -> u64 {
        let rows = Mutex::new(0..self.ground.stands.len());
        let run = || {
            let mut lanes = vec![[0; 4]; self.ground.width];
            let mut count = 0;
            loop {
                let row = rows.lock().unwrap_or_else(PoisonError::into_inner).next();
                let Some(row) = row else { break count };
                let marks = self.losses(row, &mut lanes);
                count += places(&marks).map(|lane| ones(&lanes[lane])).sum::<u64>();
            }
        };
        spread(threads, run).into_iter().sum()
    }

    fn low(&self, threads: usize) -> Low {
        let (width, sources) = (self.ground.width, self.ground.sources);
        let mut low = Low { lanes: vec![[0; 4]; sources * width], marks: vec![[0; 4]; sources] };
        let rows = low.lanes.chunks_mut(width).zip(&mut low.marks).enumerate();
        let work = Mutex::new(rows);
        let run = || {
            loop {
                let next = work.lock().unwrap_or_else(PoisonError::into_inner).next();
                let Some((row, (lanes, marks))) = next else { break };
                *marks = self.losses(row, lanes);
            }
        };
        spread(threads, run);
        low
    }

    /// The stands of the other side against which every move of a stand loses, in the lanes to
    /// look at; says which it has written.
    #[inline(never)]
    fn losses(&self, row: usize, lanes: &mut [Lane]) -> Lane {
        let mut after = arrayvec::ArrayVec::<&[Lane], 32>::new();
        let mut dirty = if self.dirty.is_none() { ALL } else { [0; 4] };
        for (next, stand) in self.ground.ways(self.deal, row) {
            if stand as usize == self.ground.in_temple() {
                return [0; 4];
            }
            let slot = usize::from(usize::from(next) != self.ground.plays[self.deal].next[0]);
            if let Some(marks) = &self.dirty {
                or(&mut dirty, &marks[slot][stand as usize]);
            }
            after.push(self.won[slot].row(stand as usize));
        }
        let overlaps: arrayvec::ArrayVec<&[Lane], 4> = self.ground.overlaps(row).collect();
        let mut written = [0; 4];
        for lane in places(&dirty).take_while(|&lane| lane < self.ground.width) {
            let mut sum = ALL;
            for row in &after {
                and(&mut sum, &row[lane]);
            }
            for row in &overlaps {
                and_not(&mut sum, &row[lane]);
            }
            if sum != [0; 4] {
                lanes[lane] = sum;
                mark(&mut written, lane);
            }
        }
        written
    }

    fn block(&self, block: usize, before: [Rows<'_>; 2], low: &Low, scratch: &mut Scratch) -> u64 {
        let (ground, width) = (self.ground, self.ground.width);
        let first = block * BLOCK;
        let rows = first..(first + BLOCK).min(ground.stands.len());
        scratch.marks.fill([0; 4]);
        let mut any = [0; 4];
        for row in rows.clone() {
            let lanes = &mut scratch.rows[(row - first) * width..][..width];
            let marks = self.row(row, low, lanes);
            or(&mut any, &marks);
            scratch.marks[row - first] = marks;
        }
        if any == [0; 4] && self.dirty.is_some() {
            return 0;
        }
        self.turn(&any, scratch);
        // Once a master is in the temple, the other side has lost, wherever it stands.
        let temple = if self.dirty.is_none() { first_bits(rows.len()) } else { [0; 4] };
        scratch.columns[ground.in_temple()] = temple;
        let occupied: [Lane; 25] = std::array::from_fn(|square| ground.occupied(square)[block]);
        let mut count = 0;
        let steps = self.backwards.before(self.deal);
        for ((deal, slot), mut target) in steps.into_iter().zip(before) {
            self.unmove(deal, slot, &scratch.columns, &mut scratch.results);
            self.settle(&occupied, &mut scratch.results);
            count += self.turn_back(first, &scratch.results, &mut target);
        }
        count
    }

    /// The losses of a stand, the ends of the game and the places of captures among them; says
    /// which lanes were written.
    #[inline(never)]
    fn row(&self, row: usize, low: &Low, lanes: &mut [Lane]) -> Lane {
        let (ground, width) = (self.ground, self.ground.width);
        let stand = ground.stands.all()[row];
        let mut marks = if row < ground.sources {
            let marks = low.marks[row];
            for lane in places(&marks) {
                lanes[lane] = low.lanes[row * width + lane];
            }
            marks
        } else {
            self.losses(row, lanes)
        };
        let mut add = |lane: usize, bits: Lane| {
            if bits == [0; 4] {
                return;
            }
            if marks[lane / 64] >> (lane % 64) & 1 == 0 {
                lanes[lane] = [0; 4];
                mark(&mut marks, lane);
            }
            or(&mut lanes[lane], &bits);
        };
        if self.dirty.is_none() {
            // The other side stands where the master was.
            for (lane, &bits) in ground.occupied(stand.master.into()).iter().enumerate() {
                add(lane, bits);
            }
        }
        for square in squares(stand.students) {
            let without = Stand { students: stand.students ^ 1 << square, ..stand };
            let source = ground.stands.number(without);
            let there = ground.occupied(square);
            for lane in places(&low.marks[source]) {
                let mut bits = low.lanes[source * width + lane];
                and(&mut bits, &there[lane]);
                add(lane, bits);
            }
        }
        marks
    }

    /// Turns the rows of a block into columns.
    #[inline(never)]
    fn turn(&self, any: &Lane, scratch: &mut Scratch) {
        let width = self.ground.width;
        scratch.columns.fill([0; 4]);
        let mut parts = [[[0; 4]; 64]; 4];
        for lane in places(any) {
            for (part, square) in parts.iter_mut().enumerate() {
                for (at, bits) in square.iter_mut().enumerate() {
                    let row = part * 64 + at;
                    let there = scratch.marks[row][lane / 64] >> (lane % 64) & 1 == 1;
                    *bits = if there { scratch.rows[row * width + lane] } else { [0; 4] };
                }
                transpose(square);
            }
            let columns = scratch.columns[..self.ground.stands.len()].iter_mut();
            for (at, column) in columns.skip(lane * LANE_BITS).take(LANE_BITS).enumerate() {
                *column = std::array::from_fn(|part| parts[part][at % 64][at / 64]);
            }
        }
    }

    /// The stands from which a card of a deal leads to a loss of the other side, by lane.
    #[inline(never)]
    fn unmove(&self, deal: usize, slot: usize, columns: &[Lane], results: &mut [Lane]) {
        results.fill([0; 4]);
        let unmoves = &self.backwards.unmoves[slot];
        for (after, lost) in columns.iter().enumerate() {
            if *lost != [0; 4] {
                for &stand in unmoves.of(after) {
                    or(&mut results[stand as usize], lost);
                }
            }
        }
        for &stand in &self.backwards.passers[deal] {
            or(&mut results[stand as usize], &columns[stand as usize]);
        }
    }

    /// Leaves out the places that are no positions, and copies the rest to the places from which a
    /// capture leads there. From the last stand down: what is copied comes from fewer students.
    #[inline(never)]
    fn settle(&self, occupied: &[Lane; 25], results: &mut [Lane]) {
        for (number, stand) in self.ground.stands.all().iter().enumerate().rev() {
            let mut bits = results[number];
            if bits == [0; 4] {
                continue;
            }
            for square in squares(stand.pieces()) {
                and_not(&mut bits, &occupied[square]);
            }
            results[number] = bits;
            if number < self.ground.sources && bits != [0; 4] {
                for (square, there) in occupied.iter().enumerate() {
                    let mut taken = bits;
                    and(&mut taken, there);
                    if taken != [0; 4] {
                        let with = self.ground.with_own_student_on(square)[number];
                        or(&mut results[with as usize], &taken);
                    }
                }
            }
        }
    }

    /// Turns the results back into rows and adds them; how many positions are new.
    #[inline(never)]
    fn turn_back(&self, first: usize, results: &[Lane], target: &mut Rows<'_>) -> u64 {
        let width = self.ground.width;
        let mut count = 0;
        let mut parts = [[[0; 4]; 64]; 4];
        for (lane, results) in results.chunks_exact(LANE_BITS).enumerate() {
            let mut seen = [0; 4];
            for (square, results) in parts.iter_mut().zip(results.chunks_exact(64)) {
                square.copy_from_slice(results);
                square.iter().for_each(|bits| or(&mut seen, bits));
            }
            if seen == [0; 4] {
                continue;
            }
            parts.iter_mut().for_each(transpose);
            let rows = target.marks.len();
            for row in places(&seen).take_while(|&row| row < rows) {
                let mut new: Lane = std::array::from_fn(|part| parts[part][row % 64][row / 64]);
                let old = &mut target.won[row * width + lane];
                and_not(&mut new, old);
                if new == [0; 4] {
                    continue;
                }
                or(old, &new);
                target.marks[row].iter_mut().for_each(|marks| mark(marks, lane));
                for there in self.ground.overlaps(first + row) {
                    and_not(&mut new, &there[lane]);
                }
                count += ones(&new);
            }
        }
        count
    }
}

/// Runs the same work on so many threads.
pub(super) fn spread<T: Send>(threads: usize, run: impl Fn() -> T + Sync) -> Vec<T> {
    std::thread::scope(|scope| {
        let helpers: Vec<_> = (1..threads).map(|_| scope.spawn(&run)).collect();
        let mut all = vec![run()];
        for helper in helpers {
            match helper.join() {
                Ok(part) => all.push(part),
                Err(fault) => std::panic::resume_unwind(fault),
            }
        }
        all
    })
}

fn mark(marks: &mut Lane, lane: usize) {
    marks[lane / 64] |= 1 << (lane % 64);
}

fn ones(lane: &Lane) -> u64 {
    lane.iter().map(|word| u64::from(word.count_ones())).sum()
}

/// A lane whose first bits are ones.
fn first_bits(count: usize) -> Lane {
    let bits = |from: usize| match count.saturating_sub(from) {
        0 => 0,
        rest if rest >= 64 => u64::MAX,
        rest => (1 << rest) - 1,
    };
    [bits(0), bits(64), bits(128), bits(192)]
}

/// How many positions are won, of those in a deal.
pub(super) fn count_wins(ground: &Ground, won: &Matrix) -> u64 {
    let row = |row: usize| {
        let lanes = won.row(row).iter().enumerate();
        let real = |(lane, bits): (usize, &Lane)| {
            let mut bits = *bits;
            ground.overlaps(row).for_each(|there| and_not(&mut bits, &there[lane]));
            ones(&bits)
        };
        lanes.map(real).sum::<u64>()
    };
    (0..ground.stands.len()).map(row).sum()
}
