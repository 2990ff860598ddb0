//! The numbers of the evaluation, declared once.

game::parameters! {
    /// The numbers of the evaluation. Terms in pairs are for the opening, with the board nearly
    /// empty, and for the ending, with it nearly full.
    pub struct EvalParams {
        /// A stone.
        stone: i32 = 100, 20..=300, step 10, "points";
        /// A stone's square, by its place in the corner of four by four squares: a1, b1, c1, d1, b2, c2, d2, c3, d3, d4.
        by_square: [i16; 10] = [69, 36, 17, 28, 24, 10, 2, -4, -21, -31], -200..=200, step 5, "points";
        /// The same with the board nearly full, where `by_square` is for the opening.
        by_square_late: [i16; 10] = [39, 35, 53, 2, 0, 0, 0, -5, -5, -10], -200..=200, step 5, "points";
        /// An empty square that the other side reaches, by how many stones it would take there: 1 to 7 and more.
        capture: [i16; 7] = [-19, -9, -58, -88, -204, -250, -316], -600..=100, step 4, "points";
        /// The same with the board nearly full.
        capture_late: [i16; 7] = [27, -9, -22, -72, -145, -218, -317], -600..=100, step 4, "points";
        /// A stone that no empty square touches: it cannot be taken as things stand.
        safe: [i32; 2] = [96, 24], -100..=200, step 5, "points";
        /// For each empty square within reach.
        mobility: [i32; 2] = [10, 0], -50..=50, step 2, "points";
        /// For each empty square that only this side reaches.
        hole: [i32; 2] = [4, 26], -100..=150, step 5, "points";
        /// The right to move.
        tempo: [i32; 2] = [227, 325], -100..=600, step 10, "points";
        /// The weight of each stone more in the order of moves that take few.
        order_stone: i32 = 1000, 0..=10000, step 100, "history units";
        /// The malus of each own stone around the square that a jump leaves.
        order_left: i32 = 300, 0..=10000, step 100, "history units";
    }
}
