//! What the commands that play matches and tournaments have in common: arguments, the run with its
//! progress, and its result.

use std::fs::{File, OpenOptions};
use std::io::{BufRead as _, Write as _};
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result};
use arena::rating::{Games, Rated};
use arena::stats::{Decision, Sprt, SprtState};
use arena::store::{Lock, Request, Store};
use arena::tournament::{Event, Key, Outcome, Results, Row, Running, Standings};
use arena::{
    DrawRule, EngineSpec, Environment, FaultPolicy, Format, GameRecord, HumanInput, Interval,
    Openings, ResignRule, Rules, Summary, Tournament, read_tables,
};
use clap::{Args, ValueEnum};
use engine::AnyGame;
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;

use super::rate::{rating_lines, result_of};
use crate::cli::{Game, usage_error};
use crate::interrupt;
use crate::output::{json, line};

/// How often the terminal shows something new.
const SHOWN: Duration = Duration::from_millis(200);
/// The most engines of which each encounter is told.
const ENCOUNTERS: usize = 40;

/// In which order openings are played.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Order {
    /// By the seed
    Random,
    /// As they stand in the file
    Sequential,
}

/// Who plays, and under which rules.
#[derive(Args)]
pub struct PlayingArgs {
    /// An engine, as a line; once for each
    #[arg(long = "engine", value_name = "LINE")]
    engines: Vec<EngineSpec>,
    /// Engines as tables of a TOML file, after those of --engine
    #[arg(long, value_name = "FILE")]
    engines_file: Option<PathBuf>,
    /// Cards or decks to deal from: base, base+senseis_path, any, or five cards
    #[arg(long, value_name = "DEAL", default_value = "")]
    deal: String,
    /// Begin with the positions of this file (one a line, EPD, or JSON), each from both sides
    #[arg(long, value_name = "FILE", conflicts_with = "deal")]
    openings: Option<PathBuf>,
    /// The order of the openings of a file
    #[arg(long, value_name = "ORDER", default_value = "random")]
    order: Order,
    /// Games at once [default: the machine's cores divided by the threads of an engine]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    concurrency: Option<u16>,
    /// Keep each game to cores of its own (Linux)
    #[arg(long)]
    pin: bool,
    /// Call a game a draw after so many plies
    #[arg(long, value_name = "N", default_value_t = 400, value_parser = clap::value_parser!(u32).range(1..))]
    max_plies: u32,
    /// Call a game a draw when both engines have said so for some turns: plies=40,turns=8,points=10
    #[arg(long, value_name = "RULE")]
    adjudicate_draw: Option<DrawRule>,
    /// Call a game lost when both engines have said so for some turns: turns=4,points=800
    #[arg(long, value_name = "RULE")]
    adjudicate_loss: Option<ResignRule>,
    /// How often a game that an engine could not begin is played again before it is lost
    #[arg(long, value_name = "N", default_value_t = 2)]
    replays: u32,
    /// Disqualify an engine after so many faults; 0 for never
    #[arg(long, value_name = "N", default_value_t = 10)]
    disqualify_after: u32,
    /// Append each game, as a line of JSON, to this file
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// The folder where what was played is kept [default: tesuji in your folder for data]
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// Begin anew, even where the same was begun before
    #[arg(long)]
    again: bool,
    /// Print JSON: an object for what happens, and at last the result
    #[arg(long)]
    json: bool,
}

impl PlayingArgs {
    /// The engines' lines.
    pub fn engines(&self) -> Result<Vec<String>> {
        let mut engines: Vec<String> = self.engines.iter().map(ToString::to_string).collect();
        if let Some(path) = &self.engines_file {
            let name = path.display();
            let text = std::fs::read_to_string(path).with_context(|| format!("{name} cannot be read"))?;
            let tables = read_tables(&text).with_context(|| format!("{name}"))?;
            // As lines, which the store can keep.
            engines.extend(tables.iter().map(ToString::to_string));
        }
        Ok(engines)
    }

    /// Where games begin.
    pub fn openings(&self, game: Game) -> Result<Openings> {
        let Some(path) = &self.openings else { return Ok(Openings::Deal(self.deal.clone())) };
        let name = path.display();
        let text = std::fs::read_to_string(path).with_context(|| format!("{name} cannot be read"))?;
        Openings::read(&text, game, self.order == Order::Random).with_context(|| format!("{name}"))
    }

