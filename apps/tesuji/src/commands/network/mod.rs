//! `tesuji network`: files of networks.

mod file;
mod learned;
mod make;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context as _, Result};
use arena::words::counted;
use clap::{Args, Subcommand};
use engine::LearnedView;
use network::{Network, Shape};
use serde::Serialize;
use tune::npz::Imported;

use file::LONGEST;
pub use file::read;
use learned::Board;
use make::MakeArgs;

use crate::files;
use crate::output::{grouped, json, line};

const EXAMPLES: &str = "\
Examples:
  tesuji network show ataxx.net
  tesuji network show ataxx.net --json
  tesuji network export ataxx.net --out ataxx.npz
  tesuji network import trained.npz --out trained.net
  tesuji network average first.net second.net third.net --out ataxx.net
  tesuji network make onitama --folder onitama-net

docs/networks.md tells the form of the file, docs/numpy.md that of NumPy's.";

/// Arguments of `tesuji network`.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct NetworkArgs {
    #[command(subcommand)]
    action: Action,
}

#[derive(Subcommand)]
enum Action {
    /// Tell what a network is and how its weights are used, and draw what its inputs have learned
    Show {
        /// The file of a network
        #[arg(value_name = "FILE")]
        file: PathBuf,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Write a network's weights as a file of NumPy (.npz)
    Export {
        /// The file of a network
        #[arg(value_name = "FILE")]
        file: PathBuf,
        /// The file to write
        #[arg(long, value_name = "FILE")]
        out: PathBuf,
    },
    /// Make a network of the weights in a file of NumPy (.npz), with the arrays that export writes
    Import {
        /// A file of NumPy
        #[arg(value_name = "FILE")]
        file: PathBuf,
        /// The file to write the network to
        #[arg(long, value_name = "FILE")]
        out: PathBuf,
    },
    /// Average the weights of networks that were trained on from one, with the same --points
    Average {
        /// The files of two networks or more; one that counts twice is given twice
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
        /// The file to write the network to
        #[arg(long, value_name = "FILE")]
        out: PathBuf,
    },
    /// Make a game's network again: the games and trainings from which that of the program came, step by step
    Make(MakeArgs),
}

/// The facts of a network.
#[derive(Serialize)]
struct Facts<'a> {
    game: &'a str,
    features: &'a str,
    inputs: usize,
    width: usize,
    /// How many views its outputs take.
    views: usize,
    buckets: usize,
    adds: bool,
    points: i32,
    bytes: usize,
    /// Inputs that have a weight other than 0.
    inputs_used: usize,
    /// Hidden units that no output looks at.
    units_unused: usize,
    /// The mean size of the weights of the first layer that are not 0, as a share of a unit's range.
    first_mean: f64,
    /// The share of output weights that stand at the end of their range.
    output_clipped: f64,
    recipe: &'a str,
    /// What each kind of piece is worth by square: how many points fewer the first side has without it, on average over
    /// the positions of random games.
    worth: Vec<Board<'a>>,
}

fn facts<'a>(network: &'a Network, bytes: usize, view: Option<&'a LearnedView>) -> Facts<'a> {
    let shape = &network.shape;
    let rows = network.first.chunks_exact(shape.width.max(1));
    let weights: Vec<f64> =
        network.first.iter().filter(|&&weight| weight != 0).map(|&w| f64::from(w).abs()).collect();
    let unused = |unit: &usize| {
        network.output.iter().skip(*unit).step_by(shape.width.max(1)).all(|&weight| weight == 0)
    };
    let clipped = network.output.iter().filter(|weight| weight.unsigned_abs() >= 127).count();
    Facts {
        game: &network.game,
        features: &shape.features,
        inputs: shape.inputs,
        width: shape.width,
        views: network.views(),
        buckets: shape.buckets,
        adds: network.adds,
        points: network.points,
        bytes,
        inputs_used: rows.filter(|row| row.iter().any(|&weight| weight != 0)).count(),
        units_unused: (0..shape.width).filter(unused).count(),
        first_mean: weights.iter().sum::<f64>()
            / weights.len().max(1) as f64
            / f64::from(network::FIRST_SCALE),
        output_clipped: clipped as f64 / network.output.len().max(1) as f64,
        recipe: &network.recipe,
        worth: view.map(learned::boards).unwrap_or_default(),
    }
}

