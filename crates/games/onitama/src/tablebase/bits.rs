//! Rows of bits with a note of where they are not empty.

/// 256 bits, what the processor handles at once.
pub(crate) type Lane = [u64; 4];

/// The bits of a lane.
pub(crate) const LANE_BITS: usize = 256;

/// A matrix of bits.
#[derive(Debug)]
pub(crate) struct Matrix {
    lanes: Vec<Lane>,
    /// Lanes a row.
    width: usize,
}

impl Matrix {
    /// Of zeros. None if the system does not have the memory.
    pub(crate) fn new(rows: usize, width: usize) -> Option<Self> {
        let mut lanes = Vec::new();
        lanes.try_reserve_exact(rows * width).ok()?;
        lanes.resize(rows * width, [0; 4]);
        Some(Self { lanes, width })
    }

    /// How many bytes [`to_bytes`](Self::to_bytes) gives for so many rows and columns.
    pub(crate) fn byte_length(size: usize) -> usize {
        size * size.div_ceil(LANE_BITS) * size_of::<Lane>()
    }

    /// The first rows, as many as there are columns, as bytes.
    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        let rows = self.lanes.len() / self.width - 1;
        let words = self.lanes[..rows * self.width].as_flattened();
        words.iter().flat_map(|word| word.to_le_bytes()).collect()
    }

    /// From as many bytes as [`byte_length`](Self::byte_length) says, and an empty last row.
    pub(crate) fn from_bytes(size: usize, bytes: &[u8]) -> Self {
        let width = size.div_ceil(LANE_BITS);
        let (words, _) = bytes.as_chunks::<8>();
        let word = |bytes: &[u8; 8]| u64::from_le_bytes(*bytes);
        let mut lanes: Vec<Lane> =
            words.as_chunks::<4>().0.iter().map(|lane| lane.each_ref().map(word)).collect();
        lanes.resize((size + 1) * width, [0; 4]);
        Self { lanes, width }
    }

    /// All rows, one after the other.
    pub(crate) fn lanes(&self) -> &[Lane] {
        &self.lanes
    }

    /// The same, to be changed.
    pub(crate) fn lanes_mut(&mut self) -> &mut [Lane] {
        &mut self.lanes
    }

    #[inline]
    pub(crate) fn row(&self, row: usize) -> &[Lane] {
        &self.lanes[row * self.width..][..self.width]
    }

    #[inline]
    pub(crate) fn row_mut(&mut self, row: usize) -> &mut [Lane] {
        &mut self.lanes[row * self.width..][..self.width]
    }

    /// The word of 64 bits that holds column `64 * word` of a row.
    #[inline]
    pub(crate) fn word_mut(&mut self, row: usize, word: usize) -> &mut u64 {
        &mut self.lanes[row * self.width + word / 4][word % 4]
    }

    #[inline]
    pub(crate) fn get(&self, row: usize, column: usize) -> bool {
        self.row(row)[column / LANE_BITS][column / 64 % 4] >> (column % 64) & 1 == 1
    }
}

/// The news in a matrix since the last step: its bits, and for each row which lanes have any.
#[derive(Debug)]
pub(crate) struct Fresh {
    pub(crate) bits: Matrix,
    /// By row, a bit for each lane of it that is not zero.
    pub(crate) lanes: Vec<u32>,
}

impl Fresh {
    /// Becomes a copy of one of the same size.
    pub(crate) fn copy_from(&mut self, other: &Self) {
        self.bits.lanes.copy_from_slice(&other.bits.lanes);
        self.lanes.copy_from_slice(&other.lanes);
    }

    pub(crate) fn new(rows: usize, width: usize) -> Option<Self> {
        debug_assert!(width <= 32);
        Some(Self { bits: Matrix::new(rows, width)?, lanes: vec![0; rows] })
    }

    /// Makes everything zero.
    pub(crate) fn clear(&mut self) {
        for row in 0..self.lanes.len() {
            let lanes = std::mem::take(&mut self.lanes[row]);
            let bits = self.bits.row_mut(row);
            for lane in set_bits(lanes) {
                bits[lane] = [0; 4];
            }
        }
    }

    #[inline]
    pub(crate) fn set(&mut self, row: usize, column: usize) {
        *self.bits.word_mut(row, column / 64) |= 1 << (column % 64);
        self.lanes[row] |= 1 << (column / LANE_BITS);
    }

    #[cfg(test)]
    pub(crate) fn is_empty(&self) -> bool {
        self.lanes.iter().all(|&lanes| lanes == 0)
    }
}

/// The places of the ones of a number, from the lowest.
#[inline]
pub(crate) fn set_bits(mut bits: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (bits != 0).then(|| {
            let place = bits.trailing_zeros() as usize;
            bits &= bits - 1;
            place
        })
    })
}

/// The places of the ones of a lane, from the lowest.
#[inline]
pub(crate) fn places(lane: &Lane) -> impl Iterator<Item = usize> {
    lane.iter().enumerate().flat_map(|(word, &bits)| {
        let mut bits = bits;
        std::iter::from_fn(move || {
            (bits != 0).then(|| {
                let place = bits.trailing_zeros() as usize;
                bits &= bits - 1;
                64 * word + place
            })
        })
    })
}

#[inline]
pub(crate) fn or(into: &mut Lane, lane: &Lane) {
    for (word, more) in into.iter_mut().zip(lane) {
        *word |= more;
    }
}

#[inline]
pub(crate) fn and(into: &mut Lane, lane: &Lane) {
    for (word, more) in into.iter_mut().zip(lane) {
        *word &= more;
    }
}

#[inline]
pub(crate) fn and_not(into: &mut Lane, lane: &Lane) {
    for (word, less) in into.iter_mut().zip(lane) {
        *word &= !less;
    }
}

/// Turns rows into columns (Warren, Hacker's Delight, 7-3) in four squares of 64 by 64 bits, one
/// for each word of the lanes.
#[inline]
pub(crate) fn transpose(squares: &mut [Lane; 64]) {
    let mut width = 32;
    let mut mask = 0xffff_ffff_u64;
    while width != 0 {
        let mut base = 0;
        while base < 64 {
            for row in base..base + width {
                let (above, below) = (squares[row], squares[row + width]);
                let swap: Lane =
                    std::array::from_fn(|word| (above[word] >> width ^ below[word]) & mask);
                squares[row] = std::array::from_fn(|word| above[word] ^ swap[word] << width);
                squares[row + width] = std::array::from_fn(|word| below[word] ^ swap[word]);
            }
            base += 2 * width;
        }
        width /= 2;
        mask ^= mask << width;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_become_columns() {
        let number = |at: u64| (at + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let before: [Lane; 64] =
            std::array::from_fn(|row| std::array::from_fn(|word| number((64 * word + row) as u64)));
        let mut after = before;
        transpose(&mut after);
        for (row, column) in (0..64).flat_map(|row| (0..64).map(move |column| (row, column))) {
            for word in 0..4 {
                assert_eq!(before[row][word] >> column & 1, after[column][word] >> row & 1);
            }
        }
    }

    #[test]
    fn what_is_fresh_is_cleared() {
        let mut fresh = Fresh::new(3, 2).unwrap();
        fresh.set(1, 300);
        assert!(fresh.bits.get(1, 300) && !fresh.is_empty());
        fresh.clear();
        assert!(!fresh.bits.get(1, 300) && fresh.is_empty());
    }
}
