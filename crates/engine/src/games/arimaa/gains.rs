//! The measured gains of the levels: the matches of docs/strength.md.

use crate::definition::LevelGain;

/// Each level against the one below.
pub(super) const GAINS: &[LevelGain] = &[
    LevelGain::of(2, 400, 250, (215, 291)),
    LevelGain::of(3, 400, 255, (217, 299)),
    LevelGain::of(4, 400, 177, (140, 219)),
    LevelGain::of(5, 400, 205, (167, 249)),
    LevelGain::of(6, 400, 208, (168, 253)),
    LevelGain::of(7, 200, 191, (141, 250)),
    LevelGain::of(8, 200, 258, (200, 330)),
    LevelGain::of(9, 200, 186, (139, 240)),
    LevelGain::of(10, 100, 155, (76, 235)),
    LevelGain::of(11, 60, 161, (52, 271)),
    LevelGain::of(12, 40, 168, (33, 306)),
    LevelGain::of(13, 20, 382, (71, 758)),
    LevelGain::of(14, 10, 70, (-240, 397)),
];
