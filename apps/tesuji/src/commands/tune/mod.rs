//! `tesuji tune`: the numbers of an engine, tuned by games.

mod args;
mod checkpoint;
pub mod input;
mod report;
mod result;
pub mod shown;

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use tune::{
    Found, Halt, MatchProblem as _, Matches, Measuring, Meeting, Method, Ordering as MoveOrder,
    Prediction, Problem, Run, Which,
};

pub use args::TuneArgs;
use args::{Budget, Named};
use checkpoint::Checkpoint;
use result::Told;
use shown::Shown;

use super::countdown::Countdown;
use crate::cli::usage_error;
use crate::interrupt;

/// How often a run is saved, after its first step.
const SAVED: Duration = Duration::from_secs(2);

/// Tunes, and prints the result.
pub fn run(args: &TuneArgs) -> Result<()> {
    let parameters = args.parameters()?;
    let path = args.checkpoint();
    if args.resume && path.is_none() {
        return Err(usage_error(
            "tune",
            "--resume needs --checkpoint or --out: nothing was saved else",
        ));
    }
    if args.by_samples() == args.data.is_empty() {
        let text = if args.data.is_empty() {
            "this method learns from games: give --data FILE"
        } else {
            "this method plays its own games: --data is for gradient, local and order"
        };
        return Err(usage_error("tune", text));
    }
    for path in [&args.out, &path, &args.report].into_iter().flatten() {
        // Found out before anything is begun.
        crate::files::target(path)?;
    }
    let saved = match &path {
        Some(path) if args.resume => Some(Checkpoint::read(path, &args.identity())?),
        _ => None,
    };
    let stop = interrupt::flag();
    if args.method == Named::Order {
        let both = input::choices(args.game, &args.data, args.seed, args.skip)?;
        let (lead, threads) = (args.lead.into(), args.threads());
        let problem = MoveOrder::new(parameters.clone(), args.evaluation()?, both, lead, threads)?
            .told(measuring(parameters.len(), stop));
        let [learned, held] = problem.choices();
        eprintln!("{learned} choices to learn from and {held} held back");
        let method = args.method(args.steps().unwrap_or(args.method.steps()));
        let saved = saved
            .unwrap_or_else(|| Checkpoint::new(Run::new(parameters, method, 0), args.identity()));
        tell_found("before", &problem, &saved.run.points[0].values);
        let run = drive(args, saved, Problem::Samples(&problem))?;
        tell_found("now", &problem, &run.values());
        return Ok(());
    }
    if args.by_samples() {
        let [learned, held] = input::samples(&input::Wanted {
            game: args.game,
            data: &args.data,
            seed: args.seed,
            skip: args.skip,
            which: Which::Undecided,
        })?;
        let problem = Prediction::new(
            parameters.clone(),
            args.evaluation()?,
            [learned, held],
            args.blend,
            args.threads(),
        );
        let problem = problem?.looking_ahead(args.lambda).told(measuring(parameters.len(), stop));
        let problem = match args.points {
            Some(points) => problem.at_scale(points.into()),
            None => problem,
        };
        let [learned, held] = problem.positions();
        eprintln!("{learned} positions to learn from and {held} held back");
        let [own, searched] = [problem.scale(), problem.search_scale()];
        eprintln!(
            "a score of {own:.0} points is an expected result of 0.73, of {searched:.0} where the games' searches found it"
        );
        let method = args.method(args.steps().unwrap_or(args.method.steps()));
        let saved = saved
            .unwrap_or_else(|| Checkpoint::new(Run::new(parameters, method, 0), args.identity()));
        return drive(args, saved, Problem::Samples(&problem)).map(|_| ());
    }
    let matches = Matches::new(
        args.game,
        parameters.clone(),
        args.engine()?,
        &args.deal,
        args.threads(),
        stop,
    );
    let problem = matches.map_err(anyhow::Error::msg)?;
    let saved = match saved {
        Some(saved) => saved,
        None => {
            let steps = match args.budget {
                Some(Budget::Time(time)) => steps_within(args, &problem, time)?,
                _ => args.steps().unwrap_or(args.method.steps()),
            };
            Checkpoint::new(Run::new(parameters, args.method(steps), args.measure), args.identity())
        }
    };
    drive(args, saved, Problem::Matches(&problem)).map(|_| ())
}

/// Says how well an order of moves finds those that were played.
fn tell_found(when: &str, order: &MoveOrder, values: &[i32]) {
    let Found { first, among_four, place } = order.found(values);
    let [first, four] = [first, among_four].map(|share| 100.0 * share);
    eprintln!(
        "{when}: of the moves held back {first:.1} % stand first, {four:.1} % among the first four, at place {place:.1} on average"
    );
}

