//! `tesuji backup` and `tesuji restore`: a copy of the games and accounts that a server keeps and of the arena's
//! tournaments, and its way back.

use std::path::PathBuf;

use anyhow::Result;
use clap::Args;
use server::backup;

use crate::output::line;

const BACKUP_EXAMPLES: &str = "\
Examples:
  tesuji backup --data ./games --out games.backup

The server may be running meanwhile; the copy is of one moment. Only its owner can read it.";

const RESTORE_EXAMPLES: &str = "\
Examples:
  tesuji restore games.backup --data ./games

No server may be running. What was there before is kept beside it.";

/// Arguments of `tesuji backup`.
#[derive(Args)]
#[command(after_help = BACKUP_EXAMPLES)]
pub struct BackupArgs {
    /// Folder of the stored games [default: tesuji in your folder for data]
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// The file to write, which is not there yet
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

/// Arguments of `tesuji restore`.
#[derive(Args)]
#[command(after_help = RESTORE_EXAMPLES)]
pub struct RestoreArgs {
    /// The file that `tesuji backup` wrote
    file: PathBuf,
    /// Folder of the stored games [default: tesuji in your folder for data]
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
}

/// Writes a copy.
pub fn write(args: &BackupArgs) -> Result<()> {
    let data = args.data.clone().unwrap_or_else(crate::setup::data_folder);
    let written = backup::write(&data, &args.out)?;
    let (kib, out) = (written.bytes.div_ceil(1024), args.out.display());
    line(format!("{} in {out} ({kib} KiB).", words(written.games, written.tournaments)))
}

/// So many games, and the tournaments of the arena, where there are some, are there.
fn words(games: u64, tournaments: Option<u64>) -> String {
    let of_arena = tournaments.map(|number| arena::words::counted(number, "tournament"));
    let is = if games == 1 && of_arena.is_none() { "is" } else { "are" };
    let games = arena::words::counted(games, "game");
    match of_arena {
        Some(of_arena) => format!("{games} and {of_arena} of the arena {is}"),
        None => format!("{games} {is}"),
    }
}

/// Puts one back.
pub fn restore(args: &RestoreArgs) -> Result<()> {
    let data = args.data.clone().unwrap_or_else(crate::setup::data_folder);
    let restored = backup::restore(&data, &args.file)?;
    let all = words(restored.games, restored.tournaments);
    line(format!("{all} in {} again.", data.display()))?;
    for before in restored.before.into_iter().chain(restored.arena_before) {
        line(format!("What was there before is in {}.", before.display()))?;
    }
    Ok(())
}
