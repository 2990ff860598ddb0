//! Networks: their weights as numbers with a point.

use std::io::{self, Write};

use network::{FIRST_SCALE, Network, OUTPUT_SCALE, Shape};
use serde::{Deserialize, Serialize};

use super::{NpzError, Reader, Writer, all};

/// What a network is besides its weights, as JSON in the bytes of the array `header`.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Header {
    game: String,
    features: String,
    adds: bool,
    points: i32,
    recipe: String,
}

/// The largest weights of the first layer: sums of many stay within 16 bits.
const MOST_FIRST: f64 = 4.0;
/// The most weights of an array.
const MOST_WEIGHTS: u64 = 1 << 26;

/// A network that was read, and how many of its weights were beyond what can be written and are cut.
#[derive(Clone, PartialEq, Debug)]
pub struct Imported {
    /// The network.
    pub network: Network,
    /// Weights that are cut.
    pub cut: usize,
}

/// Writes a network: `first` (inputs, width), `first_bias` (width), `output` (buckets, 2, width; the side to move first),
/// `output_bias` (buckets), where it has a policy `policy` (moves, 2, width) and `policy_bias` (moves), in 32-bit floating
/// point, and `header`, JSON as bytes.
///
/// # Errors
/// If it cannot be written.
pub fn write_network(network: &Network, out: impl Write) -> io::Result<()> {
    let mut file = Writer::new(out);
    let Shape { inputs, width, buckets, moves, .. } = network.shape;
    let header = Header {
        game: network.game.clone(),
        features: network.shape.features.clone(),
        adds: network.adds,
        points: network.points,
        recipe: network.recipe.clone(),
    };
    let header = serde_json::to_vec(&header)?;
    file.array("header", &[header.len()], all(header))?;
    let first = |weights: &[i16]| -> Vec<f32> {
        weights.iter().map(|&weight| f32::from(weight) / FIRST_SCALE as f32).collect()
    };
    let output = |weights: &[i8]| -> Vec<f32> {
        weights.iter().map(|&weight| f32::from(weight) / OUTPUT_SCALE as f32).collect()
    };
    let bias = |weights: &[i32]| -> Vec<f32> {
        let unit = f64::from(FIRST_SCALE * OUTPUT_SCALE);
        weights.iter().map(|&weight| (f64::from(weight) / unit) as f32).collect()
    };
    file.array("first", &[inputs, width], all(first(&network.first)))?;
    file.array("first_bias", &[width], all(first(&network.first_bias)))?;
    file.array("output", &[buckets, 2, width], all(output(&network.output)))?;
    file.array("output_bias", &[buckets], all(bias(&network.output_bias)))?;
    if moves > 0 {
        file.array("policy", &[moves, 2, width], all(output(&network.policy)))?;
        file.array("policy_bias", &[moves], all(bias(&network.policy_bias)))?;
    }
    file.finish()
}

/// Reads a network with the arrays that [`write_network`] writes; what else stands in the file is passed over.
///
/// # Errors
/// If it is no such file, or an array is missing or has another type or shape than it should have.
pub fn read_network(bytes: &[u8]) -> Result<Imported, NpzError> {
    let mut file = Reader::new(bytes)?;
    let (_, header) = file.array("header", 1 << 20)?;
    let header: Vec<u8> = header.into_iter().map(|byte| byte as u8).collect();
    let header: Header =
        serde_json::from_slice(&header).map_err(|error| NpzError::Header(error.to_string()))?;
    let found = file.shape("first", MOST_WEIGHTS)?;
    let [inputs, width] = found[..] else {
        let wanted = "it should be [inputs, hidden units]".to_owned();
        return Err(NpzError::Shape { name: "first", found, wanted });
    };
    let outputs = file.shape("output_bias", MOST_WEIGHTS)?;
    let [buckets] = outputs[..] else {
        let wanted = "it should be [buckets]".to_owned();
        return Err(NpzError::Shape { name: "output_bias", found: outputs, wanted });
    };
    let moves = match file.shape("policy_bias", MOST_WEIGHTS) {
        Ok(found) => match found[..] {
            [moves] => moves as usize,
            _ => {
                let wanted = "it should be [facts of moves]".to_owned();
                return Err(NpzError::Shape { name: "policy_bias", found, wanted });
            }
        },
        Err(NpzError::Missing(_)) => 0,
        Err(error) => return Err(error),
    };
    let too_many = |count: u64| {
        let weights = count.checked_mul(2).and_then(|both| both.checked_mul(width));
        count > MOST_WEIGHTS || weights.is_none_or(|weights| weights > 2 * MOST_WEIGHTS)
    };
    if [1, inputs, buckets, moves as u64].into_iter().any(too_many) {
        let wanted = format!("no array of a network may have more than {MOST_WEIGHTS} weights");
        return Err(NpzError::Shape { name: "first", found, wanted });
    }
    let [inputs, width, buckets] = [inputs, width, buckets].map(|length| length as usize);
    let shape = Shape { features: header.features, inputs, width, buckets, moves };
    let mut network = Network::zero(&header.game, shape, header.points);
    network.adds = header.adds;
    network.recipe = header.recipe;
    let mut cut = 0;
    let mut whole = |numbers: Vec<f64>, scale: i32, least: f64, most: f64| -> Vec<f64> {
        let scaled = numbers.into_iter().map(|number| (number * f64::from(scale)).round());
        let each = scaled.map(|number| {
            cut += usize::from(!(least..=most).contains(&number));
            number.clamp(least, most)
        });
        each.collect()
    };
    let most_first = MOST_FIRST * f64::from(FIRST_SCALE);
    let mut first = |numbers| -> Vec<i16> {
        let whole = whole(numbers, FIRST_SCALE, -most_first, most_first);
        whole.into_iter().map(|number| number as i16).collect()
    };
    network.first = first(file.shaped("first", &[inputs, width])?);
    network.first_bias = first(file.shaped("first_bias", &[width])?);
    let mut output = |numbers| -> Vec<i8> {
        let whole = whole(numbers, OUTPUT_SCALE, -127.0, 127.0);
        whole.into_iter().map(|number| number as i8).collect()
    };
    network.output = output(file.shaped("output", &[buckets, 2, width])?);
    if moves > 0 {
        network.policy = output(file.shaped("policy", &[moves, 2, width])?);
    }
    let mut bias = |numbers| -> Vec<i32> {
        let most = f64::from(i32::MAX);
        let whole = whole(numbers, FIRST_SCALE * OUTPUT_SCALE, -most, most);
        whole.into_iter().map(|number| number as i32).collect()
    };
    network.output_bias = bias(file.shaped("output_bias", &[buckets])?);
    if moves > 0 {
        network.policy_bias = bias(file.shaped("policy_bias", &[moves])?);
    }
    Ok(Imported { network, cut })
}
