//! Files of experience: a journal of lines, each with a checksum, as `docs/data.md` tells. Several processes may add to one.

use std::borrow::Cow;
use std::fs::{File, OpenOptions};
use std::io::{ErrorKind, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::contents::{Experience, Lesson};
use crate::checked_lines::{put, take};

/// The first bytes of a file of experience; the number is the version of the form.
pub const MARK: &str = "tesuji-experience 1 ";
/// The first bytes of one of any version.
const NAME: &str = "tesuji-experience ";

/// A journal is written anew where it has so many lines for each position.
const LINES_FOR_EACH: usize = 4;
/// And no sooner than at so many lines.
const FEW_LINES: usize = 4_096;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Header<'h> {
    game: Cow<'h, str>,
}

#[derive(Serialize)]
struct PositionLine<'b> {
    position: &'b str,
    #[serde(flatten)]
    lesson: &'b Lesson,
}

/// As it is read; [`Lesson`] cannot be flattened where unknown fields are refused.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ReadLine {
    position: String,
    #[serde(default)]
    found: Option<super::contents::Found>,
    #[serde(default)]
    again: u64,
    #[serde(default)]
    played: std::collections::BTreeMap<String, crate::book::BookTurn>,
}

/// The result of reading a file.
#[derive(Debug, Default)]
pub struct ReadExperience {
    /// The game, where a line tells it.
    pub game: Option<String>,
    /// The lessons that were whole.
    pub experience: Experience,
    /// The lines that are damaged, by their numbers from 1. They were left out.
    pub damaged: Vec<usize>,
    /// All lines.
    pub lines: usize,
}

impl ReadExperience {
    /// Reads the bytes of a file.
    ///
    /// # Errors
    /// If they are none of experience, or of another version; in words.
    pub fn read(bytes: &[u8]) -> Result<Self, String> {
        let mut read = Self::default();
        if bytes.is_empty() {
            return Ok(read);
        }
        if !bytes.starts_with(MARK.as_bytes()) {
            return Err(if bytes.starts_with(NAME.as_bytes()) {
                let known = MARK.trim_end().trim_start_matches(NAME);
                format!("this experience is of another version than {known}, the one known here")
            } else {
                "this is no file of experience".to_owned()
            });
        }
        read.add(&bytes[MARK.len()..], true);
        Ok(read)
    }

    /// Reads more lines; the first tells the game where `begins`.
    fn add(&mut self, bytes: &[u8], begins: bool) {
        for (number, line) in bytes.split_inclusive(|&byte| byte == b'\n').enumerate() {
            self.lines += 1;
            let line = line.strip_suffix(b"\n").and_then(|line| std::str::from_utf8(line).ok());
            if begins && number == 0 {
                self.game = line.and_then(take).map(|Header { game }| game.into_owned());
                if self.game.is_none() {
                    self.damaged.push(self.lines);
                }
                continue;
            }
            match line.and_then(take) {
                Some(ReadLine { position, found, again, played }) => {
                    self.experience.add(position, Lesson { found, again, played });
                }
                None => self.damaged.push(self.lines),
            }
        }
    }
}

/// A file of experience of one game, and how far it was read.
#[derive(Debug)]
pub struct ExperienceFile {
    path: PathBuf,
    game: String,
    /// The bytes that were read.
    read: u64,
    /// Which file it was, where the system tells: another process may have put a new one in its place.
    identity: Option<(u64, u64)>,
    lines: usize,
}

/// A lock on a file of experience; it ends with the process that holds it.
struct Locked {
    _lock: File,
}

fn cannot(path: &Path, doing: &str) -> impl Fn(std::io::Error) -> String {
    let (path, doing) = (path.display().to_string(), doing.to_owned());
    move |error| format!("'{path}' cannot be {doing}: {error}")
}

#[cfg(unix)]
fn identity(file: &File) -> Option<(u64, u64)> {
    use std::os::unix::fs::MetadataExt as _;
    file.metadata().ok().map(|facts| (facts.dev(), facts.ino()))
}

#[cfg(not(unix))]
fn identity(_file: &File) -> Option<(u64, u64)> {
    None
}

