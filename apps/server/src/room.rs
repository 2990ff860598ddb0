//! A live game: one task that alone owns its referee, and receives everything about it in one order.
//!
//! A change is played, then written, and only then sent. Whoever watches gets the game whole at every change.

mod alarm;
mod chat;
mod clock;
mod command;
mod first_move;
mod hint;
mod parts;
mod pondering;
mod seating;
mod seats;
mod study;
mod talk;
mod telling;
mod undo;

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;
use std::time::Duration;

use clock::GameClock;
pub use command::{By, Command};
use engine::{AnyGame, GameKind, Limits, Request};
pub use first_move::NO_FIRST_MOVE;
use parts::{Hints, Pondering, Report as GameReport};
pub use seating::Seats;
use talk::Talk;
use tokio::sync::mpsc;
use tokio::time::{Instant, timeout};

use crate::blocks::Blocks;
use crate::chats::Chats;
use crate::engines;
use crate::gate::ClientId;
use crate::levels;
use crate::live::LiveGames;
use crate::news::News;
use crate::outbox::Outbox;
use crate::protocol::study::Algorithm;
use crate::protocol::{
    Code, Ending, Failure, GameState, HistoryEntry, Info, Player, Purpose, ServerMessage, Thinking,
    Thought,
};
use crate::searches::{Priority, Progress, SearchHandle, Searches, Task};
use crate::stopping::Stopping;
use crate::store::{LogEntry, PlayedTurn, Record, Store, replay};
use crate::tree::Tree;

/// Turns and undos that are kept of a game.
const MAX_LOG: usize = 20_000;

/// After so long those who play are told that the disk is slow.
const SLOW: Duration = Duration::from_secs(3);
/// How they are told.
const SLOWLY: &str = "The server's disk is slow just now: what was played last is not lost, it counts once it is kept. Nobody's clock runs meanwhile.";

struct Search {
    number: u64,
    purpose: Purpose,
    queued: bool,
    handle: SearchHandle,
}

/// Takes a room off the list, unless its box holds something; whether it did.
pub type Close = dyn Fn(&str, &mpsc::UnboundedReceiver<Command>) -> bool + Send + Sync;

/// The parts of the server that a room needs.
pub struct Surroundings {
    /// Where its game is kept.
    pub store: Arc<dyn Store>,
    /// Where what is said in it is kept.
    pub chats: Arc<dyn Chats>,
    /// Whose lines are shown to whom.
    pub blocks: Arc<Blocks>,
    /// Where the club looks at the games that are played now.
    pub live: Arc<LiveGames>,
    /// Who thinks.
    pub searches: Arc<Searches>,
    /// Who hears of games that begin and end.
    pub news: Arc<News>,
    /// The least time between a turn and the engine's answer.
    pub pause: Duration,
    /// How long the players of a tournament's game have for their first moves, and all to come back after a restart.
    pub first_move: Duration,
    /// True once the server stops: its last moments cost nobody a game.
    pub stopping: Stopping,
    /// For the end, when no one watches any more.
    pub close: Box<Close>,
}

/// A live game.
pub struct Room {
    id: String,
    kind: &'static dyn GameKind,
    game: Box<dyn AnyGame>,
    history: Vec<HistoryEntry>,
    /// Turns taken back that can be played again, the next one first.
    undone: Vec<PlayedTurn>,
    /// The end by giving up or by the clock.
    end: Option<Ending>,
    clock: Option<GameClock>,
    tree: Tree,
    report: GameReport,
    players: BTreeMap<char, Player>,
    names: BTreeMap<char, String>,
    watchers: HashMap<ClientId, Outbox>,
    /// Who last asked for something that may need a search.
    asker: ClientId,
    /// Rows of the log and of the tree that are kept.
    kept: (usize, usize),
    search: Option<Search>,
    /// The engine is to think in a person's time.
    ponders: bool,
    pondering: Option<Pondering>,
    hints: Hints,
    searches_begun: u64,
    last_turn: Instant,
    /// After a restart of the server the clock waits for who is to move to come back.
    away: bool,
    around: Surroundings,
    itself: mpsc::UnboundedSender<Command>,
    /// Who has its seats, in a club.
    seats: Option<Seats>,
    talk: Talk,
}

