//! Tesuji's server: the page over HTTP, live games over WebSocket, and the database that keeps them.
//!
//! One way through it: `connection` reads a message and hands it to a `room` (one task a game, which alone
//! owns that game's referee); the room writes to the [`store`] before it acknowledges anything, asks `searches`
//! for the engine's turn, and informs everyone who watches. `docs/server.md` describes the protocol.

mod analysis;
mod api;
mod app;
mod archive;
mod arena;
mod assets;
pub mod backup;
mod begin;
mod blocks;
mod bus;
mod challenges;
mod chats;
pub mod club;
#[cfg(feature = "cluster")]
mod cluster;
mod connection;
mod correspondence;
mod database;
mod desk;
mod doors;
#[cfg(feature = "cluster")]
mod elsewhere;
mod engines;
mod explain;
mod explorer;
mod files;
mod forward;
mod game_news;
mod gate;
mod guard;
mod ids;
mod levels;
mod links;
mod litama;
mod live;
mod lobby;
mod matches;
mod meeting;
mod members;
mod meter;
mod metrics;
mod moderation;
mod news;
mod nodes;
mod notices;
mod operation;
mod outbox;
mod pairing;
mod part;
// Public for `fuzz/`, which feeds it.
#[doc(hidden)]
pub mod passkeys;
mod people;
mod pools;
mod profiles;
pub mod protocol;
mod rate;
mod ratings;
mod recent;
mod room;
mod rooms;
mod searches;
mod serve;
mod sql;
mod state;
mod stopping;
pub mod store;
mod streams;
mod tables;
mod talk;
mod tls;
mod tournaments;
mod tree;
mod wanted;
mod who;

#[cfg(feature = "cluster")]
pub use cluster::{ClusterError, NodesConfig};
#[cfg(feature = "cluster")]
pub use database::{Address, NoAddress};
pub use files::TooFewFiles;
#[cfg(feature = "cluster")]
pub use nodes::{NoNodeUrl, NodeUrl};
pub use people::{accounts, tokens};
pub use sql::Source;
pub use tls::{TlsError, TlsFiles};

use std::io::ErrorKind;
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicI64;
use std::time::Duration;

use tokio::sync::Notify;

use crate::arena::Tournaments;
use crate::blocks::Blocks;
use crate::bus::Others;
use crate::club::{Club, ClubConfig};
use crate::explorer::Explorer;
use crate::gate::Gate;
use crate::meter::Meter;
use crate::metrics::Metrics;
use crate::nodes::Nodes;
use crate::part::Part;
use crate::people::People;
use crate::rate::Limits;
use crate::rooms::{Manner, Rooms};
use crate::searches::Searches;
use crate::serve::Serving;
use crate::sql::SqlStore;
use crate::stopping::Stopping;
use crate::store::StoreError;
use crate::tls::Tls;
use crate::tournaments::director::Director;

