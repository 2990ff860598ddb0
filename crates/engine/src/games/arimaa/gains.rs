//! The measured gains of the levels: the matches of docs/strength.md.

use crate::definition::LevelGain;

/// Each level against the one below.
pub(super) const GAINS: &[LevelGain] = &[
    LevelGain::of(2, 400, 167, (132, 207)),
    LevelGain::of(3, 400, 144, (108, 184)),
    LevelGain::of(4, 400, 145, (108, 186)),
    LevelGain::of(5, 400, 173, (135, 215)),
    LevelGain::of(6, 400, 149, (115, 187)),
    LevelGain::of(7, 400, 230, (191, 276)),
    LevelGain::of(8, 400, 156, (117, 199)),
    LevelGain::of(9, 400, 158, (124, 194)),
    LevelGain::of(10, 200, 225, (174, 287)),
    LevelGain::of(11, 200, 151, (103, 206)),
    LevelGain::of(12, 100, 93, (20, 165)),
    LevelGain::of(13, 100, 35, (-38, 108)),
];
