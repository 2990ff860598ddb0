//! The numbers of a table as they are kept: pairs of symbols made one symbol again and again (Re-Pair), and what is
//! left in a canonical Huffman code, in blocks of one size that can be read one by one.

use super::error::{Fault, ensure};
use super::source::{Cursor, Source};

/// The most bits of a block's size, and of the distance of two entries of the sparse index.
const MAX_BLOCK_BITS: u8 = 16;
const MAX_SPAN_BITS: u8 = 32;
/// The longest code word, in bits.
const MAX_CODE: u8 = 32;
/// How many blocks lie between a number and the nearest entry of the sparse index, at most.
const MAX_WALK: u32 = 1 << 16;
/// Blocks up to this size need no heap.
const SMALL_BLOCK: usize = 2_048;
/// Marks a symbol that stands for a number, not for two symbols.
const LEAF: u16 = 0xfff;
/// Bytes behind a block in memory: reading eight bytes at any place of it is then safe.
const BEHIND: usize = 8;

/// The flag of a file with one value for all; the others are of distances alone.
const ONE_VALUE: u8 = 0x80;

/// How many numbers there are behind each symbol, by descending once into each.
fn count_values(tree: &[[u16; 2]]) -> Result<Vec<u16>, Fault> {
    const UNKNOWN: u16 = 0;
    const OPEN: u16 = u16::MAX;
    let mut counts = vec![UNKNOWN; tree.len()];
    let mut stack = Vec::new();
    for symbol in 0..tree.len() {
        stack.push(symbol);
        while let Some(&at) = stack.last() {
            let [left, right] = tree[at];
            if right == LEAF {
                counts[at] = 1;
                stack.pop();
                continue;
            }
            let parts = [usize::from(left), usize::from(right)];
            ensure(parts.iter().all(|&part| part < tree.len()), "a symbol of no meaning")?;
            if let Some(&open) = parts.iter().find(|&&part| counts[part] == UNKNOWN) {
                counts[at] = OPEN;
                stack.push(open);
                continue;
            }
            let [first, second] = parts.map(|part| counts[part]);
            ensure(first != OPEN && second != OPEN, "a symbol that contains itself")?;
            ensure(first + second <= 256, "a symbol of too many values")?;
            counts[at] = first + second;
            stack.pop();
        }
    }
    Ok(counts)
}

/// Numbers in compressed form: how they are found in the file.
#[derive(Debug)]
pub(super) struct Pairs {
    /// The flag byte.
    pub(super) flags: u8,
    content: Content,
}

#[derive(Debug)]
enum Content {
    /// All numbers are this one.
    One(u16),
    Blocks(Blocks),
}

#[derive(Debug)]
struct Blocks {
    block_bits: u8,
    span_bits: u8,
    blocks: u32,
    /// Entries of the list of block lengths: some more than there are blocks.
    lengths: u32,
    /// Entries of the sparse index.
    entries: u64,
    min_code: u8,
    /// By the length of a code word above the least: the least code word, left-aligned in 64 bits.
    bases: Vec<u64>,
    /// By the same: the symbol of that code word.
    lowest: Vec<u16>,
    /// By symbol: the two that it stands for, or a number and [`LEAF`].
    tree: Vec<[u16; 2]>,
    /// By symbol: how many numbers it stands for.
    counts: Vec<u16>,
    /// Where in the file sparse index, block lengths and blocks begin.
    places: [u64; 3],
}

