//! `tesuji train`: networks that learn from stored games.

use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::time::Instant;

use anyhow::{Context as _, Result, ensure};
use clap::Args;
use engine::NetworkInputs;
use network::Network;
use serde::Serialize;
use tune::{Epoch, Samples, Schedule, Training, Which};

use super::countdown::Countdown;
use super::tune::input::{Wanted, samples};
use crate::cli::{Game, game_parser, part, usage_error, whole};
use crate::output::{grouped, json, line};
use crate::{files, interrupt};

const EXAMPLES: &str = "\
Examples:
  tesuji selfplay ataxx --games 24000 --nodes 2000 --out ataxx.games
  tesuji train ataxx --data ataxx.games --out ataxx.net
  tesuji match ataxx --engine tesuji,nodes=2000,option.EvalFile=ataxx.net --engine tesuji,nodes=2000 --games 400
  tesuji network show ataxx.net

A training is saved beside --out (as FILE.run) after each epoch; killed at any moment, the same command with --resume goes
on. The same seed and data give the same network, whatever the number of threads. docs/networks.md describes it.";

/// Arguments of `tesuji train`.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct TrainArgs {
    /// The game
    #[arg(value_name = "GAME", value_parser = game_parser())]
    pub game: Game,
    /// Files of games to learn from, of tesuji selfplay or records of tesuji match --out
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

#[derive(Serialize)]
struct EpochLine {
    r#type: &'static str,
    #[serde(flatten)]
    epoch: Epoch,
    seconds: f64,
}

#[derive(Serialize)]
struct ResultLine<'a> {
    r#type: &'static str,
    game: &'a str,
    positions: [usize; 2],
    width: usize,
    points: f64,
    epochs: &'a [Epoch],
    /// The number of the epoch whose network was kept.
    chosen: Option<usize>,
    complete: bool,
    seconds: f64,
}

/// A number of the positions that are learned from, by which a saved training is known to be of the same.
fn number_of(samples: [&Samples; 2]) -> u64 {
    let counts = samples.map(|samples| (samples.len() as u64, samples.checksum()));
    let all = counts.into_iter().flat_map(|(count, sum)| [count, sum]);
    all.fold(0, arena::seeds::mix)
}

/// The network of a file to begin with, and the checksum that the file ends in.
pub fn begun_with(path: &Path, game: Game) -> Result<(Network, u32)> {
    let (network, bytes) = super::network::read(path)?;
    let name = files::name(path);
    ensure!(network.game == game.name(), "{name} is a network for {}", network.game);
    let checksum = bytes.last_chunk::<4>().map_or(0, |bytes| u32::from_le_bytes(*bytes));
    Ok((network, checksum))
}

