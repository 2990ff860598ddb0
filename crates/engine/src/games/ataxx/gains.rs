//! The measured gains of the levels: the matches of docs/strength.md.

use crate::definition::LevelGain;

/// Each level against the one below.
pub(super) const GAINS: &[LevelGain] = &[
    LevelGain::of(2, 400, 199, (168, 234)),
    LevelGain::of(3, 400, 76, (48, 105)),
    LevelGain::of(4, 400, 135, (107, 167)),
    LevelGain::of(5, 400, 144, (114, 177)),
    LevelGain::of(8, 400, 170, (136, 206)),
    LevelGain::of(9, 400, 144, (115, 175)),
    LevelGain::of(10, 400, 233, (192, 280)),
    LevelGain::of(11, 400, 149, (119, 183)),
    LevelGain::of(12, 120, 332, (234, 428)),
    LevelGain::of(13, 120, 165, (99, 231)),
];
