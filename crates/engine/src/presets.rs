//! Frozen configurations, to measure strength against.

/// A name and the options it stands for.
pub(crate) struct Preset {
    pub(crate) name: &'static str,
    pub(crate) options: &'static [(&'static str, &'static str)],
}

/// The techniques of the project's predecessor: PVS with a two-tier table, quiescence, killers and
/// history, no reductions and no pruning; a symmetric evaluation by square alone. Never changed:
/// its numbers stand here and not in the parameters' starting values.
pub(crate) const FOUNDING: Preset = Preset {
    name: "founding",
    options: &[
        ("LateMoveReductions", "off"),
        ("InternalReductions", "off"),
        ("NullMove", "off"),
        ("ReverseFutility", "off"),
        ("Futility", "off"),
        ("CheckExtension", "off"),
        ("Countermove", "off"),
        ("AspirationWindow", "20"),
        ("PieceSquareSet", "0"),
        ("Student", "100"),
        ("Tempo", "8"),
        ("BySquare[0]", "0"),
        ("BySquare[1]", "2"),
        ("BySquare[2]", "4"),
        ("BySquare[3]", "2"),
        ("BySquare[4]", "6"),
        ("BySquare[5]", "8"),
        ("BySquare[6]", "4"),
        ("BySquare[7]", "10"),
        ("BySquare[8]", "14"),
        ("BySquare[9]", "4"),
        ("BySquare[10]", "8"),
        ("BySquare[11]", "10"),
        ("BySquare[12]", "2"),
        ("BySquare[13]", "4"),
        ("BySquare[14]", "6"),
    ],
};

/// Ataxx by stones alone: what published minimax values are told for.
pub(crate) const STONES: Preset = Preset {
    name: "stones",
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

/// Chess by the founding experiment's five heuristics with one of its sets of weights.
macro_rules! shallow_blue {
    ($name:literal, $value:literal, $check:literal, $attack:literal, $moves:literal, $cover:literal) => {
        Preset {
            name: $name,
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

/// The eight sets of weights in the experiment's order, and a ninth with more weight on the squares that can be moved to.
pub(crate) const SHALLOW_BLUE: [Preset; 9] = [
    shallow_blue!("shallowblue1", "8", "10", "5", "3", "2"),
    shallow_blue!("shallowblue2", "8", "10", "7", "2", "5"),
    shallow_blue!("shallowblue3", "8", "8", "7", "1", "6"),
    shallow_blue!("shallowblue4", "7", "10", "10", "2", "8"),
    shallow_blue!("shallowblue5", "7", "10", "9", "1", "3"),
    shallow_blue!("shallowblue6", "2", "10", "7", "3", "9"),
    shallow_blue!("shallowblue7", "1", "10", "8", "2", "2"),
    shallow_blue!("shallowblue8", "2", "10", "8", "2", "2"),
    shallow_blue!("shallowblue9", "8", "10", "5", "9", "2"),
];

/// Arimaa by material alone, without an eye for goals: what its knowledge is measured against.
pub(crate) const MATERIAL: Preset = Preset { name: "material", options: MATERIAL_OPTIONS };

const MATERIAL_OPTIONS: &[(&str, &str)] = &[
    ("StaticWin", "off"),
    ("Mobility", "0"),
    ("TrapPower", "0"),
    ("Step", "0"),
    ("ByRank", "0"),
    ("ByFile", "0"),
    ("Frozen", "0"),
    ("OwnTrap", "0"),
    ("FarTrap", "0"),
    ("CaptureNow", "0"),
    ("CaptureNext", "0"),
    ("GoalThreat", "0"),
    ("Hostage", "0"),
    ("Framed", "0"),
    ("Passed", "0"),
];
