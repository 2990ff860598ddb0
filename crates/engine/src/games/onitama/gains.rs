//! The measured gains of the levels: the matches of docs/strength.md.

use crate::definition::LevelGain;

/// Each level against the one below.
pub(super) const GAINS: &[LevelGain] = &[
    LevelGain::of(2, 400, 220, (184, 261)),
    LevelGain::of(3, 400, 171, (134, 212)),
    LevelGain::of(4, 400, 244, (204, 289)),
    LevelGain::of(5, 400, 177, (141, 218)),
    LevelGain::of(6, 400, 235, (196, 281)),
    LevelGain::of(7, 400, 228, (186, 276)),
    LevelGain::of(8, 400, 244, (205, 288)),
    LevelGain::of(9, 400, 225, (189, 266)),
    LevelGain::of(10, 400, 244, (204, 289)),
    LevelGain::of(11, 400, 229, (193, 269)),
    LevelGain::of(12, 400, 238, (201, 281)),
    LevelGain::of(13, 400, 177, (146, 211)),
    LevelGain::of(14, 400, 162, (128, 199)),
    LevelGain::of(15, 8, 137, (-182, 432)),
];
