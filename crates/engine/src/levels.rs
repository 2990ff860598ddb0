//! Levels of play, from one that a child beats to full strength.
//!
//! A level limits the engine's search in nodes and plies, which count alike on every machine.
//! The weakest do not err at random. The first makes the move that looks best at once and does not
//! think of the answer; the next two see some answers. Above them each level looks at two and a half
//! times the nodes of the one below. Nodes are counted for a game with ten moves a position or so; each game has a
//! [scale](LevelScale) of its own. How far the levels are apart is measured in `docs/strength.md`.

use std::time::Duration;

use search::{Limits, Switches, Tunables};

/// A level.
#[derive(Clone, Copy, Debug)]
pub struct Level {
    /// Its name.
    pub name: &'static str,
    /// Its play, in words for players.
    pub about: &'static str,
    /// Its place among the levels, from 0.
    at: usize,
    /// Nodes, where positions have ten moves or so; None where time alone bounds it, or a [`LevelScale`] says it.
    nodes: Option<u64>,
    /// Bounds the wait alone, but for the highest.
    time: Duration,
}

/// The limits of a level in a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct LevelLimits {
    /// Nominal depth in plies.
    pub(crate) depth: Option<u32>,
    /// Nodes.
    pub(crate) nodes: Option<u64>,
    /// Every move is looked at once, whatever that costs: else only the first are.
    pub(crate) every_move: bool,
    /// Plies of captures past its depth.
    pub(crate) captures: i32,
    /// Wins and losses on the next ply are seen.
    pub(crate) wins: bool,
}

impl LevelLimits {
    /// Everything, without bounds.
    pub(crate) const ALL: Self =
        Self { depth: None, nodes: None, every_move: true, captures: i32::MAX, wins: true };

    /// Its own next move, and no answer.
    pub(crate) const OWN_MOVE: Self = Self { captures: 0, wins: false, ..Self::plies(1) };

    /// So many plies.
    pub(crate) const fn plies(depth: u32) -> Self {
        Self { depth: Some(depth), ..Self::ALL }
    }

    /// So many nodes, but each move once.
    pub(crate) const fn nodes(nodes: u64) -> Self {
        Self { nodes: Some(nodes), ..Self::ALL }
    }
}

/// A game's own scale for the levels.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct LevelScale {
    /// Limits of the lowest levels.
    pub(crate) lowest: [LevelLimits; 3],
    /// The nodes that stand for one of [`Level`]'s on the levels above, which are meant for ten moves a position or so.
    /// Where it is more than one, each move is looked at once.
    pub(crate) nodes: u64,
}

impl LevelScale {
    /// For a game with so many moves at its start that was not measured: the second level sees most answers to its
    /// moves, and each above may look at more than the one below.
    pub(crate) const fn of_moves(moves: usize) -> Self {
        let moves = if moves == 0 { 1 } else { moves as u64 };
        Self {
            lowest: [
                LevelLimits::OWN_MOVE,
                LevelLimits { nodes: Some(4 * moves), captures: 0, ..LevelLimits::plies(2) },
                LevelLimits::nodes(6 * moves),
            ],
            // The fourth level has forty times as much.
            nodes: moves.div_ceil(5),
        }
    }
}

const fn level(at: usize, name: &'static str, about: &'static str, nodes: u64) -> Level {
    let nodes = if nodes == 0 { None } else { Some(nodes) };
    Level { name, about, at, nodes, time: Duration::from_secs(2) }
}

/// How many levels there are.
pub(crate) const COUNT: usize = 15;

const LEVELS: [Level; COUNT] = [
    level(0, "Seedling", "Plays what looks best at once, and does not think of your answer.", 0),
    level(1, "Sprout", "Looks at a few moves, and sees when you could win at once.", 0),
    level(2, "Clover", "Looks at its moves, and at what you could take.", 0),
    level(3, "Fern", "Looks at its moves, and at some of your answers.", 40),
    level(4, "Reed", "Looks two moves ahead.", 100),
    level(5, "Bamboo", "Looks two or three moves ahead.", 250),
    level(6, "Willow", "Looks at hundreds of positions.", 625),
    level(7, "Birch", "Looks at a thousand positions or more.", 1_600),
    level(8, "Maple", "Looks at thousands of positions.", 4_000),
    level(9, "Plum", "Looks at ten thousand positions or more.", 10_000),
    level(10, "Cherry", "Looks at tens of thousands of positions.", 25_000),
    level(11, "Pine", "Looks at sixty thousand positions or more.", 62_500),
    level(12, "Cypress", "Looks at hundreds of thousands of positions.", 160_000),
    level(13, "Cedar", "Looks at most of what two seconds allow.", 400_000),
    Level {
        name: "Mountain",
        about: "Full strength: thinks for 4 seconds.",
        at: 14,
        nodes: None,
        time: Duration::from_secs(4),
    },
];

/// The levels, the weakest first; they are numbered from 1.
pub fn levels() -> &'static [Level] {
    &LEVELS
}

fn least<T: Ord>(a: Option<T>, b: Option<T>) -> Option<T> {
    match (a, b) {
        (Some(a), Some(b)) => Some(a.min(b)),
        (a, b) => a.or(b),
    }
}

impl Level {
    /// How long a search may take at this level, where nobody gives it a time. What else the level allows,
    /// an engine whose option `Level` is set sees to.
    pub fn limits(&self) -> Limits {
        Limits { move_time: Some(self.time), ..Limits::default() }
    }

    /// It is one of those below full strength.
    pub(crate) fn is_weak(&self) -> bool {
        self.at + 1 < LEVELS.len()
    }

    /// Its limits in a game.
    fn level_limits(&self, scale: &LevelScale) -> LevelLimits {
        let above = || LevelLimits {
            nodes: self.nodes.map(|nodes| nodes * scale.nodes),
            every_move: scale.nodes > 1,
            ..LevelLimits::ALL
        };
        scale.lowest.get(self.at).copied().unwrap_or_else(above)
    }

    /// These limits, and no more than the level allows: in a search that waits for its end to be told
    /// (`infinite`, `ponder`), too. A time that was given stays; else the level's own bounds the wait.
    pub(crate) fn bound(&self, limits: &Limits, scale: &LevelScale) -> Limits {
        let timed = limits.move_time.is_some() || limits.clock.is_some() || limits.infinite;
        let LevelLimits { depth, nodes, every_move, .. } = self.level_limits(scale);
        Limits {
            depth: least(limits.depth, depth),
            // A count that was asked for is kept to the state.
            every_move: every_move && limits.nodes.is_none(),
            nodes: least(limits.nodes, nodes),
            move_time: if timed { limits.move_time } else { Some(self.time) },
            ..limits.clone()
        }
    }

    /// It does not see wins and losses on the next ply.
    pub(crate) fn overlooks_wins(&self, scale: &LevelScale) -> bool {
        !self.level_limits(scale).wins
    }

    /// Takes away what the level overlooks.
    pub(crate) fn weaken(
        &self,
        scale: &LevelScale,
        switches: &mut Switches,
        tunables: &mut Tunables,
    ) {
        let LevelLimits { captures, wins, .. } = self.level_limits(scale);
        tunables.quiescence_depth = tunables.quiescence_depth.min(captures);
        if captures == 0 {
            switches.quiescence = false;
            switches.static_loss = false;
        }
        if !wins {
            switches.static_win = false;
        }
    }
}
