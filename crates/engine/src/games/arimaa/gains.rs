//! The measured gains of the levels: the matches of docs/strength.md.

use crate::definition::LevelGain;

/// Each level against the one below.
pub(super) const GAINS: &[LevelGain] = &[
    LevelGain::of(2, 400, 173, (142, 207)),
    LevelGain::of(3, 400, 145, (113, 180)),
    LevelGain::of(4, 400, 173, (138, 211)),
    LevelGain::of(5, 400, 249, (210, 294)),
    LevelGain::of(6, 400, 196, (158, 238)),
    LevelGain::of(7, 400, 173, (137, 213)),
    LevelGain::of(8, 400, 168, (132, 209)),
    LevelGain::of(9, 200, 173, (116, 239)),
    LevelGain::of(10, 200, 168, (118, 226)),
    LevelGain::of(11, 120, 191, (113, 268)),
    LevelGain::of(12, 100, 139, (57, 222)),
    LevelGain::of(13, 40, 301, (128, 480)),
];
