//! A table as a file: magic, version, what it is a table of, the values, a checksum.
//!
//! All numbers are little-endian. A reader believes nothing: a file that is not whole and right is
//! refused with the reason, and no more memory is taken than the file has bytes.

use std::io::{Read, Write};

use crate::cards::Card;
use crate::tablebase::bits::Matrix;
use crate::tablebase::configs::Stands;
use crate::tablebase::ground::{TURNED_DEALS, count_positions, deal_numbers};
use crate::tablebase::{Keep, MAX_MEN, Summary, Tablebase, Values};

const MAGIC: [u8; 8] = *b"TesujiET";
const VERSION: u32 = 1;
/// Room for the name of a card, padded with zeros. Names last longer than numbers.
const NAME: usize = 16;

/// Why a file was not taken.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// It cannot be read.
    #[error("it cannot be read: {0}")]
    Io(#[from] std::io::Error),
    /// The first bytes are not those of a table.
    #[error("it is no such table (its first bytes are not '{}')", String::from_utf8_lossy(.0))]
    Magic([u8; 8]),
    /// Another version of the format.
    #[error("it has version {0} of the format, and this program reads version {VERSION}")]
    Version(u32),
    /// Something in the head makes no sense.
    #[error("its head is damaged: {0}")]
    Head(String),
    /// It ends too early.
    #[error("it ends too early: {missing} bytes are missing in part {part} of {TURNED_DEALS}")]
    Short {
        /// Which part, from 1.
        part: usize,
        /// How many bytes the part lacks.
        missing: u64,
    },
    /// The checksum is wrong.
    #[error("its checksum is wrong: the content was changed or damaged")]
    Checksum,
    /// The system does not have the memory to read it.
    #[error("the system has no {0} MiB of memory for it")]
    Memory(u64),
    /// It goes on after its end.
    #[error("it goes on after its end")]
    Long,
}

/// A checksum of 64 bits: each word is mixed in by steps that lose nothing, so that a change of one
/// word always shows.
pub(super) struct Checksum {
    state: u64,
    rest: Vec<u8>,
}

impl Checksum {
    pub(super) fn new() -> Self {
        Self { state: 0x6a09_e667_f3bc_c908, rest: Vec::new() }
    }

    pub(super) fn mix(&mut self, word: u64) {
        let mixed = (self.state ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.state = mixed.rotate_left(29);
    }

    pub(super) fn add(&mut self, mut bytes: &[u8]) {
        if !self.rest.is_empty() {
            let take = (8 - self.rest.len()).min(bytes.len());
            self.rest.extend_from_slice(&bytes[..take]);
            bytes = &bytes[take..];
            let Ok(word) = <[u8; 8]>::try_from(self.rest.as_slice()) else { return };
            self.mix(u64::from_le_bytes(word));
            self.rest.clear();
        }
        let (words, rest) = bytes.as_chunks::<8>();
        for &word in words {
            self.mix(u64::from_le_bytes(word));
        }
        self.rest.extend_from_slice(rest);
    }

    pub(super) fn finish(mut self) -> u64 {
        let mut last = [0; 8];
        last[..self.rest.len()].copy_from_slice(&self.rest);
        self.mix(u64::from_le_bytes(last));
        self.mix(self.rest.len() as u64);
        self.state
    }
}

/// The name of a card as files have it.
pub(super) fn written_name(card: Card) -> [u8; NAME] {
    let mut name = [0; NAME];
    name[..card.name().len()].copy_from_slice(card.name().as_bytes());
    name
}

/// The card of a name as files have it.
pub(super) fn read_name(name: &[u8]) -> Result<Card, FileError> {
    let text = String::from_utf8_lossy(name);
    let text = text.trim_end_matches('\0');
    let card = Card::all().find(|card| card.name() == text);
    card.ok_or_else(|| FileError::Head(format!("there is no card '{text}'")))
}

struct Writer<'w> {
    out: &'w mut dyn Write,
    sum: Checksum,
}

impl Writer<'_> {
    fn put(&mut self, bytes: &[u8]) -> std::io::Result<()> {
        self.sum.add(bytes);
        self.out.write_all(bytes)
    }
}

struct Reader<'r> {
    from: &'r mut dyn Read,
    sum: Checksum,
}

impl Reader<'_> {
    fn take<const N: usize>(&mut self) -> Result<[u8; N], FileError> {
        let mut bytes = [0; N];
        self.from.read_exact(&mut bytes).map_err(|error| match error.kind() {
            std::io::ErrorKind::UnexpectedEof => FileError::Head("it ends too early".to_owned()),
            _ => error.into(),
        })?;
        self.sum.add(&bytes);
        Ok(bytes)
    }

    /// So many bytes of a part.
    fn part(&mut self, part: usize, length: usize) -> Result<Vec<u8>, FileError> {
        let mut bytes = Vec::new();
        // The memory read grows with what there is, not with what the head promises.
        let read = (&mut *self.from).take(length as u64).read_to_end(&mut bytes)?;
        if read < length {
            return Err(FileError::Short { part, missing: (length - read) as u64 });
        }
        self.sum.add(&bytes);
        Ok(bytes)
    }
}