impl Pairs {
    /// Reads the head of a set of `size` numbers.
    pub(super) fn read(cursor: &mut Cursor<'_>, size: u64) -> Result<Self, Fault> {
        let flags = cursor.byte()?;
        if flags & ONE_VALUE != 0 {
            let value = cursor.byte()?;
            return Ok(Self { flags, content: Content::One(value.into()) });
        }
        let [block_bits, span_bits, padding] = cursor.bytes()?;
        ensure(block_bits <= MAX_BLOCK_BITS, "blocks of a size that none has")?;
        ensure(span_bits <= MAX_SPAN_BITS, "an index of a span that none has")?;
        let blocks = u32::from_le_bytes(cursor.bytes()?);
        let lengths = blocks.checked_add(padding.into());
        let lengths = lengths.ok_or(Fault::Damaged("too many blocks"))?;
        let [max_code, min_code] = cursor.bytes()?;
        let sane = 1 <= min_code && min_code <= max_code && max_code <= MAX_CODE;
        ensure(sane, "code words of a length that none has")?;
        let lowest = cursor.halves(usize::from(max_code - min_code) + 1)?;
        let mut bases = vec![0_u64; lowest.len()];
        for at in (1..lowest.len()).rev() {
            let more = u64::from(lowest[at - 1]).wrapping_sub(lowest[at].into());
            bases[at - 1] = bases[at].wrapping_add(more) / 2;
        }
        for (length, base) in (min_code..).zip(&mut bases) {
            *base = base.wrapping_shl(64 - u32::from(length));
        }
        let symbols = usize::from(cursor.half()?);
        let packed = cursor.vec(3 * symbols)?;
        cursor.align(2);
        let pair = |bytes: &[u8]| {
            let [low, middle, high] = [bytes[0], bytes[1], bytes[2]].map(u16::from);
            [low | (middle & 15) << 8, middle >> 4 | high << 4]
        };
        let tree: Vec<[u16; 2]> = packed.chunks_exact(3).map(pair).collect();
        let counts = count_values(&tree)?;
        let content = Content::Blocks(Blocks {
            block_bits,
            span_bits,
            blocks,
            lengths,
            entries: size.div_ceil(1 << span_bits),
            min_code,
            bases,
            lowest,
            tree,
            counts,
            places: [0; 3],
        });
        Ok(Self { flags, content })
    }

    /// Notes where part number 0 (sparse index), 1 (block lengths) or 2 (blocks) lies, and goes past it.
    pub(super) fn place(&mut self, part: usize, cursor: &mut Cursor<'_>) -> Result<(), Fault> {
        if part == 2 {
            cursor.align(64);
        }
        let Content::Blocks(blocks) = &mut self.content else { return Ok(()) };
        blocks.places[part] = cursor.at();
        let bytes = match part {
            0 => blocks.entries.checked_mul(6),
            1 => Some(2 * u64::from(blocks.lengths)),
            _ => Some(u64::from(blocks.blocks) << blocks.block_bits),
        };
        Ok(cursor.skip(bytes.ok_or(Fault::Damaged("an index without end"))?)?)
    }

    /// The number with this index.
    pub(super) fn value(&self, source: &Source, index: u64) -> Result<u16, Fault> {
        match &self.content {
            Content::One(value) => Ok(*value),
            Content::Blocks(blocks) => blocks.value(source, index),
        }
    }
}

impl Blocks {
    fn value(&self, source: &Source, index: u64) -> Result<u16, Fault> {
        let (block, offset) = self.locate(source, index)?;
        let size = 1_usize << self.block_bits;
        let from = self.places[2] + (u64::from(block) << self.block_bits);
        let (mut small, mut large);
        let bytes: &mut [u8] = if size <= SMALL_BLOCK {
            small = [0; SMALL_BLOCK + BEHIND];
            &mut small[..size + BEHIND]
        } else {
            large = vec![0; size + BEHIND];
            &mut large
        };
        source.read(from, &mut bytes[..size])?;
        self.decode(bytes, offset)
    }

