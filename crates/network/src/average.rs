//! The average of networks that were trained on from one: often better than each of them, as the chance in each training
//! cancels out (Izmailov and others, Averaging weights leads to wider optima and better generalization, 2018).

use crate::network::{Network, Shape};

/// Why there is no average.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum AverageError {
    /// There is nothing to take one of.
    #[error("an average takes two networks or more")]
    TooFew,
    /// Two cannot be added up, counted from 0.
    #[error("they are of different kinds: the first is {first}, and this one {other}")]
    Different {
        /// Which one differs from the first.
        which: usize,
        /// The first, in words.
        first: String,
        /// The other, in words.
        other: String,
    },
}

/// What must be the same in networks that are added up, in words.
fn kind(network: &Network) -> String {
    let Shape { features, inputs, width, buckets, moves } = &network.shape;
    let policy = match moves {
        0 => String::new(),
        _ => format!(", a policy over {moves} facts of moves"),
    };
    let adds = if network.adds { ", added to the hand-made evaluation" } else { "" };
    format!(
        "for {}, with {inputs} inputs ({features}), {width} hidden units, {buckets} outputs{policy}, {} points{adds}",
        network.game, network.points
    )
}

/// The mean of numbers of the same place, rounded to the nearest; halves away from 0.
fn mean<T: Copy + Into<i64> + TryFrom<i64> + Default>(
    networks: &[Network],
    weights: impl Fn(&Network) -> &[T],
) -> Vec<T> {
    let count = networks.len() as i64;
    let places = networks.first().map_or(0, |first| weights(first).len());
    let mean = |place: usize| {
        let sum: i64 = networks.iter().map(|network| weights(network)[place].into()).sum();
        let rounded = (2 * sum.abs() + count) / (2 * count) * sum.signum();
        // A mean lies between the least and the greatest, which are of this type.
        T::try_from(rounded).unwrap_or_default()
    };
    (0..places).map(mean).collect()
}

impl Network {
    /// The network whose weights are the means of those of `networks`, each counted alike. It says something where they
    /// were all trained on from one network; the hidden units of others have nothing to do with each other.
    ///
    /// # Errors
    /// If there are fewer than two, or they differ in game, inputs, size, points or in whether they are added to the
    /// hand-made evaluation.
    pub fn average(networks: &[Self]) -> Result<Self, AverageError> {
        let [first, others @ ..] = networks else { return Err(AverageError::TooFew) };
        if others.is_empty() {
            return Err(AverageError::TooFew);
        }
        let known = kind(first);
        for (which, network) in others.iter().enumerate() {
            let other = kind(network);
            if other != known {
                return Err(AverageError::Different { which: which + 1, first: known, other });
            }
        }
        let recipes: Vec<&str> = networks.iter().map(|network| network.recipe.as_str()).collect();
        Ok(Self {
            game: first.game.clone(),
            shape: first.shape.clone(),
            adds: first.adds,
            points: first.points,
            recipe: format!("the average of {} networks: {}", networks.len(), recipes.join(" | ")),
            first: mean(networks, |network| &network.first),
            first_bias: mean(networks, |network| &network.first_bias),
            output: mean(networks, |network| &network.output),
            output_bias: mean(networks, |network| &network.output_bias),
            policy: mean(networks, |network| &network.policy),
            policy_bias: mean(networks, |network| &network.policy_bias),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(weights: [i16; 2], output: i8, bias: i32) -> Network {
        let shape =
            Shape { features: "none".to_owned(), inputs: 2, width: 1, buckets: 1, moves: 0 };
        let mut network = Network::zero("ataxx", shape, 300);
        network.first.copy_from_slice(&weights);
        network.output[0] = output;
        network.output_bias[0] = bias;
        network.recipe = format!("of {bias}");
        network
    }

    #[test]
    fn every_weight_is_the_mean_rounded_to_the_nearest() {
        let networks = [with([1, -1], 127, 7), with([2, -2], 127, -3), with([2, -2], 126, 0)];
        let average = Network::average(&networks).unwrap();
        assert_eq!(average.first, [2, -2]);
        assert_eq!((average.output[0], average.output[1]), (127, 0));
        assert_eq!(average.output_bias, [1]);
        assert_eq!(average.recipe, "the average of 3 networks: of 7 | of -3 | of 0");
        let halves = Network::average(&[with([1, -1], 0, 1), with([2, -2], 0, 2)]).unwrap();
        assert_eq!((halves.first, halves.output_bias), (vec![2, -2], vec![2]));
        let extremes = [(); 2].map(|()| with([i16::MIN, i16::MAX], i8::MIN, i32::MAX));
        let average = Network::average(&extremes).unwrap();
        assert_eq!(average.first, extremes[0].first);
        assert_eq!(average.output_bias, extremes[0].output_bias);
    }

    #[test]
    fn one_network_or_those_of_different_kinds_have_no_average() {
        let one = with([1, 2], 3, 4);
        assert_eq!(Network::average(&[]), Err(AverageError::TooFew));
        assert_eq!(Network::average(std::slice::from_ref(&one)), Err(AverageError::TooFew));
        let other = Network { points: 301, ..one.clone() };
        let error = Network::average(&[one.clone(), one.clone(), other]).unwrap_err();
        assert!(matches!(error, AverageError::Different { which: 2, .. }));
        assert!(error.to_string().contains("301 points"), "{error}");
        let adds = Network { adds: true, ..one.clone() };
        assert!(Network::average(&[one, adds]).is_err());
    }
}
