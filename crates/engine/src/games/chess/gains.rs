//! What the levels are worth: the matches of docs/strength.md.

use crate::definition::LevelGain;

/// Each level against the one below.
pub(super) const GAINS: &[LevelGain] = &[
    LevelGain::of(2, 400, 190, (158, 225)),
    LevelGain::of(3, 400, 269, (234, 310)),
    LevelGain::of(4, 400, 363, (321, 416)),
];
