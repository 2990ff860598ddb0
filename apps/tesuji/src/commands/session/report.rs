//! The result of a match or a tournament.

use std::collections::BTreeMap;

use anyhow::Result;
use arena::rating::{Measured, Rated};
use arena::stats::{Decision, Sprt, SprtState};
use arena::tournament::{FaultCounts, Outcome, Row, Standings};
use arena::view::EngineFaults;
use arena::words::counted;
use arena::{Estimate, FaultKind, Interval, Summary, Tournament};
use serde::Serialize;

use crate::output::{json, line};

/// The most engines of which each pairing is reported.
const PAIRINGS: usize = 40;

/// The result of a run.
pub(super) struct FinalReport<'a> {
    pub(super) tournament: &'a Tournament,
    pub(super) outcome: &'a Outcome,
    pub(super) ratings: Vec<Rated>,
    pub(super) id: i64,
    pub(super) name: &'a str,
    pub(super) seconds: f64,
}

#[derive(Serialize)]
struct TestLine<'a> {
    #[serde(flatten)]
    sprt: &'a Sprt,
    #[serde(flatten)]
    state: SprtState,
    pairs: usize,
}

#[derive(Serialize)]
struct OverheadLine {
    mean: f64,
    most: f64,
}

#[derive(Serialize)]
struct MatchLine<'a> {
    r#type: &'static str,
    #[serde(flatten)]
    summary: &'a Summary,
    #[serde(skip_serializing_if = "Option::is_none")]
    sprt: Option<TestLine<'a>>,
    game: &'a str,
    engines: [&'a str; 2],
    seed: u64,
    id: i64,
    complete: bool,
    played: u64,
    faults: Faults<'a>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    groups: Vec<GroupLine>,
    concurrency: usize,
    overhead_ms: OverheadLine,
    seconds: f64,
}

/// How often which engine did what wrong, by name.
type Faults<'a> = BTreeMap<&'a str, FaultCounts>;

#[derive(Serialize)]
struct GroupLine {
    group: String,
    #[serde(flatten)]
    summary: Summary,
}

#[derive(Serialize)]
struct PairingLine<'a> {
    engines: [&'a str; 2],
    #[serde(flatten)]
    summary: Summary,
}

#[derive(Serialize)]
struct TournamentLine<'a> {
    r#type: &'static str,
    format: &'static str,
    game: &'a str,
    name: &'a str,
    id: i64,
    seed: u64,
    complete: bool,
    games: usize,
    played: u64,
    standings: Vec<Row>,
    ratings: &'a [Rated],
    #[serde(rename = "encounters")]
    pairings: Vec<PairingLine<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    winner: Option<&'a str>,
    faults: Faults<'a>,
    concurrency: usize,
    overhead_ms: OverheadLine,
    seconds: f64,
}

