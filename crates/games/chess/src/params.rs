//! The numbers of the evaluation, declared once.

game::parameters! {
    /// What the evaluation is made of. Terms in pairs are for the middle game and for the endgame; what stands between is
    /// weighed by the pieces that are left.
    pub struct EvalParams {
        /// A pawn, knight, bishop, rook, queen, in both phases.
        value: [[i16; 2]; 5] = [
            [68, 115], [296, 355], [297, 383], [410, 637], [972, 1069],
        ], 20..=2000, step 5, "points";
        /// A pawn by square: rank by rank from its own side's first, each from the edge to the centre, in both phases.
        pawn_square: [[i16; 2]; 32] = [
            [0, 0], [0, 0], [0, 0], [0, 0],
            [-1, 4], [10, 10], [16, 1], [-1, 11],
            [-1, 3], [3, 6], [7, -6], [4, 6],
            [-4, 6], [-3, -1], [15, -5], [11, -9],
            [7, 24], [2, 13], [13, 13], [19, 4],
            [14, 28], [26, 18], [20, 27], [19, 11],
            [20, 28], [19, 28], [34, 39], [44, 24],
            [0, 0], [0, 0], [0, 0], [0, 0],
        ], -250..=250, step 2, "points";
        /// A knight by square: rank by rank from its own side's first, each from the edge to the centre, in both phases.
        knight_square: [[i16; 2]; 32] = [
            [-24, -10], [-23, -37], [-21, -17], [-30, -17],
            [-23, -16], [-19, -13], [-16, -13], [-6, -5],
            [-20, -26], [-5, -18], [0, -18], [7, 1],
            [-18, -22], [8, 3], [1, 7], [13, 19],
            [-8, -24], [-7, -6], [13, 0], [4, 17],
            [-26, -25], [-17, -8], [13, 13], [14, 9],
            [-32, -20], [-19, -10], [-4, -4], [-2, -4],
            [-32, -28], [-26, -22], [-28, -28], [-24, -14],
        ], -250..=250, step 2, "points";
        /// A bishop by square: rank by rank from its own side's first, each from the edge to the centre, in both phases.
        bishop_square: [[i16; 2]; 32] = [
            [-28, -12], [-2, -12], [-14, 2], [-14, 1],
            [-3, -5], [8, -4], [-11, -3], [3, -3],
            [4, -13], [-1, -16], [14, -4], [-6, 4],
            [-15, -19], [1, -4], [2, 16], [20, 4],
            [-11, -14], [-3, -7], [2, -4], [16, 20],
            [-6, -9], [-10, -12], [9, -4], [7, 6],
            [-16, -4], [-2, 1], [-1, 7], [-2, 6],
            [-4, -6], [-6, 3], [-6, 2], [-8, -8],
        ], -250..=250, step 2, "points";
        /// A rook by square: rank by rank from its own side's first, each from the edge to the centre, in both phases.
        rook_square: [[i16; 2]; 32] = [
            [-7, -5], [-3, 5], [-1, -3], [3, -1],
            [-8, -9], [0, 0], [-6, -18], [-12, 12],
            [-7, 1], [-5, 1], [13, -16], [11, -1],
            [-8, 0], [-5, 9], [21, -1], [15, -1],
            [-25, 4], [13, 5], [-1, 5], [0, 3],
            [-16, 16], [5, 5], [10, -1], [13, 7],
            [1, 12], [10, 15], [10, 15], [12, 8],
            [-2, 0], [5, 17], [7, 6], [6, 7],
        ], -250..=250, step 2, "points";
        /// A queen by square: rank by rank from its own side's first, each from the edge to the centre, in both phases.
        queen_square: [[i16; 2]; 32] = [
            [3, -12], [2, -14], [-11, -20], [-5, -27],
            [0, -14], [-1, -8], [-5, -2], [6, -14],
            [10, -8], [-3, -4], [-3, 11], [-8, 1],
            [-17, -7], [3, 10], [-14, 2], [-5, 12],
            [9, -4], [-2, 2], [10, 9], [-7, 9],
            [3, -8], [2, 11], [-4, 11], [-1, 7],
            [-6, -12], [5, 3], [-7, 4], [-1, 3],
            [0, -12], [-6, -10], [0, -6], [4, -2],
        ], -250..=250, step 2, "points";
        /// A king by square: rank by rank from its own side's first, each from the edge to the centre, in both phases.
        king_square: [[i16; 2]; 32] = [
            [5, -51], [18, -31], [-7, -27], [-12, -37],
            [30, -41], [10, -17], [-6, -9], [-19, -11],
            [-1, -16], [-4, -9], [-24, 5], [-21, -2],
            [-31, -21], [-22, -4], [-42, 8], [-45, 7],
            [-40, -24], [-28, -2], [-54, 13], [-63, 14],
            [-41, -21], [-34, 15], [-58, 30], [-66, 22],
            [-50, -26], [-43, 16], [-66, 2], [-74, -2],
            [-54, -36], [-48, -26], [-70, -30], [-78, -28],
        ], -250..=250, step 2, "points";
        /// A knight by the number of squares that it attacks, neither own pieces' nor guarded by pawns.
        knight_mobility: [[i16; 2]; 9] = [
            [-29, -31], [-13, -13], [-8, -13], [-1, 1], [0, 11], [3, 15], [9, 17],
            [12, 15], [21, 8],
        ], -200..=200, step 2, "points";
        /// A bishop by the number of squares that it attacks, neither own pieces' nor guarded by pawns.
        bishop_mobility: [[i16; 2]; 14] = [
            [-35, -39], [-16, -18], [-12, -11], [-2, -17], [1, -3], [5, -3], [2, 2],
            [3, 9], [4, 18], [1, 19], [6, 20], [16, 17], [28, 26], [28, 28],
        ], -200..=200, step 2, "points";
        /// A rook by the number of squares that it attacks, neither own pieces' nor guarded by pawns.
        rook_mobility: [[i16; 2]; 15] = [
            [-22, -64], [-13, -29], [-7, -26], [-4, -21], [-7, -2], [-5, 1], [-2, -1],
            [1, 13], [-3, 17], [-8, 19], [3, 21], [11, 19], [12, 24], [19, 19],
            [15, 23],
        ], -200..=200, step 2, "points";
        /// A queen by the number of squares that it attacks, neither own pieces' nor guarded by pawns.
        queen_mobility: [[i16; 2]; 28] = [
            [-16, -39], [-14, -37], [-11, -36], [-12, -28], [-12, -30], [-7, -32], [-10, -23],
            [-3, -15], [-5, -8], [0, -12], [-1, -3], [-6, -6], [-3, -3], [-3, -6],
            [-1, 4], [-1, 5], [2, 13], [4, 14], [10, 20], [5, 18], [15, 28],
            [10, 26], [11, 27], [10, 28], [11, 33], [12, 36], [13, 39], [14, 42],
        ], -200..=200, step 2, "points";
        /// Two bishops.
        bishop_pair: [i16; 2] = [33, 47], -100..=200, step 2, "points";
        /// A pawn with another of its side in front of it on its file.
        doubled_pawn: [i16; 2] = [-19, -12], -100..=50, step 2, "points";
        /// A pawn with none of its side on the files beside it: where one of the other side stands in front of it, where none does.
        isolated_pawn: [[i16; 2]; 2] = [[-1, -9], [-10, -8]], -100..=50, step 2, "points";
        /// A pawn that the pawns beside it have passed and that cannot advance safely, as above.
        backward_pawn: [[i16; 2]; 2] = [[-7, -17], [-7, -21]], -100..=50, step 2, "points";
        /// A pawn that another covers, by rank from its own side.
        covered_pawn: [[i16; 2]; 8] = [
            [0, 0], [8, 6], [7, 6], [9, 15], [19, 13], [12, 34], [10, 17],
            [0, 0],
        ], -100..=200, step 2, "points";
        /// A pawn that stands beside another, by rank.
        phalanx_pawn: [[i16; 2]; 8] = [
            [0, 0], [2, 0], [9, 1], [8, 13], [6, 24], [16, 28], [8, 12],
            [0, 0],
        ], -100..=200, step 2, "points";
        /// A passed pawn by rank.
        passed: [[i16; 2]; 8] = [
            [0, 0], [0, -2], [-8, 4], [15, 62], [12, 69], [21, 78], [84, 136],
            [0, 0],
        ], -100..=400, step 4, "points";
        /// A passed pawn whose next square is free, by rank.
        passed_free: [[i16; 2]; 8] = [
            [0, 0], [-6, 14], [12, 14], [3, 1], [-2, 8], [8, 19], [10, 49],
            [0, 0],
        ], -100..=200, step 2, "points";
        /// A passed pawn whose way to the last rank is free and not attacked, by rank.
        passed_safe: [[i16; 2]; 8] = [
            [0, 0], [-4, 14], [-4, -1], [-6, 17], [4, 27], [6, 46], [10, 56],
            [0, 0],
        ], -100..=300, step 2, "points";
        /// A passed pawn that another covers, by rank.
        passed_covered: [[i16; 2]; 8] = [
            [0, 0], [0, 0], [13, -8], [-3, -7], [-3, 16], [-1, 11], [2, 11],
            [0, 0],
        ], -100..=200, step 2, "points";
        /// In the endgame, the own king's distance from a passed pawn's next square, by rank.
        passed_own_king: [i16; 8] = [
            0,
            -3,
            -6,
            -16,
            -20,
            -23,
            -30,
            0,
        ], -50..=50, step 1, "points a square";
        /// In the endgame, the other king's distance from it.
        passed_other_king: [i16; 8] = [
            0,
            3,
            4,
            9,
            20,
            35,
            38,
            0,
        ], -50..=50, step 1, "points a square";
        /// A passed pawn that a bare king cannot catch.
        runaway: i32 = 216, 0..=1000, step 20, "points";
        /// A rook behind its own passed pawn.
        rook_behind_passed: [i16; 2] = [2, 15], -100..=100, step 2, "points";
        /// A rook on a file without pawns.
        open_file: [i16; 2] = [27, -6], -50..=100, step 2, "points";
        /// A rook on a file without own pawns.
        half_open_file: [i16; 2] = [8, 4], -50..=100, step 2, "points";
        /// A knight, a bishop that a pawn covers, in the other half, where no pawn can drive it away.
        outpost: [[i16; 2]; 2] = [[20, 1], [13, 5]], -50..=100, step 2, "points";
        /// A knight or bishop straight behind a pawn.
        behind_pawn: [i16; 2] = [2, 13], -50..=100, step 2, "points";
        /// An own pawn on squares of a bishop's colour.
        bishop_pawn: [i16; 2] = [1, -5], -50..=50, step 1, "points a pawn";
        /// The nearest own pawn before the king by rank, the first where there is none: on the king's file, on one beside it.
        shelter: [[i16; 8]; 2] = [
            [-22, 14, 11, 4, -8, 11, 0, 0],
            [-13, 7, 2, -5, -6, 12, 10, 0],
        ], -150..=150, step 2, "points";
        /// The nearest pawn of the other side before the king, in the same way.
        storm: [[i16; 8]; 2] = [
            [-9, 11, 2, 0, 2, 6, 2, 0],
            [-5, 2, -10, -9, -6, -1, -3, 0],
        ], -150..=150, step 2, "points";
        /// The same where an own pawn stands in its way: on any of the files.
        blocked_storm: [i16; 8] = [0, 0, 0, 10, -3, 15, -5, 0], -150..=150, step 2, "points";
        /// What an attack on a square around the king weighs, by knight, bishop, rook and queen.
        king_attack: [i32; 4] = [41, 48, 55, 40], -50..=200, step 4, "hundredths of a unit";
        /// What each piece weighs that attacks any of them.
        king_attacker: [i32; 4] = [11, 9, 20, 5], -200..=300, step 4, "hundredths of a unit";
        /// What a square around the king weighs that is attacked and that the king alone guards.
        king_weak: i32 = 55, -50..=300, step 5, "hundredths of a unit";
        /// What a safe check weighs, by knight, bishop, rook and queen.
        safe_check: [i32; 4] = [253, 68, 207, 288], 0..=600, step 10, "hundredths of a unit";
        /// What the attack weighs less without a queen.
        no_queen: i32 = 409, -100..=1000, step 20, "hundredths of a unit";
        /// The points of an attack of ten units, in both phases; it grows with the square.
        king_danger: [i16; 2] = [194, 89], 0..=1000, step 5, "points";
        /// A piece that a pawn attacks.
        pawn_threat: [i16; 2] = [46, 37], -50..=200, step 2, "points";
        /// A piece that a pawn would attack after a safe step forward.
        push_threat: [i16; 2] = [11, 16], -50..=200, step 2, "points";
        /// A pawn, knight, bishop, rook, queen that a knight or bishop attacks; the first three unless they are well covered.
        minor_threat: [[i16; 2]; 5] = [
            [2, 16], [25, 22], [23, 14], [45, 25], [42, 27],
        ], -50..=200, step 2, "points";
        /// The same for attacks by a rook.
        rook_threat: [[i16; 2]; 5] = [
            [10, 17], [28, 21], [20, 23], [6, 2], [40, 32],
        ], -50..=200, step 2, "points";
        /// A piece or pawn that is not well covered and that the king attacks.
        king_threat: [i16; 2] = [12, 38], -50..=200, step 2, "points";
        /// A piece or pawn that is attacked and not covered.
        hanging: [i16; 2] = [11, 24], -50..=200, step 2, "points";
        /// Of the score in an endgame of bishops on squares of opposite colours with nothing else but pawns.
        opposite_bishops: i32 = 40, 0..=100, step 5, "hundredths";
        /// Of the score where the side that is ahead has no pawn and no more than a minor piece more.
        pawnless: i32 = 0, 0..=100, step 5, "hundredths";
        /// The right to move.
        tempo: [i16; 2] = [15, 15], -50..=100, step 2, "points";
        /// Play by the five heuristics of the founding experiment and nothing else.
        shallow_blue: bool = false, 0..=1, step 1, "";
        /// Their weights: the pieces' values, check, what is attacked, squares to move to, pieces covered.
        blue_weight: [i32; 5] = [8, 10, 5, 3, 2], 0..=100, step 1, "";
    }
}
