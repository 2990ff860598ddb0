//! `tesuji elo`: the calculator for results of matches.

use anyhow::Result;
use arena::stats::{Decision, Interval, Model, Sprt, estimate};
use clap::{ArgGroup, Args};
use serde::Serialize;

use crate::cli::usage_error;
use crate::output::{json, line};

const EXAMPLES: &str = "\
Examples:
  tesuji elo --games 120,60,130                     lost, drawn, won
  tesuji elo --pairs 20,110,320,130,30 --elo0 0 --elo1 5

Pairs are two games from one opening with sides changed; the five numbers count those that scored 0, 1/2,
1, 3/2 and 2 points. They are better evidence than single games, which depend on each other within a pair.
The formulas are in docs/arena.md.";

/// Arguments of `tesuji elo`.
#[derive(Args)]
#[command(after_help = EXAMPLES, group = ArgGroup::new("counts").required(true))]
pub struct EloArgs {
    /// Pairs that scored 0, 1/2, 1, 3/2 and 2 points: a,b,c,d,e
    #[arg(long, value_name = "COUNTS", group = "counts", value_parser = counts::<5>)]
    pairs: Option<[u64; 5]>,
    /// Games lost, drawn and won: a,b,c
    #[arg(long, value_name = "COUNTS", group = "counts", value_parser = counts::<3>)]
    games: Option<[u64; 3]>,
    /// Test against this Elo difference; with --elo1
    #[arg(long, value_name = "X", requires = "elo1", allow_negative_numbers = true)]
    elo0: Option<f64>,
    /// Test for this Elo difference; with --elo0
    #[arg(long, value_name = "Y", requires = "elo0", allow_negative_numbers = true)]
    elo1: Option<f64>,
    /// Probability of accepting elo1 when elo0 is true
    #[arg(long, value_name = "P", default_value_t = 0.05)]
    alpha: f64,
    /// Probability of accepting elo0 when elo1 is true
    #[arg(long, value_name = "P", default_value_t = 0.05)]
    beta: f64,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

fn counts<const N: usize>(text: &str) -> Result<[u64; N], String> {
    let read = |(index, part): (usize, &str)| {
        let number = part.trim().parse().ok().filter(|&number: &u64| number <= 1 << 50);
        number.ok_or_else(|| format!("number {} ('{part}') is no count", index + 1))
    };
    let numbers: Vec<u64> = text.split(',').enumerate().map(read).collect::<Result<_, _>>()?;
    let given = numbers.len();
    numbers.try_into().map_err(|_| format!("{N} counts are needed, and {given} are given"))
}

#[derive(Serialize)]
struct EloLine {
    games: u64,
    score: f64,
    elo: f64,
    elo_low: f64,
    elo_high: f64,
    interval: Interval,
    los: f64,
    nelo: Option<f64>,
    draw_ratio: Option<f64>,
    llr_logistic: Option<f64>,
    llr_normalized: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    llr_bounds: Option<[f64; 2]>,
}

/// Calculates.
pub fn run(args: &EloArgs) -> Result<()> {
    let (counts, per): (&[u64], u64) = match (&args.pairs, &args.games) {
        (Some(pairs), _) => (pairs, 2),
        (None, Some(games)) => (games, 1),
        // The group asks for one of them.
        (None, None) => return Err(usage_error("elo", "give --pairs or --games")),
    };
    let number: u64 = counts.iter().sum();
    let Some(estimate) = estimate(counts) else {
        return Err(usage_error("elo", "there is nothing to calculate: all counts are 0"));
    };
    let points: f64 = (0..).zip(counts).map(|(index, &n)| f64::from(index) * n as f64).sum();
    let score = points / (counts.len() - 1) as f64 / number as f64;
    let tests = args.elo0.zip(args.elo1).map(|(elo0, elo1)| -> Result<[Sprt; 2]> {
        let test = |model| {
            let sprt = Sprt { elo0, elo1, alpha: args.alpha, beta: args.beta, model };
            sprt.check().map_err(|error| usage_error("elo", error.to_string()))
        };
        Ok([test(Model::Logistic)?, test(Model::Normalized)?])
    });
    let tests = tests.transpose()?;
    if args.json {
        return json(&EloLine {
            games: number * per,
            score,
            elo: estimate.elo,
            elo_low: estimate.elo_low,
            elo_high: estimate.elo_high,
            interval: estimate.interval,
            los: estimate.los,
            nelo: estimate.nelo,
            draw_ratio: (counts.len() == 3).then(|| counts[1] as f64 / number as f64),
            llr_logistic: tests.map(|[logistic, _]| logistic.llr(counts)),
            llr_normalized: tests.map(|[_, normalized]| normalized.llr(counts)),
            llr_bounds: tests.map(|[test, _]| test.bounds().into()),
        });
    }
    let note = match estimate.interval {
        Interval::Normal => "",
        Interval::Exact => " (exact, for few games)",
    };
    line(format!("Games   {}, score {:.2} %", number * per, 100.0 * score))?;
    line(format!(
        "Elo     {:+.2}, 95 % between {:+.2} and {:+.2}{note}",
        estimate.elo, estimate.elo_low, estimate.elo_high
    ))?;
    match estimate.nelo {
        Some(nelo) => line(format!("nElo    {nelo:+.2} (normalised Elo)"))?,
        None => line("nElo    none: every score was the same")?,
    }
    line(format!("LOS     {:.2} % (likelihood of superiority)", 100.0 * estimate.los))?;
    for sprt in tests.into_iter().flatten() {
        let state = sprt.state(counts);
        let decision = match state.decision {
            Some(Decision::Accepted) => format!("{} is accepted", sprt.elo1),
            Some(Decision::Rejected) => format!("{} is rejected", sprt.elo1),
            None => "undecided".to_owned(),
        };
        let (lower, upper) = (state.lower, state.upper);
        line(format!("LLR     {:+.4} in [{lower:.3}, {upper:.3}], {sprt}: {decision}", state.llr))?;
    }
    Ok(())
}
