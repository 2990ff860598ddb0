//! The measured gains of the levels: the matches of docs/strength.md.

use crate::definition::LevelGain;

/// Each level against the one below.
pub(super) const GAINS: &[LevelGain] = &[
    LevelGain::of(2, 400, 165, (130, 204)),
    LevelGain::of(3, 400, 142, (105, 182)),
    LevelGain::of(4, 400, 210, (170, 256)),
    LevelGain::of(5, 400, 196, (158, 238)),
    LevelGain::of(6, 400, 330, (285, 387)),
    LevelGain::of(7, 400, 189, (153, 229)),
    LevelGain::of(8, 400, 275, (234, 325)),
    LevelGain::of(9, 400, 258, (217, 306)),
];
