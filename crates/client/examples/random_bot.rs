//! A bot that plays random turns of every game, many at once: `random_bot http://127.0.0.1:5505 TOKEN`

use std::collections::HashSet;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::thread;

use client::{Client, Error, Event, Full, GameLine, State};
use engine::Referee;

fn main() -> Result<(), Error> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [server, token] = &arguments[..] else { panic!("usage: random_bot SERVER TOKEN") };
    let client = Client::new(server, token)?;
    let mut known = HashSet::new();
    // The stream comes back by itself, and then begins with the games that go on.
    for event in client.steady_events() {
        match event? {
            Event::Challenge { challenge } => drop(client.accept(&challenge.id)),
            Event::GameStart { game } if known.insert(game.id.clone()) => {
                let client = client.clone();
                thread::spawn(move || play(&client, &game.id).inspect_err(|e| eprintln!("{e}")));
            }
            _ => {}
        }
    }
    Ok(())
}

fn play(client: &Client, id: &str) -> Result<(), Error> {
    let (me, mut known) = (client.account()?, None::<Box<Full>>);
    for line in client.steady_game(id) {
        let state = match line? {
            GameLine::GameFull(full) => known.insert(full).state.clone(),
            GameLine::GameState(state) => state,
            _ => continue,
        };
        let Some(full) = &known else { continue };
        if full.color_of(&me) == Some(state.to_move) && !state.is_over() {
            match client.play_steadily(id, state.turns.len(), &choose(full, &state)) {
                // The game has gone on since: what is said of it comes.
                Ok(()) | Err(Error::Refused { status: 400, .. }) => {}
                Err(error) => return Err(error),
            }
        }
    }
    Ok(())
}

fn choose(full: &Full, state: &State) -> String {
    let (kind, _) = engine::kind_of_variant(&full.variant.key).expect("a game that is known");
    let game = kind.new_game(Some(&state.fen), Referee::default()).expect("a position");
    game.random_turn(&mut || RandomState::new().build_hasher().finish()).expect("a turn")
}
