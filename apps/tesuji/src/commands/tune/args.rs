//! The arguments of `tesuji tune`.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::Result;
use arena::EngineSpec;
use clap::{Args, ValueEnum};
use engine::{EngineConfig, Family};
use serde_json::{Value, json};
use tune::{GeneticOptions, GradientOptions, Method, Parameter, PlayoutOptions, SpsaOptions};

use crate::cli::{Game, game_parser, part, usage_error, whole};
use crate::commands::on_page::PageArgs;

const EXAMPLES: &str = "\
Examples:
  tesuji selfplay ataxx --games 20000 --nodes 5000 --out ataxx.games
  tesuji tune ataxx --method gradient --data ataxx.games --out tuned.params
  tesuji tune chess --method spsa --params search --engine tesuji,nodes=2000 --budget 20000 --out tuned.params
  tesuji match ataxx --each nodes=2000 --engine tesuji,params=tuned.params --engine tesuji,option.Evaluation=hand --games 400

A run is saved beside --out (as FILE.run); killed at any moment, the same command with --resume goes on with it.
The arena's page lists it and shows it as it goes on. docs/tuning.md describes the methods.";

/// How to tune.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
pub enum Named {
    /// Descent on the error of positions of stored games (evaluation)
    Gradient,
    /// A step up or down while that error falls (evaluation)
    Local,
    /// Descent of the order of quiet moves, so that those played in stored games come first (order)
    Order,
    /// Simultaneous perturbation: all parameters moved at random, both ways play each other
    Spsa,
    /// Individuals that play each other, breed and mutate
    Genetic,
    /// One parameter at a time, the change played both ways
    Playout,
}

/// The name of the group of numbers of the order of moves.
const ORDER: &str = "order";

/// How long to tune.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Budget {
    /// So many steps.
    Steps(u64),
    /// So much time.
    Time(Duration),
}

fn budget(text: &str) -> Result<Budget, String> {
    let steps = arena::numbers::whole(text).filter(|&steps| steps > 0).map(Budget::Steps);
    let time = arena::numbers::time(text).filter(|time| !time.is_zero()).map(Budget::Time);
    let wrong = "use a number of steps, as in 10k, or a time with its unit, as in 90s, 30m or 2h";
    steps.or(time).ok_or_else(|| wrong.to_owned())
}

fn share(text: &str) -> Result<f64, String> {
    let number = text.parse::<f64>().ok().filter(|number| number.is_finite() && *number >= 0.0);
    number.ok_or_else(|| "use a number from 0".to_owned())
}

