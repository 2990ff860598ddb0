//! Lines and analyses of any position, for one connection; no game need be live for them.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use engine::{AnyGame, GameKind, Info, Limits, Request, TreeBranch};

use crate::engines;
use crate::outbox::Outbox;
use crate::protocol::study::{
    Analyse, Analysis, AnalysisLine, Line, Look, SearchTree, TablesTold, TreeMove, Within,
    WithinLine,
};
use crate::protocol::{Code, Ending, Failure, Score, ScoreKind, ServerMessage};
use crate::rooms::Rooms;
use crate::searches::{Priority, Progress, SearchHandle, Task};
use crate::tables::{Subscription, Tables};

/// How long an analysis thinks at most; who wants more asks anew, and the table still knows.
const LONGEST: Duration = Duration::from_secs(120);
/// The longest line.
pub const MAX_PLIES: usize = 600;
/// The most lines, and how many are sent where there are more moves than that.
const MAX_LINES: usize = 256;
const FEW_LINES: usize = 5;
/// Moves of the root of a tree that are sent, and how many of them with more than their line.
const MAX_TREE_MOVES: usize = 64;
const OPEN_TREE_MOVES: usize = 8;
/// Turns of a line that are sent.
const TURNS_SENT: usize = 16;

/// The game at the end of a line, and the positions on the way.
pub fn follow(look: &Look) -> Result<(Box<dyn AnyGame>, Vec<String>), Failure> {
    let kind = engines::kind(&look.game)?;
    let mut game = engines::start(kind, &look.start).map_err(|failure| failure.at("start"))?;
    if look.turns.len() > MAX_PLIES {
        return Err(
            Failure::new(Code::Limit, format!("A line may have {MAX_PLIES} turns.")).at("turns")
        );
    }
    let mut positions = Vec::new();
    for (index, turn) in look.turns.iter().enumerate() {
        game.play(turn).map_err(|error| {
            Failure::new(Code::IllegalTurn, error.to_string()).at(format!("turns[{index}]"))
        })?;
        positions.push(game.position_text());
    }
    Ok((game, positions))
}

/// The position at the end of a line.
pub fn look(look: Look) -> Result<ServerMessage, Failure> {
    let (game, positions) = follow(&look)?;
    Ok(ServerMessage::Line(Line {
        game: look.game,
        start: look.start,
        turns: look.turns,
        positions,
        side: game.side(),
        legal: engines::legal(game.as_ref()),
        ending: game.ending().map(|ending| Ending { winner: ending.winner, reason: ending.reason }),
    }))
}

/// How does a turn of several moves go on?
pub fn within(asked: WithinLine) -> Result<ServerMessage, Failure> {
    let WithinLine { game, start, turns, begun } = asked;
    let look = Look { game, start, turns };
    let (at, _) = follow(&look)?;
    let within = at
        .within(&begun)
        .map_err(|error| Failure::new(Code::IllegalTurn, error.to_string()).at("begun"))?;
    let Look { game, start, turns } = look;
    let engine::Within { position, moves, may_end } = within;
    Ok(ServerMessage::Within(Within { game, start, turns, begun, position, moves, may_end }))
}

