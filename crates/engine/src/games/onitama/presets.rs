//! Frozen configurations of Onitama, to measure strength against.

use crate::presets::Preset;

/// The techniques of the project's predecessor: PVS with a two-tier table, quiescence, killers and
/// history, no reductions and no pruning; a symmetric evaluation by square alone. Never changed:
/// its numbers stand here and not in the parameters' starting values.
pub(super) const BASELINE: Preset = Preset {
    name: "baseline",
    alias: Some("founding"),
    options: &[
        ("LateMoveReductions", "off"),
        ("InternalReductions", "off"),
        ("NullMove", "off"),
        ("ReverseFutility", "off"),
        ("Futility", "off"),
        ("LateMovePruning", "off"),
        ("Improving", "off"),
        ("FirstWin", "off"),
        ("WinSearch", "off"),
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
