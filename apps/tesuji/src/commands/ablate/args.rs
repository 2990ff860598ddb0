//! The arguments, and the recipe that they are.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::Result;
use arena::ablation::folder::{ABLATIONS, is_name};
use arena::ablation::{Family, Limit, MatchPlan, Recipe, SearchPlan};
use clap::{Args, ValueEnum};

use super::techniques::{self, Choice};
use crate::cli::{Game, OPEN, game_parser, usage_error, whole};
use crate::think::seconds;

const EXAMPLES: &str = "\
Examples:
  tesuji ablate onitama --depth 8
  tesuji ablate onitama --depth 10 --positions 20 --json
  tesuji ablate chess --depth 9 --games 200 --nodes 5000 --name chess
  tesuji ablate chess --depth 9 --only NullMove,Killers --alone
  tesuji ablate chess --depth 9 --set Driver=mtdf --set Replacement=1
  tesuji ablate chess --depth 5 --base Exact=true --only Pvs
  tesuji ablate ataxx --engine mcts --visits 800 --games 100
  tesuji ablate arimaa --versus --games 100 --nodes 20000 --time 0.1

For each technique, off where it is on in the game and on where it is off: the nodes searched to the depth, over all
positions; how many times as many as with the game's defaults, as the geometric mean over the positions with its 95 %
interval; the time; and the difference in Elo from the side of the changed search. A technique that prunes unsoundly
may cost strength where it saves nodes: play matches to see.

With --name or --out what is found is kept at once, and the same command goes on where it was stopped or killed.
The arena's page lists what has a --name.";

/// The family of the search.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum EngineArg {
    /// Alpha-beta
    Alphabeta,
    /// Monte Carlo tree search
    Mcts,
}

/// Arguments of `tesuji ablate`.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct AblateArgs {
    /// The game
    #[arg(value_name = "GAME", value_parser = game_parser())]
    pub game: Game,
    /// Family of the search
    #[arg(long, value_name = "NAME", default_value = "alphabeta")]
    engine: EngineArg,
    /// Search the fixed positions to this nominal depth, in plies
    #[arg(long, value_name = "N", value_parser = whole::<u32>(1, 100))]
    depth: Option<u32>,
    /// Search the fixed positions to this many visits (--engine mcts); matches are at as many
    #[arg(long, value_name = "N", value_parser = whole::<u64>(1, 1_000_000_000))]
    visits: Option<u64>,
    /// Number of fixed positions to search
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = whole::<u16>(1, OPEN))]
    positions: u16,
    /// Only these techniques, by the names of their switches, with commas between
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    only: Vec<String>,
    /// Compare each technique alone with none: all switches are off but its own
    #[arg(long)]
    alone: bool,
    /// Compare these options with the defaults, NAME=VALUE with commas between, and only these and --only; repeat
    #[arg(long = "set", value_name = "OPTIONS")]
    sets: Vec<String>,
    /// Set these options for both sides, NAME=VALUE with commas between
    #[arg(long, value_name = "OPTIONS")]
    base: Option<String>,
    /// Compare Monte Carlo tree search at its best with alpha-beta at its best
    #[arg(long)]
    versus: bool,
    /// Games of each match
    #[arg(long, value_name = "N", value_parser = whole::<u64>(1, 1_000_000))]
    games: Option<u64>,
    /// Play matches at so many nodes a turn
    #[arg(long, value_name = "N", requires = "games", value_parser = whole::<u64>(1, OPEN))]
    nodes: Option<u64>,
    /// Play matches at this nominal depth, in plies
    #[arg(long, value_name = "N", requires = "games", value_parser = whole::<u32>(1, 100))]
    plies: Option<u32>,
    /// Play matches at so many seconds a turn
    #[arg(long, value_name = "S", requires = "games", value_parser = seconds)]
    time: Option<Duration>,
    /// Seed of the openings
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Games to play at once [default: the machine's cores; 1 by time]
    #[arg(long, value_name = "N", value_parser = whole::<u16>(1, 1024))]
    concurrency: Option<u16>,
    /// Keep what is found under this name in the data folder, where the arena's page lists it
    #[arg(long, value_name = "NAME", conflicts_with = "out", value_parser = name)]
    name: Option<String>,
    /// The data folder [default: tesuji in your folder for data]
    #[arg(long, value_name = "DIR", requires = "name")]
    data: Option<PathBuf>,
    /// Keep what is found in this folder
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Begin anew, and forget what was found
    #[arg(long)]
    again: bool,
    /// Write a page with charts to this file
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
    /// Print JSON: one object per technique
    #[arg(long)]
    pub json: bool,
}

