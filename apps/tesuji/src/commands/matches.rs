//! `tesuji match`: two engines play a match.

use std::path::Path;
use std::time::UNIX_EPOCH;

use anyhow::{Context as _, Result};
use arena::stats::{Model, Sprt};
use arena::store::Store;
use arena::{Config, Format, Tournament};
use clap::{Args, ValueEnum};

use super::session::{PlayingArgs, Session, need, play};
use crate::cli::{Game, game_parser, whole};

const EXAMPLES: &str = "\
An engine is one line:
  tesuji,nodes=1000             nodes a turn; or depth=6 (plies), or time=0.1 (seconds, the default)
  tesuji,tc=10+0.1              a clock: 10 seconds and 0.1 more after each turn; 40/60 for 40 turns in 60 s
  tesuji,threads=2,hash=16      threads, and MiB for the table
  tesuji,option.NullMove=false  a parameter or switch of the search
  tesuji,preset=baseline        a named set of them
  random,seed=3                 legal moves at random
  cmd=./my-engine,tc=10+0.1     a program that speaks UOI; args=, dir=, env=, option.NAME=
  human                         you
  name=x, added to any line, is its name in reports.

Examples:
  tesuji match onitama --engine tesuji,nodes=1000 --engine random --games 100
  tesuji match onitama --engine tesuji,time=0.1 --engine tesuji,time=0.1,option.NullMove=false \\
      --games 1000 --seed 7 --out games.jsonl
  tesuji match onitama --engine cmd=./new,tc=10+0.1 --engine cmd=./old,tc=10+0.1 --games 20000 --sprt 0,5

Deals are random, by the seed; each is played twice with sides changed. Scores and Elo are from
the first engine's side; the interval holds the true difference in 95 of 100 matches. Ctrl-C ends
the match with the result so far. A match that was stopped or killed goes on when the same command is given
again (unless --again). See docs/arena.md.";

/// The unit of the hypotheses of --sprt.
#[derive(Clone, Copy, ValueEnum)]
enum SprtModel {
    /// Normalised Elo
    Normalized,
    /// Elo of the score
    Logistic,
}

/// Arguments of `tesuji match`.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct MatchArgs {
    /// The game
    #[arg(value_name = "GAME", value_parser = game_parser())]
    game: Game,
    /// Games to play, at most; an even number plays every opening from both sides
    #[arg(long, value_name = "N", value_parser = whole::<u64>(1, 1_000_000))]
    games: u64,
    /// Seed of the deals [default: another one each time; it is printed]
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
    /// Stop when this test has decided: elo0,elo1 or elo0,elo1,alpha,beta
    #[arg(long, value_name = "TEST", allow_hyphen_values = true)]
    sprt: Option<Sprt>,
    /// The unit of the test's differences
    #[arg(long, value_name = "MODEL", default_value = "normalized")]
    sprt_model: SprtModel,
    #[command(flatten)]
    playing: PlayingArgs,
}

/// Plays the match.
pub fn run(args: &MatchArgs) -> Result<()> {
    let playing = &args.playing;
    let engines = playing.engines()?;
    need("match", &engines, true)?;
    let model = match args.sprt_model {
        SprtModel::Normalized => Model::Normalized,
        SprtModel::Logistic => Model::Logistic,
    };
    let [event, site] = playing.event();
    let config = Config {
        event,
        site,
        game: args.game.name().to_owned(),
        format: Format::Match,
        engines,
        games: args.games,
        rounds: 1,
        seed: args.seed.unwrap_or_else(crate::setup::fresh_seed),
        openings: playing.openings(args.game)?,
        rules: playing.rules(),
        sprt: args.sprt.map(|sprt| Sprt { model, ..sprt }),
        policy: playing.policy(),
    };
    let tournament = Tournament::new(config)?;
    let store = playing.store()?;
    play(begin(tournament, store, args.seed.is_some(), playing.again())?, &playing.how())
}

/// The match that the same command began and that is not over, or a new one.
fn begin(tournament: Tournament, mut store: Store, seeded: bool, again: bool) -> Result<Session> {
    let identity = identity(&tournament, seeded);
    let open = if again { Vec::new() } else { store.of_identity(&identity)? };
    for stored in open.into_iter().filter(|stored| !stored.done) {
        // Another program may play the same at the same time.
        if let Some(lock) = store.lock(stored.id)? {
            // With its seed.
            let tournament = Tournament::new(store.config(&stored)?)?;
            return Ok(Session { tournament, id: stored.id, name: stored.name, lock, store });
        }
    }
    let [first, second] = tournament.engines() else { unreachable!("a match has two engines") };
    let name = format!("{} against {}", first.name(), second.name());
    let id = store.create(&name, &identity, tournament.config())?;
    let lock = store.lock(id)?.context("another program has taken the new match")?;
    Ok(Session { tournament, store, id, name, lock })
}

/// The identity of a match: the configuration, but for a seed that nobody asked for, and
/// the programs that play. After a new build of one of them, it is another match.
fn identity(tournament: &Tournament, seeded: bool) -> String {
    let mut value = tournament.config().identity();
    if !seeded {
        value["seed"] = serde_json::Value::Null;
    }
    let others = tournament.engines().iter().filter_map(arena::EngineSpec::program);
    let others = others.map(|program| build(Some(&program.command)));
    let builds: Vec<String> = std::iter::once(own_build()).chain(others).collect();
    value["builds"] = builds.into();
    value.to_string()
}

/// A fingerprint of this program's build.
pub fn own_build() -> String {
    build(std::env::current_exe().ok().as_deref())
}

/// A fingerprint of a program's build.
fn build(path: Option<&Path>) -> String {
    let facts = path.and_then(|path| std::fs::metadata(path).ok());
    let time = facts.as_ref().and_then(|facts| facts.modified().ok());
    let time = time.and_then(|time| time.duration_since(UNIX_EPOCH).ok()).unwrap_or_default();
    format!("{}-{}", facts.map_or(0, |facts| facts.len()), time.as_millis())
}
