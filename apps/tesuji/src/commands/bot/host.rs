//! Shared parts of all games of a bot.

use std::collections::HashSet;
use std::sync::{Mutex, MutexGuard, PoisonError};

use anyhow::Result;
use arena::player::Player;
use arena::{EngineSpec, Environment};
use client::{Account, Client};

use crate::cli::Game;

/// A bot in its club.
pub struct Bot {
    pub client: Client,
    pub me: Account,
    pub engine: EngineSpec,
    pub environment: Environment,
    /// The games that are played here now.
    pub playing: Mutex<HashSet<String>>,
}

impl Bot {
    /// The games that are played here now.
    pub fn playing(&self) -> MutexGuard<'_, HashSet<String>> {
        // The set is whole between any two of its calls.
        self.playing.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The engine at a board of that game.
    ///
    /// # Errors
    /// Where the engine does not play it.
    pub fn player(&self, kind: Game) -> Result<Box<dyn Player>> {
        self.engine.check(kind)?;
        let seed = crate::setup::fresh_seed();
        Ok(self.engine.player(kind, seed, &self.environment)?)
    }
}
