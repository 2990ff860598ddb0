//! The numbers of the evaluation, declared once.

game::parameters! {
    /// The numbers of the evaluation. Terms in pairs are for the opening, with the board nearly
    /// empty, and for the ending, with it nearly full.
    pub struct EvalParams {
        /// A stone.
        stone: i32 = 100, 20..=300, step 10, "points";
        /// A stone's square, by its place in the corner of four by four squares: a1, b1, c1, d1, b2, c2, d2, c3, d3, d4.
        by_square: [i16; 10] = [60, 25, 20, 20, 0, 0, 0, -5, -5, -10], -200..=200, step 5, "points";
        /// For each stone that the other side would take on an empty square it reaches.
        capture_square: [i32; 2] = [-32, -24], -100..=100, step 2, "points";
        /// For each empty square within reach.
        mobility: [i32; 2] = [2, 1], -50..=50, step 2, "points";
        /// For each empty square that only this side reaches.
        hole: [i32; 2] = [4, 30], -100..=150, step 5, "points";
        /// The right to move.
        tempo: [i32; 2] = [320, 240], -100..=600, step 10, "points";
        /// The weight of each stone more in the order of moves that take few.
        order_stone: i32 = 1000, 0..=10000, step 100, "history units";
        /// The malus of each own stone around the square that a jump leaves.
        order_left: i32 = 300, 0..=10000, step 100, "history units";
    }
}