impl Room {
    /// Sets a game up as its record says, through the referee.
    pub fn load(
        record: Record,
        around: Surroundings,
        itself: mpsc::UnboundedSender<Command>,
        asker: ClientId,
    ) -> Result<Self, Failure> {
        let Record { row, log, edits, judged, left_now } = record;
        let kept = (log.len(), edits.len());
        let line = replay(log);
        let kind = engines::kind(&row.game)?;
        let game = engines::start(kind, &row.start)?;
        let clock = row.clock.map(|rule| GameClock::new(rule, game.side_letters(), &line.left));
        let seats = Seats::of(&row);
        let mut room = Self {
            id: row.id,
            kind,
            game,
            history: Vec::new(),
            undone: line.undone,
            end: line.end,
            clock,
            tree: Tree::default(),
            report: GameReport::new(judged),
            players: row.players,
            names: row.names,
            watchers: HashMap::new(),
            asker,
            kept,
            search: None,
            ponders: false,
            pondering: None,
            hints: Hints::default(),
            searches_begun: 0,
            last_turn: Instant::now(),
            away: false,
            around,
            itself,
            seats,
            talk: Talk::default(),
        };
        for PlayedTurn { turn, thought, left } in line.turns {
            room.play_turn(&turn, thought, &left).map_err(|reason| {
                Failure::new(
                    Code::Storage,
                    format!(
                        "The record of this game is damaged at turn {}: {reason}.",
                        room.history.len() + 1
                    ),
                )
            })?;
        }
        if let (Some(clock), Some(left)) = (&mut room.clock, left_now) {
            clock.set_left(room.game.side(), left);
        }
        for edit in &edits {
            // Each was tried before it was kept; one that fails all the same costs itself only.
            let _ = room.tree.apply(edit, engines::start(kind, &row.start)?);
        }
        Ok(room)
    }

    /// Lives until no one watches.
    pub async fn run(mut self, mut inbox: mpsc::UnboundedReceiver<Command>) {
        self.attend();
        while let Some(command) = inbox.recv().await {
            self.handle(command).await;
            self.show_live();
            if self.watchers.is_empty() && !self.goes_on_alone() {
                // No one is left to play for: the search stops with its handle.
                self.search = None;
                self.pondering = None;
                self.report.stop();
                self.stop_clock();
                self.around.live.tell(&self.id, None);
                if (self.around.close)(&self.id, &inbox) {
                    return;
                }
            }
        }
    }

    /// Does what a command says, and tells who gave it where it fails.
    async fn handle(&mut self, command: Command) {
        let asked = match &command {
            // Who may not watch is told so as well.
            Command::Watch(outbox) => Some(outbox.clone()),
            other => other.client().and_then(|client| self.watchers.get(&client).cloned()),
        };
        let request = command.request();
        if let (Err(failure), Some(outbox)) = (self.act(command).await, asked) {
            outbox.send(&ServerMessage::Error(failure.answering(request)));
        }
    }

