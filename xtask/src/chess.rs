//! `cargo xtask chess-experiment` and `chess-ladder`: chess against programs that are installed.
//!
//! Matches that are complete are not played again, and one that was broken off goes on: the records lie in `target/chess`.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, bail};
use serde_json::Value;

use crate::shell;

/// What both tasks can be told, as `--name value`.
struct Options {
    games: String,
    /// The bound of each turn or game, as a word of an engine's line.
    time: String,
    only: Option<String>,
    /// Forget what was played before.
    again: bool,
}

fn options(args: &[&str], games: &str, time: &str) -> Result<Options> {
    let mut options = Options { games: games.into(), time: time.into(), only: None, again: false };
    let mut words = args.iter();
    while let Some(word) = words.next() {
        if *word == "--again" {
            options.again = true;
            continue;
        }
        let value = words.next().with_context(|| format!("{word} needs a value"))?;
        match *word {
            "--games" => options.games = (*value).to_owned(),
            "--time" => options.time = format!("time={value}"),
            "--tc" => options.time = format!("tc={value}"),
            "--only" => options.only = Some((*value).to_owned()),
            _ => bail!("{word}: use --games N, --time SECONDS or --tc CLOCK, --only NAME, --again"),
        }
    }
    anyhow::ensure!(
        options.games.parse().is_ok_and(|games: u32| games > 0),
        "--games needs a number from 1, not '{}'",
        options.games
    );
    if options.again {
        match std::fs::remove_dir_all(folder()) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => return Err(error.into()),
            _ => {}
        }
    }
    Ok(options)
}

/// Where the records lie.
fn folder() -> PathBuf {
    shell::root().join("target/chess")
}

/// How one match came out, from its records.
#[derive(Default)]
struct Score {
    won: u32,
    drawn: u32,
    lost: u32,
    plies: usize,
    faults: u32,
}

impl Score {
    fn read(records: &Path) -> Result<Self> {
        let text = std::fs::read_to_string(records)?;
        let mut score = Self::default();
        for line in text.lines() {
            let record: Value = serde_json::from_str(line)?;
            let winner = &record["result"]["winner"];
            if winner.is_null() {
                score.drawn += 1;
            } else if *winner == record["first_engine"] {
                score.won += 1;
            } else {
                score.lost += 1;
            }
            score.plies += record["turns"].as_array().map_or(0, Vec::len);
            score.faults += u32::from(!record["fault"].is_null());
        }
        Ok(score)
    }

    fn games(&self) -> u32 {
        self.won + self.drawn + self.lost
    }

    /// The Elo difference of the score, with a rough error of 95 %.
    fn elo(&self) -> String {
        let games = f64::from(self.games());
        let mean = (f64::from(self.won) + f64::from(self.drawn) / 2.0) / games;
        let elo = |score: f64| -400.0 * (1.0 / score - 1.0).log10();
        if mean <= 0.0 || mean >= 1.0 {
            return if mean > 0.5 { "all".into() } else { "none".into() };
        }
        let square = f64::from(self.won) + f64::from(self.drawn) / 4.0;
        let error = 1.96 * ((square / games - mean * mean) / games).sqrt();
        let side = |score: f64| elo(score.clamp(0.001, 0.999));
        format!("{:+.0} ({:+.0} to {:+.0})", elo(mean), side(mean - error), side(mean + error))
    }

    fn row(&self, name: &str) -> String {
        let plies = self.plies as f64 / f64::from(self.games().max(1));
        let (won, drawn, lost) = (self.won, self.drawn, self.lost);
        let faults =
            if self.faults > 0 { format!(", {} by a fault", self.faults) } else { String::new() };
        format!(
            "| {name} | {won} won, {drawn} drawn, {lost} lost{faults} | {plies:.0} plies | {} |",
            self.elo()
        )
    }
}

/// The matches of a task, told as they begin.
struct Matches<'a> {
    tesuji: &'a Path,
    games: &'a str,
    time: &'a str,
    count: usize,
    begun: usize,
}

impl Matches<'_> {
    /// Plays a match of `first` against `second`, or what is left of it.
    fn play(&mut self, name: &str, first: &str, second: &str) -> Result<Score> {
        let Self { games, time, count, .. } = *self;
        self.begun += 1;
        println!("Match {} of {count}: {name}, {games} games at {time}", self.begun);
        std::fs::create_dir_all(folder())?;
        let file = format!("{name} {games} {time}").replace([' ', '='], "-");
        let records = folder().join(format!("{file}.jsonl"));
        let played = if records.is_file() { Score::read(&records)?.games() } else { 0 };
        if games.parse() == Ok(played) {
            println!("played before (--again forgets it)");
            return Score::read(&records);
        }
        let mut command = Command::new(self.tesuji);
        command.args(["match", "chess", "--games", games, "--seed", "1"]);
        command.arg("--data").arg(folder().join("data"));
        command.args(["--engine", first, "--engine", second, "--out"]).arg(&records);
        let played = shell::run(&mut command)?;
        anyhow::ensure!(played.success, "the match {name} was not played");
        Score::read(&records)
    }
}

fn built() -> Result<PathBuf> {
    let mut command = shell::cargo(&["build", "--quiet", "--release", "--package", "tesuji"]);
    anyhow::ensure!(shell::run(&mut command)?.success, "the program cannot be built");
    let target = std::env::var_os("CARGO_TARGET_DIR")
        .map_or_else(|| shell::root().join("target"), PathBuf::from);
    Ok(target.join("release/tesuji"))
}

/// A program of Debian's; games lie in a folder of their own.
fn find(program: &str) -> Option<PathBuf> {
    let games = Path::new("/usr/games").join(program);
    shell::find(program).or_else(|| games.is_file().then_some(games))
}

