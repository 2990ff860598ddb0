//! The arguments of `tesuji learn`, and the steps that follow from them.

use std::path::PathBuf;
use std::sync::Arc;

use anyhow::{Context as _, Result};
use arena::EngineSpec;
use arena::stats::{Sprt, estimate};
use clap::Args;
use tune::data::{Exploration, Recipe};
use tune::selfplay::SelfPlay;
use tune::{Contest, Halt};

use super::record::{Settings, games_of, network_of};
use super::way::{BEGINNING, WayArgs};
use super::zero::{self, ZeroArgs};
use crate::cli::{Game, OPEN, game_parser, whole};
use crate::commands::countdown::Countdown;
use crate::commands::on_page::PageArgs;
use crate::commands::selfplay::{self, SelfPlayArgs};
use crate::commands::train::{self, TrainArgs, checkpoint};
use crate::interrupt;

const EXAMPLES: &str = "\
Examples:
  tesuji learn ataxx --folder ataxx-nets --generations 5
  tesuji learn onitama --folder onitama-nets --generations 8 --games 20000 --window 4
  tesuji learn arimaa --folder nets --from best.net --train-on --window 1 --add-to-hand --all-positions
  tesuji learn onitama --folder zero --from-zero --generations 40 --games 4000 --window 5 --epochs 4

Each generation plays --games games with the network that is best so far (at first the hand-made evaluation, or that
of --from), trains a new one on the games of the last --window generations, and lets it play against the one before.
It is kept if the test says that it is better. With --from-zero a policy and a value are learned for Monte Carlo tree
search from nothing but the rules; after each generation the best network plays against the levels, one after the
other, as far as it beats them. Killed at any moment, the same command goes on. docs/networks.md describes it.";

/// Arguments of `tesuji learn`.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct LearnArgs {
    /// The game
    #[arg(value_name = "GAME", value_parser = game_parser())]
    pub(super) game: Game,
    /// The folder of games, networks and their record
    #[arg(long, value_name = "DIR")]
    pub(super) folder: PathBuf,
    /// Generations to make in all
    #[arg(long, value_name = "N", default_value = "5", value_parser = whole::<u32>(1, 10_000))]
    pub(super) generations: u32,
    /// Games of a generation
    #[arg(long, value_name = "N", default_value = "16000", value_parser = whole::<u64>(32, 1_000_000_000))]
    pub(super) games: u64,
    /// Nodes to search for each turn, in games to learn from, and in matches where --match-nodes is not given
    #[arg(long, value_name = "N", default_value = "2000", value_parser = whole::<u64>(1, OPEN))]
    pub(super) nodes: u64,
    /// Generations whose games are learned from
    #[arg(long, value_name = "N", default_value = "3", value_parser = whole::<u32>(1, 10_000))]
    pub(super) window: u32,
    /// Times that every position is learned from
    #[arg(long, value_name = "N", default_value = "20", value_parser = whole::<u32>(1, 100_000))]
    pub(super) epochs: u32,
    /// Learn from every position, and not from the quiet ones alone
    #[arg(long)]
    pub(super) all_positions: bool,
    /// Learn what is to be added to the hand-made evaluation, and not to stand in its place
    #[arg(long)]
    pub(super) add_to_hand: bool,
    /// The test by which a network is kept: elo0,elo1 or elo0,elo1,alpha,beta
    #[arg(long, value_name = "TEST", default_value = "0,15", value_parser = test)]
    pub(super) sprt: Sprt,
    /// Pairs of games of a match, at most; one that they do not decide is lost, or from zero decided by --gate
    #[arg(long, value_name = "N", default_value = "1000", value_parser = whole::<u64>(1, 1_000_000))]
    pub(super) pairs: u64,
    /// Learn a policy and a value for Monte Carlo tree search, from nothing but the rules
    #[arg(long, conflicts_with_all = ["nodes", "all_positions", "add_to_hand"])]
    pub(super) from_zero: bool,
    #[command(flatten)]
    pub(super) way: WayArgs,
    #[command(flatten)]
    pub(super) zero: ZeroArgs,
    /// Seed of everything
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub(super) seed: u64,
    /// Threads [default: all cores]
    #[arg(long, value_name = "N", value_parser = whole::<u16>(1, 1024))]
    pub(super) threads: Option<u16>,
    /// Where the page finds it
    #[command(flatten)]
    pub(super) page: PageArgs,
    /// Print JSON
    #[arg(long)]
    pub(super) json: bool,
}

