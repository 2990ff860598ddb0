//! The client against a club.

mod resume;

use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::thread::JoinHandle;

use client::{Client, Color, Error, Event, GameLine, NewChallenge};
use engine::Referee;
use server::club::ClubConfig;
use server::{Config, Server, ServerError, Stopper};

/// A club in a folder of its own.
struct Club {
    url: String,
    /// Where it listens.
    port: u16,
    data: tempfile::TempDir,
    stopper: Stopper,
    thread: Option<JoinHandle<Result<(), ServerError>>>,
}

impl Club {
    fn open() -> Self {
        Self::behind(None)
    }

    /// One that is reached under that address, if one is given.
    fn behind(public: Option<&str>) -> Self {
        let data = tempfile::tempdir().expect("a folder");
        let mut config = Config::new(0, data.path());
        let public = public.map(|url| url.parse().expect("an address"));
        config.club = Some(ClubConfig { public, ..ClubConfig::default() });
        config.hash_mib = 1;
        config.pause = std::time::Duration::ZERO;
        let server = Server::bind(config).expect("binds");
        let (url, port, stopper) = (server.url(), server.address().port(), server.stopper());
        Self { url, port, data, stopper, thread: Some(std::thread::spawn(move || server.run())) }
    }

    fn token(&self, name: &str) -> String {
        server::tokens::create(self.data.path(), name, true).expect("a token")
    }

    fn client(&self, name: &str) -> Client {
        Client::new(&self.url, &self.token(name)).expect("an address")
    }
}

impl Drop for Club {
    fn drop(&mut self) {
        self.stopper.stop();
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// A process that ends with the test.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Plays the first legal turn until so many are played, then resigns; how the game ended.
fn play(client: &Client, id: &str, most: usize) -> String {
    let me = client.account().expect("an account");
    let mut known = None;
    for line in client.game(id).expect("a stream") {
        let state = match line.expect("a line") {
            GameLine::GameFull(full) => known.insert(full).state.clone(),
            GameLine::GameState(state) => state,
            _ => continue,
        };
        if state.is_over() {
            return state.status;
        }
        let full = known.as_ref().expect("the whole game first");
        if full.color_of(&me) == Some(state.to_move) {
            if state.turns.len() >= most {
                client.resign(id).expect("resigns");
                continue;
            }
            let (kind, _) = engine::kind_of_variant(&full.variant.key).expect("a game");
            let mut game = kind.new_game(full.start(), Referee::default()).expect("a start");
            for turn in &state.turns {
                game.play(turn).expect("legal");
            }
            assert_eq!(game.position_text(), state.fen);
            let turn = game.legal_turns().swap_remove(0);
            client.play(id, state.turns.len(), &turn).expect("plays");
        }
    }
    panic!("the stream ended before the game")
}

#[test]
fn client_plays_the_house_engine() {
    let club = Club::open();
    let client = club.client("Robot");
    for kind in engine::kinds() {
        let variant = Some(kind.name().to_owned());
        let new = NewChallenge { variant, clock: Some((300, 2)), ..NewChallenge::default() };
        let game = client.challenge_engine(1, &new).expect("begins");
        assert_eq!(game.opponent.level, Some(1));
        assert_ne!(play(&client, &game.id, 6), "started");
        assert!(client.export(&game.id).expect("text").len() > 20);
    }
}

#[test]
fn client_hears_of_challenges_and_of_what_becomes_of_them() {
    let club = Club::open();
    let (one, other) = (club.client("One"), club.client("Other"));
    let mut events = one.events().expect("a stream");
    let new = NewChallenge { color: Some(Color::Black), private: true, ..NewChallenge::default() };
    let made = one.challenge("other", &new).expect("challenges");
    assert_eq!(made.time_control.kind, "unlimited");
    assert_eq!(other.challenges().expect("challenges").got, std::slice::from_ref(&made));
    other.decline(&made.id, "later").expect("declines");
    let again = one.challenge("other", &new).expect("challenges");
    other.accept(&again.id).expect("accepts");
    let mut heard = Vec::new();
    while !matches!(heard.last(), Some(Event::GameStart { .. })) {
        heard.push(events.next().expect("an event").expect("a line"));
    }
    let declined = heard.iter().find_map(|event| match event {
        Event::ChallengeDeclined { challenge } => challenge.decline_reason.as_deref(),
        _ => None,
    });
    assert_eq!(declined, Some("later"));
    let error = one.play(&again.id, 0, "e2e4").expect_err("the other side begins");
    assert!(matches!(error, Error::Refused { status: 400, .. }) && !error.is_passing(), "{error}");
    other.abort(&again.id).expect("ends it");
    let stranger = Client::new(&club.url, "tesuji_0_0").expect("an address");
    assert!(stranger.account().is_err_and(|error| error.is_signed_out()));
}

/// The example beside the tests' own program.
fn example() -> PathBuf {
    let mut path = std::env::current_exe().expect("a path");
    path.pop();
    path.pop();
    path.join("examples").join(format!("random_bot{}", std::env::consts::EXE_SUFFIX))
}

#[test]
fn client_the_example_bot_plays_every_game() {
    let club = Club::open();
    let token = club.token("Example");
    let mut command = Command::new(example());
    command.args([&club.url, &token]).stdout(Stdio::null()).stderr(Stdio::null());
    let _bot = Running(command.spawn().expect("the example is built with the tests"));
    let client = club.client("Person");
    for kind in engine::kinds() {
        for color in [Color::White, Color::Black] {
            let variant = Some(kind.name().to_owned());
            let new = NewChallenge { variant, color: Some(color), ..NewChallenge::default() };
            let mut events = client.events().expect("a stream");
            let id = client.challenge("example", &new).expect("challenges").id;
            let begun = |event: &Event| matches!(event, Event::GameStart { game } if game.id == id);
            assert!(events.any(|event| begun(&event.expect("a line"))));
            assert_ne!(play(&client, &id, 8), "started");
        }
    }
}
