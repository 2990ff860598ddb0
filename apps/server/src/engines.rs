//! The one place that knows the `engine` crate: games and engines as this server speaks of them.

use engine::options::ALGORITHM;
use engine::{
    AnyGame, Engine, EngineConfig, GameKind, Info, Outcome, Referee, Request, SearchError, Stop,
    Verdict,
};

use crate::protocol::study::Algorithm;
use crate::protocol::{Code, Failure, Score, ScoreKind};

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

/// The letters of a game's sides, the first to move first.
pub fn sides(name: &str) -> Result<[char; 2], Failure> {
    Ok(kind(name)?.side_letters())
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
    kind.starts()
        .deal(deal, seed)
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
        algorithm: Algorithm,
    ) -> Result<Self, String> {
        // Asked where a search is large; a weak level plays its endings without.
        let config = EngineConfig { hash_mib, ..EngineConfig::default() };
        let family = match algorithm {
            Algorithm::AlphaBeta => "alphabeta",
            Algorithm::Mcts => "mcts",
        };
        let mut config = config.with("Tables", 2).with(ALGORITHM.name, family);
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

    /// Searches on this thread; its reports go to `on_info`.
    pub fn search(
        &mut self,
        request: &Request,
        stop: &Stop,
        on_info: &mut (dyn FnMut(Info) + Send),
    ) -> Result<Outcome, String> {
        let outcome = request.search(self.engine.as_mut(), stop, on_info);
        outcome.map_err(|error| match error {
            SearchError::Failed(reason) => reason,
            error => error.to_string(),
        })
    }
}

impl From<engine::Score> for Score {
    fn from(score: engine::Score) -> Self {
        let plies = |plies| i32::try_from(plies).unwrap_or(i32::MAX);
        match score.verdict() {
            Verdict::Win(after) => Self { kind: ScoreKind::Win, value: plies(after) },
            Verdict::Loss(after) => Self { kind: ScoreKind::Loss, value: plies(after) },
            Verdict::Points(value) => Self { kind: ScoreKind::Points, value },
        }
    }
}
