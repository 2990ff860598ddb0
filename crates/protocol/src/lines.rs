//! Lines, from bytes that arrive in chunks.

use crate::error::ProtocolError;

/// The longest line that is read, in bytes; a game of thousands of turns fits.
pub const MAX_LINE: usize = 1 << 20;

/// Collects bytes and gives complete lines. Its buffer is bounded.
#[derive(Clone, Debug, Default)]
pub struct Lines {
    held: Vec<u8>,
    /// The current line is too long: the rest of it is dropped.
    overlong: bool,
}

impl Lines {
    /// Takes bytes and gives each line that they complete to `take`; a line that is too long or
    /// is not UTF-8 comes as an error.
    pub fn feed(&mut self, bytes: &[u8], mut take: impl FnMut(Result<&str, ProtocolError>)) {
        for piece in bytes.split_inclusive(|&byte| byte == b'\n') {
            let ends = piece.ends_with(b"\n");
            if self.overlong || self.held.len() + piece.len() > MAX_LINE {
                self.held.clear();
                self.overlong = !ends;
                if ends {
                    take(Err(ProtocolError::whole(format!(
                        "the line is longer than {MAX_LINE} bytes and was ignored"
                    ))));
                }
                continue;
            }
            self.held.extend_from_slice(piece);
            if ends {
                take(text(&self.held));
                self.held.clear();
            }
        }
    }

    /// At the end of the input: a last line without an end.
    pub fn finish(&mut self, take: impl FnOnce(Result<&str, ProtocolError>)) {
        if !self.held.is_empty() {
            take(text(&self.held));
            self.held.clear();
        }
    }
}

fn text(line: &[u8]) -> Result<&str, ProtocolError> {
    let line = std::str::from_utf8(line).map_err(|error| {
        let at = error.valid_up_to() + 1;
        ProtocolError::whole(format!("the line is not UTF-8 (byte {at}) and was ignored"))
    })?;
    Ok(line.trim_end_matches(['\r', '\n']))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(lines: &mut Lines, bytes: &[u8]) -> Vec<String> {
        let mut found = Vec::new();
        lines.feed(bytes, |line| {
            found.push(line.map_or_else(|error| error.to_string(), str::to_owned));
        });
        found
    }

    #[test]
    fn lines_are_complete_however_the_bytes_are_split() {
        let mut lines = Lines::default();
        assert_eq!(all(&mut lines, b"uo"), [""; 0]);
        assert_eq!(all(&mut lines, b"i\r\nisready\ngo"), ["uoi", "isready"]);
        let mut last = String::new();
        lines.finish(|line| last = line.unwrap().to_owned());
        assert_eq!(last, "go");
    }

    #[test]
    fn a_bad_line_is_an_error_and_the_next_one_is_read() {
        let mut lines = Lines::default();
        let mut bytes = vec![b'x'; MAX_LINE + 10];
        assert_eq!(all(&mut lines, &bytes), [""; 0]);
        assert!(lines.held.is_empty());
        bytes.fill(b'y');
        assert_eq!(all(&mut lines, &bytes), [""; 0]);
        let found = all(&mut lines, b"z\ngo\n\xff\xfe\nstop\n");
        assert_eq!(found[0], "the line is longer than 1048576 bytes and was ignored");
        assert_eq!(found[1], "go");
        assert_eq!(found[2], "the line is not UTF-8 (byte 1) and was ignored");
        assert_eq!(found[3], "stop");
    }
}
