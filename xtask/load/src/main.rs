//! `cargo xtask load`: many streams, games and watchers against a club of its own, over the interface that everybody has.

mod club;
mod http;
mod lobby;
mod moves;
mod numbers;
mod streams;

use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Result, ensure};
use clap::Parser;

use club::Club;

/// Streams that a member of the generator has, of those that it may have (64).
const STREAMS_OF_A_MEMBER: usize = 50;
/// Files beside the connections.
const OTHER_FILES: u64 = 256;

#[derive(Parser)]
#[command(name = "load", about = "Measures what a club's server holds on this machine")]
struct Args {
    /// Open event streams, those of the games among them
    #[arg(long, default_value_t = 10_000)]
    streams: usize,
    /// Games that are played at once
    #[arg(long, default_value_t = 2_000)]
    games: usize,
    /// Moves a second, over all games
    #[arg(long, default_value_t = 2_000.0)]
    moves: f64,
    /// Seconds that moves are played for
    #[arg(long, default_value_t = 20)]
    seconds: u64,
    /// The game to play: the key of a variant
    #[arg(long, default_value = "standard")]
    variant: String,
    /// Open seeks in the lobby
    #[arg(long, default_value_t = 1_000)]
    seeks: usize,
    /// Pages that watch the lobby
    #[arg(long, default_value_t = 5_000)]
    watchers: usize,
    /// The program to measure [default: that of the release build]
    #[arg(long, value_name = "FILE")]
    program: Option<PathBuf>,
    /// Processes of the club, which share a PostgreSQL and a NATS of their own; 1 is a process with SQLite
    #[arg(long, default_value_t = 1)]
    nodes: usize,
    /// The parts to measure
    #[arg(long, value_enum, value_delimiter = ',', default_value = "moves,lobby")]
    parts: Vec<Part>,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Part {
    /// Idle streams, then moves beside them
    Moves,
    /// Seeks that change before many watchers
    Lobby,
}

fn main() -> Result<()> {
    let args = Args::parse();
    let game_streams = 2 * args.games;
    ensure!(
        game_streams <= args.streams,
        "each game has two streams: --streams {game_streams} or more"
    );
    let connections = args.streams + args.games + args.watchers + args.seeks;
    #[cfg(unix)]
    raise(u64::try_from(connections)? + OTHER_FILES);
    let runtime =
        tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    runtime.block_on(run(&args))
}

/// As many open files as the system allows, where more are needed.
#[cfg(unix)]
fn raise(needed: u64) {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let now = getrlimit(Resource::Nofile);
    let most = now.maximum.unwrap_or(u64::MAX);
    let raised = Rlimit { current: Some(needed.min(most)), maximum: now.maximum };
    if now.current.is_some_and(|current| current < needed)
        && setrlimit(Resource::Nofile, raised).is_err()
    {
        eprintln!("the limit of open files stays {:?}", now.current);
    }
}

async fn run(args: &Args) -> Result<()> {
    let program = args.program.clone().unwrap_or_else(club::program);
    if args.parts.contains(&Part::Moves) {
        let members = args.streams.div_ceil(STREAMS_OF_A_MEMBER).max(2);
        // Streams, a connection a game to play on, and some to spare.
        let club =
            Club::start(&program, args.nodes, members, args.streams + args.games + 1_000).await?;
        let idle = args.streams - 2 * args.games;
        let held = streams::idle(&club, idle).await?;
        let span = Duration::from_secs(args.seconds);
        moves::play(&club, &args.variant, args.games, args.moves, span).await?;
        ensure!(held.are_open(), "idle streams were closed");
        println!("{}", club.metrics().await?);
    }
    if args.parts.contains(&Part::Lobby) {
        let members = args.seeks.div_ceil(lobby::SEEKS_OF_A_MEMBER) + 1;
        let club =
            Club::start(&program, args.nodes, members, args.watchers + args.seeks + 1_000).await?;
        lobby::watch(&club, args.seeks, args.watchers).await?;
    }
    Ok(())
}
