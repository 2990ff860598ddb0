//! The live games by id. A game is live while someone watches it; it is loaded when the first comes.

use std::collections::HashMap;
use std::net::Ipv4Addr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::mpsc;

use crate::begin::{Begins, DAY, HOUR, set_up};
use crate::blocks::Blocks;
use crate::bus::{Event, Others};
use crate::chats::Chats;
use crate::engines;
use crate::gate::ClientId;
use crate::ids;
use crate::live::LiveGames;
use crate::news::{News, Standing};
use crate::outbox::{Letter, Outbox};
use crate::protocol::study::{LibraryGame, LibraryOf, TreeEdit};
use crate::protocol::{Code, Failure, NewGame, ServerMessage};
use crate::room::{Command, Room, Seats, Surroundings};
use crate::searches::Searches;
use crate::stopping::Stopping;
use crate::store::{GameRow, Store, StoreError, Taken, Tidying};
use crate::tables::Tables;
use crate::tournaments::kept::Keeps;
use crate::tree::Tree;
use crate::who::Who;

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
    /// The stored chats.
    pub chats: Arc<dyn Chats>,
    /// The stored tournaments, of which some are private.
    pub tournaments: Arc<dyn Keeps>,
    /// Who has blocked whom.
    pub blocks: Arc<Blocks>,
    /// The games that are played now, for all to watch.
    pub shown: Arc<LiveGames>,
    /// Who thinks.
    pub searches: Arc<Searches>,
    /// Who hears of games that begin and end.
    pub news: Arc<News>,
    /// The endgame tables.
    pub tables: Tables,
    /// The least time between a turn and the engine's answer.
    pub pause: Duration,
    /// How long the players of a tournament's game have for their first moves.
    pub first_move: Duration,
    /// True once the server stops.
    pub stopping: Stopping,
    /// Everyone who can reach the server is the same person: it lists all games then.
    pub alone: bool,
    /// The other processes.
    pub others: Others,
}

/// How games are played on a server.
pub struct Manner {
    /// The least time between a turn and the engine's answer.
    pub pause: Duration,
    /// How long the players of a tournament's game have for their first moves.
    pub first_move: Duration,
    /// Everyone who can reach the server is the same person.
    pub alone: bool,
    /// The other processes.
    pub others: Others,
}

