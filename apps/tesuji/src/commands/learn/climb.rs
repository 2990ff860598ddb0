//! Matches of networks from zero against the levels, and how often resigning was wrong.

use anyhow::{Context as _, Result};
use arena::EngineSpec;
use tune::data::Exploration;
use tune::resignations;

use super::args::LearnArgs;
use super::record::games_of;
use super::zero::{HIGHEST, LevelMatch};
use crate::commands::stored;
use crate::files;

impl LearnArgs {
    /// Of a generation's games that were played on: how many there are, and in how many who would have resigned did not lose.
    pub(super) fn resigned(&self, generation: u32, exploration: &Exploration) -> Result<[u64; 2]> {
        let path = self.file(&games_of(generation));
        let (games, _) = stored::read(std::slice::from_ref(&path))?;
        let counted = resignations(self.game, exploration, &games).map_err(anyhow::Error::msg);
        counted.with_context(|| files::name(&path))
    }

    /// Matches of a network against the levels above the highest that was beaten so far, as far as it beats them; none where
    /// it is no new one. None where it was stopped.
    pub(super) fn climb(
        &self,
        generation: u32,
        network: Option<&str>,
        beaten: Option<u8>,
        new: bool,
    ) -> Result<Option<Vec<LevelMatch>>> {
        let mut played = Vec::new();
        let mut level = beaten.unwrap_or(0) + 1;
        while new && level <= HIGHEST {
            let line = format!("tesuji,level={level}");
            let opponent: EngineSpec =
                line.parse().with_context(|| format!("the engine '{line}' cannot be set up"))?;
            let seed = arena::seeds::mix(self.seed ^ u64::from(level), generation.into());
            eprintln!("generation {generation}: against level {level}");
            let engines = [self.engine(network)?, opponent];
            let Some(pairs) = self.contest(seed, engines, self.zero.level_pairs)? else {
                return Ok(None);
            };
            let found = LevelMatch { level, pairs };
            let beaten = found.is_beaten();
            played.push(found);
            if !beaten {
                break;
            }
            level += 1;
        }
        Ok(Some(played))
    }
}
