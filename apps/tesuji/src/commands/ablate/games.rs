//! The matches of a technique against the search that it is compared with.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

use anyhow::{Context as _, Result};
use arena::ablation::{Limit, MatchPlan, Played, Recipe, Technique};
use arena::store::{Request, Store};
use arena::tournament::{Event, Running};
use arena::{Config, Environment, FaultPolicy, Format, Openings, Rules, Tournament};

use super::args::AblateArgs;
use super::progress::Progress;
use crate::interrupt;

/// In the folder of an ablation, where its games are.
const GAMES: &str = "games";

/// Where matches are played, and their games kept.
pub struct Matches<'a> {
    args: &'a AblateArgs,
    store: Option<Store>,
    environment: Environment,
}

impl<'a> Matches<'a> {
    /// Games are kept in that folder, if there is one. What an ablation that is begun anew had there is forgotten.
    pub fn new(folder: Option<&Path>, args: &'a AblateArgs) -> Result<Self> {
        let mut store = match folder {
            Some(folder) if args.plays() => Some(Store::open(&folder.join(GAMES))?),
            _ => None,
        };
        if let Some(store) = store.as_mut().filter(|_| args.is_again()) {
            for stored in store.list()? {
                store.remove(stored.id)?;
            }
        }
        let environment = Environment { guard: None, human: None, log: None };
        Ok(Self { args, store, environment })
    }

    /// Plays what is not played yet of a match; None where Ctrl-C came.
    pub fn play(
        &mut self,
        recipe: &Recipe,
        technique: &Technique,
        limit: Limit,
        progress: &mut Progress,
    ) -> Result<Option<Played>> {
        let Some(plan) = &recipe.matches else { return Ok(None) };
        progress.say(&format!("{}, {limit}", technique.words()));
        let tournament = Tournament::new(config(recipe, plan, technique, limit))?;
        let mut lock = None;
        let id = match &mut self.store {
            Some(store) => {
                let identity = format!("{}, {limit}", technique.words());
                let known = store.of_identity(&identity)?.into_iter().next();
                let id = match known {
                    Some(stored) => stored.id,
                    None => store.create(&identity, &identity, tournament.config())?,
                };
                store.request(id, Request::Run)?;
                progress.skip(store.results(id)?.len() as u64);
                lock = Some(store.lock(id)?.context("another program plays this match")?);
                Some(id)
            }
            None => None,
        };
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let timed = matches!(limit, Limit::Seconds(_));
        let running = Running {
            tournament: &tournament,
            store: self.store.as_mut().zip(id),
            environment: &self.environment,
            // Games side by side take time from each other.
            concurrency: self.args.concurrency().unwrap_or(usize::from(timed)),
            cores,
            pin: false,
            wait: Duration::ZERO,
            stop: interrupt::flag(),
        };
        let outcome = running.run(&mut |event| {
            if matches!(event, Event::Game(..)) {
                progress.step();
            }
        })?;
        if !outcome.complete {
            return Ok(None);
        }
        if let (Some(store), Some(id)) = (&self.store, id) {
            store.set_done(id, true)?;
        }
        drop(lock);
        let faults: BTreeMap<_, _> =
            outcome.faults.iter().flatten().filter(|(_, count)| **count > 0).collect();
        anyhow::ensure!(faults.is_empty(), "an engine failed in this match: {faults:?}");
        let summary = tournament.tally(&outcome.results, 0, 1).summary();
        Ok(Some(Played {
            technique: technique.name.clone(),
            limit,
            games: [summary.wins, summary.draws, summary.losses],
            pairs: summary.pairs,
        }))
    }
}

fn config(recipe: &Recipe, plan: &MatchPlan, technique: &Technique, limit: Limit) -> Config {
    Config {
        game: recipe.game.clone(),
        format: Format::Match,
        engines: recipe.engines(technique, limit).to_vec(),
        games: plan.games,
        rounds: 1,
        seed: plan.seed,
        openings: Openings::Deal(String::new()),
        rules: Rules::default(),
        sprt: None,
        policy: FaultPolicy::default(),
        event: None,
        site: None,
    }
}
