//! The searches of the fixed positions with some options.

use anyhow::{Result, ensure};
use arena::ablation::{Family, Options, Recipe, SearchPlan, Searches};
use engine::options::ALGORITHM;
use engine::{Engine, EngineConfig, Limits, Request};

use super::meter::{Cost, Meter};
use super::progress::Progress;
use crate::cli::Game;
use crate::positions::fixed;
use crate::setup::new_engine;
use crate::think::think;

const HASH_MIB: usize = 64;

/// Searches in a row.
const IN_A_ROW: usize = 3;

/// Where all searches are made.
pub struct Station {
    game: Game,
    family: Family,
    plan: SearchPlan,
    positions: Vec<String>,
    meter: Meter,
}

/// The configuration of a search.
pub fn config(family: Family, options: &Options) -> EngineConfig {
    let algorithm = match family {
        Family::AlphaBeta => "alphabeta",
        Family::Mcts => "mcts",
    };
    let config = EngineConfig { hash_mib: HASH_MIB, ..EngineConfig::default() };
    let config = config.with(ALGORITHM.name, algorithm);
    options.iter().fold(config, |config, (name, value)| config.with(name, value))
}

impl Station {
    /// For the searches of a recipe, which has some.
    pub fn new(game: Game, recipe: &Recipe) -> Result<Self> {
        let plan =
            recipe.searches.unwrap_or(SearchPlan { depth: None, visits: None, positions: 0 });
        let meter = Meter::new();
        if !meter.counts_instructions() {
            eprintln!(
                "This system counts no instructions for us: the processor's time stands for them."
            );
        }
        let positions = fixed(game, plan.positions)?;
        Ok(Self { game, family: recipe.family, plan, positions, meter })
    }

    /// Searches every position with these options.
    pub fn measure(
        &mut self,
        options: &Options,
        words: &str,
        progress: &mut Progress,
    ) -> Result<Searches> {
        progress.say(words);
        let mut config = config(self.family, options);
        if let Some(visits) = self.plan.visits {
            config = config.with(arena::ablation::VISITS, visits);
        }
        let mut engine = new_engine(self.game, &config)?;
        let mut found = Searches {
            options: options.clone(),
            nodes: Vec::new(),
            turns: Vec::new(),
            in_a_row: Vec::new(),
            quiescence_nodes: 0,
            visits: (self.family == Family::Mcts).then_some(0),
            seconds: 0.0,
            cpu_seconds: 0.0,
            instructions: self.meter.counts_instructions().then_some(0),
        };
        let limits = Limits { depth: self.plan.depth, ..Limits::default() };
        for position in &self.positions {
            engine.new_game();
            let request = Request::at(self.game, position, limits.clone())?;
            let (outcome, cost) = self.meter.of(|| think(engine.as_mut(), &request, |_| Ok(())));
            let (outcome, interrupted) = outcome?;
            ensure!(!interrupted, "stopped: the lines so far are complete");
            progress.step();
            let Cost { time, cpu, instructions } = cost;
            found.seconds += time.as_secs_f64();
            found.cpu_seconds += cpu.as_secs_f64();
            found.instructions =
                found.instructions.zip(instructions).map(|(all, these)| all + these);
            let last = outcome.last.as_ref();
            found.nodes.push(last.map_or(0, |info| info.nodes));
            found.quiescence_nodes += last.map_or(0, |info| info.qnodes);
            found.turns.push(outcome.turn.unwrap_or_default());
            if let (Some(all), Some(counted)) = (&mut found.visits, &outcome.statistics) {
                *all += counted.tree.iter().map(|branch| u64::from(branch.visits)).sum::<u64>();
            }
        }
        found.in_a_row = self.in_a_row(engine.as_mut(), &limits)?;
        Ok(found)
    }

    /// The nodes of searches one after the other, a turn each, from the first position on.
    fn in_a_row(&self, engine: &mut dyn Engine, limits: &Limits) -> Result<Vec<u64>> {
        let Some(position) = self.positions.first() else { return Ok(Vec::new()) };
        let mut request = Request::at(self.game, position, limits.clone())?;
        engine.new_game();
        let mut nodes = Vec::new();
        for _ in 0..IN_A_ROW {
            let (outcome, interrupted) = think(engine, &request, |_| Ok(()))?;
            ensure!(!interrupted, "stopped: the lines so far are complete");
            nodes.push(outcome.last.map_or(0, |info| info.nodes));
            let Some(turn) = outcome.turn else { break };
            request.game.play(&turn)?;
        }
        Ok(nodes)
    }
}
