//! Onitama.

mod presets;
mod tables;

use game::ParseError;
use game::perft::Finished;

use crate::definition::{GameDefinition, GameInfo};
use crate::levels::{LevelLimits, LevelScale};
use crate::tables::TypedTableBuilder;

/// Onitama as the engine knows it.
#[derive(Clone)]
pub(super) struct Onitama;

impl search::Defaults for Onitama {
    const SWITCHES: search::Switches = search::Switches::START;
}

impl GameDefinition for Onitama {
    type Position = onitama::Position;
    type Eval = onitama::Evaluation;
    // Found by matches (docs/log/2026-11-mcts.md): a small advantage wins here.
    const MCTS: mcts::Params =
        mcts::Params { value_scale: 120, ..mcts::Params::START };
    const INFO: GameInfo = GameInfo {
        bench_depth: 13,
        match_deal: "",
        presets: &[presets::BASELINE],
        finished: Finished::OneLeaf,
        protocol: "uoi",
        ..GameInfo::new::<onitama::Position>("Onitama")
    };

    fn level_scale() -> LevelScale {
        LevelScale {
            lowest: [
                LevelLimits::OWN_MOVE,
                LevelLimits {
                    nodes: Some(11),
                    every_move: false,
                    captures: 0,
                    ..LevelLimits::plies(1)
                },
                LevelLimits { every_move: false, ..LevelLimits::nodes(16) },
            ],
            nodes: 1,
        }
    }

    fn deal(spec: &str, seed: u64) -> Result<onitama::Position, ParseError> {
        onitama::Position::deal(spec, seed)
    }

    fn random_start(seed: u64) -> onitama::Position {
        onitama::Position::random_deal(&onitama::Deck::ALL, seed)
    }

    fn table_builder() -> Option<&'static dyn TypedTableBuilder<onitama::Position>> {
        Some(&tables::Builder)
    }
}
