//! The arena on the page: lists, starts, stops and shows tournaments of the store that the command line uses too.
//!
//! A tournament is played by a process of its own, `tesuji arena resume`: it outlives this server, and this
//! server outlives it.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use arena::ablation::folder;
use arena::openings::Reading;
use arena::store::{Request, State, Store, StoreError, Stored};
use arena::view::{self, GameLine};
use arena::{
    ArenaError, Config, EngineSpec, FaultPolicy, Format, Openings, Rules, Tournament, report,
};

use tune::tunings;

use crate::engines;
use crate::outbox::{Letter, Outbox};
use crate::protocol::arena::{ArenaGame, List, Shown, Start};
use crate::protocol::{Code, Failure, ServerMessage};
use crate::rooms::AbortOnDrop;

mod load;

/// How often a tournament that is watched is looked at.
const LOOK: Duration = Duration::from_millis(500);
/// The games that are listed, the last finished ones.
const GAMES: u32 = 100;
/// The tournaments that are listed.
const LISTED: usize = 200;
/// The most engines of a tournament that the page starts.
const MAX_ENGINES: usize = 64;
/// The most games of a pairing.
const MAX_GAMES: u64 = 1_000_000;
/// Ratings read every record: of larger tournaments they are sent when all is played.
const RATED: u64 = 20_000;

/// The settings of a server's tournaments.
pub struct Setting {
    /// The folder of their store.
    pub folder: PathBuf,
    /// The program that plays them.
    pub player: Option<PathBuf>,
    /// Programs that may play, as lines.
    pub programs: Vec<String>,
    /// How many run at once.
    pub at_once: usize,
    /// Only this machine's people can reach the server.
    pub alone: bool,
}

/// The tournaments of a folder.
pub struct Tournaments {
    setting: Setting,
    /// Held while one is begun, so that no two take the last place.
    beginning: Mutex<()>,
    /// Why programs that played ended, by tournament.
    problems: Arc<Mutex<BTreeMap<i64, String>>>,
    /// Those whose program this server has started and that has not ended: it may not have taken its lock yet.
    started: Arc<Mutex<BTreeSet<i64>>>,
}

fn failed(error: &StoreError) -> Failure {
    Failure::new(Code::Storage, format!("{error}."))
}

fn refused(error: &ArenaError) -> Failure {
    match error {
        ArenaError::Store(error) => failed(error),
        ArenaError::Engine { number, error, .. } => {
            Failure::new(Code::BadStart, format!("Engine {number}: {error}."))
                .at(format!("engines[{}]", number - 1))
        }
        other => Failure::new(Code::BadStart, format!("{other}.")),
    }
}

impl Tournaments {
    /// None is looked at yet.
    pub fn new(setting: Setting) -> Arc<Self> {
        let (problems, started) = (Arc::default(), Arc::default());
        Arc::new(Self { setting, beginning: Mutex::default(), problems, started })
    }

    fn store(&self) -> Result<Store, Failure> {
        Store::open(&self.setting.folder).map_err(|error| failed(&error))
    }

    fn find(store: &Store, id: i64) -> Result<Stored, Failure> {
        let none =
            || Failure::new(Code::NotFound, format!("There is no tournament {id}.")).at("id");
        store.get(id).map_err(|error| failed(&error))?.ok_or_else(none)
    }

    fn may_start(&self) -> Result<&PathBuf, Failure> {
        match &self.setting.player {
            Some(player) if self.setting.alone => Ok(player),
            _ => Err(Failure::new(
                Code::Limit,
                "Tournaments are started and stopped on the server's own machine only.",
            )),
        }
    }

    /// All tournaments.
    pub fn list(&self) -> Result<ServerMessage, Failure> {
        let store = self.store()?;
        let stored = store.list().map_err(|error| failed(&error))?;
        // One that cannot be read hides itself and no other.
        let lines = stored.into_iter().filter_map(|stored| view::line(&store, stored).ok());
        Ok(ServerMessage::ArenaList(List {
            tournaments: lines.take(LISTED).collect(),
            ablations: folder::list(&self.setting.folder).into_iter().take(LISTED).collect(),
            tunings: tunings::list(&self.setting.folder).into_iter().take(LISTED).collect(),
            programs: self.setting.programs.clone(),
            may_start: self.may_start().is_ok(),
        }))
    }