/// The configuration of a server.
#[derive(Clone, Debug)]
pub struct Config {
    /// The address to listen on. Anything but loopback lets other machines play, and is taken only with a `club` that
    /// has a public address.
    pub host: IpAddr,
    /// The port; 0 takes any free one, which [`Server::address`] then has.
    pub port: u16,
    /// Serves a club: people elsewhere, each with no more rights than the others. Without it the server trusts whoever
    /// reaches it.
    pub club: Option<ClubConfig>,
    /// Certificate and key; without them what comes is HTTP, as on loopback or behind a proxy that has TLS itself.
    pub tls: Option<TlsFiles>,
    /// The folder of the database; it is made where it is missing.
    pub data_dir: PathBuf,
    /// The database, where it is not a file in that folder.
    #[cfg(feature = "cluster")]
    pub database: Option<Address>,
    /// The other processes of the club, where it has several.
    #[cfg(feature = "cluster")]
    pub nodes: Option<NodesConfig>,
    /// How many searches run at once; further ones wait their turn.
    pub search_threads: usize,
    /// The size of each search's transposition table in MiB.
    pub hash_mib: usize,
    /// Folders of endgame tables for games that have such in files, joined as the system joins paths.
    pub table_folders: Option<String>,
    /// How many connections are kept at once.
    pub max_connections: usize,
    /// How many of them one address may have; half where that is not said.
    pub address_connections: Option<usize>,
    /// How many times the usual an address may send and begin: more than 1 for a test, or where many share an address.
    pub address_rate: u32,
    /// The word that opens `/metrics` to other machines; without it only this machine reads them.
    pub metrics_token: Option<String>,
    /// How long a request's header may take to come.
    pub header_deadline: Duration,
    /// How often a WebSocket is asked whether it still lives; one that has not answered by the next time is closed.
    pub ping: Duration,
    /// Bytes that the database may have before no new game is begun and no tree grows.
    pub max_data: u64,
    /// The least time between a turn and the engine's answer, so that a person sees both.
    pub pause: Duration,
    /// How long the players of a tournament's game have for their first moves; less where the clock gives less.
    pub first_move: Duration,
    /// Milliseconds that the clock of the tournaments is ahead of the system's: none but a test sets it.
    pub ahead: Arc<AtomicI64>,
    /// The program that plays tournaments (`tesuji`); without it the page shows them only.
    pub arena_player: Option<PathBuf>,
    /// Programs that the page may let play in tournaments, as engine lines.
    pub arena_programs: Vec<String>,
    /// How many tournaments the page lets run at once.
    pub arena_at_once: usize,
    /// Books of openings, which the page's analysis shows; several of one game are added up.
    pub books: Vec<Arc<engine::Book>>,
    /// The names of the games that the page shows.
    pub games: Vec<&'static str>,
}

impl Config {
    /// Loopback, two searches of 64 MiB each.
    #[must_use]
    pub fn new(port: u16, data_dir: impl Into<PathBuf>) -> Self {
        Self {
            host: IpAddr::V4(Ipv4Addr::LOCALHOST),
            port,
            club: None,
            tls: None,
            data_dir: data_dir.into(),
            #[cfg(feature = "cluster")]
            database: None,
            #[cfg(feature = "cluster")]
            nodes: None,
            search_threads: 2,
            hash_mib: 64,
            table_folders: None,
            max_connections: 512,
            address_connections: None,
            address_rate: 1,
            metrics_token: None,
            header_deadline: Duration::from_secs(10),
            ping: Duration::from_secs(20),
            max_data: 8 << 30,
            pause: Duration::from_millis(300),
            first_move: Duration::from_secs(30),
            ahead: Arc::default(),
            arena_player: None,
            arena_programs: Vec::new(),
            arena_at_once: 2,
            books: Vec::new(),
            games: engine::kinds().iter().map(|kind| kind.name()).collect(),
        }
    }
}

/// Why a server did not start or stopped.
#[derive(Debug, thiserror::Error)]
pub enum ServerError {
    /// Another program has the port.
    #[error("port {port} is in use; try --port 0")]
    InUse {
        /// The port.
        port: u16,
    },
    /// The address is not this machine's, or not allowed.
    #[error("cannot listen on {address}: {source}")]
    Bind {
        /// The address asked for.
        address: SocketAddr,
        /// The system's own error.
        source: std::io::Error,
    },
    /// Other machines could reach the server, and nobody has said under which address.
    #[error(
        "other machines reach {address}: say with --public under which address they do, as --public https://club.example"
    )]
    NoPublic {
        /// The address asked for.
        address: SocketAddr,
    },
    /// The system gives a process fewer open files than the connections need.
    #[error(transparent)]
    Files(#[from] TooFewFiles),
    /// The word for `/metrics` is too short to keep anybody out.
    #[error("the token for the metrics has {MIN_TOKEN} letters or more, none of them a blank")]
    ShortToken,
    /// The certificate or its key cannot be used.
    #[error(transparent)]
    Tls(#[from] TlsError),
    /// There is a certificate, and visitors are not told to use it.
    #[error(
        "with a certificate visitors come over https: say under which address with --public https://…"
    )]
    NotSecure,
    /// The process has no place among the others of its club.
    #[cfg(feature = "cluster")]
    #[error(transparent)]
    Cluster(#[from] ClusterError),
    /// The database cannot be opened.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The system refused a thread or a socket.
    #[error("the server cannot run: {0}")]
    Io(#[from] std::io::Error),
}

/// Letters that the word for `/metrics` has at least.
const MIN_TOKEN: usize = 16;
/// How long a server that stops waits for its clients to take what is under way.
const FAREWELL: Duration = Duration::from_secs(5);
/// How often it looks whether they have.
const LOOK: Duration = Duration::from_millis(10);

/// A server that has its address and its database but does not answer yet.
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    app: Arc<app::App>,
    stop: Arc<Notify>,
    header_deadline: Duration,
    tls: Option<Arc<Tls>>,
    place: Place,
}

