//! Games with engines that misbehave in the arena's own process.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use arena::player::{OwnPlayer, Player};
use arena::{Played, Rules, Seat, play_game};
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
        let mut game: Box<dyn AnyGame> = kind.new_game(None, Referee::default()).unwrap();
        let mut odd = OwnPlayer::new(Box::new(Odd(event)));
        let mut random = OwnPlayer::new(Box::new(RandomEngine::new(kind, 1)));
        let limits = Limits::default();
        let players: [&mut dyn Player; 2] = [&mut odd, &mut random];
        let margin = Duration::ZERO;
        let seats = players.map(|player| Seat { player, limits: &limits, clock: None, margin });
        let stop = AtomicBool::new(false);
        let played = play_game(game.as_mut(), seats, &Rules::default(), None, &stop, &mut |_| ());
        let Played::Finished(finish) = played else { panic!("{played:?}") };
        assert_eq!((finish.result.winner, finish.result.reason.as_str()), (Some('b'), reason));
        assert_eq!(finish.fault.unwrap().side, 'r');
    }
}
