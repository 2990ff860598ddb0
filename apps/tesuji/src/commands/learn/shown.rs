//! Generations where the page finds them.

use std::sync::Arc;

use anyhow::Result;
use network::Network;
use tune::tunings::Tuning;
use tune::{Facts, Generations, LearnedGeneration};

use super::args::LearnArgs;
use super::record::{Record, network_of};
use super::way::BEGINNING;
use crate::commands::on_page::wait;
use crate::files;

/// The largest file of a network that is read.
const LONGEST: u64 = 1 << 30;

/// The generations in the data folder.
pub(super) struct Shown<'a> {
    args: &'a LearnArgs,
    tuning: Option<Tuning>,
}

impl<'a> Shown<'a> {
    /// Finds their [place](crate::commands::on_page::PageArgs::place).
    pub(super) fn begin(args: &'a LearnArgs, record: &mut Record) -> Result<Self> {
        let usual = format!("{}-{}-{}", args.game.name(), args.method(), args.seed);
        let tuning = args.page.place("learn", record.name.as_deref(), &usual)?;
        record.name = tuning.as_ref().map(|tuning| tuning.name().to_owned());
        Ok(Self { args, tuning })
    }

    /// [Waits](wait) as long as they are to pause.
    pub(super) fn wait(&self) -> f64 {
        wait(self.tuning.as_ref(), || ())
    }

    /// Shows the generations as they stand; a fault is told.
    pub(super) fn write(&self, record: &Record) {
        let Some(tuning) = &self.tuning else { return };
        let (generations, weights) = generations(self.args, record);
        let facts = Facts {
            method: self.args.method().to_owned(),
            seed: self.args.seed,
            seconds: record.generations.iter().map(|generation| generation.seconds).sum(),
            complete: record.generations.len() >= self.args.generations as usize,
        };
        let all = self.args.generations.into();
        if let Err(error) = tuning.write(&generations.film(self.args.game, facts, weights, all)) {
            eprintln!("the page does not show how this run stands: {error}");
        }
    }
}

/// What the best network had learned after each generation, and how many weights one has. What was there before any is the
/// network that the run began with; the hand-made evaluation has nothing to show.
fn generations(args: &LearnArgs, record: &Record) -> (Generations, usize) {
    let mut found = Vec::new();
    let mut weights = 0;
    let mut add = |name: &str, generation: u64, elo, games| {
        let read = files::read(&args.file(name), LONGEST).ok();
        let network = read.and_then(|bytes| Network::decode(&bytes).ok()).map(Arc::new);
        let Some(network) = network else { return };
        weights = network.weights();
        if let Some(view) = args.game.knowledge().learned(Some(&network)) {
            found.push(LearnedGeneration { generation, view, elo, games });
        }
    };
    if args.begins_with_network() {
        add(BEGINNING, 0, Some([0.0; 3]), 0);
    }
    let (mut best, mut total, mut square) = (None, 0.0, 0.0);
    for (played, generation) in (1..).zip(&record.generations) {
        if generation.kept {
            // Matches are independent of each other: the squares of their errors add up.
            best = Some(network_of(generation.generation));
            total += generation.elo;
            square += ((generation.elo_high - generation.elo_low) / 2.0).powi(2);
        }
        let Some(best) = &best else { continue };
        let error = f64::sqrt(square);
        let elo = [total, total - error, total + error];
        add(best, generation.generation.into(), Some(elo), played * args.games);
    }
    (Generations::new(&found), weights)
}
