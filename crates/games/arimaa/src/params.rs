//! The numbers of the evaluation, declared once.

game::parameters! {
    /// The numbers of the evaluation. Kinds are in order of strength: rabbit, cat, dog, horse,
    /// camel, elephant. Ranks are counted from the side's own first.
    pub struct EvalParams {
        /// HarLog's Q, by which pieces that have few or no stronger ones against them count for more.
        harlog_q: i32 = 2295, 500..=4000, step 100, "thousandths";
        /// HarLog's G, by which rabbits and all pieces count.
        harlog_g: i32 = 860, 100..=2000, step 50, "thousandths";
        /// The whole of the material; the first captured rabbit is worth this.
        material: i32 = 100, 10..=500, step 10, "points";
        /// A piece's square while all pieces but rabbits are left: six kinds of eight ranks of four files,
        /// from the edge to the middle.
        early_square: [i16; 192] = [
            -7, -3, 2, 2, -3, 9, 7, 1,
            -2, 4, -5, -3, 0, -4, -7, -7,
            1, 5, -2, -1, 6, 25, 10, 8,
            34, 38, 32, 29, 4, 1, -2, -4,
            1, 17, 11, 11, 7, 9, 13, 7,
            5, 10, 10, 13, -7, 1, -8, 4,
            -15, -2, -5, -5, -12, -8, -8, -12,
            -17, -12, -10, -12, -21, -18, -16, -19,
            -2, 2, 2, -3, -5, 12, 2, 9,
            1, 5, 5, 13, -7, 0, -7, 5,
            -6, -7, -7, -5, -8, -4, -4, -5,
            -11, -8, -5, -7, -17, -15, -14, -13,
            -10, -2, -2, -6, -4, -1, 8, 2,
            9, 9, 7, 8, -1, 4, -1, 15,
            7, 9, 5, 6, 7, 16, 12, 4,
            -2, -2, 10, 1, -11, -7, -3, -7,
            -14, -7, -4, -7, -7, -2, 7, 16,
            1, 10, 13, 16, 4, 10, -2, 8,
            8, 10, 0, 5, 1, 5, 10, -7,
            -7, -7, -4, -8, -19, -13, -8, -10,
            -29, -19, -13, -11, -18, -8, -13, -10,
            -8, -1, 8, 8, -3, 13, 15, 29,
            1, 14, 18, 35, 1, -4, 17, 34,
            -11, 0, 5, 13, -27, -18, -10, -8
        ], -300..=300, step 4, "points";
        /// The same where none of them is left; between the two by how many there are.
        late_square: [i16; 192] = [
            -14, -20, -8, -21, -14, -8, -10, -11,
            5, -4, -7, -10, 1, 0, -5, -3,
            10, 10, 4, 8, 19, 27, 10, 11,
            39, 39, 32, 33, 4, 1, -2, -4,
            1, 7, 12, 9, 7, 7, 17, 6,
            2, 6, 4, 5, -7, -2, -5, -1,
            -12, -6, -6, -8, -13, -8, -8, -12,
            -17, -12, -11, -15, -21, -18, -16, -18,
            -2, 1, 4, 2, 3, 5, 4, 5,
            -3, 9, 6, 13, -7, -2, -5, 4,
            -8, -5, -8, -5, -8, -8, -4, -7,
            -11, -8, -8, -7, -17, -14, -14, -13,
            -10, -4, -3, -6, -6, 0, 4, 2,
            4, 9, 7, 5, 5, 10, 1, 9,
            6, 10, 4, 8, 7, 10, 12, 8,
            -2, 1, 6, 3, -11, -7, -4, -7,
            -14, -7, -4, -5, -7, -1, 3, 3,
            1, 7, 9, 12, 3, 10, 8, 13,
            5, 8, 9, 13, 0, 5, 10, 7,
            -8, -5, -1, -2, -19, -13, -9, -10,
            -29, -19, -13, -11, -18, -8, -5, 1,
            -8, -1, 8, 9, -2, 11, 10, 21,
            2, 15, 19, 27, 1, 6, 16, 18,
            -11, 1, 5, 13, -27, -17, -10, -8
        ], -300..=300, step 4, "points";
        /// A frozen piece: five kinds, and each by a pair of ranks from its own side.
        frozen: [i16; 20] = [
            -4, -5, -5, -9,
            -7, 1, -4, -7,
            -7, -10, -12, -7,
            -10, -10, -21, -21,
            -18, -15, -28, -35
        ], -300..=100, step 4, "points";
        /// The distance in steps from a cat, dog, horse or camel to the nearest stronger piece of the other
        /// side, from one to four and more: four kinds, and each by a pair of ranks from its own side.
        distance: [i16; 80] = [
            13, 21, 19, 18, 5, 13, 10, 4, 2, 1, 3, 5, -1, 0, -1, -1,
            3, 7, 1, -2, -4, -1, -4, -2, -8, -5, -6, 0, 0, -1, 0, 1,
            2, 6, 3, 4, 4, -3, -3, 1, -12, -13, -8, 13, -10, -4, -2, 16,
            -2, -4, 0, 21, -1, -8, -4, 12, -13, -15, -19, 6, -19, -10, -2, 6,
            0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0
        ], -300..=300, step 4, "points";
        /// A rabbit beside a piece of the other side that is none, by a pair of ranks from its own side.
        rabbit_touched: [i16; 4] = [-5, 2, -11, -2], -200..=200, step 4, "points";
        /// For each way that a free piece has into an empty square.
        mobility: i32 = 1, -20..=20, step 1, "points";
        /// The elephant, by the empty squares beside it.
        elephant_ways: [i16; 5] = [-16, 1, 7, 6, -7], -300..=200, step 4, "points";
        /// A trap on a side's own half, as that side sees it: so many of its pieces beside it (none to three and
        /// more), so many of the other's, and whose strongest there is stronger: neither's, its own, its
        /// own elephant, the other's, the other's elephant.
        guards: [i16; 80] = [
            -12, -15, -15, -34, -34, -33, -19, -19, -28, -29, -41, -30, -30, -51, -50, -45, -35, -35, -56, -59,
            0, 4, -2, -10, -10, -5, 5, 12, -10, -8, -18, -6, -8, -30, -49, -22, -11, -11, -30, -35,
            3, 10, 4, -1, -1, -1, 17, 22, 3, 6, -7, 4, -2, -9, -6, -12, -2, -2, -22, -22,
            10, 11, 17, 1, 1, 4, 18, 18, 1, 3, -5, 5, 5, -15, -15, -10, 0, 0, -19, -19
        ], -400..=400, step 4, "points";
        /// The share of a piece that the side to move can capture in two, three and four steps.
        capture_now: [i32; 3] = [65, 77, 36], 0..=150, step 5, "hundredths";
        /// The share of a piece that the other side could capture with a turn of its own.
        capture_next: [i32; 3] = [12, 0, 1], 0..=150, step 5, "hundredths";
        /// A rabbit that could reach its goal with the other side's next turn, by the steps it needs.
        goal_threat: [i32; 4] = [224, 162, 36, 0], 0..=1000, step 20, "points";
        /// A piece beside a stronger one, no farther than two squares from a trap where the other side is
        /// stronger: five kinds, and each held by a lesser piece and by the elephant.
        hostage: [i16; 10] = [-10, -4, -1, 1, -5, -4, -6, -14, 0, -24], -400..=100, step 4, "points";
        /// A piece of the other side, by kind, that stands on a trap with one guard and nowhere to go: a frame.
        framed: [i16; 6] = [7, 8, 11, 24, 41, 12], -100..=200, step 4, "points";
        /// A rabbit, by its rank and by the pieces of the other side ahead of it on its file and the two
        /// beside it: none, one, two and more.
        passed: [i16; 24] = [
            0, 0, 0, 1, 0, 0,
            2, 3, 8, 7, 4, 10,
            15, 21, 15, 25, 22, 24,
            55, 46, 25, 0, 0, 0
        ], -200..=400, step 4, "points";
        /// The right to move, by the steps left: one to four.
        steps: [i16; 4] = [-27, 0, 26, 53], -100..=200, step 2, "points";
        /// In the order of steps: where a piece begins. Own ones by six kinds, then those of the other side, each by eight
        /// ranks of four files, as the side to move sees them.
        order_from: [i16; 384] = [
            363, 677, 50, 236, 95, -476, -555, 259, -493, -489, 997, -21, -649, 882, 1251, 1041,
            767, 1687, 2824, 2163, 1865, 2028, 2268, 3549, 938, -735, 3589, 2644, 0, 0, 0, 0,
            -430, -1595, -840, -740, -1307, -1052, -2442, -1074, -145, -975, -69, -539, 1204, 800, 1096, 1200,
            4236, 1685, 3791, 3249, 4511, 4302, 1817, 3799, 1638, 3568, 2968, 3066, 8322, -414, 3310, -31,
            1140, 515, 1168, 1006, 649, -534, -870, -556, 591, -728, 492, -684, 782, 461, 752, 791,
            2084, 1357, 1848, 1832, 2033, 1705, -1061, 2298, 911, -1878, 456, 664, 1483, 833, -849, 1441,
            3538, 3043, 2831, 2712, 2420, 1231, 719, 1470, 916, -716, 640, -152, -456, -767, -242, 108,
            -665, -1586, 392, 352, -1667, -1465, -3243, 245, -1328, -3102, -2182, -2647, 422, -1808, -2419, -828,
            2726, 1980, 2956, 2757, 1526, 224, 565, 823, 138, -819, -85, 597, -303, -765, -21, -399,
            -353, -944, 49, -255, 576, -268, -1365, 1652, -480, -648, -506, 727, 5560, -521, -505, 6482,
            0, 3277, 3334, 5999, 4081, 2375, 1787, 2686, 3116, 889, 812, 698, 2247, 80, -390, -780,
            1682, -52, -513, -1252, 2892, 823, -64, -1295, 1680, 1170, 163, -487, 0, 310, 2118, 2108,
            0, 0, 0, 0, 3539, 7218, 4885, 6734, -27, 460, -763, -1148, -277, -842, -1573, -1965,
            485, -127, -1769, -633, -499, 208, -1936, -1076, -1675, -1269, -1014, -2153, -4376, -2274, -3198, -3890,
            -4176, -4810, -2111, -4363, -4466, -2154, -3041, -4218, -3012, -807, -6020, -1393, -2102, -650, -1146, -1019,
            598, 1506, 228, 1017, 849, 2339, -502, 1513, 1794, 1714, 2521, 1618, -876, 1722, 139, 391,
            -3713, -1619, 855, -1884, -2219, -56, 230, -858, -1698, -538, 1213, -1484, -205, -406, -367, 161,
            -16, 1309, 279, 1392, 1994, 2365, -289, 1471, 2243, 3309, 2230, 1751, -1951, 1696, 951, -1920,
            290, -873, 29, -1161, -846, 807, 522, 365, 788, -317, 4391, -359, 1072, 1758, 296, 1481,
            3637, 2412, 2107, 2664, 1545, 4313, 863, 2981, 2920, 3739, 2460, 1144, -1674, -1226, -265, 595,
            -4226, -810, -1797, -4817, -1025, -1561, -2168, -517, -1491, -1019, 1512, -1740, 1370, 541, 477, 2028,
            2077, 3843, 2309, 2600, 2060, 2983, 2446, 3170, 3134, 5945, 4964, 2193, 0, 3132, 1474, -463,
            0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
            0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0
        ], -16000..=16000, step 200, "history units";
        /// In the order of steps: where it goes, likewise.
        order_to: [i16; 384] = [
            -1007, -652, -285, -298, 20, 431, 1162, -43, 886, 978, 85, 674, 1036, 319, -584, -239,
            754, -529, -1180, -723, 38, 98, -1692, -1567, 2261, 708, 1818, -613, 0, 0, 0, 0,
            216, 860, 395, -25, 664, 951, 2265, 607, 58, 696, 594, 407, -1944, -534, -1394, -1062,
            -2457, -2189, -3088, -2456, -5959, -3376, -4067, -3582, -5387, -3722, -2024, -3331, -3489, -4463, -6816, -6659,
            -1080, -323, -843, -912, -657, 925, 1169, 898, -355, 886, 709, 1066, -577, 549, -262, 291,
            -921, -318, -755, -768, -2073, 149, -234, -549, 736, 116, 2482, -270, -2250, 681, 88, -2907,
            -3970, -3489, -2440, -2290, -2455, -1085, -399, -952, -441, 1195, 337, 340, 618, 1855, 489, 647,
            1704, 1944, 879, 469, 1026, 2878, 2095, 1051, 2011, 2476, 4006, 2821, -288, 2559, 1941, 1100,
            -2458, -2169, -2174, -2575, -1519, 166, 203, -389, -564, 1605, 1370, 241, 442, 1559, 887, 1149,
            329, 1264, 769, 1034, -598, 727, 850, -618, 13, 542, 1213, -2, -2231, -159, 70, -5421,
            -8067, -5155, -2692, -5625, -4615, -1523, -1388, -1112, -2321, -59, 636, 307, -2488, 249, 1051, 1674,
            -2804, 233, 1395, 1978, -2860, -1020, 939, 1556, -5738, -431, 132, 595, -4794, -4233, -1837, -2465,
            -8980, -4634, -9582, -9449, -3943, -774, -3655, -2184, 2256, 2765, 2133, 4123, 2140, 4060, 4056, 4644,
            1328, 2173, 3880, 3185, 1997, 2684, 2201, 3002, 3536, 3219, 3660, 3799, 4608, 4653, 4224, 4422,
            7672, 1139, 7903, -602, 1003, 5009, 4274, 4366, 6616, 4216, 1510, 4075, 4044, 2523, 3046, 4019,
            861, 610, 2228, 933, -267, 949, -173, 982, 94, -282, 471, 41, 1015, 787, 171, 739,
            3660, 1177, 2683, -2334, 1614, 3331, 1701, 3210, 4287, 3354, 249, 3407, 2346, 2734, 2616, 3224,
            529, 426, 2067, 1080, 470, -593, -157, 559, -755, -589, 116, -146, 196, -519, 1536, 327,
            4084, 239, 2668, 2047, 949, 2588, 891, 2323, 2893, 2158, -384, 2660, 105, 2058, 1295, 2697,
            -510, -1967, 1454, -566, -1857, -1443, -1848, 244, -391, -1269, 1042, -318, 129, 479, 925, 1117,
            3668, 524, 4823, 2357, 1363, 3811, 3573, 3447, 3463, 3733, 177, 3596, 1708, 1405, 2320, 2340,
            -1533, -242, 290, 82, -1593, -2154, -2060, 83, -1949, -2023, 292, -688, -5036, -2408, 511, 349,
            0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
            0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0
        ], -16000..=16000, step 200, "history units";
        /// In the order of steps: how a step goes on with the turn. An own piece, a push, a pull; each by where it begins (there
        /// is no last step, where that one ended, beside it, at two squares, farther off) and by the steps left.
        order_turn: [i16; 60] = [
            0, 0, 0, 1158, -628, 863, 1687, 0, -1156, 187, 938, 0, -1563, -492, 337, 0, -1893, -947, -103, 0,
            0, 0, 0, -1158, 0, -1608, 0, 0, 0, -1555, -302, 0, 0, -2142, -1049, 0, 0, -2906, -1569, 0,
            0, 0, 0, 0, 0, 0, 0, 0, 485, 1472, 2347, 0, 0, 0, 0, 0, 0, 0, 0, 0
        ], -16000..=16000, step 200, "history units";
        /// In the order of steps: a piece that stood beside a trap. Own, of the other side; own half, the other; guards
        /// that stay, up to two; nothing, an own piece, or the other's on the trap.
        order_leaves_trap: [i16; 36] = [
            380, 4013, -218, -448, -202, -1789, 11, 236, -1623,
            -180, 5200, -323, -1376, -1293, -1553, -629, -1745, -1862,
            -4400, -2072, 0, 978, 1134, 2891, 1969, 3169, 4687,
            -3333, -1598, 0, 1173, 2515, 1515, 473, 2040, 1144
        ], -16000..=16000, step 200, "history units";
        /// In the order of steps: a piece that comes to stand beside a trap, likewise by the guards that were there.
        order_guards_trap: [i16; 36] = [
            191, 0, 1181, 741, 616, 2704, 159, 210, 2293,
            25, 0, -317, 1795, 2006, 1296, 1851, 1851, 2306,
            2997, 1636, 0, -408, -682, -2280, -1686, -3581, -2209,
            2343, 4135, 0, -237, -1583, -501, -125, -1995, -669
        ], -16000..=16000, step 200, "history units";
        /// In the order of steps: a piece that goes onto a trap. Own, of the other side; own half, the other; guards.
        order_onto_trap: [i16; 12] = [
            -4898, -186, -950,
            -2570, 902, 45,
            0, 1681, 1758,
            0, 228, 871
        ], -16000..=16000, step 200, "history units";
        /// In the order of steps: an own piece by kind, before and after the step (no stronger piece beside it, one and a
        /// friend, one and no friend).
        order_touched: [i16; 54] = [
            -598, -769, -1309, 774, 52, -177, 0, 0, 0,
            -21, -168, -411, 717, 552, 365, 0, 0, 0,
            -511, -244, -845, 379, 279, -320, 0, 0, 0,
            -242, 40, -1051, 529, 203, 20, 0, 0, 0,
            288, -169, -1045, 687, 0, 0, 0, 0, 0,
            285, 0, 0, 0, 0, 0, 0, 0, 0
        ], -16000..=16000, step 200, "history units";
        /// In the order of steps: the strongest weaker piece of the other side that the step leaves (none, by kind), and
        /// whether one of them has no friend.
        order_lets_go: [i16; 14] = [688, 0, 1122, 1034, 1319, 1085, 1192, 920, 1464, 561, 1073, 93, 0, 0], -16000..=16000, step 200, "history units";
        /// In the order of steps: the strongest weaker piece that the step comes beside, likewise.
        order_meets: [i16; 14] = [-586, 0, 140, 575, 351, 734, 285, 748, 310, 1413, 675, 1791, 0, 0], -16000..=16000, step 200, "history units";
        /// In the order of steps: the strongest friend that it leaves frozen (none, by kind).
        order_leaves_friend: [i16; 7] = [1047, 845, 815, 473, 151, 210, 0], -16000..=16000, step 200, "history units";
        /// In the order of steps: the strongest friend that it frees (none, by kind).
        order_joins_friend: [i16; 7] = [-862, 91, 308, 642, 1070, 1608, 0], -16000..=16000, step 200, "history units";
        /// In the order of steps: a rabbit ahead, or sideways, by the pieces of the other side ahead that may stop it.
        order_runs: [i16; 6] = [
            1114, 815, 586,
            -220, -312, -229
        ], -16000..=16000, step 200, "history units";
        /// In the order of steps: cat, dog, horse and camel by the distance of the nearest stronger piece before and after
        /// the step, from one to four and more.
        order_distance: [i16; 64] = [
            337, 717, 0, 0, -146, 214, 57, 0, 0, 351, 227, -558, 0, 0, 454, -150,
            -106, 379, 0, 0, -811, 91, -318, 0, 0, 281, 141, -425, 0, 0, 116, -273,
            502, 529, 0, 0, -880, -362, 388, 0, 0, -634, -180, 462, 0, 0, -598, -105,
            0, 687, 0, 0, -757, 0, 243, 0, 0, -918, 0, 848, 0, 0, -1428, -470
        ], -16000..=16000, step 200, "history units";
        /// In the order of steps: the end of the turn, by the steps left.
        order_ends: [i16; 4] = [-2336, -2792, -2188, 0], -16000..=16000, step 200, "history units";
        /// In the order of steps: one that sacrifices an own piece, and one that takes the last one back.
        order_futile: [i16; 2] = [-9339, -2174], -16000..=16000, step 200, "history units";
        /// Which order of steps counts: 0 the next seven numbers, 1 the tables above, which were learned.
        order_set: i32 = 1, 0..=1, step 1, "set";
        /// By hand: a step of the elephant.
        order_elephant: i32 = 300, -4000..=4000, step 100, "history units";
        /// By hand: a step near the last one of the turn.
        order_near: i32 = 900, -4000..=8000, step 100, "history units";
        /// By hand: a step that may defend what the other side could capture with its next turn.
        order_defends: i32 = 0, -4000..=8000, step 200, "history units";
        /// By hand: a push or a pull.
        order_displace: i32 = 1500, -4000..=8000, step 100, "history units";
        /// By hand: a step that sacrifices an own piece.
        order_sacrifice: i32 = -8000, -16000..=0, step 500, "history units";
        /// By hand: a step that takes the last one back.
        order_undo: i32 = -9000, -16000..=0, step 500, "history units";
        /// By hand: the end of the turn with steps left.
        order_pass: i32 = -500, -8000..=8000, step 200, "history units";
        /// By hand: a rabbit's step ahead.
        order_rabbit: i32 = -300, -4000..=4000, step 100, "history units";
    }
}