impl FinalReport<'_> {
    fn overhead(&self) -> OverheadLine {
        let overhead = &self.outcome.overhead;
        OverheadLine { mean: overhead.mean_ms(), most: 1_000.0 * overhead.most.as_secs_f64() }
    }

    fn pairings(&self) -> Vec<PairingLine<'_>> {
        let engines = self.tournament.engines();
        let mut found = Vec::new();
        if engines.len() > PAIRINGS {
            return found;
        }
        for first in 0..engines.len() {
            for second in first + 1..engines.len() {
                let tally =
                    self.tournament.tally(&self.outcome.results, first as u32, second as u32);
                let summary = tally.summary();
                if summary.games > 0 {
                    let engines = [engines[first].name(), engines[second].name()];
                    found.push(PairingLine { engines, summary });
                }
            }
        }
        found
    }

    /// Of those that did something wrong.
    fn faults(&self) -> Faults<'_> {
        let mut found = Faults::new();
        for (spec, counts) in self.tournament.engines().iter().zip(&self.outcome.faults) {
            for (&kind, count) in counts {
                // Both engines of a match may have one name.
                *found.entry(spec.name()).or_default().entry(kind).or_default() += count;
            }
        }
        found
    }

    fn groups(&self) -> Vec<GroupLine> {
        let groups = self.tournament.groups(&self.outcome.results).into_iter();
        groups.map(|(group, tally)| GroupLine { group, summary: tally.summary() }).collect()
    }

    /// Of a match, in words, that most games ended by faults, so that its score says nothing.
    pub(super) fn spoiled(&self) -> Option<String> {
        let games = self.outcome.summary.as_ref()?.games;
        let counts = self.outcome.faults.iter().flatten();
        let lost: u64 = counts
            .filter(|(kind, _)| **kind != FaultKind::Time && !kind.is_at_start())
            .map(|(_, count)| count)
            .sum();
        let all = counted(games, "game");
        (games > 0 && 2 * lost >= games).then(|| {
            format!("{lost} of {all} ended by a fault of an engine: the score says nothing of its strength")
        })
    }

    fn winner(&self) -> Option<&str> {
        let winner = self.tournament.knockout_winner(&self.outcome.results)?;
        Some(self.tournament.engines()[winner].name())
    }

    pub(super) fn json(&self) -> Result<()> {
        let Outcome { results, complete, played, workers, summary, test, .. } = self.outcome;
        let config = self.tournament.config();
        if let (Some(summary), [first, second]) = (summary, self.tournament.engines()) {
            let sprt = config.sprt.as_ref().zip(*test);
            return json(&MatchLine {
                r#type: "result",
                summary,
                sprt: sprt.map(|(sprt, (state, pairs))| TestLine { sprt, state, pairs }),
                game: &config.game,
                engines: [first.name(), second.name()],
                seed: config.seed,
                id: self.id,
                complete: *complete,
                played: *played,
                faults: self.faults(),
                groups: self.groups(),
                concurrency: *workers,
                overhead_ms: self.overhead(),
                seconds: self.seconds,
            });
        }
        json(&TournamentLine {
            r#type: "result",
            format: config.format.name(),
            game: &config.game,
            name: self.name,
            id: self.id,
            seed: config.seed,
            complete: *complete,
            games: results.len(),
            played: *played,
            standings: self.tournament.standings(results).rows(),
            ratings: &self.ratings,
            pairings: self.pairings(),
            winner: self.winner(),
            faults: self.faults(),
            concurrency: *workers,
            overhead_ms: self.overhead(),
            seconds: self.seconds,
        })
    }

    pub(super) fn text(&self) -> Result<()> {
        let Outcome { results, complete, summary, test, .. } = self.outcome;
        let config = self.tournament.config();
        if !complete {
            let known = counted(self.tournament.schedule(results).games(), "game");
            line(format!(
                "Stopped after {} of {known}. The same command goes on, or tesuji arena resume {}.",
                results.len(),
                self.id
            ))?;
        }
        if let (Some(summary), [first, second]) = (summary, self.tournament.engines()) {
            line(format!("{} against {}", first.name(), second.name()))?;
            self.match_text(summary)?;
            if let Some((sprt, (state, pairs))) = config.sprt.as_ref().zip(*test) {
                self.test_text(sprt, state, pairs)?;
            }
        } else {
            let standings = self.tournament.standings(results);
            line(format!("{} ({}), seed {}", self.name, config.format.name(), config.seed))?;
            crosstable(&standings, &standings.rows()).into_iter().try_for_each(line)?;
            line("")?;
            rating_lines(&self.ratings).into_iter().try_for_each(line)?;
            if let Some(winner) = self.winner() {
                line(format!("{winner} has won."))?;
            }
        }
        for (engine, counts) in self.faults() {
            let faults = EngineFaults { engine: engine.to_owned(), counts };
            line(format!("Faults  {engine}: {}", faults.words()))?;
        }
        let overhead = self.overhead();
        if self.outcome.overhead.turns > 0 {
            line(format!(
                "Arena   {:.3} ms a turn, {:.1} ms at most",
                overhead.mean, overhead.most
            ))?;
        }
        Ok(())
    }

    fn match_text(&self, summary: &Summary) -> Result<()> {
        let Summary {
            games,
            wins,
            draws,
            losses,
            pairs,
            estimate,
            draw_ratio,
            openings_decide,
            ..
        } = summary;
        let seed = self.tournament.config().seed;
        line(format!("Games   {games} in {:.1} s, seed {seed}", self.seconds))?;
        if *games == 0 {
            return Ok(());
        }
        line(format!(
            "Score   {wins} won, {draws} drawn ({:.1} %), {losses} lost",
            100.0 * draw_ratio
        ))?;
        line(format!("Pairs   {pairs:?} that scored 0, 1/2, 1, 3/2, 2"))?;
        if let Some(estimate) = estimate {
            line(elo_text(estimate))?;
            let nelo =
                estimate.nelo.map_or_else(|| "none".to_owned(), |nelo| format!("{nelo:+.1}"));
            line(format!("nElo    {nelo}, LOS {:.1} %", 100.0 * estimate.los))?;
        }
        if let Some(decide) = openings_decide {
            line(decide.words())?;
        }
        let groups = self.groups();
        let width = groups.iter().map(|line| line.group.chars().count()).max().unwrap_or(0);
        for GroupLine { group, summary } in &groups {
            let Summary { games, wins, draws, losses, score, .. } = summary;
            let games = counted(*games, "game");
            line(format!(
                "        {group:width$}  {games}: +{wins} ={draws} -{losses}, {:.1} %",
                100.0 * score
            ))?;
        }
        Ok(())
    }

    fn test_text(&self, sprt: &Sprt, state: SprtState, pairs: usize) -> Result<()> {
        let SprtState { llr, lower, upper, decision } = state;
        let decision = match decision {
            Some(Decision::Accepted) => "accepted",
            Some(Decision::Rejected) => "rejected",
            None => "undecided",
        };
        line(format!(
            "SPRT    {decision} after {}: LLR {llr:+.2} [{lower:.2}, {upper:.2}], {sprt}",
            counted(pairs as u64, "pair")
        ))
    }
}

