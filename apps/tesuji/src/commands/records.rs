//! Records of games in files: lines of JSON, or the format that a game's files have (PGN in chess).

use std::io::{BufRead, BufReader, Read as _};
use std::path::Path;
use std::sync::atomic::Ordering;

use anyhow::{Context as _, Result, ensure};
use arena::GameRecord;

use crate::cli::Game;
use crate::files;
use crate::interrupt;

/// The largest file of games that is read, in bytes; records are read line by line, and have no limit.
const MOST_BYTES: u64 = 1 << 30;
/// The longest line of a file of records.
const MOST_LINE: u64 = 64 << 20;

/// The name of the format that a file of games without other word is in.
pub const PGN: &str = "pgn";

/// Takes a game: its place in the file, and its record or its fault.
pub type Take<'t> = dyn FnMut(&str, Result<GameRecord, String>) -> Result<()> + 't;

/// The contents of a file.
pub enum Holds {
    /// Records, a line each.
    Records(Box<dyn BufRead>),
    /// Games in a format of their own.
    Games(String),
}

/// Opens a file (`-` for standard input) and looks what it holds.
pub fn open(path: &Path) -> Result<Holds> {
    let mut input = BufReader::with_capacity(1 << 16, files::open(path)?);
    let cannot = || format!("{} cannot be read", files::name(path));
    let begins =
        input.fill_buf().with_context(cannot)?.iter().find(|byte| !byte.is_ascii_whitespace());
    if begins.is_none_or(|&byte| byte == b'{') {
        return Ok(Holds::Records(Box::new(input)));
    }
    let mut bytes = Vec::new();
    input.take(MOST_BYTES + 1).read_to_end(&mut bytes).with_context(cannot)?;
    ensure!(
        bytes.len() as u64 <= MOST_BYTES,
        "{} is larger than 1 GiB, which is the limit",
        files::name(path)
    );
    // Old files are often in Latin 1: names suffer, moves do not.
    Ok(Holds::Games(String::from_utf8_lossy(&bytes).into_owned()))
}

/// Ctrl-C has ended the reading. The records read until then are reported, and then that they are not all.
pub fn stopped() -> bool {
    interrupt::flag().load(Ordering::Relaxed)
}

/// Calls `take` with each record of lines: its place, and the record or its fault.
pub fn each_line(path: &Path, mut input: Box<dyn BufRead>, take: &mut Take<'_>) -> Result<()> {
    let mut bytes = Vec::new();
    for number in 1_u64.. {
        if stopped() {
            return Ok(());
        }
        let place = format!("line {number}");
        bytes.clear();
        let read = input.by_ref().take(MOST_LINE).read_until(b'\n', &mut bytes);
        if read.with_context(|| format!("{}, {place}: cannot be read", files::name(path)))? == 0 {
            return Ok(());
        }
        if bytes.trim_ascii().is_empty() {
            continue;
        }
        let record = serde_json::from_slice::<GameRecord>(&bytes);
        take(&place, record.map_err(|error| format!("it is no record: {error}")))?;
    }
    Ok(())
}

/// Calls `take` with each game of a file: its place, and its record or its fault. Of a file of games in a
/// format of their own the games are of what the tag `Game` says, without one of the game whose files are PGN.
pub fn each(path: &Path, take: &mut Take<'_>) -> Result<()> {
    match open(path)? {
        Holds::Records(input) => each_line(path, input, take),
        Holds::Games(text) => {
            let kind = kind_of(&text);
            let kind =
                kind.with_context(|| format!("{} is of no game that is known", files::name(path)))?;
            for (game, number) in kind.files().read(&text).into_iter().zip(1..) {
                if stopped() {
                    return Ok(());
                }
                let record = game.and_then(|game| GameRecord::from_recorded(kind, &game, number));
                take(&format!("game {number}"), record)?;
            }
            Ok(())
        }
    }
}

fn kind_of(text: &str) -> Option<Game> {
    let tags =
        text.lines().map(str::trim).take_while(|line| line.is_empty() || line.starts_with('['));
    let value = |line: &str| {
        let (name, value) =
            line.strip_prefix('[')?.strip_suffix(']')?.split_once(char::is_whitespace)?;
        (name == "Game").then(|| value.trim().trim_matches('"').to_owned())
    };
    match tags.filter_map(value).next() {
        Some(name) => engine::kind(&name),
        None => engine::kinds().iter().copied().find(|kind| kind.files().format() == PGN),
    }
}
