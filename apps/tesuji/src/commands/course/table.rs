//! The nights of a course that were played, and the table that they add up to.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::Write as _;
use std::path::Path;

use anyhow::{Context as _, Result};
use serde::{Deserialize, Serialize};

/// The file of the nights, a line each; none is ever altered.
const NIGHTS: &str = "nights.jsonl";
/// The file for people, which is written anew each night.
const TABLE: &str = "table.md";

/// A player's results of a night.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Row {
    /// The player's name.
    pub name: String,
    /// Points.
    pub score: f64,
    /// Games.
    pub games: u32,
}

/// A night.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Night {
    /// The date, as 2026-11-24.
    pub date: String,
    /// The tournament.
    pub tournament: String,
    /// Who played.
    pub rows: Vec<Row>,
}

/// The nights that are kept in a folder.
///
/// # Errors
/// Where the file cannot be read; names the line that is damaged.
pub fn nights(folder: &Path) -> Result<Vec<Night>> {
    let file = folder.join(NIGHTS);
    if !file.exists() {
        return Ok(Vec::new());
    }
    let text = std::fs::read_to_string(&file).with_context(|| file.display().to_string())?;
    let night = |(number, line): (usize, &str)| {
        serde_json::from_str(line).with_context(|| format!("{}, line {number}", file.display()))
    };
    (1..).zip(text.lines()).map(night).collect()
}

/// Keeps a night, and writes the table anew.
///
/// # Errors
/// Where a file cannot be written.
pub fn keep(folder: &Path, course: &str, night: &Night) -> Result<Vec<Night>> {
    let file = folder.join(NIGHTS);
    let mut kept = OpenOptions::new().create(true).append(true).open(&file)?;
    writeln!(kept, "{}", serde_json::to_string(night)?)?;
    kept.sync_all()?;
    let nights = nights(folder)?;
    let new = folder.join(format!("{TABLE}.new"));
    let mut table = File::create(&new)?;
    table.write_all(shown(course, &nights).as_bytes())?;
    table.sync_all()?;
    std::fs::rename(new, folder.join(TABLE))?;
    Ok(nights)
}

/// Points of a player over all nights: points, games, nights.
fn totals(nights: &[Night]) -> Vec<(&str, f64, u32, usize)> {
    let mut sums: BTreeMap<&str, (f64, u32, usize)> = BTreeMap::new();
    for row in nights.iter().flat_map(|night| &night.rows) {
        let sum = sums.entry(&row.name).or_default();
        *sum = (sum.0 + row.score, sum.1 + row.games, sum.2 + 1);
    }
    let mut list: Vec<_> =
        sums.into_iter().map(|(name, sum)| (name, sum.0, sum.1, sum.2)).collect();
    // Who has the greater share of the points of their games stands higher: nobody plays every night.
    let share = |points: f64, games: u32| points / f64::from(games.max(1));
    list.sort_by(|one, two| share(two.1, two.2).total_cmp(&share(one.1, one.2)));
    list
}

/// The table for people.
pub fn shown(course: &str, nights: &[Night]) -> String {
    let mut text = format!("# {course}\n\n");
    text += "| | program | points | games | share | nights | last night |\n| --: | --- | --: | --: | --: | --: | --: |\n";
    let last = nights.last();
    for (rank, (name, points, games, count)) in (1..).zip(totals(nights)) {
        let of_last = last.and_then(|night| night.rows.iter().find(|row| row.name == name));
        let of_last = of_last.map(|row| format!("{} of {}", row.score, row.games));
        let share = 100.0 * points / f64::from(games.max(1));
        text += &format!(
            "| {rank} | {name} | {points} | {games} | {share:.0} % | {count} | {} |\n",
            of_last.unwrap_or_default()
        );
    }
    if let Some(night) = last {
        text += &format!(
            "\nThe last night was {}, night {} of the course.\n",
            night.date,
            nights.len()
        );
    }
    text
}

#[cfg(test)]
mod tests {
    use super::{Night, Row, keep, nights, shown};

    fn night(date: &str, rows: &[(&str, f64, u32)]) -> Night {
        let row =
            |&(name, score, games): &(&str, f64, u32)| Row { name: name.to_owned(), score, games };
        let rows = rows.iter().map(row).collect();
        Night { date: date.to_owned(), tournament: "t".to_owned(), rows }
    }

    #[test]
    fn nights_add_up_and_are_kept() {
        let folder = tempfile::tempdir().unwrap();
        assert!(nights(folder.path()).unwrap().is_empty());
        keep(folder.path(), "Course", &night("2026-11-23", &[("ann", 1.5, 2), ("ben", 0.5, 2)]))
            .unwrap();
        let all = keep(
            folder.path(),
            "Course",
            &night("2026-11-24", &[("cleo", 2.0, 2), ("ann", 0.0, 2)]),
        );
        let all = all.unwrap();
        assert_eq!((all.len(), nights(folder.path()).unwrap()), (2, all.clone()));
        let table = std::fs::read_to_string(folder.path().join("table.md")).unwrap();
        assert_eq!(table, shown("Course", &all));
        let places: Vec<_> =
            ["| 1 | cleo | 2 | 2 | 100 %", "| 2 | ann | 1.5 | 4 | 38 % | 2 | 0 of 2"]
                .map(|line| table.find(line))
                .into_iter()
                .collect();
        assert!(places.iter().all(Option::is_some), "{table}");
        std::fs::write(folder.path().join("nights.jsonl"), "{}\n").unwrap();
        assert!(format!("{:#}", nights(folder.path()).unwrap_err()).contains("line 1"));
    }
}
