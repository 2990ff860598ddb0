//! `tesuji course`: tokens for a class, and a round robin of their programs every night.

mod plan;
mod table;

use std::fs::OpenOptions;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use anyhow::{Context as _, Result, bail};
use clap::Args;
use client::{Client, NewRoundRobin};
use plan::Plan;
use server::tokens;
use table::{Night, Row};

use crate::output::line;

/// How often a tournament is looked at while it is played.
const LOOK: Duration = Duration::from_secs(2);
/// The longest sleep before a night: a clock may be set meanwhile.
const NAP: Duration = Duration::from_secs(60);
/// Seconds of a day.
const DAY: u64 = 24 * 3600;
/// The file that names the tournament under way.
const RUNNING: &str = "running";

const EXAMPLES: &str = "\
Examples:
  tesuji course course.toml --data ./games --out ./course --tokens
  tesuji course course.toml --data ./games --out ./course --server https://club.example
  tesuji course course.toml --data ./games --out ./course --server https://club.example --once

The file has the keys name, variant and players, and may have clock, at, rounds, rated and host.";

/// Arguments of `tesuji course`.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct CourseArgs {
    /// The file of the course
    file: PathBuf,
    /// Folder of the club's games [default: tesuji in your folder for data]
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// Folder for the tokens and the table
    #[arg(long, value_name = "DIR", default_value = "course")]
    out: PathBuf,
    /// Address of the club
    #[arg(long, value_name = "URL", default_value = "http://127.0.0.1:5505")]
    server: String,
    /// Make the tokens, and no more
    #[arg(long)]
    tokens: bool,
    /// Play one night now, and end
    #[arg(long, conflicts_with = "tokens")]
    once: bool,
}

/// Makes the tokens that are missing, and plays.
pub fn run(args: &CourseArgs) -> Result<()> {
    let plan = Plan::read(&args.file)?;
    let data = args.data.clone().unwrap_or_else(crate::setup::data_folder);
    let folder = args.out.join("tokens");
    std::fs::create_dir_all(&folder).with_context(|| folder.display().to_string())?;
    for name in plan.players.iter().chain([&plan.host]) {
        if token(&data, &folder, name)? {
            line(format!("{name}: the token is in {}", file_of(&folder, name).display()))?;
        }
    }
    if args.tokens {
        return Ok(());
    }
    let member = |name: &String| -> Result<Client> {
        let token = std::fs::read_to_string(file_of(&folder, name))?;
        Ok(Client::new(&args.server, &token)?)
    };
    let host = member(&plan.host)?;
    let players = plan.players.iter().map(|name| Ok((name.as_str(), member(name)?)));
    let players = players.collect::<Result<Vec<_>>>()?;
    loop {
        if !args.once && !args.out.join(RUNNING).exists() {
            wait_until(plan.minute()?)?;
        }
        match night(&plan, &args.out, &host, &players) {
            Ok(()) if args.once => return Ok(()),
            Ok(()) => {}
            Err(error) if args.once => return Err(error),
            // A failure of tonight may be gone tomorrow.
            Err(error) => {
                eprintln!("{error:#}");
                std::thread::sleep(NAP);
            }
        }
    }
}

fn file_of(folder: &Path, name: &str) -> PathBuf {
    folder.join(format!("{}.token", name.to_lowercase()))
}

/// Makes a token where there is no file of it; only who owns the file reads it.
fn token(data: &Path, folder: &Path, name: &str) -> Result<bool> {
    let file = file_of(folder, name);
    if file.exists() {
        return Ok(false);
    }
    let token = tokens::create(data, name, true)?;
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut written = options.open(&file).with_context(|| file.display().to_string())?;
    writeln!(written, "{token}")?;
    Ok(true)
}

/// Seconds since 1970.
fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs()
}

/// Waits for the next time that it is that minute of the day.
fn wait_until(minute: u64) -> Result<()> {
    let due = next(now(), minute);
    line(format!("The next night is {} at {:02}:{:02} UTC.", date(due), minute / 60, minute % 60))?;
    while now() < due {
        std::thread::sleep(NAP.min(Duration::from_secs(due.saturating_sub(now()).max(1))));
    }
    Ok(())
}

