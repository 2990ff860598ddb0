//! A live game: one task that alone owns its referee, and hears everything about it in one order.
//!
//! A change is played, then written, and only then told. Whoever watches gets the game whole at every change.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;
use std::time::Duration;

use engine::{AnyGame, GameKind, Limits};
use tokio::sync::mpsc;
use tokio::time::Instant;

use crate::connection::Outbox;
use crate::engines::{self, Report};
use crate::levels;
use crate::protocol::{
    Code, Ending, Failure, GameState, HistoryEntry, Info, Player, Purpose, ServerMessage, Thinking,
    Thought,
};
use crate::rooms::Rooms;
use crate::searches::{Progress, Task, Ticket};
use crate::store::{GameRow, LogEntry, PlayedTurn};

/// A connection's number.
pub type ClientId = u64;

/// What a room hears.
pub enum Command {
    Watch(ClientId, Outbox),
    Leave(ClientId),
    Play {
        client: ClientId,
        ply: usize,
        turn: String,
    },
    Undo {
        client: ClientId,
        ply: usize,
    },
    Hint {
        client: ClientId,
        ply: usize,
    },
    MoveNow(ClientId),
    Think(ClientId),
    /// A word from the search of that number.
    Search(u64, Progress),
    /// The search of that number has its turn, and the pause before it is over.
    EngineTurn(u64, String, Option<Report>),
}

struct Search {
    number: u64,
    purpose: Purpose,
    queued: bool,
    ticket: Ticket,
}

/// A live game.
pub struct Room {
    id: String,
    kind: &'static dyn GameKind,
    game: Box<dyn AnyGame>,
    history: Vec<HistoryEntry>,
    players: BTreeMap<char, Player>,
    watchers: HashMap<ClientId, Outbox>,
    search: Option<Search>,
    searches_begun: u64,
    last_turn: Instant,
    rooms: Arc<Rooms>,
    itself: mpsc::UnboundedSender<Command>,
}

impl Room {
    /// Sets a game up as its record says, through the referee.
    pub fn load(
        row: GameRow,
        line: Vec<PlayedTurn>,
        rooms: Arc<Rooms>,
        itself: mpsc::UnboundedSender<Command>,
    ) -> Result<Self, Failure> {
        let kind = engines::kind(&row.game)?;
        let game = engines::start(kind, &row.start)?;
        let mut room = Self {
            id: row.id,
            kind,
            game,
            history: Vec::new(),
            players: row.players,
            watchers: HashMap::new(),
            search: None,
            searches_begun: 0,
            last_turn: Instant::now(),
            rooms,
            itself,
        };
        for PlayedTurn { turn, thought } in line {
            room.play_turn(&turn, thought).map_err(|reason| {
                Failure::new(
                    Code::Storage,
                    format!(
                        "The record of this game is damaged at turn {}: {reason}.",
                        room.history.len() + 1
                    ),
                )
            })?;
        }
        Ok(room)
    }

    /// Lives until no one watches.
    pub async fn run(mut self, mut inbox: mpsc::UnboundedReceiver<Command>) {
        while let Some(command) = inbox.recv().await {
            self.handle(command).await;
            if self.watchers.is_empty() {
                // No one is left to play for: the search stops with its ticket.
                self.search = None;
                if self.rooms.close(&self.id, &inbox) {
                    return;
                }
            }
        }
    }

    async fn handle(&mut self, command: Command) {
        match command {
            Command::Watch(client, outbox) => {
                self.watchers.insert(client, outbox);
                self.think_if_due();
                self.tell(client, &self.state());
            }
            Command::Leave(client) => {
                self.watchers.remove(&client);
            }
            Command::Play { client, ply, turn } => {
                let result = self.play(ply, &turn).await;
                self.answer(client, "play", result);
            }
            Command::Undo { client, ply } => {
                let result = self.undo(ply).await;
                self.answer(client, "undo", result);
            }
            Command::Hint { client, ply } => {
                let result = self.hint(ply);
                self.answer(client, "hint", result);
            }
            Command::MoveNow(client) => match &self.search {
                Some(search) => search.ticket.finish(),
                None => self.answer(
                    client,
                    "move_now",
                    Err(Failure::new(Code::Stale, "The engine is not thinking.")),
                ),
            },
            Command::Think(client) => {
                self.think_if_due();
                self.tell(client, &self.state());
            }
            Command::Search(number, progress) => self.on_progress(number, progress),
            Command::EngineTurn(number, turn, last) => {
                if self.search.as_ref().is_some_and(|search| search.number == number) {
                    self.search = None;
                    let thought =
                        last.map(|report| Thought { depth: report.depth, score: report.score });
                    if let Err(failure) = self.commit_turn(&turn, thought).await {
                        self.tell_all(&self.state());
                        self.tell_all(&ServerMessage::Error(failure));
                    }
                }
            }
        }
    }

    async fn play(&mut self, ply: usize, turn: &str) -> Result<(), Failure> {
        self.expect_ply(ply)?;
        if matches!(self.players.get(&self.game.side()), Some(Player::Engine { .. }))
            && self.game.ending().is_none()
        {
            return Err(Failure::new(Code::NotYourTurn, "It is the engine's turn."));
        }
        self.commit_turn(turn, None).await
    }