/// Arguments of `tesuji tune`.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct TuneArgs {
    /// The game
    #[arg(value_name = "GAME", value_parser = game_parser())]
    pub game: Game,
    /// How to tune
    #[arg(long, value_name = "METHOD")]
    pub method: Named,
    /// Parameters to tune: evaluation, order, search, mcts, or the beginning of names, in any case; repeatable [default:
    /// evaluation; of the method order: order]
    #[arg(long, value_name = "GROUP", num_args = 1..)]
    pub params: Vec<String>,
    /// Steps (of gradient: epochs a round; of genetic: generations), or a time: 90s, 30m, 2h
    #[arg(long, value_name = "BUDGET", value_parser = budget)]
    pub budget: Option<Budget>,
    /// Seed of games, perturbations and of the split of the data
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
    /// A file of parameters to start from, as params=FILE takes it; those that are not tuned stay so
    #[arg(long, value_name = "FILE")]
    pub start: Option<PathBuf>,
    /// Files of games to learn from, of tesuji selfplay or records of tesuji match --out, or folders of such as selfplay wrote (gradient, local, order)
    #[arg(long, value_name = "FILE", num_args = 1..)]
    pub data: Vec<PathBuf>,
    /// The file to write the parameters to; engines take it as params=FILE
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// The file that the run is saved to [default: that of --out, with .run at its end]
    #[arg(long, value_name = "FILE")]
    pub checkpoint: Option<PathBuf>,
    /// The file to write a report of the run to: one HTML file, in which it is played like a film
    #[arg(long, value_name = "FILE")]
    pub report: Option<PathBuf>,
    /// Where the page finds it
    #[command(flatten)]
    pub page: PageArgs,
    /// Go on with the run that was saved
    #[arg(long)]
    pub resume: bool,
    /// Threads [default: all cores]
    #[arg(long, value_name = "N", value_parser = whole::<u16>(1, 1024))]
    pub threads: Option<u16>,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
    /// Share of the search's score in the target, the rest being the game's result: 0 to 1 (gradient, local)
    #[arg(long, value_name = "SHARE", default_value_t = 0.5)]
    pub blend: f64,
    /// Below 1 the scores of the next turns stand in for the game's result, each so many times the one before: 0 to 1
    /// (gradient, local)
    #[arg(long, value_name = "SHARE", default_value_t = 1.0, value_parser = part)]
    pub lambda: f64,
    /// Points of an expected result of 0.73 [default: as the games' results say of the start] (gradient, local)
    #[arg(long, value_name = "N", value_parser = whole::<u16>(1, 10_000))]
    pub points: Option<u16>,
    /// Leave out the first turns of each game (gradient, local, order)
    #[arg(long, value_name = "TURNS", default_value_t = 0)]
    pub skip: usize,
    /// Penalty on a change of one step of a parameter (gradient, order)
    #[arg(long, value_name = "COST", default_value_t = 1e-7, value_parser = share)]
    pub anchor: f64,
    /// How far a move is to stand before another that it is played in place of 73 times in a hundred, in units of the
    /// history score (order)
    #[arg(long, value_name = "N", default_value = "1000", value_parser = whole::<u32>(1, 16_000))]
    pub lead: u32,
    /// Number of times that the slopes are measured, where the evaluation is not linear (gradient)
    #[arg(long, value_name = "N", default_value_t = 3)]
    pub rounds: u32,
    /// The engine that plays, as a line; depth, nodes or time bound its turns (spsa, genetic, playout)
    #[arg(long, value_name = "ENGINE", default_value = "tesuji,nodes=1000")]
    pub engine: EngineSpec,
    /// Deal of the starts, by the game's own words (spsa, genetic, playout)
    #[arg(long, value_name = "DEAL", default_value = "")]
    pub deal: String,
    /// Pairs of games, with sides changed, for each step (spsa, playout) or meeting (genetic)
    #[arg(long, value_name = "N", default_value = "1", value_parser = whole::<u32>(1, 1_000_000))]
    pub pairs: u32,
    /// Pairs of games against the start, a hundred times in the run
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub measure: u32,
    /// The change that is played at the end, as a share of each parameter's range (spsa)
    #[arg(long, value_name = "SHARE", default_value_t = 0.05, value_parser = share)]
    pub reach: f64,
    /// The step of a game won at the end, as a share of that change (spsa)
    #[arg(long, value_name = "SHARE", default_value_t = 0.002, value_parser = share)]
    pub gain: f64,
    /// Where only some starts exercise some parameters: tune each such group for N steps, round and round (spsa)
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub groups_in_turn: u64,
    /// Individuals of a generation (genetic)
    #[arg(long, value_name = "N", default_value = "16", value_parser = whole::<usize>(4, 10_000))]
    pub population: usize,
    /// Opponents of each individual in a generation (genetic)
    #[arg(long, value_name = "N", default_value = "4", value_parser = whole::<usize>(1, 1_000))]
    pub opponents: usize,
}

impl TuneArgs {
    /// The method learns from samples, and plays nothing.
    pub fn by_samples(&self) -> bool {
        matches!(self.method, Named::Gradient | Named::Local | Named::Order)
    }

    /// Steps that are asked for.
    pub fn steps(&self) -> Option<u64> {
        match self.budget {
            Some(Budget::Steps(steps)) => Some(steps),
            _ => None,
        }
    }

