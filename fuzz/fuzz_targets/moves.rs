//! A line of moves, from a position: each is played or refused, and every legal one reads back.
//!
//! The first line is the position (the usual start where it is none), each further one a move; a
//! line that is only a number plays the legal move of that number, so that games get long.
#![no_main]

use game::{Game, Notation as _, Position as _, Referee};
use libfuzzer_sys::fuzz_target;
use onitama::Position;

fuzz_target!(|text: &str| {
    let mut lines = text.lines();
    let start = lines.next().and_then(|line| Position::parse(line).ok());
    let start = start.unwrap_or_else(Position::start);
    let mut game = Game::new(start, Referee { repetition_draw: text.len() % 2 == 0 });
    for line in lines.take(200) {
        let position = *game.position();
        let legal = game.legal_turns();
        for turn in &legal {
            let written = position.turn_text(turn);
            assert_eq!(position.parse_turn(&written).expect("a legal move reads back"), *turn);
            assert!(!position.describe_turn(turn).is_empty());
        }
        let meant = match line.parse::<usize>() {
            Ok(number) if !legal.is_empty() => position.turn_text(&legal[number % legal.len()]),
            _ => line.to_owned(),
        };
        let played = game.turns().len();
        match game.play(&meant) {
            Ok(()) => {
                assert_eq!(game.turns().len(), played + 1);
                let turn = game.turns()[played].clone();
                assert!(legal.contains(&turn));
                // Only a position without a master cannot be read back: no game begins there.
                match Position::parse(&game.position().text()) {
                    Ok(after) => {
                        assert_eq!(after, *game.position());
                        assert_eq!(after.key(), game.position().key());
                    }
                    Err(error) => {
                        assert!(game.ending().is_some() && error.reason.ends_with("no master"));
                    }
                }
            }
            Err(error) => {
                assert!(!error.to_string().is_empty());
                assert_eq!(*game.position(), position);
            }
        }
    }
});