/// Begins an analysis; it ends with its handle.
pub fn begin(
    asked: Analyse,
    rooms: &Rooms,
    outbox: Outbox,
) -> Result<Option<SearchHandle>, Failure> {
    let Analyse { key, game, start, turns, lines, algorithm, threat } = asked;
    let asked = Look { game, start, turns };
    let position = looked_at(&asked, threat)?;
    let kind = engines::kind(&asked.game)?;
    if position.ending().is_some() {
        let seen = Mutex::new(Seen::new(key, 1, position, kind, rooms.tables.clone()));
        outbox.send(&message(&seen, &[], true));
        return Ok(None);
    }
    let lines = lines_of(lines, position.legal_moves().len());
    let limits = Limits { move_time: Some(LONGEST), multi_pv: lines, ..Limits::default() };
    let (level, priority, client) = (0, Priority::Background, outbox.client);
    let request = Request::new(position.as_ref(), limits);
    let task = Task { kind, request, level, algorithm, priority, client };
    let mut seen = Seen::new(key, lines, position, kind, rooms.tables.clone());
    // The tables begin with the search, not with its first word.
    seen.consult();
    let seen = Mutex::new(seen);
    Ok(Some(rooms.searches.submit(task, move |progress| match progress {
        Progress::Started => {}
        Progress::Reports(reports) => outbox.send(&message(&seen, &reports, false)),
        Progress::Done(..) => outbox.send(&message(&seen, &[], true)),
        Progress::Failed(reason) => outbox.send(&ServerMessage::Error(
            Failure::new(Code::Engine, format!("{reason}.")).answering("analyse"),
        )),
    })))
}

/// The position that is analysed; for a threat the one after a pass.
fn looked_at(asked: &Look, threat: bool) -> Result<Box<dyn AnyGame>, Failure> {
    let (position, _) = follow(asked)?;
    if !threat || position.ending().is_some() {
        return Ok(position);
    }
    position.passed().ok_or_else(|| {
        let message =
            "Nobody could pass here: in check, or with so little left, there is no threat to show.";
        Failure::new(Code::IllegalTurn, message).at("threat")
    })
}

/// The number of lines where so many are asked for, and there are so many moves. A line for each of very many would say
/// nothing of any.
fn lines_of(asked: usize, moves: usize) -> usize {
    match asked {
        0 if moves <= MAX_LINES => moves,
        0 => FEW_LINES,
        lines => lines.min(moves).min(MAX_LINES),
    }
}

/// The analysis so far, by the first turn of the line.
struct Seen {
    key: u64,
    wanted: usize,
    kind: &'static dyn GameKind,
    game: Box<dyn AnyGame>,
    /// The newest report on each.
    lines: BTreeMap<String, Info>,
    newest: Option<Info>,
    /// The endgame tables, those of this game while they are held, and what the ones that were ready say of each turn.
    tables: Tables,
    subscription: Option<Subscription>,
    verdicts: (usize, BTreeMap<String, Score>),
    /// The tree of a Monte Carlo tree search, as it was told last.
    tree: Option<Arc<[TreeBranch]>>,
}

impl Seen {
    fn new(
        key: u64,
        wanted: usize,
        game: Box<dyn AnyGame>,
        kind: &'static dyn GameKind,
        tables: Tables,
    ) -> Self {
        let (lines, verdicts) = (BTreeMap::new(), (0, BTreeMap::new()));
        Self {
            key,
            wanted,
            kind,
            game,
            lines,
            newest: None,
            tables,
            subscription: None,
            verdicts,
            tree: None,
        }
    }

    /// How far the tables are; asks those that have become ready.
    fn consult(&mut self) -> Option<TablesTold> {
        if self.subscription.is_none() {
            // Others may have held those of another set until now.
            self.subscription = self.tables.subscribe(self.kind, &self.game.position_text());
        }
        let subscription = self.subscription.as_ref()?;
        let state = subscription.state()?;
        if state.ready > self.verdicts.0 {
            self.verdicts = (state.ready, subscription.verdicts(self.game.as_ref()));
        }
        Some(state)
    }
}

impl Seen {
    /// Where a line is wanted for every move: those of which the search, which ends where it has proven the best, says
    /// nothing, but the tables do.
    fn known_only(&self, shown: usize) -> Vec<AnalysisLine> {
        let known = &self.verdicts.1;
        if known.len() > self.wanted || shown >= self.wanted {
            return Vec::new();
        }
        let missing = known.iter().filter(|(turn, _)| !self.lines.contains_key(*turn));
        let line = |(turn, &verdict): (&String, &Score)| {
            let pv = vec![turn.clone()];
            let words = engines::words(self.game.as_ref(), &pv);
            let exact = verdict.kind != ScoreKind::Draw && verdict.value > 0;
            AnalysisLine {
                score: verdict,
                exact,
                depth: 0,
                nodes: 0,
                words,
                verdict: Some(verdict),
                pv,
            }
        };
        missing.map(line).collect()
    }
}

