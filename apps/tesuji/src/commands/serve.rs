//! `tesuji serve`: the page to play on.

use std::io::IsTerminal as _;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use anyhow::{Context as _, Result, bail};
use clap::Args;
use server::{Config, Server, ServerError};

use super::session::engine_lines;
use crate::cli::SyzygyArgs;
use crate::output::line;

/// Tried first where no port is asked for.
const USUAL_PORT: u16 = 5505;

const EXAMPLES: &str = "\
Examples:
  tesuji serve
  tesuji serve --port 8080 --data ./games

The page answers on this machine only. Ctrl-C ends it; no game is lost by that.";

/// Arguments of `tesuji serve`.
#[derive(Args, Default)]
#[command(after_help = EXAMPLES)]
pub struct ServeArgs {
    /// Port to listen on; 0 for any free one [default: 5505, or a free one]
    #[arg(long, value_name = "N")]
    port: Option<u16>,
    /// Folder of the stored games [default: tesuji in your folder for data]
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// Programs that the page's arena may let play, as tables of a TOML file
    #[arg(long, value_name = "FILE")]
    engines_file: Option<PathBuf>,
    #[command(flatten)]
    syzygy: SyzygyArgs,
    /// Show the example games too (in a build with the feature `examples`)
    #[arg(long)]
    examples: bool,
    /// Do not open a browser
    #[arg(long)]
    no_open: bool,
}

/// Serves until Ctrl-C.
pub fn run(args: &ServeArgs) -> Result<()> {
    let data = args.data.clone().unwrap_or_else(crate::setup::data_folder);
    let programs = args.engines_file.as_deref().map_or_else(|| Ok(Vec::new()), engine_lines)?;
    for kind in engine::kinds().iter().filter(|kind| kind.table_folders().is_some()) {
        args.syzygy.options(*kind)?;
    }
    if args.examples && engine::examples().is_empty() {
        bail!(
            "this build has no example games: cargo run --release --features examples -- serve --examples"
        );
    }
    let server = bind(args, &data, &programs)?;
    let address = format!("http://{}/", server.address());
    line(format!("Tesuji is at {address}"))?;
    line(format!("Games are kept in {}", data.display()))?;
    line("Ctrl-C ends it.")?;
    if !args.no_open {
        open(&address);
    }
    server.run().context("the server ended")
}

/// The names of the games that the page shows.
fn games(args: &ServeArgs) -> Vec<&'static str> {
    let examples = engine::examples().iter().filter(|_| args.examples);
    engine::kinds().iter().chain(examples).map(|kind| kind.name()).collect()
}

fn bind(args: &ServeArgs, data: &PathBuf, programs: &[String]) -> Result<Server> {
    let port = args.port;
    let config = |port| Config {
        arena_player: std::env::current_exe().ok(),
        arena_programs: programs.to_vec(),
        table_folders: args.syzygy.syzygy.clone(),
        games: games(args),
        ..Config::new(port, data)
    };
    let bound = Server::bind(config(port.unwrap_or(USUAL_PORT)));
    match bound {
        // The usual port is taken: any other will do.
        Err(ServerError::Bind { .. } | ServerError::InUse { .. }) if port.is_none() => {
            Ok(Server::bind(config(0))?)
        }
        other => Ok(other?),
    }
}

/// Opens the page where somebody sits at a desktop and looks at this terminal.
fn open(address: &str) {
    let set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    let (program, desktop) = match std::env::consts::OS {
        "windows" => ("explorer", true),
        "macos" => ("open", true),
        _ => ("xdg-open", set("DISPLAY") || set("WAYLAND_DISPLAY")),
    };
    if !desktop || !std::io::stdout().is_terminal() {
        return;
    }
    let mut command = Command::new(program);
    command.arg(address).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    // The address was printed: without a browser nothing is lost.
    if let Ok(mut child) = command.spawn() {
        std::thread::spawn(move || child.wait());
    }
}
