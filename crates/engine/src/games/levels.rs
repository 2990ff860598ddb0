//! Each of the lower levels beats the one below it, in every game: also where the scale follows from the moves.

use std::time::Duration;

use game::Referee;
use search::Limits;

use super::chess::Chess;
use crate::definition::GameDefinition as _;
use crate::kind::GameKind;
use crate::{Engine, EngineConfig, Request, Stop, levels};

/// Levels that play so fast that whole matches take seconds; above them each looks at two and a half times the nodes.
const HIGHEST: usize = 5;
/// Starts, of each of which two games are played.
const STARTS: u64 = 24;
/// Longer games count as draws.
const MOST_TURNS: usize = 600;

fn engine(kind: &dyn GameKind, level: usize) -> Box<dyn Engine> {
    let options = vec![("Level".to_owned(), level.to_string())];
    kind.new_engine(&EngineConfig { threads: 1, hash_mib: 1, options }).unwrap()
}

/// Half points of `players[0]` in one game, where it moves first.
fn play(kind: &dyn GameKind, start: &str, players: [&mut Box<dyn Engine>; 2]) -> u64 {
    let mut game = kind.new_game(Some(start), Referee { repetition_draw: true }).unwrap();
    let first = game.side();
    let [one, other] = players;
    while game.ending().is_none() && game.turns().len() < MOST_TURNS {
        let player = if game.side() == first { &mut *one } else { &mut *other };
        let request =
            Request::new(game.as_ref(), levels()[0].limits(kind.info().full_strength_time));
        let found = request.search(player.as_mut(), &Stop::default(), &mut |_| {}).unwrap();
        let turn = found.turn.unwrap();
        game.play(&turn).unwrap();
    }
    match game.ending().map(|ending| ending.winner) {
        Some(Some(winner)) => 2 * u64::from(winner == first),
        _ => 1,
    }
}

fn each_level_beats_the_one_below(kind: &dyn GameKind) {
    for level in 2..=HIGHEST {
        let [mut above, mut below] = [level, level - 1].map(|level| engine(kind, level));
        let mut points = 0;
        for seed in 0..STARTS {
            let start = kind.starts().deal(kind.info().match_deal, seed).unwrap();
            points += play(kind, &start, [&mut above, &mut below]);
            points += 2 - play(kind, &start, [&mut below, &mut above]);
        }
        let all = 4 * STARTS;
        let name = kind.title();
        assert!(
            2 * points > all,
            "{name}: level {level} has {points} of {all} against the one below"
        );
    }
}

#[test]
fn each_level_of_every_game_beats_the_one_below() {
    for kind in super::kinds() {
        each_level_beats_the_one_below(*kind);
    }
}

#[test]
fn levels_that_follow_from_the_moves_beat_the_ones_below() {
    for kind in super::examples() {
        each_level_beats_the_one_below(*kind);
    }
}

#[test]
fn the_highest_level_takes_the_time_of_its_game_where_nobody_gives_one() {
    let full_strength = levels().last().unwrap();
    let own = Chess::INFO.full_strength_time;
    assert_ne!(own, crate::kind("onitama").unwrap().info().full_strength_time);
    assert_eq!(full_strength.limits(own).move_time, Some(own));
    let time = |limits: &Limits| full_strength.bound(limits, own, &Chess::level_scale()).move_time;
    assert_eq!(time(&Limits::default()), Some(own));
    let given = Some(Duration::from_secs(7));
    assert_eq!(time(&Limits { move_time: given, ..Limits::default() }), given);
    assert_eq!(time(&Limits { infinite: true, ..Limits::default() }), None);
}
