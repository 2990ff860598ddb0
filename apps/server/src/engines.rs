//! The one place that knows the `engine` crate: games and engines as this server speaks of them.

use engine::{AnyGame, Bound, Engine, EngineConfig, Event, GameKind, Limits, Referee, Verdict};

use crate::protocol::{Code, Failure, Score, ScoreKind};

/// How a search stands.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// Which of the best lines it is about, from 1.
    pub line: usize,
    pub depth: u32,
    pub seldepth: u32,
    pub score: Score,
    pub nodes: u64,
    pub seconds: f64,
    /// States below the first move of the line, and the depth of its score.
    pub line_nodes: u64,
    pub line_depth: u32,
    /// Whether the score is proven and its distance exact.
    pub settled: bool,
    pub pv: Vec<String>,
}

/// What a search says.
#[derive(Clone, Debug, PartialEq)]
pub enum Said {
    Report(Report),
    /// The last word, with the last report on the best line; no turn in a finished position.
    Best(Option<String>, Option<Report>),
    /// The last word of a search that broke.
    Failed(String),
}

/// The names of all games.
pub fn games() -> Vec<&'static str> {
    engine::kinds().iter().map(|kind| kind.name()).collect()
}

/// The game of that name.
pub fn kind(name: &str) -> Result<&'static dyn GameKind, Failure> {
    engine::kind(name).ok_or_else(|| {
        let shown: String = name.chars().take(40).collect();
        Failure::new(
            Code::BadStart,
            format!("There is no game `{shown}`; there are {}.", games().join(", ")),
        )
        .at("game")
    })
}

/// A game from that position; a third repetition is a draw here.
pub fn start(kind: &dyn GameKind, position: &str) -> Result<Box<dyn AnyGame>, Failure> {
    let referee = Referee { repetition_draw: true };
    kind.new_game(Some(position), referee)
        .map_err(|error| Failure::new(Code::BadStart, error.to_string()).at("position"))
}

/// The turns that may be played. Where turns have several moves, the moves that one may begin with; but where no list can
/// hold all turns (a set-up), those of the game's book.
pub fn legal(game: &dyn AnyGame) -> Vec<String> {
    if game.has_steps() && game.lists_turns() { game.legal_moves() } else { game.legal_turns() }
}

/// A line from a position as people read it, as far as it is legal.
pub fn words(game: &dyn AnyGame, line: &[String]) -> Vec<String> {
    let mut game = game.boxed_clone();
    let mut words = Vec::with_capacity(line.len());
    for turn in line {
        let Ok(described) = game.describe(turn) else { break };
        words.push(described);
        if game.play(turn).is_err() {
            break;
        }
    }
    words
}

/// A start position dealt by the game's own words.
pub fn deal(kind: &dyn GameKind, deal: &str, seed: u64) -> Result<String, Failure> {
    kind.deal(deal, seed)
        .map_err(|error| Failure::new(Code::BadStart, error.to_string()).at("deal"))
}

/// An engine for searches, one at a time.
pub struct Searcher {
    engine: Box<dyn Engine>,
    level: u8,
}

impl Searcher {
    /// Sets an engine up; `folders` are those of endgame tables, for games that have such.
    pub fn new(
        kind: &dyn GameKind,
        hash_mib: usize,
        folders: Option<&str>,
    ) -> Result<Self, String> {
        // Asked where a search is large; a weak level plays its endings without.
        let config = EngineConfig { hash_mib, ..EngineConfig::default() };
        let mut config = config.with("Tables", 2);
        if let (Some(folders), Some(source)) = (folders, kind.table_folders()) {
            config = config.with(source.option(), folders);
        }
        let engine = kind.new_engine(&config).map_err(|error| error.to_string())?;
        Ok(Self { engine, level: 0 })
    }

    /// Plays at a level from now on; 0 is full strength.
    pub fn set_level(&mut self, level: u8) -> Result<(), String> {
        if level != self.level {
            let set = self.engine.set_option("Level", &level.to_string());
            set.map_err(|error| error.to_string())?;
            self.level = level;
        }
        Ok(())
    }

    /// Begins a search; what it says goes to the sink, from the engine's own thread.
    pub fn search(
        &mut self,
        start: &str,
        turns: &[String],
        limits: Limits,
        mut sink: impl FnMut(Said) + Send + 'static,
    ) -> Result<(), String> {
        self.engine.set_game(Some(start), turns).map_err(|error| error.to_string())?;
        self.engine.go(
            limits,
            Box::new(move |event| {
                if let Some(said) = said(event) {
                    sink(said);
                }
            }),
        );
        Ok(())
    }

    /// Asks for the last word soon.
    pub fn stop(&mut self) {
        self.engine.stop();
    }
}

/// Bounds of a search that looks again are no news; a report is.
fn said(event: Event) -> Option<Said> {
    Some(match event {
        Event::Info(info) if info.bound != Bound::Exact || info.pv.is_empty() => return None,
        Event::Current { .. } => return None,
        Event::Info(info) => Said::Report(report(info)),
        Event::BestMove { turn, last, .. } => Said::Best(turn, last.map(report)),
        Event::Failed(reason) => Said::Failed(reason),
    })
}

fn report(info: engine::Info) -> Report {
    let score = match info.score.verdict() {
        Verdict::Win(plies) => Score { kind: ScoreKind::Win, value: plies_value(plies) },
        Verdict::Loss(plies) => Score { kind: ScoreKind::Loss, value: plies_value(plies) },
        Verdict::Points(value) => Score { kind: ScoreKind::Points, value },
    };
    Report {
        line: info.multi_pv,
        line_nodes: info.line_nodes,
        line_depth: info.line_depth,
        settled: info.settled,
        depth: info.depth,
        seldepth: info.seldepth,
        score,
        nodes: info.nodes,
        seconds: info.time.as_secs_f64(),
        pv: info.pv,
    }
}

fn plies_value(plies: u32) -> i32 {
    i32::try_from(plies).unwrap_or(i32::MAX)
}
