//! As much of CBOR (RFC 8949) as authenticators write: items of a length that is said in front (CTAP2's canonical form).

/// How deep items may stand in each other. What authenticators write is three deep.
const DEEPEST: usize = 8;

/// What an item is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Item<'a> {
    /// A whole number.
    Number(i64),
    /// Bytes.
    Bytes(&'a [u8]),
    /// A text.
    Text(&'a str),
    /// A list, a map, or a value that means nothing here.
    Other,
}

/// Reads items one after the other.
#[derive(Clone, Copy, Debug)]
pub struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    /// Reads those bytes.
    pub fn new(bytes: &'a [u8]) -> Self {
        Self(bytes)
    }

    /// What was not read yet.
    pub fn rest(self) -> &'a [u8] {
        self.0
    }

    fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(taken)
    }

    /// The kind of an item, and its number: a value, a length or a count.
    fn head(&mut self) -> Option<(u8, u64)> {
        let first = *self.take(1)?.first()?;
        let number = match first & 31 {
            small @ 0..24 => u64::from(small),
            size @ 24..28 => {
                let bytes = self.take(1 << (size - 24))?;
                bytes.iter().fold(0, |number, &byte| number << 8 | u64::from(byte))
            }
            // Of a length that only its end shows, or nothing at all.
            _ => return None,
        };
        Some((first >> 5, number))
    }

    /// The next item, whole; none where it is not well written, or ends early.
    pub fn item(&mut self) -> Option<Item<'a>> {
        self.item_within(DEEPEST)
    }

    fn item_within(&mut self, depth: usize) -> Option<Item<'a>> {
        let depth = depth.checked_sub(1)?;
        let (kind, number) = self.head()?;
        let inner = match kind {
            0 => return i64::try_from(number).ok().map(Item::Number),
            1 => return i64::try_from(number).ok().map(|number| Item::Number(-1 - number)),
            2 => return self.take(usize::try_from(number).ok()?).map(Item::Bytes),
            3 => {
                let text = self.take(usize::try_from(number).ok()?)?;
                return std::str::from_utf8(text).ok().map(Item::Text);
            }
            4 => number,
            5 => number.checked_mul(2)?,
            6 => 1,
            _ => 0,
        };
        // Each takes a byte at least, so a count that is a lie ends soon.
        for _ in 0..inner {
            self.item_within(depth)?;
        }
        Some(Item::Other)
    }

    /// The number of entries of a map, of which the first comes next.
    pub fn map(&mut self) -> Option<u64> {
        self.head().filter(|(kind, _)| *kind == 5).map(|(_, entries)| entries)
    }
}

/// The bytes that a map has under a name; none where they are not there, or there twice, or something follows the map.
pub fn bytes_of<'a>(map: &'a [u8], name: &str) -> Option<&'a [u8]> {
    let mut reader = Reader::new(map);
    let mut found = None;
    for _ in 0..reader.map()? {
        let key = reader.item()?;
        let value = reader.item()?;
        let Item::Bytes(bytes) = value else { continue };
        if key == Item::Text(name) && found.replace(bytes).is_some() {
            return None;
        }
    }
    found.filter(|_| reader.rest().is_empty())
}

#[cfg(test)]
mod tests {
    use super::{Item, Reader, bytes_of};

    fn read(bytes: &[u8]) -> Option<(Item<'_>, usize)> {
        let mut reader = Reader::new(bytes);
        reader.item().map(|item| (item, reader.rest().len()))
    }

    /// The examples of RFC 8949, appendix A, as far as authenticators write such.
    #[test]
    fn items_are_read_as_the_standard_has_them() {
        for (bytes, item) in [
            (&[0x00][..], Item::Number(0)),
            (&[0x17], Item::Number(23)),
            (&[0x18, 0x64], Item::Number(100)),
            (&[0x1a, 0x00, 0x0f, 0x42, 0x40], Item::Number(1_000_000)),
            (&[0x20], Item::Number(-1)),
            (&[0x39, 0x03, 0xe7], Item::Number(-1000)),
            (&[0x44, 1, 2, 3, 4], Item::Bytes(&[1, 2, 3, 4])),
            (&[0x62, 0xc3, 0xbc], Item::Text("ü")),
            (&[0x83, 1, 0x82, 2, 3, 0x82, 4, 5], Item::Other),
            (&[0xa2, 0x61, 0x61, 1, 0x61, 0x62, 0x82, 2, 3], Item::Other),
            (&[0xc1, 0x1a, 0x51, 0x4b, 0x67, 0xb0], Item::Other),
            (&[0xf5], Item::Other),
            (&[0xfb, 0x3f, 0xf1, 0x99, 0x99, 0x99, 0x99, 0x99, 0x9a], Item::Other),
        ] {
            assert_eq!(read(bytes), Some((item, 0)), "{bytes:02x?}");
            assert!((0..bytes.len()).all(|end| read(&bytes[..end]).is_none()), "{bytes:02x?}");
        }
    }

    #[test]
    fn what_is_endless_deep_or_huge_is_refused() {
        for bytes in [
            &[0x5f, 0x41, 1, 0xff][..],
            &[0x9f, 0xff],
            &[0x1c],
            &[0x81; 1000],
            &[0x5b, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff],
            &[0x9b, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1],
            &[0xbb, 0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1, 1],
            &[0x1b, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff],
            &[0x61, 0xff],
        ] {
            assert_eq!(read(bytes), None, "{bytes:02x?}");
        }
    }

    #[test]
    fn bytes_of_a_map_are_there_once() {
        assert_eq!(bytes_of(&[0xa1, 0x61, 0x61, 0x41, 7], "a"), Some(&[7][..]));
        assert_eq!(bytes_of(&[0xa1, 0x61, 0x61, 0x41, 7, 0], "a"), None);
        assert_eq!(bytes_of(&[0xa2, 0x61, 0x61, 0x41, 7, 0x61, 0x61, 0x41, 7], "a"), None);
        assert_eq!(bytes_of(&[0xa1, 0x61, 0x61, 7], "a"), None);
        assert_eq!(bytes_of(&[0x41, 7], "a"), None);
    }
}
