//! The numbers of the evaluation, declared once.

game::parameters! {
    /// What the evaluation is made of. Terms in pairs are for the middle game and for the endgame; what stands between is
    /// weighed by the pieces that are left.
    pub struct EvalParams {
        /// A pawn, knight, bishop, rook, queen in the middle game.
        opening_value: [i32; 5] = [88, 330, 345, 480, 1000], 20..=2000, step 10, "points";
        /// A pawn, knight, bishop, rook, queen in the endgame.
        endgame_value: [i32; 5] = [112, 300, 320, 540, 1000], 20..=2000, step 10, "points";
        /// A pawn by rank, from its own side, in the middle game.
        opening_pawn_rank: [i16; 8] = [0, 0, 0, 6, 14, 20, 30, 0], -200..=200, step 4, "points";
        /// A pawn by rank, from its own side, in the endgame.
        endgame_pawn_rank: [i16; 8] = [0, 0, 2, 6, 12, 20, 30, 0], -200..=200, step 4, "points";
        /// A pawn by file, from the edge to the centre, in the middle game.
        opening_pawn_file: [i16; 4] = [-8, -4, 2, 8], -100..=100, step 2, "points";
        /// A pawn on a square of the centre (d4, e4, d5, e5) in the middle game.
        opening_pawn_centre: i32 = 12, -100..=100, step 2, "points";
        /// A knight by distance from the centre, from the innermost ring to the edge: four for the middle game, four for the endgame.
        knight_ring: [i16; 8] = [14, 8, -6, -26, 10, 4, -8, -22], -100..=100, step 2, "points";
        /// A bishop by ring, as for knights.
        bishop_ring: [i16; 8] = [6, 5, 0, -8, 5, 3, -2, -8], -100..=100, step 2, "points";
        /// A rook by file, from the edge to the centre, in the middle game.
        rook_file: [i16; 4] = [-6, -2, 3, 6], -100..=100, step 2, "points";
        /// A rook on the seventh rank, in both phases.
        rook_seventh: [i16; 2] = [12, 20], -100..=100, step 2, "points";
        /// A queen by ring, as for knights.
        queen_ring: [i16; 8] = [2, 2, 0, -4, 12, 7, 0, -12], -100..=100, step 2, "points";
        /// A king by rank, from its own side, in the middle game.
        opening_king_rank: [i16; 8] = [8, -6, -26, -44, -54, -60, -66, -70], -200..=200, step 5, "points";
        /// A king by file, from the edge to the centre, in the middle game.
        opening_king_file: [i16; 4] = [16, 22, 0, -8], -200..=200, step 4, "points";
        /// A king by ring in the endgame.
        endgame_king_ring: [i16; 4] = [26, 14, -6, -30], -100..=100, step 2, "points";
        /// Two bishops, in both phases.
        bishop_pair: [i16; 2] = [28, 46], -100..=200, step 4, "points";
        /// A pawn with another of its side behind it on its file.
        doubled_pawn: [i16; 2] = [-8, -20], -100..=50, step 2, "points";
        /// A pawn with none of its side on the files beside it.
        isolated_pawn: [i16; 2] = [-12, -14], -100..=50, step 2, "points";
        /// A pawn that the pawns beside it have passed and that cannot advance safely.
        backward_pawn: [i16; 2] = [-9, -11], -100..=50, step 2, "points";
        /// A pawn that another covers, or that stands beside another.
        connected_pawn: [i16; 2] = [8, 6], -50..=100, step 2, "points";
        /// A passed pawn by rank, from its own side, in the middle game.
        opening_passed: [i16; 8] = [0, 2, 4, 10, 26, 52, 88, 0], -100..=300, step 5, "points";
        /// A passed pawn by rank, from its own side, in the endgame.
        endgame_passed: [i16; 8] = [0, 8, 14, 28, 52, 90, 140, 0], -100..=400, step 5, "points";
        /// In the endgame, a passed pawn by rank whose next square is free, for each rank from the third on.
        free_passed: i32 = 7, -50..=100, step 2, "points a rank";
        /// In the endgame, by how much the other king is further from a passed pawn's next square than the own, for each rank
        /// from the third on.
        passed_king: i32 = 3, -20..=50, step 1, "points a square and rank";
        /// A passed pawn that a bare king cannot catch.
        runaway: i32 = 300, 0..=1000, step 20, "points";
        /// A rook behind its own passed pawn.
        rook_behind_passed: [i16; 2] = [4, 16], -100..=100, step 2, "points";
        /// For each square that a knight attacks, less four; neither own pieces' nor guarded by pawns.
        knight_mobility: [i16; 2] = [5, 5], -20..=50, step 1, "points a square";
        /// The same for bishops, less six.
        bishop_mobility: [i16; 2] = [5, 5], -20..=50, step 1, "points a square";
        /// The same for rooks, less seven.
        rook_mobility: [i16; 2] = [2, 5], -20..=50, step 1, "points a square";
        /// The same for queens, less thirteen.
        queen_mobility: [i16; 2] = [1, 3], -20..=50, step 1, "points a square";
        /// A rook on a file without pawns.
        open_file: [i16; 2] = [26, 10], -50..=100, step 2, "points";
        /// A rook on a file without own pawns.
        half_open_file: [i16; 2] = [12, 6], -50..=100, step 2, "points";
        /// A knight or bishop that a pawn covers, in the other half, where no pawn can drive it away.
        outpost: [i16; 2] = [18, 10], -50..=100, step 2, "points";
        /// A pawn in front of its castled king: on the second rank, on the third.
        shelter: [i16; 2] = [14, 8], -50..=100, step 2, "points";
        /// A file beside or before the king without own pawns, in the middle game.
        open_king_file: i32 = -14, -100..=50, step 2, "points";
        /// What an attack on a square around the king weighs, by knight, bishop, rook and queen.
        king_attack: [i32; 4] = [20, 18, 30, 42], 0..=200, step 4, "hundredths of a unit";
        /// What a square around the king weighs that is attacked and that the king alone guards.
        king_weak: i32 = 60, 0..=300, step 10, "hundredths of a unit";
        /// What a safe check weighs, by knight, bishop, rook and queen.
        safe_check: [i32; 4] = [150, 110, 190, 160], 0..=500, step 10, "hundredths of a unit";
        /// The points of an attack of ten units; it grows with the square.
        king_danger: i32 = 160, 0..=1000, step 20, "points";
        /// A piece that a pawn attacks.
        pawn_threat: [i16; 2] = [46, 36], -50..=200, step 4, "points";
        /// A rook or queen that a knight or bishop attacks.
        minor_threat: [i16; 2] = [34, 30], -50..=200, step 4, "points";
        /// A queen that a rook attacks.
        rook_threat: [i16; 2] = [30, 26], -50..=200, step 4, "points";
        /// A piece that is attacked and not covered.
        hanging: [i16; 2] = [26, 22], -50..=200, step 4, "points";
        /// Of the score in an endgame of bishops on squares of opposite colours with nothing else but pawns.
        opposite_bishops: i32 = 55, 0..=100, step 5, "hundredths";
        /// Of the score where the side that is ahead has no pawn and no more than a minor piece more.
        pawnless: i32 = 15, 0..=100, step 5, "hundredths";
        /// The right to move, in both phases.
        tempo: [i16; 2] = [18, 8], -50..=100, step 2, "points";
        /// Play by the five heuristics of the founding experiment and nothing else.
        shallow_blue: bool = false, 0..=1, step 1, "";
        /// Their weights: the pieces' values, check, what is attacked, squares to move to, pieces covered.
        blue_weight: [i32; 5] = [8, 10, 5, 3, 2], 0..=100, step 1, "";
    }
}
