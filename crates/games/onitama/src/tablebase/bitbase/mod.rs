//! Bitbases: one bit a position, won for the side to move or not. For sets of positions that are
//! too many to keep anything else, and too many for memory.
//!
//! A position is won if some move leads to a lost one, and lost if every move leads to a won one.
//! Only wins are kept; losses are found anew from them, a deal of the cards at a time, wherever a
//! win has been added since. When nothing is added any more, all is known. A step reads two
//! matrices of bits and adds to two others, so at least four of the thirty must be in memory; the
//! others stand in a file, which is right at any moment (see `store.rs`): a build that was killed
//! goes on from its file.

mod step;
mod store;
mod verify;

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use crate::cards::Card;
use crate::tablebase::bits::Lane;
use crate::tablebase::ground::{Ground, TURNED_DEALS, count_positions};
use crate::tablebase::{BuildError, FileError, Stands, sort};
use step::{Backwards, Before, Marks, Step, count_wins};
use store::{Finished, Head, Store, part_bytes, part_sum};

pub use store::MAX_MEN;
pub use verify::WrongBit;

/// How many matrices a step needs, and the check.
const LEAST_PARTS: u64 = 6;
/// Memory of a build beside its matrices: the stands and their moves, marks, blocks.
const BESIDE: u64 = 320 << 20;
/// How old the file may get while matrices in memory are newer.
const SAVE_EVERY: Duration = Duration::from_secs(180);

/// The stage of a build.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// Wins are read that an earlier build has found.
    Reading,
    /// Wins are found.
    Building,
    /// All are found: they are counted, with the losses, and a checksum is made.
    Counting,
}

/// How far a build has come.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// The stage.
    pub stage: Stage,
    /// Steps done since the build began; while it reads or counts, how many of the 30 deals.
    pub steps: u64,
    /// Wins found.
    pub wins: u64,
    /// All positions.
    pub positions: u64,
}

/// Why there is no bitbase.
#[derive(Debug, thiserror::Error)]
pub enum BitbaseError {
    /// It cannot have so many pieces.
    #[error("a table of wins can have from 1 to {MAX_MEN} pieces a side, not {0}")]
    Men(usize),
    /// The cards are no set of cards.
    #[error(transparent)]
    Cards(BuildError),
    /// The memory that is allowed is too little.
    #[error("{allowed} MiB of memory are too little: at least {least} MiB are needed")]
    Memory {
        /// The limit, in MiB.
        allowed: u64,
        /// The need, in MiB.
        least: u64,
    },
    /// A file was refused.
    #[error("{} is refused: {error}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// Why.
        error: FileError,
    },
    /// A finished file is of other cards or another number of pieces.
    #[error("{} holds another table ({what}); it is left as it is", path.display())]
    Another {
        /// The file.
        path: PathBuf,
        /// Its contents.
        what: String,
    },
    /// The progress callback said so. What was found is in the file.
    #[error("cancelled")]
    Cancelled,
}

/// The request for a build.
#[derive(Clone, Debug)]
pub struct Request<'r> {
    /// The five cards.
    pub cards: [Card; 5],
    /// The most pieces a side, from 1 to [`MAX_MEN`].
    pub men: usize,
    /// Where the finished table is to stand. Until it is finished, its file has `.part` after
    /// this name.
    pub path: &'r Path,
    /// How much memory may be used, in bytes; see [`least_memory`] and [`most_memory`].
    pub memory: u64,
    /// Threads, at least one.
    pub threads: usize,
}

/// How many positions of a bitbase end how, for the side to move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BitbaseSummary {
    /// Positions that are not over, with one side to move.
    pub positions: u64,
    /// Won.
    pub wins: u64,
    /// Lost.
    pub losses: u64,
    /// Neither.
    pub draws: u64,
}

/// A finished bitbase in its file.
#[derive(Debug)]
pub struct Bitbase {
    ground: Ground,
    store: Store,
    path: PathBuf,
    finished: Finished,
}

/// The least memory that a build of so many pieces a side needs, in bytes.
pub fn least_memory(men: usize) -> u64 {
    LEAST_PARTS * part_bytes(Stands::new(men).len()) + BESIDE
}

/// The memory with which a build of so many pieces a side has all in memory at once, in bytes.
pub fn most_memory(men: usize) -> u64 {
    TURNED_DEALS as u64 * part_bytes(Stands::new(men).len()) + BESIDE
}

/// How many matrices may be in memory.
fn parts(men: usize, memory: u64) -> Result<usize, BitbaseError> {
    let least = least_memory(men);
    if memory < least {
        let (allowed, least) = (memory >> 20, least.div_ceil(1 << 20));
        return Err(BitbaseError::Memory { allowed, least });
    }
    let parts = (memory - BESIDE) / part_bytes(Stands::new(men).len());
    Ok(usize::try_from(parts).unwrap_or(usize::MAX).min(TURNED_DEALS))
}