/// Progress while it is measured how samples depend on so many parameters.
fn measuring(parameters: usize, stop: &'static AtomicBool) -> Measuring {
    // In thousandths; begun anew with each measurement.
    let countdown: Mutex<Option<Countdown>> = Mutex::new(None);
    Box::new(move |share| {
        let mut countdown = countdown.lock().unwrap_or_else(PoisonError::into_inner);
        let under_way = countdown.get_or_insert_with(|| {
            eprintln!("measuring how they depend on {parameters} parameters");
            Countdown::new(1_000)
        });
        under_way.to((1_000.0 * share) as u64, &|done| format!("measured {} %", done / 10));
        if share >= 1.0 {
            under_way.end();
            *countdown = None;
        }
        !stop.load(Ordering::Relaxed)
    })
}

/// How many steps a method of matches makes in a time, by the time of some games between two engines that are alike.
fn steps_within(args: &TuneArgs, problem: &Matches<'_>, time: Duration) -> Result<u64> {
    let start: Vec<i32> = problem.parameters().iter().map(|parameter| parameter.start).collect();
    let begun = Instant::now();
    let meeting = Meeting { seed: args.seed, pairs: args.pairs, set: None };
    match problem.play(meeting, &start, &start) {
        Ok(_) => {}
        Err(Halt::Stopped) => bail!("it was stopped"),
        Err(halt) => return Err(halt.into()),
    }
    let meetings = time.as_secs_f64() / begun.elapsed().as_secs_f64().max(1e-6);
    let a_step = match args.method(1) {
        Method::Genetic(options) => options.population * options.opponents.div_ceil(2),
        _ => 1,
    };
    Ok(((meetings / a_step as f64) as u64).max(1))
}

/// Makes the steps that are left, saves them, and prints the result.
fn drive(args: &TuneArgs, mut saved: Checkpoint, problem: Problem<'_>) -> Result<Run> {
    let path = args.checkpoint();
    let stop = interrupt::flag();
    let begun = Instant::now();
    let before = saved.seconds;
    let mut paused = 0.0;
    let most = match args.budget {
        Some(Budget::Time(time)) => time.as_secs_f64(),
        _ => f64::INFINITY,
    };
    let mut last: Option<Instant> = None;
    // The first step is no measure of the others: gradient descent measures slopes in it.
    let mut countdown: Option<(u64, Countdown)> = None;
    let mut told = Told::new(args);
    let shown = Shown::begin(args, &mut saved)?;
    let mut halted = None;
    while !stop.load(Ordering::Relaxed) && saved.seconds < most {
        // Of a run that goes on, where it stood may not be noted yet.
        let noted = saved.run.note(problem);
        told.points(&saved.run)?;
        if saved.run.is_finished() {
            break;
        }
        let save = || {
            if let Some(Err(error)) = path.as_ref().map(|path| saved.write(path)) {
                eprintln!("the run is not saved: {error}");
            }
        };
        paused += shown.wait(&saved, save);
        if stop.load(Ordering::Relaxed) {
            break;
        }
        let ended = noted.and_then(|()| saved.run.step(problem));
        saved.seconds = before + begun.elapsed().as_secs_f64() - paused;
        match ended {
            Ok(()) => {}
            Err(Halt::Stopped) => break,
            Err(halt) => {
                halted = Some(halt);
                break;
            }
        }
        let (done, all) = (saved.run.done(), saved.run.all());
        let (first, countdown) =
            countdown.get_or_insert_with(|| (done, Countdown::new(all.saturating_sub(done))));
        countdown.to(done - *first, &|_| result::standing(&saved.run));
        if last.is_none_or(|last| last.elapsed() >= SAVED) {
            last = Some(Instant::now());
            if let Some(path) = &path {
                saved.write(path)?;
            }
            shown.write(&saved, false);
        }
    }
    if let Some((_, countdown)) = &countdown {
        countdown.end();
    }
    if let Some(path) = &path {
        saved.write(path)?;
    }
    let complete = saved.run.is_finished() || saved.seconds >= most;
    shown.write(&saved, complete);
    if let Some(halt) = halted {
        return Err(halt.into());
    }
    told.result(&saved, complete, problem)?;
    Ok(saved.run)
}

impl Named {
    /// Steps, where nothing else is asked for.
    fn steps(self) -> u64 {
        match self {
            Self::Gradient | Self::Order => 400,
            Self::Local => 1_000_000,
            Self::Spsa | Self::Playout => 10_000,
            Self::Genetic => 50,
        }
    }
}
