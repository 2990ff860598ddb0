//! Frozen configurations of chess, to measure strength against.

use crate::presets::Preset;

/// Chess by the Shallow Blue experiment's five heuristics with one of its sets of weights.
macro_rules! shallow_blue {
    ($name:literal, $value:literal, $check:literal, $attack:literal, $moves:literal, $cover:literal) => {
        Preset {
            name: $name,
            alias: None,
            options: &[
                ("ShallowBlue", "on"),
                ("BlueWeight[0]", $value),
                ("BlueWeight[1]", $check),
                ("BlueWeight[2]", $attack),
                ("BlueWeight[3]", $moves),
                ("BlueWeight[4]", $cover),
            ],
        }
    };
}

/// The eight sets of weights in the experiment's order, a ninth with more weight on the squares that can be moved to, and a
/// tenth that `tesuji tune --method genetic` evolved (docs/techniques/tuning.md).
pub(super) const SHALLOW_BLUE: [Preset; 10] = [
    shallow_blue!("shallowblue1", "8", "10", "5", "3", "2"),
    shallow_blue!("shallowblue2", "8", "10", "7", "2", "5"),
    shallow_blue!("shallowblue3", "8", "8", "7", "1", "6"),
    shallow_blue!("shallowblue4", "7", "10", "10", "2", "8"),
    shallow_blue!("shallowblue5", "7", "10", "9", "1", "3"),
    shallow_blue!("shallowblue6", "2", "10", "7", "3", "9"),
    shallow_blue!("shallowblue7", "1", "10", "8", "2", "2"),
    shallow_blue!("shallowblue8", "2", "10", "8", "2", "2"),
    shallow_blue!("shallowblue9", "8", "10", "5", "9", "2"),
    shallow_blue!("shallowblue10", "9", "21", "0", "1", "0"),
];
