//! The measured gains of the levels: the matches of docs/strength.md.

use crate::definition::LevelGain;

/// Each level against the one below.
pub(super) const GAINS: &[LevelGain] = &[
    LevelGain::of(2, 400, 97, (73, 122)),
    LevelGain::of(3, 400, 148, (118, 180)),
    LevelGain::of(4, 400, 229, (186, 279)),
    LevelGain::of(5, 400, 332, (287, 389)),
    LevelGain::of(6, 400, 387, (335, 454)),
    LevelGain::of(7, 400, 352, (307, 409)),
    LevelGain::of(8, 400, 338, (289, 401)),
    LevelGain::of(9, 400, 361, (311, 425)),
];
