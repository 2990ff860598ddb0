//! The one place that knows the `engine` crate: games and engines as this server speaks of them.

use engine::{AnyGame, Engine, Event, GameKind, Limits, Referee, Verdict};

use crate::protocol::{Code, Failure, Score, ScoreKind};

/// How a search stands.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    pub depth: u32,
    pub seldepth: u32,
    pub score: Score,
    pub nodes: u64,
    pub seconds: f64,
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

/// A start position dealt by the game's own words.
pub fn deal(kind: &dyn GameKind, deal: &str, seed: u64) -> Result<String, Failure> {
    kind.deal(deal, seed)
        .map_err(|error| Failure::new(Code::BadStart, error.to_string()).at("deal"))
}

/// A stand-in.
pub struct Searcher(&'static str, std::sync::Arc<std::sync::atomic::AtomicBool>);
impl Searcher {
    /// Sets an engine up.
    pub fn new(kind: &dyn GameKind, _hash_mib: usize) -> Result<Self, String> {
        Ok(Self(kind.name(), Default::default()))
    }
    /// Begins a search; what it says goes to the sink, from the engine's own thread.
    pub fn search(
        &mut self,
        position: &str,
        turns: &[String],
        limits: Limits,
        mut sink: impl FnMut(Said) + Send + 'static,
    ) -> Result<(), String> {
        let mut game =
            start(kind(self.0).map_err(|e| e.message)?, position).map_err(|e| e.message)?;
        for turn in turns {
            game.play(turn).map_err(|e| e.to_string())?;
        }
        self.1 = Default::default();
        let stop = self.1.clone();
        std::thread::spawn(move || {
            let side = game.side();
            let mut best = None;
            for turn in game.legal_turns() {
                game.play(&turn).unwrap();
                let w = game.ending().is_some_and(|e| e.winner == Some(side));
                game.undo();
                if w {
                    best = Some(turn);
                    break;
                }
                if best.is_none() || turns_hash(&turn) > turns_hash(best.as_ref().unwrap()) {
                    best = Some(turn);
                }
            }
            let steps = if limits.nodes.is_none() { 20 } else { 2 };
            for depth in 1..=steps {
                if stop.load(std::sync::atomic::Ordering::Relaxed) {
                    break;
                }
                sink(Said::Report(Report {
                    depth,
                    seldepth: depth + 3,
                    score: Score { kind: ScoreKind::Points, value: 13 * depth as i32 },
                    nodes: 1000 * u64::from(depth),
                    seconds: 0.1 * f64::from(depth),
                    pv: best.iter().cloned().collect(),
                }));
                std::thread::sleep(std::time::Duration::from_millis(100));
            }
            sink(Said::Best(
                best.clone(),
                Some(Report {
                    depth: 9,
                    seldepth: 12,
                    score: Score { kind: ScoreKind::Points, value: 37 },
                    nodes: 1000,
                    seconds: 0.1,
                    pv: best.into_iter().collect(),
                }),
            ));
        });
        Ok(())
    }
    /// Asks for the last word soon.
    pub fn stop(&mut self) {
        self.1.store(true, std::sync::atomic::Ordering::Relaxed);
    }
}
fn turns_hash(t: &str) -> u32 {
    t.bytes().fold(7, |h: u32, b| h.wrapping_mul(31).wrapping_add(u32::from(b))) ^ 0x5a5a
}

fn said(event: Event) -> Said {
    match event {
        Event::Info(info) => Said::Report(report(info)),
        Event::BestMove { turn, last, .. } => Said::Best(turn, last.map(report)),
        Event::Failed(reason) => Said::Failed(reason),
    }
}

fn report(info: engine::Info) -> Report {
    let score = match info.score.verdict() {
        Verdict::Win(plies) => Score { kind: ScoreKind::Win, value: plies_value(plies) },
        Verdict::Loss(plies) => Score { kind: ScoreKind::Loss, value: plies_value(plies) },
        Verdict::Points(value) => Score { kind: ScoreKind::Points, value },
    };
    Report {
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
