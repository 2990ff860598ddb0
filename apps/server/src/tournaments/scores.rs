//! The scores of games: the runs of an arena, and half points elsewhere.

use crate::protocol::tournament::{Kind, Score};

/// Games of a player of a ladder that are shown: the last.
const SHOWN: usize = 20;
/// Wins in a row after which the next game counts double.
const RUN: usize = 2;

/// The games of a player that count, in the order in which they ended.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sheet {
    /// Half points of each, what it was worth, and whether it was a game at all.
    games: Vec<(u8, u32, bool)>,
    sum: u32,
    played: usize,
    wins: usize,
}

impl Sheet {
    /// The next game counts double.
    pub fn runs(&self) -> bool {
        let wins = self.games.iter().rev().take_while(|(half_points, ..)| *half_points == 2);
        wins.count() >= RUN
    }

    /// The score of the next game with that result: half points of it are 0, 1 or 2.
    pub fn worth(&self, kind: Kind, half_points: u8) -> u32 {
        let double = kind == Kind::Arena && self.runs();
        u32::from(half_points) << u32::from(double)
    }

    /// Adds a game that was worth so much; without `game`, points that were had without one.
    pub fn add(&mut self, half_points: u8, worth: u32, game: bool) {
        self.games.push((half_points, worth, game));
        self.sum += worth;
        self.played += usize::from(game);
        self.wins += usize::from(game && half_points == 2);
    }

    /// Adds a game of a ladder, which may go on for years: the sums have all, the list the last alone.
    pub fn add_to_ladder(&mut self, half_points: u8) {
        self.add(half_points, half_points.into(), true);
        if self.games.len() > SHOWN {
            self.games.remove(0);
        }
    }

    /// The sum.
    pub fn sum(&self) -> u32 {
        self.sum
    }

    /// Games that were played.
    pub fn games(&self) -> usize {
        self.played
    }

    /// Games that were won.
    pub fn wins(&self) -> usize {
        self.wins
    }

    /// As it is shown.
    pub fn shown(&self, kind: Kind) -> Vec<Score> {
        let score = |&(half_points, worth, game): &(u8, u32, bool)| Score {
            points: points(kind, worth),
            won: half_points == 2 && game,
            doubled: worth > u32::from(half_points),
            bye: !game,
        };
        self.games.iter().map(score).collect()
    }
}

/// Points as people count them: an arena's are whole, elsewhere a win is one.
pub fn points(kind: Kind, worth: u32) -> f64 {
    if kind == Kind::Arena { f64::from(worth) } else { f64::from(worth) / 2.0 }
}

#[cfg(test)]
mod tests {
    use super::Sheet;
    use crate::protocol::tournament::Kind;

    /// The scores of games with these half points, one by one.
    fn worth(kind: Kind, results: &[u8]) -> Vec<u32> {
        let mut sheet = Sheet::default();
        for &half_points in results {
            let worth = sheet.worth(kind, half_points);
            sheet.add(half_points, worth, true);
        }
        sheet.games.iter().map(|(_, worth, _)| *worth).collect()
    }

    #[test]
    fn two_wins_in_a_row_double_what_follows_until_a_game_is_not_won() {
        for (results, expected) in [
            (&[2, 2, 2, 2][..], &[2, 2, 4, 4][..]),
            // A draw on a run is doubled, and ends it.
            (&[2, 2, 1, 2, 2, 2], &[2, 2, 2, 2, 2, 4]),
            (&[2, 2, 0, 2, 2, 2], &[2, 2, 0, 2, 2, 4]),
            (&[2, 1, 2, 0, 1, 1], &[2, 1, 2, 0, 1, 1]),
            // The drawing's first line.
            (&[0, 2, 2, 2, 2, 2, 2], &[0, 2, 2, 4, 4, 4, 4]),
        ] {
            assert_eq!(worth(Kind::Arena, results), expected, "{results:?}");
        }
        assert_eq!(worth(Kind::Swiss, &[2, 2, 2, 1]), [2, 2, 2, 1]);
    }

    #[test]
    fn a_sheet_says_what_was_doubled_and_what_was_no_game() {
        let mut sheet = Sheet::default();
        for half_points in [2, 2, 1] {
            let worth = sheet.worth(Kind::Arena, half_points);
            sheet.add(half_points, worth, true);
        }
        assert!(!sheet.runs());
        assert_eq!((sheet.sum(), sheet.games(), sheet.wins()), (6, 3, 2));
        let doubled: Vec<bool> = sheet.shown(Kind::Arena).iter().map(|it| it.doubled).collect();
        assert_eq!(doubled, [false, false, true]);
        let mut swiss = Sheet::default();
        swiss.add(2, 2, false);
        swiss.add(1, 1, true);
        let shown = swiss.shown(Kind::Swiss);
        assert!(shown[0].bye && !shown[0].won && (shown[1].points - 0.5).abs() < 1e-9);
        assert_eq!((swiss.sum(), swiss.games()), (3, 1));
    }
}
