//! A player that picks a legal turn at random.

use game::params::ParamError;
use game::{Referee, TurnError};
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use search::Limits;

use crate::any_game::AnyGame;
use crate::config::ConfigError;
use crate::kind::GameKind;
use crate::options::OptionInfo;
use crate::player::{Engine, Event, GameError, Sink};

/// Plays legal turns with equal chance. Each choice depends only on the seed and on the game so
/// far, so a match repeats exactly, however its games are spread over threads.
pub struct RandomEngine {
    kind: &'static dyn GameKind,
    game: Option<Box<dyn AnyGame>>,
    only: Vec<String>,
    seed: u64,
}

impl RandomEngine {
    /// A random player of this game.
    pub fn new(kind: &'static dyn GameKind, seed: u64) -> Self {
        Self { kind, game: None, only: Vec::new(), seed }
    }

    fn choose(&self) -> Option<String> {
        let usual;
        let game = match &self.game {
            Some(game) => game,
            None => {
                usual = self.kind.new_game(None, Referee::default()).ok()?;
                &usual
            }
        };
        let text = format!("{}\n{}", game.start_text(), game.turns().join("\n"));
        let mut generator = Xoshiro256PlusPlus::seed_from_u64(self.seed ^ fold(text.as_bytes()));
        if self.only.is_empty() {
            return game.random_turn(&mut || generator.next_u64());
        }
        let at = generator.next_u64() % self.only.len() as u64;
        self.only.get(at as usize).cloned()
    }
}

/// FNV-1a: a fixed way from text to a number, the same on every machine and version.
fn fold(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

impl Engine for RandomEngine {
    fn name(&self) -> String {
        "Random".to_owned()
    }

    fn options(&self) -> Vec<OptionInfo> {
        Vec::new()
    }

    fn set_option(&mut self, name: &str, _value: &str) -> Result<(), ConfigError> {
        match name.to_ascii_lowercase().as_str() {
            // Set on every engine by those who run matches; there is nothing here to size.
            "threads" | "hash" => Ok(()),
            _ => Err(ParamError::Unknown(name.to_owned()).into()),
        }
    }

    fn new_game(&mut self) {}

    fn set_game(&mut self, start: Option<&str>, turns: &[String]) -> Result<(), GameError> {
        self.game = Some(replay(self.kind, start, turns)?);
        self.only.clear();
        Ok(())
    }

    fn take_game(&mut self, game: &dyn AnyGame) -> Result<(), GameError> {
        if game.game() != self.kind.name() {
            return self.set_game(Some(&game.start_text()), &game.turns());
        }
        self.game = Some(game.boxed_clone());
        self.only.clear();
        Ok(())
    }

    fn search_only(&mut self, turns: &[String]) -> Result<(), GameError> {
        self.only.clear();
        for (number, text) in (1..).zip(turns) {
            let mut game = match &self.game {
                Some(game) => replay(self.kind, Some(&game.start_text()), &game.turns())?,
                None => self.kind.new_game(None, Referee::default())?,
            };
            game.play(text).map_err(|error| GameError::Turn {
                number,
                text: text.clone(),
                error,
            })?;
        }
        self.only = turns.to_vec();
        Ok(())
    }

    fn go(&mut self, _limits: Limits, mut sink: Sink) {
        sink(Event::BestMove { turn: self.choose(), ponder: None, last: None, statistics: None });
        self.only.clear();
    }

    fn ponder_hit(&mut self) {}

    fn stop(&mut self) {}

    fn is_searching(&self) -> bool {
        false
    }

    fn wait(&mut self) {}
}

/// The game after these turns.
fn replay(
    kind: &dyn GameKind,
    start: Option<&str>,
    turns: &[String],
) -> Result<Box<dyn AnyGame>, GameError> {
    let mut game = kind.new_game(start, Referee::default())?;
    for (index, turn) in turns.iter().enumerate() {
        game.play(turn).map_err(|error: TurnError| GameError::Turn {
            number: index + 1,
            text: turn.clone(),
            error,
        })?;
    }
    Ok(game)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc::channel;

    fn pick(seed: u64, turns: &[&str]) -> Option<String> {
        let mut engine = RandomEngine::new(crate::kind("onitama").unwrap(), seed);
        let turns: Vec<String> = turns.iter().map(|&turn| turn.to_owned()).collect();
        engine.set_game(None, &turns).unwrap();
        let (sender, receiver) = channel();
        engine.go(Limits::default(), Box::new(move |event| sender.send(event).unwrap()));
        match receiver.recv().unwrap() {
            Event::BestMove { turn, .. } => turn,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn the_same_seed_picks_the_same_turn_and_seeds_differ() {
        assert_eq!(pick(1, &[]), pick(1, &[]));
        let picks: std::collections::BTreeSet<_> = (0..40).map(|seed| pick(seed, &[])).collect();
        assert!(picks.len() > 5, "{picks:?}");
    }

    #[test]
    fn wrong_turns_are_refused_with_their_number() {
        let mut engine = RandomEngine::new(crate::kind("onitama").unwrap(), 1);
        let error = engine.set_game(None, &["ox c1c3".to_owned()]).unwrap_err();
        assert!(error.to_string().starts_with("turn 1 ('ox c1c3') cannot be played"), "{error}");
    }
}