    async fn act(&mut self, command: Command) -> Result<(), Failure> {
        if let Some(client) = command.asker() {
            self.asker = client;
        }
        match command {
            Command::By(by) => Box::pin(self.by(*by)).await,
            Command::Offer { who, offer, yes, .. } => return self.offer(&who, offer, yes).await,
            Command::Abort(_) => return self.abort().await,
            Command::Seated { side, who, .. } => self.seated(side, who),
            Command::Say { who, room, text, .. } => return self.say(who, room, text).await,
            Command::Unsay { room, id } => self.unsay(room, id),
            Command::Rename { key, name } => self.rename(&key, &name),
            Command::Cancel(answer) => answer(self.cancel().await),
            Command::Watch(outbox) => {
                self.read_chat().await?;
                return self.watch(outbox);
            }
            Command::Leave(client) => {
                if self.watchers.remove(&client).is_some() && self.seats.is_some() {
                    self.tell_all(&self.state());
                }
            }
            Command::Play { ply, turn, .. } => {
                return self.play(ply.unwrap_or(self.history.len()), &turn).await;
            }
            Command::Undo { ply, .. } => return self.undo(ply).await,
            Command::Redo { ply, .. } => return self.redo(ply).await,
            Command::Resign { side, .. } => return self.resign(side).await,
            Command::Edit { edit, .. } => return self.edit(edit).await,
            Command::MainLine { path, .. } => return self.make_main(path).await,
            Command::Report(_) => return self.begin_report(),
            Command::StopReport => {
                self.report.stop();
                self.tell_all(&self.report_state());
            }
            Command::Judged(number, progress) => self.on_judged(number, progress).await,
            Command::Flag(number) => self.on_flag(number).await,
            Command::GoOn => self.go_on(),
            Command::Overdue => self.on_overdue().await,
            Command::FirstMove(ply) => self.on_first_move(ply).await,
            Command::Attend => {}
            Command::Hint { ply, .. } => return self.hint(ply),
            Command::MoveNow(_) => {
                let none = || Failure::new(Code::Stale, "The engine is not thinking.");
                self.search.as_ref().ok_or_else(none)?.handle.finish();
            }
            Command::Think(client) => {
                self.think_if_due();
                self.send(client, &self.state());
            }
            Command::Ponder(on) => self.set_pondering(on),
            Command::Pondered(number, progress) => self.on_pondered(number, progress),
            Command::PonderAgain(number) => self.ponder_again(number),
            Command::Search(number, progress) => self.on_progress(number, progress),
            Command::EngineTurn(number, turn, last) => {
                if self.search.as_ref().is_some_and(|search| search.number == number) {
                    self.search = None;
                    let thought = last
                        .map(|report| Thought { depth: report.depth, score: report.score.into() });
                    if let Err(failure) = self.commit_turn(&turn, thought).await {
                        self.tell_all(&self.state());
                        self.tell_all(&ServerMessage::Error(failure));
                    }
                }
            }
        }
        Ok(())
    }

    async fn play(&mut self, ply: usize, turn: &str) -> Result<(), Failure> {
        if self.was_played(ply, turn) {
            return Ok(());
        }
        self.expect_ply(ply)?;
        if matches!(self.players.get(&self.game.side()), Some(Player::Engine { .. }))
            && self.ending().is_none()
        {
            return Err(Failure::new(Code::NotYourTurn, "It is the engine's turn."));
        }
        if self.is_overdue() {
            self.on_overdue().await;
            return Err(Failure::new(Code::Stale, "The days for this turn are over."));
        }
        self.commit_turn(turn, None).await
    }

    /// How the game ended, on the board or beside it.
    fn ending(&self) -> Option<Ending> {
        let on_board = self.game.ending();
        on_board
            .map(|ending| Ending { winner: ending.winner, reason: ending.reason })
            .or_else(|| self.end.clone())
    }

    /// A person gives up.
    async fn resign(&mut self, side: Option<char>) -> Result<(), Failure> {
        if self.ending().is_some() {
            return Err(Failure::new(Code::Stale, "The game is over."));
        }
        let person = side.filter(|side| self.players.get(side) == Some(&Player::Person));
        let Some(side) = person else {
            let side = side.map(String::from).unwrap_or_default();
            let message = format!("No person plays the side `{side}`.");
            return Err(Failure::new(Code::NotYourTurn, message).at("side"));
        };
        let winner = self.game.side_letters().into_iter().find(|&other| other != side);
        self.finish(Ending { winner, reason: "resignation".to_owned() }).await
    }

    /// Ends the game beside the board, and keeps it.
    async fn finish(&mut self, ending: Ending) -> Result<(), Failure> {
        self.keep(LogEntry::End(ending.clone()), Some(ending.clone())).await?;
        self.search = None;
        self.pondering = None;
        self.stop_clock();
        self.end = Some(ending);
        self.tell_all(&self.state());
        self.tell_end();
        self.tell_tournament();
        Ok(())
    }

