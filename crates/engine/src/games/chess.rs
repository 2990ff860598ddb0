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
    const SWITCHES: search::Switches = search::Switches::START;
    const TUNABLES: search::Tunables = search::Tunables {
        // Eight plies at most.
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
