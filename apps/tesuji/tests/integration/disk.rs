//! A club whose disk has no room for more: told, and nothing lost that was acknowledged.

use client::{Client, Color, Error, GameLine, NewChallenge};

use crate::common::served::Served;

/// Games that are played at once; long before all of them are over the disk is full.
const GAMES: usize = 8;

/// A game of chess between the two, the first as white.
fn begin(white: &Client, black: &Client) -> String {
    let new = NewChallenge { color: Some(Color::White), ..NewChallenge::default() };
    let id = white.challenge("black", &new).unwrap().id;
    black.accept(&id).unwrap();
    id
}

/// The turns of a game.
fn turns(client: &Client, id: &str) -> Vec<String> {
    let full = client.steady_game(id).find_map(|line| match line.unwrap() {
        GameLine::GameFull(full) => Some(full),
        _ => None,
    });
    full.unwrap().state.turns
}

/// Each pawn goes one step, from the left to the right.
fn planned(ply: usize) -> String {
    let file = char::from(b'a' + u8::try_from(ply / 2).unwrap());
    if ply.is_multiple_of(2) { format!("{file}2{file}3") } else { format!("{file}7{file}6") }
}

/// Plays on in all games until a turn is not taken; how many each has then, and why it was not.
fn play(players: &[Client; 2], games: &[String]) -> (Vec<usize>, Option<Error>) {
    let mut played = vec![0; games.len()];
    for ply in 0..16 {
        for (place, game) in games.iter().enumerate() {
            if let Err(error) = players[ply % 2].play(game, ply, &planned(ply)) {
                return (played, Some(error));
            }
            played[place] += 1;
        }
    }
    (played, None)
}

#[test]
fn a_full_disk_is_told_and_every_turn_that_was_acknowledged_is_there() {
    let data = tempfile::tempdir().unwrap();
    let mut server = Served::start(data.path(), &["--address-rate", "4"]);
    let players = ["White", "Black"].map(|name| server.program(data.path(), name));
    let games: Vec<String> = (0..GAMES).map(|_| begin(&players[0], &players[1])).collect();
    server.terminate();
    let mut server = server.again_with_little_room(data.path(), &["--address-rate", "4"]);
    let (played, error) = play(&players, &games);
    let error = error.expect("the disk is full before all is played").to_string();
    assert!(error.contains("Nothing was changed") && error.contains("disk"), "{error}");
    assert!(played[0] > 0, "some turns were taken: {played:?}");
    let there = || -> Vec<usize> {
        let of = |game: &String| {
            let turns = turns(&players[0], game);
            assert!(turns.iter().enumerate().all(|(ply, turn)| *turn == planned(ply)), "{turns:?}");
            turns.len()
        };
        games.iter().map(of).collect()
    };
    // It goes on telling how games stand, and what was not taken is not played.
    assert_eq!(there(), played);
    server.kill();
    let server = server.again(data.path(), &["--address-rate", "4"]);
    assert_eq!(there(), played);
    // There is room again: the turn that was refused is taken.
    let ply = played[GAMES - 1];
    players[ply % 2].play(&games[GAMES - 1], ply, &planned(ply)).unwrap();
    assert_eq!(turns(&players[0], &games[GAMES - 1]).len(), ply + 1);
    drop(server);
}