    /// The method with its options, for so many steps.
    pub fn method(&self, steps: u64) -> Method {
        let Self { seed, pairs, .. } = *self;
        match self.method {
            Named::Gradient | Named::Order => Method::Gradient(GradientOptions {
                rounds: self.rounds,
                epochs: u32::try_from(steps).unwrap_or(u32::MAX),
                anchor: self.anchor,
            }),
            Named::Local => Method::Local(steps),
            Named::Spsa => Method::Spsa(SpsaOptions {
                iterations: steps,
                seed,
                pairs,
                reach: self.reach,
                gain: self.gain,
                in_turn: self.groups_in_turn,
            }),
            Named::Genetic => Method::Genetic(GeneticOptions {
                generations: steps,
                population: self.population,
                opponents: self.opponents,
                pairs,
                seed,
            }),
            Named::Playout => Method::Playout(PlayoutOptions { iterations: steps, seed, pairs }),
        }
    }

    /// Threads.
    pub fn threads(&self) -> usize {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        self.threads.map_or(cores, usize::from)
    }

    /// Where the run is saved.
    pub fn checkpoint(&self) -> Option<PathBuf> {
        let beside = || {
            let mut name = self.out.clone()?.into_os_string();
            name.push(".run");
            Some(name.into())
        };
        self.checkpoint.clone().or_else(beside)
    }

    /// All parameters of the game, with the values to start from.
    pub fn all(&self) -> Result<Vec<engine::Parameter>> {
        let knowledge = self.game.knowledge();
        let Some(path) = &self.start else { return Ok(knowledge.parameters()) };
        let config = EngineConfig::default().with("Params", path.display().to_string());
        Ok(knowledge.parameters_of(&config)?)
    }

    /// The values of all numbers of the evaluation to start from, where they are not the declared ones.
    pub fn evaluation(&self) -> Result<Option<Vec<i32>>> {
        if self.start.is_none() {
            return Ok(None);
        }
        let all = self.all()?.into_iter();
        let of = all.filter(|parameter| parameter.family == Family::Evaluation);
        Ok(Some(of.map(|parameter| parameter.info.start).collect()))
    }

    /// The engine that plays.
    pub fn engine(&self) -> Result<EngineSpec> {
        let start = self.start.iter().map(|path| ("Params".to_owned(), path.display().to_string()));
        Ok(self.engine.with_options(start)?)
    }

    /// The parameters to tune.
    pub fn parameters(&self) -> Result<Vec<Parameter>> {
        let by_order = self.method == Named::Order;
        let usual = [if by_order { ORDER } else { Family::Evaluation.name() }.to_owned()];
        let groups = if self.params.is_empty() { &usual[..] } else { &self.params };
        let all = self.all()?;
        let in_group = |group: &String, parameter: &engine::Parameter| {
            let name = parameter.info.name.to_lowercase();
            let group = group.to_lowercase();
            if parameter.is_of_order() && (group == ORDER || group == Family::Evaluation.name()) {
                return group == ORDER;
            }
            parameter.family.name() == group || name.starts_with(&group)
        };
        let title = self.game.title();
        for group in groups {
            let any =
                all.iter().any(|parameter| parameter.is_quantity() && in_group(group, parameter));
            if !any {
                let orders = all.iter().any(engine::Parameter::is_of_order);
                let order = if orders { " order," } else { "" };
                let text = format!(
                    "no number of {title} is called '{group}': use evaluation,{order} search, mcts or a name"
                );
                return Err(usage_error("tune", text));
            }
        }
        let chosen = all.iter().filter(|parameter| {
            parameter.is_quantity() && groups.iter().any(|group| in_group(group, parameter))
        });
        Ok(chosen.map(|parameter| Parameter::from(&parameter.info)).collect())
    }

    /// The method's name, as it is written here.
    pub fn method_name(&self) -> String {
        format!("{:?}", self.method).to_lowercase()
    }

    /// The settings that make a run the same run.
    pub fn identity(&self) -> Value {
        let data: Vec<String> = self.data.iter().map(|path| path.display().to_string()).collect();
        json!({
            "game": self.game.name(),
            "method": if self.method == Named::Order { format!("Order({})", self.lead) } else { format!("{:?}", self.method(0)) },
            "params": self.params,
            "budget": self.steps(),
            "seed": self.seed,
            "start": self.start,
            "data": data,
            "blend": self.blend,
            "skip": self.skip,
            "engine": self.engine.to_string(),
            "deal": self.deal,
            "measure": self.measure,
            // Runs of before have neither.
            "points": self.points,
            "lambda": (self.lambda < 1.0).then_some(self.lambda),
        })
    }
}
