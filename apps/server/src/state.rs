//! The state that all routes share.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::Semaphore;

use crate::arena::Tournaments;
use crate::assets::Assets;
use crate::gate::Gate;
use crate::rate::Limits;
use crate::rooms::Rooms;

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
    pub(crate) address: SocketAddr,
    /// Reports are made one at a time: each reads a whole tournament.
    pub(crate) reports: Semaphore,
}

impl App {
    /// For a server that listens at that address.
    pub fn new(
        rooms: Arc<Rooms>,
        tournaments: Arc<Tournaments>,
        address: SocketAddr,
        max_connections: usize,
        ping: Duration,
        games: Vec<&'static str>,
    ) -> Self {
        Self {
            assets: Assets::new(&games),
            games,
            rooms,
            tournaments,
            limits: Limits::default(),
            gate: Gate::new(max_connections),
            ping,
            address,
            reports: Semaphore::new(1),
        }
    }
}
