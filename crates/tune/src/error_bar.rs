//! How far chance may have moved a mean over samples of games.

/// A number of normal distribution is within so many standard deviations in 95 of 100 cases.
const NORMAL_95: f64 = 1.96;

/// The sum over the samples of a game, and how many these are.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub(crate) struct OfGame {
    pub(crate) sum: f64,
    pub(crate) count: usize,
}

/// Half the width of the 95 % interval of the mean over all samples: those of one game go together, those of different
/// games do not (the deviation of a ratio of sums over clusters). None of fewer than two games.
pub(crate) fn error_bar(games: &[OfGame]) -> Option<f64> {
    let count = games.iter().map(|game| game.count).sum::<usize>() as f64;
    let mean = games.iter().map(|game| game.sum).sum::<f64>() / count;
    let off = |game: &OfGame| (game.sum - game.count as f64 * mean).powi(2);
    let square: f64 = games.iter().map(off).sum();
    let many = games.len() as f64;
    (games.len() > 1 && count > 0.0)
        .then(|| NORMAL_95 * (many / (many - 1.0) * square).sqrt() / count)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_of_one_game_tell_no_more_than_one_does() {
        let once: Vec<OfGame> =
            (0..100).map(|game| OfGame { sum: f64::from(game % 2), count: 1 }).collect();
        let bar = error_bar(&once).unwrap();
        // The deviation of the mean of a hundred numbers, each a half from it.
        assert!((bar - 1.96 * 0.5 / 99.0_f64.sqrt()).abs() < 1e-12, "{bar}");
        let again: Vec<OfGame> =
            once.iter().map(|game| OfGame { sum: 7.0 * game.sum, count: 7 }).collect();
        assert!((error_bar(&again).unwrap() - bar).abs() < 1e-12);
        assert_eq!(error_bar(&once[..1]), None);
        assert_eq!(error_bar(&[OfGame::default(); 3]), None);
    }
}
