//! Learning from zero: what is its own beside the generations of `tesuji learn`.

use std::fmt;
use std::path::Path;

use anyhow::Result;
use arena::stats::Decision;
use clap::Args;
use engine::NetworkInputs;
use network::Network;
use serde::{Deserialize, Serialize};
use tune::data::Exploration;

use crate::cli::{Game, whole};
use crate::commands::selfplay::EXPLORER;
use crate::commands::train;
use crate::files;

/// One game in so many is played on where a side would resign.
const CHECKED: u64 = 10;
/// The share of noise in the priors of the root, in hundredths (David Silver and others, 2018).
const NOISE: u32 = 25;
/// Positions of a step, and the share of the search's score in the target: the scores of the first generations say nothing.
pub(super) const BATCH: u32 = 1_024;
pub(super) const BLEND: f64 = 0.25;
/// The gate of the field (David Silver and others, Mastering the game of Go without human knowledge, 2017).
pub(super) const GATE: u32 = 55;
/// The highest level with bounds that count alike on every machine.
pub(super) const HIGHEST: u8 = 14;

/// Arguments of `tesuji learn --from-zero`.
#[derive(Args)]
pub(super) struct ZeroArgs {
    /// From zero: playouts of searches that are learned from, and of those in matches
    #[arg(long, value_name = "N", default_value = "200", value_parser = whole::<u32>(2, 1_000_000), requires = "from_zero")]
    pub(super) visits: u32,
    /// From zero: playouts of the other searches
    #[arg(long, value_name = "N", default_value = "40", value_parser = whole::<u32>(2, 1_000_000), requires = "from_zero")]
    quick_visits: u32,
    /// From zero: how many of a hundred searches are learned from
    #[arg(long, value_name = "PERCENT", default_value = "25", value_parser = whole::<u32>(1, 100), requires = "from_zero")]
    learned_percent: u32,
    /// From zero: turns of a game that are drawn in proportion to their visits
    #[arg(long, value_name = "TURNS", default_value = "10", value_parser = whole::<u16>(0, 600), requires = "from_zero")]
    drawn_turns: u16,
    /// From zero: a side resigns whose expected result is lower twice running, in hundredths; 0 for never
    #[arg(long, value_name = "PERCENT", default_value = "3", value_parser = whole::<u32>(0, 49), requires = "from_zero")]
    resign_below: u32,
    /// From zero: a network is kept if the test leaves it open at so many per cent of the points; 0 keeps every one
    #[arg(long, value_name = "PERCENT", default_value_t = GATE, value_parser = whole::<u32>(0, 99), requires = "from_zero")]
    pub(super) gate: u32,
    /// From zero: pairs of games against a level
    #[arg(long, value_name = "N", default_value = "20", value_parser = whole::<u64>(1, 100_000), requires = "from_zero")]
    pub(super) level_pairs: u64,
}

impl ZeroArgs {
    pub(super) fn exploration(&self, game: Game) -> Exploration {
        // Ten divided by the moves of a position, as the field does.
        let moves = game.new_game(None, engine::Referee::default());
        let moves = moves.map_or(20, |game| game.legal_moves().len()).max(1);
        Exploration {
            visits: self.visits,
            quick_visits: self.quick_visits,
            learned_percent: self.learned_percent,
            noise: [NOISE, (1_000 / moves as u32).clamp(1, 1_000)],
            drawn_turns: self.drawn_turns.into(),
            resign_below: self.resign_below,
            checked: CHECKED,
            points: train::value_points(game),
        }
    }
}

/// A match of the best network so far against a level.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct LevelMatch {
    pub(super) level: u8,
    /// The pairs that scored 0, 1/2, 1, 3/2 and 2.
    pub(super) pairs: [u64; 5],
}

/// True if a network is kept by its match: the test accepts it, or leaves it open at the gate's share of the points or
/// more, in hundredths; with a gate of 0 in any case (as in AlphaZero, 2018).
pub(super) fn passes(gate: u32, decision: Option<Decision>, pairs: [u64; 5]) -> bool {
    let [points, most] = points(pairs);
    let enough = decision.is_none() && 100 * points >= u64::from(gate) * most;
    gate == 0 || decision == Some(Decision::Accepted) || enough
}

/// Half points of a match, and the most there could be.
fn points(pairs: [u64; 5]) -> [u64; 2] {
    let points = pairs.iter().zip(0..).map(|(count, half)| count * half).sum();
    [points, 4 * pairs.iter().sum::<u64>()]
}

impl LevelMatch {
    /// Half points, and the most there could be.
    fn points(&self) -> [u64; 2] {
        points(self.pairs)
    }

    pub(super) fn is_beaten(&self) -> bool {
        let [points, most] = self.points();
        2 * points > most
    }
}

impl fmt::Display for LevelMatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [points, most] = self.points();
        let share = 100.0 * points as f64 / most.max(1) as f64;
        write!(f, "{}: {share:.0} %", self.level)
    }
}

/// Writes the network that knows nothing, unless it is there: all moves are alike to it, and so are all positions.
pub(super) fn write_nothing(game: Game, path: &Path, inputs: &NetworkInputs) -> Result<()> {
    if path.exists() {
        return Ok(());
    }
    let shape = inputs.shape_with_policy(inputs.usual_width(true));
    let mut network = Network::zero(game.name(), shape, train::value_points(game));
    "all weights are 0".clone_into(&mut network.recipe);
    files::replace(path, |out| out.write_all(&network.encode()))
}

/// The engine of a network that was learned from zero, as it plays in matches.
pub(super) fn line(evaluation: &str, visits: u32) -> String {
    format!("{EXPLORER}{evaluation},option.MctsVisits={visits}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_gate_is_for_matches_that_the_test_leaves_open_and_none_keeps_all() {
        let [even, ahead] = [[10, 0, 0, 0, 10], [8, 0, 0, 0, 10]];
        assert!(!passes(55, None, even));
        assert!(passes(55, None, ahead));
        assert!(passes(55, Some(Decision::Accepted), even));
        assert!(!passes(55, Some(Decision::Rejected), ahead));
        assert!(passes(0, Some(Decision::Rejected), [20, 0, 0, 0, 0]));
    }
}
