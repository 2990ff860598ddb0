//! Arrays as NumPy writes them (`.npy`): a header, and the numbers one after the other.
//!
//! <https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html>

use std::io::{self, Read, Write};

/// What every array begins with.
const MAGIC: [u8; 6] = *b"\x93NUMPY";
/// The longest header that is read, in bytes: what NumPy writes has some hundred.
const LONGEST_HEADER: usize = 1 << 16;
/// The numbers begin at a multiple of so many bytes.
const ALIGNMENT: usize = 64;

/// A number of an array.
pub(super) trait Number: Copy {
    /// Its type as NumPy writes it.
    const TYPE: &'static str;

    /// Writes it, its lowest byte first.
    fn write(self, out: &mut dyn Write) -> io::Result<()>;
}

macro_rules! numbers {
    ($($number:ty: $name:literal),+) => {
        $(impl Number for $number {
            const TYPE: &'static str = $name;

            fn write(self, out: &mut dyn Write) -> io::Result<()> {
                out.write_all(&self.to_le_bytes())
            }
        })+
    };
}

numbers!(u8: "|u1", i32: "<i4", i64: "<i8", f32: "<f4", f64: "<f8");

/// What an array is besides its numbers.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(super) struct Header {
    /// The type of its numbers as NumPy writes it.
    pub(super) kind: String,
    /// The numbers stand in the order of Fortran, the first place changing first, and not in that of C.
    pub(super) fortran: bool,
    /// Its lengths.
    pub(super) shape: Vec<u64>,
}

impl Header {
    /// Writes the header of an array, version 1.0 of the form.
    pub(super) fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let lengths: String = self.shape.iter().map(|length| format!("{length}, ")).collect();
        let order = if self.fortran { "True" } else { "False" };
        let kind = &self.kind;
        let mut text =
            format!("{{'descr': '{kind}', 'fortran_order': {order}, 'shape': ({lengths}), }}");
        let before = MAGIC.len() + 4;
        let whole = (before + text.len() + 1).next_multiple_of(ALIGNMENT);
        text.push_str(&" ".repeat(whole - before - text.len() - 1));
        text.push('\n');
        let length = u16::try_from(text.len()).map_err(io::Error::other)?;
        out.write_all(&MAGIC)?;
        out.write_all(&[1, 0])?;
        out.write_all(&length.to_le_bytes())?;
        out.write_all(text.as_bytes())
    }

    /// Reads the header of an array; what is wrong comes back in words.
    pub(super) fn read(from: &mut dyn Read) -> Result<Self, String> {
        let short = |_| "it ends within its header".to_owned();
        let mut begin = [0; 8];
        from.read_exact(&mut begin).map_err(short)?;
        if begin[..MAGIC.len()] != MAGIC {
            return Err("it does not begin as an array does".to_owned());
        }
        let length = if begin[6] == 1 {
            let mut length = [0; 2];
            from.read_exact(&mut length).map_err(short)?;
            usize::from(u16::from_le_bytes(length))
        } else {
            let mut length = [0; 4];
            from.read_exact(&mut length).map_err(short)?;
            u32::from_le_bytes(length) as usize
        };
        if length > LONGEST_HEADER {
            return Err(format!("its header is {length} bytes long"));
        }
        let mut text = vec![0; length];
        from.read_exact(&mut text).map_err(short)?;
        let text = String::from_utf8(text).map_err(|_| "its header is no text".to_owned())?;
        Self::parse(&text).ok_or_else(|| format!("its header is not understood: {}", text.trim()))
    }

    /// A literal of Python with three entries in any order.
    fn parse(text: &str) -> Option<Self> {
        let mut rest = Rest(text);
        let (mut kind, mut fortran, mut shape) = (None, None, None);
        rest.expect('{')?;
        while !rest.take('}') {
            let key = rest.text()?;
            rest.expect(':')?;
            match key {
                "descr" => kind = Some(rest.text()?.to_owned()),
                "fortran_order" => {
                    fortran = Some(match rest.word()? {
                        "True" => true,
                        "False" => false,
                        _ => return None,
                    });
                }
                "shape" => shape = Some(rest.lengths()?),
                _ => return None,
            }
            if !rest.take(',') {
                rest.expect('}')?;
                break;
            }
        }
        Some(Self { kind: kind?, fortran: fortran?, shape: shape? })
    }
}

/// What is left of a header.
struct Rest<'t>(&'t str);

impl<'t> Rest<'t> {
    /// Passes over a sign, if it stands there.
    fn take(&mut self, sign: char) -> bool {
        self.0 = self.0.trim_start();
        let rest = self.0.strip_prefix(sign);
        self.0 = rest.unwrap_or(self.0);
        rest.is_some()
    }

    fn expect(&mut self, sign: char) -> Option<()> {
        self.take(sign).then_some(())
    }

