//! Values of the tree: from -1, a loss, to 1, a win.

use game::Score;

/// The largest value that an evaluation may have: below that of a win.
const MOST: f32 = 0.999;

/// The value of a static evaluation: its hyperbolic tangent, 0.76 for `scale` points.
pub(crate) fn squash(points: i32, scale: i32) -> f32 {
    (points as f32 / scale as f32).tanh().clamp(-MOST, MOST)
}

/// The score of a value: the inverse of [`squash`].
pub(crate) fn to_score(value: f32, scale: i32) -> Score {
    Score::points((value.clamp(-MOST, MOST).atanh() * scale as f32).round() as i32)
}

/// The value of a proven or known score: a win, a loss or a draw.
pub(crate) fn of_decided(score: Score) -> f32 {
    if score > Score::ZERO {
        1.0
    } else if score < Score::ZERO {
        -1.0
    } else {
        0.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_survive_the_way_to_values_and_back() {
        for points in [-900, -250, -1, 0, 3, 120, 1_000] {
            let back = to_score(squash(points, 400), 400).raw();
            assert!((back - points).abs() <= 1, "{points} became {back}");
        }
        assert!(squash(100_000, 400) < 1.0 && squash(-100_000, 400) > -1.0);
        assert!((squash(400, 400) - 0.7616).abs() < 1e-3);
    }
}
