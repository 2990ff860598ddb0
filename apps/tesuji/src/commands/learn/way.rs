//! What a run of `tesuji learn` begins with, and how it goes on from there.

use std::path::{Path, PathBuf};

use anyhow::{Result, ensure};
use clap::Args;
use serde::{Deserialize, Serialize};

use super::zero;
use crate::cli::{Game, OPEN, part, whole};
use crate::commands::{network, selfplay, train};
use crate::files;

/// The file of the network that a run begins with.
pub(super) const BEGINNING: &str = "gen-0.net";

/// Arguments of `tesuji learn`: the beginning, the starts of games, and what is learned from them.
#[derive(Args)]
pub(super) struct WayArgs {
    /// The network to begin with, in place of the hand-made evaluation
    #[arg(long, value_name = "FILE", conflicts_with = "from_zero")]
    from: Option<PathBuf>,
    /// Train each network on from the best one so far, where there is one, and not from random weights
    #[arg(long, conflicts_with = "from_zero")]
    train_on: bool,
    /// Times that every position is learned from, where a network is trained on
    #[arg(long, value_name = "N", default_value = "2", value_parser = whole::<u32>(1, 100_000), requires = "train_on")]
    further_epochs: u32,
    /// Step size at first, where a network is trained on
    #[arg(long, value_name = "RATE", default_value_t = 0.0007, value_parser = train::positive, requires = "train_on")]
    further_rate: f64,
    /// Share of the search's score in the target, the rest being the game's result: 0 to 1 [default: 0.7, from zero 0.25]
    #[arg(long, value_name = "SHARE", value_parser = part)]
    blend: Option<f64>,
    /// Points of an output of 1, an expected result of 0.73; with --add-to-hand also of the scores that it learns from
    /// [default: as the games' results say of the scores]
    #[arg(long, value_name = "N", value_parser = whole::<u16>(1, 10_000), conflicts_with = "from_zero")]
    points: Option<u16>,
    /// Learn from positions of which the search proved that the side to move loses, too
    #[arg(long, requires = "all_positions")]
    lost: bool,
    /// Nodes to search for each turn of the matches between generations [default: those of --nodes]
    #[arg(long, value_name = "N", value_parser = whole::<u64>(1, OPEN), conflicts_with = "from_zero")]
    match_nodes: Option<u64>,
    /// Deal of starts, by the game's own words; repeatable: games take them in turn
    #[arg(long, value_name = "DEAL")]
    deal: Vec<String>,
    /// Random plies after the deal, at least and at most [default: 2-10]
    #[arg(long, value_name = "LEAST-MOST", value_parser = selfplay::span, conflicts_with = "from_zero")]
    random_plies: Option<[u32; 2]>,
    /// How many of a hundred turns begin with random moves, in games to learn from
    #[arg(long, value_name = "PERCENT", default_value = "0", value_parser = whole::<u32>(0, 90), conflicts_with = "from_zero")]
    random_turns: u32,
}

/// How a network is trained on from another.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct Further {
    epochs: u32,
    rate: f64,
}

/// What decides how the generations come out, beside the usual. A record says nothing of what is as ever.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct Way {
    /// The checksum of the network that it begins with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    from: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    further: Option<Further>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    blend: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    points: Option<u16>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    lost: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    match_nodes: Option<u64>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    deals: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    random_plies: Option<[u32; 2]>,
    #[serde(default, skip_serializing_if = "is_zero")]
    random_turns: u32,
}

fn is_zero(percent: &u32) -> bool {
    *percent == 0
}

impl WayArgs {
    /// Where a run begins with a network, and not with the hand-made evaluation.
    pub(super) fn has_network(&self) -> bool {
        self.from.is_some()
    }

    /// Where each network is trained on from the best so far: epochs and step size.
    pub(super) fn further(&self) -> Option<(u32, f64)> {
        self.train_on.then_some((self.further_epochs, self.further_rate))
    }

    /// What of it a record keeps.
    ///
    /// # Errors
    ///
    /// Where the network to begin with cannot be read or is of another game.
    pub(super) fn settings(&self, game: Game) -> Result<Way> {
        let from = self.from.as_ref().map(|path| train::begun_with(path, game)).transpose()?;
        let further = Further { epochs: self.further_epochs, rate: self.further_rate };
        Ok(Way {
            from: from.map(|(_, checksum)| checksum),
            further: self.train_on.then_some(further),
            blend: self.blend,
            points: self.points,
            lost: self.lost,
            match_nodes: self.match_nodes,
            deals: self.deal.clone(),
            random_plies: self.random_plies,
            random_turns: self.random_turns,
        })
    }

    /// Copies the network to begin with into the folder, so that the run needs nothing else.
    pub(super) fn copy_beginning(&self, to: &Path) -> Result<()> {
        let Some(from) = &self.from else { return Ok(()) };
        let (_, bytes) = network::read(from)?;
        if to.exists() {
            let (_, there) = network::read(to)?;
            ensure!(
                there == bytes,
                "{} is not the network of {}",
                files::name(to),
                files::name(from)
            );
            return Ok(());
        }
        files::replace(to, |out| out.write_all(&bytes))
    }

    /// Positions that are proven lost are learned from, too.
    pub(super) fn lost(&self) -> bool {
        self.lost
    }

    /// Nodes of a turn in matches between generations, where they are not those of the games.
    pub(super) fn match_nodes(&self) -> Option<u64> {
        self.match_nodes
    }

    /// The starts of games: those that were asked for.
    pub(super) fn deals(&self) -> &[String] {
        &self.deal
    }

    pub(super) fn random_plies(&self) -> [u32; 2] {
        self.random_plies.unwrap_or([2, 10])
    }

    pub(super) fn random_turns(&self) -> u32 {
        self.random_turns
    }

    pub(super) fn points(&self) -> Option<u16> {
        self.points
    }

    /// Share of the search's score in what is learned.
    pub(super) fn blend(&self, from_zero: bool) -> f64 {
        self.blend.unwrap_or(if from_zero { zero::BLEND } else { 0.7 })
    }
}
