//! The measured gains of the levels: the matches of docs/strength.md.

use crate::definition::LevelGain;

/// Each level against the one below.
pub(super) const GAINS: &[LevelGain] = &[
    LevelGain::of(2, 400, 230, (196, 268)),
    LevelGain::of(3, 400, 230, (196, 269)),
    LevelGain::of(4, 400, 234, (200, 273)),
    LevelGain::of(5, 400, 231, (195, 273)),
    LevelGain::of(6, 400, 186, (152, 224)),
    LevelGain::of(7, 400, 246, (211, 286)),
    LevelGain::of(8, 400, 232, (196, 271)),
    LevelGain::of(9, 400, 246, (212, 285)),
    LevelGain::of(10, 400, 229, (199, 262)),
    LevelGain::of(11, 400, 210, (178, 245)),
    LevelGain::of(12, 200, 198, (156, 245)),
    LevelGain::of(13, 100, 173, (104, 238)),
    LevelGain::of(14, 60, 232, (128, 318)),
    LevelGain::of(15, 40, 117, (12, 215)),
];
