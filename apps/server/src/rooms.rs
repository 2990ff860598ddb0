//! The live games by id. A game is live while someone watches it; it is loaded when the first comes.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::mpsc;

use crate::engines;
use crate::ids;
use crate::levels;
use crate::outbox::{Letter, Outbox};
use crate::protocol::study::{LibraryGame, LibraryOf, TreeEdit};
use crate::protocol::{Code, Ending, Failure, NewGame, Player, ServerMessage};
use crate::room::{Command, Room, Surroundings};
use crate::searches::Searches;
use crate::store::{GameRow, LogEntry, Record, Store, Tidying};
use crate::tables::Tables;
use crate::tree::Tree;

/// In milliseconds.
const HOUR: u64 = 3_600_000;
const DAY: u64 = 24 * HOUR;

type Live = HashMap<String, mpsc::UnboundedSender<Command>>;

/// A task that ends when this is dropped.
pub struct AbortOnDrop(pub tokio::task::JoinHandle<()>);

impl Drop for AbortOnDrop {
    fn drop(&mut self) {
        self.0.abort();
    }
}

/// Computes what may take long beside the threads that read and answer messages.
pub async fn aside<T: Send + 'static>(
    compute: impl FnOnce() -> Result<T, Failure> + Send + 'static,
) -> Result<T, Failure> {
    tokio::task::spawn_blocking(compute).await.unwrap_or_else(|_| {
        Err(Failure::new(Code::Storage, "The server failed at this; nothing was changed."))
    })
}

/// All live games, and what they share.
pub struct Rooms {
    live: Mutex<Live>,
    /// One of them is held while a game is loaded, so that none is loaded twice; a long game delays few others.
    loading: [tokio::sync::Mutex<()>; 16],
    /// Held while a library is read.
    listing: tokio::sync::Mutex<()>,
    /// The games kept.
    pub store: Arc<dyn Store>,
    /// Who thinks.
    pub searches: Arc<Searches>,
    /// The endgame tables.
    pub tables: Tables,
    /// The least time between a turn and the engine's answer.
    pub pause: Duration,
    /// Everyone who can reach the server is the same person: it lists all games then.
    pub alone: bool,
}

impl Rooms {
    /// No game is live yet.
    pub fn new(
        store: Arc<dyn Store>,
        searches: Searches,
        pause: Duration,
        alone: bool,
    ) -> Arc<Self> {
        Arc::new(Self {
            live: Mutex::default(),
            loading: Default::default(),
            listing: tokio::sync::Mutex::default(),
            store,
            searches: Arc::new(searches),
            tables: Tables::default(),
            pause,
            alone,
        })
    }

    fn live(&self) -> MutexGuard<'_, Live> {
        // The map is whole between any two of its calls, so a panic elsewhere does not spoil it.
        self.live.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How many games are live.
    pub fn count(&self) -> usize {
        self.live().len()
    }

    /// Begins a game and keeps it; its id.
    pub async fn begin(&self, new: NewGame) -> Result<String, Failure> {
        let (record, ending) = aside(move || set_up(new)).await?;
        self.store.create(record, ending).await.map_err(|error| {
            Failure::new(Code::Storage, format!("The game was not begun: {error}."))
        })
    }

    /// Sends a client the games of a user; all, where there is but one person. One library is read at a time, beside
    /// all that is played.
    pub fn tell_library(self: Arc<Self>, of: LibraryOf, outbox: Outbox) -> AbortOnDrop {
        AbortOnDrop(tokio::spawn(async move {
            let library = self.library(of).await;
            let failed = |failure: Failure| {
                Letter::from(&ServerMessage::Error(failure.answering("library")))
            };
            outbox.leave(library.unwrap_or_else(failed));
        }))
    }

    async fn library(&self, of: LibraryOf) -> Result<Letter, Failure> {
        let _alone = self.listing.lock().await;
        let user = if self.alone { None } else { Some(of.user.unwrap_or_default()) };
        let storage = |error| Failure::new(Code::Storage, format!("{error}."));
        let games = self.store.library(user).await.map_err(storage)?;
        let mut listed = Vec::with_capacity(games.len());
        for game in games {
            // Where they cannot be read the game itself can.
            let edits = if of.trees { self.store.edits(&game.id).await.ok() } else { None };
            listed.push((game, edits.unwrap_or_default()));
        }
        aside(move || {
            let entry = |(game, edits): (LibraryGame, Vec<TreeEdit>)| {
                let game = with_tree(game, &edits);
                if of.words { with_words(game) } else { game }
            };
            let games = listed.into_iter().map(entry).collect();
            Ok(Letter::from(&ServerMessage::Library { games }))
        })
        .await
    }

