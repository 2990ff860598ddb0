//! The measured gains of the levels: the matches of docs/strength.md.

use crate::definition::LevelGain;

/// Each level against the one below.
pub(super) const GAINS: &[LevelGain] = &[
    LevelGain::of(2, 400, 250, (215, 291)),
    LevelGain::of(3, 400, 237, (200, 280)),
    LevelGain::of(4, 400, 186, (151, 226)),
    LevelGain::of(5, 400, 205, (167, 249)),
    LevelGain::of(6, 400, 208, (168, 253)),
    LevelGain::of(7, 200, 196, (143, 257)),
    LevelGain::of(8, 200, 225, (169, 294)),
    LevelGain::of(9, 200, 186, (134, 248)),
    LevelGain::of(10, 200, 182, (134, 237)),
    LevelGain::of(11, 100, 210, (122, 298)),
    LevelGain::of(12, 60, 207, (92, 323)),
    LevelGain::of(13, 40, 191, (35, 354)),
    LevelGain::of(14, 20, 147, (-63, 367)),
    LevelGain::of(15, 40, 168, (10, 336)),
];