fn part_path(path: &Path) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".part");
    path.with_file_name(name)
}

impl Bitbase {
    /// Opens a finished table and compares all its checksums. None if there is no such file.
    /// `progress` is called after each deal, and ends the reading where it says no.
    ///
    /// # Errors
    /// If the file is refused, or is of another set of cards or number of pieces.
    pub fn open(
        request: &Request<'_>,
        progress: &mut dyn FnMut(Progress) -> bool,
    ) -> Result<Option<Self>, BitbaseError> {
        let (cards, most) = request.checked()?;
        let path = request.path;
        if !path.exists() {
            return Ok(None);
        }
        let refused = |error| BitbaseError::File { path: path.to_owned(), error };
        let mut store = Store::open(path, |men| Stands::new(men).len(), most).map_err(refused)?;
        let Head { cards: found, men, finished } = store.head().clone();
        if (found, men) != (cards, request.men) {
            let what = format!("{}, {men} a side", found.map(Card::name).join(","));
            return Err(BitbaseError::Another { path: path.to_owned(), what });
        }
        let unfinished = || refused(FileError::Head("it is not finished".to_owned()));
        let finished = finished.ok_or_else(unfinished)?;
        for deal in 0..TURNED_DEALS {
            let matrix = store.take(deal).map_err(refused)?;
            if part_sum(&matrix) != finished.sums[deal] {
                return Err(refused(FileError::Checksum));
            }
            store.put(deal, matrix, false);
            let positions = count_positions(men);
            let stage = Stage::Reading;
            let steps = deal as u64 + 1;
            if !progress(Progress { stage, steps, wins: finished.wins, positions }) {
                return Err(BitbaseError::Cancelled);
            }
        }
        let ground = Ground::new(cards, men);
        Ok(Some(Self { ground, store, path: path.to_owned(), finished }))
    }

    /// Builds a table. An unfinished file that an earlier build has left is gone on with.
    /// `progress` is called after each step, and ends the build where it says no; what was found
    /// stays in the file.
    ///
    /// # Errors
    /// If the request cannot be met, the unfinished file is damaged or another table's, or the
    /// build was cancelled.
    pub fn build(
        request: &Request<'_>,
        progress: &mut dyn FnMut(Progress) -> bool,
    ) -> Result<Self, BitbaseError> {
        let (cards, most) = request.checked()?;
        let (men, path) = (request.men, request.path);
        let part = part_path(path);
        let refused = |error| BitbaseError::File { path: part.clone(), error };
        let ground = Ground::new(cards, men);
        let stands = ground.stands.len();
        let old = part.exists();
        let store = if old {
            let store = Store::open(&part, |men| Stands::new(men).len(), most).map_err(refused)?;
            let head = store.head();
            if (head.cards, head.men) != (cards, men) {
                let what = format!("{}, {} a side", head.cards.map(Card::name).join(","), head.men);
                return Err(BitbaseError::Another { path: part, what });
            }
            store
        } else {
            let head = Head { cards, men, finished: None };
            Store::create(&part, head, stands, most).map_err(|error| refused(error.into()))?
        };
        let mut build = Build {
            backwards: Backwards::new(&ground),
            marks: vec![vec![[[0; 4]; 2]; stands]; TURNED_DEALS],
            store,
            threads: request.threads.max(1),
            wins: 0,
            steps: 0,
            progress,
            positions: count_positions(men),
            ground: &ground,
        };
        let finished = build.run(old).map_err(|fault| match fault {
            Fault::File(error) => refused(error),
            Fault::Cancelled => BitbaseError::Cancelled,
        })?;
        let Build { store, .. } = build;
        std::fs::rename(&part, path).map_err(|error| refused(error.into()))?;
        Ok(Self { ground, store, path: path.to_owned(), finished })
    }

    /// How many positions end how.
    pub fn summary(&self) -> BitbaseSummary {
        let positions = count_positions(self.store.head().men);
        let Finished { wins, losses, .. } = self.finished;
        // Those of a file are believed only as far as they make sense.
        let draws = positions.saturating_sub(wins.saturating_add(losses));
        BitbaseSummary { positions, wins, losses, draws }
    }
}

impl Request<'_> {
    /// Removes the unfinished file of an earlier build.
    ///
    /// # Errors
    /// If it cannot be removed.
    pub fn discard(&self) -> Result<(), BitbaseError> {
        let path = part_path(self.path);
        std::fs::remove_file(&path)
            .map_err(|error| BitbaseError::File { path, error: error.into() })
    }

    /// The cards in order, and how many matrices may be in memory.
    fn checked(&self) -> Result<([Card; 5], usize), BitbaseError> {
        if !(1..=MAX_MEN).contains(&self.men) {
            return Err(BitbaseError::Men(self.men));
        }
        let mut cards = self.cards;
        sort(&mut cards).map_err(BitbaseError::Cards)?;
        Ok((cards, parts(self.men, self.memory)?))
    }
}

