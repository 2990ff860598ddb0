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