/// The difference in strength, with its interval.
pub fn elo_text(estimate: &Estimate) -> String {
    let Estimate { elo, elo_low, elo_high, interval, .. } = estimate;
    let note = match interval {
        Interval::Normal => "",
        Interval::Exact => " (exact, for few games)",
    };
    format!("Elo     {elo:+.1}, 95 % between {elo_low:+.1} and {elo_high:+.1}{note}")
}

/// The table, and who scored what against whom.
pub fn crosstable(standings: &Standings, rows: &[Row]) -> Vec<String> {
    let width = rows.iter().map(|row| row.name.chars().count()).max().unwrap_or(0).max(6);
    let narrow = rows.len() <= 12;
    let numbers = |row: &Row| {
        format!(
            "{:8.1} {:6} {:5} {:5} {:5} {:8.1} {:8.1}",
            row.points,
            row.games,
            row.wins,
            row.draws,
            row.losses,
            row.sonneborn_berger,
            row.buchholz
        )
    };
    let mut head =
        format!("    {:width$}   points  games   won drawn  lost       SB       BH", "engine");
    if narrow {
        head.extend(rows.iter().map(|row| format!(" {:>9}", row.rank)));
    }
    let mut lines = vec![head];
    for row in rows {
        let mut text = format!("{:3} {:width$} {}", row.rank, row.name, numbers(row));
        for other in rows.iter().filter(|_| narrow) {
            let [wins, draws, losses] = standings.between(row.engine, other.engine);
            let games = wins + draws + losses;
            let cell = if games == 0 {
                "-".to_owned()
            } else {
                format!("{:.1}/{games}", wins as f64 + draws as f64 / 2.0)
            };
            text += &format!(" {cell:>9}");
        }
        lines.push(text);
    }
    lines
}

/// The ratings as a table.
pub fn rating_lines(rows: &[Rated]) -> Vec<String> {
    let width = rows.iter().map(|row| row.name.chars().count()).max().unwrap_or(4).max(6);
    let mut lines =
        vec![format!("    {:width$}     Elo   95 %               games   score", "engine")];
    lines.extend(rows.iter().enumerate().map(|(index, row)| {
        let note = if row.one_sided { "  won or lost everything: the size is a guess" } else { "" };
        let Measured { value, low, high } = row.elo;
        let interval = if low == high {
            format!("{:^18}", "held fast")
        } else {
            format!("{low:+7.1} to {high:+7.1}")
        };
        format!(
            "{:3} {:width$} {value:+7.1}   {interval} {:7} {:6.1} %{note}",
            index + 1,
            row.name,
            row.games,
            100.0 * row.score
        )
    }));
    lines
}
