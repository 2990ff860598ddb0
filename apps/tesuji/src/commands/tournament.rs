//! `tesuji tournament`: many engines play.

use anyhow::{Context as _, Result, bail};
use arena::store::{Store, Stored};
use arena::{Config, Format, Tournament};
use clap::{Args, ValueEnum};

use super::session::{PlayingArgs, Session, need, play};
use crate::cli::{Game, game_parser, whole};

const EXAMPLES: &str = "\
Engines are lines, as in `tesuji match --help`, or tables of a TOML file:
  [[engine]]
  name = \"mine\"
  cmd = \"./my-engine\"
  tc = \"10+0.1\"
  options = { Hash = 64 }

Examples:
  tesuji tournament onitama --engine tesuji,depth=2 --engine tesuji,depth=4 --engine random --games 100
  tesuji tournament onitama --format gauntlet --name mine --engines-file engines.toml --games 200
  tesuji tournament onitama --format swiss --rounds 7 --engines-file engines.toml --games 4

Finished games are kept: the same command goes on where it was stopped or killed, and prints the result again
when all is played (--again begins anew). A round robin or gauntlet with a --name takes more engines when the
same command is given with them added at the end.";

/// Format of the tournament.
#[derive(Clone, Copy, ValueEnum)]
enum FormatArg {
    /// Every pair of engines plays
    RoundRobin,
    /// The first engine plays each of the others
    Gauntlet,
    /// Each round pairs engines of similar scores
    Swiss,
    /// The loser is out; engines are seeded in the order given
    Knockout,
}

/// Arguments of `tesuji tournament`.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct TournamentArgs {
    /// The game
    #[arg(value_name = "GAME", value_parser = game_parser())]
    game: Game,
    /// Format of the tournament
    #[arg(long, value_name = "FORMAT", default_value = "round-robin")]
    format: FormatArg,
    /// Games of each pairing; an even number plays every opening from both sides
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = whole::<u64>(1, 1_000_000))]
    games: u64,
    /// Rounds of a Swiss tournament [default: enough for a single winner]
    #[arg(long, value_name = "N", value_parser = whole::<u32>(1, 1000))]
    rounds: Option<u32>,
    /// Seed of the openings and pairings
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Name of the tournament [default: it is known by its settings]
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
    #[command(flatten)]
    playing: PlayingArgs,
}

/// Plays the tournament.
pub fn run(args: &TournamentArgs) -> Result<()> {
    let playing = &args.playing;
    let engines = playing.engines()?;
    need("tournament", &engines, false)?;
    let format = match args.format {
        FormatArg::RoundRobin => Format::RoundRobin,
        FormatArg::Gauntlet => Format::Gauntlet,
        FormatArg::Swiss => Format::Swiss,
        FormatArg::Knockout => Format::Knockout,
    };
    let enough = engines.len().next_power_of_two().trailing_zeros().max(1);
    let [event, site] = playing.event();
    let config = Config {
        event,
        site,
        game: args.game.name().to_owned(),
        format,
        games: args.games,
        rounds: if format == Format::Swiss { args.rounds.unwrap_or(enough) } else { 1 },
        seed: args.seed,
        openings: playing.openings(args.game)?,
        rules: playing.rules(),
        sprt: None,
        policy: playing.policy(),
        engines,
    };
    let tournament = Tournament::new(config)?;
    let store = playing.store()?;
    let session = begin(tournament, store, args.name.as_deref(), playing.again())?;
    play(session, &playing.how())
}

fn begin(
    tournament: Tournament,
    mut store: Store,
    name: Option<&str>,
    again: bool,
) -> Result<Session> {
    let config = tournament.config();
    let identity = match name {
        Some(name) => format!("tournament {name}"),
        None => config.identity().to_string(),
    };
    let found = if again { None } else { store.of_identity(&identity)?.into_iter().next() };
    let (id, name) = match found {
        Some(stored) => {
            grow(&store, &stored, config)?;
            (stored.id, stored.name)
        }
        None => {
            let (format, engines) = (config.format.name(), config.engines.len());
            let name = name.map_or_else(|| format!("{format} of {engines} engines"), str::to_owned);
            (store.create(&name, &identity, config)?, name)
        }
    };
    let lock = store.lock(id)?;
    let lock = lock
        .with_context(|| format!("{name} is being played by another program (tournament {id})"))?;
    Ok(Session { tournament, store, id, name, lock })
}

/// The same settings, or the same with engines added at the end.
fn grow(store: &Store, stored: &Stored, config: &Config) -> Result<()> {
    let known = &store.config(stored)?;
    let same_engines = Config { engines: config.engines.clone(), ..known.clone() };
    if same_engines != *config {
        let name = &stored.name;
        bail!(
            "a tournament called {name} has other settings: take another --name, or --again to begin anew"
        );
    }
    if known.engines == config.engines {
        return Ok(());
    }
    if !config.format.can_grow() || !config.engines.starts_with(&known.engines) {
        let name = &stored.name;
        bail!(
            "the tournament called {name} has other engines: to a round robin or gauntlet more can be added \
             at the end; otherwise take another --name, or --again to begin anew"
        );
    }
    if store.is_played(stored.id)? {
        bail!("{} is being played by another program: stop it first", stored.name);
    }
    Ok(store.set_config(stored.id, config)?)
}