enum Fault {
    File(FileError),
    Cancelled,
}

impl From<FileError> for Fault {
    fn from(error: FileError) -> Self {
        Self::File(error)
    }
}

impl From<std::io::Error> for Fault {
    fn from(error: std::io::Error) -> Self {
        Self::File(error.into())
    }
}

/// A build under way.
struct Build<'b> {
    ground: &'b Ground,
    backwards: Backwards,
    store: Store,
    /// By deal: which of its wins the two deals before it have not seen.
    marks: Vec<Marks>,
    threads: usize,
    wins: u64,
    steps: u64,
    positions: u64,
    progress: &'b mut dyn FnMut(Progress) -> bool,
}

impl Build<'_> {
    fn report(&mut self, stage: Stage, steps: u64) -> Result<(), Fault> {
        let Self { wins, positions, .. } = *self;
        if (self.progress)(Progress { stage, steps, wins, positions }) {
            return Ok(());
        }
        self.store.flush()?;
        Err(Fault::Cancelled)
    }

    fn run(&mut self, old: bool) -> Result<Finished, Fault> {
        if old {
            for deal in 0..TURNED_DEALS {
                let won = self.store.take(deal)?;
                self.wins += count_wins(self.ground, &won);
                self.store.put(deal, won, false);
                self.report(Stage::Reading, deal as u64 + 1)?;
            }
        }
        let mut saved = Instant::now();
        let mut rounds = 0;
        loop {
            let mut any = false;
            for deal in 0..TURNED_DEALS {
                let dirty = self.take_marks(deal);
                let clean = dirty.iter().flatten().all(|marks| *marks == [0; 4]);
                if rounds > 0 && clean {
                    continue;
                }
                any = true;
                self.step(deal, (rounds > 0).then_some(dirty))?;
                self.steps += 1;
                if saved.elapsed() > SAVE_EVERY {
                    self.store.flush()?;
                    saved = Instant::now();
                }
                self.report(Stage::Building, self.steps)?;
            }
            if !any {
                break;
            }
            rounds += 1;
        }
        self.count(rounds)
    }

    /// The marks of the deals after a deal that it has not seen, by slot of the mover's card; from
    /// now on it has.
    fn take_marks(&mut self, deal: usize) -> [Vec<Lane>; 2] {
        self.ground.plays[deal].next.map(|next| {
            let place = self.backwards.place(next, deal);
            self.marks[next].iter_mut().map(|marks| std::mem::take(&mut marks[place])).collect()
        })
    }

    fn step(&mut self, deal: usize, dirty: Option<[Vec<Lane>; 2]>) -> Result<(), Fault> {
        let [one, two] = self.ground.plays[deal].next;
        let [(three, _), (four, _)] = self.backwards.before(deal);
        let (first, second) = (self.store.take(one)?, self.store.take(two)?);
        let (mut third, mut fourth) = (self.store.take(three)?, self.store.take(four)?);
        let mut marks = [three, four].map(|deal| std::mem::take(&mut self.marks[deal]));
        let (ground, backwards) = (self.ground, &self.backwards);
        let step = Step { ground, backwards, deal, won: [&first, &second], dirty };
        let [marks_three, marks_four] = &mut marks;
        let before = [
            Before { won: &mut third, marks: marks_three },
            Before { won: &mut fourth, marks: marks_four },
        ];
        let new = step.run(before, self.threads);
        self.wins += new;
        [self.marks[three], self.marks[four]] = marks;
        for (deal, matrix) in [(one, first), (two, second)] {
            self.store.put(deal, matrix, false);
        }
        for (deal, matrix) in [(three, third), (four, fourth)] {
            self.store.put(deal, matrix, new > 0);
        }
        Ok(())
    }

    /// Counts wins and losses, and notes that the table is finished.
    fn count(&mut self, rounds: u64) -> Result<Finished, Fault> {
        let (mut wins, mut losses) = (0, 0);
        let mut sums = [0; TURNED_DEALS];
        for (deal, sum) in sums.iter_mut().enumerate() {
            let won = self.store.take(deal)?;
            wins += count_wins(self.ground, &won);
            *sum = part_sum(&won);
            self.store.put(deal, won, false);
            let [one, two] = self.ground.plays[deal].next;
            let (first, second) = (self.store.take(one)?, self.store.take(two)?);
            let (ground, backwards) = (self.ground, &self.backwards);
            let step = Step { ground, backwards, deal, won: [&first, &second], dirty: None };
            losses += step.count_losses(self.threads);
            self.store.put(one, first, false);
            self.store.put(two, second, false);
            self.report(Stage::Counting, deal as u64 + 1)?;
        }
        let finished = Finished { wins, losses, rounds, sums };
        self.store.finish(finished.clone())?;
        Ok(finished)
    }
}

#[cfg(test)]
mod tests;
