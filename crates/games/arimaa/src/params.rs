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
            336, 1096, -1162, -768, 1544, -1482, -1100, 1624, -198, -1460, 1478, 594, -104, 1310, 2172, 2308,
            1174, 1258, 3768, 2462, 2304, 2338, 2114, 4370, -2176, -5238, 1876, -2554, 0, 0, 0, 0,
            50, -3390, -1666, -1952, -3026, -1534, -2954, -450, 1694, -396, 966, -232, 3754, 2524, 3088, 2870,
            7192, 4928, 5782, 6552, 4356, 5916, 5836, 6798, 3596, 4366, 3424, 5532, 8322, 0, 0, 0,
            1704, 1226, 1482, 2470, 1402, -2126, -848, -1638, 778, -724, 296, -2334, 2954, 916, 1680, 604,
            3018, 2976, 3034, 2636, 3396, 1714, -580, 1708, 1638, 124, 114, 1132, 4928, 1846, 2594, 3346,
            6982, 2500, 4242, 4502, 3136, 3086, -806, 1682, 176, -1738, 344, -846, 1138, -126, -426, -1364,
            -704, -2356, -600, -206, -2416, -2888, -3878, -1436, -1742, -2614, -3526, -1802, 1206, -1696, -1200, 714,
            3954, 1732, 2746, 3284, 632, 776, -1162, -1862, 774, -958, -1014, -1148, 60, -546, 808, 546,
            1710, 732, 1134, 2434, 3040, 784, 616, 2692, 1916, 2244, 994, 3482, 7416, 3498, 3602, 4914,
            0, 3726, 6050, 6870, 1836, 3596, 3118, 6164, 2546, 732, 1494, 2028, 1440, 1064, -480, 88,
            3636, 1314, -1034, -1750, 5336, 1478, 752, -3332, -1348, 3800, 380, 1114, 0, 2540, 4290, -194,
            0, 0, 0, 0, 7770, 8138, 6016, 7860, 604, 3024, 1004, 998, -456, -422, -1840, -1912,
            348, -232, -1904, -1348, -1208, 1350, -5082, -1198, -2914, -1832, -994, -3906, -6550, -3322, -4094, -3886,
            -4176, -1814, -1992, 0, -4466, 1334, -5248, -4694, -5614, -478, -5722, -1766, -4550, -3464, -2750, -2374,
            -976, -538, -848, 582, 6, 3258, -1214, 2190, 4008, 2532, 4762, 1690, 1184, 4248, 1754, 2202,
            -3414, 702, 1278, -2178, -1862, 1466, 2354, 1342, -1404, 1006, -110, -2470, -1852, -2140, -2282, -1680,
            -826, 1830, -808, 564, 876, 3592, -1066, 2448, 1858, 4654, 3680, 1682, -80, 3228, 1126, 1816,
            -2116, -910, -1014, -2480, -2248, 316, 1210, 698, 766, 1408, 4584, 1044, 456, 1794, -1448, 726,
            3400, 3126, 2166, 3272, 2550, 4592, 340, 2902, 778, 3276, 4224, 1100, -1052, -486, 1242, -3518,
            -4226, -1612, -2102, -2548, -2274, -2376, 896, -3308, -904, 846, 2054, 42, 2222, 1360, -694, 1374,
            4680, 3860, 2904, 2886, 2234, 5666, 766, 4598, 922, 5436, 4564, 1632, 0, -498, -228, -5716,
            0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
            0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0
        ], -16000..=16000, step 200, "history units";
        /// In the order of steps: where it goes, likewise.
        order_to: [i16; 384] = [
            -2532, -518, 228, 32, -1146, 862, 1562, -1466, 108, 2690, -1042, -142, 158, -338, -1316, -1382,
            832, -220, -2076, -720, 932, 728, -2084, -1166, 4738, 5162, 5512, 4050, 0, 0, 0, 0,
            -48, 3164, 1008, 864, 790, 1662, 3674, 84, -1124, 334, -32, 170, -3764, -1764, -3128, -2856,
            -6526, -4792, -5468, -5386, -7198, -4466, -6228, -7632, -5940, -5358, -5396, -6840, -1556, -7988, -5550, -3152,
            -4050, -1368, -1366, -2088, -1922, 1988, 1172, 1790, -1112, 1630, 1032, 2870, -2194, 16, -1148, 498,
            -3050, -1538, -1974, -1280, -2490, -466, -1042, -1408, -2700, 270, 1340, -6, -2430, -172, -1294, -934,
            -6008, -5088, -3926, -4034, -4772, -1640, 980, -1368, 40, 1580, 578, 720, -536, 2230, 368, 2354,
            2392, 2478, 2014, 1116, 1254, 4580, 3834, 2206, 1820, 3398, 4714, 3186, 304, 1478, 1314, 714,
            -3370, -2262, -1610, -2464, -1512, 40, 2044, 2488, -782, 2160, 2850, 2382, -316, 1686, 742, 772,
            -1250, 676, -638, -542, -1816, 204, 700, -1680, -3748, -578, -778, -1540, -3102, -5600, -2598, -4634,
            -7502, -5442, -6280, -8158, -7796, -2070, -3718, -3524, -3388, -1182, 286, -456, -3592, -214, 1116, 2054,
            -4598, -832, 1492, 2986, -4792, -3354, 1422, 3560, -8604, -1512, -1434, 1094, -4126, -8352, -6476, -6944,
            -8320, -9228, -8874, -7414, -3452, -5222, 250, -2826, 1474, 3132, 308, 3210, 1626, 3064, 3586, 3770,
            1442, 1852, 4854, 3008, 2532, 2668, 2406, 3220, 5062, 3956, 3330, 5130, 5422, 5430, 4836, 4430,
            7672, 1964, 5894, -598, 3664, 4022, 1712, 5920, 5702, 6314, 5540, 6832, 5352, 3480, 5104, 4180,
            2920, 2124, 2916, 1492, -12, 1466, -2, -366, 982, -1386, -1302, -520, -404, -640, -920, -322,
            4076, -328, 2950, -5626, -1140, 1000, -82, 12, 3828, 4134, 1078, 3912, 3486, 3048, 4968, 3708,
            1984, 1826, 3134, 1458, 1058, -852, 140, 478, 160, -2580, -902, -1846, 416, -1478, 1076, 906,
            4740, 478, 3608, 932, 206, 3250, 1528, 1812, 3554, 1748, -466, 3932, 570, 2356, 3782, 2286,
            -818, -1316, 1164, -786, -928, -100, -1180, 34, -1172, 932, -916, 434, 2380, -1104, 2078, 1418,
            4892, 1930, 3506, 1014, 2552, 4824, 4408, 3946, 3550, 4974, 916, 5250, 582, 1686, 5636, 2796,
            -4548, -1298, 2416, -90, -698, -2744, -3026, 1374, -3478, 848, -46, -2984, -3504, -2194, 2972, 1694,
            0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
            0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0
        ], -16000..=16000, step 200, "history units";
        /// In the order of steps: how a step goes on with the turn. An own piece, a push, a pull; each by where it begins (there
        /// is no last step, where that one ended, beside it, at two squares, farther off) and by the steps left.
        order_turn: [i16; 60] = [
            0, 0, 0, 1998, 96, 2358, 3072, 0, -548, 978, 1536, 0, -1824, -778, 50, 0, -2562, -1978, -714, 0,
            0, 0, 0, -1998, 0, -776, 0, 0, 0, -272, -1104, 0, 0, -2028, -1630, 0, 0, -3238, -2954, 0,
            0, 0, 0, 0, 0, 0, 0, 0, 4074, 5176, 5340, 0, 0, 0, 0, 0, 0, 0, 0, 0
        ], -16000..=16000, step 200, "history units";
        /// In the order of steps: a piece that stood beside a trap. Own, of the other side; own half, the other; guards
        /// that stay, up to two; nothing, an own piece, or the other's on the trap.
        order_leaves_trap: [i16; 36] = [
            -44, 4218, 310, -1700, -792, -2578, -386, -24, -2092,
            -450, 1626, -602, -2086, -654, -1544, -578, -382, -1642,
            -6312, -1676, 0, 2344, 3104, 4070, 1560, 4422, 7056,
            -5912, -7128, 0, 2532, 3648, 3222, 820, 2304, 2670
        ], -16000..=16000, step 200, "history units";
        /// In the order of steps: a piece that comes to stand beside a trap, likewise by the guards that were there.
        order_guards_trap: [i16; 36] = [
            1862, 0, 1592, 2338, 1776, 4622, 30, 680, 2810,
            650, 0, 58, 3036, 3360, 2568, 2050, 3162, 3136,
            4834, 2274, 0, -2576, -1512, -3762, -2380, -4984, -3794,
            3774, 6324, 0, -1648, -3858, 534, -298, -3582, -1226
        ], -16000..=16000, step 200, "history units";
        /// In the order of steps: a piece that goes onto a trap. Own, of the other side; own half, the other; guards.
        order_onto_trap: [i16; 12] = [
            -4898, 552, -1098,
            -2600, 1844, 1092,
            0, 440, 2372,
            0, -24, 1544
        ], -16000..=16000, step 200, "history units";
        /// In the order of steps: an own piece by kind, before and after the step (no stronger piece beside it, one and a
        /// friend, one and no friend).
        order_touched: [i16; 54] = [
            -420, -1856, -3386, 3204, 1158, 338, 0, 0, 0,
            -280, -710, -1008, 1410, 396, 608, 0, 0, 0,
            -540, -700, -2060, 1496, 186, 12, 0, 0, 0,
            -128, 248, -2324, 1324, -312, 230, 0, 0, 0,
            204, -772, -1862, 2076, 0, 0, 0, 0, 0,
            646, 0, 0, 0, 0, 0, 0, 0, 0
        ], -16000..=16000, step 200, "history units";
        /// In the order of steps: the strongest weaker piece of the other side that the step leaves (none, by kind), and
        /// whether one of them has no friend.
        order_lets_go: [i16; 14] = [1154, 0, 1074, 1152, 1146, 1126, 978, 646, 1218, -184, 736, -628, 0, 0], -16000..=16000, step 200, "history units";
        /// In the order of steps: the strongest weaker piece that the step comes beside, likewise.
        order_meets: [i16; 14] = [-1072, 0, 1056, 1878, 1168, 1788, 948, 1820, 1578, 3270, 2168, 3676, 0, 0], -16000..=16000, step 200, "history units";
        /// In the order of steps: the strongest friend that it leaves frozen (none, by kind).
        order_leaves_friend: [i16; 7] = [1578, 1086, 1266, 364, -94, -674, 0], -16000..=16000, step 200, "history units";
        /// In the order of steps: the strongest friend that it frees (none, by kind).
        order_joins_friend: [i16; 7] = [-1036, 1150, 1390, 2040, 2916, 4046, 0], -16000..=16000, step 200, "history units";
        /// In the order of steps: a rabbit ahead, or sideways, by the pieces of the other side ahead that may stop it.
        order_runs: [i16; 6] = [
            2292, 1378, 1158,
            -12, -578, -596
        ], -16000..=16000, step 200, "history units";
        /// In the order of steps: cat, dog, horse and camel by the distance of the nearest stronger piece before and after
        /// the step, from one to four and more.
        order_distance: [i16; 64] = [
            552, 1410, 0, 0, -790, 254, 150, 0, 0, 288, -356, -754, 0, 0, 524, -780,
            -178, 1496, 0, 0, -1708, -138, -12, 0, 0, -54, -170, -494, 0, 0, 224, -478,
            178, 1324, 0, 0, -1550, -66, 1304, 0, 0, -1212, -338, 928, 0, 0, -1190, -382,
            0, 2076, 0, 0, -1492, 0, 1306, 0, 0, -1724, 0, 2112, 0, 0, -2368, -820
        ], -16000..=16000, step 200, "history units";
        /// In the order of steps: the end of the turn, by the steps left.
        order_ends: [i16; 4] = [-2774, -4528, -6118, 0], -16000..=16000, step 200, "history units";
        /// In the order of steps: one that sacrifices an own piece, and one that takes the last one back.
        order_futile: [i16; 2] = [-12348, -4824], -16000..=16000, step 200, "history units";
        /// Which order of steps counts: 0 the next seven numbers, 1 the tables above, which were learned.
        order_set: i32 = 0, 0..=1, step 1, "set";
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
