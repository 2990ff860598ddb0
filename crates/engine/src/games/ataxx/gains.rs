//! The measured gains of the levels: the matches of docs/strength.md.

use crate::definition::LevelGain;

/// Each level against the one below.
pub(super) const GAINS: &[LevelGain] = &[
    LevelGain::of(2, 400, 199, (168, 234)),
    LevelGain::of(3, 400, 76, (48, 105)),
    LevelGain::of(4, 400, 135, (107, 167)),
    LevelGain::of(5, 400, 144, (114, 177)),
    LevelGain::of(6, 400, 222, (189, 260)),
    LevelGain::of(7, 400, 54, (24, 85)),
    LevelGain::of(8, 400, 170, (136, 206)),
    LevelGain::of(9, 400, 144, (115, 175)),
    LevelGain::of(10, 400, 233, (192, 280)),
    LevelGain::of(11, 400, 149, (119, 183)),
    LevelGain::of(12, 200, 255, (201, 321)),
    LevelGain::of(13, 200, 106, (62, 153)),
    LevelGain::of(14, 200, 295, (217, 373)),
];
