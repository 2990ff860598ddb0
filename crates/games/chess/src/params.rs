//! The numbers of the evaluation, declared once.

game::parameters! {
    /// The numbers of the evaluation. Terms in pairs are for the middle game and the endgame; what stands between is
    /// weighed by the pieces that are left.
    pub struct EvalParams {
        /// A pawn, knight, bishop, rook, queen, in both phases.
        value: [[i16; 2]; 5] = [
            [60, 113], [296, 369], [307, 390], [397, 647], [978, 1085],
        ], 20..=2000, step 5, "points";
        /// A pawn by square: rank by rank from its own side's first, each from the edge to the centre, in both phases.
        pawn_square: [[i16; 2]; 32] = [
            [0, 0], [0, 0], [0, 0], [0, 0],
            [-3, -1], [6, 13], [14, 3], [-3, 14],
            [0, 1], [6, 9], [7, -3], [4, 6],
            [-2, 6], [0, -2], [13, -7], [13, -10],
            [7, 16], [5, 10], [11, 9], [14, 5],
            [10, 33], [25, 14], [22, 31], [23, 12],
            [19, 24], [17, 31], [37, 42], [44, 25],
            [0, 0], [0, 0], [0, 0], [0, 0],
        ], -250..=250, step 2, "points";
        /// A knight by square: rank by rank from its own side's first, each from the edge to the centre, in both phases.
        knight_square: [[i16; 2]; 32] = [
            [-25, -8], [-26, -35], [-21, -18], [-25, -15],
            [-26, -15], [-27, -15], [-15, -15], [-7, -7],
            [-20, -25], [4, -17], [-4, -20], [1, 1],
            [-13, -18], [8, 5], [-2, 7], [8, 13],
            [-3, -21], [-7, -6], [18, -1], [6, 16],
            [-27, -26], [-16, -6], [14, 12], [17, 12],
            [-34, -22], [-20, -11], [-3, -3], [-3, -5],
            [-33, -28], [-26, -21], [-28, -27], [-23, -12],
        ], -250..=250, step 2, "points";
        /// A bishop by square: rank by rank from its own side's first, each from the edge to the centre, in both phases.
        bishop_square: [[i16; 2]; 32] = [
            [-24, -11], [-1, -13], [-15, -3], [-14, 1],
            [1, -2], [4, -4], [-8, -6], [0, -2],
            [7, -16], [2, -13], [8, -5], [-12, 5],
            [-10, -18], [2, -6], [3, 18], [13, 9],
            [-13, -16], [2, -4], [5, -6], [17, 16],
            [-5, -7], [-5, -9], [8, -4], [6, 6],
            [-16, -5], [-6, 1], [-3, 5], [-4, 7],
            [-4, -6], [-6, 3], [-7, 2], [-8, -7],
        ], -250..=250, step 2, "points";
        /// A rook by square: rank by rank from its own side's first, each from the edge to the centre, in both phases.
        rook_square: [[i16; 2]; 32] = [
            [-4, -6], [2, 4], [6, -5], [7, -4],
            [-8, -12], [-2, -2], [-5, -14], [-13, 8],
            [-12, 0], [-3, -1], [10, -21], [8, 3],
            [-12, 3], [-8, 7], [17, -5], [11, -3],
            [-24, 4], [13, 6], [-2, 5], [-1, 6],
            [-14, 19], [6, 5], [11, 4], [11, 7],
            [4, 15], [8, 13], [9, 13], [13, 8],
            [-1, 5], [6, 20], [9, 8], [4, 8],
        ], -250..=250, step 2, "points";
        /// A queen by square: rank by rank from its own side's first, each from the edge to the centre, in both phases.
        queen_square: [[i16; 2]; 32] = [
            [2, -15], [1, -16], [-11, -20], [-3, -29],
            [2, -15], [-1, -10], [-3, -4], [4, -18],
            [5, -8], [-4, -6], [-8, 10], [-5, 4],
            [-19, -7], [0, 10], [-10, 4], [-6, 14],
            [8, -4], [-3, 3], [6, 8], [-7, 12],
            [1, -9], [6, 13], [-1, 12], [-1, 7],
            [-4, -10], [3, 2], [-3, 6], [1, 4],
            [3, -12], [-6, -9], [-1, -6], [4, 0],
        ], -250..=250, step 2, "points";
        /// A king by square: rank by rank from its own side's first, each from the edge to the centre, in both phases.
        king_square: [[i16; 2]; 32] = [
            [7, -51], [21, -38], [-4, -30], [-9, -38],
            [23, -40], [3, -16], [-3, -9], [-22, -7],
            [-2, -19], [-4, -12], [-26, 2], [-19, -2],
            [-31, -20], [-22, -8], [-42, 5], [-44, 7],
            [-40, -22], [-28, -1], [-53, 16], [-63, 13],
            [-41, -18], [-34, 16], [-58, 31], [-65, 25],
            [-50, -25], [-43, 17], [-66, 4], [-73, 0],
            [-54, -38], [-48, -26], [-70, -30], [-78, -27],
        ], -250..=250, step 2, "points";
        /// A knight by the number of squares that it attacks, neither own pieces' nor guarded by pawns.
        knight_mobility: [[i16; 2]; 9] = [
            [-29, -31], [-15, -14], [-9, -9], [-3, 6], [2, 10], [6, 15], [9, 14],
            [13, 15], [20, 7],
        ], -200..=200, step 2, "points";
        /// A bishop by the number of squares that it attacks, neither own pieces' nor guarded by pawns.
        bishop_mobility: [[i16; 2]; 14] = [
            [-37, -39], [-17, -20], [-10, -13], [0, -14], [0, -6], [5, 3], [5, 2],
            [7, 11], [3, 18], [1, 20], [6, 18], [15, 17], [27, 25], [27, 27],
        ], -200..=200, step 2, "points";
        /// A rook by the number of squares that it attacks, neither own pieces' nor guarded by pawns.
        rook_mobility: [[i16; 2]; 15] = [
            [-20, -62], [-12, -33], [-7, -24], [-6, -18], [-7, -4], [-8, -2], [-5, 2],
            [-1, 11], [-5, 17], [-7, 19], [2, 21], [12, 19], [13, 21], [21, 21],
            [18, 25],
        ], -200..=200, step 2, "points";
        /// A queen by the number of squares that it attacks, neither own pieces' nor guarded by pawns.
        queen_mobility: [[i16; 2]; 28] = [
            [-16, -39], [-13, -38], [-14, -35], [-16, -28], [-12, -29], [-9, -32], [-7, -25],
            [1, -12], [-2, -8], [-2, -12], [-1, -4], [-5, -6], [-3, -3], [-2, -4],
            [-2, 5], [1, 6], [1, 12], [4, 14], [10, 21], [4, 19], [14, 27],
            [10, 26], [12, 27], [10, 28], [11, 33], [12, 36], [13, 39], [14, 42],
        ], -200..=200, step 2, "points";
        /// Two bishops.
        bishop_pair: [i16; 2] = [30, 50], -100..=200, step 2, "points";
        /// A pawn with another of its side in front of it on its file.
        doubled_pawn: [i16; 2] = [-14, -10], -100..=50, step 2, "points";
        /// A pawn with none of its side on the files beside it: where one of the other side stands in front of it, where none does.
        isolated_pawn: [[i16; 2]; 2] = [[1, -14], [-10, -9]], -100..=50, step 2, "points";
        /// A pawn that the pawns beside it have passed and that cannot advance safely, as above.
        backward_pawn: [[i16; 2]; 2] = [[-12, -14], [-2, -22]], -100..=50, step 2, "points";
        /// A pawn that another covers, by rank from its own side.
        covered_pawn: [[i16; 2]; 8] = [
            [0, 0], [8, 6], [7, 5], [7, 9], [20, 10], [7, 38], [9, 16],
            [0, 0],
        ], -100..=200, step 2, "points";
        /// A pawn that stands beside another, by rank.
        phalanx_pawn: [[i16; 2]; 8] = [
            [0, 0], [5, 0], [7, 1], [6, 11], [8, 22], [18, 31], [8, 13],
            [0, 0],
        ], -100..=200, step 2, "points";
        /// A passed pawn by rank.
        passed: [[i16; 2]; 8] = [
            [0, 0], [-3, 0], [-8, 8], [13, 63], [18, 65], [20, 76], [86, 149],
            [0, 0],
        ], -100..=400, step 4, "points";
        /// A passed pawn whose next square is free, by rank.
        passed_free: [[i16; 2]; 8] = [
            [0, 0], [-5, 16], [12, 11], [2, 2], [0, 6], [9, 17], [11, 51],
            [0, 0],
        ], -100..=200, step 2, "points";
        /// A passed pawn whose way to the last rank is free and not attacked, by rank.
        passed_safe: [[i16; 2]; 8] = [
            [0, 0], [-5, 17], [-4, 1], [-9, 13], [3, 31], [8, 52], [11, 62],
            [0, 0],
        ], -100..=300, step 2, "points";
        /// A passed pawn that another covers, by rank.
        passed_covered: [[i16; 2]; 8] = [
            [0, 0], [0, 0], [8, -11], [-1, -12], [-9, 13], [-1, 13], [1, 10],
            [0, 0],
        ], -100..=200, step 2, "points";
        /// In the endgame, the own king's distance from a passed pawn's next square, by rank.
        passed_own_king: [i16; 8] = [
            0,
            -4,
            -5,
            -16,
            -20,
            -26,
            -32,
            0,
        ], -50..=50, step 1, "points a square";
        /// In the endgame, the other king's distance from it.
        passed_other_king: [i16; 8] = [
            0,
            3,
            2,
            9,
            23,
            40,
            41,
            0,
        ], -50..=50, step 1, "points a square";
        /// A passed pawn that a bare king cannot catch.
        runaway: i32 = 181, 0..=1000, step 20, "points";
        /// A rook behind its own passed pawn.
        rook_behind_passed: [i16; 2] = [1, 10], -100..=100, step 2, "points";
        /// A rook on a file without pawns.
        open_file: [i16; 2] = [31, -4], -50..=100, step 2, "points";
        /// A rook on a file without own pawns.
        half_open_file: [i16; 2] = [8, 4], -50..=100, step 2, "points";
        /// A knight, a bishop that a pawn covers, in the other half, where no pawn can drive it away.
        outpost: [[i16; 2]; 2] = [[26, 0], [12, 6]], -50..=100, step 2, "points";
        /// A knight or bishop straight behind a pawn.
        behind_pawn: [i16; 2] = [5, 16], -50..=100, step 2, "points";
        /// An own pawn on squares of a bishop's colour.
        bishop_pawn: [i16; 2] = [-2, -7], -50..=50, step 1, "points a pawn";
        /// The nearest own pawn before the king by rank, the first where there is none: on the king's file, on one beside it.
        shelter: [[i16; 8]; 2] = [
            [-19, 14, 10, 4, -10, 12, 0, 0],
            [-12, 4, -2, -3, -6, 13, 13, 0],
        ], -150..=150, step 2, "points";
        /// The nearest pawn of the other side before the king, in the same way.
        storm: [[i16; 8]; 2] = [
            [-8, 12, 3, 0, 2, -1, 2, 0],
            [-6, 1, -13, -9, -6, -1, -1, 0],
        ], -150..=150, step 2, "points";
        /// The same where an own pawn stands in its way: on any of the files.
        blocked_storm: [i16; 8] = [0, 0, 3, 10, -1, 14, -2, 0], -150..=150, step 2, "points";
        /// The weight of an attack on a square around the king, by knight, bishop, rook and queen.
        king_attack: [i32; 4] = [60, 40, 50, 51], -50..=200, step 4, "hundredths of a unit";
        /// The weight of each piece that attacks any of them.
        king_attacker: [i32; 4] = [24, 6, 26, 7], -200..=300, step 4, "hundredths of a unit";
        /// The weight of a square around the king that is attacked and that the king alone guards.
        king_weak: i32 = 51, -50..=300, step 5, "hundredths of a unit";
        /// The weight of a safe check, by knight, bishop, rook and queen.
        safe_check: [i32; 4] = [244, 86, 230, 295], 0..=600, step 10, "hundredths of a unit";
        /// The discount on the attack without a queen.
        no_queen: i32 = 383, -100..=1000, step 20, "hundredths of a unit";
        /// The points of an attack of ten units, in both phases; it grows with the square.
        king_danger: [i16; 2] = [195, 99], 0..=1000, step 5, "points";
        /// A piece that a pawn attacks.
        pawn_threat: [i16; 2] = [48, 36], -50..=200, step 2, "points";
        /// A piece that a pawn would attack after a safe step forward.
        push_threat: [i16; 2] = [13, 10], -50..=200, step 2, "points";
        /// A pawn, knight, bishop, rook, queen that a knight or bishop attacks; the first three unless they are well covered.
        minor_threat: [[i16; 2]; 5] = [
            [3, 12], [26, 23], [22, 14], [48, 24], [43, 26],
        ], -50..=200, step 2, "points";
        /// The same for attacks by a rook.
        rook_threat: [[i16; 2]; 5] = [
            [12, 19], [32, 22], [23, 29], [6, 2], [42, 32],
        ], -50..=200, step 2, "points";
        /// A piece or pawn that is not well covered and that the king attacks.
        king_threat: [i16; 2] = [13, 37], -50..=200, step 2, "points";
        /// A piece or pawn that is attacked and not covered.
        hanging: [i16; 2] = [10, 25], -50..=200, step 2, "points";
        /// Of the score in an endgame of bishops on squares of opposite colours with nothing else but pawns.
        opposite_bishops: i32 = 34, 0..=100, step 5, "hundredths";
        /// Of the score where the side that is ahead has no pawn and no more than a minor piece more.
        pawnless: i32 = 0, 0..=100, step 5, "hundredths";
        /// The right to move.
        tempo: [i16; 2] = [15, 16], -50..=100, step 2, "points";
        /// Play by the five heuristics of the Shallow Blue experiment and nothing else.
        shallow_blue: bool = false, 0..=1, step 1, "";
        /// Their weights: the pieces' values, check, what is attacked, squares to move to, pieces covered.
        blue_weight: [i32; 5] = [8, 10, 5, 3, 2], 0..=100, step 1, "";
    }
}
