//! Connect Four, the example of `docs/new-game.md`: wired and played in tests only.

use connect_four::{Evaluation, Position};
use game::perft::Finished;
use game::{Notation as _, ParseError, Position as _};

use crate::kind::GameDefinition;
use crate::presets::Preset;
use crate::tables::NoTables;

/// How Connect Four is wired to the engine.
#[derive(Clone)]
pub(super) struct ConnectFour;

impl search::Defaults for ConnectFour {
    const SWITCHES: search::Switches = search::Switches::START;
}

impl GameDefinition for ConnectFour {
    type Position = Position;
    type Eval = Evaluation;
    type Defaults = Self;
    type Tables = NoTables;
    const TITLE: &'static str = "Connect Four";
    const PROTOCOL: &'static str = "uai";
    const BENCH_DEPTH: u32 = 12;
    const MATCH_DEAL: &'static str = "random";
    const PRESETS: &'static [Preset] = &[];
    const FINISHED: Finished = Finished::Nothing;

    fn deal(spec: &str, seed: u64) -> Result<Position, ParseError> {
        match spec {
            "" => Ok(Position::start()),
            "random" => Ok(Self::random_start(seed)),
            _ => Err(ParseError::new(spec, spec, "a deal is empty or 'random'")),
        }
    }

    fn random_start(seed: u64) -> Position {
        let mut position = Position::start();
        for step in 0..6 {
            let mut moves = game::MoveList::new();
            position.legal_moves(&mut moves);
            position = position.make(moves[(seed >> (4 * step)) as usize % moves.len()]);
        }
        position
    }
}

mod tests {
    use std::sync::mpsc::channel;

    use super::ConnectFour;
    use crate::kind::{GameKind as _, Kind};
    use crate::{EngineConfig, Event, Limits, Verdict};

    static CONNECT_FOUR: Kind<ConnectFour> = Kind::new();

    #[test]
    fn all_drivers_agree() {
        let checked = CONNECT_FOUR.agree(500, 1, 5, &mut |_| true);
        assert_eq!(checked.map(|checked| checked.positions), Ok(500));
    }

    #[test]
    fn the_engine_sees_a_win_in_three() {
        let config = EngineConfig { threads: 1, hash_mib: 1, options: Vec::new() };
        let mut engine = CONNECT_FOUR.new_engine(&config).unwrap();
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
