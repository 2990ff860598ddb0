//! `tesuji bot`: an engine that plays in a club.

mod game;
mod host;
mod rules;

use std::sync::{Arc, Mutex};

use anyhow::{Context as _, Result, bail};
use arena::{EngineSpec, Environment};
use clap::Args;
use client::{Backoff, Challenge, Client, Event};

use crate::cli::{Game, whole};
use crate::output::line;
use host::Bot;
use rules::{Rules, Seconds};

const EXAMPLES: &str = "\
Examples:
  tesuji bot --server https://club.example --token-file robot.token
  tesuji bot --server http://127.0.0.1:5505 --engine 'tesuji,level=8' --at-once 8
  tesuji bot --server https://club.example --engine 'cmd=stockfish,option.Threads=2' \\
      --variants standard,chess960 --clock 60..1800 --only Alice,Bob
  tesuji bot --server https://club.example --tournament 9x0q7v1c8d5t4k2m

An engine is a line as for tesuji match. Challenges that the rules do not allow are declined with a
reason. The bot comes back after any fault of the network, and after a kill plays on where its games
stand. See docs/api.md.";

/// Arguments of `tesuji bot`.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct BotArgs {
    /// The address of the club
    #[arg(long, value_name = "URL")]
    server: String,
    #[command(flatten)]
    token: super::token::TokenOf,
    /// The engine, as a line
    #[arg(long, value_name = "LINE", default_value = "tesuji")]
    engine: EngineSpec,
    /// Accept these variants only (standard for the usual start of chess) [default: all that the engine plays]
    #[arg(long, value_name = "KEYS", value_delimiter = ',')]
    variants: Vec<String>,
    /// Accept clocks with so many seconds at the start only: 60..1800
    #[arg(long, value_name = "FROM..TO")]
    clock: Option<Seconds>,
    /// Accept no game without a clock
    #[arg(long)]
    with_clock: bool,
    /// Accept challenges of these members only
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    only: Vec<String>,
    /// Join these tournaments, by the last part of their address; their games are played whatever the rules say
    #[arg(long, value_name = "IDS", value_delimiter = ',')]
    tournament: Vec<String>,
    /// Games to play at once
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = whole::<u16>(1, 64))]
    at_once: u16,
}

/// Plays a game on a thread of its own, unless it is played already.
fn take(bot: &Arc<Bot>, id: &str) {
    if !bot.playing().insert(id.to_owned()) {
        return;
    }
    let (bot, id) = (Arc::clone(bot), id.to_owned());
    std::thread::spawn(move || {
        game::play(&bot, &id);
        bot.playing().remove(&id);
    });
}

/// Plays until it is stopped.
pub fn run(args: &BotArgs) -> Result<()> {
    if args.engine.is_human() {
        bail!("a bot is played by an engine: --engine tesuji,level=8");
    }
    if args.engine.program().is_some() && args.variants.is_empty() {
        bail!(
            "a program plays some game only: say with --variants which, as in --variants standard"
        );
    }
    let rules = Rules {
        variants: args.variants.clone(),
        clock: args.clock,
        with_clock: args.with_clock,
        only: args.only.clone(),
        at_once: args.at_once.into(),
    };
    rules.check()?;
    let client = Client::new(&args.server, &args.token.read()?)?;
    let mut backoff = Backoff::default();
    let me = loop {
        match client.account() {
            Ok(me) => break me,
            Err(error) if error.is_passing() => eprintln!("{error}; trying again"),
            Err(error) => return Err(error).with_context(|| args.server.clone()),
        }
        std::thread::sleep(backoff.wait());
    };
    line(format!("{} is at {} and plays {}", me.username, args.server, args.engine.name()))?;
    let environment = Environment { guard: super::guard::command(), ..Environment::default() };
    let engine = args.engine.clone();
    let bot = Arc::new(Bot { client, me, engine, environment, playing: Mutex::default() });
    let mut tournaments = args.tournament.clone();
    // One that cannot be joined at all is said at once.
    enter(&bot, &mut tournaments, true)?;
    loop {
        match listen(&bot, &rules, &mut tournaments, &mut backoff) {
            Ok(()) => {}
            Err(error) if error.is_signed_out() => {
                return Err(error).with_context(|| args.server.clone());
            }
            Err(error) => eprintln!("{error}; trying again"),
        }
        std::thread::sleep(backoff.wait());
    }
}

/// Joins tournaments, those again in which the bot pauses. One that refuses is an error the first time, when it is asked until
/// it answers, and later one less: it is over.
fn enter(bot: &Bot, tournaments: &mut Vec<String>, first: bool) -> Result<()> {
    let mut open = Vec::new();
    for id in tournaments.drain(..) {
        match join(bot, &id, first) {
            Err(error @ client::Error::Refused { status: 400..=404, .. }) if first => {
                return Err(error).with_context(|| format!("the tournament {id}"));
            }
            Err(client::Error::Refused { status: 400..=404, message }) => {
                eprintln!("{id}: {message}");
            }
            // A passing error is tried again when the bot comes back.
            Err(error) if error.is_passing() => {
                eprintln!("{id}: {error}");
                open.push(id);
            }
            Err(error) => return Err(error).with_context(|| format!("the tournament {id}")),
            Ok(()) => open.push(id),
        }
    }
    *tournaments = open;
    Ok(())
}

/// Joins a tournament; `until_answered` again and again while the error is a passing one, too many requests among them.
fn join(bot: &Bot, id: &str, until_answered: bool) -> Result<(), client::Error> {
    let mut backoff = Backoff::default();
    loop {
        match bot.client.join_tournament(id) {
            Err(error) if until_answered && error.is_passing() => {
                eprintln!("{id}: {error}; trying again");
            }
            answered => return answered,
        }
        std::thread::sleep(backoff.wait());
    }
}

/// Does what the events ask for, until the stream ends.
fn listen(
    bot: &Arc<Bot>,
    rules: &Rules,
    tournaments: &mut Vec<String>,
    backoff: &mut Backoff,
) -> Result<(), client::Error> {
    let events = bot.client.events()?;
    if let Err(error) = enter(bot, tournaments, false) {
        eprintln!("{error:#}");
    }
    for event in events {
        match event? {
            Event::Challenge { challenge }
                if challenge.dest_user.id.as_ref() == Some(&bot.me.id) =>
            {
                answer(bot, rules, &challenge)?;
            }
            Event::GameStart { game } => take(bot, &game.id),
            _ => {}
        }
        backoff.reset();
    }
    Ok(())
}

/// Accepts a challenge, or declines it.
fn answer(bot: &Arc<Bot>, rules: &Rules, challenge: &Challenge) -> Result<(), client::Error> {
    let id = &challenge.id;
    let plays = |kind: Game| bot.player(kind).is_ok();
    let refusal = rules.refusal(challenge, bot.playing().len(), plays);
    let done = match refusal {
        Some(reason) => {
            eprintln!("{id}: {}'s challenge is declined: {reason}", challenge.challenger.name);
            bot.client.decline(id, reason)
        }
        None => bot.client.accept(id).inspect(|()| take(bot, id)),
    };
    match done {
        // It was taken back, or answered, meanwhile.
        Err(client::Error::Refused { status: 400..=404, message }) => {
            eprintln!("{id}: {message}");
            Ok(())
        }
        other => other,
    }
}
