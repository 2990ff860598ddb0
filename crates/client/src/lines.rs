//! The lines of a stream.

use std::io::{BufRead, BufReader, Read};
use std::marker::PhantomData;
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::time::Duration;

use serde::de::DeserializeOwned;

use crate::error::Error;

/// The server says at least an empty line every 7 seconds; after so long a silence it is gone.
const SILENCE: Duration = Duration::from_secs(30);
/// The longest line that is read, in bytes.
const LONGEST: u64 = 8 << 20;
/// Lines that wait to be looked at; a program that reads none of them makes the server wait.
const WAITING: usize = 64;

/// The lines of a stream as they come, until it ends. An error is the last that comes; the stream
/// is then opened again.
pub struct Lines<T> {
    lines: Receiver<Result<String, Error>>,
    over: bool,
    of: PhantomData<fn() -> T>,
}

impl<T: DeserializeOwned> Lines<T> {
    /// Reads on a thread of its own, so that a silence is noticed.
    pub(crate) fn read(body: impl Read + Send + 'static) -> Self {
        let (sender, lines) = sync_channel(WAITING);
        std::thread::spawn(move || {
            let mut body = BufReader::new(body);
            loop {
                let mut line = String::new();
                let read = body.by_ref().take(LONGEST).read_line(&mut line);
                let next = match read {
                    Ok(0) => return,
                    Ok(_) if !line.ends_with('\n') => {
                        Err(Error::Connection("it broke off within a line".to_owned()))
                    }
                    Ok(_) => Ok(line),
                    Err(error) => Err(Error::Connection(error.to_string())),
                };
                let ends = next.is_err();
                if sender.send(next).is_err() || ends {
                    return;
                }
            }
        });
        Self { lines, over: false, of: PhantomData }
    }

    /// Waits for the next line, at most so long; None where it has not come by then.
    ///
    /// # Errors
    /// Where the connection has broken off, or the line cannot be read.
    pub fn next_within(&mut self, time: Duration) -> Option<Result<T, Error>> {
        if self.over {
            return None;
        }
        loop {
            let line = match self.lines.recv_timeout(time) {
                Ok(Ok(line)) if line.trim().is_empty() => continue,
                Ok(line) => line,
                Err(RecvTimeoutError::Timeout) => return None,
                Err(RecvTimeoutError::Disconnected) => {
                    self.over = true;
                    return None;
                }
            };
            let read = line.and_then(|line| {
                serde_json::from_str(&line).map_err(|error| Error::Unreadable(error.to_string()))
            });
            self.over = read.is_err();
            return Some(read);
        }
    }

    /// No more comes.
    pub fn is_over(&self) -> bool {
        self.over
    }
}

impl<T: DeserializeOwned> Iterator for Lines<T> {
    type Item = Result<T, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        let next = self.next_within(SILENCE);
        if next.is_none() && !self.over {
            self.over = true;
            let seconds = SILENCE.as_secs();
            return Some(Err(Error::Connection(format!("nothing came for {seconds} s"))));
        }
        next
    }
}

#[cfg(test)]
mod tests {
    use super::Lines;
    use crate::error::Error;

    fn read(text: &'static str) -> Vec<Result<u32, Error>> {
        Lines::read(text.as_bytes()).collect()
    }

    #[test]
    fn lines_are_read_and_empty_ones_passed_over() {
        let numbers: Vec<u32> =
            read("\n1\n\n\r\n2\n").into_iter().map(|it| it.expect("a number")).collect();
        assert_eq!(numbers, [1, 2]);
    }

    #[test]
    fn a_stream_that_breaks_off_or_says_nonsense_ends_with_an_error() {
        let broken = read("1\n2");
        assert!(broken.len() == 2 && matches!(broken[1], Err(Error::Connection(_))), "{broken:?}");
        let odd = read("1\nx\n3\n");
        assert!(odd.len() == 2 && matches!(odd[1], Err(Error::Unreadable(_))), "{odd:?}");
    }
}
