//! The measured gains of the levels: the matches of docs/strength.md.

use crate::definition::LevelGain;

/// Each level against the one below.
pub(super) const GAINS: &[LevelGain] = &[
    LevelGain::of(2, 400, 143, (109, 181)),
    LevelGain::of(3, 400, 162, (126, 202)),
    LevelGain::of(4, 400, 217, (179, 261)),
    LevelGain::of(5, 400, 149, (114, 188)),
    LevelGain::of(6, 400, 225, (187, 269)),
    LevelGain::of(7, 400, 246, (205, 295)),
    LevelGain::of(8, 400, 240, (202, 282)),
    LevelGain::of(9, 400, 226, (188, 270)),
    LevelGain::of(10, 400, 194, (159, 234)),
    LevelGain::of(11, 400, 226, (189, 269)),
    LevelGain::of(12, 400, 241, (204, 283)),
    LevelGain::of(13, 400, 234, (198, 275)),
    LevelGain::of(14, 400, 240, (206, 278)),
    LevelGain::of(15, 8, 137, (-182, 432)),
];
