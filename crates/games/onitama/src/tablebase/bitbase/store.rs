//! The file of a bitbase: a head of 4 KiB and a matrix of bits for each deal.
//!
//! While it is built, only some of the matrices are in memory. A win is never taken back, so a file
//! is of use at any moment: where an older matrix stands beside newer ones, or a program was killed
//! while it wrote, wins are missing, and none is wrong.

use std::fs::{File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::Path;

use crate::cards::Card;
use crate::tablebase::FileError;
use crate::tablebase::bits::{LANE_BITS, Lane, Matrix};
use crate::tablebase::file::{Checksum, read_name, written_name};
use crate::tablebase::ground::TURNED_DEALS;

/// The most pieces a side that a bitbase can have.
pub const MAX_MEN: usize = 4;

const MAGIC: [u8; 8] = *b"TesujiBB";
const VERSION: u32 = 1;
const HEAD: usize = 4096;
const NAMES: usize = 16;
const TOTALS: usize = NAMES + 5 * 16;
const SUMS: usize = TOTALS + 3 * 8;
/// How many bytes are read or written at once.
const PIECE: usize = 1 << 20;

/// The head of a file, read.
#[derive(Clone, Debug)]
pub(super) struct Head {
    pub(super) cards: [Card; 5],
    pub(super) men: usize,
    /// The totals and the checksum of each matrix, once the table is finished.
    pub(super) finished: Option<Finished>,
}

#[derive(Clone, Debug)]
pub(super) struct Finished {
    pub(super) wins: u64,
    pub(super) losses: u64,
    pub(super) rounds: u64,
    pub(super) sums: [u64; TURNED_DEALS],
}

impl Head {
    fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = vec![0; HEAD];
        bytes[..8].copy_from_slice(&MAGIC);
        bytes[8..12].copy_from_slice(&VERSION.to_le_bytes());
        bytes[12] = self.men as u8;
        bytes[13] = u8::from(self.finished.is_some());
        for (place, card) in self.cards.iter().enumerate() {
            bytes[NAMES + 16 * place..][..16].copy_from_slice(&written_name(*card));
        }
        if let Some(Finished { wins, losses, rounds, sums }) = &self.finished {
            let numbers = [*wins, *losses, *rounds].into_iter().chain(*sums);
            for (place, number) in numbers.enumerate() {
                bytes[TOTALS + 8 * place..][..8].copy_from_slice(&number.to_le_bytes());
            }
        }
        let sum = checksum(&bytes[..HEAD - 8]);
        bytes[HEAD - 8..].copy_from_slice(&sum.to_le_bytes());
        bytes
    }

    fn from_bytes(bytes: &[u8]) -> Result<Self, FileError> {
        if !bytes.starts_with(&MAGIC) {
            return Err(FileError::Magic(MAGIC));
        }
        let damaged = |what: &str| FileError::Head(what.to_owned());
        let number = |place: usize| {
            let bytes = bytes.get(place..place + 8).and_then(|bytes| bytes.try_into().ok());
            bytes.map(u64::from_le_bytes).ok_or_else(|| damaged("it ends too early"))
        };
        let sum = number(HEAD - 8)?;
        let version = number(8)? as u32;
        if version != VERSION {
            return Err(FileError::Version(version));
        }
        if sum != checksum(&bytes[..HEAD - 8]) {
            return Err(damaged("its checksum is wrong"));
        }
        let mut cards = Vec::new();
        for place in 0..5 {
            cards.push(read_name(&bytes[NAMES + 16 * place..][..16])?);
        }
        let cards = cards.try_into().map_err(|_| damaged("it has not five cards"))?;
        let men = usize::from(bytes[12]);
        if !(1..=MAX_MEN).contains(&men) {
            return Err(damaged(&format!("{men} pieces a side")));
        }
        let finished = match bytes[13] {
            0 => None,
            _ => {
                let mut sums = [0; TURNED_DEALS];
                for (place, sum) in sums.iter_mut().enumerate() {
                    *sum = number(SUMS + 8 * place)?;
                }
                let (wins, losses) = (number(TOTALS)?, number(TOTALS + 8)?);
                Some(Finished { wins, losses, rounds: number(TOTALS + 16)?, sums })
            }
        };
        Ok(Self { cards, men, finished })
    }
}

fn checksum(bytes: &[u8]) -> u64 {
    let mut sum = Checksum::new();
    sum.add(bytes);
    sum.finish()
}

/// One matrix: in memory or not.
#[derive(Default, Debug)]
struct Part {
    matrix: Option<Matrix>,
    /// True if it differs from what the file has.
    changed: bool,
    /// When it was last wanted.
    used: u64,
}

/// The matrices of a file, as many in memory as are allowed.
#[derive(Debug)]
pub(super) struct Store {
    file: File,
    head: Head,
    stands: usize,
    parts: Vec<Part>,
    /// How many matrices may be in memory at once.
    most: usize,
    /// How many are taken and not yet given back.
    taken: usize,
    clock: u64,
}

/// How many bytes a matrix of so many stands has.
pub(super) fn part_bytes(stands: usize) -> u64 {
    (stands * stands.div_ceil(LANE_BITS) * size_of::<Lane>()) as u64
}

impl Store {
    fn new(file: File, head: Head, stands: usize, most: usize) -> Self {
        let parts = (0..TURNED_DEALS).map(|_| Part::default()).collect();
        Self { file, head, stands, parts, most, taken: 0, clock: 0 }
    }

