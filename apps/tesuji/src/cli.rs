//! The command line, declared.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, CommandFactory as _, Parser, Subcommand};
use engine::options::{HASH, Spin, THREADS};
use engine::{EngineConfig, GameKind};

use crate::commands;

/// A kind of game, as clap keeps it.
pub type Game = &'static dyn GameKind;

const ABOUT: &str = "Play, analyse and compare engines for board games with perfect information.";

const EXAMPLES: &str = "\
Examples:
  tesuji                                     serve the page to play on, and print its address
  tesuji play onitama                        play in the terminal
  tesuji analyze onitama --time 5            what is best at the start, and why
  tesuji show onitama --moves 'ox c1c2'      the position after a move, drawn
  tesuji match onitama --engine tesuji,depth=4 --engine random --games 20

Positions and moves are written as docs/games tells of each game.

Exit codes: 0 for success, 1 for a job that failed, 2 for a command that cannot be read.";

/// The command line of `tesuji`.
#[derive(Parser)]
#[command(name = "tesuji", version, about = ABOUT, after_help = EXAMPLES)]
pub struct Cli {
    /// What to do; without one, the page is served.
    #[command(subcommand)]
    pub command: Option<Command>,
}

/// The subcommands.
#[derive(Subcommand)]
pub enum Command {
    /// Serve the page to play and analyse on (what tesuji does without a command)
    Serve(commands::serve::ServeArgs),
    /// Count the leaves of the tree of legal moves
    Perft(commands::perft::PerftArgs),
    /// Draw a position with its legal moves
    Show(commands::show::ShowArgs),
    /// Search a position: what is best, and why
    #[command(visible_alias = "analyse")]
    Analyze(commands::analyze::AnalyzeArgs),
    /// Play in the terminal
    Play(Box<commands::play::PlayArgs>),
    /// Let two engines play a match
    Match(Box<commands::matches::MatchArgs>),
    /// Let many engines play: round robin, gauntlet, Swiss or knockout
    Tournament(Box<commands::tournament::TournamentArgs>),
    /// List, show, stop and resume what was played
    Arena(commands::arena::ArenaArgs),
    /// Rate engines by the records of their games
    Rate(commands::rate::RateArgs),
    /// Replay records and check them
    Verify(commands::verify::VerifyArgs),
    /// Convert games between records and the game's own format (chess: PGN)
    Convert(commands::convert::ConvertArgs),
    /// Make balanced openings
    Openings(commands::openings::OpeningsArgs),
    /// Check what an engine makes of its protocol
    CheckEngine(Box<commands::check_engine::CheckEngineArgs>),
    /// Stand between the arena and a program
    #[command(hide = true)]
    Guard(commands::guard::GuardArgs),
    /// Calculate Elo, error bars and tests from the counts of a match
    Elo(commands::elo::EloArgs),
    /// Count what each technique of the search saves
    Ablate(commands::ablate::AblateArgs),
    /// Search fixed positions: the signature and the speed
    Bench(commands::bench::BenchArgs),
    /// Build, check and save an endgame table
    Solve(commands::solve::SolveArgs),
    /// Speak the protocol of the game's engines (UOI, UAI, AEI, UCI, UGI) on standard input and output
    Engine(commands::engine::EngineArgs),
    /// List the games
    Games(commands::games::GamesArgs),
    /// Print a script that completes commands in a shell
    Completions(commands::manual::CompletionsArgs),
    /// Print the manual page, or write a page for each command
    Man(commands::manual::ManArgs),
}

/// Where a command begins.
#[derive(Args)]
pub struct PositionArgs {
    /// The game
    #[arg(value_name = "GAME", value_parser = game_parser())]
    pub game: Game,
    /// The position to begin from [default: the game's usual start]
    #[arg(long, value_name = "POSITION")]
    pub position: Option<String>,
}

/// Endgame tables in files.
#[derive(Args, Default)]
pub struct SyzygyArgs {
    /// Folders of Syzygy endgame tables for the engine to ask (chess), joined as in PATH
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
    /// Threads that search together
    #[arg(long, value_name = "N", default_value_t = THREADS.start as u16, value_parser = number::<u16>(THREADS))]
    threads: u16,
    /// Size of the transposition table in MiB; 0 for none
    #[arg(long, value_name = "MiB", default_value_t = HASH.start as u32, value_parser = number::<u32>(HASH))]
    hash: u32,
    /// Pieces a side up to which endgame tables are built and asked: 0 (none), 2 or 3
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
    /// Moves to play first, each one argument: --moves 'ox c1c2' 'horse b5b4'
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

/// Says what is wrong with the arguments of a subcommand and ends the program with exit code 2.
pub fn usage_error(subcommand: &str, message: &str) -> ! {
    let mut root = Cli::command();
    root.build();
    let mut command = root.find_subcommand(subcommand).cloned().unwrap_or(root);
    command.error(clap::error::ErrorKind::ValueValidation, message).exit()
}
