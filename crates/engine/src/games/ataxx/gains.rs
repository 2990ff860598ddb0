//! The measured gains of the levels: the matches of docs/strength.md.

use crate::definition::LevelGain;

/// Each level against the one below.
pub(super) const GAINS: &[LevelGain] = &[
    LevelGain::of(2, 400, 240, (202, 282)),
    LevelGain::of(3, 400, 263, (224, 310)),
    LevelGain::of(4, 400, 277, (237, 324)),
    LevelGain::of(5, 400, 226, (189, 269)),
    LevelGain::of(6, 400, 190, (155, 228)),
    LevelGain::of(7, 400, 249, (211, 293)),
    LevelGain::of(8, 400, 248, (209, 293)),
    LevelGain::of(9, 400, 251, (212, 295)),
    LevelGain::of(10, 200, 323, (265, 399)),
    LevelGain::of(11, 200, 200, (149, 261)),
    LevelGain::of(12, 80, 197, (105, 286)),
    LevelGain::of(13, 40, 269, (113, 421)),
    LevelGain::of(14, 12, 191, (-85, 481)),
    LevelGain::of(15, 6, 120, (-261, 524)),
];
