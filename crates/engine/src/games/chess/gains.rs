//! The measured gains of the levels: the matches of docs/strength.md.

use crate::definition::LevelGain;

/// Each level against the one below.
pub(super) const GAINS: &[LevelGain] = &[
    LevelGain::of(2, 400, 190, (158, 225)),
    LevelGain::of(3, 400, 269, (234, 310)),
    LevelGain::of(4, 400, 363, (321, 416)),
    LevelGain::of(5, 400, 192, (162, 225)),
    LevelGain::of(6, 400, 340, (301, 388)),
    LevelGain::of(7, 400, 290, (250, 337)),
    LevelGain::of(8, 400, 310, (271, 356)),
    LevelGain::of(9, 400, 259, (227, 295)),
];
