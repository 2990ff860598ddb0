//! The measured gains of the levels: the matches of docs/strength.md.

use crate::definition::LevelGain;

/// Each level against the one below.
pub(super) const GAINS: &[LevelGain] = &[
    LevelGain::of(2, 400, 240, (202, 282)),
    LevelGain::of(3, 400, 166, (135, 200)),
    LevelGain::of(4, 400, 211, (176, 250)),
    LevelGain::of(5, 400, 233, (196, 275)),
    LevelGain::of(6, 400, 237, (199, 280)),
    LevelGain::of(7, 400, 250, (210, 298)),
    LevelGain::of(8, 400, 253, (217, 295)),
    LevelGain::of(9, 400, 244, (207, 286)),
    LevelGain::of(10, 400, 224, (187, 266)),
    LevelGain::of(11, 400, 225, (190, 265)),
    LevelGain::of(12, 100, 215, (126, 303)),
    LevelGain::of(13, 40, 255, (103, 405)),
    LevelGain::of(14, 40, 168, (50, 285)),
];
