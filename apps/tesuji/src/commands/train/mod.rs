//! `tesuji train`: networks that learn from stored games.

mod args;
mod shown;

use std::path::Path;
use std::sync::atomic::Ordering;
use std::time::Instant;

use anyhow::{Context as _, Result, ensure};
use network::Network;
use serde::Serialize;
use tune::{Epoch, Samples, Training, TrainingNote, Which};

pub use args::{TrainArgs, checkpoint, positive, value_points};
use shown::Shown;

use super::countdown::Countdown;
use super::tune::input::{Wanted, samples};
use crate::cli::{Game, usage_error};
use crate::output::{grouped, json, line};
use crate::{files, interrupt};

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

/// Trains a network, and writes it.
pub fn run(args: &TrainArgs) -> Result<()> {
    perform(args, true)
}

/// Trains a network for a command that says itself how it goes on and how far it is.
pub fn train(args: &TrainArgs) -> Result<()> {
    perform(args, false)
}

/// `alone`: it is the whole job, which the page shows, and says how it goes on where it is interrupted.
fn perform(args: &TrainArgs, alone: bool) -> Result<()> {
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
    let mut note = TrainingNote::default();
    if args.resume {
        let cannot = || format!("{} cannot be gone on with", saved.display());
        let bytes = files::read(&saved, 1 << 32)?;
        note = training.resume(&bytes, data).with_context(cannot)?;
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
    let mut shown = if alone { Some(Shown::begin(args, &training, &mut note)?) } else { None };
    let begun = Instant::now();
    let (before, mut paused) = (note.seconds, 0.0);
    let first = training.epochs().len();
    let mut countdown =
        Countdown::new(1_000 * (args.epochs as usize - first.min(args.epochs as usize)) as u64);
    while !training.is_complete() && !stop.load(Ordering::Relaxed) {
        paused += shown.as_ref().map_or(0.0, |shown| shown.wait(&training, &note));
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
        note.seconds = before + begun.elapsed().as_secs_f64() - paused;
        let due =
            shown.as_mut().and_then(|shown| shown.is_due(&training, &mut note).then_some(shown));
        files::replace(&saved, |out| out.write_all(&training.checkpoint(data, &note)))?;
        if let Some(shown) = due {
            shown.write(&training, &note);
        }
        if args.json {
            let seconds = begun.elapsed().as_secs_f64();
            json(&EpochLine { r#type: "epoch", epoch, seconds })?;
        }
    }
    countdown.end();
    if let Some(shown) = shown.as_mut().filter(|_| !training.is_complete()) {
        shown.write(&training, &note);
    }
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
    let goes_on = if complete || !alone { "" } else { "; the same command with --resume goes on" };
    let chosen = training.chosen().map_or(0, |epoch| epoch.epoch);
    let name = files::name(&args.out);
    line(format!(
        "{name} is the network after epoch {chosen}, written after {seconds:.1} s{goes_on}"
    ))
}