/// The founding experiment: Shallow Blue in its sets of weights against GNU Chess, the sets against each other, what the
/// fifth heuristic costs, and Tesuji's own evaluation against GNU Chess.
pub fn experiment(args: &[&str]) -> Result<bool> {
    let Options { games, time, only, .. } = options(args, "20", "time=0.1")?;
    let Some(gnuchess) = find("gnuchess") else {
        bail!("GNU Chess is not installed: apt-get install gnuchess");
    };
    let sets: Vec<String> = (1..=9).map(|set| format!("shallowblue{set}")).collect();
    let names: Vec<&str> =
        sets.iter().map(String::as_str).chain(["covered", "own", "robin"]).collect();
    let asked = |name: &str| only.as_deref().is_none_or(|only| only == name);
    let count = names.iter().filter(|name| asked(name) && **name != "robin").count();
    if !names.iter().any(|name| asked(name)) {
        bail!("--only needs one of {}", names.join(", "));
    }
    let tesuji = built()?;
    // It oversteps short times: a game is to be decided on the board.
    let gnuchess = format!("cmd={},args=--uci,name=gnuchess,{time},margin=5", gnuchess.display());
    let mut rows = Vec::new();
    let own = |set: &str, more: &str| format!("tesuji,option.Preset={set},{time},name={set}{more}");
    let mut matches = Matches { tesuji: &tesuji, games: &games, time: &time, count, begun: 0 };
    for set in sets.iter().filter(|set| asked(set)) {
        let score = matches.play(set, &own(set, ""), &gnuchess)?;
        rows.push(score.row(&format!("{set} against GNU Chess")));
    }
    if asked("covered") {
        let bare = own("shallowblue1", " without").replace(",name", ",option.BlueWeight[4]=0,name");
        let score = matches.play("covered", &own("shallowblue1", ""), &bare)?;
        rows.push(score.row("shallowblue1 with and without pieces covered"));
    }
    if asked("own") {
        let score = matches.play("own", &format!("tesuji,{time}"), &gnuchess)?;
        rows.push(score.row("Tesuji's own evaluation against GNU Chess"));
    }
    if asked("robin") {
        println!("Round robin of the sets");
        let mut command = Command::new(&tesuji);
        command.args(["tournament", "chess", "--games", "2", "--seed", "1"]);
        command.arg("--data").arg(folder().join("data"));
        for set in &sets[..8] {
            command.args(["--engine", &own(set, "")]);
        }
        anyhow::ensure!(shell::run(&mut command)?.success, "the round robin was not played");
    }
    print_rows("", &rows);
    Ok(true)
}

fn print_rows(what: &str, rows: &[String]) {
    if !rows.is_empty() {
        println!("\n| {what} | score | mean length | Elo |\n| --- | --- | --- | --- |");
        rows.iter().for_each(|row| println!("{row}"));
    }
}

/// Debian's engines: a name, the program, and the rest of its line.
const LADDER: [(&str, &str, &str); 14] = [
    ("stockfish at 1500", "stockfish", "option.UCI_LimitStrength=true,option.UCI_Elo=1500"),
    ("stockfish at 2000", "stockfish", "option.UCI_LimitStrength=true,option.UCI_Elo=2000"),
    ("stockfish at 2300", "stockfish", "option.UCI_LimitStrength=true,option.UCI_Elo=2300"),
    ("stockfish at 2600", "stockfish", "option.UCI_LimitStrength=true,option.UCI_Elo=2600"),
    (
        "fairy-stockfish at 2000",
        "fairy-stockfish",
        "option.UCI_LimitStrength=true,option.UCI_Elo=2000",
    ),
    ("gnuchess", "gnuchess", "args=--uci"),
    ("glaurung", "glaurung", ""),
    ("toga2", "toga2", ""),
    ("ethereal-chess", "ethereal-chess", ""),
    ("phalanx", "phalanx", "proto=xboard"),
    ("hoichess", "hoichess", "proto=xboard"),
    ("fairymax", "fairymax", "proto=xboard"),
    ("sjeng", "sjeng", "proto=xboard"),
    ("stockfish", "stockfish", ""),
];

/// Tesuji against each of Debian's engines that is installed.
pub fn ladder(args: &[&str]) -> Result<bool> {
    let Options { games, time, only, .. } = options(args, "20", "tc=2+0.02")?;
    let asked = |name: &str| only.as_deref().is_none_or(|only| only == name);
    let others: Vec<_> = LADDER.into_iter().filter(|(name, ..)| asked(name)).collect();
    if others.is_empty() {
        bail!("--only needs one of {}", LADDER.map(|(name, ..)| name).join(", "));
    }
    let tesuji = built()?;
    let mut rows = Vec::new();
    let count = others.len();
    let mut matches = Matches { tesuji: &tesuji, games: &games, time: &time, count, begun: 0 };
    for (name, program, line) in others {
        let Some(path) = find(program) else {
            println!("{program} is not installed and left out");
            continue;
        };
        let comma = if line.is_empty() { "" } else { "," };
        // Who is late on a busy machine has not lost: games are to be decided on the board.
        let other = format!("cmd={}{comma}{line},{time},margin=5,name={name}", path.display());
        match matches.play(name, &format!("tesuji,{time},margin=5"), &other) {
            Ok(score) => rows.push(score.row(name)),
            Err(error) => rows.push(format!("| {name} | {error} | | |")),
        }
    }
    anyhow::ensure!(!rows.is_empty(), "none of these programs is installed");
    print_rows("against", &rows);
    Ok(true)
}
