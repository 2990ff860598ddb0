//! The measured gains of the levels: the matches of docs/strength.md.

use crate::definition::LevelGain;

/// Each level against the one below.
pub(super) const GAINS: &[LevelGain] = &[
    LevelGain::of(2, 400, 241, (205, 282)),
    LevelGain::of(3, 400, 180, (144, 219)),
    LevelGain::of(4, 400, 216, (180, 257)),
    LevelGain::of(5, 400, 237, (199, 281)),
    LevelGain::of(6, 400, 237, (201, 277)),
    LevelGain::of(7, 400, 219, (182, 261)),
    LevelGain::of(8, 400, 233, (195, 276)),
    LevelGain::of(9, 400, 215, (178, 257)),
    LevelGain::of(10, 400, 237, (201, 277)),
    LevelGain::of(11, 400, 214, (176, 257)),
    LevelGain::of(12, 200, 233, (185, 289)),
    LevelGain::of(13, 100, 215, (129, 300)),
    LevelGain::of(14, 40, 203, (71, 334)),
    LevelGain::of(15, 34, 251, (80, 420)),
];