impl ExperienceFile {
    /// A file of experience of a game; it need not be there yet.
    pub fn new(path: &Path, game: &str) -> Self {
        let (path, game) = (path.to_owned(), game.to_owned());
        Self { path, game, read: 0, identity: None, lines: 0 }
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    fn lock(&self) -> Result<Locked, String> {
        let mut name = self.path.file_name().unwrap_or_default().to_owned();
        name.push(".lock");
        let path = self.path.with_file_name(name);
        let lock = OpenOptions::new().create(true).truncate(false).write(true).open(&path);
        let lock = lock.map_err(cannot(&path, "written"))?;
        lock.lock().map_err(cannot(&path, "locked"))?;
        Ok(Locked { _lock: lock })
    }

    /// Reads what others have added since it was last read; all of it the first time. The flag says that it was read from
    /// its beginning: what was known before is in it.
    ///
    /// # Errors
    /// If it cannot be read, or is of another game; in words.
    pub fn refresh(&mut self) -> Result<(ReadExperience, bool), String> {
        let _locked = self.lock()?;
        self.read_on()
    }

    fn read_on(&mut self) -> Result<(ReadExperience, bool), String> {
        let mut file = match File::open(&self.path) {
            Ok(file) => file,
            Err(error) if error.kind() == ErrorKind::NotFound => {
                (self.read, self.identity, self.lines) = (0, None, 0);
                return Ok((ReadExperience::default(), true));
            }
            Err(error) => return Err(cannot(&self.path, "read")(error)),
        };
        let failed = cannot(&self.path, "read");
        let (is, length) = (identity(&file), file.metadata().map_err(&failed)?.len());
        let anew = self.read == 0 || is != self.identity || length < self.read;
        let mut bytes = Vec::new();
        if !anew {
            file.seek(SeekFrom::Start(self.read)).map_err(&failed)?;
        }
        file.read_to_end(&mut bytes).map_err(&failed)?;
        let refused = |fault| format!("'{}' cannot be read: {fault}", self.path.display());
        let found = if anew {
            let found = ReadExperience::read(&bytes).map_err(refused)?;
            if let Some(other) = found.game.as_ref().filter(|game| **game != self.game) {
                let fault = format!("it is experience of {other}, not of {}", self.game);
                return Err(refused(fault));
            }
            (self.read, self.lines) = (0, 0);
            found
        } else {
            let mut found = ReadExperience::default();
            found.add(&bytes, false);
            found
        };
        self.read += bytes.len() as u64;
        self.lines += found.lines;
        self.identity = is;
        Ok((found, anew))
    }

    /// Adds what was learned at its end, in one piece. What others have added meanwhile comes back, as from
    /// [`refresh`](Self::refresh); what was added now is not in it.
    ///
    /// # Errors
    /// If it cannot be written, or is none of this game; in words.
    pub fn add(&mut self, learned: &Experience) -> Result<(ReadExperience, bool), String> {
        let _locked = self.lock()?;
        let others = self.read_on()?;
        let failed = cannot(&self.path, "written");
        let mut text = Vec::new();
        let mut lines = 0;
        if self.read == 0 {
            self.write_header(&mut text).map_err(&failed)?;
            lines += 1;
        } else if others.0.damaged.contains(&others.0.lines) {
            // Its last line may have been cut off; what follows begins a line of its own.
            text.push(b'\n');
        }
        for (position, lesson) in learned.positions() {
            put(&mut text, "", &PositionLine { position, lesson }).map_err(&failed)?;
            lines += 1;
        }
        let file = OpenOptions::new().create(true).append(true).open(&self.path);
        let mut file = file.map_err(&failed)?;
        file.write_all(&text).map_err(&failed)?;
        self.identity = identity(&file);
        self.read += text.len() as u64;
        self.lines += lines;
        Ok(others)
    }

    fn write_header(&self, out: &mut dyn std::io::Write) -> std::io::Result<()> {
        put(out, MARK, &Header { game: self.game.as_str().into() })
    }

    /// Many of its lines tell of positions that others tell of too.
    pub fn is_wordy(&self, known: &Experience) -> bool {
        self.lines > FEW_LINES.max(LINES_FOR_EACH * known.len())
    }

    /// Writes the file anew, a line for each position and no more than so many of them: those that are most worth. What it
    /// then has comes back.
    ///
    /// # Errors
    /// If it cannot be read or written; what was there then stays.
    pub fn rewrite(&mut self, most: usize) -> Result<Experience, String> {
        let _locked = self.lock()?;
        self.read = 0;
        let (mut found, _) = self.read_on()?;
        found.experience.prune(most);
        self.replace(&found.experience)?;
        Ok(found.experience)
    }

    /// Puts a file with this in its place.
    ///
    /// # Errors
    /// If it cannot be written; what was there then stays.
    pub fn write(&mut self, all: &Experience) -> Result<(), String> {
        let _locked = self.lock()?;
        self.replace(all)
    }

    fn replace(&mut self, all: &Experience) -> Result<(), String> {
        let mut name = self.path.file_name().unwrap_or_default().to_owned();
        name.push(format!(".part-{}", std::process::id()));
        let part = self.path.with_file_name(name);
        let failed = cannot(&self.path, "written");
        let written = || -> std::io::Result<u64> {
            let mut out = std::io::BufWriter::new(File::create(&part)?);
            self.write_header(&mut out)?;
            for (position, lesson) in all.by_worth() {
                put(&mut out, "", &PositionLine { position, lesson })?;
            }
            let file = out.into_inner()?;
            file.sync_all()?;
            std::fs::rename(&part, &self.path)?;
            Ok(file.metadata()?.len())
        };
        self.read = written().map_err(|error| {
            // The unfinished file is of no use.
            let _ = std::fs::remove_file(&part);
            failed(error)
        })?;
        self.lines = 1 + all.len();
        self.identity = File::open(&self.path).ok().as_ref().and_then(identity);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lesson(turn: &str) -> Experience {
        let mut learned = Experience::default();
        learned.count(format!("position {turn}"), turn, 2);
        learned.count("start".to_owned(), turn, 1);
        learned
    }

    #[test]
    fn several_add_to_one_file_and_hear_of_each_other() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("chess.experience");
        let mut one = ExperienceFile::new(&path, "chess");
        let mut two = ExperienceFile::new(&path, "chess");
        assert_eq!(one.refresh().unwrap().0.lines, 0);
        one.add(&lesson("a")).unwrap();
        let (heard, anew) = two.add(&lesson("b")).unwrap();
        assert!(anew && heard.experience == lesson("a"));
        let (heard, anew) = one.refresh().unwrap();
        assert!(!anew && heard.experience == lesson("b"));
        // One writes it anew: the other reads all of it.
        let mut both = lesson("a");
        both.merge(lesson("b"));
        assert_eq!(one.rewrite(10).unwrap(), both);
        let (heard, anew) = two.add(&lesson("c")).unwrap();
        assert!(anew && heard.experience == both);
        both.merge(lesson("c"));
        let all = ReadExperience::read(&std::fs::read(&path).unwrap()).unwrap();
        assert_eq!((all.game.as_deref(), &all.experience), (Some("chess"), &both));
        assert!(all.damaged.is_empty());
        // The least are dropped.
        assert_eq!(two.rewrite(1).unwrap().positions().next().unwrap().0, "start");
    }

    #[test]
    fn threads_that_add_at_once_lose_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("chess.experience");
        std::thread::scope(|scope| {
            for thread in 0..4 {
                let path = &path;
                scope.spawn(move || {
                    let mut file = ExperienceFile::new(path, "chess");
                    for number in 0..25 {
                        file.add(&lesson(&format!("{thread}.{number}"))).unwrap();
                        if number % 10 == 9 {
                            file.rewrite(1_000).unwrap();
                        }
                    }
                });
            }
        });
        let all = ReadExperience::read(&std::fs::read(&path).unwrap()).unwrap();
        assert!(all.damaged.is_empty());
        assert_eq!(all.experience.lesson("start").unwrap().games(), 100);
        assert_eq!(all.experience.len(), 101);
    }

