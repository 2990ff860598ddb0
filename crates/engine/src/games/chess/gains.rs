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
    LevelGain::of(11, 100, 295, (199, 384)),
    LevelGain::of(12, 60, 325, (191, 434)),
    LevelGain::of(13, 60, 325, (186, 450)),
    LevelGain::of(14, 40, 301, (140, 427)),
    LevelGain::of(15, 10, 512, (-35, 1166)),
];
