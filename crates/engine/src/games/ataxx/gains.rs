//! What the levels are worth: the matches of docs/strength.md.

use crate::definition::LevelGain;

/// Each level against the one below.
pub(super) const GAINS: &[LevelGain] = &[
    LevelGain::of(2, 400, 97, (73, 122)),
    LevelGain::of(3, 400, 148, (118, 180)),
    LevelGain::of(4, 400, 229, (186, 279)),
    LevelGain::of(5, 400, 332, (287, 389)),
];
