//! The only list of games.

use crate::kind::{GameKind, Kind, Wiring};
use crate::presets::{self, Preset};
use game::ParseError;
use game::perft::Finished;

/// How Onitama is wired to the engine.
#[derive(Clone)]
struct Onitama;

impl search::Defaults for Onitama {
    const SWITCHES: search::Switches = search::Switches::START;
}

impl Wiring for Onitama {
    type Position = onitama::Position;
    type Eval = onitama::Evaluation;
    type Defaults = Self;
    const TITLE: &'static str = "Onitama";
    const PROTOCOL: &'static str = "uoi";
    const PRESETS: &'static [Preset] = &[presets::FOUNDING];
    const FINISHED: Finished = Finished::OneLeaf;

    fn deal(spec: &str, seed: u64) -> Result<onitama::Position, ParseError> {
        onitama::Position::deal(spec, seed)
    }

    fn random_start(seed: u64) -> onitama::Position {
        onitama::Position::random_deal(&onitama::Deck::ALL, seed)
    }
}

/// How Ataxx is wired to the engine.
#[derive(Clone)]
struct Ataxx;

impl search::Defaults for Ataxx {
    const SWITCHES: search::Switches =
        search::Switches { one_reply_extension: true, ..search::Switches::START };
    const TUNABLES: search::Tunables =
        search::Tunables { quiescence_depth: 2, quiescence_value: 6, ..search::Tunables::START };
}

impl Wiring for Ataxx {
    type Position = ataxx::Position;
    type Eval = ataxx::Evaluation;
    type Defaults = Self;
    const TITLE: &'static str = "Ataxx";
    const PROTOCOL: &'static str = "uai";
    const PRESETS: &'static [Preset] = &[presets::STONES];
    const FINISHED: Finished = Finished::Nothing;

    fn deal(spec: &str, seed: u64) -> Result<ataxx::Position, ParseError> {
        ataxx::Position::deal(spec, seed)
    }

    fn random_start(seed: u64) -> ataxx::Position {
        ataxx::Position::random_walls(seed)
    }
}

static ONITAMA: Kind<Onitama> = Kind::new();
static ATAXX: Kind<Ataxx> = Kind::new();

/// Every game, in the order of issue.
pub fn kinds() -> &'static [&'static dyn GameKind] {
    static KINDS: [&'static dyn GameKind; 2] = [&ONITAMA, &ATAXX];
    &KINDS
}

/// The game of this name, as scripts write it.
pub fn kind(name: &str) -> Option<&'static dyn GameKind> {
    kinds().iter().copied().find(|kind| kind.name().eq_ignore_ascii_case(name))
}
