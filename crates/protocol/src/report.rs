//! What an engine says.

use std::fmt::Write as _;
use std::time::Duration;

/// Scores are those of the games, from the view of the side to move.
pub use game::{Bound, Verdict as ScoreText};

use crate::{Dialect, Proven};

/// What values an option takes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OptionKind {
    /// `true` or `false`.
    Check {
        /// The value it starts from.
        start: bool,
    },
    /// A whole number.
    Spin {
        /// The value it starts from.
        start: i64,
        /// The least.
        min: i64,
        /// The greatest.
        max: i64,
    },
    /// One of some words.
    Choice {
        /// The word it starts from.
        start: String,
        /// All of them.
        values: Vec<String>,
    },
    /// Any text.
    Text {
        /// The text it starts from.
        start: String,
    },
    /// Something to be done; it has no value.
    Button,
}

/// An option that the user may set.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OptionInfo {
    /// Its name.
    pub name: String,
    /// What values it takes.
    pub kind: OptionKind,
}

/// How a search stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SearchInfo {
    /// Nominal depth in plies.
    pub depth: u32,
    /// The deepest ply reached.
    pub seldepth: u32,
    /// Which of the best lines, from 1.
    pub multi_pv: usize,
    /// The score.
    pub score: ScoreText,
    /// What the score is.
    pub bound: Bound,
    /// The chances in thousandths, won, drawn and lost for the side to move; None where they are not asked for.
    pub wdl: Option<[u32; 3]>,
    /// Nodes.
    pub nodes: u64,
    /// Since the search began.
    pub time: Duration,
    /// How full the table is, in thousandths.
    pub hashfull: u32,
    /// How often endgame tables knew a position; None where the protocol has no word for it.
    pub table_hits: Option<u64>,
    /// The line, a turn each.
    pub pv: Vec<String>,
}

/// A report.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Report {
    /// The engine's name, author and options, and that this is all.
    Hello {
        /// `Tesuji 0.1.0`.
        name: String,
        /// Who wrote it.
        author: String,
        /// What can be set.
        options: Vec<OptionInfo>,
    },
    /// More can be taken.
    ReadyOk,
    /// How the search stands.
    Info(SearchInfo),
    /// The turn at the root that is searched now.
    Current {
        /// The turn.
        turn: String,
        /// Its number, from 1.
        number: usize,
    },
    /// The answer to a question, in lines.
    Text(Vec<String>),
    /// A remark.
    Remark(String),
    /// A fault, of the user or the engine.
    Error(String),
    /// The search has ended.
    BestMove {
        /// The turn to play; None in a finished position.
        turn: Option<String>,
        /// The expected reply.
        ponder: Option<String>,
    },
}

impl Dialect {
    /// A report as lines, each with its end.
    pub fn write(&self, report: &Report) -> String {
        match report {
            Report::Hello { name, author, options } => {
                let mut text = format!("id name {name}\nid author {author}\n");
                for option in options {
                    text += &option_line(option);
                }
                text + self.hello_ok + "\n"
            }
            Report::ReadyOk => "readyok\n".to_owned(),
            Report::Info(info) => self.info(info),
            Report::Current { turn, number } => {
                format!("info currmove {turn} currmovenumber {number}\n")
            }
            Report::Text(lines) => lines.iter().map(|line| one_line(line) + "\n").collect(),
            Report::Remark(text) => format!("info string {}\n", one_line(text)),
            Report::Error(text) => format!("info string error: {}\n", one_line(text)),
            Report::BestMove { turn: None, .. } => format!("bestmove {}\n", self.no_turn),
            Report::BestMove { turn: Some(turn), ponder: None } => format!("bestmove {turn}\n"),
            Report::BestMove { turn: Some(turn), ponder: Some(reply) } => {
                format!("bestmove {turn} ponder {reply}\n")
            }
        }
    }

    fn info(&self, info: &SearchInfo) -> String {
        let mut text = format!("info depth {} seldepth {}", info.depth, info.seldepth);
        if info.multi_pv > 0 {
            let _ = write!(text, " multipv {}", info.multi_pv);
        }
        text += &match (info.score, self.proven) {
            (ScoreText::Points(points), _) => format!(" score cp {points}"),
            (ScoreText::Win(plies), Proven::Plies) => format!(" score win {plies}"),
            (ScoreText::Loss(plies), Proven::Plies) => format!(" score loss {plies}"),
            (ScoreText::Win(plies), Proven::Moves) => format!(" score mate {}", plies.div_ceil(2)),
            (ScoreText::Loss(plies), Proven::Moves) => {
                format!(" score mate -{}", plies.div_ceil(2))
            }
        };
        if let Some([won, drawn, lost]) = info.wdl {
            let _ = write!(text, " wdl {won} {drawn} {lost}");
        }
        text += match info.bound {
            Bound::Exact => "",
            Bound::Lower => " lowerbound",
            Bound::Upper => " upperbound",
        };
        let millis = info.time.as_millis();
        let speed = u128::from(info.nodes) * 1_000 / millis.max(1);
        let _ = write!(text, " nodes {} nps {speed} hashfull {}", info.nodes, info.hashfull);
        if let Some(hits) = info.table_hits {
            let _ = write!(text, " tbhits {hits}");
        }
        let _ = write!(text, " time {millis}");
        if !info.pv.is_empty() {
            let _ = write!(text, " pv {}", self.join_turns(&info.pv));
        }
        text + "\n"
    }
}

fn option_line(option: &OptionInfo) -> String {
    let name = &option.name;
    match &option.kind {
        OptionKind::Check { start } => format!("option name {name} type check default {start}\n"),
        OptionKind::Spin { start, min, max } => {
            format!("option name {name} type spin default {start} min {min} max {max}\n")
        }
        OptionKind::Choice { start, values } => {
            let values: String = values.iter().map(|value| format!(" var {value}")).collect();
            format!("option name {name} type combo default {start}{values}\n")
        }
        OptionKind::Text { start } => format!("option name {name} type string default {start}\n"),
        OptionKind::Button => format!("option name {name} type button\n"),
    }
}

/// Text that keeps to its line.
pub(crate) fn one_line(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}
