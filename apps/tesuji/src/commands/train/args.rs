//! The arguments of `tesuji train`.

use std::path::{Path, PathBuf};

use clap::Args;
use engine::NetworkInputs;
use tune::{Epoch, Samples, Schedule};

use crate::cli::{Game, game_parser, part, whole};
use crate::commands::on_page::PageArgs;
use crate::files;

const EXAMPLES: &str = "\
Examples:
  tesuji selfplay ataxx --games 24000 --nodes 2000 --out ataxx.games
  tesuji train ataxx --data ataxx.games --out ataxx.net
  tesuji match ataxx --engine tesuji,nodes=2000,option.EvalFile=ataxx.net --engine tesuji,nodes=2000 --games 400
  tesuji network show ataxx.net

A training is saved beside --out (as FILE.run) after each epoch; killed at any moment, the same command with --resume goes
on. The same seed and data give the same network, whatever the number of threads. The arena's page lists a training and
shows its errors as it goes on. docs/networks.md describes it.";

/// Arguments of `tesuji train`.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct TrainArgs {
    /// The game
    #[arg(value_name = "GAME", value_parser = game_parser())]
    pub game: Game,
    /// Files of games to learn from, of tesuji selfplay or records of tesuji match --out, or folders of such as selfplay wrote
    #[arg(long, value_name = "FILE", num_args = 1.., required = true)]
    pub data: Vec<PathBuf>,
    /// The file to write the network to
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,
    /// The network to begin with, in place of random weights: one of the same inputs and as many hidden units or fewer
    #[arg(long, value_name = "FILE")]
    pub from: Option<PathBuf>,
    /// Hidden units of each view [default: as many as the game takes, and at most 64 with --policy]
    #[arg(long, value_name = "N", value_parser = whole::<u16>(1, 256))]
    pub width: Option<u16>,
    /// Views that count: 2, or 1 for that of the side to move alone, which is faster where a network is worked out afresh
    /// for each position [default: as the game takes, and 2 with --policy]
    #[arg(long, value_name = "N", value_parser = whole::<u16>(1, 2))]
    pub views: Option<u16>,
    /// Times that every position is learned from
    #[arg(long, value_name = "N", default_value = "30", value_parser = whole::<u32>(1, 100_000))]
    pub epochs: u32,
    /// Stop after so many epochs in which the error on games held back did not fall, and keep the network of the epoch in
    /// which it was lowest
    #[arg(long, value_name = "N", value_parser = whole::<u32>(1, 1_000))]
    pub patience: Option<u32>,
    /// Positions of a step
    #[arg(long, value_name = "N", default_value = "16384", value_parser = whole::<u32>(1, 1 << 24))]
    pub batch: u32,
    /// Step size at first; it falls along half a cosine to a hundredth
    #[arg(long, value_name = "RATE", default_value_t = 0.002, value_parser = positive)]
    pub rate: f64,
    /// Share of the weights that a step of size 1 takes away
    #[arg(long, value_name = "SHARE", default_value_t = 0.01, value_parser = positive)]
    pub decay: f64,
    /// Epsilon of Adam, in root mean squares of a layer's slopes: the larger, the less is learned by heart of inputs that are
    /// seldom on
    #[arg(long, value_name = "SHARE", default_value_t = 0.0, value_parser = positive)]
    pub epsilon: f64,
    /// Share of the search's score in the target, the rest being the game's result: 0 to 1
    #[arg(long, value_name = "SHARE", default_value_t = 0.7, value_parser = part)]
    pub blend: f64,
    /// Below 1 the scores of the next turns stand in for the game's result, each so many times the one before: 0 to 1
    #[arg(long, value_name = "SHARE", default_value_t = 1.0, value_parser = part)]
    pub lambda: f64,
    /// Points of an output of 1, an expected result of 0.73; with --add-to-hand also of the scores that it learns from
    /// [default: as the games' results say of the scores]
    #[arg(long, value_name = "N", value_parser = whole::<u16>(1, 10_000))]
    pub points: Option<u16>,
    /// Leave out the first turns of each game
    #[arg(long, value_name = "TURNS", default_value_t = 0)]
    pub skip: usize,
    /// Learn from every position, and not from the quiet ones alone
    #[arg(long)]
    pub all_positions: bool,
    /// Learn from positions of which the search proved that the side to move loses, too
    #[arg(long, requires = "all_positions", conflicts_with = "policy")]
    pub lost: bool,
    /// Learn a policy too, from the visits in games of tesuji learn --from-zero, whose positions count as often as they come
    #[arg(long, conflicts_with = "add_to_hand")]
    pub policy: bool,
    /// Learn what is to be added to the hand-made evaluation, and not to stand in its place
    #[arg(long)]
    pub add_to_hand: bool,
    /// Seed of the weights at first, of the order of positions and of the split of the data
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
    /// Threads [default: all cores]
    #[arg(long, value_name = "N", value_parser = whole::<u16>(1, 1024))]
    pub threads: Option<u16>,
    /// Where the page finds it
    #[command(flatten)]
    pub page: PageArgs,
    /// Go on with the training that was saved
    #[arg(long)]
    pub resume: bool,
    /// Print a line of JSON for each epoch and the result
    #[arg(long)]
    pub json: bool,
}

