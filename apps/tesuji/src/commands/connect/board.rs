//! A game of a club in the terminal: played, or watched.

use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};
use arena::words::plain;
use client::{
    Account, Backoff, Client, Color, Full, GameLine, GamePlace, Gone, Lines, NumberedLine, State,
};
use engine::{AnyGame, Referee};

use super::save::save;
use super::words::{GAME, GAME_HELP, LOBBY, long_time, rest_of, split};
use crate::commands::play::input::{Input, Typed};
use crate::commands::play::words::meant;
use crate::interrupt;
use crate::output::line;
use crate::paint::Paint;

/// How often who waits looks whether it should stop.
const POLL: Duration = Duration::from_millis(100);
/// The server says something every 7 seconds; after so long a silence the stream is opened again.
const SILENCE: Duration = Duration::from_secs(30);
/// Time for what follows a turn at once, the other side's answer among it.
const MOMENT: Duration = Duration::from_millis(100);

/// A game that is looked at.
struct Board<'a> {
    client: &'a Client,
    id: String,
    paint: Paint,
    full: Full,
    /// One's own side.
    own: Option<Color>,
    lines: Lines<NumberedLine>,
    /// Where the last line that was heard stands, and the number of the last of the chat.
    place: (Option<GamePlace>, Option<i64>),
    heard: Instant,
    flipped: bool,
    /// True if the chat is shown.
    chats: bool,
}

/// Plays or watches a game until it is over or the member goes back.
pub fn visit(
    client: &Client,
    me: &Account,
    id: &str,
    paint: Paint,
    input: &mut Input,
) -> Result<()> {
    let (lines, full, place) = open(client, id)?;
    let own = full.color_of(me);
    let (id, heard) = (id.to_owned(), Instant::now());
    let flipped = own == Some(Color::Black);
    let mut board = Board {
        client,
        id,
        paint,
        full,
        own,
        lines,
        place: (place, None),
        heard,
        flipped,
        chats: true,
    };
    input.complete(&GAME);
    let gone = board.stay(input);
    input.complete(&LOBBY);
    gone
}

/// Opens a game's stream; the game is its first line.
pub fn open(client: &Client, id: &str) -> Result<(Lines<NumberedLine>, Full, Option<GamePlace>)> {
    let mut lines = client.numbered_game(id)?;
    match lines.next().transpose()? {
        Some(NumberedLine { place, line: GameLine::GameFull(full) }) => Ok((lines, *full, place)),
        _ => bail!("the club tells nothing of this game"),
    }
}