impl Rooms {
    /// No game is live yet.
    pub fn new(
        store: Arc<dyn Store>,
        chats: Arc<dyn Chats>,
        tournaments: Arc<dyn Keeps>,
        blocks: Blocks,
        searches: Searches,
        manner: Manner,
    ) -> Arc<Self> {
        let Manner { pause, first_move, alone, others } = manner;
        Arc::new(Self {
            live: Mutex::default(),
            loading: Default::default(),
            listing: tokio::sync::Mutex::default(),
            store,
            chats,
            tournaments,
            blocks: Arc::new(blocks),
            shown: Arc::default(),
            searches: Arc::new(searches),
            news: Arc::new(News::with(others.clone())),
            tables: Tables::default(),
            pause,
            first_move,
            stopping: Stopping::default(),
            alone,
            others,
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
    pub async fn begin(&self, new: NewGame, by: Begins) -> Result<String, Failure> {
        let is_drawn = !matches!(by, Begins::Match { .. });
        let (mut record, ending) = aside(move || set_up(new, by)).await?;
        // Who begins it looks at it here.
        while is_drawn && !self.others.part.has(&record.row.id) {
            record.row.id = ids::game_id().map_err(|error| {
                Failure::new(Code::Storage, format!("The system gives no random bits: {error}."))
            })?;
        }
        let has_seats = record.row.seating.is_some();
        let begun = record.row.id.clone();
        let id = self.store.create(record, ending).await.map_err(|error| {
            Failure::new(Code::Storage, format!("The game was not begun: {error}."))
        })?;
        // One that was imported before is no news.
        if has_seats && begun == id {
            let loaded = self.store.load(&id).await;
            // It is begun whether or not it can be told now.
            if let Ok(Some(record)) = loaded {
                self.news.started(&Arc::new(aside(move || Standing::of(record)).await?));
            }
        }
        Ok(id)
    }

    /// The games of a member that who asks may see, the last changed first, so many at most; if `playing`, those that go
    /// on. One list is read at a time, beside all that is played; a game that is damaged hides itself alone.
    ///
    /// # Errors
    /// Where the database fails.
    pub async fn games_of(
        &self,
        who: &Who,
        asker: Option<&Who>,
        playing: bool,
        most: usize,
    ) -> Result<Vec<Standing>, Failure> {
        let _alone = self.listing.lock().await;
        let ids = self.store.games_of(&who.key, playing, most).await;
        self.standings(ids, asker).await
    }

    /// The games by correspondence of a member that go on, those with the least time first, so many at most.
    ///
    /// # Errors
    /// Where the database fails.
    pub async fn correspondence_of(
        &self,
        who: &Who,
        most: usize,
    ) -> Result<Vec<Standing>, Failure> {
        let ids = self.store.correspondence_of(&who.key, most).await;
        self.standings(ids, Some(who)).await
    }

    async fn standings(
        &self,
        ids: Result<Vec<String>, StoreError>,
        asker: Option<&Who>,
    ) -> Result<Vec<Standing>, Failure> {
        let ids = ids.map_err(|error| Failure::new(Code::Storage, format!("{error}.")))?;
        let mut games = Vec::with_capacity(ids.len());
        for id in ids {
            games.extend(self.standing(&id, asker).await.ok());
        }
        Ok(games)
    }

    /// A game that somebody may see, as it is kept.
    ///
    /// # Errors
    /// Where there is none for them.
    pub async fn standing(&self, id: &str, who: Option<&Who>) -> Result<Standing, Failure> {
        let none = || Failure::new(Code::NotFound, "There is no game at this address.");
        let loaded = self.store.load(id).await;
        let loaded = loaded.map_err(|error| Failure::new(Code::Storage, format!("{error}.")))?;
        let record = loaded.ok_or_else(none)?;
        let is_hidden = Seats::of(&record.row).is_some_and(|seats| !seats.may_watch(who));
        if is_hidden && !self.sees_tournament_of(&record.row, who).await? {
            return Err(none());
        }
        aside(move || Standing::of(record)).await
    }

    /// The game is one of a tournament whose games that member sees.
    async fn sees_tournament_of(&self, row: &GameRow, who: Option<&Who>) -> Result<bool, Failure> {
        let (Some(id), Some(who)) = (&row.tournament, who) else { return Ok(false) };
        let sees = self.tournaments.sees_tournament(id, &who.key).await;
        sees.map_err(|error| Failure::new(Code::Storage, format!("{error}.")))
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
            let part = self.others.part;
            let _ = self.store.tidy(Tidying { anonymous: DAY, owned: 30 * DAY, live, part }).await;
        }
    }

    /// Takes a game out of the library, or puts it back: in a club, for who began it.
    pub async fn remove(
        &self,
        id: &str,
        removed: bool,
        owner: Option<String>,
    ) -> Result<(), Failure> {
        match self.store.remove(id, removed, owner).await {
            Ok(true) => Ok(()),
            Ok(false) => Err(Failure::new(Code::NotFound, "There is no such game.").at("id")),
            Err(error) => Err(Failure::new(Code::Storage, format!("{error}."))),
        }
    }

    /// Gives the seat of an invitation to a member; its game.
    pub async fn join(
        self: &Arc<Self>,
        token: &str,
        client: ClientId,
        who: Who,
    ) -> Result<String, Failure> {
        let taken = self.store.take_seat(token, who.clone()).await;
        match taken.map_err(|error| Failure::new(Code::Storage, format!("{error}.")))? {
            Taken::Now { id, side } => {
                self.tell(&id, Command::Seated { client, side, who }, client).await?;
                Ok(id)
            }
            Taken::Already { id } => Ok(id),
            Taken::None => {
                let message = "This invitation gives no seat: it was taken, or there is none.";
                Err(Failure::new(Code::NotFound, message).at("token"))
            }
        }
    }

    /// Lets a client watch a game, loading it if it is not live.
    pub async fn watch(self: &Arc<Self>, id: &str, outbox: Outbox) -> Result<(), Failure> {
        let client = outbox.client;
        self.tell(id, Command::Watch(outbox), client).await
    }

    /// Sends a command to a game, loading it if it is not live.
    pub async fn tell(
        self: &Arc<Self>,
        id: &str,
        command: Command,
        client: ClientId,
    ) -> Result<(), Failure> {
        if !self.others.part.has(id) {
            // Two processes are never to have one game.
            return Err(Failure::new(Code::NotFound, "This game is played at another node."));
        }
        let Some(command) = self.tell_live(id, command) else { return Ok(()) };
        let place = id.bytes().fold(0, |sum, byte| (sum + usize::from(byte)) % self.loading.len());
        let _alone = self.loading[place].lock().await;
        let Some(command) = self.tell_live(id, command) else { return Ok(()) };
        let not_found = || Failure::new(Code::NotFound, "There is no game at this address.");
        let failed = |error: StoreError| Failure::new(Code::Storage, format!("{error}."));
        let record = self.store.load(id).await.map_err(failed)?.ok_or_else(not_found)?;
        let (sender, inbox) = mpsc::unbounded_channel();
        let (around, itself) = (self.surroundings(), sender.clone());
        let room = aside(move || Room::load(record, around, itself, client)).await?;
        // The first command is in the box before the room can see it empty and close.
        if sender.send(command).is_ok() {
            self.live().insert(id.to_owned(), sender);
            tokio::spawn(room.run(inbox));
        }
        Ok(())
    }

    /// What a game finds around it.
    fn surroundings(self: &Arc<Self>) -> Surroundings {
        let rooms = Arc::clone(self);
        Surroundings {
            store: Arc::clone(&self.store),
            chats: Arc::clone(&self.chats),
            tournaments: Arc::clone(&self.tournaments),
            blocks: Arc::clone(&self.blocks),
            live: Arc::clone(&self.shown),
            searches: Arc::clone(&self.searches),
            news: Arc::clone(&self.news),
            pause: self.pause,
            first_move: self.first_move,
            stopping: self.stopping.clone(),
            close: Box::new(move |id, inbox| rooms.close(id, inbox)),
        }
    }

    /// Has a game of a tournament attended, wherever it is: its clocks run.
    ///
    /// # Errors
    /// Where it cannot be opened here.
    pub async fn attend(self: &Arc<Self>, id: &str) -> Result<(), Failure> {
        if !self.others.part.has(id) {
            self.others.tell(Event::Attend { id: id.to_owned() });
            return Ok(());
        }
        let director = ClientId { address: Ipv4Addr::LOCALHOST.into(), number: 0 };
        self.tell(id, Command::Attend, director).await
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

    /// Shows a member under another name in all games that are live.
    pub fn rename(&self, key: &str, name: &str) {
        self.news.games.renamed(key, name);
        for room in self.live().values() {
            let (key, name) = (key.to_owned(), name.to_owned());
            // A room that is gone reads the name that is kept when it is opened again.
            let _ = room.send(Command::Rename { key, name });
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
