//! Arguments that several commands have.

use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use engine::options::{HASH, Spin, THREADS};
use engine::{EngineConfig, GameKind};

/// A kind of game, as clap keeps it.
pub type Game = &'static dyn GameKind;

/// Where a command begins.
#[derive(Args)]
pub struct PositionArgs {
    /// The game
    #[arg(value_name = "GAME", value_parser = game_parser())]
    pub game: Game,
    /// Position to start from [default: the game's usual start]
    #[arg(long, value_name = "POSITION", allow_hyphen_values = true)]
    pub position: Option<String>,
}

/// Endgame tables in files.
#[derive(Args, Default)]
pub struct SyzygyArgs {
    /// Folders of Syzygy endgame tables for the engine to probe (chess), joined as in PATH
    #[arg(long, value_name = "FOLDERS")]
    pub syzygy: Option<String>,
}

impl SyzygyArgs {
    /// The engine's options for these.
    ///
    /// # Errors
    /// If the game has no such tables, or these cannot be read.
    pub fn options(&self, kind: Game) -> anyhow::Result<Vec<(String, String)>> {
        let Some(folders) = &self.syzygy else { return Ok(Vec::new()) };
        kind.open_tables(folders).map_err(|fault| anyhow::anyhow!("--syzygy: {fault}"))?;
        let option = kind.table_folders().map(|source| source.option().to_owned());
        Ok(option.map(|option| (option, folders.clone())).into_iter().collect())
    }
}

/// How the engine is set up.
#[derive(Args)]
pub struct SetUpArgs {
    /// Number of search threads
    #[arg(long, value_name = "N", default_value_t = THREADS.start as u16, value_parser = number::<u16>(THREADS))]
    threads: u16,
    /// Size of the transposition table in MiB; 0 for none
    #[arg(long, value_name = "MiB", default_value_t = HASH.start as u32, value_parser = number::<u32>(HASH))]
    hash: u32,
    /// Pieces a side up to which endgame tables are built and probed: 0 (none), 2 or 3
    #[arg(long, value_name = "N", default_value = "2")]
    tables: String,
    #[command(flatten)]
    syzygy: SyzygyArgs,
}

impl SetUpArgs {
    /// The engine's configuration.
    ///
    /// # Errors
    /// If the endgame tables that are named cannot be read.
    pub fn config(&self, kind: Game) -> anyhow::Result<EngineConfig> {
        let (threads, hash_mib) = (self.threads.into(), self.hash as usize);
        let options = self.syzygy.options(kind)?;
        Ok(EngineConfig { threads, hash_mib, options }.with("Tables", &self.tables))
    }
}

/// Reads the value of an option of the engine.
pub fn number<T: TryFrom<u64>>(
    option: Spin,
) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync + 'static {
    whole(option.min.unsigned_abs(), option.max.unsigned_abs())
}

/// Moves after the position.
#[derive(Args)]
pub struct MovesArgs {
    /// Moves to play first, one per argument: --moves 'ox c1c2' 'horse b5b4'
    #[arg(long, value_name = "MOVE", num_args = 1..)]
    pub moves: Vec<String>,
}

/// Reads the name of a game.
pub fn game_parser() -> impl TypedValueParser<Value = Game> {
    let listed = engine::kinds().iter().map(|kind| PossibleValue::new(kind.name()));
    let examples = engine::examples().iter().map(|kind| PossibleValue::new(kind.name()).hide(true));
    let names = PossibleValuesParser::new(listed.chain(examples));
    names.try_map(|name| engine::kind(&name).ok_or("there is no such game"))
}

/// In the place of the most that a number may be: as much as its type holds.
pub const OPEN: u64 = u64::MAX;

/// Reads a whole number in a range, as people type it: `1000`, `10k`, `1e6`.
pub fn whole<T: TryFrom<u64>>(
    least: u64,
    most: u64,
) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync + 'static {
    move |text| {
        let number = arena::numbers::whole(text).ok_or("use a whole number, as in 20 or 10k")?;
        if most == OPEN && number < least {
            return Err(format!("it must be at least {least}"));
        }
        if !(least..=most).contains(&number) {
            return Err(format!("{number} is not in {least}..={most}"));
        }
        T::try_from(number).map_err(|_| format!("{number} is too large"))
    }
}

/// Reads a share of a whole.
pub fn part(text: &str) -> Result<f64, String> {
    let number = text.parse::<f64>().ok().filter(|number| (0.0..=1.0).contains(number));
    number.ok_or_else(|| "use a number from 0 to 1".to_owned())
}

/// Arguments of a subcommand that clap cannot check by itself.
#[derive(Debug)]
pub struct UsageError {
    /// The subcommand.
    pub command: String,
    /// The fault.
    pub message: String,
}

impl std::fmt::Display for UsageError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for UsageError {}

/// Faulty arguments of a subcommand; ends the program with exit code 2.
pub fn usage_error(command: &str, message: impl Into<String>) -> anyhow::Error {
    UsageError { command: command.to_owned(), message: message.into() }.into()
}