fn test(text: &str) -> Result<Sprt, String> {
    text.parse::<Sprt>().map_err(|error| error.to_string())
}

impl LearnArgs {
    /// What decides how the generations come out.
    ///
    /// # Errors
    ///
    /// Where the network to begin with cannot be read or is of another game.
    pub(super) fn settings(&self) -> Result<Settings> {
        Ok(Settings {
            game: self.game.name().to_owned(),
            games: self.games,
            nodes: self.nodes,
            window: self.window,
            epochs: self.epochs,
            all_positions: self.all_positions,
            add_to_hand: self.add_to_hand,
            sprt: self.sprt,
            pairs: self.pairs,
            seed: self.seed,
            exploration: self.exploration(),
            gate: self.from_zero.then_some(self.zero.gate),
            way: self.way.settings(self.game)?,
        })
    }

    /// True where a run begins with the network of a file in its folder.
    pub(super) fn begins_with_network(&self) -> bool {
        self.from_zero || self.way.has_network()
    }

    /// What plays before a generation is kept: a file in the folder, or `hand`.
    pub(super) fn beginning(&self) -> &'static str {
        if self.begins_with_network() { BEGINNING } else { "hand" }
    }

    /// The network that the next one is trained on from, with epochs and step size; none where it learns from random weights.
    pub(super) fn further(&self, best: Option<&str>) -> Option<(PathBuf, u32, f64)> {
        let name = best.or(self.way.has_network().then_some(BEGINNING))?;
        self.way.further().map(|(epochs, rate)| (self.file(name), epochs, rate))
    }

    /// How games explore, where it is learned from zero.
    fn exploration(&self) -> Option<Exploration> {
        self.from_zero.then(|| self.zero.exploration(self.game))
    }

    pub(super) fn threads(&self) -> usize {
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        self.threads.map_or_else(cores, usize::from)
    }

    /// The method's name, as the page has it.
    pub(super) fn method(&self) -> &'static str {
        if self.from_zero { "zero" } else { "learn" }
    }

    pub(super) fn file(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    /// The evaluation that an engine's line names.
    pub(super) fn evaluation(&self, network: Option<&str>) -> Option<String> {
        match network {
            Some(name) => Some(format!("option.EvalFile={}", self.file(name).display())),
            None if self.begins_with_network() => {
                Some(format!("option.EvalFile={}", self.file(BEGINNING).display()))
            }
            // A game without a network in the program has no other evaluation.
            None => self
                .game
                .knowledge()
                .evaluation(None)
                .ok()?
                .network
                .map(|_| "option.Evaluation=hand".into()),
        }
    }

    /// What plays in a match: a network of the folder, or what plays before one is kept.
    pub(super) fn engine(&self, network: Option<&str>) -> Result<EngineSpec> {
        let evaluation =
            self.evaluation(network).map(|text| format!(",{text}")).unwrap_or_default();
        let line = if self.from_zero {
            zero::line(&evaluation, self.zero.visits)
        } else {
            let nodes = self.way.match_nodes().unwrap_or(self.nodes);
            format!("tesuji,nodes={nodes}{evaluation}")
        };
        line.parse().with_context(|| format!("the engine '{line}' cannot be set up"))
    }

    /// Plays the games of a generation, those that are not there yet.
    pub(super) fn play(&self, generation: u32, best: Option<&str>) -> Result<()> {
        selfplay::run(&SelfPlayArgs {
            exploration: self.exploration(),
            game: self.game,
            games: self.games,
            nodes: self.nodes,
            out: self.file(&games_of(generation)),
            seed: arena::seeds::mix(self.seed, generation.into()),
            threads: self.threads,
            deal: self.way.deals().to_vec(),
            // Searches from zero vary their games themselves.
            random_plies: if self.from_zero { [0, 0] } else { self.way.random_plies() },
            random_turns: self.way.random_turns(),
            engine: self.evaluation(best),
            json: self.json,
        })
    }

    /// Trains the network of a generation, or goes on with that.
    pub(super) fn train(&self, generation: u32, best: Option<&str>) -> Result<()> {
        let out = self.file(&network_of(generation));
        let further = self.further(best);
        let usual = (None, self.epochs, 0.002);
        let (from, epochs, rate) =
            further.map_or(usual, |(from, epochs, rate)| (Some(from), epochs, rate));
        let first = (generation + 1).saturating_sub(self.window).max(1);
        train::train(&TrainArgs {
            from,
            game: self.game,
            data: (first..=generation).map(|number| self.file(&games_of(number))).collect(),
            resume: checkpoint(&out).exists(),
            out,
            width: None,
            views: None,
            epochs,
            patience: None,
            batch: if self.from_zero { zero::BATCH } else { 16_384 },
            rate,
            decay: 0.02,
            epsilon: 0.0,
            blend: self.way.blend(self.from_zero),
            lambda: 1.0,
            points: self.way.points(),
            skip: 0,
            all_positions: self.all_positions,
            lost: self.way.lost(),
            policy: self.from_zero,
            add_to_hand: self.add_to_hand,
            seed: arena::seeds::mix(self.seed, generation.into()),
            threads: self.threads,
            // The generations are shown, and not each training.
            page: PageArgs::default(),
            json: self.json,
        })
    }

    /// The match of a generation against the best one before; None where it was stopped.
    pub(super) fn compare(&self, generation: u32, best: Option<&str>) -> Result<Option<[u64; 5]>> {
        let engines = [self.engine(Some(&network_of(generation)))?, self.engine(best)?];
        let seed = arena::seeds::mix(!self.seed, generation.into());
        self.contest(seed, engines, self.pairs)
    }

    /// A match of so many pairs at most, from starts of a seed; None where it was stopped.
    pub(super) fn contest(
        &self,
        seed: u64,
        engines: [EngineSpec; 2],
        pairs: u64,
    ) -> Result<Option<[u64; 5]>> {
        let info = self.game.info();
        let deals = selfplay::deals(self.game, self.way.deals());
        let recipe = Arc::new(Recipe {
            game: info.name.to_owned(),
            program: env!("CARGO_PKG_VERSION").to_owned(),
            engine: String::new(),
            // Other starts than those of the games that were learned from.
            seed,
            deals,
            random_plies: self.way.random_plies(),
            random_turns: 0,
            exploration: None,
        });
        let starts = SelfPlay { kind: self.game, recipe, threads: self.threads() };
        let stop = interrupt::flag();
        let contest = Contest { starts: &starts, engines, test: self.sprt, pairs, stop };
        let mut countdown = Countdown::new(pairs);
        let played = contest.play(&mut |counts| {
            countdown.to(counts.iter().sum(), &|pairs| {
                let elo = estimate(&counts).map(|estimate| estimate.elo).unwrap_or_default();
                format!("{pairs} pairs, {elo:+.0} Elo")
            });
        });
        countdown.end();
        match played {
            Ok(counts) => Ok(Some(counts)),
            Err(Halt::Stopped) => Ok(None),
            Err(halt) => Err(halt.into()),
        }
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        args: LearnArgs,
    }

    #[test]
    fn matches_have_nodes_of_their_own_where_they_are_told() {
        let engine = |more: &str| {
            let line = format!("learn ataxx --folder nets --nodes 800{more}");
            let args = Line::try_parse_from(line.split_whitespace()).ok().unwrap().args;
            args.engine(Some("gen-1.net")).unwrap().to_string()
        };
        assert!(engine("").starts_with("tesuji,nodes=800,"), "{}", engine(""));
        let told = engine(" --match-nodes 20k");
        assert!(told.starts_with("tesuji,nodes=20000,"), "{told}");
    }
}
