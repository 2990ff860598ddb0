//! The measured gains of the levels: the matches of docs/strength.md.

use crate::definition::LevelGain;

/// Each level against the one below.
pub(super) const GAINS: &[LevelGain] = &[
    LevelGain::of(2, 400, 230, (196, 268)),
    LevelGain::of(3, 400, 230, (196, 269)),
    LevelGain::of(4, 400, 234, (200, 273)),
    LevelGain::of(5, 400, 199, (166, 236)),
    LevelGain::of(6, 400, 222, (191, 258)),
    LevelGain::of(7, 400, 212, (179, 249)),
    LevelGain::of(8, 400, 234, (200, 272)),
    LevelGain::of(9, 400, 240, (207, 277)),
    LevelGain::of(10, 400, 237, (204, 273)),
    LevelGain::of(11, 200, 147, (104, 195)),
    LevelGain::of(12, 200, 222, (175, 278)),
    LevelGain::of(13, 100, 263, (167, 355)),
];
