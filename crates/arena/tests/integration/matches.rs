//! Games with engines that misbehave in the arena's own process.

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use arena::player::{HumanInput, HumanPlayer, OwnPlayer, Player};
use arena::{FaultKind, Finish, GameRecord, Played, Rules, Seat, play_game};
use engine::{
    AnyGame, ConfigError, Engine, Event, GameError, Limits, OptionInfo, RandomEngine, Referee, Sink,
};

/// Answers every search in one way.
struct Odd(Option<Event>);

impl Engine for Odd {
    fn name(&self) -> String {
        "Odd".to_owned()
    }
    fn options(&self) -> Vec<OptionInfo> {
        Vec::new()
    }
    fn set_option(&mut self, _: &str, _: &str) -> Result<(), ConfigError> {
        Ok(())
    }
    fn new_game(&mut self) {}
    fn set_game(&mut self, _: Option<&str>, _: &[String]) -> Result<(), GameError> {
        Ok(())
    }
    fn search_only(&mut self, _: &[String]) -> Result<(), GameError> {
        Ok(())
    }
    fn go(&mut self, _: Limits, mut sink: Sink) {
        if let Some(event) = &self.0 {
            sink(event.clone());
        }
    }
    fn ponder_hit(&mut self) {}
    fn stop(&mut self) {}
    fn is_searching(&self) -> bool {
        false
    }
    fn wait(&mut self) {}
}

/// A game of Onitama from its usual start.
fn played(players: [&mut dyn Player; 2]) -> Finish {
    let kind = engine::kind("onitama").unwrap();
    let mut game: Box<dyn AnyGame> = kind.new_game(None, Referee::default()).unwrap();
    let (limits, margin) = (Limits::default(), Duration::ZERO);
    let seats = players.map(|player| Seat { player, limits: &limits, clock: None, margin });
    let stop = AtomicBool::new(false);
    let played = play_game(game.as_mut(), seats, &Rules::default(), None, &stop, &mut |_| ());
    let Played::Finished(finish) = played else { panic!("{played:?}") };
    finish
}

#[test]
fn an_engine_that_misbehaves_has_lost_and_the_reason_says_how() {
    let kind = engine::kind("onitama").unwrap();
    let best = |turn: Option<&str>| Event::BestMove {
        turn: turn.map(str::to_owned),
        ponder: None,
        last: None,
        statistics: None,
    };
    for (event, reason) in [
        (Some(best(None)), "Red's engine failed: no turn"),
        (Some(Event::Failed("index 9".to_owned())), "Red's engine failed: index 9"),
        (None, "Red's engine failed: it ended its search without a turn"),
        (
            Some(best(Some("ox c1c3"))),
            "Red's engine failed: illegal turn 'ox c1c3': Ox does not lead from c1 to c3 for Red \
             (at column 1: 'ox c1c3')",
        ),
    ] {
        let mut odd = OwnPlayer::new(Box::new(Odd(event)));
        let mut random = OwnPlayer::new(Box::new(RandomEngine::new(kind, 1)));
        let finish = played([&mut odd, &mut random]);
        assert_eq!((finish.result.winner, finish.result.reason.as_str()), (Some('b'), reason));
        assert_eq!(finish.fault.unwrap().side, 'r');
    }
}

/// Plays the first legal turn so many times, and then goes.
struct Person(usize);

impl HumanInput for Person {
    fn turn(&mut self, game: &dyn AnyGame) -> Option<String> {
        self.0 = self.0.checked_sub(1)?;
        game.legal_turns().first().cloned()
    }
}

#[test]
fn a_person_who_goes_has_resigned_and_nothing_is_odd_about_that() {
    let kind = engine::kind("onitama").unwrap();
    let mut person = HumanPlayer::new(Arc::new(Mutex::new(Person(1))));
    let mut random = OwnPlayer::new(Box::new(RandomEngine::new(kind, 1)));
    let finish = played([&mut person, &mut random]);
    let fault = finish.fault.unwrap();
    assert_eq!((fault.side, fault.fault.kind), ('r', FaultKind::Resigned));
    assert_eq!((finish.result.winner, finish.notes.len()), (Some('b'), 2));
    assert_eq!(finish.remarks, [""; 0]);
}

#[test]
fn a_record_written_as_a_file_of_its_game_is_read_as_it_was() {
    let chess = engine::kind("chess").unwrap();
    let text = "[Event \"Club\"]\n[Site \"?\"]\n[White \"tesuji,nodes=1\"]\n[Black \"random\"]\n\
                [Result \"0-1\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n";
    let read = |text: &str| {
        let [Ok(recorded)] = &chess.files().read(text)[..] else { panic!("{text}") };
        GameRecord::from_recorded(chess, recorded, 1).unwrap()
    };
    let record = read(text);
    assert_eq!((record.turns.len(), record.result.winner), (4, Some('b')));
    let written = record.write(chess).unwrap();
    for part in ["[White \"tesuji,nodes=1\"]", "[PlyCount \"4\"]", "Qh4# 0-1"] {
        assert!(written.contains(part), "{part} is missing in {written}");
    }
    assert_eq!(read(&written), record);
    let error = record.write(engine::kind("onitama").unwrap()).unwrap_err();
    assert_eq!(error, "it is a game of chess");
}
