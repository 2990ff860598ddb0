//! The plan of an ablation, and the pieces of its results.

use std::fmt::{Display, Formatter};

use serde::{Deserialize, Serialize};

/// A family of searches.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Family {
    /// Alpha-beta.
    AlphaBeta,
    /// Monte Carlo tree search.
    Mcts,
}

impl Family {
    /// Its name for people.
    pub const fn title(self) -> &'static str {
        match self {
            Self::AlphaBeta => "alpha-beta",
            Self::Mcts => "Monte Carlo tree search",
        }
    }

    /// The first word of an engine's line.
    const fn engine(self) -> &'static str {
        match self {
            Self::AlphaBeta => "tesuji",
            Self::Mcts => "mcts",
        }
    }
}

/// How a technique is changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Change {
    /// It is on in the game, and turned off.
    Off,
    /// It is off in the game, and turned on.
    On,
    /// It alone is on, of all switches.
    Alone,
    /// Options that were named.
    Set,
    /// No technique: Monte Carlo tree search at its best against alpha-beta at its best.
    Versus,
}

/// Options by name, as they are set one after the other.
pub type Options = Vec<(String, String)>;

/// A technique, and the two searches that it is told by.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Technique {
    /// Its name: that of its switch, or the options that were named.
    pub name: String,
    /// How it is changed.
    pub change: Change,
    /// The options of the search that is changed.
    pub changed: Options,
    /// The options of the search that it is compared with.
    pub base: Options,
    /// Its matches are played even where its searches are those of the base.
    pub named: bool,
}

impl Technique {
    /// In words: `without NullMove`.
    pub fn words(&self) -> String {
        match self.change {
            Change::Off => format!("without {}", self.name),
            Change::On => format!("with {}", self.name),
            Change::Alone => format!("{} alone", self.name),
            Change::Set | Change::Versus => self.name.clone(),
        }
    }
}

/// The limit that is the same for both sides of a match, for each turn.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Limit {
    /// Nodes.
    Nodes(u64),
    /// Visits of the root of a tree.
    Visits(u64),
    /// The nominal depth, in plies.
    Depth(u32),
    /// Seconds.
    Seconds(f64),
}

impl Display for Limit {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Nodes(nodes) => write!(f, "{nodes} nodes"),
            Self::Visits(visits) => write!(f, "{visits} visits"),
            Self::Depth(depth) => write!(f, "{depth} plies"),
            Self::Seconds(seconds) => write!(f, "{seconds} s"),
        }
    }
}

/// The searches for each technique.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SearchPlan {
    /// The nominal depth in plies, of alpha-beta.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// The visits of the root, of Monte Carlo tree search.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub visits: Option<u64>,
    /// How many of the fixed positions are searched.
    pub positions: usize,
}

/// The matches for each technique.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct MatchPlan {
    /// Games of each match; each opening is played twice, with sides changed.
    pub games: u64,
    /// A match for each of these.
    pub limits: Vec<Limit>,
    /// The seed of the openings.
    pub seed: u64,
}

/// The plan of an ablation: techniques, searches and matches.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Recipe {
    /// The game's name.
    pub game: String,
    /// The family of the search.
    pub family: Family,
    /// The options of the search that a technique is compared with, where it names no other.
    pub base: Options,
    /// The searches; None for nothing.
    pub searches: Option<SearchPlan>,
    /// The matches; None for nothing.
    pub matches: Option<MatchPlan>,
    /// The techniques, in order.
    pub techniques: Vec<Technique>,
    /// The build of the program: times and nodes of another are not like these.
    pub build: String,
}

/// Option of Monte Carlo tree search for the visits that end a search.
pub const VISITS: &str = "MctsVisits";

/// More nodes than any search has.
const ALL_NODES: u64 = 1_000_000_000_000;