impl Board<'_> {
    fn stay(&mut self, input: &mut Input) -> Result<()> {
        loop {
            let game = self.game()?;
            line(format!(
                "\n{}\n{}",
                self.paint.board(game.as_ref(), self.flipped),
                self.clocks()
            ))?;
            if self.state().is_over() {
                return line(self.paint.bold(&self.verdict(game.as_ref())));
            }
            if self.own != Some(self.state().to_move) {
                let who = self.name(self.state().to_move).to_owned();
                line(self.paint.dim(&format!("{who} is to move; Ctrl-C ends the waiting.")))?;
                if self.wait()? {
                    continue;
                }
            }
            loop {
                match self.ask(input, game.as_ref()) {
                    Ok(Next::Again) => {}
                    Ok(Next::Board) => break,
                    Ok(Next::Back) => return Ok(()),
                    Err(error) if crate::output::is_broken_pipe(&error) => return Err(error),
                    Err(error) => line(self.paint.fault(&format!("{error:#}")))?,
                }
                // Lines that have come meanwhile.
                if self.hear(Duration::ZERO)? {
                    break;
                }
            }
        }
    }

    fn state(&self) -> &State {
        &self.full.state
    }

    fn name(&self, color: Color) -> &str {
        &self.full.player(color).name
    }

    /// The game as it stands, under its rules.
    fn game(&self) -> Result<Box<dyn AnyGame>> {
        let key = &self.full.variant.key;
        let known = engine::kind_of_variant(key);
        let (kind, _) = known.with_context(|| format!("the game '{key}' is not known here"))?;
        let mut game = kind.new_game(self.full.start(), Referee { repetition_draw: true })?;
        for turn in &self.state().turns {
            game.play(turn).with_context(|| format!("'{turn}'"))?;
        }
        Ok(game)
    }

    /// Who plays, and the time that each has.
    fn clocks(&self) -> String {
        let state = self.state();
        let side = |color: Color, left: u64| {
            let clock = match &self.full.clock {
                None if self.full.days.is_some() => {
                    format!(" ({})", long_time(left / 1000))
                }
                Some(_) => format!(" {}:{:02}", left / 60_000, left / 1000 % 60),
                None => String::new(),
            };
            format!("{}{clock}", self.name(color))
        };
        let (white, black) = (side(Color::White, state.wtime), side(Color::Black, state.btime));
        self.paint.dim(&format!("{white} against {black}"))
    }

    fn verdict(&self, game: &dyn AnyGame) -> String {
        let state = self.state();
        let reason = state.reason.as_deref().unwrap_or(&state.status);
        let [white, black] = game.side_letters().map(|letter| game.side_name(letter));
        match state.winner {
            Some(Color::White) => format!("{white} ({}) wins: {reason}.", self.full.white.name),
            Some(Color::Black) => format!("{black} ({}) wins: {reason}.", self.full.black.name),
            None => format!("Nobody wins: {reason}."),
        }
    }

    /// Takes in what the stream says within that time; whether the game has changed.
    fn hear(&mut self, time: Duration) -> Result<bool> {
        let before = (self.state().turns.clone(), self.state().status.clone());
        let mut time = time;
        while let Some(said) = self.lines.next_within(time) {
            let Ok(NumberedLine { place, line }) = said else { break };
            self.place.0 = place.or(self.place.0.take());
            match line {
                GameLine::GameFull(full) => self.full = *full,
                GameLine::GameState(state) => self.full.state = state,
                GameLine::ChatLine(said) => {
                    self.place.1 = said.number.or(self.place.1);
                    self.show(&said.username, &said.text)?;
                }
                GameLine::OpponentGone(gone) => self.show_gone(gone)?,
                GameLine::Resumed { .. } | GameLine::Unknown => {}
            }
            (self.heard, time) = (Instant::now(), Duration::ZERO);
        }
        let changed = (&before.0, &before.1) != (&self.state().turns, &self.state().status);
        if !self.state().is_over() && (self.lines.is_over() || self.heard.elapsed() > SILENCE) {
            self.reopen()?;
            return Ok(true);
        }
        Ok(changed)
    }

    /// Says something to those who do the same in this game: play it, or watch it.
    fn say(&self, text: &str) -> Result<()> {
        if text.is_empty() {
            bail!("say what?");
        }
        let room = if self.own.is_some() { "player" } else { "spectator" };
        Ok(self.client.say(&self.id, room, text)?)
    }

    /// Says that the other side has gone, or is back.
    fn show_gone(&self, gone: Gone) -> Result<()> {
        let words = match gone.seconds.filter(|_| gone.gone) {
            Some(0) => {
                "The other side has gone: on its turn claim wins, claim draw makes it a draw."
                    .to_owned()
            }
            Some(seconds) => {
                format!(
                    "The other side has gone; in {seconds} s you may claim the game, on its turn (claim)."
                )
            }
            None => "The other side is there again.".to_owned(),
        };
        line(self.paint.dim(&words))
    }

    /// Shows what somebody has said, unless it is hidden.
    fn show(&self, name: &str, text: &str) -> Result<()> {
        if self.chats { self.print(name, text) } else { Ok(()) }
    }

    /// Prints what somebody has said: as text, whatever is in it.
    fn print(&self, name: &str, text: &str) -> Result<()> {
        line(self.paint.dim(&plain(&format!("{name}: {text}"))))
    }

    /// Comes back to the game after the connection broke off.
    fn reopen(&mut self) -> Result<()> {
        let mut backoff = Backoff::default();
        loop {
            let opened = match &self.place {
                (Some(place), said) => self.client.game_after(&self.id, place, *said),
                (None, _) => self.client.numbered_game(&self.id),
            };
            match opened {
                Ok(lines) => {
                    (self.lines, self.heard) = (lines, Instant::now());
                    return Ok(());
                }
                Err(error) if error.is_passing() => {
                    line(self.paint.fault(&format!("{error}; trying again")))?;
                }
                Err(error) => return Err(error.into()),
            }
            if interrupt::taken() {
                bail!("the club is not to be reached");
            }
            thread::sleep(backoff.wait());
        }
    }

    /// Waits until the game has changed; false where Ctrl-C came first.
    fn wait(&mut self) -> Result<bool> {
        interrupt::taken();
        loop {
            if self.hear(POLL)? {
                return Ok(true);
            }
            if interrupt::taken() {
                return Ok(false);
            }
        }
    }

    fn ask(&mut self, input: &mut Input, game: &dyn AnyGame) -> Result<Next> {
        let prompt = match self.own {
            Some(_) => format!("{}> ", game.side_name(game.side())),
            None => "watching> ".to_owned(),
        };
        let typed = match input.read(&prompt, game.legal_moves())? {
            Typed::Line(line) => line,
            Typed::Interrupt | Typed::End => return Ok(Next::Back),
        };
        let (word, rest) = split(&typed);
        let yes = rest.first().is_none_or(|word| *word != "no");
        match word.as_str() {
            "" => return Ok(Next::Again),
            "help" | "h" | "?" => line(GAME_HELP)?,
            "back" | "quit" | "q" | "exit" => return Ok(Next::Back),
            "board" | "b" => return Ok(Next::Board),
            "flip" => {
                self.flipped = !self.flipped;
                return Ok(Next::Board);
            }
            "moves" | "m" => line(format!("  {}", game.legal_moves().join("\n  ")))?,
            "history" => {
                for (index, turn) in game.described_turns().iter().enumerate() {
                    line(format!("{:>3}. {turn}", index + 1))?;
                }
            }
            "say" => self.say(rest_of(&typed, &word))?,
            "chat" => match rest[..] {
                ["off"] => self.chats = false,
                ["on"] => self.chats = true,
                [] => {
                    for (name, text) in self.client.chat(&self.id)? {
                        self.print(&name, &text)?;
                    }
                }
                _ => bail!("chat, chat off or chat on"),
            },
            "save" => save(self.client, &self.id, rest_of(&typed, &word))?,
            "wait" => return self.wait().map(|_| Next::Board),
            "resign" => self.client.resign(&self.id)?,
            "abort" => self.client.abort(&self.id)?,
            "claim" => match rest[..] {
                [] => self.client.claim_victory(&self.id)?,
                ["draw"] => self.client.claim_draw(&self.id)?,
                _ => bail!("claim, or claim draw"),
            },
            "draw" => self.client.draw(&self.id, yes)?,
            "takeback" => self.client.takeback(&self.id, yes)?,
            _ => {
                let turn = turn(game, typed.trim())?;
                self.client.play(&self.id, self.state().turns.len(), &turn)?;
            }
        }
        Ok(if self.hear(MOMENT)? { Next::Board } else { Next::Again })
    }
}

/// The turn that is meant, which is legal.
fn turn(game: &dyn AnyGame, typed: &str) -> Result<String> {
    let legal = if game.has_steps() { Vec::new() } else { game.legal_turns() };
    let meant = meant(typed, &legal)
        .map_err(|several| anyhow::anyhow!("which one? {}", several.join(", ")))?;
    let mut after = game.boxed_clone();
    let played = after.play(meant.unwrap_or(typed));
    played.map_err(|error| anyhow::anyhow!("{error}; type moves, or help"))?;
    Ok(after.turns().pop().unwrap_or_else(|| typed.to_owned()))
}

/// The next action after a line was obeyed.
enum Next {
    /// The member types again.
    Again,
    /// The board is shown.
    Board,
    /// Back to the club.
    Back,
}
