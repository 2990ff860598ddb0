//! The numbers of the evaluation, declared once.

game::parameters! {
    /// What the evaluation is made of. Terms in pairs are for the middle game and for the endgame; what stands between is
    /// weighed by the pieces that are left.
    pub struct EvalParams {
        /// A pawn, knight, bishop, rook, queen in the middle game.
        opening_value: [i32; 5] = [90, 330, 350, 480, 980], 20..=2000, step 10, "points";
        /// A pawn, knight, bishop, rook, queen in the endgame.
        endgame_value: [i32; 5] = [110, 300, 320, 530, 980], 20..=2000, step 10, "points";
        /// A pawn by rank, from its own side, in the middle game.
        opening_pawn_rank: [i16; 8] = [0, 0, 0, 6, 14, 24, 40, 0], -200..=200, step 4, "points";
        /// A pawn by rank, from its own side, in the endgame.
        endgame_pawn_rank: [i16; 8] = [0, 0, 2, 8, 18, 34, 60, 0], -200..=200, step 4, "points";
        /// A pawn by file, from the edge to the centre, in the middle game.
        opening_pawn_file: [i16; 4] = [-8, -4, 2, 8], -100..=100, step 2, "points";
        /// A pawn on a square of the centre (d4, e4, d5, e5) in the middle game.
        opening_pawn_centre: i32 = 12, -100..=100, step 2, "points";
        /// A knight by distance from the centre, from the innermost ring to the edge, in both phases.
        knight_ring: [i16; 8] = [16, 8, -6, -28, 12, 4, -10, -26], -100..=100, step 2, "points";
        /// A bishop by ring, as for knights.
        bishop_ring: [i16; 8] = [8, 6, 0, -10, 6, 3, -3, -10], -100..=100, step 2, "points";
        /// A rook by file, from the edge to the centre, in the middle game.
        rook_file: [i16; 4] = [-6, -2, 3, 6], -100..=100, step 2, "points";
        /// A rook on the seventh rank, in both phases.
        rook_seventh: [i16; 2] = [14, 18], -100..=100, step 2, "points";
        /// A queen by ring, as for knights.
        queen_ring: [i16; 8] = [2, 2, 0, -4, 14, 8, 0, -14], -100..=100, step 2, "points";
        /// A king by rank, from its own side, in the middle game.
        opening_king_rank: [i16; 8] = [8, -8, -30, -50, -60, -70, -80, -90], -200..=200, step 5, "points";
        /// A king by file, from the edge to the centre, in the middle game.
        opening_king_file: [i16; 4] = [16, 24, 2, -10], -200..=200, step 4, "points";
        /// A king by ring in the endgame.
        endgame_king_ring: [i16; 4] = [26, 14, -6, -30], -100..=100, step 2, "points";
        /// Two bishops, in both phases.
        bishop_pair: [i16; 2] = [26, 44], -100..=200, step 4, "points";
        /// The right to move, in both phases.
        tempo: [i16; 2] = [16, 8], -50..=100, step 2, "points";
    }
}
