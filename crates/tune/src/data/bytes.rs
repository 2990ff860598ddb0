//! Numbers and texts as bytes. Whole numbers have seven bits a byte, the lowest first; the eighth says that more follow.

/// Appends a whole number.
pub(super) fn put(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// Appends a text with its length before it.
pub(super) fn put_text(bytes: &mut Vec<u8>, text: &str) {
    put(bytes, text.len() as u64);
    bytes.extend_from_slice(text.as_bytes());
}

/// Reads what was written; None where nothing is left or it cannot be.
pub(super) struct Cursor<'b>(pub(super) &'b [u8]);

impl<'b> Cursor<'b> {
    pub(super) fn bytes(&mut self, count: usize) -> Option<&'b [u8]> {
        let (taken, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(taken)
    }

    pub(super) fn number(&mut self) -> Option<u64> {
        let mut number = 0_u64;
        for shift in (0..64).step_by(7) {
            let [byte] = *self.bytes(1)? else { return None };
            number |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return Some(number);
            }
        }
        None
    }

    /// A count of things that have at least `each` bytes: no more than there is room for.
    pub(super) fn count(&mut self, each: usize) -> Option<usize> {
        let count = usize::try_from(self.number()?).ok()?;
        (count.checked_mul(each)? <= self.0.len()).then_some(count)
    }

    pub(super) fn text(&mut self) -> Option<&'b str> {
        let length = self.count(1)?;
        std::str::from_utf8(self.bytes(length)?).ok()
    }

    pub(super) fn words(&mut self, count: usize) -> Option<impl Iterator<Item = u16> + use<'b>> {
        let bytes = self.bytes(count.checked_mul(2)?)?;
        Some(bytes.chunks_exact(2).map(|two| u16::from_le_bytes([two[0], two[1]])))
    }
}
