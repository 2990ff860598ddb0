//! Options of engines. Each is declared once, with its kind, its range, its start and its meaning; protocols, command
//! line, arena and server read it from here. Where it acts, a [`table`] says.

pub(crate) mod table;

use std::borrow::Cow;

use game::params::{ParamInfo, fold_name};

/// A switch.
#[derive(Clone, Copy, Debug)]
pub struct Check {
    /// Its name.
    pub name: &'static str,
    /// Its meaning.
    pub doc: &'static str,
    /// On or off from the start.
    pub start: bool,
}

/// A whole number.
#[derive(Clone, Copy, Debug)]
pub struct Spin {
    /// Its name.
    pub name: &'static str,
    /// Its meaning.
    pub doc: &'static str,
    /// The number at the start.
    pub start: i64,
    /// The least.
    pub min: i64,
    /// The greatest.
    pub max: i64,
}

/// One of some words.
#[derive(Clone, Debug)]
pub struct Choice {
    /// Its name.
    pub name: &'static str,
    /// Its meaning.
    pub doc: &'static str,
    /// The words, and the meaning of each.
    pub values: Cow<'static, [(&'static str, &'static str)]>,
    /// Other words for some of them.
    pub aliases: Cow<'static, [(&'static str, &'static str)]>,
    /// The word at the start; empty for none.
    pub start: &'static str,
}

/// A text, at the start empty.
#[derive(Clone, Copy, Debug)]
pub struct Text {
    /// Its name.
    pub name: &'static str,
    /// Its meaning.
    pub doc: &'static str,
}

/// An action.
#[derive(Clone, Copy, Debug)]
pub struct Button {
    /// Its name.
    pub name: &'static str,
    /// Its meaning.
    pub doc: &'static str,
}

impl Check {
    /// Reads a value; else the values that there are.
    pub(crate) fn read(self, text: &str) -> Result<bool, String> {
        match text.trim().to_ascii_lowercase().as_str() {
            "true" | "on" | "1" => Ok(true),
            "false" | "off" | "0" => Ok(false),
            _ => Err("use true or false".to_owned()),
        }
    }
}

impl Spin {
    /// Reads a value.
    ///
    /// # Errors
    /// The values that there are, in words.
    pub fn read(self, text: &str) -> Result<i64, String> {
        let number = text.trim().parse().ok();
        let fits = number.filter(|number| (self.min..=self.max).contains(number));
        fits.ok_or_else(|| format!("use a whole number from {} to {}", self.min, self.max))
    }
}

impl Choice {
    /// Reads a value; else the values that there are.
    ///
    /// # Errors
    /// The values that there are, in words.
    pub fn read(&self, text: &str) -> Result<&'static str, String> {
        let given = fold_name(text);
        let alias = self.aliases.iter().find(|(alias, _)| *alias == given);
        let word = alias.map_or(given.as_str(), |(_, word)| word);
        let words = || self.values.iter().map(|&(word, _)| word);
        words().find(|known| fold_name(known) == word).ok_or_else(|| {
            let words: Vec<&str> = words().collect();
            match words.split_last() {
                Some((last, [])) => format!("use {last}"),
                Some((last, others)) => format!("use {} or {last}", others.join(", ")),
                None => "there is none".to_owned(),
            }
        })
    }
}

/// The values that an option takes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OptionKind {
    /// `true` or `false`.
    Check {
        /// At the start.
        start: bool,
    },
    /// A whole number.
    Spin {
        /// At the start.
        start: i64,
        /// The least.
        min: i64,
        /// The greatest.
        max: i64,
    },
    /// One of some words.
    Choice {
        /// At the start; empty for none.
        start: String,
        /// All of them.
        values: Vec<String>,
    },
    /// A text, at the start empty.
    Text,
    /// No value: an action.
    Button,
}

/// Who looks for an option.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Audience {
    /// Players: protocols list it.
    Players,
    /// Those who tune search and evaluation: protocols list it where all options are asked for.
    Tuners,
    /// Those who know it: it can be set and is not listed.
    Nobody,
}

