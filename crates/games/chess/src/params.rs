//! The numbers of the evaluation, declared once.

game::parameters! {
    /// What the evaluation is made of. Terms in pairs are for the middle game and for the endgame; what stands between is
    /// weighed by the pieces that are left.
    pub struct EvalParams {
        /// A pawn, knight, bishop, rook, queen, in both phases.
        value: [[i16; 2]; 5] = [
            [74, 116], [299, 343], [303, 363], [415, 622], [992, 1045],
        ], 20..=2000, step 5, "points";
        /// A pawn by square: rank by rank from its own side's first, each from the edge to the centre, in both phases.
        pawn_square: [[i16; 2]; 32] = [
            [0, 0], [0, 0], [0, 0], [0, 0],
            [0, 9], [2, 9], [9, 1], [3, 13],
            [5, 2], [-6, 8], [9, -5], [13, 3],
            [0, -1], [-12, -2], [14, -1], [11, -17],
            [4, 29], [5, 14], [15, 19], [27, 4],
            [7, 24], [27, 25], [21, 22], [21, 12],
            [20, 28], [23, 25], [30, 32], [42, 29],
            [0, 0], [0, 0], [0, 0], [0, 0],
        ], -250..=250, step 2, "points";
        /// A knight by square: rank by rank from its own side's first, each from the edge to the centre, in both phases.
        knight_square: [[i16; 2]; 32] = [
            [-22, -14], [-21, -32], [-25, -18], [-32, -18],
            [-21, -20], [-5, -9], [-21, -13], [-2, -1],
            [-24, -21], [-9, -17], [-1, -9], [19, -1],
            [-25, -23], [1, -3], [9, 7], [16, 20],
            [-12, -24], [-9, -4], [10, 0], [4, 17],
            [-24, -21], [-13, -10], [11, 11], [6, 4],
            [-32, -22], [-13, -8], [-8, -6], [-3, -4],
            [-30, -26], [-26, -24], [-28, -26], [-26, -20],
        ], -250..=250, step 2, "points";
        /// A bishop by square: rank by rank from its own side's first, each from the edge to the centre, in both phases.
        bishop_square: [[i16; 2]; 32] = [
            [-23, -11], [-4, -10], [-20, 1], [-14, -3],
            [-3, -6], [15, 1], [-16, -6], [3, -3],
            [6, -11], [0, -12], [19, 1], [-7, 4],
            [-19, -19], [0, -2], [-2, 14], [27, 3],
            [-6, -10], [-12, -13], [-3, -3], [17, 24],
            [-6, -9], [-12, -13], [9, -4], [7, 8],
            [-14, -6], [2, 1], [1, 5], [-2, 0],
            [-6, -6], [-6, -1], [-6, -2], [-8, -9],
        ], -250..=250, step 2, "points";
        /// A rook by square: rank by rank from its own side's first, each from the edge to the centre, in both phases.
        rook_square: [[i16; 2]; 32] = [
            [-11, -4], [-12, 4], [-7, -3], [1, 3],
            [2, 1], [4, 5], [-11, -20], [-9, 13],
            [0, 6], [-11, 3], [15, -11], [16, -6],
            [-1, -1], [0, 12], [19, 1], [13, -1],
            [-18, 1], [8, 2], [3, 3], [4, 0],
            [-20, 7], [3, 5], [10, -1], [10, 1],
            [-1, 13], [9, 15], [9, 21], [13, 13],
            [-4, -4], [2, 8], [5, 3], [10, 5],
        ], -250..=250, step 2, "points";
        /// A queen by square: rank by rank from its own side's first, each from the edge to the centre, in both phases.
        queen_square: [[i16; 2]; 32] = [
            [1, -10], [-4, -12], [-7, -17], [-3, -20],
            [-2, -14], [-5, -6], [-4, -2], [5, -6],
            [9, -9], [-1, -2], [0, 11], [-10, 1],
            [-4, -8], [5, 6], [-11, 3], [0, 10],
            [3, -7], [1, 2], [12, 10], [-5, 7],
            [1, -8], [-2, 5], [-4, 9], [-1, 7],
            [-4, -12], [3, 2], [-5, 2], [-3, 0],
            [-2, -12], [-6, -12], [-2, -10], [2, -6],
        ], -250..=250, step 2, "points";
        /// A king by square: rank by rank from its own side's first, each from the edge to the centre, in both phases.
        king_square: [[i16; 2]; 32] = [
            [14, -43], [25, -31], [-7, -27], [-4, -39],
            [19, -39], [9, -15], [-8, -11], [-13, -10],
            [-3, -14], [-3, -2], [-24, 9], [-27, -1],
            [-30, -25], [-22, -2], [-42, 15], [-48, 16],
            [-38, -25], [-30, -6], [-54, 15], [-63, 19],
            [-43, -25], [-36, 6], [-58, 25], [-68, 18],
            [-50, -28], [-43, 7], [-66, -2], [-74, -5],
            [-54, -34], [-48, -28], [-70, -30], [-78, -30],
        ], -250..=250, step 2, "points";
        /// A knight by the number of squares that it attacks, neither own pieces' nor guarded by pawns.
        knight_mobility: [[i16; 2]; 9] = [
            [-32, -29], [-5, -10], [-5, -15], [3, -5], [2, 9], [3, 17], [5, 16],
            [6, 12], [19, 13],
        ], -200..=200, step 2, "points";
        /// A bishop by the number of squares that it attacks, neither own pieces' nor guarded by pawns.
        bishop_mobility: [[i16; 2]; 14] = [
            [-39, -35], [-18, -15], [-15, -14], [-7, -21], [0, -2], [5, -13], [1, 1],
            [2, 6], [5, 16], [4, 19], [13, 23], [18, 19], [30, 28], [31, 31],
        ], -200..=200, step 2, "points";
        /// A rook by the number of squares that it attacks, neither own pieces' nor guarded by pawns.
        rook_mobility: [[i16; 2]; 15] = [
            [-27, -55], [-11, -25], [-5, -26], [-3, -20], [-6, -3], [-3, -1], [3, -6],
            [2, 8], [-2, 14], [-5, 19], [7, 20], [6, 22], [8, 27], [13, 17],
            [13, 21],
        ], -200..=200, step 2, "points";
        /// A queen by the number of squares that it attacks, neither own pieces' nor guarded by pawns.
        queen_mobility: [[i16; 2]; 28] = [
            [-17, -39], [-14, -36], [-9, -35], [-13, -28], [-15, -30], [-7, -30], [-13, -23],
            [-7, -18], [-3, -10], [2, -11], [-1, -3], [-3, -6], [-2, -4], [2, -4],
            [2, 4], [-1, 5], [3, 11], [4, 14], [8, 17], [5, 18], [13, 26],
            [10, 26], [11, 27], [10, 30], [11, 33], [12, 36], [13, 39], [14, 42],
        ], -200..=200, step 2, "points";
        /// Two bishops.
        bishop_pair: [i16; 2] = [33, 41], -100..=200, step 2, "points";
        /// A pawn with another of its side in front of it on its file.
        doubled_pawn: [i16; 2] = [-15, -12], -100..=50, step 2, "points";
        /// A pawn with none of its side on the files beside it: where one of the other side stands in front of it, where none does.
        isolated_pawn: [[i16; 2]; 2] = [[-8, -5], [-18, -7]], -100..=50, step 2, "points";
        /// A pawn that the pawns beside it have passed and that cannot advance safely, as above.
        backward_pawn: [[i16; 2]; 2] = [[-5, -23], [-18, -20]], -100..=50, step 2, "points";
        /// A pawn that another covers, by rank from its own side.
        covered_pawn: [[i16; 2]; 8] = [
            [0, 0], [8, 6], [10, 3], [11, 14], [26, 18], [14, 23], [10, 12],
            [0, 0],
        ], -100..=200, step 2, "points";
        /// A pawn that stands beside another, by rank.
        phalanx_pawn: [[i16; 2]; 8] = [
            [0, 0], [5, -1], [12, -4], [9, 17], [5, 28], [12, 20], [8, 10],
            [0, 0],
        ], -100..=200, step 2, "points";
        /// A passed pawn by rank.
        passed: [[i16; 2]; 8] = [
            [0, 0], [10, 2], [-9, -6], [10, 53], [9, 73], [14, 82], [78, 120],
            [0, 0],
        ], -100..=400, step 4, "points";
        /// A passed pawn whose next square is free, by rank.
        passed_free: [[i16; 2]; 8] = [
            [0, 0], [-3, 7], [9, 11], [2, 5], [-5, 9], [5, 21], [7, 41],
            [0, 0],
        ], -100..=200, step 2, "points";
        /// A passed pawn whose way to the last rank is free and not attacked, by rank.
        passed_safe: [[i16; 2]; 8] = [
            [0, 0], [-2, 9], [-2, -1], [-1, 16], [4, 22], [5, 37], [7, 44],
            [0, 0],
        ], -100..=300, step 2, "points";
        /// A passed pawn that another covers, by rank.
        passed_covered: [[i16; 2]; 8] = [
            [0, 0], [0, 0], [18, -1], [-3, -11], [3, 12], [-2, 7], [2, 6],
            [0, 0],
        ], -100..=200, step 2, "points";
        /// In the endgame, the own king's distance from a passed pawn's next square, by rank.
        passed_own_king: [i16; 8] = [
            0,
            2,
            -6,
            -13,
            -20,
            -17,
            -23,
            0,
        ], -50..=50, step 1, "points a square";
        /// In the endgame, the other king's distance from it.
        passed_other_king: [i16; 8] = [
            0,
            1,
            7,
            10,
            16,
            27,
            30,
            0,
        ], -50..=50, step 1, "points a square";
        /// A passed pawn that a bare king cannot catch.
        runaway: i32 = 325, 0..=1000, step 20, "points";
        /// A rook behind its own passed pawn.
        rook_behind_passed: [i16; 2] = [-3, 19], -100..=100, step 2, "points";
        /// A rook on a file without pawns.
        open_file: [i16; 2] = [25, -1], -50..=100, step 2, "points";
        /// A rook on a file without own pawns.
        half_open_file: [i16; 2] = [5, 8], -50..=100, step 2, "points";
        /// A knight, a bishop that a pawn covers, in the other half, where no pawn can drive it away.
        outpost: [[i16; 2]; 2] = [[20, 12], [16, 11]], -50..=100, step 2, "points";
        /// A knight or bishop straight behind a pawn.
        behind_pawn: [i16; 2] = [1, 9], -50..=100, step 2, "points";
        /// An own pawn on squares of a bishop's colour.
        bishop_pawn: [i16; 2] = [2, -6], -50..=50, step 1, "points a pawn";
        /// The nearest own pawn before the king by rank, the first where there is none: on the king's file, on one beside it.
        shelter: [[i16; 8]; 2] = [
            [-25, 13, 8, 11, -3, 4, 0, 0],
            [-14, 15, 2, -1, -8, 9, 4, 0],
        ], -150..=150, step 2, "points";
        /// The nearest pawn of the other side before the king, in the same way.
        storm: [[i16; 8]; 2] = [
            [-10, 7, 3, 0, -5, 11, 4, 0],
            [-4, 2, -3, -7, -8, 4, -1, 0],
        ], -150..=150, step 2, "points";
        /// The same where an own pawn stands in its way: on any of the files.
        blocked_storm: [i16; 8] = [0, 0, -2, 9, -10, 13, -5, 0], -150..=150, step 2, "points";
        /// What an attack on a square around the king weighs, by knight, bishop, rook and queen.
        king_attack: [i32; 4] = [36, 45, 41, 40], -50..=200, step 4, "hundredths of a unit";
        /// What each piece weighs that attacks any of them.
        king_attacker: [i32; 4] = [7, 9, 9, 7], -200..=300, step 4, "hundredths of a unit";
        /// What a square around the king weighs that is attacked and that the king alone guards.
        king_weak: i32 = 74, -50..=300, step 5, "hundredths of a unit";
        /// What a safe check weighs, by knight, bishop, rook and queen.
        safe_check: [i32; 4] = [226, 72, 194, 280], 0..=600, step 10, "hundredths of a unit";
        /// What the attack weighs less without a queen.
        no_queen: i32 = 393, -100..=1000, step 20, "hundredths of a unit";
        /// The points of an attack of ten units, in both phases; it grows with the square.
        king_danger: [i16; 2] = [194, 54], 0..=1000, step 5, "points";
        /// A piece that a pawn attacks.
        pawn_threat: [i16; 2] = [41, 37], -50..=200, step 2, "points";
        /// A piece that a pawn would attack after a safe step forward.
        push_threat: [i16; 2] = [7, 23], -50..=200, step 2, "points";
        /// A pawn, knight, bishop, rook, queen that a knight or bishop attacks; the first three unless they are well covered.
        minor_threat: [[i16; 2]; 5] = [
            [4, 17], [20, 17], [25, 13], [38, 26], [39, 29],
        ], -50..=200, step 2, "points";
        /// The same for attacks by a rook.
        rook_threat: [[i16; 2]; 5] = [
            [7, 10], [17, 17], [14, 19], [4, 2], [36, 30],
        ], -50..=200, step 2, "points";
        /// A piece or pawn that is not well covered and that the king attacks.
        king_threat: [i16; 2] = [12, 37], -50..=200, step 2, "points";
        /// A piece or pawn that is attacked and not covered.
        hanging: [i16; 2] = [11, 23], -50..=200, step 2, "points";
        /// Of the score in an endgame of bishops on squares of opposite colours with nothing else but pawns.
        opposite_bishops: i32 = 40, 0..=100, step 5, "hundredths";
        /// Of the score where the side that is ahead has no pawn and no more than a minor piece more.
        pawnless: i32 = 0, 0..=100, step 5, "hundredths";
        /// The right to move.
        tempo: [i16; 2] = [16, 13], -50..=100, step 2, "points";
        /// Play by the five heuristics of the founding experiment and nothing else.
        shallow_blue: bool = false, 0..=1, step 1, "";
        /// Their weights: the pieces' values, check, what is attacked, squares to move to, pieces covered.
        blue_weight: [i32; 5] = [8, 10, 5, 3, 2], 0..=100, step 1, "";
    }
}