    /// Forgets games that nobody played, now and every hour.
    pub async fn tidy_at_times(self: Arc<Self>) {
        let mut times = tokio::time::interval(Duration::from_millis(HOUR));
        loop {
            times.tick().await;
            let live = self.live().keys().cloned().collect();
            // If it fails now, it is done in an hour.
            let _ = self.store.tidy(Tidying { anonymous: DAY, owned: 30 * DAY, live }).await;
        }
    }

    /// Takes a game out of the library, or puts it back.
    pub async fn remove(&self, id: &str, removed: bool) -> Result<(), Failure> {
        match self.store.remove(id, removed).await {
            Ok(true) => Ok(()),
            Ok(false) => Err(Failure::new(Code::NotFound, "There is no such game.").at("id")),
            Err(error) => Err(Failure::new(Code::Storage, format!("{error}."))),
        }
    }

    /// Lets a client watch a game, loading it if it is not live.
    pub async fn watch(self: &Arc<Self>, id: &str, outbox: Outbox) -> Result<(), Failure> {
        let client = outbox.client;
        let Some(command) = self.tell_live(id, Command::Watch(outbox)) else { return Ok(()) };
        let place = id.bytes().fold(0, |sum, byte| (sum + usize::from(byte)) % self.loading.len());
        let _alone = self.loading[place].lock().await;
        let Some(command) = self.tell_live(id, command) else { return Ok(()) };
        let not_found = || Failure::new(Code::NotFound, "There is no game at this address.");
        let found = self
            .store
            .load(id)
            .await
            .map_err(|error| Failure::new(Code::Storage, format!("{error}.")))?;
        let record = found.ok_or_else(not_found)?;
        let (sender, inbox) = mpsc::unbounded_channel();
        let (rooms, itself) = (Arc::clone(self), sender.clone());
        let around = Surroundings {
            store: Arc::clone(&self.store),
            searches: Arc::clone(&self.searches),
            pause: self.pause,
            close: Box::new(move |id, inbox| rooms.close(id, inbox)),
        };
        let room = aside(move || Room::load(record, around, itself, client)).await?;
        // The first command is in the box before the room can see it empty and close.
        if sender.send(command).is_ok() {
            self.live().insert(id.to_owned(), sender);
            tokio::spawn(room.run(inbox));
        }
        Ok(())
    }

    /// Gives the command back if the game is not live. The lock is held over the sending, so that a room that closes
    /// has either received the command or is no longer found.
    pub fn tell_live(&self, id: &str, command: Command) -> Option<Command> {
        let live = self.live();
        match live.get(id) {
            Some(room) => room.send(command).err().map(|unsent| unsent.0),
            None => Some(command),
        }
    }

    /// Takes a game that no one watches off the list, unless it has received a command meanwhile.
    pub fn close(&self, id: &str, inbox: &mpsc::UnboundedReceiver<Command>) -> bool {
        let mut live = self.live();
        if !inbox.is_empty() {
            return false;
        }
        live.remove(id);
        true
    }
}

fn no_random_bits(error: &getrandom::Error) -> Failure {
    Failure::new(Code::Storage, format!("The system gives no random bits: {error}."))
}

/// A game with its tree, as far as that can be read.
fn with_tree(mut game: LibraryGame, edits: &[TreeEdit]) -> LibraryGame {
    if edits.is_empty() {
        return game;
    }
    let mut tree = Tree::default();
    for edit in edits {
        // As when the game is loaded: one that fails costs itself only.
        let _ = engines::kind(&game.game)
            .and_then(|kind| engines::start(kind, &game.start))
            .and_then(|start| tree.apply(edit, start));
    }
    game.tree = tree.nodes();
    tree.start_comment().clone_into(&mut game.comment);
    game
}

/// A game with its turns as people read them, as far as they are legal.
fn with_words(mut game: LibraryGame) -> LibraryGame {
    let start = engines::kind(&game.game).and_then(|kind| engines::start(kind, &game.start));
    if let Ok(start) = start {
        game.words = engines::words(start.as_ref(), &game.turns);
    }
    game
}