impl Tablebase {
    /// Writes the table. What is written can be read back with [`Tablebase::load`].
    ///
    /// # Errors
    /// Those of the writer.
    pub fn save(&self, out: &mut dyn Write) -> std::io::Result<()> {
        let mut writer = Writer { out, sum: Checksum::new() };
        writer.put(&MAGIC)?;
        writer.put(&VERSION.to_le_bytes())?;
        let keep = u8::from(self.keep() == Keep::Verdicts);
        writer.put(&[self.men as u8, keep, 0, 0])?;
        for card in self.cards {
            writer.put(&written_name(card))?;
        }
        let Summary { positions, wins, losses, draws, wins_in_one, longest } = self.summary;
        for number in [positions, wins, losses, draws, wins_in_one, longest.into()] {
            writer.put(&number.to_le_bytes())?;
        }
        match &self.values {
            Values::Distances(deals) => deals.iter().try_for_each(|plies| writer.put(plies))?,
            Values::Verdicts(won, lost) => {
                for (won, lost) in won.iter().zip(lost) {
                    writer.put(&won.to_bytes())?;
                    writer.put(&lost.to_bytes())?;
                }
            }
        }
        let Writer { out, sum } = writer;
        out.write_all(&sum.finish().to_le_bytes())
    }

    /// Reads a table.
    ///
    /// # Errors
    /// If the file cannot be read, or is not a whole and undamaged table.
    pub fn load(from: &mut dyn Read) -> Result<Self, FileError> {
        let mut reader = Reader { from, sum: Checksum::new() };
        if reader.take().map_err(|error| match error {
            FileError::Head(_) => FileError::Magic(MAGIC),
            other => other,
        })? != MAGIC
        {
            return Err(FileError::Magic(MAGIC));
        }
        let version = u32::from_le_bytes(reader.take()?);
        if version != VERSION {
            return Err(FileError::Version(version));
        }
        let [men, keep, 0, 0] = reader.take()? else {
            return Err(FileError::Head("bytes that must be zero are not".to_owned()));
        };
        let men = usize::from(men);
        if !(1..=MAX_MEN).contains(&men) || keep > 1 {
            return Err(FileError::Head(format!("{men} pieces a side, kind {keep}")));
        }
        let mut cards = Vec::new();
        for _ in 0..5 {
            cards.push(read_name(&reader.take::<NAME>()?)?);
        }
        cards.sort_unstable();
        cards.dedup();
        let cards: [Card; 5] =
            cards.try_into().map_err(|_| FileError::Head("a card is there twice".to_owned()))?;
        let mut numbers = [0; 6];
        for number in &mut numbers {
            *number = u64::from_le_bytes(reader.take()?);
        }
        let [positions, wins, losses, draws, wins_in_one, longest] = numbers;
        let total = wins.checked_add(losses).and_then(|sum| sum.checked_add(draws));
        if positions != count_positions(men) || total != Some(positions) || longest > 1 << 20 {
            return Err(FileError::Head("its totals do not add up".to_owned()));
        }
        let longest = longest as u32;
        let summary = Summary { positions, wins, losses, draws, wins_in_one, longest };
        let stands = Stands::new(men);
        let values = if keep == 0 {
            let length = stands.len() * stands.len();
            let parts = 1..=TURNED_DEALS;
            Values::Distances(
                parts.map(|part| reader.part(part, length)).collect::<Result<_, _>>()?,
            )
        } else {
            let (mut won, mut lost) = (Vec::new(), Vec::new());
            for part in 1..=TURNED_DEALS {
                for matrices in [&mut won, &mut lost] {
                    let length = Matrix::byte_length(stands.len());
                    matrices.push(Matrix::from_bytes(stands.len(), &reader.part(part, length)?));
                }
            }
            Values::Verdicts(won, lost)
        };
        let Reader { from, sum } = reader;
        let mut last = Vec::new();
        from.take(9).read_to_end(&mut last)?;
        match <[u8; 8]>::try_from(last.as_slice()) {
            Ok(bytes) if u64::from_le_bytes(bytes) == sum.finish() => {}
            Ok(_) => return Err(FileError::Checksum),
            Err(_) if last.len() > 8 => return Err(FileError::Long),
            Err(_) => {
                let missing = 8 - last.len() as u64;
                return Err(FileError::Short { part: TURNED_DEALS, missing });
            }
        }
        Ok(Self { cards, men, stands, deals: deal_numbers(), values, summary })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cards() -> [Card; 5] {
        ["boar", "ox", "elephant", "horse", "crab"].map(|name| Card::by_name(name).unwrap())
    }

    #[test]
    fn files_read_back_and_damage_is_seen() {
        for keep in [Keep::Distances, Keep::Verdicts] {
            let table = Tablebase::build(cards(), 1, keep, 1, &mut |_| true).unwrap();
            let mut bytes = Vec::new();
            table.save(&mut bytes).unwrap();
            let back = Tablebase::load(&mut bytes.as_slice()).unwrap();
            let mut again = Vec::new();
            back.save(&mut again).unwrap();
            assert!(again == bytes);
            assert_eq!((back.cards, back.men, back.summary), (table.cards, 1, table.summary));
            let step = bytes.len() / 97;
            for place in (0..200).chain((200..bytes.len()).step_by(step)).chain([bytes.len() - 1]) {
                let mut damaged = bytes.clone();
                damaged[place] ^= 0x10;
                assert!(Tablebase::load(&mut damaged.as_slice()).is_err(), "byte {place}");
                assert!(Tablebase::load(&mut &bytes[..place]).is_err(), "cut at {place}");
            }
            bytes.push(0);
            assert!(matches!(Tablebase::load(&mut bytes.as_slice()), Err(FileError::Long)));
        }
    }
}
