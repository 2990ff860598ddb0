//! The table of a tournament.

use schemars::JsonSchema;
use serde::Serialize;

/// An engine's line in the table.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[schemars(rename = "Standing")]
pub struct Row {
    /// Its place, from 1.
    pub rank: usize,
    /// Its number among the engines, from 0.
    #[serde(skip)]
    pub engine: usize,
    /// Its name.
    pub name: String,
    /// Games finished.
    pub games: u64,
    /// Won.
    pub wins: u64,
    /// Drawn.
    pub draws: u64,
    /// Lost.
    pub losses: u64,
    /// Points: 1 for a win, 1/2 for a draw, and those of byes.
    pub points: f64,
    /// Sonneborn-Berger: the points of each opponent, times what was scored against it.
    pub sonneborn_berger: f64,
    /// Buchholz: the points of each opponent, once for each game.
    pub buchholz: f64,
    /// Half points against each engine, in the order of the engines, and the games played.
    pub against: Vec<(u64, u64)>,
}

/// The results of engines among each other.
#[derive(Clone, PartialEq, Debug)]
pub struct Standings {
    names: Vec<String>,
    /// Wins, draws and losses of each against each.
    cross: Vec<Vec<[u64; 3]>>,
    byes: Vec<u64>,
}

impl Standings {
    /// Engines without results.
    pub fn new(names: Vec<String>) -> Self {
        let count = names.len();
        Self { cross: vec![vec![[0; 3]; count]; count], byes: vec![0; count], names }
    }

    /// Counts a game from the first engine's side: 0 half points for a loss, 1 for a draw, 2 for a win.
    pub fn add(&mut self, first: usize, second: usize, half_points: u8) {
        let at = 2 - usize::from(half_points.min(2));
        self.cross[first][second][at] += 1;
        self.cross[second][first][2 - at] += 1;
    }

    /// Half points without a game.
    pub fn add_bye(&mut self, engine: usize, half_points: u64) {
        self.byes[engine] += half_points;
    }

    /// The names, in the order of the engines.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// Wins, draws and losses of one against another.
    pub fn between(&self, first: usize, second: usize) -> [u64; 3] {
        self.cross[first][second]
    }

    /// The table: by points a game where the engines have played unequal numbers of games, otherwise by points,
    /// then Sonneborn-Berger, Buchholz, wins, and the order of the engines.
    pub fn rows(&self) -> Vec<Row> {
        let half = |[wins, draws, _]: [u64; 3]| 2 * wins + draws;
        let count = self.names.len();
        let points: Vec<f64> = (0..count)
            .map(|engine| {
                let played: u64 = self.cross[engine].iter().copied().map(half).sum();
                (played + self.byes[engine]) as f64 / 2.0
            })
            .collect();
        let mut rows: Vec<Row> = (0..count)
            .map(|engine| {
                let cross = &self.cross[engine];
                let sum = |at: usize| cross.iter().map(|counts| counts[at]).sum::<u64>();
                let (wins, draws, losses) = (sum(0), sum(1), sum(2));
                let weighted = |weight: &dyn Fn([u64; 3]) -> f64| {
                    cross.iter().zip(&points).map(|(&counts, points)| weight(counts) * points).sum()
                };
                Row {
                    rank: 0,
                    engine,
                    name: self.names[engine].clone(),
                    games: wins + draws + losses,
                    wins,
                    draws,
                    losses,
                    points: points[engine],
                    sonneborn_berger: weighted(&|counts| half(counts) as f64 / 2.0),
                    buchholz: weighted(&|counts| counts.iter().sum::<u64>() as f64),
                    against: cross.iter().map(|&c| (half(c), c.iter().sum())).collect(),
                }
            })
            .collect();
        let equal = rows
            .iter()
            .zip(&self.byes)
            .all(|(row, bye)| row.games + bye / 2 == rows[0].games + self.byes[0] / 2);
        let merit =
            |row: &Row| if equal { row.points } else { row.points / row.games.max(1) as f64 };
        rows.sort_by(|a, b| {
            let by = |x: f64, y: f64| y.total_cmp(&x);
            by(merit(a), merit(b))
                .then(by(a.sonneborn_berger, b.sonneborn_berger))
                .then(by(a.buchholz, b.buchholz))
                .then(b.wins.cmp(&a.wins))
                .then(a.engine.cmp(&b.engine))
        });
        for (index, row) in rows.iter_mut().enumerate() {
            row.rank = index + 1;
        }
        rows
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ties_are_broken_by_the_strength_of_the_beaten() {
        let mut standings = Standings::new(["a", "b", "c", "d"].map(str::to_owned).to_vec());
        // a and b have two points each; a has beaten b, b has beaten those below.
        for (first, second, half_points) in
            [(0, 1, 2), (0, 2, 2), (0, 3, 0), (1, 2, 2), (1, 3, 2), (2, 3, 1)]
        {
            standings.add(first, second, half_points);
        }
        let rows = standings.rows();
        let shape: Vec<(&str, f64, f64)> =
            rows.iter().map(|row| (row.name.as_str(), row.points, row.sonneborn_berger)).collect();
        assert_eq!(shape, [("a", 2.0, 2.5), ("b", 2.0, 2.0), ("d", 1.5, 2.25), ("c", 0.5, 0.75)]);
        assert_eq!(rows[0].buchholz, 4.0);
        assert_eq!((rows[2].wins, rows[2].draws, rows[2].losses), (1, 1, 1));
        assert_eq!(rows[0].against, [(0, 0), (2, 1), (2, 1), (0, 1)]);
        assert_eq!(standings.between(3, 0), [1, 0, 0]);
    }

    #[test]
    fn a_bye_counts_as_points_without_a_game() {
        let mut standings = Standings::new(["a", "b", "c"].map(str::to_owned).to_vec());
        standings.add(0, 1, 1);
        standings.add(0, 1, 1);
        standings.add_bye(2, 4);
        let rows = standings.rows();
        assert_eq!((rows[0].name.as_str(), rows[0].points, rows[0].games), ("c", 2.0, 0));
    }

    #[test]
    fn who_had_a_bye_is_ranked_by_points_like_the_others() {
        let mut standings = Standings::new(["a", "b", "c"].map(str::to_owned).to_vec());
        // Two rounds of two games: c has the bye of the first, b that of the second.
        for (first, second, half_points) in [(0, 1, 2), (0, 1, 2), (0, 2, 2), (0, 2, 1)] {
            standings.add(first, second, half_points);
        }
        standings.add_bye(2, 4);
        standings.add_bye(1, 4);
        let points = |row: &Row| (row.engine, row.points, row.games);
        let rows: Vec<(usize, f64, u64)> = standings.rows().iter().map(points).collect();
        assert_eq!(rows, [(0, 3.5, 4), (2, 2.5, 2), (1, 2.0, 2)]);
    }
}
