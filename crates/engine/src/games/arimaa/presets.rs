//! Frozen configurations of Arimaa, to measure strength against.

use crate::presets::Preset;

/// Arimaa by material alone, without an eye for goals: what its knowledge is measured against.
pub(super) const MATERIAL: Preset = Preset { name: "material",alias: None, options: &[
    ("StaticWin", "off"),
    ("Mobility", "0"),
    ("Steps", "0"),
    ("EarlySquare", "0"),
    ("LateSquare", "0"),
    ("Frozen", "0"),
    ("Distance", "0"),
    ("RabbitTouched", "0"),
    ("ElephantWays", "0"),
    ("Guards", "0"),
    ("CaptureNow", "0"),
    ("CaptureNext", "0"),
    ("GoalThreat", "0"),
    ("Hostage", "0"),
    ("Framed", "0"),
    ("Passed", "0"),
    ("OrderSet", "0"),
]};
