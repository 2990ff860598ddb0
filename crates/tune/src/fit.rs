//! A fit: rounds of measuring the slopes and of descent.

use engine::{GameKind, ParamInfo};

use crate::descent::{Descent, Slopes, loss, scale};
use crate::samples::Samples;

/// What a fit is asked.
#[derive(Clone, Debug)]
pub struct FitOptions {
    /// Only parameters whose name begins with one of these, without regard to case; all if there is none.
    pub only: Vec<String>,
    /// How much of the target is the score that the search gave, the rest being the game's result: 0 to 1.
    pub blend: f64,
    /// How often the slopes are measured anew.
    pub rounds: usize,
    /// Steps of descent in each round.
    pub epochs: usize,
    /// What a change by one step of a parameter costs: it holds back numbers that few positions tell of.
    pub anchor: f64,
    /// Threads, at least one.
    pub threads: usize,
}

/// What a fit found.
#[derive(Clone, Debug)]
pub struct Fitted {
    /// The parameters, in order.
    pub params: Vec<ParamInfo>,
    /// Their values, in the same order.
    pub values: Vec<i32>,
}

/// How a fit goes.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Progress {
    /// It begins; a score of `scale` points is an expected result of 0.73.
    Scale(f64),
    /// Steps of a round, from 1, were taken; `error` is the mean squared error on the positions learned from.
    Step {
        /// The round, from 1.
        round: usize,
        /// The step in it, from 1.
        epoch: usize,
        /// The error before it.
        error: f64,
    },
    /// A round is over: the error on the positions held back, before and after it.
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
    /// There are no positions to learn from, or none to check with.
    #[error("too few games: there is nothing to fit to")]
    NoPositions,
    /// No parameter has such a name.
    #[error("no parameter of {0} has such a name")]
    NoParameters(&'static str),
    /// The blend is out of its range.
    #[error("the blend is from 0 to 1")]
    Blend,
}

/// Fits the parameters of a game to positions; `held` are positions of other games, on which the error tells whether
/// the fit has learned or memorised.
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
