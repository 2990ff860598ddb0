//! The measured gains of the levels: the matches of docs/strength.md.

use crate::definition::LevelGain;

/// Each level against the one below.
pub(super) const GAINS: &[LevelGain] = &[
    LevelGain::of(2, 400, 240, (202, 282)),
    LevelGain::of(3, 400, 166, (135, 200)),
    LevelGain::of(4, 400, 211, (176, 250)),
    LevelGain::of(5, 400, 233, (196, 275)),
    LevelGain::of(6, 400, 237, (199, 280)),
    LevelGain::of(7, 400, 219, (181, 261)),
    LevelGain::of(8, 400, 235, (198, 279)),
    LevelGain::of(9, 400, 241, (203, 285)),
    LevelGain::of(10, 400, 246, (209, 289)),
    LevelGain::of(11, 400, 194, (158, 235)),
    LevelGain::of(12, 200, 241, (194, 297)),
    LevelGain::of(13, 100, 246, (156, 334)),
    LevelGain::of(14, 40, 158, (34, 280)),
];