impl Seen {
    /// Takes in what the search has found since.
    fn take(&mut self, reports: &[Info]) {
        for report in reports {
            if let Some(first) = report.pv.first() {
                self.lines.insert(first.clone(), report.clone());
            }
            if report.tree.is_some() {
                self.tree.clone_from(&report.tree);
            }
            if self.newest.as_ref().is_none_or(|newest| newest.nodes <= report.nodes) {
                self.newest = Some(report.clone());
            }
        }
    }

    /// The lines as they are told, the best first.
    fn shown(&self) -> Vec<AnalysisLine> {
        let deepest = self.lines.values().map(|report| report.line_depth).max().unwrap_or(0);
        // Where only the best are wanted, one that fell out of them is no longer looked at.
        let is_looked_at =
            |report: &&Info| self.lines.len() <= self.wanted || report.line_depth + 1 >= deepest;
        let line = |report: &Info| AnalysisLine {
            score: report.score.into(),
            exact: report.settled,
            depth: report.line_depth,
            nodes: report.line_nodes,
            words: report.line.iter().take(TURNS_SENT).cloned().collect(),
            verdict: report.pv.first().and_then(|turn| self.verdicts.1.get(turn)).copied(),
            pv: report.pv.iter().take(TURNS_SENT).cloned().collect(),
        };
        let mut lines: Vec<_> = self.lines.values().filter(is_looked_at).map(line).collect();
        lines.extend(self.known_only(lines.len()));
        lines.sort_by_key(|line| std::cmp::Reverse((rank(line.score), line.depth)));
        lines.truncate(self.wanted);
        lines
    }
}

/// A number that grows with what the score promises.
fn rank(score: Score) -> i64 {
    const FAR: i64 = 1 << 40;
    match score.kind {
        ScoreKind::Win => FAR - i64::from(score.value),
        ScoreKind::Loss => i64::from(score.value) - FAR,
        ScoreKind::Draw => 0,
        ScoreKind::Points => i64::from(score.value),
    }
}

fn message(seen: &Mutex<Seen>, reports: &[Info], done: bool) -> ServerMessage {
    let mut seen = seen.lock().unwrap_or_else(PoisonError::into_inner);
    seen.take(reports);
    let tables = seen.consult();
    let lines = seen.shown();
    let newest = seen.newest.as_ref();
    ServerMessage::Analysis(Analysis {
        key: seen.key,
        depth: newest.map_or(0, |report| report.depth),
        seldepth: newest.map_or(0, |report| report.seldepth),
        nodes: newest.map_or(0, |report| report.nodes),
        seconds: newest.map_or(0.0, |report| report.time.as_secs_f64()),
        done,
        tables,
        lines,
        search_tree: seen.tree.as_deref().map(|branches| SearchTree {
            moves: branches.iter().take(MAX_TREE_MOVES).enumerate().map(tree_move).collect(),
            turns: !seen.game.has_steps(),
        }),
    })
}

/// A move of the root, with all replies that are known to the first ones, and else with its line.
fn tree_move((number, branch): (usize, &TreeBranch)) -> TreeMove {
    fn written(branch: &TreeBranch, replies: usize) -> TreeMove {
        TreeMove {
            r#move: branch.mv.clone(),
            words: branch.words.clone(),
            visits: branch.visits,
            value: branch.value,
            prior: branch.prior,
            proven: branch.proven.map(Score::from),
            replies: branch.replies.iter().take(replies).map(|it| written(it, replies)).collect(),
        }
    }
    written(branch, if number < OPEN_TREE_MOVES { usize::MAX } else { 1 })
}
