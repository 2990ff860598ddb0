//! The measured gains of the levels: the matches of docs/strength.md.

use crate::definition::LevelGain;

/// Each level against the one below.
pub(super) const GAINS: &[LevelGain] = &[
    LevelGain::of(2, 400, 205, (173, 240)),
    LevelGain::of(3, 400, 212, (172, 259)),
    LevelGain::of(4, 400, 197, (156, 242)),
    LevelGain::of(5, 400, 110, (78, 142)),
    LevelGain::of(6, 400, 249, (210, 295)),
    LevelGain::of(7, 400, 226, (188, 270)),
    LevelGain::of(8, 400, 127, (98, 157)),
    LevelGain::of(9, 400, 172, (133, 215)),
    LevelGain::of(10, 400, 215, (175, 260)),
    LevelGain::of(11, 200, 111, (71, 155)),
    LevelGain::of(12, 200, 255, (200, 323)),
    LevelGain::of(13, 200, 238, (181, 309)),
    LevelGain::of(14, 200, 222, (180, 271)),
];
