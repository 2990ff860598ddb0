//! Arimaa.

mod files;
mod presets;

use game::{ParseError, Turn};

use crate::definition::{GameDefinition, GameInfo, TurnCounts};
use crate::levels::{LevelLimits, LevelScale};
use crate::recorded::GameFiles;

/// Arimaa as the engine knows it.
#[derive(Clone)]
pub(super) struct Arimaa;

impl search::Defaults for Arimaa {
    const SWITCHES: search::Switches =
        search::Switches {
            check_extension: false,
            late_move_pruning: true,
            reduce_cut_nodes: true,
            history_of_best: true,
            ..search::Switches::START
        };
    const TUNABLES: search::Tunables = search::Tunables {
        quiescence_depth: 4,
        late_move_depth: 6,
        aspiration_window: 60,
        null_move_depth: 6,
        null_move_reduction: 5,
        reverse_futility_margin: 110,
        futility_margin: 130,
        ..search::Tunables::START
    };
}

impl GameDefinition for Arimaa {
    type Position = arimaa::Position;
    type Eval = arimaa::Evaluation;
    const INFO: GameInfo = GameInfo {
        bench_depth: 5,
        match_deal: "setups",
        presets: &[presets::MATERIAL],
        protocol: "aei",
        ..GameInfo::new::<arimaa::Position>("Arimaa")
    };

    fn level_scale() -> LevelScale {
        LevelScale {
            lowest: [LevelLimits::OWN_MOVE, LevelLimits::nodes(60), LevelLimits::nodes(200)],
            nodes: 10,
        }
    }

    fn files() -> &'static dyn GameFiles {
        &files::TurnLists
    }

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