    /// A new file, all zeros behind its head; of one that was there, nothing is left.
    pub(super) fn create(
        path: &Path,
        head: Head,
        stands: usize,
        most: usize,
    ) -> std::io::Result<Self> {
        let mut file =
            OpenOptions::new().read(true).write(true).create(true).truncate(true).open(path)?;
        file.write_all(&head.to_bytes())?;
        file.set_len(HEAD as u64 + TURNED_DEALS as u64 * part_bytes(stands))?;
        file.sync_all()?;
        Ok(Self::new(file, head, stands, most))
    }

    /// A file that is there. `stands` says how many stands there are of so many pieces.
    pub(super) fn open(
        path: &Path,
        stands: impl Fn(usize) -> usize,
        most: usize,
    ) -> Result<Self, FileError> {
        let mut file = File::open(path)?;
        let mut bytes = Vec::new();
        (&mut file).take(HEAD as u64).read_to_end(&mut bytes)?;
        let head = Head::from_bytes(&bytes)?;
        let stands = stands(head.men);
        let expected = HEAD as u64 + TURNED_DEALS as u64 * part_bytes(stands);
        let length = file.metadata()?.len();
        if length > expected {
            return Err(FileError::Long);
        }
        if length < expected {
            let part = (length.saturating_sub(HEAD as u64) / part_bytes(stands)) as usize + 1;
            return Err(FileError::Short { part, missing: expected - length });
        }
        if head.finished.is_none() {
            file = OpenOptions::new().read(true).write(true).open(path)?;
        }
        Ok(Self::new(file, head, stands, most))
    }

    pub(super) fn head(&self) -> &Head {
        &self.head
    }

    fn seek(&mut self, deal: usize) -> std::io::Result<()> {
        let place = HEAD as u64 + deal as u64 * part_bytes(self.stands);
        self.file.seek(SeekFrom::Start(place)).map(|_| ())
    }

    /// The matrix of a deal, to be given back with [`put`](Self::put). Others make room for it.
    pub(super) fn take(&mut self, deal: usize) -> Result<Matrix, FileError> {
        self.clock += 1;
        if let Some(matrix) = self.parts[deal].matrix.take() {
            self.taken += 1;
            return Ok(matrix);
        }
        let there = |part: &&Part| part.matrix.is_some();
        while self.parts.iter().filter(there).count() + self.taken + 1 > self.most {
            let there = self.parts.iter().enumerate().filter(|(_, part)| part.matrix.is_some());
            let oldest = there.min_by_key(|(_, part)| part.used).map(|(deal, _)| deal);
            let Some(oldest) = oldest else { break };
            self.write(oldest)?;
            self.parts[oldest].matrix = None;
        }
        let width = self.stands.div_ceil(LANE_BITS);
        let bytes = part_bytes(self.stands);
        let mut matrix = Matrix::new(self.stands, width).ok_or(FileError::Memory(bytes >> 20))?;
        self.seek(deal)?;
        let mut buffer = vec![0; PIECE];
        for lanes in matrix.lanes_mut().chunks_mut(PIECE / size_of::<Lane>()) {
            let words = lanes.as_flattened_mut();
            let buffer = &mut buffer[..8 * words.len()];
            self.file.read_exact(buffer)?;
            for (word, bytes) in words.iter_mut().zip(buffer.as_chunks::<8>().0) {
                *word = u64::from_le_bytes(*bytes);
            }
        }
        self.taken += 1;
        Ok(matrix)
    }

    /// Takes a matrix back, and notes whether it was changed.
    pub(super) fn put(&mut self, deal: usize, matrix: Matrix, changed: bool) {
        self.taken -= 1;
        let part = &mut self.parts[deal];
        *part = Part { matrix: Some(matrix), changed: part.changed || changed, used: self.clock };
    }

    fn write(&mut self, deal: usize) -> std::io::Result<()> {
        if !self.parts[deal].changed {
            return Ok(());
        }
        let Some(matrix) = self.parts[deal].matrix.take() else { return Ok(()) };
        let done = self.seek(deal).and_then(|()| {
            let mut put = |bytes: &[u8]| self.file.write_all(bytes);
            in_pieces(&matrix, &mut put)
        });
        self.parts[deal].changed = done.is_err();
        self.parts[deal].matrix = Some(matrix);
        done
    }

    /// Brings the file up to date.
    pub(super) fn flush(&mut self) -> std::io::Result<()> {
        (0..self.parts.len()).try_for_each(|deal| self.write(deal))
    }

    /// Notes that the table is finished, and waits until the disk has it.
    pub(super) fn finish(&mut self, finished: Finished) -> std::io::Result<()> {
        self.flush()?;
        self.file.sync_all()?;
        self.head.finished = Some(finished);
        self.file.seek(SeekFrom::Start(0))?;
        self.file.write_all(&self.head.to_bytes())?;
        self.file.sync_all()
    }
}

/// The bytes of a matrix in the order of the file.
fn in_pieces(
    matrix: &Matrix,
    put: &mut dyn FnMut(&[u8]) -> std::io::Result<()>,
) -> std::io::Result<()> {
    let mut buffer = vec![0; PIECE];
    for lanes in matrix.lanes().chunks(PIECE / size_of::<Lane>()) {
        let words = lanes.as_flattened();
        for (bytes, word) in buffer.as_chunks_mut::<8>().0.iter_mut().zip(words) {
            *bytes = word.to_le_bytes();
        }
        put(&buffer[..8 * words.len()])?;
    }
    Ok(())
}

/// The checksum of a matrix.
pub(super) fn part_sum(matrix: &Matrix) -> u64 {
    let mut sum = Checksum::new();
    matrix.lanes().as_flattened().iter().for_each(|&word| sum.mix(word));
    sum.finish()
}
