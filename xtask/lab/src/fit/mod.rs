//! `lab fit`: the numbers of an evaluation, fitted to the results of games.
//!
//! The expected result of a position is taken for a logistic function of its static evaluation, as in the rating of players;
//! the parameters are moved so that the squared error over the positions of many games becomes least. The method is
//! known as Texel's tuning method (Peter Österlund, 2014). The slopes of the score by each parameter are measured by
//! differences, so that any evaluation can be fitted that declares its parameters, without code of its own.

mod model;
mod samples;

use std::path::PathBuf;

use anyhow::{Result, bail, ensure};
use game::params::Parameters;
use game::{Evaluator, Notation};

use model::{Fit, Rows};
use samples::Sample;

#[derive(clap::Args)]
pub struct Args {
    /// The game
    game: String,
    /// Records of matches, as `tesuji match --out` writes them
    #[arg(required = true)]
    records: Vec<PathBuf>,
    /// Only parameters whose name begins so, without regard to case; may be given more than once
    #[arg(long)]
    only: Vec<String>,
    /// How much of the target is the score that the search gave, the rest being the game's result: 0 to 1
    #[arg(long, default_value_t = 0.5)]
    blend: f64,
    /// How often the slopes are measured anew
    #[arg(long, default_value_t = 3)]
    rounds: usize,
    /// Steps of descent in each round
    #[arg(long, default_value_t = 400)]
    epochs: usize,
    /// What a change of one step of a parameter costs: holds back numbers that few positions tell of
    #[arg(long, default_value_t = 1e-7)]
    anchor: f64,
    /// Leave out the first plies of each game
    #[arg(long, default_value_t = 6)]
    skip: usize,
    /// Write the fitted engine here, as a table for `tesuji match --engines-file`
    #[arg(long)]
    out: Option<PathBuf>,
    /// Threads
    #[arg(long, default_value_t = 2)]
    threads: usize,
}

/// Reads the records, fits, and prints what changed.
pub fn run(args: &Args) -> Result<()> {
    ensure!((0.0..=1.0).contains(&args.blend), "--blend is from 0 to 1");
    match args.game.as_str() {
        "onitama" => fit::<onitama::Position, onitama::Evaluation>(args),
        "ataxx" => fit::<ataxx::Position, ataxx::Evaluation>(args),
        "arimaa" => fit::<arimaa::Position, arimaa::Evaluation>(args),
        "chess" => fit::<chess::Position, chess::Evaluation>(args),
        other => bail!("there is no game '{other}' to fit"),
    }
}

fn fit<P: Notation + 'static, E: Evaluator<P>>(args: &Args) -> Result<()>
where
    E::Params: Parameters,
{
    let mut params = E::Params::default();
    let (mut learned, mut held): (Vec<Sample<P>>, Vec<Sample<P>>) = (Vec::new(), Vec::new());
    let mut games = 0_u64;
    for path in &args.records {
        samples::read(path, &args.game, args.skip, |found| {
            games += 1;
            // Whole games are held back: positions of one game resemble each other.
            if games.is_multiple_of(10) { held.extend(found) } else { learned.extend(found) }
        })?;
    }
    ensure!(!learned.is_empty() && !held.is_empty(), "too few games: there is nothing to fit to");
    let infos = E::Params::infos();
    let wanted = |name: &str| {
        let begins = |part: &String| {
            game::params::fold_name(name).starts_with(&game::params::fold_name(part))
        };
        args.only.is_empty() || args.only.iter().any(begins)
    };
    let chosen: Vec<usize> =
        (0..infos.len()).filter(|&i| !infos[i].switch && wanted(&infos[i].name)).collect();
    ensure!(!chosen.is_empty(), "no parameter of {} has such a name", args.game);
    let scale = model::scale::<P, E>(&learned, &params);
    eprintln!(
        "{games} games, {} positions to learn from and {} held back; a score of {scale:.0} points is an expected result of 0.73",
        learned.len(),
        held.len()
    );
    for round in 1..=args.rounds {
        let rows =
            Rows::measure::<P, E>(&learned, &params, &chosen, args.threads, scale, args.blend);
        let before = model::loss::<P, E>(&held, &params, scale, args.blend);
        let mut fit = Fit::new(&infos, &params, &chosen, &rows);
        for epoch in 1..=args.epochs {
            let loss = fit.step(&rows, scale, args.anchor, epoch);
            if epoch == 1 || epoch.is_multiple_of(100) {
                eprintln!("round {round}, step {epoch}: error {loss:.6}");
            }
        }
        fit.write(&mut params);
        let after = model::loss::<P, E>(&held, &params, scale, args.blend);
        eprintln!(
            "round {round}: error on the games held back {before:.6} before, {after:.6} after"
        );
    }
    report::<E::Params>(&params);
    if let Some(path) = &args.out {
        std::fs::write(path, table(&params))?;
    }
    Ok(())
}

/// Prints each parameter, a table as one line.
fn report<Q: Parameters>(params: &Q) {
    let mut lines: Vec<(String, Vec<i32>)> = Vec::new();
    for (index, info) in Q::infos().iter().enumerate() {
        let name = info.name.split('[').next().unwrap_or_default().to_owned();
        match lines.last_mut().filter(|(last, _)| *last == name) {
            Some((_, values)) => values.push(params.get(index)),
            None => lines.push((name, vec![params.get(index)])),
        }
    }
    for (name, values) in lines {
        println!("{name}: {values:?}");
    }
}

/// The values that differ from the declared ones, as an engine's table.
fn table<Q: Parameters>(params: &Q) -> String {
    let mut text =
        String::from("[[engine]]\nkind = \"tesuji\"\nname = \"fitted\"\n\n[engine.options]\n");
    for (index, info) in Q::infos().iter().enumerate() {
        let value = params.get(index);
        if value != info.start {
            text += &format!("\"{}\" = {value}\n", info.name);
        }
    }
    text
}
