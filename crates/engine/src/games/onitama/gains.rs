//! The measured gains of the levels: the matches of docs/strength.md.

use crate::definition::LevelGain;

/// Each level against the one below.
pub(super) const GAINS: &[LevelGain] = &[
    LevelGain::of(2, 400, 203, (166, 244)),
    LevelGain::of(3, 400, 180, (144, 219)),
    LevelGain::of(4, 400, 233, (196, 275)),
    LevelGain::of(5, 400, 220, (183, 262)),
    LevelGain::of(6, 400, 211, (171, 257)),
    LevelGain::of(7, 400, 246, (206, 293)),
    LevelGain::of(8, 400, 210, (172, 253)),
    LevelGain::of(9, 400, 237, (196, 284)),
    LevelGain::of(10, 400, 181, (146, 219)),
    LevelGain::of(11, 400, 160, (124, 199)),
    LevelGain::of(12, 400, 160, (127, 196)),
    LevelGain::of(13, 400, 102, (70, 135)),
    LevelGain::of(14, 400, 113, (81, 147)),
];
