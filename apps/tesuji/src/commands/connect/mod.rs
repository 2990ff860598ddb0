//! `tesuji connect`: a club in the terminal.

mod board;
mod meet;
mod rematch;
mod save;
mod words;

use std::cell::RefCell;

use anyhow::{Context as _, Result, bail};
use clap::Args;
use client::{Account, Client, ListedGame, NewChallenge, Seek};

use super::play::input::{Input, Typed};
use crate::output::line;
use crate::paint::Paint;
use save::save;
use words::{LOBBY, LOBBY_HELP, long_time, one_of, split, what};

const EXAMPLES: &str = "\
Examples:
  tesuji connect https://club.example --token-file alice.token
  printf 'engine 1 onitama white\\nmoves\\nresign\\nquit\\n' | tesuji connect http://127.0.0.1:5505

Type help while you are there. `tesuji token create NAME` makes the token of an account.";

/// Arguments of `tesuji connect`.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct ConnectArgs {
    /// The address of the club
    #[arg(value_name = "URL")]
    server: String,
    #[command(flatten)]
    token: super::token::TokenOf,
}

/// A member in the club.
struct Lobby {
    client: Client,
    me: Account,
    paint: Paint,
    /// The game where the member was last.
    last: RefCell<Option<String>>,
}

/// Asks and obeys until the member leaves.
pub fn run(args: &ConnectArgs) -> Result<()> {
    let client = Client::new(&args.server, &args.token.read()?)?;
    let me = client.account().with_context(|| args.server.clone())?;
    let lobby = Lobby { client, me, paint: Paint::for_stdout(), last: RefCell::default() };
    line(lobby.paint.dim(&format!("You are {}. Type help.", lobby.me.username)))?;
    let mut input = Input::new(&LOBBY)?;
    lobby.list()?;
    loop {
        let prompt = format!("{}> ", lobby.waiting());
        let typed = match input.read(&prompt, Vec::new())? {
            Typed::Line(line) => line,
            Typed::Interrupt | Typed::End => return Ok(()),
        };
        let (word, rest) = split(&typed);
        if matches!(word.as_str(), "quit" | "q" | "exit") {
            return Ok(());
        }
        match lobby.obey(&word, &rest, &mut input) {
            Err(error) if crate::output::is_broken_pipe(&error) => return Err(error),
            Err(error) => line(lobby.paint.fault(&format!("{error:#}")))?,
            Ok(()) => {}
        }
    }
}

impl Lobby {
    fn obey(&self, word: &str, rest: &[&str], input: &mut Input) -> Result<()> {
        match (word, rest) {
            ("", _) => {}
            ("help" | "h" | "?", _) => line(LOBBY_HELP)?,
            ("list" | "l", _) => self.list()?,
            ("challenge", [name, rest @ ..]) => {
                let made = self.client.challenge(name, &what(rest)?)?;
                let to = made.dest_user.name;
                line(format!("{}: {to} is challenged; type play once it is accepted.", made.id))?;
            }
            ("engine", [level, rest @ ..]) => {
                let level = level.parse().context("a level is a number from 1 to 15")?;
                let new: NewChallenge = what(rest)?;
                let begun = self.client.challenge_engine(level, &new)?;
                self.go_to(&begun.id, input)?;
            }
            ("accept", [] | [_]) => {
                let id = self.challenge(rest.first().copied())?;
                self.client.accept(&id)?;
                self.go_to(&id, input)?;
            }
            ("decline", [] | [_]) => {
                let id = self.challenge(rest.first().copied())?;
                self.client.decline(&id, "generic")?;
                line("Declined.")?;
            }
            ("cancel", [] | [_]) => {
                let made = self.client.challenges()?.made;
                let ids: Vec<String> = made.into_iter().map(|challenge| challenge.id).collect();
                self.client.cancel(&one_of(&ids, rest.first().copied(), "challenge")?)?;
                line("Taken back.")?;
            }
            ("play", [] | [_]) => {
                let games = self.client.playing()?;
                let ids: Vec<String> = games.into_iter().map(|game| game.id).collect();
                let id = match rest.first() {
                    Some(begins) => one_of(&ids, Some(begins), "game")?,
                    None => ids.into_iter().next().context("no game of yours goes on")?,
                };
                self.go_to(&id, input)?;
            }
            ("seeks", _) => self.list_seeks()?,
            ("seek", rest) => self.seek(&what(rest)?, input)?,
            ("join", [begins]) => {
                let id = self.find_seek(begins, |_| true)?;
                let id = self.client.accept_seek(&id)?;
                self.go_to(&id, input)?;
            }
            ("withdraw", [begins]) => {
                let own = |seek: &Seek| seek.by.id.as_ref() == Some(&self.me.id);
                self.client.cancel_seek(&self.find_seek(begins, own)?)?;
                line("Withdrawn.")?;
            }
            ("pool", rest) => self.wait_in_pool(&what(rest)?, input)?,
            ("watch", [id]) => self.go_to(id, input)?,
            ("rematch", []) => self.rematch(input)?,
            ("save", words) => save(&self.client, &self.last()?, &words.join(" "))?,
            ("challenge" | "engine" | "watch" | "join" | "withdraw", _) => {
                bail!("{word} whom or what? Type help")
            }
            _ => bail!("there is no command '{word}' here; type help"),
        }
        Ok(())
    }

    fn go_to(&self, id: &str, input: &mut Input) -> Result<()> {
        self.last.replace(Some(id.to_owned()));
        board::visit(&self.client, &self.me, id, self.paint, input)
    }

    /// The challenge that is meant, of those that one has got.
    fn challenge(&self, begins: Option<&str>) -> Result<String> {
        let got = self.client.challenges()?.got;
        let ids: Vec<String> = got.into_iter().map(|challenge| challenge.id).collect();
        one_of(&ids, begins, "challenge")
    }

    /// The prompt: how many challenges wait, and how many games.
    fn waiting(&self) -> String {
        let got = self.client.challenges().map_or(0, |challenges| challenges.got.len());
        let games = self.client.playing().unwrap_or_default();
        let turns = games.iter().filter(|game| game.is_my_turn).count();
        let many = |count: usize, what: &str| match count {
            0 => String::new(),
            count => format!(", {}", arena::words::counted(count as u64, what)),
        };
        format!("club{}{}", many(got, "challenge"), many(turns, "turn"))
    }

    fn list(&self) -> Result<()> {
        for game in self.client.playing()? {
            let ListedGame { id, color, opponent, variant, is_my_turn, .. } = &game;
            let turn = if *is_my_turn { ", your turn" } else { "" };
            let left = match (game.days, game.seconds_left) {
                (Some(_), Some(left)) if *is_my_turn => format!(" ({} left)", long_time(left)),
                _ => String::new(),
            };
            let (name, color) = (&opponent.username, color.name());
            line(format!("  {id}  {} against {name}, {color}{turn}{left}", variant.name))?;
        }
        let challenges = self.client.challenges()?;
        for challenge in &challenges.got {
            let (name, what) = (&challenge.challenger.name, &challenge.variant.name);
            let time = challenge.time_control.text();
            line(format!("  {}  {name} challenges you: {what} {time}", challenge.id))?;
        }
        for challenge in &challenges.made {
            let (name, what) = (&challenge.dest_user.name, &challenge.variant.name);
            line(format!("  {}  you challenge {name}: {what}", challenge.id))?;
        }
        Ok(())
    }
}
