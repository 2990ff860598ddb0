//! Games that an engine plays against itself, to be learned from.

use std::num::NonZeroU64;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Sender, channel};

use arena::EngineSpec;
use arena::seeds::mix;
use engine::{AnyGame, Engine, GameKind, Limits, Referee, Score, Stop, think};

use crate::data::{GAMES_A_BLOCK, Recipe, StoredGame, UNKNOWN};
use crate::explore::{Explorers, MOST_TURNS};

/// So many starts are tried for a game, where the game is over after its random plies.
const TRIES: u64 = 1_000;

/// Games to be played.
pub struct SelfPlay {
    /// The game.
    pub kind: &'static dyn GameKind,
    /// How: all games follow from it.
    pub recipe: Arc<Recipe>,
    /// Threads, at least one.
    pub threads: usize,
}

/// Progress, told while games are played.
pub enum Progress<'p> {
    /// A game is played, with so many positions.
    Game(usize),
    /// The games of the next block are there, in order of their numbers.
    Block(&'p [StoredGame]),
}

enum Message {
    Game(usize),
    Block(u64, Vec<StoredGame>),
    Failed(String),
}

/// Who plays the games of a thread.
enum Hands {
    /// An engine, with the limits of each search.
    Play(Box<dyn Engine>, Limits),
    /// Engines from which a policy is learned.
    Explore(Explorers),
}

