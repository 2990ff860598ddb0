//! Lines of the engine in a protocol of UCI's family.

use std::fmt::Write as _;

use crate::dialect::{Dialect, Proven};
use crate::report::{Bound, OptionInfo, OptionKind, Report, ScoreText, SearchInfo};
use crate::words::one_line;

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