    /// The page may let these engines play.
    fn check_engines(&self, lines: &[String]) -> Result<(), Failure> {
        for (index, line) in lines.iter().enumerate() {
            let refused = |text: String| {
                Err(Failure::new(Code::BadStart, text).at(format!("engines[{index}]")))
            };
            let spec: EngineSpec = match line.parse() {
                Ok(spec) => spec,
                Err(error) => return refused(format!("Engine {}, '{line}': {error}.", index + 1)),
            };
            if spec.program().is_some() && !self.setting.programs.contains(line) {
                let text = "The page lets only those programs play that the server was started with (tesuji serve --engines-file FILE).";
                return refused(format!("Engine {}, '{line}': {text}", index + 1));
            }
            if spec.is_human() {
                let text = "People play on the page itself, not in its tournaments.";
                return refused(text.to_owned());
            }
        }
        Ok(())
    }

    /// Begins one and lets it be played.
    pub fn start(&self, start: Start) -> Result<ServerMessage, Failure> {
        self.may_start()?;
        let bad = |text: &str, place: &str| Err(Failure::new(Code::BadStart, text).at(place));
        if start.engines.len() > MAX_ENGINES {
            return bad("That is more engines than the page starts.", "engines");
        }
        if start.games > MAX_GAMES {
            return bad("That is more games than the page starts.", "games");
        }
        self.check_engines(&start.engines)?;
        let asked = start.name.clone();
        let tournament = Tournament::new(config(start)?).map_err(|error| refused(&error))?;
        let name = asked.filter(|name| !name.trim().is_empty());
        let name = name.unwrap_or_else(|| usual_name(&tournament));
        let name: String = name.chars().take(100).collect();
        let _alone = lock(&self.beginning);
        let mut store = self.store()?;
        self.check_load(&store, &tournament)?;
        let identity = format!("page {:x}", seed()?);
        let id =
            store.create(&name, &identity, tournament.config()).map_err(|error| failed(&error))?;
        self.play(id)?;
        Ok(ServerMessage::ArenaStarted { id })
    }

