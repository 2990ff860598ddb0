//! A fit: rounds of measuring the gradient and of descending it.

use engine::{GameKind, ParamInfo};

use crate::descent::{Descent, Slopes, loss, scale};
use crate::samples::Samples;

/// The options of a fit.
#[derive(Clone, Debug)]
pub struct FitOptions {
    /// Only parameters whose name begins with one of these, without regard to case; all if there is none.
    pub only: Vec<String>,
    /// The weight of the search's score in the target, 0 to 1; the rest is the game's result.
    pub blend: f64,
    /// Rounds; the gradient is measured anew in each.
    pub rounds: usize,
    /// Epochs of gradient descent in each round.
    pub epochs: usize,
    /// The penalty on the square of a parameter's distance from its start, in steps: it holds back parameters that few
    /// positions depend on.
    pub anchor: f64,
    /// Threads, at least one.
    pub threads: usize,
}

/// The result of a fit.
#[derive(Clone, Debug)]
pub struct Fitted {
    /// The parameters, in order.
    pub params: Vec<ParamInfo>,
    /// Their values, in the same order.
    pub values: Vec<i32>,
}

/// The progress of a fit.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Progress {
    /// It begins: the scale of the logistic function, in points. A score of so many points is an expected result of 0.73.
    Scale(f64),
    /// Epochs of a round are done.
    Step {
        /// The round, from 1.
        round: usize,
        /// The epoch in it, from 1.
        epoch: usize,
        /// The mean squared error on the training positions before it.
        error: f64,
    },
    /// A round is over: the validation error, before and after it.
    Round {
        /// The round, from 1.
        round: usize,
        /// Before.
        before: f64,
        /// After.
        after: f64,
    },
}

/// Why nothing could be fitted.
#[derive(Debug, thiserror::Error)]
pub enum FitError {
    /// There are no training positions, or no validation positions.
    #[error("too few games: there is nothing to fit to")]
    NoPositions,
    /// No parameter has such a name.
    #[error("no parameter of {0} has such a name")]
    NoParameters(&'static str),
    /// The blend is out of its range.
    #[error("the blend is from 0 to 1")]
    Blend,
}

/// Fits the parameters of a game to the training positions `learned`; `held` are validation positions, of other games: a
/// fit that overfits lowers the error on the first and not on the second.
///
/// # Errors
/// If there are no positions or no parameters, or the options are out of their ranges.
pub fn fit(
    kind: &dyn GameKind,
    learned: &Samples,
    held: &Samples,
    options: &FitOptions,
    progress: &mut dyn FnMut(Progress),
) -> Result<Fitted, FitError> {
    if !(0.0..=1.0).contains(&options.blend) {
        return Err(FitError::Blend);
    }
    if learned.is_empty() || held.is_empty() {
        return Err(FitError::NoPositions);
    }
    let params = learned.positions.params();
    let wanted = |name: &str| {
        let begins = |part: &String| name.to_lowercase().starts_with(&part.to_lowercase());
        options.only.is_empty() || options.only.iter().any(begins)
    };
    let chosen: Vec<usize> =
        (0..params.len()).filter(|&i| !params[i].switch && wanted(&params[i].name)).collect();
    if chosen.is_empty() {
        return Err(FitError::NoParameters(kind.info().title));
    }
    let mut values: Vec<i32> = params.iter().map(|info| info.start).collect();
    let scale = scale(learned, &values);
    progress(Progress::Scale(scale));
    for round in 1..=options.rounds {
        let slopes = Slopes::measure(learned, &params, &values, &chosen, options.threads);
        let before = loss(held, &values, scale, options.blend);
        let mut descent = Descent::new(learned, &slopes, &params, &values, &chosen);
        for epoch in 1..=options.epochs {
            let error = descent.step((scale, options.blend), options.anchor, epoch);
            if epoch == 1 || epoch.is_multiple_of(100) {
                progress(Progress::Step { round, epoch, error });
            }
        }
        descent.write(&mut values);
        let after = loss(held, &values, scale, options.blend);
        progress(Progress::Round { round, before, after });
    }
    Ok(Fitted { params, values })
}
