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
    const PRESETS: &'static [Preset] = &[presets::FOUNDING];
    const FINISHED: Finished = Finished::OneLeaf;

    fn deal(spec: &str, seed: u64) -> Result<onitama::Position, ParseError> {
        onitama::Position::deal(spec, seed)
    }

    fn random_start(seed: u64) -> onitama::Position {
        onitama::Position::random_deal(&onitama::Deck::ALL, seed)
    }
}

static ONITAMA: Kind<Onitama> = Kind::new();

/// Every game, in the order of issue.
pub fn kinds() -> &'static [&'static dyn GameKind] {
    static KINDS: [&'static dyn GameKind; 1] = [&ONITAMA];
    &KINDS
}

/// The game of this name, as scripts write it.
pub fn kind(name: &str) -> Option<&'static dyn GameKind> {
    kinds().iter().copied().find(|kind| kind.name().eq_ignore_ascii_case(name))
}
