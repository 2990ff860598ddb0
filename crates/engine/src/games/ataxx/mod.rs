//! Ataxx.

mod presets;

use game::ParseError;

use crate::definition::{GameDefinition, GameInfo};
use crate::levels::{LevelLimits, LevelScale};

/// Ataxx as the engine knows it.
#[derive(Clone)]
pub(super) struct Ataxx;

impl search::Defaults for Ataxx {
    const SWITCHES: search::Switches = search::Switches {
        one_reply_extension: true,
        reduce_tactical: true,
        ..search::Switches::START
    };
    const TUNABLES: search::Tunables = search::Tunables {
        quiescence_depth: 2,
        quiescence_value: 6,
        futility_depth: 5,
        lmr_slope: 60,
        random_pieces: 40,
        ..search::Tunables::START
    };
}

impl GameDefinition for Ataxx {
    type Position = ataxx::Position;
    type Eval = ataxx::Evaluation;
    const INFO: GameInfo = GameInfo {
        bench_depth: 9,
        match_deal: "walls",
        presets: &[presets::STONES],
        protocol: "uai",
        ..GameInfo::new::<ataxx::Position>("Ataxx")
    };

    fn level_scale() -> LevelScale {
        LevelScale {
            lowest: [
                LevelLimits::OWN_MOVE,
                LevelLimits { nodes: Some(66), captures: 0, ..LevelLimits::plies(2) },
                LevelLimits::nodes(96),
            ],
            nodes: 6,
        }
    }

    fn deal(spec: &str, seed: u64) -> Result<ataxx::Position, ParseError> {
        ataxx::Position::deal(spec, seed)
    }

    fn random_start(seed: u64) -> ataxx::Position {
        // Any count of plies without a clone: the table must not confuse them.
        ataxx::Position::random_walls(seed).with_clock((seed >> 32) as u16 % ataxx::CLOCK_LIMIT)
    }
}