    /// Lets a tournament be played by a process of its own.
    fn play(&self, id: i64) -> Result<(), Failure> {
        let mut command = Command::new(self.may_start()?);
        command.arg("arena").arg("resume").arg(id.to_string()).arg("--json").arg("--data");
        command
            .arg(&self.setting.folder)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::piped());
        let child = command.spawn().map_err(|error| {
            Failure::new(
                Code::Engine,
                format!("The program that plays cannot be started: {error}."),
            )
        })?;
        lock(&self.problems).remove(&id);
        let problems = Arc::clone(&self.problems);
        lock(&self.started).insert(id);
        let started = Arc::clone(&self.started);
        std::thread::spawn(move || {
            let output = child.wait_with_output();
            lock(&started).remove(&id);
            let Ok(output) = output else { return };
            if !output.status.success() {
                let words = String::from_utf8_lossy(&output.stderr);
                let last = words.lines().rev().find(|line| !line.trim().is_empty());
                let text = last.map_or_else(|| output.status.to_string(), str::to_owned);
                lock(&problems).insert(id, text.chars().take(500).collect());
            }
        });
        Ok(())
    }

    /// Lets one go on; all as they stand then.
    pub fn resume(&self, id: i64) -> Result<ServerMessage, Failure> {
        self.may_start()?;
        let _alone = lock(&self.beginning);
        let store = self.store()?;
        let stored = Self::find(&store, id)?;
        if store.is_played(id).map_err(|error| failed(&error))? {
            // It was asked to stop a moment ago, perhaps.
            store.request(id, Request::Run).map_err(|error| failed(&error))?;
            return self.list();
        }
        // It may have been begun elsewhere, with programs that the page may not start.
        self.check_engines(&stored.config.engines)?;
        let config = store.config(&stored).map_err(|error| failed(&error))?;
        let tournament = Tournament::new(config).map_err(|error| refused(&error))?;
        self.check_load(&store, &tournament)?;
        self.play(id)?;
        self.list()
    }

    /// Asks whoever plays it to stop; all as they stand then.
    pub fn stop(&self, id: i64) -> Result<ServerMessage, Failure> {
        self.may_start()?;
        let store = self.store()?;
        Self::find(&store, id)?;
        store.request(id, Request::Stop).map_err(|error| failed(&error))?;
        self.list()
    }

    /// Forgets one that nobody plays; all as they stand then.
    pub fn remove(&self, id: i64) -> Result<ServerMessage, Failure> {
        self.may_start()?;
        let mut store = self.store()?;
        Self::find(&store, id)?;
        if store.is_played(id).map_err(|error| failed(&error))? {
            return Err(Failure::new(Code::Stale, "It is being played: stop it first.").at("id"));
        }
        store.remove(id).map_err(|error| failed(&error))?;
        self.list()
    }

    /// Asks the run of a tuning to pause, or to go on; all as they stand then.
    pub fn pause(&self, name: &str, paused: bool) -> Result<ServerMessage, Failure> {
        self.may_start()?;
        let found = tunings::pause(&self.setting.folder, name, paused)
            .map_err(|error| Failure::new(Code::Storage, format!("{error}.")))?;
        if !found {
            let text = format!("No program is at a tuning '{name}'.");
            return Err(Failure::new(Code::Stale, text).at("name"));
        }
        self.list()
    }

    /// A finished game.
    pub fn game(&self, id: i64, number: u64) -> Result<ServerMessage, Failure> {
        let none = || {
            let text = format!("Tournament {id} has no finished game {number}.");
            Failure::new(Code::NotFound, text).at("number")
        };
        let record = self.store()?.game(id, number).map_err(|error| failed(&error))?;
        let record = Box::new(record.ok_or_else(none)?);
        Ok(ServerMessage::ArenaGame(ArenaGame { id, record }))
    }

    /// The report of one, as HTML.
    pub fn report(&self, id: i64) -> Result<String, Failure> {
        let store = self.store()?;
        let stored = Self::find(&store, id)?;
        report::html(&store, stored).map_err(|error| refused(&error))
    }

    /// The report of an ablation, as HTML.
    pub fn ablation(&self, name: &str) -> Result<String, Failure> {
        let found = folder::report(&self.setting.folder, name)
            .map_err(|error| Failure::new(Code::Storage, format!("{error}.")))?;
        found.ok_or_else(|| Failure::new(Code::NotFound, "There is no such ablation."))
    }

    /// The film of a tuning, as JSON.
    pub fn film(&self, name: &str) -> Result<String, Failure> {
        let found = tunings::film(&self.setting.folder, name, self.may_start().is_ok())
            .map_err(|error| Failure::new(Code::Storage, format!("{error}.")))?;
        found.ok_or_else(|| Failure::new(Code::NotFound, "There is no such tuning."))
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // Each is whole between any two of its calls, so a panic elsewhere does not spoil it.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The settings of a tournament that is asked for.
fn config(start: Start) -> Result<Config, Failure> {
    let sprt = start.sprt.as_deref().map(str::trim).filter(|text| !text.is_empty());
    let sprt = sprt.map(|text| {
        text.parse().map_err(|error: arena::stats::SprtError| {
            Failure::new(Code::BadStart, format!("{error}.")).at("sprt")
        })
    });
    let openings = openings(&start)?;
    let enough = start.engines.len().next_power_of_two().trailing_zeros().max(1);
    let swiss = start.format == Format::Swiss;
    Ok(Config {
        game: start.game,
        format: start.format,
        engines: start.engines,
        games: start.games,
        rounds: if swiss { start.rounds.unwrap_or(enough) } else { 1 },
        seed: start.seed.map_or_else(seed, Ok)?,
        openings,
        rules: Rules::default(),
        sprt: sprt.transpose()?,
        policy: FaultPolicy::default(),
        event: None,
        site: None,
    })
}

/// Where the games of a request begin: from a deal, or from openings.
fn openings(start: &Start) -> Result<Openings, Failure> {
    let text = start.openings.as_deref().filter(|text| !text.trim().is_empty());
    let Some(text) = text else { return Ok(Openings::Deal(start.deal.clone())) };
    if !start.deal.trim().is_empty() {
        let message = "The games begin from a deal or from openings, not from both.";
        return Err(Failure::new(Code::BadStart, message).at("deal"));
    }
    Openings::read(text, engines::kind(&start.game)?, reading(start))
        .map_err(|error| Failure::new(Code::BadStart, format!("Openings: {error}.")).at("openings"))
}

/// The name of a tournament that was given none.
fn usual_name(tournament: &Tournament) -> String {
    match tournament.engines() {
        [first, second] => format!("{} against {}", first.name(), second.name()),
        engines => {
            format!("{} of {} engines", tournament.config().format.name(), engines.len())
        }
    }
}

/// How the openings of a request are read.
fn reading(start: &Start) -> Reading {
    Reading { shuffled: start.shuffled, ..Reading::default() }
}

fn seed() -> Result<u64, Failure> {
    crate::ids::seed().map_err(|error| {
        Failure::new(Code::Storage, format!("The system gives no random numbers: {error}."))
    })
}

/// The state of a tournament that every report of it changes; quick to read.
#[derive(PartialEq)]
struct Stand {
    games: u64,
    state: State,
    updated: i64,
    live: Vec<String>,
    problem: Option<String>,
}

/// The state remembered between two looks.
struct Look {
    store: Store,
    tournaments: Arc<Tournaments>,
    id: i64,
    stand: Option<Stand>,
    rated: (u64, bool, Vec<arena::rating::Rated>),
}

impl Look {
    fn stand(&self, stored: &Stored) -> Result<Stand, StoreError> {
        Ok(Stand {
            games: stored.games,
            state: self.store.state(stored)?,
            updated: stored.updated,
            live: self.store.live(self.id)?,
            problem: lock(&self.tournaments.problems).get(&self.id).cloned(),
        })
    }

    /// The message to send, if there is news.
    fn look(&mut self) -> Result<Option<Letter>, Failure> {
        let stored = Tournaments::find(&self.store, self.id)?;
        let stand = self.stand(&stored).map_err(|error| failed(&error))?;
        if self.stand.as_ref() == Some(&stand) {
            return Ok(None);
        }
        let problem = stand.problem.clone();
        self.stand = Some(stand);
        let (games, done) = (stored.games, stored.done);
        let overview = view::overview(&self.store, stored).map_err(|error| refused(&error))?;
        if (self.rated.0, self.rated.1) != (games, done) && (games <= RATED || done) && games > 0 {
            let ratings = view::ratings(&self.store, self.id).map_err(|error| failed(&error))?;
            self.rated = (games, done, ratings);
        }
        let records = self.store.latest(self.id, GAMES).map_err(|error| failed(&error))?;
        let shown = ServerMessage::Arena(Box::new(Shown {
            overview,
            ratings: self.rated.2.clone(),
            games_list: records.iter().map(GameLine::from).collect(),
            problem,
        }));
        Ok(Some(Letter::from(&shown)))
    }
}

impl Tournaments {
    /// Sends a client the state of a tournament, at once and whenever that changes.
    pub fn watch(self: &Arc<Self>, id: i64, outbox: Outbox) -> Result<AbortOnDrop, Failure> {
        let store = self.store()?;
        Self::find(&store, id)?;
        let tournaments = Arc::clone(self);
        let rated = (0, false, Vec::new());
        let mut look = Look { store, tournaments, id, stand: None, rated };
        Ok(AbortOnDrop(tokio::spawn(async move {
            let mut ticks = tokio::time::interval(LOOK);
            ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
            loop {
                ticks.tick().await;
                let looked = tokio::task::spawn_blocking(move || {
                    let news = look.look();
                    (look, news)
                });
                // A task that was cancelled or has panicked sends nothing more.
                let Ok((again, news)) = looked.await else { return };
                look = again;
                match news {
                    Ok(Some(letter)) => outbox.leave(letter),
                    Ok(None) => {}
                    Err(failure) => {
                        outbox.send(&ServerMessage::Error(failure.answering("arena_watch")));
                        return;
                    }
                }
            }
        })))
    }
}
