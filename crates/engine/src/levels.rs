//! Levels of play, from one that a child beats to full strength.
//!
//! A level limits the engine's search in nodes and plies, which count alike on every machine.
//! The weakest do not err at random. The first makes the move that looks best at once and does not
//! think of the answer; the next two see some answers. Above them each level looks at more nodes than the one
//! below, or evaluates them with the game's network: how many, and what the lowest see, is each game's own
//! [scale](LevelScale). How far the levels are apart is measured in `docs/strength.md`.

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
    /// Of each level but the last.
    limits: [LevelLimits; COUNT - 1],
    /// The number of the first level that plays with the game's network; those below it play with the hand-made
    /// evaluation.
    network_from: usize,
}

impl LevelScale {
    /// Two and a half times the nodes from level to level: for a game with ten moves a position or so some 100 to 250
    /// Elo a step.
    pub(crate) const NODES: [u64; COUNT - 4] =
        [40, 100, 250, 625, 1_600, 4_000, 10_000, 25_000, 62_500, 160_000, 400_000];

    /// The lowest levels, and how many nodes those above them look at, up to the last but one: the last is bounded by
    /// time alone. Where `every_move` is true they look at each move once, whatever that costs.
    pub(crate) const fn new<const LOWEST: usize, const ABOVE: usize>(
        lowest: [LevelLimits; LOWEST],
        nodes: [u64; ABOVE],
        every_move: bool,
    ) -> Self {
        const { assert!(LOWEST + ABOVE == COUNT - 1, "each level has limits") };
        let mut limits = [LevelLimits::ALL; COUNT - 1];
        let mut at = 0;
        while at < limits.len() {
            limits[at] = if at < LOWEST {
                lowest[at]
            } else {
                LevelLimits { every_move, ..LevelLimits::nodes(nodes[at - LOWEST]) }
            };
            at += 1;
        }
        Self { limits, network_from: COUNT }
    }

    /// The levels from this one on, counted from 1, play with the game's network, and not the last alone.
    pub(crate) const fn with_network_from(self, level: usize) -> Self {
        Self { network_from: level, ..self }
    }

    /// For a game with so many moves at its start that was not measured: the second level sees most answers to its
    /// moves, and each above may look at more than the one below.
    pub(crate) const fn of_moves(moves: usize) -> Self {
        let moves = if moves == 0 { 1 } else { moves as u64 };
        let lowest = [
            LevelLimits::OWN_MOVE,
            LevelLimits { nodes: Some(4 * moves), captures: 0, ..LevelLimits::plies(2) },
            LevelLimits::nodes(6 * moves),
        ];
        let mut nodes = Self::NODES;
        let mut at = 0;
        while at < nodes.len() {
            // The fourth level has forty times as much.
            nodes[at] *= moves.div_ceil(5);
            at += 1;
        }
        Self::new(lowest, nodes, moves > 5)
    }
}

const fn level(at: usize, name: &'static str, about: &'static str) -> Level {
    Level { name, about, at }
}

/// What bounds the wait for a level below the highest, which its nodes end before.
const LONGEST_WAIT: Duration = Duration::from_secs(2);

/// How many levels there are.
pub(crate) const COUNT: usize = 15;

const LEVELS: [Level; COUNT] = [
    level(0, "Seedling", "Plays what looks best at once, and does not think of your answer."),
    level(1, "Sprout", "Looks at a few moves, and sees when you could win at once."),
    level(2, "Clover", "Looks at its moves, and at what you could take."),
    level(3, "Fern", "Looks at its moves, and at some of your answers."),
    level(4, "Reed", "Looks two moves ahead."),
    level(5, "Bamboo", "Looks two or three moves ahead."),
    level(6, "Willow", "Looks at hundreds of positions or more."),
    level(7, "Birch", "Looks at a thousand positions or more."),
    level(8, "Maple", "Looks at thousands of positions."),
    level(9, "Plum", "Looks at five thousand positions or more."),
    level(10, "Cherry", "Looks at more than ten thousand positions."),
    level(11, "Pine", "Looks at tens of thousands of positions."),
    level(12, "Cypress", "Looks at more than thirty thousand positions."),
    level(13, "Cedar", "Looks at a hundred thousand positions or more."),
    level(14, "Mountain", "Full strength: only its time bounds what it looks at."),
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
    /// How long a search may take at this level, where nobody gives it a time; the highest takes the game's
    /// [`full_strength_time`](crate::GameInfo::full_strength_time). What else the level allows, an engine whose option
    /// `Level` is set sees to.
    pub fn limits(&self, full_strength_time: Duration) -> Limits {
        Limits { move_time: Some(self.time(full_strength_time)), ..Limits::default() }
    }

    fn time(&self, full_strength_time: Duration) -> Duration {
        if self.is_weak() { LONGEST_WAIT } else { full_strength_time }
    }

    /// It is one of those below full strength.
    pub(crate) fn is_weak(&self) -> bool {
        self.at + 1 < LEVELS.len()
    }

    /// It plays with the game's network, where there is one.
    pub(crate) fn knows_network(&self, scale: &LevelScale) -> bool {
        self.at + 1 >= scale.network_from
    }

    /// Its limits in a game.
    fn level_limits(&self, scale: &LevelScale) -> LevelLimits {
        scale.limits.get(self.at).copied().unwrap_or(LevelLimits::ALL)
    }

    /// These limits, and no more than the level allows: in a search that waits for its end to be told
    /// (`infinite`, `ponder`), too. A time that was given stays; else the level's own bounds the wait.
    pub(crate) fn bound(
        &self,
        limits: &Limits,
        full_strength_time: Duration,
        scale: &LevelScale,
    ) -> Limits {
        let timed = limits.move_time.is_some() || limits.clock.is_some() || limits.infinite;
        let LevelLimits { depth, nodes, every_move, .. } = self.level_limits(scale);
        Limits {
            depth: least(limits.depth, depth),
            // A count that was asked for is kept to the state.
            every_move: every_move && limits.nodes.is_none(),
            nodes: least(limits.nodes, nodes),
            move_time: if timed { limits.move_time } else { Some(self.time(full_strength_time)) },
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
