//! The command line and its subcommands, a file each.

pub mod ablate;
pub mod analyze;
pub mod arena;
pub mod bench;
pub mod check_engine;
pub mod convert;
pub mod elo;
pub mod engine;
pub mod fit;
pub mod games;
pub mod guard;
pub mod manual;
pub mod matches;
pub mod openings;
pub mod perft;
pub mod play;
pub mod rate;
pub mod records;
pub mod serve;
mod session;
pub mod show;
pub mod solve;
pub mod tournament;
pub mod verify;

use anyhow::Result;
use clap::{CommandFactory as _, Parser, Subcommand};

use crate::cli::UsageError;

const ABOUT: &str = "Play, analyse and compare engines for board games with perfect information.";

const EXAMPLES: &str = "\
Examples:
  tesuji                                     serve the page to play on, and print its address
  tesuji play onitama                        play in the terminal
  tesuji analyze onitama --time 5            the best move at the start, and why
  tesuji show onitama --moves 'ox c1c2'      the position after a move, drawn
  tesuji match onitama --engine tesuji,depth=4 --engine random --games 20

Positions and moves are written as described in docs/games for each game.

Exit codes: 0 for success, 1 for a job that failed, 2 for a command that cannot be read.";

/// The command line of `tesuji`.
#[derive(Parser)]
#[command(name = "tesuji", version, about = ABOUT, after_help = EXAMPLES)]
pub struct Cli {
    /// The subcommand; without one, the page is served.
    #[command(subcommand)]
    pub command: Option<Command>,
}

/// The subcommands.
#[derive(Subcommand)]
pub enum Command {
    /// Serve the page to play and analyse on (the default without a command)
    Serve(serve::ServeArgs),
    /// Count the leaves of the tree of legal moves
    Perft(perft::PerftArgs),
    /// Draw a position with its legal moves
    Show(show::ShowArgs),
    /// Search a position: the best move, and why
    #[command(visible_alias = "analyse")]
    Analyze(analyze::AnalyzeArgs),
    /// Play in the terminal
    Play(Box<play::PlayArgs>),
    /// Play a match between two engines
    Match(Box<matches::MatchArgs>),
    /// Play a tournament of many engines: round robin, gauntlet, Swiss or knockout
    Tournament(Box<tournament::TournamentArgs>),
    /// List, show, stop and resume tournaments
    Arena(arena::ArenaArgs),
    /// Rate engines by the records of their games
    Rate(rate::RateArgs),
    /// Replay records and check them
    Verify(verify::VerifyArgs),
    /// Convert games between records and the game's own format (chess: PGN)
    Convert(convert::ConvertArgs),
    /// Make balanced openings
    Openings(openings::OpeningsArgs),
    /// Check that an engine follows its protocol
    CheckEngine(Box<check_engine::CheckEngineArgs>),
    /// Run a program for the arena, and end it with the arena
    #[command(hide = true)]
    Guard(guard::GuardArgs),
    /// Calculate Elo, error bars and tests from the counts of a match
    Elo(elo::EloArgs),
    /// Fit the numbers of an evaluation to recorded games
    Fit(fit::FitArgs),
    /// Count the nodes that each technique of the search saves
    Ablate(ablate::AblateArgs),
    /// Search fixed positions: the signature and the speed
    Bench(bench::BenchArgs),
    /// Build, check and save an endgame table
    Solve(solve::SolveArgs),
    /// Speak the protocol of the game's engines (UOI, UAI, AEI, UCI, UGI) on standard input and output
    Engine(engine::EngineArgs),
    /// List the games
    Games(games::GamesArgs),
    /// Print a script that completes commands in a shell
    Completions(manual::CompletionsArgs),
    /// Print the manual page, or write a page for each command
    Man(manual::ManArgs),
}

/// Runs a command.
pub fn run(command: Option<Command>) -> Result<()> {
    match command {
        None => serve::run(&serve::ServeArgs::default()),
        Some(Command::Serve(args)) => serve::run(&args),
        Some(Command::Perft(args)) => perft::run(&args),
        Some(Command::Show(args)) => show::run(&args),
        Some(Command::Analyze(args)) => analyze::run(&args),
        Some(Command::Play(args)) => play::run(&args),
        Some(Command::Match(args)) => matches::run(&args),
        Some(Command::Tournament(args)) => tournament::run(&args),
        Some(Command::Arena(args)) => arena::run(&args),
        Some(Command::Rate(args)) => rate::run(&args),
        Some(Command::Verify(args)) => verify::run(&args),
        Some(Command::Convert(args)) => convert::run(&args),
        Some(Command::Openings(args)) => openings::run(&args),
        Some(Command::CheckEngine(args)) => check_engine::run(&args),
        Some(Command::Guard(args)) => guard::run(args),
        Some(Command::Ablate(args)) => ablate::run(&args),
        Some(Command::Elo(args)) => elo::run(&args),
        Some(Command::Fit(args)) => fit::run(&args),
        Some(Command::Bench(args)) => bench::run(&args),
        Some(Command::Solve(args)) => solve::run(&args),
        Some(Command::Engine(args)) => engine::run(&args),
        Some(Command::Games(args)) => games::run(&args),
        Some(Command::Completions(args)) => manual::completions(&args, Cli::command()),
        Some(Command::Man(args)) => manual::man(&args, Cli::command()),
    }
}

/// Reports faulty arguments of a subcommand and ends the program with exit code 2.
pub fn exit_for(error: &UsageError) -> ! {
    let mut root = Cli::command();
    root.build();
    let mut command = root.find_subcommand(&error.command).cloned().unwrap_or(root);
    command.error(clap::error::ErrorKind::ValueValidation, &error.message).exit()
}
