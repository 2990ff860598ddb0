//! Ataxx.

use game::ParseError;
use game::perft::Finished;

use crate::kind::GameDefinition;
use crate::levels::{LevelLimits, LevelScale};
use crate::presets::{self, Preset};
use crate::tables::NoTables;

/// How Ataxx is wired to the engine.
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
    type Defaults = Self;
    type Tables = NoTables;
    const TITLE: &'static str = "Ataxx";
    const PROTOCOL: &'static str = "uai";
    const BENCH_DEPTH: u32 = 9;
    const LEVEL_SCALE: LevelScale = LevelScale {
        lowest: [
            LevelLimits::OWN_MOVE,
            LevelLimits { states: Some(66), captures: 0, ..LevelLimits::plies(2) },
            LevelLimits::states(96),
        ],
        states: 6,
    };
    const MATCH_DEAL: &'static str = "walls";
    const PRESETS: &'static [Preset] = &[presets::STONES];
    const FINISHED: Finished = Finished::Nothing;

    fn deal(spec: &str, seed: u64) -> Result<ataxx::Position, ParseError> {
        ataxx::Position::deal(spec, seed)
    }

    fn random_start(seed: u64) -> ataxx::Position {
        // Any count of plies without a clone: the table must not confuse them.
        ataxx::Position::random_walls(seed).with_clock((seed >> 32) as u16 % ataxx::CLOCK_LIMIT)
    }
}
