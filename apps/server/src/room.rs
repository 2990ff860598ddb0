//! A live game: one task that alone owns its referee, and receives everything about it in one order.
//!
//! A change is played, then written, and only then sent. Whoever watches gets the game whole at every change.

mod absences;
mod alarm;
mod chat;
mod claim;
mod clock;
mod command;
mod first_move;
mod hint;
mod lag;
mod parts;
mod pondering;
mod quota;
mod seating;
mod seats;
mod study;
mod talk;
mod telling;
mod thinking;
mod turns;
mod undo;

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;
use std::time::Duration;

pub use absences::ABANDONED;
use absences::Absences;
use clock::GameClock;
pub use command::{By, Command, Event};
use engine::{AnyGame, GameKind};
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
use crate::live::LiveGames;
use crate::news::News;
use crate::outbox::Outbox;
use crate::protocol::{
    Code, Ending, Failure, GameState, HistoryEntry, Player, Purpose, ServerMessage, Thinking,
};
use crate::searches::{SearchHandle, Searches};
use crate::stopping::Stopping;
use crate::store::{GameRow, LogEntry, PlayedTurn, Record, Store, replay};
use crate::tournaments::kept::Keeps;
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
    /// Where it is kept who may see the games of private tournaments.
    pub tournaments: Arc<dyn Keeps>,
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
    /// Since when nobody is there of a side.
    absences: Absences,
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
        let (line, start, rule) = (replay(log), row.start.clone(), row.clock);
        let mut room = Self::at_start(row, around, itself, asker)?;
        (room.kept, room.report) = (kept, GameReport::new(judged));
        (room.undone, room.end) = (line.undone, line.end);
        let sides = room.game.side_letters();
        room.clock = rule.map(|rule| GameClock::new(rule, sides, &line.left));
        room.replay_turns(line.turns)?;
        if let (Some(clock), Some(left)) = (&mut room.clock, left_now) {
            clock.set_left(room.game.side(), left);
        }
        for edit in &edits {
            // Each was tried before it was kept; one that fails all the same costs itself only.
            let _ = room.tree.apply(edit, engines::start(room.kind, &start)?);
        }
        Ok(room)
    }

    /// The game as it was begun, with nobody there.
    fn at_start(
        row: GameRow,
        around: Surroundings,
        itself: mpsc::UnboundedSender<Command>,
        asker: ClientId,
    ) -> Result<Self, Failure> {
        let kind = engines::kind(&row.game)?;
        let (game, seats) = (engines::start(kind, &row.start)?, Seats::of(&row));
        Ok(Self {
            id: row.id,
            kind,
            game,
            history: Vec::new(),
            undone: Vec::new(),
            end: None,
            clock: None,
            tree: Tree::default(),
            report: GameReport::new(Vec::new()),
            players: row.players,
            names: row.names,
            watchers: HashMap::new(),
            asker,
            kept: (0, 0),
            search: None,
            ponders: false,
            pondering: None,
            hints: Hints::default(),
            searches_begun: 0,
            last_turn: Instant::now(),
            away: false,
            absences: Absences::default(),
            around,
            itself,
            seats,
            talk: Talk::default(),
        })
    }

    /// Lives until no one watches.
    pub async fn run(mut self, mut inbox: mpsc::UnboundedReceiver<Command>) {
        self.note_absences();
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
            Command::Claim { side, draw, .. } => return self.claim(side, draw).await,
            Command::Seated { side, who, .. } => self.seated(side, who),
            Command::Say { who, room, text, .. } => return self.say(who, room, text).await,
            Command::Unsay { room, id } => self.unsay(room, id),
            Command::Rename { key, name } => self.rename(&key, &name),
            Command::Cancel(answer) => answer(self.cancel().await),
            Command::Watch(outbox) => return self.come(outbox).await,
            Command::Leave(client) => self.leave(client),
            Command::Play { client, ply, turn } => return self.play(client, ply, &turn).await,
            Command::Undo { ply, .. } => return self.undo(ply).await,
            Command::Redo { ply, .. } => return self.redo(ply).await,
            Command::Resign { side, .. } => return self.resign(side).await,
            Command::Edit { edit, .. } => return self.edit(edit).await,
            Command::MainLine { path, .. } => return self.make_main(path).await,
            Command::Report(_) => return self.begin_report(),
            Command::StopReport => self.stop_report(),
            Command::Hint { ply, .. } => return self.hint(ply),
            Command::MoveNow(_) => return self.move_now(),
            Command::Think(client) => self.think_for(client),
            Command::Ponder(on) => self.set_pondering(on),
            Command::Overdue => self.on_overdue().await,
            Command::Attend => {}
            Command::Event(event) => self.on_event(event).await,
        }
        Ok(())
    }

    /// What its own alarms and searches say.
    async fn on_event(&mut self, event: Event) {
        match event {
            Event::Judged(number, progress) => self.on_judged(number, progress).await,
            Event::Flag(number) => self.on_flag(number).await,
            Event::GoOn => self.go_on(),
            Event::FirstMove(ply) => self.on_first_move(ply).await,
            Event::Pondered(number, progress) => self.on_pondered(number, progress),
            Event::PonderAgain(number) => self.ponder_again(number),
            Event::Search(number, progress) => self.on_progress(number, progress),
            Event::EngineTurn(number, turn, last) => self.on_engine_turn(number, turn, last).await,
        }
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

    fn after(&self, wait: Duration, event: Event) {
        let itself = self.itself.clone();
        tokio::spawn(async move {
            tokio::time::sleep(wait).await;
            // The room may have closed meanwhile; its next life searches anew.
            let _ = itself.send(Command::Event(event));
        });
    }

    /// How the game stands, as it is told; streams are told from what is noted of it.
    fn state(&self) -> ServerMessage {
        let state = Arc::new(self.game_state());
        self.around.news.games.stands(&state);
        ServerMessage::Game(state)
    }

    fn game_state(&self) -> GameState {
        GameState {
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
        }
    }
}

fn storage(error: &crate::store::StoreError) -> Failure {
    Failure::new(Code::Storage, format!("Nothing was changed: {error}."))
}

#[cfg(test)]
mod tests;