impl Recipe {
    /// The lines of the engines of a match: of the changed search, and of the one that it is compared with.
    pub fn engines(&self, technique: &Technique, limit: Limit) -> [String; 2] {
        let line = |family: Family, options: &Options, name: &str| {
            let mut line = family.engine().to_owned();
            match limit {
                Limit::Nodes(nodes) => line += &format!(",nodes={nodes}"),
                Limit::Visits(visits) => {
                    line += &format!(",nodes={ALL_NODES},option.{VISITS}={visits}");
                }
                Limit::Depth(depth) => line += &format!(",depth={depth}"),
                Limit::Seconds(seconds) => line += &format!(",time={seconds}"),
            }
            for (name, value) in options {
                line += &format!(",option.{name}={value}");
            }
            line + &format!(",name={name}")
        };
        if technique.change == Change::Versus {
            let (mcts, alpha_beta) = (Family::Mcts, Family::AlphaBeta);
            return [
                line(mcts, &technique.changed, mcts.engine()),
                line(alpha_beta, &technique.base, alpha_beta.title()),
            ];
        }
        let words = format!("\"{}\"", technique.words());
        [line(self.family, &technique.changed, &words), line(self.family, &technique.base, "base")]
    }

    /// The limits of the matches of a technique, one after the other.
    pub fn limits(&self, technique: &Technique) -> Vec<Limit> {
        // The two families have nodes and time in common.
        let common = |limit: &Limit| matches!(limit, Limit::Nodes(_) | Limit::Seconds(_));
        let all = self.matches.iter().flat_map(|plan| plan.limits.iter().copied());
        all.filter(|limit| technique.change != Change::Versus || common(limit)).collect()
    }

    /// All searches: of the base, and of each technique as far as that is another. By their options.
    pub fn searched(&self) -> Vec<&Options> {
        let mut all: Vec<&Options> = Vec::new();
        let of_techniques = self.techniques.iter().filter(|it| it.change != Change::Versus);
        let each = of_techniques.flat_map(|technique| [&technique.base, &technique.changed]);
        for options in std::iter::once(&self.base).chain(each) {
            if self.searches.is_some() && !all.contains(&options) {
                all.push(options);
            }
        }
        all
    }

    /// The first thing in which another recipe differs, in words.
    pub fn difference(&self, other: &Self) -> Option<&'static str> {
        let names = |recipe: &Self| -> Vec<String> {
            recipe.techniques.iter().map(Technique::words).collect()
        };
        let found = [
            (self.game != other.game, "the game"),
            (self.family != other.family, "the family of the search (--engine)"),
            (names(self) != names(other), "the techniques (--only, --alone, --set, --versus)"),
            (self.searches != other.searches, "the searches (--depth, --visits, --positions)"),
            (
                self.matches != other.matches,
                "the matches (--games, --nodes, --plies, --time, --seed)",
            ),
            (self.build != other.build, "the build of the program"),
            (self != other, "the options of the searches (--base)"),
        ];
        found.into_iter().find(|&(differs, _)| differs).map(|(_, what)| what)
    }
}

/// The searches of all positions with some options.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Searches {
    /// The options.
    pub options: Options,
    /// Nodes, by position: positions reached by a move made.
    pub nodes: Vec<u64>,
    /// The best turn of each position, as scripts write it; empty where the game is over.
    pub turns: Vec<String>,
    /// Nodes of a few searches in a row, one a turn of a game that goes on from the first position: what outlasts a search
    /// shows here alone. In no sum.
    pub in_a_row: Vec<u64>,
    /// Of all nodes, those in quiescence.
    pub quiescence_nodes: u64,
    /// Visits of the root, of Monte Carlo tree search, in all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub visits: Option<u64>,
    /// Time by the clock on the wall, in all.
    pub seconds: f64,
    /// Time of the processor, in all.
    pub cpu_seconds: f64,
    /// Instructions of the program itself, in all; None where the system does not count them.
    pub instructions: Option<u64>,
}

/// A match that was played to its end, from the side of the changed search.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Played {
    /// The technique's name.
    pub technique: String,
    /// The limit that was equal for both.
    pub limit: Limit,
    /// Won, drawn and lost games.
    pub games: [u64; 3],
    /// Pairs of games by half points, from 0 to 4.
    pub pairs: [u64; 5],
}

/// A piece of what is found.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "measured", rename_all = "lowercase")]
pub enum Measured {
    /// Searches.
    Searches(Searches),
    /// A match.
    Match(Played),
}
