//! `tesuji serve`: the page to play on.

use std::io::IsTerminal as _;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::Arc;

use anyhow::{Context as _, Result, bail};
use clap::Args;
use engine::Book;
use server::club::{ClubConfig, IpNet, PublicUrl};
use server::{Config, Server, ServerError, TlsFiles};

use super::kept::word;
#[cfg(not(feature = "cluster"))]
use super::lacking::NodesArgs;
#[cfg(feature = "cluster")]
use super::nodes::NodesArgs;
use super::session::engine_lines;
use crate::cli::SyzygyArgs;
use crate::log::{self, Form};
use crate::output::line;

/// Tried first where no port is asked for.
const USUAL_PORT: u16 = 5505;

const EXAMPLES: &str = "\
Examples:
  tesuji serve
  tesuji serve --port 8080 --data ./games
  tesuji serve --book chess.book --book ataxx.book
  tesuji serve --listen 127.0.0.1:5505 --public https://club.example --trust-proxy 127.0.0.1/32
  tesuji serve --listen 0.0.0.0:443 --public https://club.example --tls-cert cert.pem --tls-key key.pem

Without --listen the page answers on this machine only. Ctrl-C ends it; no game is lost by that.";

/// Arguments of `tesuji serve`.
#[derive(Args, Default)]
#[command(after_help = EXAMPLES)]
pub struct ServeArgs {
    /// Port to listen on; 0 for any free one [default: 5505, or a free one]
    #[arg(long, value_name = "N")]
    port: Option<u16>,
    /// Serve a club, whose people come from other machines: the address and port to listen on
    #[arg(long, value_name = "ADDR", conflicts_with = "port")]
    listen: Option<SocketAddr>,
    /// The address under which people open the club [default: the one that it listens on, on loopback only]
    #[arg(long, value_name = "URL", requires = "listen")]
    public: Option<PublicUrl>,
    /// The club's certificate, as PEM, for https without a proxy; read again when it is renewed
    #[arg(long, value_name = "FILE", requires = "public", requires = "tls_key")]
    tls_cert: Option<PathBuf>,
    /// The private key of that certificate, as PEM
    #[arg(long, value_name = "FILE", requires = "tls_cert")]
    tls_key: Option<PathBuf>,
    /// A network of proxies that tell truly for whom they ask (X-Forwarded-For); may be given several times
    #[arg(long, value_name = "CIDR", requires = "listen")]
    trust_proxy: Vec<IpNet>,
    /// How many connections are kept at once [default: 512]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(8..=1_000_000))]
    max_connections: Option<u32>,
    /// How many of them one address may have [default: half]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    address_connections: Option<u32>,
    /// Let an address send, and begin games, so many times as fast as usual: where many share one, or for a test
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    address_rate: Option<u32>,
    /// A file with the word that shows `/metrics` to other machines (16 letters or more)
    #[arg(long, value_name = "FILE")]
    metrics_token_file: Option<PathBuf>,
    /// Say what happens on standard error, and how [default: warnings and faults alone, as text]
    #[arg(long, value_name = "FORM")]
    log: Option<Form>,
    /// Let guests write in the chats, too
    #[arg(long, requires = "listen")]
    guest_chat: bool,
    /// Folder of the stored games [default: tesuji in your folder for data]
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// A book of openings for the page's analysis (`tesuji book build` makes one); may be given several times
    #[arg(long, value_name = "BOOK")]
    book: Vec<PathBuf>,
    /// Programs that the page's arena may let play, as tables of a TOML file
    #[arg(long, value_name = "FILE")]
    engines_file: Option<PathBuf>,
    #[command(flatten)]
    cluster: NodesArgs,
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
    log::begin(args.log);
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
    let books = args.book.iter().map(|path| Ok(Arc::new(super::book::read(path)?.1)));
    let books = books.collect::<Result<Vec<_>>>()?;
    let metrics_token = args.metrics_token_file.as_deref().map(word).transpose()?;
    let server = bind(args, &data, &Given { programs, books, metrics_token })?;
    let address = server.url();
    line(format!("Tesuji is at {address}"))?;
    line(format!("Games are kept in {}", data.display()))?;
    line("Ctrl-C ends it.")?;
    if !args.no_open && args.listen.is_none() {
        open(&address);
    }
    server.run().context("the server ended")
}

/// The names of the games that the page shows.
fn games(args: &ServeArgs) -> Vec<&'static str> {
    let examples = engine::examples().iter().filter(|_| args.examples);
    engine::kinds().iter().chain(examples).map(|kind| kind.name()).collect()
}

/// The contents of the files that the arguments name.
struct Given {
    programs: Vec<String>,
    books: Vec<Arc<Book>>,
    metrics_token: Option<String>,
}

/// With what the arguments say of the database and of other processes.
fn among(args: &ServeArgs, mut config: Config) -> Result<Config> {
    args.cluster.tell(&mut config)?;
    Ok(config)
}

fn bind(args: &ServeArgs, data: &PathBuf, given: &Given) -> Result<Server> {
    let port = args.port;
    let usual = Config::new(0, data);
    let number = |given: Option<u32>| given.and_then(|number| usize::try_from(number).ok());
    let config = |port| Config {
        max_connections: number(args.max_connections).unwrap_or(usual.max_connections),
        address_connections: number(args.address_connections),
        address_rate: args.address_rate.unwrap_or(usual.address_rate),
        metrics_token: given.metrics_token.clone(),
        arena_player: std::env::current_exe().ok(),
        arena_programs: given.programs.clone(),
        table_folders: args.syzygy.syzygy.clone(),
        games: games(args),
        books: given.books.clone(),
        ..Config::new(port, data)
    };
    if let Some(listen) = args.listen {
        let club = ClubConfig {
            public: args.public.clone(),
            proxies: args.trust_proxy.clone(),
            guest_chat: args.guest_chat,
        };
        let host = listen.ip();
        let files = args.tls_cert.clone().zip(args.tls_key.clone());
        let tls = files.map(|(certificate, key)| TlsFiles { certificate, key });
        let config = Config { host, club: Some(club), tls, ..config(listen.port()) };
        return Ok(Server::bind(among(args, config)?)?);
    }
    let bound = Server::bind(among(args, config(port.unwrap_or(USUAL_PORT)))?);
    match bound {
        // The usual port is taken: any other will do.
        Err(ServerError::Bind { .. } | ServerError::InUse { .. }) if port.is_none() => {
            Ok(Server::bind(among(args, config(0))?)?)
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
