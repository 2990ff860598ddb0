//! An ablation in a folder: its recipe, a line for each piece that was found, the games of its matches in a store like
//! that of tournaments, and the page.
//!
//! A piece is written when it is found, with the line's end last. So whatever ends the program leaves whole lines and at
//! most a part of one, which is cut off when the ablation goes on.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, UNIX_EPOCH};

use schemars::JsonSchema;
use serde::Serialize;

use super::page;
use super::recipe::{Measured, Recipe};
use super::rows::rows;

const RECIPE: &str = "recipe.json";
const ROWS: &str = "rows.jsonl";
const LOCK: &str = "lock";
/// The page.
pub const PAGE: &str = "report.html";
/// In a data folder, where its ablations are.
pub const ABLATIONS: &str = "ablations";
/// The largest file of a folder that is read, in bytes.
const MOST_BYTES: u64 = 64 << 20;

/// How often, and after what time each, it is looked whether another program is at an ablation.
const LOOKS: u32 = 5;
const LOOK: Duration = Duration::from_millis(50);

/// Why a folder cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum FolderError {
    /// Its files.
    #[error("{path} cannot be used: {reason}")]
    File {
        /// Which.
        path: String,
        /// Why not.
        reason: std::io::Error,
    },
    /// Another ablation is in it.
    #[error(
        "{path} has another ablation, which differs in {what}. Name another folder, or begin anew with --again"
    )]
    Other {
        /// The folder.
        path: String,
        /// In what.
        what: &'static str,
    },
    /// Something in it cannot be read.
    #[error("{path} is damaged: {reason}")]
    Damaged {
        /// The file, and the line where there is one.
        path: String,
        /// The fault.
        reason: String,
    },
    /// Another program is at it.
    #[error("the ablation in {path} is being made by another program")]
    Busy {
        /// The folder.
        path: String,
    },
}

/// An ablation that this program makes.
pub struct Folder {
    path: PathBuf,
    recipe: Recipe,
    rows: File,
    found: Vec<Measured>,
    /// Held as long as this program is at it; the system takes it back.
    _lock: File,
}

fn at(path: &Path) -> impl Fn(std::io::Error) -> FolderError {
    let path = path.display().to_string();
    move |reason| FolderError::File { path: path.clone(), reason }
}

/// The text of a file; None where it is not there.
fn text(path: &Path) -> Result<Option<String>, FolderError> {
    let file = match File::open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(at(path)(error)),
    };
    let mut bytes = Vec::new();
    file.take(MOST_BYTES + 1).read_to_end(&mut bytes).map_err(at(path))?;
    let damaged = |reason: &str| {
        Err(FolderError::Damaged { path: path.display().to_string(), reason: reason.to_owned() })
    };
    if bytes.len() as u64 > MOST_BYTES {
        return damaged("it is too large");
    }
    String::from_utf8(bytes).map(Some).or_else(|_| damaged("it is no text in UTF-8"))
}

fn read_recipe(folder: &Path) -> Result<Option<Recipe>, FolderError> {
    let path = folder.join(RECIPE);
    let Some(text) = text(&path)? else { return Ok(None) };
    serde_json::from_str(&text).map(Some).map_err(|error| FolderError::Damaged {
        path: path.display().to_string(),
        reason: error.to_string(),
    })
}

/// The rows found so far, and the bytes of whole lines.
fn read_rows(folder: &Path) -> Result<(Vec<Measured>, u64), FolderError> {
    let path = folder.join(ROWS);
    let text = text(&path)?.unwrap_or_default();
    let whole = text.rfind('\n').map_or(0, |last| last + 1);
    let lines = text[..whole].lines().enumerate();
    let found = lines.map(|(index, line)| {
        serde_json::from_str(line).map_err(|error| FolderError::Damaged {
            path: format!("{}, line {}", path.display(), index + 1),
            reason: error.to_string(),
        })
    });
    Ok((found.collect::<Result<_, _>>()?, whole as u64))
}

/// A file as a whole, or as it was before.
fn replace(path: &Path, text: &str) -> Result<(), FolderError> {
    let part = path.with_extension(format!("part-{}", std::process::id()));
    let written = || -> std::io::Result<()> {
        let mut file = File::create(&part)?;
        file.write_all(text.as_bytes())?;
        file.sync_all()?;
        std::fs::rename(&part, path)
    };
    written().map_err(at(path))
}

fn lock(folder: &Path) -> Result<File, FolderError> {
    let path = folder.join(LOCK);
    let file = OpenOptions::new().create(true).truncate(false).write(true).open(&path);
    let file = file.map_err(at(&path))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => {
            Err(FolderError::Busy { path: folder.display().to_string() })
        }
        Err(TryLockError::Error(reason)) => Err(at(&path)(reason)),
    }
}