    /// Appends to the game's log, which has an end even where turns are played and taken back for ever.
    async fn keep(&mut self, entry: LogEntry, ending: Option<Ending>) -> Result<(), Failure> {
        if self.kept.0 >= MAX_LOG {
            let message = format!("A game may have {MAX_LOG} turns, those taken back among them.");
            return Err(Failure::new(Code::Limit, message));
        }
        let over = ending.is_some();
        let mut keeping = self.around.store.append(&self.id, entry, ending);
        let kept = match timeout(SLOW, &mut keeping).await {
            Ok(kept) => kept,
            Err(_) => {
                self.tell_all(&ServerMessage::Error(Failure::new(Code::Storage, SLOWLY)));
                keeping.await
            }
        };
        kept.map_err(|error| storage(&error))?;
        self.kept.0 += 1;
        if over && self.is_rated() {
            self.read_ratings().await;
        }
        Ok(())
    }

    fn expect_ply(&self, ply: usize) -> Result<(), Failure> {
        if ply == self.history.len() {
            return Ok(());
        }
        let message = format!(
            "The game has gone on: it stands after turn {}, not {ply}.",
            self.history.len()
        );
        Err(Failure::new(Code::Stale, message).at("ply"))
    }

    /// Plays a turn, keeps it, and sends it to everyone.
    async fn commit_turn(&mut self, turn: &str, thought: Option<Thought>) -> Result<(), Failure> {
        if self.end.is_some() {
            return Err(Failure::new(Code::Stale, "The game is over."));
        }
        let ply = self.history.len();
        let side = self.game.side();
        let left = self.clock.as_ref().map(|clock| clock.after_turn(side)).unwrap_or_default();
        self.play_turn(turn, thought, &left)
            .map_err(|reason| Failure::new(Code::IllegalTurn, reason).at("turn"))?;
        let entry = LogEntry::Turn { ply, turn: turn.to_owned(), thought, left: left.clone() };
        if let Err(failure) = self.keep(entry, self.ending()).await {
            self.game.undo();
            self.history.pop();
            return Err(failure);
        }
        if self.undone.first().is_some_and(|next| next.turn == turn) {
            self.undone.remove(0);
        } else {
            self.undone.clear();
        }
        if let Some(clock) = &mut self.clock {
            clock.set(&left);
        }
        self.drop_offers_to(side);
        self.away = false;
        self.start_clock();
        self.await_first_move();
        // A hint for the position before is of no more use.
        self.search = None;
        self.hints = Hints::default();
        self.last_turn = Instant::now();
        self.think_if_due();
        // The result of pondering goes to the search that follows, or is of no more use.
        self.pondering = None;
        self.ponder_if_due();
        self.tell_all(&self.state());
        if self.ending().is_some() {
            self.tell_end();
        } else if self.is_by_days() {
            self.tell_turn();
        }
        self.tell_tournament();
        Ok(())
    }

    fn play_turn(
        &mut self,
        turn: &str,
        thought: Option<Thought>,
        left: &BTreeMap<char, u64>,
    ) -> Result<(), String> {
        let side = self.game.side();
        let words = self.game.describe(turn).unwrap_or_default();
        self.game.play(turn).map_err(|error| error.to_string())?;
        // The game's own wording: a person may write a turn in another way.
        let turn = self.game.turns().pop().unwrap_or_else(|| turn.to_owned());
        self.history.push(HistoryEntry {
            turn,
            words,
            side,
            position: self.game.position_text(),
            thought,
            left: left.get(&side).copied(),
        });
        Ok(())
    }

    /// Lets the engine think where the turn is its own and it does not yet.
    fn think_if_due(&mut self) {
        if self.search.is_some() || self.ending().is_some() {
            return;
        }
        let Some(Player::Engine { level }) = self.players.get(&self.game.side()) else { return };
        if let Some(mut limits) = levels::limits(*level) {
            limits.clock = self.clock.as_ref().map(GameClock::for_search);
            let level = *level;
            self.begin_search(Purpose::Move, limits, level);
        }
    }

