//! The measured gains of the levels: the matches of docs/strength.md.

use crate::definition::LevelGain;

/// Each level against the one below.
pub(super) const GAINS: &[LevelGain] = &[
    LevelGain::of(2, 400, 217, (183, 256)),
    LevelGain::of(3, 400, 96, (66, 128)),
    LevelGain::of(4, 400, 222, (183, 268)),
    LevelGain::of(5, 400, 157, (124, 192)),
    LevelGain::of(6, 400, 149, (121, 180)),
    LevelGain::of(7, 400, 162, (131, 195)),
    LevelGain::of(8, 400, 137, (108, 168)),
    LevelGain::of(9, 400, 235, (195, 282)),
    LevelGain::of(10, 400, 200, (160, 246)),
    LevelGain::of(11, 400, 178, (147, 212)),
    LevelGain::of(12, 200, 249, (198, 312)),
    LevelGain::of(13, 200, 137, (97, 181)),
    LevelGain::of(14, 200, 184, (134, 242)),
];
