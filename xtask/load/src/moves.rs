//! Moves in many games at a steady rate: how long each takes to the other side's stream.

use std::time::{Duration, Instant};

use anyhow::{Context as _, Result};
use engine::{AnyGame, Referee};
use futures_util::future::{join_all, try_join_all};
use serde::Deserialize;
use serde::de::IgnoredAny;
use tokio::sync::mpsc;
use tokio::time::{sleep_until, timeout};

use crate::club::{Club, Member};
use crate::http::{Connection, Lines};
use crate::numbers;

/// After so long a move counts as lost.
const LOST: Duration = Duration::from_secs(10);
/// Games that are begun at once.
const AT_ONCE: usize = 32;

/// A line of a game's stream, as far as it is looked at.
#[derive(Deserialize)]
struct Line {
    turns: Option<Vec<IgnoredAny>>,
}

/// A game with both its players' streams.
struct Table {
    id: String,
    players: [Member; 2],
    calls: Connection,
    game: Box<dyn AnyGame>,
    /// The turns that a side's stream has told, and when.
    told: mpsc::UnboundedReceiver<(usize, usize, Instant)>,
}

/// The times of the moves of a game.
#[derive(Default)]
struct Played {
    times: Vec<Duration>,
    answers: Vec<Duration>,
    faults: Vec<String>,
}

async fn follow(
    mut lines: Lines,
    side: usize,
    told: mpsc::UnboundedSender<(usize, usize, Instant)>,
) {
    while let Ok(Some(line)) = lines.said().await {
        let now = Instant::now();
        let turns = serde_json::from_slice::<Line>(&line).ok().and_then(|line| line.turns);
        if let Some(turns) = turns
            && told.send((side, turns.len(), now)).is_err()
        {
            return;
        }
    }
}

async fn begin(club: &Club, players: [Member; 2], variant: &str) -> Result<Table> {
    let mut calls = Connection::open(club.target()).await?;
    let [white, black] = &players;
    let terms = format!("variant={variant}&color=white&clock.limit=10000");
    let path = format!("/api/challenge/{}", black.name);
    let made = calls.call(&white.token, "POST", &path, &terms).await?;
    let made: serde_json::Value = serde_json::from_str(&made)?;
    let id = made["id"].as_str().context("no id")?.to_owned();
    calls.call(&black.token, "POST", &format!("/api/challenge/{id}/accept"), "").await?;
    let (sender, told) = mpsc::unbounded_channel();
    for (side, member) in players.iter().enumerate() {
        let path = format!("/api/bot/game/stream/{id}");
        let opened = Connection::open(club.target()).await?;
        let lines = opened.lines(&member.token, "GET", &path, "").await?;
        tokio::spawn(follow(lines, side, sender.clone()));
    }
    let (kind, _) = engine::kind_of_variant(variant).context("no such variant")?;
    let game = kind.new_game(None, Referee::default())?;
    Ok(Table { id, players, calls, game, told })
}

impl Table {
    /// Plays a turn; how long until it was answered, and until the other side heard of it.
    async fn turn(&mut self, random: &mut impl FnMut() -> u64) -> Result<(Duration, Duration)> {
        let ply = self.game.turns().len();
        let (own, other) = (ply % 2, 1 - ply % 2);
        let turn = self.game.random_turn(random).context("the game is over")?;
        self.game.play(&turn)?;
        let path = format!("/api/bot/game/{}/move/{}?ply={ply}", self.id, turn.replace(' ', "%20"));
        let begun = Instant::now();
        let token = &self.players[own].token;
        if timeout(LOST, self.calls.call(token, "POST", &path, "")).await?.is_err() {
            // The server ends a connection on which nothing was asked for ten seconds; the turn has its ply.
            self.calls = Connection::open(self.calls.target.clone()).await?;
            timeout(LOST, self.calls.call(token, "POST", &path, "")).await??;
        }
        let answered = begun.elapsed();
        loop {
            let told = timeout(LOST, self.told.recv()).await?;
            let (side, turns, at) = told.context("the streams have ended")?;
            if side == other && turns > ply {
                return Ok((answered, at.saturating_duration_since(begun)));
            }
        }
    }

    /// Plays a turn each time that it is due, until the end.
    async fn play(
        mut self,
        mut due: tokio::time::Instant,
        every: Duration,
        end: Instant,
        seed: u64,
    ) -> Played {
        let mut state = seed;
        let mut random = move || {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            state ^ (state >> 29)
        };
        let mut played = Played::default();
        while self.game.ending().is_none() {
            sleep_until(due).await;
            due += every;
            if Instant::now() >= end {
                break;
            }
            match self.turn(&mut random).await {
                Ok((answered, told)) => {
                    played.answers.push(answered);
                    played.times.push(told);
                }
                Err(error) => {
                    played.faults.push(format!("{}: {error:#}", self.id));
                    break;
                }
            }
        }
        played
    }
}

/// Plays so many games, so many moves a second over all of them, and says how long they took.
pub async fn play(
    club: &Club,
    variant: &str,
    games: usize,
    rate: f64,
    span: Duration,
) -> Result<()> {
    let begun = Instant::now();
    let member = |number: usize| club.members[number % club.members.len()].clone();
    let mut tables = Vec::with_capacity(games);
    let numbers: Vec<usize> = (0..games).collect();
    for numbers in numbers.chunks(AT_ONCE) {
        let begin =
            |&number: &usize| begin(club, [member(2 * number), member(2 * number + 1)], variant);
        tables.extend(try_join_all(numbers.iter().map(begin)).await?);
    }
    println!("{games} games begun in {:.1} s", begun.elapsed().as_secs_f64());
    #[expect(clippy::cast_precision_loss, reason = "a count of games")]
    let every = Duration::from_secs_f64(games as f64 / rate);
    let (before, begun) = (club.taken(), Instant::now());
    let (start, end) = (tokio::time::Instant::now(), begun + span);
    let tasks = (0_u32..).zip(tables).map(|(number, table)| {
        let due =
            start + every.mul_f64(f64::from(number) / f64::from(u32::try_from(games).unwrap_or(1)));
        tokio::spawn(table.play(due, every, end, u64::from(number) + 1))
    });
    let tasks: Vec<_> = tasks.collect();
    let (mut times, mut answers, mut faults) = (Vec::new(), Vec::new(), Vec::new());
    for played in join_all(tasks).await {
        let played = played?;
        times.extend(played.times);
        answers.extend(played.answers);
        faults.extend(played.faults);
    }
    let (seconds, after) = (begun.elapsed().as_secs_f64(), club.taken());
    #[expect(clippy::cast_precision_loss, reason = "a count of moves")]
    let count = times.len() as f64;
    println!(
        "{count} moves in {seconds:.1} s: {:.0} a second of {rate} asked for",
        count / seconds
    );
    println!("answered:            {}", numbers::line(&mut answers));
    println!("at the other's side: {}", numbers::line(&mut times));
    println!(
        "the server: {:.0} us of a core a move, {:.2} cores, {:.0} MiB",
        (after.cpu - before.cpu) * 1e6 / count.max(1.0),
        (after.cpu - before.cpu) / seconds,
        after.resident / 1024.0
    );
    println!("{} games ended by a fault", faults.len());
    faults.iter().take(5).for_each(|fault| println!("  {fault}"));
    Ok(())
}
