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
        /// In the order of steps: a step of the elephant.
        order_elephant: i32 = 300, -4000..=4000, step 100, "history units";
        /// In the order of steps: one near the last step of the turn.
        order_near: i32 = 900, -4000..=8000, step 100, "history units";
        /// In the order of steps: a push or a pull.
        order_displace: i32 = 1500, -4000..=8000, step 100, "history units";
        /// In the order of steps: a step that sacrifices an own piece.
        order_sacrifice: i32 = -8000, -16000..=0, step 500, "history units";
        /// In the order of steps: one that takes the last one back.
        order_undo: i32 = -9000, -16000..=0, step 500, "history units";
        /// In the order of steps: the end of the turn with steps left.
        order_pass: i32 = -500, -8000..=8000, step 200, "history units";
        /// In the order of steps: a rabbit's step ahead.
        order_rabbit: i32 = -300, -4000..=4000, step 100, "history units";
    }
}
