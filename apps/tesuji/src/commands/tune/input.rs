//! The games that are learned from.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, ensure};
use tune::data::{StoredGame, on_test_side};
use tune::{Choices, Samples, Which};

use crate::cli::Game;
use crate::commands::{records, stored};
use crate::files;

/// One game in so many is held back, to check what was learned: positions of one game resemble each other.
const HELD: u64 = 10;

/// The file has games of self-play, and no records.
fn is_stored(path: &Path) -> bool {
    use std::io::Read as _;
    let mut begins = [0; 7];
    std::fs::File::open(path).and_then(|mut file| file.read_exact(&mut begins)).is_ok()
        && begins == tune::data::MARK
}

/// The files to read: of a folder its files of self-play, in the order of their names.
fn files_of(data: &[PathBuf]) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for path in data {
        if !path.is_dir() {
            found.push(path.clone());
            continue;
        }
        let name = files::name(path);
        let entries = std::fs::read_dir(path).and_then(Iterator::collect::<Result<Vec<_>, _>>);
        let entries = entries.with_context(|| format!("{name} cannot be read"))?;
        let mut inside: Vec<PathBuf> = entries.iter().map(std::fs::DirEntry::path).collect();
        inside.retain(|path| path.is_file() && is_stored(path));
        ensure!(!inside.is_empty(), "{name}: no file in this folder has games of tesuji selfplay");
        inside.sort();
        found.extend(inside);
    }
    Ok(found)
}

/// The positions to take from files of games.
pub struct Wanted<'a> {
    pub game: Game,
    pub data: &'a [PathBuf],
    /// Of how the games are parted.
    pub seed: u64,
    /// The first turns of each game that are left out.
    pub skip: usize,
    pub which: Which,
}

/// Positions to learn from and positions held back, each once.
pub fn samples(args: &Wanted<'_>) -> Result<[Samples; 2]> {
    let mut both = [Samples::new(args.game), Samples::new(args.game)];
    let mut known = HashSet::new();
    let Wanted { game: kind, data, seed, .. } = *args;
    each_game(kind, data, seed, &mut |game, held| {
        both[usize::from(held)].add(game, args.skip, args.which, &mut known)
    })?;
    Ok(both)
}

/// Choices between quiet moves to learn from and others held back, without those of the first `skip` turns.
pub fn choices(kind: Game, data: &[PathBuf], seed: u64, skip: usize) -> Result<[Choices; 2]> {
    let mut both = [Choices::new(kind), Choices::new(kind)];
    each_game(kind, data, seed, &mut |game, held| both[usize::from(held)].add(game, skip))?;
    Ok(both)
}

/// What becomes of a game, and whether it is held back; an error in words.
type Take<'t> = &'t mut dyn FnMut(&StoredGame, bool) -> Result<(), String>;

/// Reads games of self-play and records.
fn each_game(kind: Game, data: &[PathBuf], seed: u64, take: Take<'_>) -> Result<()> {
    let mut games = 0_u64;
    let mut add = |place: &dyn Fn() -> String, game: &StoredGame| -> Result<()> {
        let own = &game.recipe.game;
        ensure!(own == kind.name(), "{}: this is a game of {own}, not of {}", place(), kind.name());
        games += 1;
        let taken = take(game, on_test_side(game, HELD, seed));
        taken.map_err(anyhow::Error::msg).with_context(place)
    };
    for path in &files_of(data)? {
        let name = files::name(path);
        if is_stored(path) {
            let (games, _) = stored::read(std::slice::from_ref(path))?;
            for (number, game) in (1..).zip(&games) {
                add(&|| format!("{name}: game {number}"), game)?;
            }
            continue;
        }
        records::each(path, &mut |place, record| {
            let place = || format!("{name}: {place}");
            let record = record.map_err(anyhow::Error::msg).with_context(place)?;
            let game = &record.game;
            ensure!(
                game == kind.name(),
                "{}: this is a game of {game}, not of {}",
                place(),
                kind.name()
            );
            let game = StoredGame::from_record(kind, &record);
            add(&place, &game.map_err(anyhow::Error::msg).with_context(place)?)
        })?;
    }
    eprintln!("{games} games");
    Ok(())
}