fn name(text: &str) -> Result<String, String> {
    let told = "use letters, digits, dashes, dots and underscores, and no dot first";
    if is_name(text) { Ok(text.to_owned()) } else { Err(told.to_owned()) }
}

impl AblateArgs {
    /// The plan that the arguments ask for.
    pub fn recipe(&self) -> Result<Recipe> {
        let fault = |text: &str| Err(usage_error("ablate", text));
        let family = match self.engine {
            EngineArg::Alphabeta => Family::AlphaBeta,
            EngineArg::Mcts => Family::Mcts,
        };
        match family {
            Family::AlphaBeta if self.visits.is_some() => {
                return fault(
                    "alpha-beta has no visits: use --depth and --nodes, or --engine mcts",
                );
            }
            Family::Mcts if self.depth.is_some() || self.plies.is_some() => {
                return fault("Monte Carlo tree search goes to no depth: use --visits");
            }
            _ => {}
        }
        // Nothing else is asked for.
        let chooses = !self.only.is_empty() || !self.sets.is_empty() || self.alone;
        let measured = self.depth.is_some() || self.visits.is_some();
        let versus_alone = self.versus && !measured && !chooses;
        if !measured && self.games.is_none() {
            return fault(
                "nothing is to be measured: give --depth (--visits with --engine mcts) for searches, or --games with --nodes, --plies or --time for matches",
            );
        }
        if self.versus && (self.base.is_some() || self.plies.is_some()) {
            return fault(
                "--versus is of both families at their best: it takes no --base and no --plies",
            );
        }
        if self.versus && self.nodes.is_none() && self.time.is_none() {
            return fault("--versus is told by matches: give --games with --nodes or --time");
        }
        if self.time.is_some_and(|time| time.is_zero()) {
            return fault("--time 0 is no time to think: use a number of seconds above 0");
        }
        let limits = self.limits(family);
        if self.games.is_some() && limits.is_empty() {
            return fault(
                "--games needs to know what is equal: give --nodes, --plies or --time (--visits with --engine mcts)",
            );
        }
        let searches = measured.then_some(SearchPlan {
            depth: self.depth,
            visits: self.visits,
            positions: self.positions.into(),
        });
        let matches = self.games.map(|games| MatchPlan { games, limits, seed: self.seed });
        let choice = Choice {
            family,
            only: &self.only,
            alone: self.alone,
            sets: &self.sets,
            base: self.base.as_deref(),
            versus: self.versus,
            versus_alone,
        };
        let (base, techniques) = techniques::list(self.game, &choice)?;
        let build = super::super::matches::own_build();
        let game = self.game.name().to_owned();
        Ok(Recipe { game, family, base, searches, matches, techniques, build })
    }

    fn limits(&self, family: Family) -> Vec<Limit> {
        let visits = self.visits.filter(|_| family == Family::Mcts && self.nodes.is_none());
        let time = self.time.map(|time| Limit::Seconds(time.as_secs_f64()));
        let (nodes, plies) = (self.nodes.map(Limit::Nodes), self.plies.map(Limit::Depth));
        let all = [nodes, visits.map(Limit::Visits), plies, time];
        all.into_iter().flatten().collect()
    }

    /// Matches are played.
    pub fn plays(&self) -> bool {
        self.games.is_some()
    }

    /// True if earlier results are to be forgotten.
    pub fn is_again(&self) -> bool {
        self.again
    }

    /// Games at once, where that was asked for.
    pub fn concurrency(&self) -> Option<usize> {
        self.concurrency.map(usize::from)
    }

    /// Where what is found is kept.
    pub fn folder(&self) -> Result<Option<PathBuf>> {
        if let Some(name) = &self.name {
            let data = self.data.clone().unwrap_or_else(crate::setup::data_folder);
            return Ok(Some(data.join(ABLATIONS).join(name)));
        }
        if self.again && self.out.is_none() {
            return Err(usage_error(
                "ablate",
                "--again needs --name or --out: nothing else is kept",
            ));
        }
        Ok(self.out.clone())
    }
}
