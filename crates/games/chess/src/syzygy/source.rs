//! Reading a table's file at any place: small files are kept in memory, of large ones only the bytes needed are read.

use std::collections::VecDeque;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError, RwLock};

/// Files of at most so many bytes are read as a whole.
const WHOLE: u64 = 1 << 20;
/// How many files may be open at once: systems allow a process a thousand or so.
const OPEN: usize = 128;

/// The files that are open.
#[derive(Default, Debug)]
pub(super) struct Pool {
    open: Mutex<VecDeque<Arc<Handle>>>,
}

/// A file that may be open.
#[derive(Default, Debug)]
struct Handle(RwLock<Option<Arc<File>>>);

impl Handle {
    fn get(&self) -> Option<Arc<File>> {
        self.0.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn set(&self, file: Option<Arc<File>>) {
        *self.0.write().unwrap_or_else(PoisonError::into_inner) = file;
    }
}

impl Pool {
    /// Opens a file; that which was opened first is closed if there are too many.
    fn open(&self, path: &Path, handle: &Arc<Handle>) -> io::Result<Arc<File>> {
        let file = Arc::new(File::open(path)?);
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        if handle.get().is_none() {
            if open.len() >= OPEN
                && let Some(oldest) = open.pop_front()
            {
                oldest.set(None);
            }
            open.push_back(handle.clone());
        }
        handle.set(Some(file.clone()));
        Ok(file)
    }
}

#[derive(Debug)]
enum Content {
    Whole(Box<[u8]>),
    File { path: PathBuf, handle: Arc<Handle>, pool: Arc<Pool> },
}

/// The bytes of a file.
#[derive(Debug)]
pub(super) struct Source {
    length: u64,
    content: Content,
}

impl Source {
    pub(super) fn open(path: &Path, pool: &Arc<Pool>) -> io::Result<Self> {
        let length = std::fs::metadata(path)?.len();
        if length <= WHOLE {
            return std::fs::read(path).map(Self::of);
        }
        let content =
            Content::File { path: path.to_owned(), handle: Arc::default(), pool: pool.clone() };
        Ok(Self { length, content })
    }

    /// Bytes in memory, as a file.
    pub(super) fn of(bytes: Vec<u8>) -> Self {
        Self { length: bytes.len() as u64, content: Content::Whole(bytes.into()) }
    }

    /// How many bytes there are.
    pub(super) fn length(&self) -> u64 {
        self.length
    }

    /// Fills `into` with the bytes from a place on.
    pub(super) fn read(&self, from: u64, into: &mut [u8]) -> io::Result<()> {
        match &self.content {
            Content::Whole(bytes) => {
                let part = usize::try_from(from).ok().and_then(|from| {
                    let to = from.checked_add(into.len())?;
                    bytes.get(from..to)
                });
                into.copy_from_slice(part.ok_or(io::ErrorKind::UnexpectedEof)?);
                Ok(())
            }
            Content::File { path, handle, pool } => {
                let file = match handle.get() {
                    Some(file) => file,
                    None => pool.open(path, handle)?,
                };
                read_at(&file, from, into)
            }
        }
    }
}

#[cfg(unix)]
fn read_at(file: &File, from: u64, into: &mut [u8]) -> io::Result<()> {
    std::os::unix::fs::FileExt::read_exact_at(file, into, from)
}

#[cfg(not(unix))]
fn read_at(file: &File, from: u64, into: &mut [u8]) -> io::Result<()> {
    use std::io::{Read as _, Seek as _};
    // The place is the file's own: one reads at a time.
    static TURN: Mutex<()> = Mutex::new(());
    let _turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
    let mut file = file;
    file.seek(io::SeekFrom::Start(from))?;
    file.read_exact(into)
}

/// Reads a file's head from its start on.
pub(super) struct Cursor<'s> {
    source: &'s Source,
    at: u64,
}

impl<'s> Cursor<'s> {
    pub(super) fn new(source: &'s Source) -> Self {
        Self { source, at: 0 }
    }

    /// How far it has come.
    pub(super) fn at(&self) -> u64 {
        self.at
    }

    /// Goes to the next multiple of `bytes`, a power of two.
    pub(super) fn align(&mut self, bytes: u64) {
        self.at = self.at.next_multiple_of(bytes);
    }

    /// Leaves out so many bytes.
    pub(super) fn skip(&mut self, bytes: u64) -> io::Result<()> {
        let next = self.at.checked_add(bytes).filter(|&at| at <= self.source.length);
        self.at = next.ok_or(io::ErrorKind::UnexpectedEof)?;
        Ok(())
    }

    pub(super) fn bytes<const N: usize>(&mut self) -> io::Result<[u8; N]> {
        let mut bytes = [0; N];
        self.source.read(self.at, &mut bytes)?;
        self.at += N as u64;
        Ok(bytes)
    }

    pub(super) fn byte(&mut self) -> io::Result<u8> {
        self.bytes::<1>().map(|[byte]| byte)
    }

    pub(super) fn half(&mut self) -> io::Result<u16> {
        self.bytes().map(u16::from_le_bytes)
    }

    /// So many numbers of two bytes.
    pub(super) fn halves(&mut self, count: usize) -> io::Result<Vec<u16>> {
        let bytes = self.vec(2 * count)?;
        Ok(bytes.chunks_exact(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]])).collect())
    }

    /// So many bytes.
    pub(super) fn vec(&mut self, count: usize) -> io::Result<Vec<u8>> {
        // No more memory than the file has bytes.
        let end = self.at.saturating_add(count as u64);
        if end > self.source.length {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        let mut bytes = vec![0; count];
        self.source.read(self.at, &mut bytes)?;
        self.at = end;
        Ok(bytes)
    }
}