/// An option as it is listed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OptionInfo {
    /// Its name.
    pub name: String,
    /// Its meaning.
    pub doc: &'static str,
    /// Its values.
    pub kind: OptionKind,
    /// Who looks for it.
    pub audience: Audience,
}

impl From<ParamInfo> for OptionInfo {
    fn from(info: ParamInfo) -> Self {
        let ParamInfo { name, doc, start, min, max, switch, .. } = info;
        let kind = if switch {
            OptionKind::Check { start: start != 0 }
        } else {
            OptionKind::Spin { start: start.into(), min: min.into(), max: max.into() }
        };
        // Tables have hundreds of elements; each can be set.
        let audience = if name.contains('[') { Audience::Nobody } else { Audience::Tuners };
        Self { name, doc, kind, audience }
    }
}

/// The size of the transposition table.
pub const HASH: Spin = Spin {
    name: "Hash",
    doc: "The size of the transposition table, in MiB; 0 for none.",
    start: 64,
    min: 0,
    max: 65_536,
};

/// The threads of a search.
pub const THREADS: Spin =
    Spin { name: "Threads", doc: "Threads that search together.", start: 1, min: 1, max: 256 };

/// The best lines that are reported.
pub const MULTI_PV: Spin =
    Spin { name: "MultiPV", doc: "How many best lines to report.", start: 1, min: 1, max: 64 };

/// Time kept back of a clock.
pub const MOVE_OVERHEAD: Spin = Spin {
    name: "Move Overhead",
    doc: "Milliseconds kept back of a clock for each turn, for what happens outside the engine.",
    start: 10,
    min: 0,
    max: 5_000,
};

/// The level of play.
pub const LEVEL: Spin = Spin {
    name: "Level",
    doc: "Plays no better than this level, from 1; 0 for full strength.",
    start: 0,
    min: 0,
    max: crate::levels::COUNT as i64,
};

/// Which turns of a book of openings are played.
pub const BOOK_VARIETY: Spin = Spin {
    name: "BookVariety",
    doc: "How much lighter than the heaviest a turn of the book may be to be chosen, in percent; 0 for the heaviest alone.",
    start: 0,
    min: 0,
    max: 100,
};

/// The family of the search.
pub const EVALUATION: Choice = Choice {
    name: "Evaluation",
    doc: "The static evaluation: a network, or the declared numbers.",
    values: Cow::Borrowed(&[
        ("network", "A network that learned from games"),
        ("hand", "The declared numbers"),
    ]),
    aliases: Cow::Borrowed(&[]),
    start: "network",
};

/// The family of the search.
pub const ALGORITHM: Choice = Choice {
    name: "Algorithm",
    doc: "The family of the search: alpha-beta, or Monte Carlo tree search.",
    values: Cow::Borrowed(&[
        ("alphabeta", "Alpha-beta, which searches the whole tree to a depth"),
        ("mcts", "Monte Carlo tree search, which grows a tree where it is promising"),
    ]),
    aliases: Cow::Borrowed(&[]),
    start: "alphabeta",
};

/// The driver of the alpha-beta search.
pub const DRIVER: Choice = Choice {
    name: "Driver",
    doc: "How the tree is searched.",
    values: Cow::Borrowed(&[
        ("pvs", "Principal variation search"),
        ("mtdf", "MTD(f): null windows that close in on the value"),
        ("alphabeta", "Plain alpha-beta"),
        ("minimax", "Every move of the tree, without pruning"),
    ]),
    aliases: Cow::Borrowed(&[("negascout", "pvs"), ("mtd(f)", "mtdf")]),
    start: "pvs",
};

/// The options that a line of the arena names without `option.` before them.
pub const SHORT: [&str; 6] = ["Threads", "Hash", "Tables", "Level", "Preset", "Params"];

/// The options of Monte Carlo tree search begin with this.
pub const MCTS_PREFIX: &str = "Mcts";
