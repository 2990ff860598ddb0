//! Chess.

use game::ParseError;
use game::perft::Finished;

use crate::kind::Wiring;
use crate::presets::Preset;
use crate::tables::NoTables;

/// How chess is wired to the engine.
#[derive(Clone)]
pub(super) struct Chess;

impl search::Defaults for Chess {
    const SWITCHES: search::Switches = search::Switches {
        null_move_verification: true,
        razoring: true,
        delta_pruning: true,
        exchange_pruning: true,
        exchange_ordering: true,
        quiescence_evasions: true,
        ..search::Switches::START
    };
    const TUNABLES: search::Tunables = search::Tunables {
        // The rest after a pass is searched to depth - 3.
        null_move_reduction: 2,
        null_verification_depth: 7,
        // 300 points at depth 1, 500 at depth 2.
        futility_base: 100,
        futility_margin: 200,
        futility_depth: 2,
        razoring_margin: 200,
        razoring_depth: 2,
        quiescence_depth: 8,
        ..search::Tunables::START
    };
}

impl Wiring for Chess {
    type Position = chess::Position;
    type Eval = chess::Evaluation;
    type Defaults = Self;
    type Tables = NoTables;
    const TITLE: &'static str = "Chess";
    const PROTOCOL: &'static str = "uci";
    const BENCH_DEPTH: u32 = 9;
    const MATCH_DEAL: &'static str = "random";
    const PRESETS: &'static [Preset] = &[];
    const FINISHED: Finished = Finished::Unasked;

    fn deal(spec: &str, seed: u64) -> Result<chess::Position, ParseError> {
        chess::Position::deal(spec, seed)
    }

    fn random_start(seed: u64) -> chess::Position {
        // Any count of plies: the table must not confuse them.
        let position = chess::Position::random_play(seed, (seed >> 40) as usize % 120);
        let clock = (seed >> 32) as u16 % chess::CLOCK_LIMIT;
        position.with_counts(clock, position.number())
    }
}