    #[test]
    fn damage_costs_the_lines_that_are_damaged() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("chess.experience");
        let mut file = ExperienceFile::new(&path, "chess");
        for turn in ["a", "b", "c"] {
            file.add(&lesson(turn)).unwrap();
        }
        let whole = std::fs::read(&path).unwrap();
        for at in MARK.len()..whole.len() {
            let mut wrong = whole.clone();
            wrong[at] ^= 1;
            let read = ReadExperience::read(&wrong).unwrap();
            let number = 1 + whole[..at].iter().filter(|&&byte| byte == b'\n').count();
            assert!(read.damaged.contains(&number), "{at}");
            assert!(read.damaged.len() <= 2 && read.lines >= 6, "{at}");
        }
        // Cut off within a line: it alone is lost, and what is added later is whole.
        std::fs::write(&path, &whole[..whole.len() - 5]).unwrap();
        let mut file = ExperienceFile::new(&path, "chess");
        let (read, _) = file.add(&lesson("d")).unwrap();
        assert_eq!(read.damaged, [7]);
        let read = ReadExperience::read(&std::fs::read(&path).unwrap()).unwrap();
        assert_eq!(read.damaged, [7]);
        assert!(read.experience.lesson("position d").is_some());
    }

    #[test]
    fn other_files_are_refused_and_left_as_they_are() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("notes.txt");
        std::fs::write(&path, "my notes\n").unwrap();
        let mut file = ExperienceFile::new(&path, "chess");
        let fault = file.add(&lesson("a")).unwrap_err();
        assert!(fault.ends_with("notes.txt' cannot be read: this is no file of experience"));
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "my notes\n");
        let path = folder.path().join("ataxx.experience");
        ExperienceFile::new(&path, "ataxx").add(&lesson("a")).unwrap();
        let fault = ExperienceFile::new(&path, "chess").refresh().unwrap_err();
        assert!(fault.ends_with("it is experience of ataxx, not of chess"), "{fault}");
        let fault = ReadExperience::read(b"tesuji-experience 2 x").unwrap_err();
        assert_eq!(fault, "this experience is of another version than 1, the one known here");
    }
}
