//! The measured gains of the levels: the matches of docs/strength.md.

use crate::definition::LevelGain;

/// Each level against the one below.
pub(super) const GAINS: &[LevelGain] = &[
    LevelGain::of(2, 400, 230, (196, 268)),
    LevelGain::of(3, 400, 230, (196, 269)),
    LevelGain::of(4, 400, 234, (200, 273)),
    LevelGain::of(5, 400, 216, (182, 254)),
    LevelGain::of(6, 400, 252, (216, 294)),
    LevelGain::of(7, 400, 269, (231, 314)),
    LevelGain::of(8, 400, 252, (216, 293)),
    LevelGain::of(9, 400, 277, (242, 317)),
    LevelGain::of(10, 400, 222, (188, 261)),
    LevelGain::of(11, 200, 244, (197, 299)),
    LevelGain::of(12, 80, 241, (158, 309)),
    LevelGain::of(13, 40, 137, (13, 252)),
];