impl SelfPlay {
    /// Plays the games with numbers from `first`, which begins a block, up to `games`. Blocks are told in order; they are the
    /// same with any number of threads. Ends early where `stop` is set or `told` says no.
    ///
    /// # Errors
    /// If a start cannot be dealt, or the engine fails; in words.
    pub fn play(
        &self,
        first: u64,
        games: u64,
        stop: &AtomicBool,
        told: &mut dyn FnMut(Progress<'_>) -> bool,
    ) -> Result<(), String> {
        let a_block = GAMES_A_BLOCK as u64;
        let next = AtomicU64::new(first / a_block);
        let blocks = games.div_ceil(a_block);
        let spec: EngineSpec =
            self.recipe.engine.parse().map_err(|error: arena::SpecError| error.to_string())?;
        let halt = AtomicBool::new(false);
        let stopped = || stop.load(Ordering::Relaxed) || halt.load(Ordering::Relaxed);
        let (sender, messages) = channel();
        std::thread::scope(|scope| {
            for _ in 0..self.threads.max(1) {
                let (sender, next, spec, stopped) = (sender.clone(), &next, &spec, &stopped);
                scope.spawn(move || {
                    let work = || -> Result<(), String> {
                        let mut hands = self.hands(spec)?;
                        while !stopped() {
                            let block = next.fetch_add(1, Ordering::Relaxed);
                            if block >= blocks {
                                break;
                            }
                            let numbers = block * a_block..((block + 1) * a_block).min(games);
                            let all = self.games(&mut hands, numbers, stopped, &sender)?;
                            let Some(all) = all else { break };
                            // Nobody listens any more where it is over.
                            let _ = sender.send(Message::Block(block, all));
                        }
                        Ok(())
                    };
                    if let Err(fault) = work() {
                        let _ = sender.send(Message::Failed(fault));
                    }
                });
            }
            drop(sender);
            let mut early = std::collections::BTreeMap::new();
            let mut wanted = first / a_block;
            for message in messages {
                let goes_on = match message {
                    Message::Game(positions) => told(Progress::Game(positions)),
                    Message::Block(number, games) => {
                        early.insert(number, games);
                        let mut goes_on = true;
                        while let Some(games) = early.remove(&wanted) {
                            wanted += 1;
                            goes_on &= told(Progress::Block(&games));
                        }
                        goes_on
                    }
                    Message::Failed(fault) => {
                        halt.store(true, Ordering::Relaxed);
                        return Err(fault);
                    }
                };
                if !goes_on {
                    halt.store(true, Ordering::Relaxed);
                }
            }
            Ok(())
        })
    }

    /// Who plays the games of a thread.
    fn hands(&self, spec: &EngineSpec) -> Result<Hands, String> {
        match &self.recipe.exploration {
            Some(exploration) => {
                let line = &self.recipe.engine;
                Explorers::new(self.kind, line, exploration).map(Hands::Explore)
            }
            None => {
                let engine = spec.build(self.kind, 0).map_err(|error| error.to_string())?;
                Ok(Hands::Play(engine, spec.limits().clone()))
            }
        }
    }

    /// The games of these numbers; None where it was stopped.
    fn games(
        &self,
        hands: &mut Hands,
        numbers: std::ops::Range<u64>,
        stopped: &dyn Fn() -> bool,
        sender: &Sender<Message>,
    ) -> Result<Option<Vec<StoredGame>>, String> {
        let mut all = Vec::new();
        for number in numbers {
            let game = match hands {
                Hands::Play(engine, limits) => {
                    self.game(engine.as_mut(), limits, number, stopped)?
                }
                Hands::Explore(explorers) => {
                    let start = self.start(number)?;
                    explorers.game(self.kind, &self.recipe, number, start, stopped)?
                }
            };
            let Some(game) = game else { return Ok(None) };
            let _ = sender.send(Message::Game(game.scores.len()));
            all.push(game);
        }
        Ok(Some(all))
    }

    /// Plays the game of a number.
    fn game(
        &self,
        engine: &mut dyn Engine,
        limits: &Limits,
        number: u64,
        stopped: &dyn Fn() -> bool,
    ) -> Result<Option<StoredGame>, String> {
        let (group, start) = self.start(number)?;
        let referee = Referee { repetition_draw: true };
        let begun = self.kind.new_game(Some(&start), referee);
        let mut game = begun.map_err(|error| error.to_string())?;
        engine.new_game();
        let mut scores = Vec::new();
        let mut winner = None;
        while game.turns().len() < MOST_TURNS {
            if let Some(ending) = game.ending() {
                winner = ending.winner;
                break;
            }
            if stopped() {
                return Ok(None);
            }
            let played = scores.len();
            let random = self.recipe.random_moves(number, played);
            if random > 0 {
                let seed = mix(mix(self.recipe.seed, number), !(played as u64));
                let known = self.stray(game.as_mut(), engine, limits, random, seed)?;
                scores.push(known.map_or(UNKNOWN, |score| score.raw() as i16));
                continue;
            }
            let (turn, score) = search(engine, limits, game.as_ref())?;
            scores.push(score.map_or(UNKNOWN, |score| score.raw() as i16));
            let mover = game.side();
            game.play(&turn).map_err(|error| error.to_string())?;
            // A proven result need not be played out.
            if let Some(wins) = score.and_then(proven) {
                let [first, second] = game.side_letters();
                let other = if mover == first { second } else { first };
                winner = Some(if wins { mover } else { other });
                break;
            }
        }
        let [first, _] = game.side_letters();
        Ok(Some(StoredGame {
            recipe: self.recipe.clone(),
            number,
            group,
            moves: self.kind.packing().pack(&start, &game.turns())?,
            start,
            scores,
            visits: Vec::new(),
            half_points: winner.map_or(1, |letter| 2 * u8::from(letter == first)),
        }))
    }

    /// Plays a turn that begins with so many random moves and goes on as the engine likes best; returns the score of the
    /// position after them, where the turn was not over.
    fn stray(
        &self,
        game: &mut dyn AnyGame,
        engine: &mut dyn Engine,
        limits: &Limits,
        moves: usize,
        seed: u64,
    ) -> Result<Option<Score>, String> {
        let mut begun = String::new();
        for number in 0..moves as u64 {
            let within = game.within(&begun).map_err(|error| error.to_string())?;
            let Some(count) = NonZeroU64::new(within.moves.len() as u64) else { break };
            begun += &within.moves[(mix(seed, !number) % count) as usize];
            begun.push(' ');
        }
        if let Some(within) = game.within(&begun).ok().filter(|within| !within.moves.is_empty()) {
            let rest = self.kind.new_game(Some(&within.position), Referee::default());
            let rest = rest.map_err(|error| error.to_string())?;
            let (turn, score) = search(engine, limits, rest.as_ref())?;
            if game.play(&(begun + &turn)).is_ok() {
                return Ok(score);
            }
        }
        random_turn(game, seed);
        Ok(None)
    }

    /// The group and start of a game: its deal, and some random turns.
    pub(crate) fn start(&self, number: u64) -> Result<(String, String), String> {
        let deals = &self.recipe.deals;
        let group = deals.get(number as usize % deals.len().max(1)).cloned().unwrap_or_default();
        for attempt in 0..TRIES {
            let seed = mix(mix(self.recipe.seed, number), attempt);
            let start = self.kind.starts().deal(&group, seed).map_err(|error| error.to_string())?;
            let begun = self.kind.new_game(Some(&start), Referee::default());
            let mut game = begun.map_err(|error| error.to_string())?;
            let [least, most] = self.recipe.random_plies.map(u64::from);
            let plies = least + mix(seed, 0) % (most.max(least) - least + 1);
            if (1..=plies).all(|ply| random_turn(game.as_mut(), mix(seed, ply)))
                && game.ending().is_none()
            {
                return Ok((group, game.position_text()));
            }
        }
        Err(format!("no start of '{group}' goes on after so many random plies"))
    }
}

/// The turn that an engine likes best, and its score.
fn search(
    engine: &mut dyn Engine,
    limits: &Limits,
    game: &dyn AnyGame,
) -> Result<(String, Option<Score>), String> {
    engine.take_game(game).map_err(|error| error.to_string())?;
    let limits = Limits { quiet: true, ..limits.clone() };
    let found = think(engine, limits, &Stop::default(), &mut |_| {});
    let found = found.map_err(|error| error.to_string())?;
    let turn = found.turn.ok_or("the engine has no turn")?;
    Ok((turn, found.last.map(|last| last.score)))
}

/// Plays a turn at random; false where there is none.
fn random_turn(game: &mut dyn AnyGame, seed: u64) -> bool {
    let mut drawn = 0;
    let mut number = || {
        drawn += 1;
        mix(seed, drawn)
    };
    game.ending().is_none()
        && game.random_turn(&mut number).is_some_and(|turn| game.play(&turn).is_ok())
}

/// Who wins by a proven score: the side to move, or the other.
fn proven(score: Score) -> Option<bool> {
    (score.is_win() || score.is_loss()).then(|| score.is_win())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::encode;
    use crate::samples::{Samples, Which};
    use std::collections::HashSet;

    fn played(
        kind: &'static dyn GameKind,
        nodes: u32,
        games: [u64; 2],
        threads: usize,
    ) -> Vec<StoredGame> {
        with_random_turns(kind, nodes, games, threads, 0)
    }

    fn with_random_turns(
        kind: &'static dyn GameKind,
        nodes: u32,
        games: [u64; 2],
        threads: usize,
        random_turns: u32,
    ) -> Vec<StoredGame> {
        let deals = match kind.info().training_deals {
            [] => vec![kind.info().match_deal.to_owned()],
            deals => deals.iter().map(|&deal| deal.to_owned()).collect(),
        };
        let recipe = Arc::new(Recipe {
            game: kind.name().to_owned(),
            program: "test".to_owned(),
            engine: format!("tesuji,nodes={nodes}"),
            seed: 5,
            deals,
            random_plies: [2, 6],
            random_turns,
            exploration: None,
        });
        let mut all = Vec::new();
        let stop = AtomicBool::new(false);
        let play = SelfPlay { kind, recipe, threads };
        play.play(games[0], games[1], &stop, &mut |progress| {
            if let Progress::Block(games) = progress {
                all.extend_from_slice(games);
            }
            true
        })
        .unwrap();
        all
    }

    #[test]
    fn a_position_takes_at_most_forty_bytes_in_every_game() {
        for kind in engine::kinds() {
            let games = played(*kind, 100, [0, 32], 2);
            assert_eq!(games.len(), 32);
            let counts = crate::data::statistics(*kind, &games).unwrap();
            assert!(counts.positions > 300, "{}: {counts:?}", kind.name());
            assert!(counts.bytes_a_position <= 40.0, "{}: {counts:?}", kind.name());
            // A turn that is the only one is not searched.
            assert!(10 * counts.without_score < counts.positions, "{}: {counts:?}", kind.name());
            assert_eq!(counts.same_games, 0, "{}", kind.name());
        }
    }

    #[test]
    fn turns_that_begin_at_random_are_searched_from_within() {
        let kind = engine::kind("arimaa").unwrap();
        let games = with_random_turns(kind, 100, [0, 16], 2, 50);
        assert_eq!(games, with_random_turns(kind, 100, [0, 16], 1, 50));
        let (mut within, mut over, mut results) = (0, 0, 0);
        for game in &games {
            let random = |turn: usize| game.recipe.random_moves(game.number, turn);
            let turns = 0..game.scores.len();
            within += turns
                .clone()
                .filter(|&turn| (1..4).contains(&random(turn)) && game.score(turn).is_some())
                .count();
            // After four moves the turn is over.
            over += turns
                .clone()
                .filter(|&turn| random(turn) == 4 && game.score(turn).is_none())
                .count();
            assert!(turns.clone().skip(game.played_from()).all(|turn| random(turn) == 0));
            let mut samples = Samples::new(kind);
            samples.add(game, 0, Which::All, &mut HashSet::new()).unwrap();
            let known = |turn: &usize| game.score(*turn).is_some_and(|score| !score.is_proven());
            let distinct = turns.filter(known).count();
            assert!(
                samples.len() <= distinct && samples.len() + 8 > distinct,
                "{} of {distinct}",
                samples.len()
            );
            results += samples.results.iter().flatten().count();
        }
        assert!(within > 100 && over > 40, "{within} {over}");
        assert!(results > 0 && results < within, "{results}");
        // In a game of one move a turn nothing is left of a random one to be searched.
        let kind = engine::kind("ataxx").unwrap();
        let game = &with_random_turns(kind, 50, [0, 16], 2, 50)[0];
        let random = |turn: usize| game.recipe.random_moves(game.number, turn) > 0;
        assert!((0..game.scores.len()).all(|turn| random(turn) <= game.score(turn).is_none()));
    }

    #[test]
    fn games_are_those_of_the_seed_whatever_the_threads_and_wherever_one_begins() {
        let kind = engine::kind("ataxx").unwrap();
        let one = played(kind, 50, [0, 40], 1);
        let two = played(kind, 50, [0, 40], 2);
        assert_eq!(encode(&one), encode(&two));
        assert_eq!(played(kind, 50, [32, 40], 2), one[32..]);
        let groups: Vec<&str> = one.iter().take(4).map(|game| game.group.as_str()).collect();
        assert_eq!(groups, ["open", "walls", "open", "walls"]);
        let openings: std::collections::BTreeSet<&str> =
            one.iter().map(|game| game.start.as_str()).collect();
        assert_eq!(openings.len(), 40, "openings are varied");
        assert!(
            one.iter().any(|game| game.score(game.scores.len() - 1).is_some_and(Score::is_win))
        );
    }
}
