//! The state that all routes share.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{Semaphore, broadcast};

use crate::arena::Tournaments;
use crate::assets::Assets;
use crate::challenges::Challenges;
use crate::club::Club;
use crate::desk::Desk;
use crate::explorer::Explorer;
use crate::gate::Gate;
use crate::lobby::Lobby;
use crate::matches::Matches;
use crate::meter::Meter;
use crate::metrics::{Metrics, Now};
use crate::nodes::Nodes;
use crate::people::People;
use crate::pools::Pools;
use crate::protocol::{Code, Failure};
use crate::rate::Limits;
use crate::rooms::Rooms;
use crate::stopping::Stopping;
use crate::streams::Streams;
use crate::talk::Talk;
use crate::tournaments::director::Director;

/// Ends of sessions that wait to be heard of; who has missed one asks as well.
const ENDED: usize = 64;

/// The state that all routes share.
pub struct App {
    pub rooms: Arc<Rooms>,
    pub tournaments: Arc<Tournaments>,
    pub limits: Limits,
    pub gate: Arc<Gate>,
    /// How often a WebSocket is asked whether it still lives.
    pub ping: Duration,
    /// The names of the games that are played here.
    pub games: Vec<&'static str>,
    pub(crate) assets: Assets,
    /// Without it the server listens on loopback.
    pub(crate) club: Option<Arc<Club>>,
    /// The members of the club.
    pub(crate) people: Option<People>,
    /// Challenges of members to each other.
    pub(crate) challenges: Arc<Challenges>,
    /// Open seeks.
    pub(crate) lobby: Arc<Lobby>,
    /// Matches that other servers' programs created, and that wait for somebody.
    pub(crate) matches: Matches,
    /// Those who wait to be paired.
    pub(crate) pools: Arc<Pools>,
    /// Who runs the tournaments of the club.
    pub(crate) director: Option<Arc<Director>>,
    /// The streams that members have open.
    pub(crate) streams: Arc<Streams>,
    /// The downloads of the archive that addresses have open.
    pub(crate) downloads: Arc<Streams>,
    /// The books of openings.
    pub(crate) explorer: Arc<Explorer>,
    /// Blocks, reports and moderators; none without a club.
    pub(crate) desk: Option<Arc<dyn Desk>>,
    /// The chat of the lobby, and who may talk how often.
    pub(crate) talk: Arc<Talk>,
    /// The keys of members whose connections and streams ask again who they are.
    pub(crate) ended: broadcast::Sender<Arc<str>>,
    /// The processes of the club, where there are several.
    pub(crate) nodes: Option<Arc<Nodes>>,
    /// The counters.
    pub(crate) metrics: Metrics,
    /// The word that opens `/metrics` to other machines.
    pub(crate) metrics_token: Option<String>,
    /// True once the server stops.
    pub(crate) stopping: Stopping,
    /// Reports are made one at a time: each reads a whole tournament.
    pub(crate) reports: Semaphore,
}

impl App {
    /// Without a club, for a server that listens on loopback.
    pub fn new(
        rooms: Arc<Rooms>,
        tournaments: Arc<Tournaments>,
        club: Option<Arc<Club>>,
        people: Option<People>,
        max_connections: usize,
        ping: Duration,
        games: Vec<&'static str>,
    ) -> Self {
        Self {
            assets: Assets::new(&games),
            games,
            tournaments,
            limits: Limits::default(),
            gate: Gate::new(max_connections, None),
            ping,
            club,
            people,
            challenges: Arc::default(),
            lobby: Arc::default(),
            matches: Matches::default(),
            pools: Arc::default(),
            director: None,
            streams: Arc::default(),
            downloads: Arc::new(Streams::with_most(1)),
            explorer: Arc::default(),
            desk: None,
            talk: Arc::default(),
            ended: broadcast::Sender::new(ENDED),
            nodes: None,
            metrics: Metrics::new(&Meter::default()),
            metrics_token: None,
            stopping: rooms.stopping.clone(),
            rooms,
            reports: Semaphore::new(1),
        }
    }

    /// With who runs the tournaments of a club.
    pub fn with_director(self, director: Option<Arc<Director>>) -> Self {
        Self { director, ..self }
    }

    /// With what keeps order in a club.
    pub fn with_order(self, desk: Arc<dyn Desk>, guest_chat: bool) -> Self {
        Self { desk: Some(desk), talk: Arc::new(Talk::new(guest_chat)), ..self }
    }

    /// The values of this moment.
    pub fn now(&self) -> Now {
        Now {
            connections: self.gate.connections(),
            sockets: self.gate.sockets(),
            turned_away: self.gate.turned_away(),
            live_games: self.rooms.count(),
            searches: self.rooms.searches.load(),
            seeks: self.lobby.count(),
        }
    }

    /// Who runs the tournaments.
    ///
    /// # Errors
    /// Where this is no club.
    pub fn director(&self) -> Result<&Arc<Director>, Failure> {
        let none =
            || Failure::new(Code::NotFound, "There are no tournaments here: this is no club.");
        self.director.as_ref().ok_or_else(none)
    }
}