impl TrainArgs {
    fn schedule(&self, inputs: &NetworkInputs) -> Schedule {
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
    fn recipe(&self, samples: [&Samples; 2], chosen: Option<&Epoch>) -> String {
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

/// Trains a network, and writes it.
pub fn run(args: &TrainArgs) -> Result<()> {
    perform(args, "; the same command with --resume goes on")
}

/// Trains a network for a command that says itself how it goes on.
pub fn train(args: &TrainArgs) -> Result<()> {
    perform(args, "")
}

/// `goes_on`: how a training that was interrupted goes on.
fn perform(args: &TrainArgs, goes_on: &str) -> Result<()> {
    let game = args.game;
    let inputs = game.knowledge().network_inputs().ok_or_else(|| {
        usage_error("train", format!("{} says nothing of what a network sees", game.title()))
    })?;
    let width = args.width.map_or_else(|| inputs.usual_width(args.policy), usize::from);
    ensure!(width <= inputs.width, "{} takes at most {} hidden units", game.title(), inputs.width);
    files::target(&args.out)?;
    let saved = checkpoint(&args.out);
    ensure!(!args.policy || inputs.moves > 0, "networks of {} have no policy", game.title());
    let which = match args {
        _ if args.policy => Which::Repeated,
        _ if args.lost => Which::AllAndLost,
        _ if args.all_positions => Which::All,
        _ => Which::Quiet,
    };
    let (seed, skip) = (args.seed, args.skip);
    let [mut learned, mut held] = samples(&Wanted { game, data: &args.data, seed, skip, which })?;
    ensure!(
        !learned.is_empty() && !held.is_empty(),
        "too few games: there is nothing to learn from"
    );
    let both = [&learned, &held];
    ensure!(
        !args.policy || both.iter().all(|samples| samples.with_visits() > 0),
        "the games tell of no visits: a policy learns from games of tesuji learn --from-zero"
    );
    let shape = if args.policy { inputs.shape_with_policy(width) } else { inputs.shape(width) };
    let mut training = Training::new(args.schedule(&inputs), shape, &learned);
    let mut data = number_of(both);
    if let Some(path) = &args.from {
        let (network, checksum) = begun_with(path, game)?;
        let cannot = || format!("{} cannot be begun with", files::name(path));
        training.begin_with(&network).with_context(cannot)?;
        data = arena::seeds::mix(data, checksum.into());
    }
    if args.resume {
        let cannot = || format!("{} cannot be gone on with", saved.display());
        let bytes = files::read(&saved, 1 << 32)?;
        training.resume(&bytes, data).with_context(cannot)?;
    }
    training.look_ahead(&mut learned);
    training.look_ahead(&mut held);
    let both = [&learned, &held];
    let threads = args
        .threads
        .map_or_else(|| std::thread::available_parallelism().map_or(1, usize::from), usize::from);
    eprintln!(
        "{} positions to learn from and {} held back; {} inputs, {width} hidden units",
        grouped(learned.len() as u64),
        grouped(held.len() as u64),
        grouped(inputs.inputs as u64)
    );
    let bases = both.map(|samples| training.bases(samples));
    let with_bases = [(&learned, &bases[0][..]), (&held, &bases[1][..])];
    let stop = interrupt::flag();
    let begun = Instant::now();
    let first = training.epochs().len();
    let mut countdown =
        Countdown::new(1_000 * (args.epochs as usize - first.min(args.epochs as usize)) as u64);
    while !training.is_complete() && !stop.load(Ordering::Relaxed) {
        let done = (training.epochs().len() - first) as f64;
        let last = training.epochs().last().copied();
        let mut told = |share: f64| {
            let each = learned.len() as f64;
            countdown.to((1_000.0 * (done + share)) as u64, &|_| {
                let rate = (done + share) * each / begun.elapsed().as_secs_f64().max(1e-3);
                let error = last.map_or_else(String::new, |last| {
                    format!(
                        ", error {:.5} and {:.5} on games held back",
                        last.error, last.held_error
                    )
                });
                format!(
                    "epoch {}{error}, {} positions/s",
                    first + done as usize + 1,
                    grouped(rate as u64)
                )
            });
            !stop.load(Ordering::Relaxed)
        };
        let Some(epoch) = training.epoch(with_bases, inputs.symmetries, threads, &mut told) else {
            break;
        };
        // The network first: where only that was written, the epoch is learned again, and comes out the same.
        if training.chosen() == Some(&epoch) {
            let recipe = args.recipe(both, Some(&epoch));
            let network = training.network(game.name(), args.points.map(i32::from), recipe);
            files::replace(&args.out, |out| out.write_all(&network.encode()))?;
        }
        files::replace(&saved, |out| out.write_all(&training.checkpoint(data)))?;
        if args.json {
            let seconds = begun.elapsed().as_secs_f64();
            json(&EpochLine { r#type: "epoch", epoch, seconds })?;
        }
    }
    countdown.end();
    let seconds = begun.elapsed().as_secs_f64();
    let complete = training.is_complete();
    if args.json {
        return json(&ResultLine {
            r#type: "result",
            game: game.name(),
            positions: both.map(Samples::len),
            width,
            points: training.points(),
            epochs: training.epochs(),
            chosen: training.chosen().map(|epoch| epoch.epoch),
            complete,
            seconds,
        });
    }
    for Epoch { epoch, error, held_error, policy_errors } in training.epochs() {
        let policy = policy_errors.map_or_else(String::new, |[error, held]| {
            format!("; of the policy {error:.4} and {held:.4} nats")
        });
        line(format!(
            "epoch {epoch:>3}  error {error:.5}, on games held back {held_error:.5}{policy}"
        ))?;
    }
    let note = if complete { "" } else { goes_on };
    let chosen = training.chosen().map_or(0, |epoch| epoch.epoch);
    let name = files::name(&args.out);
    line(format!("{name} is the network after epoch {chosen}, written after {seconds:.1} s{note}"))
}