    fn begin_search(&mut self, purpose: Purpose, limits: Limits, level: u8) {
        self.searches_begun += 1;
        let number = self.searches_begun;
        let task = Task {
            kind: self.kind,
            request: Request::new(self.game.as_ref(), limits),
            level,
            algorithm: Algorithm::AlphaBeta,
            priority: Priority::Turn,
            client: self.asker,
        };
        let itself = self.itself.clone();
        let sink = move |progress| {
            // A room that is gone has stopped the search already.
            let _ = itself.send(Command::Search(number, progress));
        };
        let searches = &self.around.searches;
        let handle = match &self.pondering {
            Some(pondering) if purpose == Purpose::Move => {
                searches.follow(&pondering.handle, task, sink)
            }
            _ => searches.submit(task, sink),
        };
        self.search = Some(Search { number, purpose, queued: true, handle });
    }

    fn on_progress(&mut self, number: u64, progress: Progress) {
        let Some(search) = self.search.as_mut().filter(|search| search.number == number) else {
            return;
        };
        let purpose = search.purpose;
        match progress {
            Progress::Started => {
                search.queued = false;
                self.tell_all(&self.state());
            }
            Progress::Reports(reports) => {
                if let Some(report) = reports.iter().find(|report| report.multi_pv == 1) {
                    self.tell_all(&self.info(purpose, report.clone()));
                }
                if purpose == Purpose::Hint {
                    self.hints.update(reports);
                }
            }
            Progress::Done(Some(turn), last) if purpose == Purpose::Move => {
                let wait = self.around.pause.saturating_sub(self.last_turn.elapsed());
                self.after(wait, Command::EngineTurn(number, turn, last));
            }
            Progress::Done(Some(turn), _) => {
                self.search = None;
                self.tell_all(&self.state());
                self.tell_hint(turn);
            }
            Progress::Done(None, _) => self.engine_failed("it found no turn"),
            Progress::Failed(reason) => self.engine_failed(&reason),
        }
    }

    fn engine_failed(&mut self, reason: &str) {
        self.search = None;
        self.tell_all(&self.state());
        self.tell_all(&ServerMessage::Error(Failure::new(Code::Engine, format!("{reason}."))));
    }

    fn after(&self, wait: Duration, command: Command) {
        let itself = self.itself.clone();
        tokio::spawn(async move {
            tokio::time::sleep(wait).await;
            // The room may have closed meanwhile; its next life searches anew.
            let _ = itself.send(command);
        });
    }

    fn info(&self, purpose: Purpose, report: engine::Info) -> ServerMessage {
        ServerMessage::Info(Info {
            id: self.id.clone(),
            ply: self.history.len(),
            side: self.game.side(),
            purpose,
            depth: report.depth,
            seldepth: report.seldepth,
            score: report.score.into(),
            nodes: report.nodes,
            seconds: report.time.as_secs_f64(),
            words: report.line,
            pv: report.pv,
        })
    }

    fn state(&self) -> ServerMessage {
        ServerMessage::Game(Arc::new(GameState {
            id: self.id.clone(),
            game: self.kind.name().to_owned(),
            start: self.game.start_text(),
            history: self.history.clone(),
            position: self.game.position_text(),
            side: self.game.side(),
            legal: if self.end.is_some() { Vec::new() } else { engines::legal(self.game.as_ref()) },
            ending: self.ending(),
            players: self.players.clone(),
            thinking: self
                .search
                .as_ref()
                .map(|search| Thinking { purpose: search.purpose, queued: search.queued }),
            pondering: self.pondering.as_ref().map(Pondering::state),
            redo: self.undone.len(),
            clock: self.clock.as_ref().map(|clock| clock.state(self.game.side())),
            names: self.shown_names(),
            seats: self.shown_seats(),
            rated: self.is_rated(),
        }))
    }
}

fn storage(error: &crate::store::StoreError) -> Failure {
    Failure::new(Code::Storage, format!("Nothing was changed: {error}."))
}

#[cfg(test)]
mod tests;
