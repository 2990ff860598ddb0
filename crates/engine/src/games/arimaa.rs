//! Arimaa.

use game::perft::Finished;
use game::{ParseError, Turn};

use crate::kind::{TurnCounts, Wiring};
use crate::levels::{Measure, Sight};
use crate::presets::{self, Preset};
use crate::tables::NoTables;

/// How Arimaa is wired to the engine.
#[derive(Clone)]
pub(super) struct Arimaa;

impl search::Defaults for Arimaa {
    const SWITCHES: search::Switches =
        search::Switches { check_extension: false, ..search::Switches::START };
    const TUNABLES: search::Tunables = search::Tunables {
        quiescence_depth: 4,
        aspiration_window: 60,
        null_move_depth: 6,
        null_move_reduction: 5,
        reverse_futility_margin: 110,
        futility_margin: 130,
        ..search::Tunables::START
    };
}

impl Wiring for Arimaa {
    type Position = arimaa::Position;
    type Eval = arimaa::Evaluation;
    type Defaults = Self;
    type Tables = NoTables;
    const TITLE: &'static str = "Arimaa";
    const PROTOCOL: &'static str = "aei";
    const BENCH_DEPTH: u32 = 5;
    const MEASURE: Measure =
        Measure { lowest: [Sight::OWN_MOVE, Sight::states(60), Sight::states(200)], states: 10 };
    const MATCH_DEAL: &'static str = "setups";
    const PRESETS: &'static [Preset] = &[presets::MATERIAL];
    const FINISHED: Finished = Finished::Nothing;

    fn deal(spec: &str, seed: u64) -> Result<arimaa::Position, ParseError> {
        arimaa::Position::deal(spec, seed)
    }

    fn random_start(seed: u64) -> arimaa::Position {
        arimaa::Position::random_board(seed)
    }

    fn opening(position: &arimaa::Position, seed: u64) -> Option<Turn<arimaa::Position>> {
        position.book_setup(seed)
    }

    fn count_turns(position: &arimaa::Position) -> Option<TurnCounts> {
        let arimaa::TurnCounts { sequences, turns, digest_xor, .. } = position.count_turns();
        Some(TurnCounts { sequences, turns, digest_xor })
    }
}