impl Folder {
    /// Begins an ablation in a folder, or goes on with the one that is there; `again` forgets that one.
    ///
    /// # Errors
    /// If the folder cannot be written, has another ablation or a damaged one, or another program is at it.
    pub fn open(path: &Path, recipe: Recipe, again: bool) -> Result<Self, FolderError> {
        std::fs::create_dir_all(path).map_err(at(path))?;
        // Whoever lists ablations has the lock for a moment, too.
        let looks = (1..LOOKS).map(|_| {
            std::thread::sleep(LOOK);
            lock(path)
        });
        let mut looks = std::iter::once(lock(path)).chain(looks);
        let lock = looks.find(|look| !matches!(look, Err(FolderError::Busy { .. })));
        let busy = || FolderError::Busy { path: path.display().to_string() };
        let lock = lock.ok_or_else(busy)??;
        let known = if again { None } else { read_recipe(path)? };
        let rows_path = path.join(ROWS);
        let (found, whole) = match &known {
            Some(known) => {
                if let Some(what) = known.difference(&recipe) {
                    return Err(FolderError::Other { path: path.display().to_string(), what });
                }
                read_rows(path)?
            }
            None => (Vec::new(), 0),
        };
        let rows = OpenOptions::new().create(true).truncate(false).write(true).open(&rows_path);
        let mut rows = rows.map_err(at(&rows_path))?;
        rows.set_len(whole).map_err(at(&rows_path))?;
        rows.seek(SeekFrom::End(0)).map_err(at(&rows_path))?;
        if known.is_none() {
            // After the rows of another were cut off: a kill between the two leaves no recipe with rows that are not its own.
            let text = serde_json::to_string_pretty(&recipe).unwrap_or_default();
            replace(&path.join(RECIPE), &text)?;
        }
        let folder = Self { path: path.to_owned(), recipe, rows, found, _lock: lock };
        folder.write_page()?;
        Ok(folder)
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The rows found so far.
    pub fn found(&self) -> &[Measured] {
        &self.found
    }

    /// Adds what was found; when this returns it is on disk, and in the page.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn add(&mut self, piece: Measured) -> Result<(), FolderError> {
        let path = self.path.join(ROWS);
        let mut line = serde_json::to_string(&piece).unwrap_or_default();
        line.push('\n');
        self.rows.write_all(line.as_bytes()).map_err(at(&path))?;
        self.rows.sync_data().map_err(at(&path))?;
        self.found.push(piece);
        self.write_page()
    }

    fn write_page(&self) -> Result<(), FolderError> {
        replace(&self.path.join(PAGE), &page::html(&self.recipe, &self.found))
    }
}

/// An ablation in a list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct AblationLine {
    /// The name of its folder.
    pub name: String,
    /// The game's name.
    pub game: String,
    /// The family of the search, for people.
    pub family: String,
    /// How many techniques it is about.
    pub techniques: usize,
    /// Searches and matches that are done.
    pub done: usize,
    /// All of them, as far as that is known.
    pub planned: usize,
    /// A program is at it.
    pub running: bool,
    /// When it last changed, in milliseconds since 1970.
    pub updated: i64,
}

fn line(path: &Path, name: String) -> Result<Option<AblationLine>, FolderError> {
    let Some(recipe) = read_recipe(path)? else { return Ok(None) };
    let (found, _) = read_rows(path)?;
    let changed = std::fs::metadata(path.join(ROWS)).and_then(|facts| facts.modified()).ok();
    let since = changed.and_then(|time| time.duration_since(UNIX_EPOCH).ok()).unwrap_or_default();
    let rows = rows(&recipe, &found);
    let played = rows.iter().filter(|row| row.is_to_be_played());
    let limits = played.filter_map(|row| Some(recipe.limits(row.technique?).len()));
    let matches: usize = limits.sum();
    Ok(Some(AblationLine {
        name,
        family: recipe.family.title().to_owned(),
        techniques: recipe.techniques.len(),
        done: found.len(),
        planned: recipe.searched().len() + matches,
        running: matches!(lock(path), Err(FolderError::Busy { .. })),
        updated: i64::try_from(since.as_millis()).unwrap_or(i64::MAX),
        game: recipe.game,
    }))
}

/// The ablations of a data folder, the last changed first. One that cannot be read hides itself and no other.
pub fn list(data: &Path) -> Vec<AblationLine> {
    let Ok(entries) = std::fs::read_dir(data.join(ABLATIONS)) else { return Vec::new() };
    let named = entries.filter_map(|entry| Some(entry.ok()?.file_name().to_str()?.to_owned()));
    let lines = named.filter_map(|name| line(&data.join(ABLATIONS).join(&name), name).ok()?);
    let mut lines: Vec<AblationLine> = lines.collect();
    lines.sort_by(|a, b| (b.updated, &a.name).cmp(&(a.updated, &b.name)));
    lines
}

/// The page of an ablation of a data folder, by the name of its folder; None where there is none.
///
/// # Errors
/// If it cannot be read.
pub fn report(data: &Path, name: &str) -> Result<Option<String>, FolderError> {
    if !is_name(name) {
        return Ok(None);
    }
    text(&data.join(ABLATIONS).join(name).join(PAGE))
}

/// Letters, digits, dots, dashes and underscores: no way out of the folder, whatever the system.
pub fn is_name(name: &str) -> bool {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
    !name.is_empty() && name.len() <= 100 && !name.starts_with('.') && name.chars().all(plain)
}