    /// In which block a number is, and at which place there.
    fn locate(&self, source: &Source, index: u64) -> Result<(u32, u32), Fault> {
        let span = 1_u64 << self.span_bits;
        let entry = index >> self.span_bits;
        ensure(entry < self.entries, "a position past its end")?;
        // An entry has the place where the number in the middle of its span is.
        let mut bytes = [0; 6];
        source.read(self.places[0] + 6 * entry, &mut bytes)?;
        let [a, b, c, d, low, high] = bytes;
        let mut block = u32::from_le_bytes([a, b, c, d]);
        let offset = u16::from_le_bytes([low, high]);
        let mut offset = i64::from(offset) + (index % span) as i64 - (span / 2) as i64;
        let mut lengths = Lengths { blocks: self, source, first: 1, read: [0; Lengths::AT_ONCE] };
        for _ in 0..MAX_WALK {
            if offset < 0 {
                block = block.checked_sub(1).ok_or(Fault::Damaged("an index out of its range"))?;
                offset += lengths.of(block)?;
                continue;
            }
            let length = lengths.of(block)?;
            if offset < length {
                ensure(block < self.blocks, "an index out of its range")?;
                return Ok((block, offset as u32));
            }
            offset -= length;
            block = block.checked_add(1).ok_or(Fault::Damaged("an index out of its range"))?;
        }
        Err(Fault::Damaged("an index that leads nowhere"))
    }

    /// The number at a place of a block, which has [`BEHIND`] more bytes than are its own.
    fn decode(&self, block: &[u8], mut offset: u32) -> Result<u16, Fault> {
        let end = 8 * (block.len() - BEHIND);
        let mut at = 0;
        let symbol = loop {
            ensure(at < end, "a block that is too short")?;
            let mut window = [0; 8];
            window.copy_from_slice(&block[at / 8..at / 8 + 8]);
            // The bits from here on, at least 57 of them.
            let bits = u64::from_be_bytes(window) << (at % 8);
            let longer = self.bases.iter().position(|&base| bits >= base);
            let longer = longer.ok_or(Fault::Damaged("a code word that none has"))?;
            let length = u32::from(self.min_code) + longer as u32;
            let rank = (bits - self.bases[longer]) >> (64 - length);
            let symbol = usize::from(self.lowest[longer]) + rank as usize;
            let count =
                self.counts.get(symbol).ok_or(Fault::Damaged("a code word that none has"))?;
            if offset < u32::from(*count) {
                break symbol;
            }
            offset -= u32::from(*count);
            at += length as usize;
        };
        let mut symbol = symbol;
        // Each step leads to fewer numbers.
        loop {
            let [left, right] = self.tree[symbol];
            if right == LEAF {
                return Ok(left);
            }
            let first = u32::from(self.counts[usize::from(left)]);
            if offset < first {
                symbol = left.into();
            } else {
                offset -= first;
                symbol = right.into();
            }
        }
    }
}

/// The list of block lengths, of which a piece at a time is read.
struct Lengths<'b> {
    blocks: &'b Blocks,
    source: &'b Source,
    /// The first block of the piece that was read, a multiple of [`Lengths::AT_ONCE`]; 1 for none.
    first: u32,
    read: [u16; Lengths::AT_ONCE],
}

impl Lengths<'_> {
    const AT_ONCE: usize = 32;

    /// How many numbers a block has.
    fn of(&mut self, block: u32) -> Result<i64, Fault> {
        ensure(block < self.blocks.lengths, "an index out of its range")?;
        let within = block as usize % Self::AT_ONCE;
        let first = block - within as u32;
        if first != self.first {
            let count = (self.blocks.lengths - first).min(Self::AT_ONCE as u32) as usize;
            let mut bytes = [0; 2 * Self::AT_ONCE];
            let from = self.blocks.places[1] + 2 * u64::from(first);
            self.source.read(from, &mut bytes[..2 * count])?;
            for (length, pair) in self.read.iter_mut().zip(bytes.chunks_exact(2)) {
                *length = u16::from_le_bytes([pair[0], pair[1]]);
            }
            self.first = first;
        }
        // One less is kept.
        Ok(i64::from(self.read[within]) + 1)
    }
}