/// A process alone.
#[derive(Default)]
struct Place {
    part: Part,
    others: Others,
    nodes: Option<Arc<Nodes>>,
    /// What the others tell, and on what the way to them lives.
    #[cfg(feature = "cluster")]
    among: Option<(tokio::sync::mpsc::Receiver<bus::Event>, tokio::runtime::Runtime)>,
}

impl Config {
    /// Where the data are.
    fn source(&self) -> Source {
        #[cfg(feature = "cluster")]
        if let Some(address) = &self.database {
            return Source::Server(address.clone());
        }
        Source::Folder(self.data_dir.clone())
    }

    /// The place among the other processes, where there are some.
    fn place(&mut self) -> Result<Place, ServerError> {
        #[cfg(feature = "cluster")]
        if let Some(nodes) = self.nodes.take() {
            let part = nodes.part()?;
            if self.database.is_none() {
                return Err(ClusterError::NoDatabase.into());
            }
            if self.tls.is_some() {
                return Err(ClusterError::Tls.into());
            }
            let public = self.club.as_ref().and_then(|club| club.public.as_ref());
            let public = public.map(ToString::to_string).unwrap_or_default();
            let cluster::Place { nodes, others, events, runtime } = nodes.join(part, &public)?;
            let (nodes, among) = (Some(nodes), Some((events, runtime)));
            return Ok(Place { part, others, nodes, among });
        }
        Ok(Place::default())
    }
}

/// Stops a running server from elsewhere.
#[derive(Clone)]
pub struct Stopper(Arc<Notify>);

impl Stopper {
    /// Lets [`Server::run`] return. Nothing is lost by it: what was acknowledged is on disk.
    pub fn stop(&self) {
        self.0.notify_one();
    }
}

impl Server {
    /// Takes the address, opens the database and starts the engines' threads.
    ///
    /// # Errors
    /// When the address is taken, or the data folder cannot be used or is in use by another server.
    pub fn bind(mut config: Config) -> Result<Self, ServerError> {
        let tls = checked(&config)?;
        let (place, source) = (config.place()?, config.source());
        let listener = listen(SocketAddr::new(config.host, config.port))?;
        let address = listener.local_addr()?;
        if config.address_rate > 1 || config.address_connections.is_some() {
            let (rate, connections) = (config.address_rate, config.address_connections);
            tracing::warn!(rate, connections, "the limits of an address are not the usual ones");
        }
        let header_deadline = config.header_deadline;
        let (app, stop) = (open(config, address, &place, &source)?, Arc::new(Notify::new()));
        Ok(Self { listener, address, app: Arc::new(app), stop, header_deadline, tls, place })
    }

    /// The address to open it under, which ends with a stroke.
    #[must_use]
    pub fn url(&self) -> String {
        match &self.app.club {
            Some(club) => format!("{}/", club.public),
            None => format!("http://{}/", self.address),
        }
    }

