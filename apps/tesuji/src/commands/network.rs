//! `tesuji network`: files of networks.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use clap::{Args, Subcommand};
use network::Network;
use serde::Serialize;

use crate::files;
use crate::output::{grouped, json, line};

const EXAMPLES: &str = "\
Examples:
  tesuji network show ataxx.net
  tesuji network show ataxx.net --json

docs/networks.md tells the form of the file.";

/// A file that is longer is none.
const LONGEST: u64 = 1 << 30;

/// Arguments of `tesuji network`.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct NetworkArgs {
    #[command(subcommand)]
    action: Action,
}

#[derive(Subcommand)]
enum Action {
    /// Tell what a network is, and how its weights are used
    Show {
        /// The file of a network
        #[arg(value_name = "FILE")]
        file: PathBuf,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
}

/// The facts of a network.
#[derive(Serialize)]
struct Facts<'a> {
    game: &'a str,
    features: &'a str,
    inputs: usize,
    width: usize,
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
}

fn facts(network: &Network, bytes: usize) -> Facts<'_> {
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
    }
}

/// The network of a file, and its bytes.
pub fn read(file: &Path) -> Result<(Network, Vec<u8>)> {
    let bytes = files::read(file, LONGEST)?;
    let cannot = || format!("{} cannot be read", files::name(file));
    let network = Network::decode(&bytes).with_context(cannot)?;
    Ok((network, bytes))
}

/// Shows a network.
pub fn run(args: &NetworkArgs) -> Result<()> {
    let Action::Show { file, json: as_json } = &args.action;
    let (network, bytes) = read(file)?;
    let facts = facts(&network, bytes.len());
    if *as_json {
        return json(&facts);
    }
    let number = |number: usize| grouped(number as u64);
    line(format!("Game      {}", facts.game))?;
    line(format!(
        "Inputs    {}, {} of them used, seen by both sides ({})",
        number(facts.inputs),
        number(facts.inputs_used),
        facts.features
    ))?;
    line(format!("Hidden    {} units a view, {} unused", facts.width, facts.units_unused))?;
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
    line(format!("Recipe    {}", facts.recipe))
}
