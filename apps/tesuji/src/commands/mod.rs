//! The command line and its subcommands, a file each.

pub mod ablate;
pub mod account;
pub mod analyze;
pub mod arena;
pub mod backup;
pub mod bench;
pub mod book;
pub mod bot;
pub mod check_engine;
pub mod connect;
pub mod convert;
mod countdown;
pub mod course;
pub mod data;
pub mod elo;
pub mod engine;
pub mod experience;
pub mod games;
pub mod guard;
mod kept;
#[cfg(not(feature = "cluster"))]
mod lacking;
pub mod learn;
pub mod manual;
pub mod matches;
pub mod network;
#[cfg(feature = "cluster")]
mod nodes;
mod on_page;
pub mod openings;
pub mod perft;
pub mod play;
pub mod rate;
pub mod records;
pub mod selfplay;
pub mod serve;
mod session;
pub mod show;
pub mod solve;
pub mod stored;
pub mod token;
pub mod tournament;
pub mod train;
pub mod tune;
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
    /// Make, list and revoke the tokens with which programs sign in to a club
    Token(token::TokenArgs),
    /// List the accounts of a club, and say who moderates
    Account(account::AccountArgs),
    /// Copy the games and accounts of a server that runs
    Backup(backup::BackupArgs),
    /// Put a backup in the place of the games and accounts that are there
    Restore(backup::RestoreArgs),
    /// Play in a club with an engine
    Bot(Box<bot::BotArgs>),
    /// Make tokens for a class, and let their programs meet in a club every night
    Course(course::CourseArgs),
    /// Play and watch in a club, in the terminal
    Connect(connect::ConnectArgs),
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
    /// Let the engine play games against itself, to be learned from
    #[command(name = "selfplay")]
    SelfPlay(selfplay::SelfPlayArgs),
    /// Count, check, show, shuffle, merge and split files of such games
    Data(data::DataArgs),
    /// Make, show, merge, expand and export books of openings
    Book(book::BookArgs),
    /// Show, merge, prune and export what engines have learned from their games
    Experience(experience::ExperienceArgs),
    /// Tune the numbers of search and evaluation by games
    Tune(Box<tune::TuneArgs>),
    /// Train a network on stored games
    Train(train::TrainArgs),
    /// Let networks learn from their own games, generation by generation
    Learn(learn::LearnArgs),
    /// Tell what a network is
    Network(network::NetworkArgs),
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
        Some(Command::Token(args)) => token::run(&args),
        Some(Command::Account(args)) => account::run(&args),
        Some(Command::Backup(args)) => backup::write(&args),
        Some(Command::Restore(args)) => backup::restore(&args),
        Some(Command::Bot(args)) => bot::run(&args),
        Some(Command::Course(args)) => course::run(&args),
        Some(Command::Connect(args)) => connect::run(&args),
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
        Some(Command::SelfPlay(args)) => selfplay::run(&args),
        Some(Command::Data(args)) => data::run(&args),
        Some(Command::Book(args)) => book::run(&args),
        Some(Command::Experience(args)) => experience::run(&args),
        Some(Command::Tune(args)) => tune::run(&args),
        Some(Command::Train(args)) => train::run(&args),
        Some(Command::Learn(args)) => learn::run(&args),
        Some(Command::Network(args)) => network::run(&args),
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
