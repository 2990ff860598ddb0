//! Ending a game before the board does, by rules that are off unless asked for.

use std::str::FromStr;

use engine::Verdict;
use serde::{Deserialize, Serialize};

use crate::words::counted;

/// Both engines call the game even.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct DrawRule {
    /// Not before so many plies.
    pub plies: usize,
    /// So many turns running of each engine.
    pub turns: usize,
    /// No score farther from 0 than this, in points.
    pub points: u32,
}

/// Both engines call the game lost for the same side, or one of them for itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ResignRule {
    /// So many turns running of each engine.
    pub turns: usize,
    /// Every score at least as far from 0, in points.
    pub points: u32,
    /// The word of the engine that loses is enough.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub one_sided: bool,
}

/// When a game ends before the board says so.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Rules {
    /// After so many plies (turns of either side) the game is called a draw.
    pub max_plies: usize,
    /// By scores that say draw; None for off.
    #[serde(default)]
    pub draw: Option<DrawRule>,
    /// By scores that say lost; None for off.
    #[serde(default)]
    pub resign: Option<ResignRule>,
    /// By endgame tables of so many pieces a side, for games that have them; None for off.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tables: Option<u8>,
    /// By the endgame tables in these folders, joined as the system joins paths, for games that have such; None for
    /// off.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub table_folders: Option<String>,
    /// The most pieces of a position that these are asked of; None for as many as they have.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub table_pieces: Option<u32>,
}

impl Default for Rules {
    fn default() -> Self {
        Self {
            max_plies: 400,
            draw: None,
            resign: None,
            tables: None,
            table_folders: None,
            table_pieces: None,
        }
    }
}

/// A rule's ruling on a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Adjudication {
    Draw(String),
    /// The side to move next, or the other.
    Loss {
        of_next: bool,
        reason: String,
    },
}

impl Rules {
    /// The ruling after these scores, each from the view of who made that turn; sides
    /// alternate, and the last score is that of the side that is not to move.
    pub(crate) fn adjudicate(&self, scores: &[Option<Verdict>]) -> Option<Adjudication> {
        let plies = scores.len();
        if plies >= self.max_plies {
            let reason =
                format!("limit of {} (a rule of the match)", counted(self.max_plies as u64, "ply"));
            return Some(Adjudication::Draw(reason));
        }
        // The last turns of both, the newest first.
        let last = |turns: usize| -> Option<Vec<Verdict>> {
            let wanted = 2 * turns.max(1);
            let from = plies.checked_sub(wanted)?;
            scores[from..].iter().rev().copied().collect()
        };
        if let Some(rule) = self.draw.filter(|rule| plies >= rule.plies) {
            let even = |score: &Verdict| match score {
                Verdict::Points(points) => points.unsigned_abs() <= rule.points,
                Verdict::Win(_) | Verdict::Loss(_) => false,
            };
            if last(rule.turns).is_some_and(|scores| scores.iter().all(even)) {
                let reason = "both engines called it even (a rule of the match)";
                return Some(Adjudication::Draw(reason.to_owned()));
            }
        }
        if let Some(rule) = self.resign {
            let lost = |score: &Verdict| match score {
                Verdict::Points(points) => {
                    *points <= -i64::from(rule.points).min(i64::from(i32::MAX)) as i32
                }
                Verdict::Loss(_) => true,
                Verdict::Win(_) => false,
            };
            let won = |score: &Verdict| match score {
                Verdict::Points(points) => i64::from(*points) >= i64::from(rule.points),
                Verdict::Win(_) => true,
                Verdict::Loss(_) => false,
            };
            if rule.one_sided {
                let wanted = rule.turns.max(1);
                // Every other turn, from the last of each side.
                let says = |last: usize| {
                    let own: Option<Vec<Verdict>> =
                        scores.iter().rev().skip(last).step_by(2).take(wanted).copied().collect();
                    own.is_some_and(|own| own.len() == wanted && own.iter().all(lost))
                };
                let of_next = [false, true].into_iter().find(|&next| says(usize::from(next)))?;
                let reason = "its engine called it lost (a rule of the match)".to_owned();
                return Some(Adjudication::Loss { of_next, reason });
            }
            let scores = last(rule.turns)?;
            let of = |parity: usize| scores.iter().skip(parity).step_by(2);
            let reason = || "both engines called it lost (a rule of the match)".to_owned();
            // The newest score is of the side that is not to move.
            if of(0).all(won) && of(1).all(lost) {
                return Some(Adjudication::Loss { of_next: true, reason: reason() });
            }
            if of(0).all(lost) && of(1).all(won) {
                return Some(Adjudication::Loss { of_next: false, reason: reason() });
            }
        }
        None
    }
}

