//! The numbers of the evaluation, declared once.

game::parameters! {
    /// The numbers of the evaluation. Kinds are in order of strength: rabbit, cat, dog, horse,
    /// camel, elephant. Ranks are counted from the side's own first.
    pub struct EvalParams {
        /// HarLog's Q, by which pieces that have few or no stronger ones against them count for more.
        harlog_q: i32 = 1448, 500..=4000, step 100, "thousandths";
        /// HarLog's G, by which rabbits and all pieces count.
        harlog_g: i32 = 631, 100..=2000, step 50, "thousandths";
        /// The whole of the material; the first captured rabbit is worth this.
        material: i32 = 100, 10..=500, step 10, "points";
        /// A piece's rank: six kinds of eight ranks each.
        by_rank: [i16; 48] = [
            6, 4, -6, -8, 0, 16, 45, 0,
            6, 8, 5, -6, -14, -18, -22, -30,
            0, 6, 8, 0, -8, -10, -14, -24,
            -12, -2, 6, 12, 14, 14, 2, -14,
            -15, -4, 8, 12, 14, 8, -6, -24,
            -30, -10, 6, 16, 22, 18, 0, -26
        ], -200..=200, step 4, "points";
        /// A piece's file, from the edge to the middle: six kinds of four files each.
        by_file: [i16; 24] = [
            6, 2, -4, -6,
            -4, 2, 4, 0,
            -4, 0, 3, 2,
            -4, 4, 5, 2,
            -8, 3, 8, 8,
            -18, -2, 8, 12
        ], -200..=200, step 4, "points";
        /// A frozen piece of each kind.
        frozen: [i16; 6] = [-7, -9, -11, -18, -28, 0], -200..=50, step 4, "points";
        /// For each way that a free piece has into an empty square.
        mobility: i32 = 1, -20..=20, step 1, "points";
        /// So many of a side's pieces beside one of its own two traps, from none to four.
        own_trap: [i16; 5] = [-40, 0, 14, 18, 16], -200..=200, step 4, "points";
        /// The same beside one of the other side's traps.
        far_trap: [i16; 5] = [0, 8, 26, 34, 36], -200..=200, step 4, "points";
        /// The strongest piece beside a trap.
        trap_power: i32 = 16, -100..=100, step 4, "points";
        /// The share of a piece that the side to move can capture in two, three and four steps.
        capture_now: [i32; 3] = [70, 55, 40], 0..=150, step 5, "hundredths";
        /// The share of a piece that the other side could capture with a turn of its own.
        capture_next: [i32; 3] = [35, 25, 15], 0..=150, step 5, "hundredths";
        /// A rabbit that could reach its goal with the other side's next turn, by the steps it needs.
        goal_threat: [i32; 4] = [350, 260, 170, 90], 0..=1000, step 20, "points";
        /// A piece of the other side, by kind, frozen beside a trap that is ours: a hostage.
        hostage: [i16; 6] = [2, 6, 10, 26, 45, 0], -100..=200, step 4, "points";
        /// A piece of the other side, by kind, that stands on a trap with one guard and nowhere to go: a frame.
        framed: [i16; 6] = [4, 12, 18, 40, 70, 20], -100..=200, step 4, "points";
        /// A rabbit with no piece of the other side ahead of it on its file and the two beside it, by rank.
        passed: [i16; 8] = [0, 2, 4, 8, 18, 40, 90, 0], -50..=300, step 4, "points";
        /// The right to move, and each step left of a turn under way.
        step: i32 = 6, -50..=100, step 2, "points";
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