    /// What holds beside the rules of the game.
    pub fn rules(&self) -> Rules {
        Rules {
            max_plies: self.max_plies as usize,
            draw: self.adjudicate_draw,
            resign: self.adjudicate_loss,
        }
    }

    /// What comes of faults.
    pub fn policy(&self) -> FaultPolicy {
        FaultPolicy { replays: self.replays, disqualify_after: self.disqualify_after }
    }

    /// Whether it is to begin anew.
    pub fn again(&self) -> bool {
        self.again
    }

    /// How it is run and told.
    pub fn how(&self) -> How {
        How {
            concurrency: self.concurrency.map_or(0, usize::from),
            pin: self.pin,
            out: self.out.clone(),
            json: self.json,
        }
    }

    /// The store.
    pub fn store(&self) -> Result<Store> {
        open_store(self.data.as_deref())
    }
}

/// The store in this folder, or the usual one.
pub fn open_store(folder: Option<&Path>) -> Result<Store> {
    let usual = crate::commands::data_folder;
    Ok(Store::open(&folder.map_or_else(usual, Path::to_owned))?)
}

/// How a tournament is run and told.
pub struct How {
    /// Games at once; 0 for as many as the cores can carry.
    pub concurrency: usize,
    /// Whether each game is kept to cores of its own.
    pub pin: bool,
    /// Where records go beside the store.
    pub out: Option<PathBuf>,
    /// Whether JSON is printed.
    pub json: bool,
}

/// A tournament in the store, which this program may play.
pub struct Session {
    /// What is played.
    pub tournament: Tournament,
    /// The store.
    pub store: Store,
    /// Its number there.
    pub id: i64,
    /// What people call it.
    pub name: String,
    /// The right to play it.
    pub lock: Lock,
}

#[derive(Serialize)]
struct GameLine<'a> {
    r#type: &'static str,
    #[serde(flatten)]
    record: &'a GameRecord,
}

#[derive(Serialize)]
struct FaultLine<'a> {
    r#type: &'static str,
    engine: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    faults: Option<u32>,
}

/// A file that records are appended to.
struct Out {
    path: PathBuf,
    file: File,
}

impl Out {
    fn open(path: PathBuf) -> Result<Self> {
        let file = OpenOptions::new().create(true).append(true).open(&path);
        let file = file.with_context(|| format!("{} cannot be written", path.display()))?;
        Ok(Self { path, file })
    }

    fn append(&mut self, record: &GameRecord) -> Result<()> {
        let line = serde_json::to_string(record)? + "\n";
        let written = self.file.write_all(line.as_bytes());
        written.with_context(|| format!("{} cannot be written", self.path.display()))
    }
}

/// A person at this terminal.
struct Terminal;

impl HumanInput for Terminal {
    fn turn(&mut self, game: &dyn AnyGame) -> Option<String> {
        eprintln!("{}", game.draw());
        loop {
            eprint!("{} to move (a turn, or resign): ", game.side_name(game.side()));
            let mut text = String::new();
            let read = interrupt::waiting(|| std::io::stdin().lock().read_line(&mut text));
            let text = text.trim();
            if matches!(read, Ok(0) | Err(_)) || text == "resign" {
                return None;
            }
            match game.boxed_clone().play(text) {
                Ok(()) => return Some(text.to_owned()),
                Err(error) => eprintln!("{error}"),
            }
        }
    }
}

/// What players need of this program.
pub fn environment() -> Environment {
    Environment { guard: super::guard::command(), human: Some(Arc::new(Mutex::new(Terminal))) }
}

/// Plays what is left of a tournament and tells the result.
pub fn play(mut session: Session, how: &How) -> Result<()> {
    let id = session.id;
    session.store.request(id, Request::Run)?;
    let before = session.store.results(id)?;
    let mut out = how.out.clone().map(Out::open).transpose()?;
    let stop = interrupt::flag();
    let tournament = &session.tournament;
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let mut shown = Shown::new(tournament, before.clone());
    if !before.is_empty() && !how.json {
        shown.bar.println(format!("{} goes on: {} games were played before.", session.name, before.len()));
    }
    let begun = Instant::now();
    let environment = environment();
    let mut failure = None;
    let running = Running {
        tournament,
        store: Some((&mut session.store, id)),
        environment: &environment,
        concurrency: how.concurrency,
        cores,
        pin: how.pin,
        stop,
    };
    let outcome = running.run(&mut |event| {
        let told = tell(&event, tournament, &mut shown, how, out.as_mut());
        if let Err(error) = told {
            failure = Some(error);
            stop.store(true, Ordering::Relaxed);
        }
    });
    shown.bar.finish_and_clear();
    let outcome = outcome?;
    if let Some(error) = failure {
        return Err(error);
    }
    let told = Told {
        tournament,
        outcome: &outcome,
        ratings: if outcome.summary.is_none() { ratings(&session.store, id)? } else { Vec::new() },
        id,
        name: &session.name,
        seconds: begun.elapsed().as_secs_f64(),
    };
    if how.json { told.json()? } else { told.text()? }
    if outcome.complete {
        // Only now: had it been killed before, the same command would tell it.
        session.store.set_done(id, true)?;
    }
    drop(session.lock);
    Ok(())
}