/// Numbers of a rule by name: `turns=4,points=20`.
fn numbers(text: &str, names: &[&str]) -> Result<Vec<u32>, String> {
    let form = || format!("'{text}' is no such rule: write {}=N", names.join("=N,"));
    let mut found = vec![None; names.len()];
    for part in text.split(',') {
        let (name, value) = part.split_once('=').ok_or_else(form)?;
        let at = names.iter().position(|known| *known == name.trim()).ok_or_else(form)?;
        found[at] = Some(value.trim().parse().map_err(|_| form())?);
    }
    found.into_iter().collect::<Option<_>>().ok_or_else(form)
}

impl FromStr for DrawRule {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let numbers = numbers(text, &["plies", "turns", "points"])?;
        Ok(Self { plies: numbers[0] as usize, turns: numbers[1] as usize, points: numbers[2] })
    }
}

impl FromStr for ResignRule {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (numbers_of, one_sided) = match text.trim().strip_suffix("one-sided") {
            Some(rest) => (rest.trim_end().trim_end_matches(','), true),
            None => (text, false),
        };
        let numbers = numbers(numbers_of, &["turns", "points"])?;
        Ok(Self { turns: numbers[0] as usize, points: numbers[1], one_sided })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn points(scores: &[i32]) -> Vec<Option<Verdict>> {
        scores.iter().map(|&points| Some(Verdict::Points(points))).collect()
    }

    #[test]
    fn nothing_but_the_limit_is_on_from_the_start() {
        let rules = Rules { max_plies: 4, ..Rules::default() };
        assert_eq!(rules.adjudicate(&points(&[0, 0, 0])), None);
        assert_eq!(Rules::default().adjudicate(&points(&[900; 100])), None);
        assert!(matches!(rules.adjudicate(&points(&[0; 4])), Some(Adjudication::Draw(_))));
    }

    #[test]
    fn a_draw_needs_both_engines_for_long_enough() {
        let rules =
            Rules { draw: Some("plies=6,turns=2,points=10".parse().unwrap()), ..Rules::default() };
        assert_eq!(rules.adjudicate(&points(&[0; 5])), None, "too early");
        assert!(matches!(rules.adjudicate(&points(&[0; 6])), Some(Adjudication::Draw(_))));
        assert_eq!(
            rules.adjudicate(&points(&[0, 0, 11, 0, 0, 0])),
            None,
            "one of them does not agree"
        );
        assert!(rules.adjudicate(&points(&[0, 11, 0, 0, 10, -10])).is_some());
        let mut unknown = points(&[0; 6]);
        unknown[4] = None;
        assert_eq!(rules.adjudicate(&unknown), None, "a turn without a score");
    }

    #[test]
    fn a_loss_needs_both_engines_to_agree_on_the_loser() {
        let rules =
            Rules { resign: Some("turns=2,points=500".parse().unwrap()), ..Rules::default() };
        let loss = |of_next| Adjudication::Loss {
            of_next,
            reason: "both engines called it lost (a rule of the match)".to_owned(),
        };
        assert_eq!(rules.adjudicate(&points(&[-500, 600, -900, 501])), Some(loss(true)));
        assert_eq!(rules.adjudicate(&points(&[600, -500, 600, -500])), Some(loss(false)));
        assert_eq!(rules.adjudicate(&points(&[-500, 600, -499, 600])), None);
        assert_eq!(rules.adjudicate(&points(&[600, 600, 600, 600])), None, "both think they win");
        let proven = [Some(Verdict::Loss(4)), Some(Verdict::Win(3))].repeat(2);
        assert_eq!(rules.adjudicate(&proven), Some(loss(true)));
    }

    #[test]
    fn the_word_of_the_loser_is_enough_where_that_is_the_rule() {
        let rule = "turns=2,points=500,one-sided".parse().unwrap();
        let rules = Rules { resign: Some(rule), ..Rules::default() };
        let of_next = |scores: &[i32]| match rules.adjudicate(&points(scores)) {
            Some(Adjudication::Loss { of_next, .. }) => Some(of_next),
            _ => None,
        };
        assert_eq!(of_next(&[-500, 0, -600]), Some(false), "who moved last has given up");
        assert_eq!(of_next(&[-500, 0, -600, 0]), Some(true), "who moves next has");
        assert_eq!(of_next(&[-500, 0, -499]), None);
        assert_eq!(of_next(&[0, -900]), None, "not for long enough");
        assert_eq!(of_next(&[900, 900, 900, 900]), None, "who thinks to win ends nothing");
        let mut unknown = points(&[-900, 0, -900, 0]);
        unknown[0] = None;
        assert_eq!(rules.adjudicate(&unknown), None, "a turn without a score");
    }

    #[test]
    fn rules_are_read() {
        let draw: DrawRule = "points=5, turns=3,plies=40".parse().unwrap();
        assert_eq!(draw, DrawRule { plies: 40, turns: 3, points: 5 });
        assert_eq!(
            "turns=3".parse::<ResignRule>().unwrap_err(),
            "'turns=3' is no such rule: write turns=N,points=N"
        );
    }
}
