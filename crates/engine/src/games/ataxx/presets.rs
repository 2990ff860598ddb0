//! Frozen configurations of Ataxx, to measure strength against.

use crate::presets::Preset;

/// Ataxx by stones alone: what published minimax values are told for.
pub(super) const STONES: Preset = Preset {
    name: "stones",
    alias: None,
    options: &[
        ("Stone", "100"),
        ("BySquare[0]", "0"),
        ("BySquare[1]", "0"),
        ("BySquare[2]", "0"),
        ("BySquare[3]", "0"),
        ("BySquare[4]", "0"),
        ("BySquare[5]", "0"),
        ("BySquare[6]", "0"),
        ("BySquare[7]", "0"),
        ("BySquare[8]", "0"),
        ("BySquare[9]", "0"),
        ("CaptureSquare[0]", "0"),
        ("CaptureSquare[1]", "0"),
        ("Mobility[0]", "0"),
        ("Mobility[1]", "0"),
        ("Hole[0]", "0"),
        ("Hole[1]", "0"),
        ("Tempo[0]", "0"),
        ("Tempo[1]", "0"),
    ],
};
