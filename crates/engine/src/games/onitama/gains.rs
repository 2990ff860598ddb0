//! The measured gains of the levels: the matches of docs/strength.md.

use crate::definition::LevelGain;

/// Each level against the one below.
pub(super) const GAINS: &[LevelGain] = &[
    LevelGain::of(2, 400, 233, (192, 280)),
    LevelGain::of(3, 400, 173, (137, 212)),
    LevelGain::of(4, 400, 196, (160, 235)),
    LevelGain::of(5, 400, 235, (196, 281)),
    LevelGain::of(6, 400, 163, (129, 200)),
    LevelGain::of(7, 400, 201, (162, 246)),
    LevelGain::of(8, 400, 224, (185, 268)),
    LevelGain::of(9, 400, 216, (179, 258)),
    LevelGain::of(10, 400, 244, (205, 288)),
    LevelGain::of(11, 400, 219, (181, 261)),
    LevelGain::of(12, 400, 222, (187, 263)),
    LevelGain::of(13, 400, 157, (127, 189)),
    LevelGain::of(14, 400, 132, (102, 164)),
    LevelGain::of(15, 8, 137, (-182, 432)),
];