/// Reads a number from 0 to 1000.
pub fn positive(text: &str) -> Result<f64, String> {
    let number = text.parse::<f64>().ok().filter(|number| (0.0..=1_000.0).contains(number));
    number.ok_or_else(|| "use a number from 0 to 1000".to_owned())
}

impl TrainArgs {
    /// How it learns.
    pub fn schedule(&self, inputs: &NetworkInputs) -> Schedule {
        let views = if self.policy { 2 } else { inputs.views };
        Schedule {
            epochs: self.epochs as usize,
            patience: self.patience.map(|patience| patience as usize),
            batch: self.batch as usize,
            rate: self.rate,
            decay: self.decay,
            epsilon: self.epsilon,
            blend: self.blend,
            lambda: self.lambda,
            views: self.views.map_or(views, usize::from),
            adds: self.add_to_hand,
            points: match self.points {
                // A tree search knows values, and scores by their scale.
                _ if self.policy => Some(value_points(self.game)),
                // What is added up is of one scale.
                Some(points) if self.add_to_hand => Some(points.into()),
                _ => None,
            },
            seed: self.seed,
        }
    }

    /// How the network was made, for its file.
    pub fn recipe(&self, samples: [&Samples; 2], chosen: Option<&Epoch>) -> String {
        let names: Vec<String> = self.data.iter().map(|path| files::name(path)).collect();
        let errors = chosen.map(|epoch| (epoch.epoch, epoch.error, epoch.held_error));
        let (epoch, error, held) = errors.unwrap_or_default();
        format!(
            "tesuji train {} --data {} --width {}{} --epochs {}{} --batch {} --rate {} --decay {}{} --blend {}{} --skip {}{}{}{}{}{}{} --seed {}: \
             {} positions and {} held back; after epoch {epoch} the errors were {error:.5} and {held:.5}",
            self.game.name(),
            names.join(" "),
            self.width.map_or_else(|| "default".to_owned(), |width| width.to_string()),
            self.views.map_or_else(String::new, |views| format!(" --views {views}")),
            self.epochs,
            self.patience.map_or_else(String::new, |patience| format!(" --patience {patience}")),
            self.batch,
            self.rate,
            self.decay,
            if self.epsilon > 0.0 { format!(" --epsilon {}", self.epsilon) } else { String::new() },
            self.blend,
            if self.lambda < 1.0 { format!(" --lambda {}", self.lambda) } else { String::new() },
            self.skip,
            self.from
                .as_ref()
                .map_or_else(String::new, |path| format!(" --from {}", files::name(path))),
            if self.all_positions { " --all-positions" } else { "" },
            if self.lost { " --lost" } else { "" },
            if self.policy { " --policy" } else { "" },
            if self.add_to_hand { " --add-to-hand" } else { "" },
            self.points.map_or_else(String::new, |points| format!(" --points {points}")),
            self.seed,
            samples[0].len(),
            samples[1].len(),
        )
    }
}

/// The points of an expected result of 0.73 by the scale at which the tree search of a game takes scores for values.
pub fn value_points(game: Game) -> i32 {
    let parameters = game.knowledge().parameters();
    let scale = parameters.iter().find(|parameter| parameter.info.name == "MctsValueScale");
    // The hyperbolic tangent of x is 2 / (1 + exp(-2 x)) - 1.
    scale.map_or(400, |scale| scale.info.start / 2)
}

/// The file that a training is saved to.
pub fn checkpoint(out: &Path) -> PathBuf {
    let mut name = out.as_os_str().to_owned();
    name.push(".run");
    name.into()
}