    /// A text in quotation marks of either kind.
    fn text(&mut self) -> Option<&'t str> {
        let mark = ['\'', '"'].into_iter().find(|&mark| self.take(mark))?;
        let (text, rest) = self.0.split_once(mark)?;
        self.0 = rest;
        Some(text)
    }

    /// Letters and digits.
    fn word(&mut self) -> Option<&'t str> {
        self.0 = self.0.trim_start();
        let end = self.0.find(|c: char| !c.is_ascii_alphanumeric())?;
        let (word, rest) = self.0.split_at(end);
        self.0 = rest;
        Some(word)
    }

    /// Whole numbers in brackets.
    fn lengths(&mut self) -> Option<Vec<u64>> {
        self.expect('(')?;
        let mut lengths = Vec::new();
        while !self.take(')') {
            lengths.push(self.word()?.parse().ok()?);
            if !self.take(',') {
                self.expect(')')?;
                break;
            }
        }
        Some(lengths)
    }
}

/// So many numbers of a type; None where the type is not taken, and in words what is wrong with the numbers.
pub(super) fn numbers(
    from: &mut dyn Read,
    kind: &str,
    count: u64,
) -> Option<Result<Vec<f64>, String>> {
    let (size, number): (usize, fn(&[u8]) -> f64) = match kind {
        "|u1" => (1, |bytes| bytes[0].into()),
        "<i4" => (4, |bytes| i32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]).into()),
        "<f4" => (4, |bytes| f32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]).into()),
        "<i8" => (8, |bytes| i64::from_le_bytes(eight(bytes)) as f64),
        "<f8" => (8, |bytes| f64::from_le_bytes(eight(bytes))),
        _ => return None,
    };
    let wanted = count.saturating_mul(size as u64);
    let mut bytes = Vec::new();
    let read = from.take(wanted).read_to_end(&mut bytes).map_err(|error| error.to_string());
    Some(read.and_then(|_| {
        let found = bytes.len();
        if found as u64 != wanted {
            return Err(format!(
                "it has {found} bytes of numbers where its shape asks for {wanted}"
            ));
        }
        Ok(bytes.chunks_exact(size).map(number).collect())
    }))
}

fn eight(bytes: &[u8]) -> [u8; 8] {
    bytes.first_chunk().copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(header: &Header) -> Vec<u8> {
        let mut bytes = Vec::new();
        header.write(&mut bytes).unwrap();
        bytes
    }

    #[test]
    fn headers_are_those_of_numpy_and_come_back() {
        for shape in [vec![], vec![7], vec![3, 4], vec![9_216, 2, 128]] {
            for fortran in [false, true] {
                let header = Header { kind: "<f4".to_owned(), fortran, shape: shape.clone() };
                let bytes = written(&header);
                assert_eq!((bytes.len() % ALIGNMENT, bytes.last()), (0, Some(&b'\n')));
                assert_eq!(Header::read(&mut &bytes[..]), Ok(header));
            }
        }
        // As NumPy writes them, and as others may.
        let of = |text: &str| Header::parse(text);
        let numpy = of("{'descr': '<f8', 'fortran_order': False, 'shape': (2, 3), }  \n").unwrap();
        assert_eq!(numpy, Header { kind: "<f8".to_owned(), fortran: false, shape: vec![2, 3] });
        let other = of("{\"shape\":(2,3),\"fortran_order\":False,\"descr\":\"<f8\"}").unwrap();
        assert_eq!(other, numpy);
        assert_eq!(
            of("{'descr': '|u1', 'fortran_order': True, 'shape': (5,), }").unwrap().shape,
            [5]
        );
    }

    #[test]
    fn what_is_no_header_is_refused_in_words() {
        for text in [
            "",
            "{",
            "{}",
            "{'descr': '<f4', 'fortran_order': False}",
            "{'descr': '<f4', 'fortran_order': Maybe, 'shape': (2,)}",
            "{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': (2,)}",
            "{'descr': '<f4', 'fortran_order': False, 'shape': (-2,)}",
            "{'descr': '<f4', 'fortran_order': False, 'shape': ((((2",
            "{'descr': '<f4', 'fortran_order': False, 'shape': (99999999999999999999,)}",
        ] {
            assert_eq!(Header::parse(text), None, "{text}");
        }
        let fault = |bytes: &[u8]| Header::read(&mut &bytes[..]).unwrap_err();
        assert_eq!(fault(b"\x93NUM"), "it ends within its header");
        assert_eq!(fault(b"PK and more"), "it does not begin as an array does");
        assert_eq!(
            fault(b"\x93NUMPY\x02\x00\xff\xff\xff\x7f"),
            "its header is 2147483647 bytes long"
        );
        assert_eq!(fault(b"\x93NUMPY\x01\x00\x02\x00{}"), "its header is not understood: {}");
    }

    #[test]
    fn numbers_of_each_type_are_read_and_too_few_are_told() {
        let mut bytes = Vec::new();
        (-2_i32).write(&mut bytes).unwrap();
        7_i32.write(&mut bytes).unwrap();
        let read = |kind, count| numbers(&mut &bytes[..], kind, count);
        assert_eq!(read("<i4", 2), Some(Ok(vec![-2.0, 7.0])));
        assert_eq!(read("|u1", 1), Some(Ok(vec![254.0])));
        assert_eq!(read("<f2", 2), None);
        let fault = "it has 8 bytes of numbers where its shape asks for 16".to_owned();
        assert_eq!(read("<i8", 2), Some(Err(fault)));
    }
}
