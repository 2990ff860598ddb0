//! Random priors at the root, so that games which one learns from try what the network does not think of (David Silver and
//! others, "Mastering the game of Go without human knowledge", 2017).

use rand_distr::{Distribution as _, Gamma};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng as _;

use crate::params::Params;
use crate::playout::Random;

/// Mixes priors that add up to 1 with a draw of the symmetric Dirichlet distribution, which is one of gamma
/// distributions divided by their sum.
pub(crate) fn add_noise(params: &Params, priors: &mut [f32], random: &mut Random) {
    let Ok(gamma) = Gamma::new(Params::part(params.root_noise_shape), 1.0_f32) else { return };
    let mut source = Xoshiro256PlusPlus::seed_from_u64(random.next());
    // With a low concentration all draws may be too small to be told from 0.
    let drawn: Vec<f32> = priors.iter().map(|_| gamma.sample(&mut source).max(1e-30)).collect();
    let (sum, share) = (drawn.iter().sum::<f32>(), Params::part(params.root_noise));
    for (prior, drawn) in priors.iter_mut().zip(drawn) {
        *prior = (1.0 - share) * *prior + share * drawn / sum;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn noisy(shape: i32, noise: i32, seed: u64) -> Vec<f32> {
        let params = Params { root_noise: noise, root_noise_shape: shape, ..Params::START };
        let mut priors = vec![0.05; 20];
        add_noise(&params, &mut priors, &mut Random::new(seed));
        priors
    }

    #[test]
    fn noise_keeps_its_share_and_is_that_of_the_seed() {
        for seed in 0..50 {
            for shape in [1, 30, 1_000] {
                let priors = noisy(shape, 25, seed);
                assert!((priors.iter().sum::<f32>() - 1.0).abs() < 1e-4);
                // What is not noise stays.
                assert!(priors.iter().all(|&prior| (0.75 * 0.05..=0.29).contains(&prior)));
                assert_eq!(priors, noisy(shape, 25, seed));
                assert_ne!(priors, noisy(shape, 25, seed + 1));
            }
        }
    }

    #[test]
    fn the_lower_the_concentration_the_fewer_moves_share_it() {
        let largest = |shape| -> f32 {
            let largest = |seed| noisy(shape, 100, seed).into_iter().fold(0.0, f32::max);
            (0..200).map(largest).sum::<f32>() / 200.0
        };
        let [few, some, all] = [3, 30, 1_000].map(largest);
        assert!(few > 0.7 && (0.2..0.6).contains(&some) && all < 0.12, "{few} {some} {all}");
    }
}