    /// Where the server listens.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// A handle that stops the server.
    #[must_use]
    pub fn stopper(&self) -> Stopper {
        Stopper(Arc::clone(&self.stop))
    }

    /// Serves until it is stopped by a [`Stopper`], by Ctrl-C or by the system's wish to terminate.
    ///
    /// # Errors
    /// When the system refuses threads or the listener fails.
    pub fn run(mut self) -> Result<(), ServerError> {
        let runtime = self.runtime()?;
        let result = runtime.block_on(self.serve());
        runtime.shutdown_timeout(Duration::from_secs(1));
        result
    }

    /// The threads that serve. Where there are other processes they hear of those from now on.
    fn runtime(&mut self) -> Result<tokio::runtime::Runtime, ServerError> {
        #[cfg(feature = "cluster")]
        if let Some((events, runtime)) = self.place.among.take() {
            runtime.spawn(elsewhere::hear(Arc::clone(&self.app), events));
            let others = self.place.others.clone();
            runtime.spawn(live::report(Arc::clone(&self.app.rooms.shown), others));
            self.place.others.tell(bus::Event::Woke { node: self.place.part.node });
            return Ok(runtime);
        }
        Ok(serve::runtime()?)
    }

    async fn serve(self) -> Result<(), ServerError> {
        let Self { listener, address, app, stop, header_deadline: deadline, tls, place } = self;
        let listener = tokio::net::TcpListener::from_std(listener)?;
        let (gate, stopping) = (Arc::clone(&app.gate), app.stopping.clone());
        let (club, nodes) = (app.club.clone(), place.nodes);
        let serving = Serving { gate, club, nodes, tls: tls.clone(), deadline, stopping };
        let router = app::router(Arc::clone(&app));
        let tidying = Arc::clone(&app.rooms).tidy_at_times();
        if let Some(tls) = tls {
            tokio::spawn(tls.renew_at_times());
        }
        if let Some(director) = &app.director {
            director.resume().await?;
            tokio::spawn(Arc::clone(director).run());
        }
        tracing::info!(address = %address, club = app.club.is_some(), "serving");
        tokio::spawn(pairing::pair_at_times(Arc::clone(&app)));
        let flags = correspondence::call_flags(Arc::clone(&app.rooms));
        tokio::select! {
            () = serve::serve(listener, router, serving) => {}
            () = tidying => {}
            () = flags => {}
            () = stop.notified() => {}
            () = asked_to_stop() => {}
        }
        // Who plays by correspondence gains a moment where it cannot be kept.
        let _ = app.rooms.store.keep_uptime().await;
        farewell(&app.stopping, &app.gate).await;
        Ok(())
    }
}

/// Checks what can be known before anything is opened; the certificate, if there is one.
fn checked(config: &Config) -> Result<Option<Arc<Tls>>, ServerError> {
    let public = config.club.as_ref().and_then(|club| club.public.as_ref());
    if !(config.host.is_loopback() || public.is_some()) {
        return Err(ServerError::NoPublic { address: SocketAddr::new(config.host, config.port) });
    }
    let tls = match &config.tls {
        None => None,
        Some(files) => {
            let public = public.filter(|public| public.is_secure());
            let public = public.ok_or(ServerError::NotSecure)?.to_string();
            Some(Arc::new(Tls::open(files.clone(), &public)?))
        }
    };
    files::raise(config.max_connections)?;
    if let Some(token) = &config.metrics_token
        && (token.len() < MIN_TOKEN || token.contains(char::is_whitespace))
    {
        return Err(ServerError::ShortToken);
    }
    Ok(tls)
}

/// Takes the address.
fn listen(wanted: SocketAddr) -> Result<TcpListener, ServerError> {
    let listener = TcpListener::bind(wanted).map_err(|source| match source.kind() {
        ErrorKind::AddrInUse => ServerError::InUse { port: wanted.port() },
        _ => ServerError::Bind { address: wanted, source },
    })?;
    listener.set_nonblocking(true)?;
    Ok(listener)
}