/// Checks that the tags of a game from elsewhere are short, and of its own sides.
fn check_origin(new: &NewGame, sides: &[char]) -> Result<(), Failure> {
    let bad = |text: &str, place: &str| Err(Failure::new(Code::BadStart, text).at(place));
    let short = |text: &String| text.chars().count() <= 200;
    if !new.names.values().chain(&new.origin).all(short) {
        return bad("A name and an origin have at most 200 letters.", "names");
    }
    if !new.names.keys().all(|side| sides.contains(side)) {
        return bad("A name is of a side that the game does not have.", "names");
    }
    if new.thoughts.len() > new.turns.len() {
        return bad("There are more thoughts than turns.", "thoughts");
    }
    if let Some(ending) = &new.ending {
        if !short(&ending.reason) || !ending.winner.is_none_or(|winner| sides.contains(&winner)) {
            return bad("An ending names one of the sides, or none, and a short reason.", "ending");
        }
    }
    Ok(())
}

/// Sets a new game up and tries all that it begins with.
fn set_up(new: NewGame) -> Result<(Record, Option<Ending>), Failure> {
    let kind = engines::kind(&new.game)?;
    let start = match (&new.position, &new.deal) {
        (Some(_), Some(_)) => {
            return Err(Failure::new(
                Code::BadStart,
                "A game starts from a deal or from a position, not from both.",
            )
            .at("position"));
        }
        (Some(position), None) => position.clone(),
        (None, deal) => {
            let seed = match new.seed {
                Some(seed) => seed,
                None => ids::seed().map_err(|error| no_random_bits(&error))?,
            };
            engines::deal(kind, deal.as_deref().unwrap_or(""), seed)?
        }
    };
    let game = engines::start(kind, &start)?;
    check_origin(&new, &game.side_letters())?;
    let mut players = BTreeMap::new();
    for side in game.side_letters() {
        players.insert(side, new.players.get(&side).copied().unwrap_or(Player::Person));
    }
    for (side, player) in &new.players {
        if !players.contains_key(side) {
            return Err(Failure::new(Code::BadStart, format!("The game has no side `{side}`."))
                .at("players"));
        }
        if let Player::Engine { level } = player
            && levels::limits(*level).is_none()
        {
            let message =
                format!("There is no level {level}; there are 1 to {}.", levels::list().len());
            return Err(Failure::new(Code::BadStart, message).at(format!("players.{side}.level")));
        }
    }
    let id = ids::game_id().map_err(|error| no_random_bits(&error))?;
    if let Some(clock) = &new.clock
        && !((1000..=DAY).contains(&clock.initial) && clock.increment <= HOUR)
    {
        let message = "A clock has from a second to a day, and at most an hour of increment.";
        return Err(Failure::new(Code::BadStart, message).at("clock"));
    }
    if new.user.as_ref().is_some_and(|user| user.len() > 64) {
        return Err(Failure::new(Code::BadStart, "A user has at most 64 letters.").at("user"));
    }
    let start = game.start_text();
    let mut log = Vec::new();
    let mut played = engines::start(kind, &start)?;
    for (ply, turn) in new.turns.iter().enumerate() {
        played.play(turn).map_err(|error| {
            Failure::new(Code::BadStart, format!("Turn {} (`{turn}`): {error}.", ply + 1))
                .at(format!("turns[{ply}]"))
        })?;
        log.push(LogEntry::Turn {
            ply,
            turn: turn.clone(),
            thought: new.thoughts.get(ply).copied().flatten(),
            left: BTreeMap::new(),
        });
    }
    let on_board = played.ending();
    let on_board = on_board.map(|it| Ending { winner: it.winner, reason: it.reason });
    if on_board.is_none() {
        log.extend(new.ending.clone().map(LogEntry::End));
    }
    let ending = on_board.or_else(|| new.ending.clone());
    let mut tree = Tree::default();
    for (index, edit) in new.tree.iter().enumerate() {
        tree.apply(edit, engines::start(kind, &start)?).map_err(|failure| {
            let place = failure.place.clone().unwrap_or_default();
            failure.at(format!("tree[{index}].{place}"))
        })?;
    }
    let row = GameRow {
        id: id.clone(),
        game: kind.name().to_owned(),
        start,
        players,
        clock: new.clock,
        user: new.user,
        names: new.names,
        origin: new.origin,
    };
    Ok((Record { row, log, edits: new.tree, judged: Vec::new() }, ending))
}