/// The ratings of a tournament's engines, the best first.
fn ratings(store: &Store, id: i64) -> Result<Vec<Rated>> {
    let mut games = Games::default();
    store.records::<anyhow::Error>(id, |record| {
        let ([first, second], half_points) = result_of(&record).map_err(anyhow::Error::msg)?;
        games.add(&first, &second, half_points);
        Ok(())
    })?;
    Ok(games.ratings().rows)
}

fn tell(
    event: &Event<'_>,
    tournament: &Tournament,
    shown: &mut Shown<'_>,
    how: &How,
    out: Option<&mut Out>,
) -> Result<()> {
    let name = |engine: usize| tournament.engines()[engine].name();
    let (line, text) = match *event {
        Event::Game(record, key) => {
            shown.game(record, key);
            if let Some(out) = out {
                out.append(record)?;
            }
            return if how.json { json(&GameLine { r#type: "game", record }) } else { Ok(()) };
        }
        Event::Void { engine, fault } => {
            let text = Some(fault.text.as_str());
            let line = FaultLine { r#type: "void", engine: name(engine), text, faults: None };
            (line, format!("{}: {} - the game is played again", name(engine), fault.text))
        }
        Event::Disqualified { engine, faults } => {
            let line =
                FaultLine { r#type: "disqualified", engine: name(engine), text: None, faults: Some(faults) };
            (line, format!("{} is disqualified after {faults} faults", name(engine)))
        }
        Event::Remark { engine, text } => {
            let line = FaultLine { r#type: "remark", engine: name(engine), text: Some(text), faults: None };
            (line, format!("{}: {text}", name(engine)))
        }
    };
    if how.json {
        return json(&line);
    }
    shown.bar.println(text);
    Ok(())
}

/// What the terminal shows while it is played.
struct Shown<'a> {
    tournament: &'a Tournament,
    bar: ProgressBar,
    results: Results,
    last: Instant,
    hidden: bool,
}

impl<'a> Shown<'a> {
    fn new(tournament: &'a Tournament, results: Results) -> Self {
        let total = tournament.schedule(&results).len() as u64;
        let bar = ProgressBar::new(total);
        let template = "{bar:30} {pos}/{len} games, {eta} left  {msg}";
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        bar.set_position(results.len() as u64);
        bar.reset_eta();
        bar.tick();
        let hidden = bar.is_hidden();
        Self { tournament, bar, results, last: Instant::now(), hidden }
    }

    fn game(&mut self, record: &GameRecord, key: Key) {
        if self.hidden {
            return;
        }
        self.results.insert(key, record.half_points());
        if self.last.elapsed() < SHOWN {
            return;
        }
        self.last = Instant::now();
        let config = self.tournament.config();
        if matches!(config.format, Format::Swiss | Format::Knockout) {
            self.bar.set_length(self.tournament.schedule(&self.results).len() as u64);
        }
        self.bar.set_position(self.results.len() as u64);
        if config.format == Format::Match {
            let tally = self.tournament.tally(&self.results, 0, 1);
            let mut text = score_text(&tally.summary());
            if let Some(sprt) = &config.sprt {
                let (SprtState { llr, lower, upper, .. }, _) = tally.test(sprt);
                text += &format!("  LLR {llr:+.2} [{lower:.2}, {upper:.2}]");
            }
            self.bar.set_message(text);
        } else {
            let rows = self.tournament.standings(&self.results).rows();
            let lines = rows.iter().take(20).map(|row| {
                let Row { rank, name, points, games, .. } = row;
                format!("\n{rank:3} {points:6.1}/{games:<4} {name}")
            });
            self.bar.set_message(lines.collect::<String>());
        }
    }
}

fn score_text(summary: &Summary) -> String {
    let Summary { wins, draws, losses, estimate, .. } = summary;
    let bar = (estimate.elo_high - estimate.elo_low) / 2.0;
    format!("+{wins} ={draws} -{losses}  Elo {:+.0} \u{b1} {bar:.0}", estimate.elo)
}

/// The result of a run.
struct Told<'a> {
    tournament: &'a Tournament,
    outcome: &'a Outcome,
    ratings: Vec<Rated>,
    id: i64,
    name: &'a str,
    seconds: f64,
}

#[derive(Serialize)]
struct TestLine<'a> {
    #[serde(flatten)]
    sprt: &'a Sprt,
    #[serde(flatten)]
    state: SprtState,
    pairs: usize,
}

#[derive(Serialize)]
struct OverheadLine {
    mean: f64,
    most: f64,
}

#[derive(Serialize)]
struct MatchLine<'a> {
    r#type: &'static str,
    #[serde(flatten)]
    summary: &'a Summary,
    #[serde(skip_serializing_if = "Option::is_none")]
    sprt: Option<TestLine<'a>>,
    game: &'a str,
    engines: [&'a str; 2],
    seed: u64,
    id: i64,
    complete: bool,
    played: u64,
    concurrency: usize,
    overhead_ms: OverheadLine,
    seconds: f64,
}

#[derive(Serialize)]
struct EncounterLine<'a> {
    engines: [&'a str; 2],
    #[serde(flatten)]
    summary: Summary,
}

#[derive(Serialize)]
struct TournamentLine<'a> {
    r#type: &'static str,
    format: &'static str,
    game: &'a str,
    name: &'a str,
    id: i64,
    seed: u64,
    complete: bool,
    games: usize,
    played: u64,
    standings: Vec<Row>,
    ratings: &'a [Rated],
    encounters: Vec<EncounterLine<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    winner: Option<&'a str>,
    concurrency: usize,
    overhead_ms: OverheadLine,
    seconds: f64,
}

impl Told<'_> {
    fn overhead(&self) -> OverheadLine {
        let overhead = &self.outcome.overhead;
        OverheadLine { mean: overhead.mean_ms(), most: 1_000.0 * overhead.most.as_secs_f64() }
    }

    fn encounters(&self) -> Vec<EncounterLine<'_>> {
        let engines = self.tournament.engines();
        let mut found = Vec::new();
        if engines.len() > ENCOUNTERS {
            return found;
        }
        for first in 0..engines.len() {
            for second in first + 1..engines.len() {
                let tally = self.tournament.tally(&self.outcome.results, first as u32, second as u32);
                let summary = tally.summary();
                if summary.games > 0 {
                    let engines = [engines[first].name(), engines[second].name()];
                    found.push(EncounterLine { engines, summary });
                }
            }
        }
        found
    }

    fn winner(&self) -> Option<&str> {
        let winner = self.tournament.knockout_winner(&self.outcome.results)?;
        Some(self.tournament.engines()[winner].name())
    }

    fn json(&self) -> Result<()> {
        let Outcome { results, complete, played, workers, summary, test, .. } = self.outcome;
        let config = self.tournament.config();
        if let (Some(summary), [first, second]) = (summary, self.tournament.engines()) {
            let sprt = config.sprt.as_ref().zip(*test);
            return json(&MatchLine {
                r#type: "result",
                summary,
                sprt: sprt.map(|(sprt, (state, pairs))| TestLine { sprt, state, pairs }),
                game: &config.game,
                engines: [first.name(), second.name()],
                seed: config.seed,
                id: self.id,
                complete: *complete,
                played: *played,
                concurrency: *workers,
                overhead_ms: self.overhead(),
                seconds: self.seconds,
            });
        }
        json(&TournamentLine {
            r#type: "result",
            format: config.format.name(),
            game: &config.game,
            name: self.name,
            id: self.id,
            seed: config.seed,
            complete: *complete,
            games: results.len(),
            played: *played,
            standings: self.tournament.standings(results).rows(),
            ratings: &self.ratings,
            encounters: self.encounters(),
            winner: self.winner(),
            concurrency: *workers,
            overhead_ms: self.overhead(),
            seconds: self.seconds,
        })
    }

    fn text(&self) -> Result<()> {
        let Outcome { results, complete, summary, test, .. } = self.outcome;
        let config = self.tournament.config();
        if !complete {
            let known = self.tournament.schedule(results).len();
            line(format!(
                "Stopped after {} of {known} games. The same command goes on, or tesuji arena resume {}.",
                results.len(),
                self.id
            ))?;
        }
        if let (Some(summary), [first, second]) = (summary, self.tournament.engines()) {
            line(format!("{} against {}", first.name(), second.name()))?;
            self.match_text(summary)?;
            if let Some((sprt, (state, pairs))) = config.sprt.as_ref().zip(*test) {
                self.test_text(sprt, state, pairs)?;
            }
        } else {
            let standings = self.tournament.standings(results);
            line(format!("{} ({}), seed {}", self.name, config.format.name(), config.seed))?;
            crosstable(&standings, &standings.rows()).into_iter().try_for_each(line)?;
            line("")?;
            rating_lines(&self.ratings).into_iter().try_for_each(line)?;
            if let Some(winner) = self.winner() {
                line(format!("{winner} has won."))?;
            }
        }
        let overhead = self.overhead();
        if self.outcome.overhead.turns > 0 {
            line(format!("Arena   {:.3} ms a turn, {:.1} ms at most", overhead.mean, overhead.most))?;
        }
        Ok(())
    }

    fn match_text(&self, summary: &Summary) -> Result<()> {
        let Summary { games, wins, draws, losses, pairs, estimate, draw_ratio, .. } = summary;
        let seed = self.tournament.config().seed;
        line(format!("Games   {games} in {:.1} s, seed {seed}", self.seconds))?;
        line(format!("Score   {wins} won, {draws} drawn ({:.1} %), {losses} lost", 100.0 * draw_ratio))?;
        line(format!("Pairs   {pairs:?} that scored 0, 1/2, 1, 3/2, 2"))?;
        let note = match estimate.interval {
            Interval::Normal => "",
            Interval::Logit => " (log-odds interval: the scores are too one-sided for the usual one)",
        };
        line(format!(
            "Elo     {:+.1}, 95 % between {:+.1} and {:+.1}{note}",
            estimate.elo, estimate.elo_low, estimate.elo_high
        ))?;
        let nelo = estimate.nelo.map_or_else(|| "none".to_owned(), |nelo| format!("{nelo:+.1}"));
        line(format!("nElo    {nelo}, LOS {:.1} %", 100.0 * estimate.los))
    }

    fn test_text(&self, sprt: &Sprt, state: SprtState, pairs: usize) -> Result<()> {
        let SprtState { llr, lower, upper, decision } = state;
        let decision = match decision {
            Some(Decision::Accepted) => "accepted",
            Some(Decision::Rejected) => "rejected",
            None => "undecided",
        };
        line(format!("SPRT    {decision} after {pairs} pairs: LLR {llr:+.2} [{lower:.2}, {upper:.2}], {sprt}"))
    }
}