/// What a network has learned, where this program has its game and its inputs.
fn view(network: &Arc<Network>) -> Option<LearnedView> {
    engine::kind(&network.game)?.knowledge().learned(Some(network))
}

fn export(file: &Path, out: &Path) -> Result<()> {
    let (network, _) = read(file)?;
    files::replace(out, |out| tune::npz::write_network(&network, out))?;
    let Shape { inputs, width, buckets, .. } = network.shape;
    line(format!(
        "{} has the weights of {} inputs, {width} hidden units and {buckets} outputs",
        files::name(out),
        grouped(inputs as u64)
    ))
}

fn import(file: &Path, out: &Path) -> Result<()> {
    files::target(out)?;
    let bytes = files::read(file, LONGEST)?;
    let name = files::name(file);
    let cannot = || format!("{name} cannot be taken over");
    let Imported { network, cut } = tune::npz::read_network(&bytes).with_context(cannot)?;
    let kind = engine::kind(&network.game)
        .with_context(|| format!("there is no game '{}'", network.game))
        .with_context(cannot)?;
    let known = kind.knowledge().network_inputs();
    let known = known
        .with_context(|| format!("{} says nothing of what a network sees", kind.title()))
        .with_context(cannot)?;
    let most = [known.inputs, known.width, known.buckets, known.moves];
    network.fits(kind.name(), known.name, most).with_context(cannot)?;
    files::replace(out, |out| out.write_all(&network.encode()))?;
    if cut > 0 {
        eprintln!(
            "{} beyond what a file of a network can have, and cut: docs/numpy.md tells the ranges",
            counted(cut as u64, "weight")
        );
    }
    line(format!("{} is a network for {}", files::name(out), kind.title()))
}

/// Shows a network, or makes another file of some.
pub fn run(args: &NetworkArgs) -> Result<()> {
    match &args.action {
        Action::Show { file, json } => show(file, *json),
        Action::Export { file, out } => export(file, out),
        Action::Import { file, out } => import(file, out),
        Action::Average { files, out } => file::average(files, out),
        Action::Make(args) => make::run(args),
    }
}

fn show(file: &Path, as_json: bool) -> Result<()> {
    let (network, bytes) = read(file)?;
    let network = Arc::new(network);
    let view = view(&network);
    let facts = facts(&network, bytes.len(), view.as_ref());
    if as_json {
        return json(&facts);
    }
    let number = |number: usize| grouped(number as u64);
    line(format!("Game      {}", facts.game))?;
    line(format!(
        "Inputs    {}, {} of them used, seen by {} ({})",
        number(facts.inputs),
        number(facts.inputs_used),
        if facts.views == 1 { "the side to move" } else { "both sides" },
        facts.features
    ))?;
    let of = if facts.views == 1 { "of one view" } else { "a view" };
    line(format!("Hidden    {} units {of}, {} unused", facts.width, facts.units_unused))?;
    let place = if facts.adds { "added to" } else { "in the place of" };
    line(format!(
        "Outputs   {}, by what is on the board, {place} the hand-made evaluation",
        facts.buckets
    ))?;
    line(format!(
        "Weights   {:.3} of a unit's range on average; {:.1} % of the outputs' at the end of their range",
        facts.first_mean,
        100.0 * facts.output_clipped
    ))?;
    line(format!("Score     {} points where 73 % of the points are expected", facts.points))?;
    line(format!("Size      {} bytes", number(facts.bytes)))?;
    line(format!("Recipe    {}", facts.recipe))?;
    if !facts.worth.is_empty() {
        line(
            "Learned   what a piece is worth by square, in points, the first side's home row last",
        )?;
        for drawn in learned::drawn(&facts.worth) {
            line(drawn)?;
        }
    }
    Ok(())
}
