//! Engines that differ in their parameters, at the arena's board.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use arena::seeds::mix;
use arena::{EngineSpec, Rules};
use engine::GameKind;

use crate::contest::{Seated, play_pair, rules, seated};
use crate::problem::{Halt, MatchProblem, Meeting, Parameter, Score};

/// So many starts are dealt until one exercises a set.
const TRIES: u64 = 10_000;
/// So many starts show which sets a deal exercises.
const DEALS: u64 = 500;

/// Matches between engines of one game that differ in their parameters.
pub struct Matches<'m> {
    kind: &'static dyn GameKind,
    parameters: Vec<Parameter>,
    sets: Vec<Vec<usize>>,
    /// The part of a start that exercises each of `sets`.
    parts: Vec<String>,
    engine: EngineSpec,
    deal: String,
    rules: Rules,
    threads: usize,
    stop: &'m AtomicBool,
}

impl<'m> Matches<'m> {
    /// The engine of this line with these parameters to be tuned, from starts of this deal (empty for the game's usual one in
    /// matches).
    ///
    /// # Errors
    /// If the engine cannot be built, or the deal cannot be read; in words.
    pub fn new(
        kind: &'static dyn GameKind,
        parameters: Vec<Parameter>,
        engine: EngineSpec,
        deal: &str,
        threads: usize,
        stop: &'m AtomicBool,
    ) -> Result<Self, String> {
        let deal = if deal.is_empty() { kind.info().match_deal } else { deal }.to_owned();
        kind.starts().deal(&deal, 0).map_err(|error| error.to_string())?;
        let named = parameters.iter().map(|parameter| parameter.name.as_str()).zip(0..);
        let places: HashMap<&str, usize> = named.collect();
        // Sets that no start of this deal exercises are not tuned.
        let starts = (0..DEALS).filter_map(|seed| kind.starts().deal(&deal, seed).ok());
        let starts: Vec<String> = starts.collect();
        let (mut sets, mut parts) = (Vec::new(), Vec::new());
        for set in kind.knowledge().parameter_sets() {
            let known = set.parameters.iter().filter_map(|name| places.get(name.as_str()));
            let members: Vec<usize> = known.copied().collect();
            let exercised = |start: &String| has_part(kind, start, &set.name).unwrap_or(false);
            if !members.is_empty() && starts.iter().any(exercised) {
                sets.push(members);
                parts.push(set.name);
            }
        }
        let rules = rules();
        let new = Self { kind, parameters, sets, parts, engine, deal, rules, threads, stop };
        let start: Vec<i32> = new.parameters.iter().map(|parameter| parameter.start).collect();
        new.player(&start).map_err(|halt| halt.to_string())?;
        Ok(new)
    }

    fn player(&self, values: &[i32]) -> Result<Seated, Halt> {
        let options = self.parameters.iter().zip(values);
        let options = options.map(|(parameter, value)| (parameter.name.clone(), value.to_string()));
        let failed = |error: arena::SpecError| Halt::Failed(error.to_string());
        let spec = self.engine.with_options(options).map_err(failed)?;
        seated(self.kind, spec)
    }

    fn start(&self, seed: u64, set: Option<usize>) -> Result<String, Halt> {
        let failed = |error: engine::ParseError| Halt::Failed(error.to_string());
        for attempt in 0..TRIES {
            let start = self.kind.starts().deal(&self.deal, mix(seed, attempt)).map_err(failed)?;
            let Some(set) = set else { return Ok(start) };
            if has_part(self.kind, &start, &self.parts[set]).map_err(failed)? {
                return Ok(start);
            }
        }
        Err(Halt::Failed("no start exercises these parameters".to_owned()))
    }
}

/// A game from this start has a part of that name.
fn has_part(kind: &dyn GameKind, start: &str, name: &str) -> Result<bool, engine::ParseError> {
    Ok(kind.starts().parts_of(start)?.iter().any(|part| part.name == name))
}

impl MatchProblem for Matches<'_> {
    fn parameters(&self) -> &[Parameter] {
        &self.parameters
    }

    fn sets(&self) -> &[Vec<usize>] {
        &self.sets
    }

    fn play(&self, meeting: Meeting, first: &[i32], second: &[i32]) -> Result<Score, Halt> {
        let next = AtomicU64::new(0);
        let sum: Mutex<Result<Score, Halt>> = Mutex::new(Ok(Score::default()));
        let work = || -> Result<Score, Halt> {
            let mut players = [self.player(first)?, self.player(second)?];
            let mut score = Score::default();
            loop {
                let pair = next.fetch_add(1, Ordering::Relaxed);
                if pair >= u64::from(meeting.pairs) {
                    return Ok(score);
                }
                let start = self.start(mix(meeting.seed, pair), meeting.set)?;
                let played = play_pair(self.kind, &start, &mut players, &self.rules, self.stop)?;
                score = score.and(played);
            }
        };
        std::thread::scope(|scope| {
            for _ in 0..self.threads.clamp(1, meeting.pairs.max(1) as usize) {
                scope.spawn(|| {
                    let found = work();
                    let mut sum = sum.lock().unwrap_or_else(PoisonError::into_inner);
                    *sum = match (&*sum, found) {
                        (Ok(before), Ok(found)) => Ok(before.and(found)),
                        (Err(halt), _) => Err(halt.clone()),
                        (_, Err(halt)) => Err(halt),
                    };
                });
            }
        });
        sum.into_inner().unwrap_or_else(PoisonError::into_inner)
    }
}