/// The table, and who scored what against whom.
pub fn crosstable(standings: &Standings, rows: &[Row]) -> Vec<String> {
    let width = rows.iter().map(|row| row.name.chars().count()).max().unwrap_or(0).max(6);
    let narrow = rows.len() <= 12;
    let numbers = |row: &Row| {
        format!("{:8.1} {:6} {:5} {:5} {:5} {:8.1} {:8.1}", row.points, row.games, row.wins, row.draws, row.losses, row.sonneborn_berger, row.buchholz)
    };
    let mut head =
        format!("    {:width$}   points  games   won drawn  lost       SB       BH", "engine");
    if narrow {
        head.extend(rows.iter().map(|row| format!(" {:>9}", row.rank)));
    }
    let mut lines = vec![head];
    for row in rows {
        let mut text = format!("{:3} {:width$} {}", row.rank, row.name, numbers(row));
        for other in rows.iter().filter(|_| narrow) {
            let [wins, draws, losses] = standings.between(row.engine, other.engine);
            let games = wins + draws + losses;
            let cell = if games == 0 {
                "-".to_owned()
            } else {
                format!("{:.1}/{games}", wins as f64 + draws as f64 / 2.0)
            };
            text += &format!(" {cell:>9}");
        }
        lines.push(text);
    }
    lines
}

/// Ends with a usage error where the engines are not as many as the command needs.
pub fn need(command: &str, engines: &[String], two: bool) {
    let given = engines.len();
    if two && given != 2 {
        let text = format!("a match is between two engines: give --engine twice, not {given} times");
        usage_error(command, &text);
    }
    if given < 2 {
        let text = format!("a tournament needs two engines or more: give --engine or --engines-file, not {given} engines");
        usage_error(command, &text);
    }
}