/// The next time after that one at that minute of the day, in seconds since 1970.
fn next(now: u64, minute: u64) -> u64 {
    let today = now / DAY * DAY + minute * 60;
    if today > now { today } else { today + DAY }
}

/// The date of a time in seconds since 1970, as 2026-11-24: by eras of 400 years that begin in March.
fn date(seconds: u64) -> String {
    let days = seconds / DAY + 719_468;
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let of_year = day - (365 * year + year / 4 - year / 100);
    let month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * month + 2) / 5 + 1;
    let (month, next) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    format!("{}-{month:02}-{day:02}", era * 400 + year + next)
}

/// Plays a night, or the rest of one that this program was killed in, and keeps the table.
fn night(plan: &Plan, out: &Path, host: &Client, players: &[(&str, Client)]) -> Result<()> {
    let running = out.join(RUNNING);
    let id = match std::fs::read_to_string(&running) {
        Ok(id) => id.trim().to_owned(),
        Err(_) => {
            let id = begin(plan, host, players)?;
            // A name is given whole or not at all.
            let new = out.join("running.new");
            std::fs::write(&new, &id)?;
            std::fs::rename(new, &running)?;
            host.start_tournament(&id)?;
            id
        }
    };
    loop {
        match host.tournament(&id) {
            Ok(tournament) if tournament.is_over() => break,
            Ok(_) => {}
            Err(error) if error.is_passing() => eprintln!("{error}; trying again"),
            Err(error) => {
                // A tournament that is gone holds up no other night.
                std::fs::remove_file(&running)?;
                return Err(error).with_context(|| format!("the tournament {id}"));
            }
        }
        std::thread::sleep(LOOK);
    }
    let rows = host.results(&id)?.into_iter().map(|it| Row {
        name: it.username,
        score: it.score,
        games: it.nb_games,
    });
    let night = Night { date: date(now()), tournament: id.clone(), rows: rows.collect() };
    // Where it was killed between the two the night is kept already.
    if table::nights(out)?.last().is_none_or(|last| last.tournament != id) {
        let nights = table::keep(out, &plan.name, &night)?;
        line(table::shown(&plan.name, &nights).trim_end())?;
    }
    std::fs::remove_file(&running)?;
    Ok(())
}

/// Makes the tournament of a night, and lets those join whose programs listen; its id.
fn begin(plan: &Plan, host: &Client, players: &[(&str, Client)]) -> Result<String> {
    let mut there = Vec::new();
    for (name, client) in players {
        if host.member(name)?.online {
            there.push((name, client));
        } else {
            line(format!("{name} does not listen"))?;
        }
    }
    if there.len() < 2 {
        bail!("a night is played by two programs or more; {} listen", there.len());
    }
    let new = NewRoundRobin {
        name: format!("{} {}", plan.name, date(now())),
        variant: plan.variant.clone(),
        clock: plan.clock()?,
        rounds: plan.rounds,
        rated: plan.rated,
    };
    let made = host.create_round_robin(&new).context("the night's tournament")?;
    for (name, client) in there {
        client.join_tournament(&made.id).with_context(|| (*name).to_owned())?;
    }
    Ok(made.id)
}

#[cfg(test)]
mod tests {
    use super::{DAY, date, next};

    #[test]
    fn times_are_those_of_the_calendar() {
        for (days, shown) in [
            (0, "1970-01-01"),
            (59, "1970-03-01"),
            (11_016, "2000-02-29"),
            (11_017, "2000-03-01"),
            (20_781, "2026-11-24"),
            (47_540, "2100-02-28"),
            (47_541, "2100-03-01"),
        ] {
            assert_eq!(date(days * DAY + 5), shown, "{days}");
        }
        let noon = 20_781 * DAY + DAY / 2;
        assert_eq!(next(noon, 22 * 60), noon + 10 * 3600);
        assert_eq!(next(noon, 12 * 60), noon + DAY);
        assert_eq!(next(noon, 0), noon + DAY / 2);
    }
}