/// Opens the database, starts the engines' threads, and puts all parts together.
fn open(
    config: Config,
    address: SocketAddr,
    place: &Place,
    source: &Source,
) -> Result<app::App, ServerError> {
    let meter = Meter::default();
    let store = SqlStore::open(source, place.part, config.max_data, meter.clone())?;
    let store = Arc::new(store);
    let guest_chat = config.club.as_ref().is_some_and(|club| club.guest_chat);
    let club = config.club.clone().map(|club| Arc::new(Club::new(club, address)));
    let people = match &club {
        Some(club) => {
            let members = Arc::clone(&store);
            Some(People::open(source, members, club.public.clone())?)
        }
        None => None,
    };
    let blocks = Blocks::of(sql::desk::blocks(&sql::beside(source)?)?);
    let rooms = rooms(&config, &store, blocks, (club.is_none(), place))?;
    let keeps = Arc::clone(&store);
    let director = (club.is_some() && place.part.is_first()).then(|| {
        Director::new(Arc::clone(&rooms), keeps, config.games.clone(), Arc::clone(&config.ahead))
    });
    let tournaments = tournaments(&config, club.is_none());
    let (most, ping, is_club) = (config.max_connections, config.ping, club.is_some());
    let app = app::App::new(rooms, tournaments, club, people, most, ping, config.games);
    let app = app::App {
        explorer: Arc::new(Explorer::new(config.books)),
        gate: Gate::new(most, config.address_connections),
        limits: Limits::times(config.address_rate),
        nodes: place.nodes.clone(),
        metrics: Metrics::new(&meter),
        metrics_token: config.metrics_token,
        ..app.with_director(director)
    };
    Ok(if is_club { app.with_order(store, guest_chat) } else { app })
}

/// The tournaments of engines.
fn tournaments(config: &Config, alone: bool) -> Arc<Tournaments> {
    Tournaments::new(arena::Setting {
        folder: config.data_dir.clone(),
        player: config.arena_player.clone(),
        programs: config.arena_programs.clone(),
        at_once: config.arena_at_once,
        alone,
    })
}

/// The games, and who thinks in them.
fn rooms(
    config: &Config,
    store: &Arc<SqlStore>,
    blocks: Blocks,
    (alone, place): (bool, &Place),
) -> Result<Arc<Rooms>, ServerError> {
    let folders = config.table_folders.as_deref();
    let searches = Searches::start(config.search_threads, config.hash_mib, folders)?;
    let (keeps, chats, kept) = (Arc::clone(store), Arc::clone(store), Arc::clone(store));
    let (pause, first_move, others) = (config.pause, config.first_move, place.others.clone());
    let manner = Manner { pause, first_move, alone, others };
    Ok(Rooms::new(keeps, chats, kept, blocks, searches, manner))
}

/// Tells everybody that the server stops, and waits a while until they have taken what is under way. Nobody comes in any
/// more; games go on at the next start, from their last turns.
async fn farewell(stopping: &Stopping, gate: &Gate) {
    tracing::info!(connections = gate.connections(), "stopping");
    stopping.begin();
    let gone = async {
        while gate.connections() > 0 {
            tokio::time::sleep(LOOK).await;
        }
    };
    if tokio::time::timeout(FAREWELL, gone).await.is_err() {
        tracing::warn!(connections = gate.connections(), "some did not let go");
    }
    tracing::info!("stopped");
}

/// Ends when the person or the system asks the process to stop.
async fn asked_to_stop() {
    let interrupted = async {
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    };
    #[cfg(unix)]
    let terminated = async {
        match tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate()) {
            Ok(mut signal) => {
                signal.recv().await;
            }
            Err(_) => std::future::pending::<()>().await,
        }
    };
    #[cfg(not(unix))]
    let terminated = std::future::pending::<()>();
    tokio::select! {
        () = interrupted => {}
        () = terminated => {}
    }
}
