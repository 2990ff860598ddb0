//! Connect Four, the example of `docs/new-game.md`: played in tests only.

use connect_four::{Evaluation, Position};

use crate::definition::{GameDefinition, GameInfo};

/// Connect Four as the engine knows it.
#[derive(Clone)]
pub(super) struct ConnectFour;

impl search::Defaults for ConnectFour {
    const SWITCHES: search::Switches = search::Switches::START;
}

impl GameDefinition for ConnectFour {
    type Position = Position;
    type Eval = Evaluation;
    type Features = game::NoFeatures;
    const INFO: GameInfo =
        GameInfo { bench_depth: 12, ..GameInfo::new::<Position>("Connect Four") };
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;

    use crate::{EngineConfig, Event, GameKind, Limits, Verdict, kind};

    fn game() -> &'static dyn GameKind {
        kind("connect_four").unwrap()
    }

    #[test]
    fn all_drivers_agree() {
        let checked = game().checks().agree(500, 1, 5, &mut |_| true);
        assert_eq!(checked.map(|checked| checked.positions), Ok(500));
    }

    #[test]
    fn the_engine_sees_a_win_in_three() {
        let config = EngineConfig { threads: 1, hash_mib: 1, options: Vec::new() };
        let mut engine = game().new_engine(&config).unwrap();
        // Two stones on the floor with room on both sides: one more, and either end wins.
        engine.set_game(Some("7/7/7/7/2oo3/2xx3 x"), &[]).unwrap();
        let (sender, events) = channel();
        let limits = Limits { depth: Some(6), ..Limits::default() };
        engine.go(limits, Box::new(move |event| drop(sender.send(event))));
        engine.wait();
        match events.try_iter().last() {
            Some(Event::BestMove { turn: Some(turn), last: Some(last), .. }) => {
                assert!(["b", "e"].contains(&turn.as_str()), "{turn}");
                assert_eq!(last.score.verdict(), Verdict::Win(3));
            }
            other => panic!("{other:?}"),
        }
    }
}
