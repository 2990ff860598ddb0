//! A line of turns of Arimaa from a position: each is played or refused, and what was played reads
//! back. A line that is only a number plays random steps by it, so that games get long.
#![no_main]

use arimaa::Position;
use game::{Game, Notation as _, Position as _, Referee};
use libfuzzer_sys::fuzz_target;

fn random_turn(game: &Game<Position>, mut number: usize) -> Option<String> {
    let mut turn = game::Turn::<Position>::new();
    loop {
        let moves = game.moves_after(&turn);
        if moves.is_empty() {
            return (!turn.is_empty()).then(|| game.position().turn_text(&turn));
        }
        turn.push(moves[number % moves.len()]);
        number = number / 3 + 7;
    }
}

fuzz_target!(|text: &str| {
    let mut lines = text.lines();
    let start = lines.next().and_then(|line| Position::parse(line).ok());
    let start = start.filter(Position::is_turn_start).unwrap_or_else(Position::start);
    let mut game = Game::new(start, Referee::default());
    for line in lines.take(60) {
        let position = *game.position();
        let random = line.parse().ok().and_then(|number| random_turn(&game, number));
        let chosen = random.is_some();
        let meant = random.unwrap_or_else(|| line.to_owned());
        match game.play(&meant) {
            Ok(()) => {
                let turn = game.turns().last().expect("it was played").clone();
                let written = position.turn_text(&turn);
                assert_eq!(position.parse_turn(&written).expect("it reads back"), turn);
                assert_ne!(game.position().board(), position.board());
                assert!(game.occurrences() < 3);
                let after = Position::parse(&game.position().text()).expect("it can be read");
                assert_eq!(after.key(), game.position().key());
            }
            Err(error) => {
                assert!(!chosen, "{meant}: {error}");
                assert!(!error.to_string().is_empty());
                assert_eq!(*game.position(), position);
            }
        }
    }
    let lines = arimaa::record::read(&arimaa::record::write(&game)).expect("it was written");
    assert_eq!(lines.len(), game.turns().len());
});
