//! The file that finished games are appended to. It has what the store has: what an earlier run could not write, because the
//! disk was full or it was killed, is appended when the tournament goes on.

use std::collections::HashSet;
use std::fs::File;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::io::{BufRead as _, BufReader, Seek as _, Write as _};
use std::path::PathBuf;

use anyhow::{Context as _, Result, bail, ensure};
use arena::GameRecord;
use arena::store::Store;

use crate::cli::Game;
use crate::commands::records::PGN;
use crate::files;

/// The first bytes of every record.
const BEGINS: &[u8] = b"{\"game\":";

/// How games are written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    /// A line of JSON each.
    Lines,
    /// In the format of the game's files, a blank line after each.
    Games,
}

/// The file that games are appended to.
pub struct Out {
    path: PathBuf,
    file: File,
    form: Form,
    kind: Game,
}

fn hash(text: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    hasher.finish()
}

/// The contents of a file: the pieces (lines, or games) that are whole, and where the last one begins if it is not.
struct Stands {
    whole: HashSet<u64>,
    torn: Option<(u64, Vec<u8>)>,
}

impl Out {
    /// Opens the file, or makes it. The ending `.pgn` asks for the format of the game's files, where that is PGN.
    ///
    /// # Errors
    /// If it cannot be written, or is no regular file.
    pub fn open(path: PathBuf, kind: Game) -> Result<Self> {
        let named =
            |ending: &str| path.extension().is_some_and(|has| has.eq_ignore_ascii_case(ending));
        let form = if named(PGN) { Form::Games } else { Form::Lines };
        if form == Form::Games {
            let (shown, format) = (path.display(), kind.files().format());
            ensure!(
                format == PGN,
                "{shown}: games of {} are not written as PGN but as {format}: take .jsonl, and tesuji convert",
                kind.title()
            );
        }
        let file = files::append(&path)?;
        Ok(Self { path, file, form, kind })
    }

    /// Makes the file whole: a torn end is cut, and what the store has of this tournament and the file lacks is appended.
    ///
    /// # Errors
    /// If the file holds something else, or cannot be read or written.
    pub fn catch_up(&mut self, store: &Store, id: i64) -> Result<()> {
        let shown = self.path.display().to_string();
        let stands = match self.form {
            Form::Lines => self.lines(),
            Form::Games => self.games(),
        };
        let Stands { mut whole, torn } =
            stands.with_context(|| format!("{shown} cannot be read"))?;
        if let Some((from, text)) = torn {
            self.mend(from, &text, &mut whole)
                .with_context(|| format!("{shown} cannot be written"))?;
        }
        store.record_lines::<anyhow::Error>(id, |line| {
            let piece = match self.form {
                Form::Lines => line.to_owned(),
                Form::Games => self.game(&serde_json::from_str(line)?)?,
            };
            if whole.contains(&hash(piece.trim().as_bytes())) { Ok(()) } else { self.write(&piece) }
        })
    }

    /// Appends a game.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn append(&mut self, record: &GameRecord) -> Result<()> {
        let piece = match self.form {
            Form::Lines => serde_json::to_string(record)?,
            Form::Games => self.game(record)?,
        };
        self.write(&piece)
    }

    fn game(&self, record: &GameRecord) -> Result<String> {
        record.write(self.kind).map_err(anyhow::Error::msg)
    }

    fn write(&mut self, piece: &str) -> Result<()> {
        let end = if self.form == Form::Lines { "\n" } else { "\n\n" };
        let written = self.file.write_all((piece.trim_end().to_owned() + end).as_bytes());
        written.with_context(|| format!("{} cannot be written", self.path.display()))
    }

    /// The end of the file is no whole piece: it is completed where only its line's end is missing, and cut otherwise.
    fn mend(&mut self, from: u64, text: &[u8], whole: &mut HashSet<u64>) -> Result<()> {
        let complete = match self.form {
            Form::Lines => serde_json::from_slice::<GameRecord>(text).is_ok(),
            Form::Games => {
                let text = String::from_utf8_lossy(text);
                let last = text.split_whitespace().next_back().unwrap_or_default();
                ["1-0", "0-1", "1/2-1/2", "*"].contains(&last)
            }
        };
        if complete {
            whole.insert(hash(text.trim_ascii()));
            return Ok(self.file.write_all(if self.form == Form::Lines {
                b"\n"
            } else {
                b"\n\n"
            })?);
        }
        Ok(self.file.set_len(from)?)
    }

    fn lines(&mut self) -> Result<Stands> {
        let mut stands = Stands { whole: HashSet::new(), torn: None };
        let mut at = self.file.rewind().map(|()| 0)?;
        let mut input = BufReader::with_capacity(1 << 16, &self.file);
        let mut line = Vec::new();
        loop {
            line.clear();
            let read = input.read_until(b'\n', &mut line)? as u64;
            let text = line.trim_ascii();
            if !(text.starts_with(BEGINS) || BEGINS.starts_with(text)) {
                bail!("it holds something else than records of games: choose another file");
            }
            if read == 0 {
                return Ok(stands);
            }
            if line.ends_with(b"\n") {
                stands.whole.insert(hash(text));
            } else {
                stands.torn = Some((at, line.clone()));
            }
            at += read;
        }
    }

    fn games(&mut self) -> Result<Stands> {
        let mut stands = Stands { whole: HashSet::new(), torn: None };
        let mut at = self.file.rewind().map(|()| 0)?;
        let mut input = BufReader::with_capacity(1 << 16, &self.file);
        let (mut game, mut begins, mut tags) = (Vec::new(), 0, true);
        let mut line = Vec::new();
        loop {
            line.clear();
            let read = input.read_until(b'\n', &mut line)? as u64;
            let tag = line.starts_with(b"[");
            if game.is_empty() && !tag && !line.trim_ascii().is_empty() {
                bail!("it holds something else than games in PGN: choose another file");
            }
            // A tag after turns begins another game.
            if read == 0 || (tag && !tags) {
                let text = game.trim_ascii();
                if read == 0 && !text.is_empty() && !game.ends_with(b"\n\n") {
                    stands.torn = Some((begins, game.clone()));
                } else if !text.is_empty() {
                    stands.whole.insert(hash(text));
                }
                game.clear();
                begins = at;
            }
            if read == 0 {
                return Ok(stands);
            }
            tags = tag || (tags && line.trim_ascii().is_empty());
            game.extend_from_slice(&line);
            at += read;
        }
    }
}