    async fn undo(&mut self, ply: usize) -> Result<(), Failure> {
        if ply >= self.history.len() {
            return Err(Failure::new(
                Code::Stale,
                format!(
                    "Only {} turns are played; there is none to take back there.",
                    self.history.len()
                ),
            )
            .at("ply"));
        }
        self.rooms
            .store
            .append(&self.id, LogEntry::Undo { ply })
            .await
            .map_err(|error| storage(&error))?;
        self.search = None;
        while self.history.len() > ply && self.game.undo() {
            self.history.pop();
        }
        self.last_turn = Instant::now();
        self.think_if_due();
        self.tell_all(&self.state());
        Ok(())
    }

    fn hint(&mut self, ply: usize) -> Result<(), Failure> {
        self.expect_ply(ply)?;
        if self.search.is_some() {
            return Err(Failure::new(
                Code::Limit,
                "The engine is already thinking about this game.",
            ));
        }
        if self.game.ending().is_some() {
            return Err(Failure::new(Code::IllegalTurn, "The game is over."));
        }
        self.begin_search(Purpose::Hint, levels::hint_limits());
        self.tell_all(&self.state());
        Ok(())
    }

    fn expect_ply(&self, ply: usize) -> Result<(), Failure> {
        if ply == self.history.len() {
            return Ok(());
        }
        let message =
            format!("The game has gone on: {} turns are played, not {ply}.", self.history.len());
        Err(Failure::new(Code::Stale, message).at("ply"))
    }

    /// Plays a turn, keeps it, and tells everyone.
    async fn commit_turn(&mut self, turn: &str, thought: Option<Thought>) -> Result<(), Failure> {
        let ply = self.history.len();
        self.play_turn(turn, thought)
            .map_err(|reason| Failure::new(Code::IllegalTurn, reason).at("turn"))?;
        let entry = LogEntry::Turn { ply, turn: turn.to_owned(), thought };
        if let Err(error) = self.rooms.store.append(&self.id, entry).await {
            self.game.undo();
            self.history.pop();
            return Err(storage(&error));
        }
        // A hint for the position before is of no more use.
        self.search = None;
        self.last_turn = Instant::now();
        self.think_if_due();
        self.tell_all(&self.state());
        Ok(())
    }

    fn play_turn(&mut self, turn: &str, thought: Option<Thought>) -> Result<(), String> {
        let side = self.game.side();
        self.game.play(turn).map_err(|error| error.to_string())?;
        self.history.push(HistoryEntry {
            turn: turn.to_owned(),
            side,
            position: self.game.position_text(),
            thought,
        });
        Ok(())
    }

    /// Lets the engine think where the turn is its own and it does not yet.
    fn think_if_due(&mut self) {
        if self.search.is_some() || self.game.ending().is_some() {
            return;
        }
        let Some(Player::Engine { level }) = self.players.get(&self.game.side()) else { return };
        if let Some(limits) = levels::limits(*level) {
            self.begin_search(Purpose::Move, limits);
        }
    }

    fn begin_search(&mut self, purpose: Purpose, limits: Limits) {
        self.searches_begun += 1;
        let number = self.searches_begun;
        let task = Task {
            kind: self.kind,
            start: self.game.start_text(),
            turns: self.history.iter().map(|entry| entry.turn.clone()).collect(),
            limits,
        };
        let itself = self.itself.clone();
        let ticket = self.rooms.searches.submit(task, move |progress| {
            // A room that is gone has stopped the search already.
            let _ = itself.send(Command::Search(number, progress));
        });
        self.search = Some(Search { number, purpose, queued: true, ticket });
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
            Progress::Report(report) => self.tell_all(&self.info(purpose, report)),
            Progress::Done(Some(turn), last) if purpose == Purpose::Move => {
                let wait = self.rooms.pause.saturating_sub(self.last_turn.elapsed());
                self.after(wait, Command::EngineTurn(number, turn, last));
            }
            Progress::Done(Some(turn), _) => {
                self.search = None;
                self.tell_all(&self.state());
                self.tell_all(&ServerMessage::Hint {
                    id: self.id.clone(),
                    ply: self.history.len(),
                    turn,
                });
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

    fn info(&self, purpose: Purpose, report: Report) -> ServerMessage {
        ServerMessage::Info(Info {
            id: self.id.clone(),
            ply: self.history.len(),
            side: self.game.side(),
            purpose,
            depth: report.depth,
            seldepth: report.seldepth,
            score: report.score,
            nodes: report.nodes,
            seconds: report.seconds,
            pv: report.pv,
        })
    }

    fn state(&self) -> ServerMessage {
        ServerMessage::Game(GameState {
            id: self.id.clone(),
            game: self.kind.name().to_owned(),
            start: self.game.start_text(),
            history: self.history.clone(),
            position: self.game.position_text(),
            side: self.game.side(),
            legal: self.game.legal_turns(),
            ending: self
                .game
                .ending()
                .map(|ending| Ending { winner: ending.winner, reason: ending.reason }),
            players: self.players.clone(),
            thinking: self
                .search
                .as_ref()
                .map(|search| Thinking { purpose: search.purpose, queued: search.queued }),
        })
    }

    fn answer(&self, client: ClientId, request: &str, result: Result<(), Failure>) {
        if let Err(failure) = result {
            self.tell(client, &ServerMessage::Error(failure.answering(request)));
        }
    }

    fn tell(&self, client: ClientId, message: &ServerMessage) {
        if let Some(outbox) = self.watchers.get(&client) {
            outbox.send(message);
        }
    }

    fn tell_all(&self, message: &ServerMessage) {
        let text: Arc<str> = message.to_json().into();
        for outbox in self.watchers.values() {
            outbox.send_text(Arc::clone(&text));
        }
    }
}

fn storage(error: &crate::store::StoreError) -> Failure {
    Failure::new(Code::Storage, format!("Nothing was changed: {error}."))
}
