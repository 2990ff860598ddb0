//! The switches and numbers of the search, declared once.

game::parameters! {
    /// One switch for each technique. `tesuji ablate` turns them off in turn.
    #[derive(Copy)]
    pub struct Switches {
        /// Remember positions in the transposition table.
        table: bool = true, 0..=1, step 1, "";
        /// Try the table's move first.
        table_move: bool = true, 0..=1, step 1, "";
        /// Fetch the table's cache line while the child is prepared.
        prefetch: bool = true, 0..=1, step 1, "";
        /// Principal variation search (Negascout): later moves are first searched with a null window.
        pvs: bool = true, 0..=1, step 1, "";
        /// Begin each iteration with a window around the last score.
        aspiration: bool = true, 0..=1, step 1, "";
        /// Search captures and wins past the nominal depth.
        quiescence: bool = true, 0..=1, step 1, "";
        /// Cut lines that cannot beat a win already found.
        mate_distance: bool = true, 0..=1, step 1, "";
        /// Ask the game for wins that it sees without searching.
        static_win: bool = true, 0..=1, step 1, "";
        /// Ask the game, in check, for losses that it sees without searching (needs `StaticWin`).
        static_loss: bool = true, 0..=1, step 1, "";
        /// Take the value of a position from the game's endgame tables, where they know it.
        probe: bool = true, 0..=1, step 1, "";
        /// Try the quiet moves that cut off sibling nodes early.
        killers: bool = true, 0..=1, step 1, "";
        /// Try the quiet move that refuted the previous move before.
        countermove: bool = true, 0..=1, step 1, "";
        /// Order quiet moves by how often they cut off.
        history: bool = true, 0..=1, step 1, "";
        /// Add to that what the game itself thinks of a quiet move, where it says so.
        static_order: bool = true, 0..=1, step 1, "";
        /// Search late quiet moves less deep at first.
        late_move_reductions: bool = true, 0..=1, step 1, "";
        /// Reduce late tactical moves as well (needs `LateMoveReductions`).
        reduce_tactical: bool = false, 0..=1, step 1, "";
        /// Search a node without a table move one ply less deep.
        internal_reductions: bool = true, 0..=1, step 1, "";
        /// Cut where even passing keeps the score above the window.
        null_move: bool = true, 0..=1, step 1, "";
        /// Cut shallow nodes whose static evaluation is far above the window.
        reverse_futility: bool = true, 0..=1, step 1, "";
        /// Pass only where a search without passing, as deep as the one after it, stays above the window too.
        null_move_verification: bool = false, 0..=1, step 1, "";
        /// Search only quiescence below shallow nodes whose static evaluation is far below the window.
        razoring: bool = false, 0..=1, step 1, "";
        /// Leave out captures in quiescence that cannot bring the static evaluation up to the window.
        delta_pruning: bool = false, 0..=1, step 1, "";
        /// Leave out captures in quiescence that lose material by exchanges.
        exchange_pruning: bool = false, 0..=1, step 1, "";
        /// Try captures that lose material by exchanges after the quiet moves.
        exchange_ordering: bool = false, 0..=1, step 1, "";
        /// Search every move in quiescence where the side to move is in check.
        quiescence_evasions: bool = false, 0..=1, step 1, "";
        /// Search quiet moves that give check at the first ply of quiescence.
        quiescence_checks: bool = false, 0..=1, step 1, "";
        /// Leave out quiet moves of shallow nodes whose static evaluation is far below the window.
        futility: bool = true, 0..=1, step 1, "";
        /// Leave out the late quiet moves of shallow nodes.
        late_move_pruning: bool = false, 0..=1, step 1, "";
        /// Order and reduce quiet moves also by how well they did after the moves before, where the game keeps count.
        continuation: bool = false, 0..=1, step 1, "";
        /// Probe the table before the static evaluation is used.
        table_early: bool = false, 0..=1, step 1, "";
        /// Probe the table in quiescence, and store its results there.
        quiescence_table: bool = false, 0..=1, step 1, "";
        /// Prune and reduce less where the static evaluation is better than two plies before.
        improving: bool = false, 0..=1, step 1, "";
        /// Leave out captures that lose material by exchanges at shallow nodes (needs `ExchangeOrdering`).
        losing_pruning: bool = false, 0..=1, step 1, "";
        /// With several threads, defer moves that another thread is searching (ABDADA).
        defer_busy: bool = true, 0..=1, step 1, "";
        /// Do not let the search end in a position where the side to move is in check.
        check_extension: bool = true, 0..=1, step 1, "";
        /// Search a node one ply deeper, at any depth, where the side to move is in check.
        extend_all_checks: bool = false, 0..=1, step 1, "";
        /// Search a node with a single legal move one ply deeper.
        one_reply_extension: bool = false, 0..=1, step 1, "";
        /// Choose at random (by `RandomSeed`) among root moves of equal score.
        random_choice: bool = false, 0..=1, step 1, "";
    }
}

game::parameters! {
    /// The numbers of the search.
    #[derive(Copy)]
    pub struct Tunables {
        /// Half of the first aspiration window.
        aspiration_window: i32 = 20, 1..=500, step 5, "points";
        /// The depth from which windows are used.
        aspiration_depth: i32 = 4, 1..=20, step 1, "plies";
        /// The least depth at which moves are reduced.
        lmr_depth: i32 = 3, 2..=20, step 1, "plies";
        /// How many moves of a node are searched in full before reductions begin.
        lmr_moves: i32 = 3, 1..=30, step 1, "moves";
        /// The constant part of a reduction.
        lmr_base: i32 = 30, 0..=300, step 10, "hundredths of a ply";
        /// The part that grows with the logarithms of depth and move number.
        lmr_slope: i32 = 45, 0..=300, step 10, "hundredths of a ply";
        /// The history score that makes one ply of reduction more or less.
        lmr_history: i32 = 6000, 500..=16384, step 500, "history units";
        /// The least depth at which a node without a table move is reduced.
        internal_reduction_depth: i32 = 5, 2..=30, step 1, "plies";
        /// The least depth at which passing is tried.
        null_move_depth: i32 = 3, 1..=20, step 1, "plies";
        /// The reduction of the search after a pass.
        null_move_reduction: i32 = 3, 1..=10, step 1, "plies";
        /// How the reduction grows with the depth.
        null_move_growth: i32 = 0, 0..=100, step 5, "hundredths of a ply a ply";
        /// The least depth at which a pass that cuts is verified.
        null_verification_depth: i32 = 3, 1..=60, step 1, "plies";
        /// The margin a ply of reverse futility.
        reverse_futility_margin: i32 = 70, 0..=500, step 10, "points";
        /// The greatest depth of reverse futility.
        reverse_futility_depth: i32 = 4, 0..=10, step 1, "plies";
        /// The margin of futility and razoring, whatever the depth.
        futility_base: i32 = 0, 0..=1000, step 10, "points";
        /// The margin a ply of futility.
        futility_margin: i32 = 80, 0..=500, step 10, "points";
        /// The greatest depth of futility.
        futility_depth: i32 = 3, 0..=10, step 1, "plies";
        /// How many moves are searched at the horizon's node before late quiet ones are left out; the square of
        /// the depth comes on top.
        late_move_count: i32 = 3, 1..=50, step 1, "moves";
        /// The greatest depth at which late quiet moves are left out.
        late_move_depth: i32 = 4, 0..=12, step 1, "plies";
        /// The greatest depth at which captures that lose material are left out.
        losing_depth: i32 = 3, 0..=12, step 1, "plies";
        /// How much more a move is reduced where the static evaluation does not grow better.
        improving_reduction: i32 = 60, 0..=300, step 10, "hundredths of a ply";
        /// The margin a ply of razoring, beside the base of futility.
        razoring_margin: i32 = 200, 0..=1000, step 10, "points";
        /// The greatest depth of razoring.
        razoring_depth: i32 = 2, 0..=10, step 1, "plies";
        /// The most that one capture in quiescence can bring.
        delta_node: i32 = 975, 0..=5000, step 25, "points";
        /// The gain allowed to a capture in quiescence beside the value of what it takes.
        delta_move: i32 = 200, 0..=2000, step 10, "points";
        /// The least depth at which moves that another thread is searching are deferred.
        defer_depth: i32 = 3, 1..=20, step 1, "plies";
        /// How many plies past the nominal depth quiescence goes at most.
        quiescence_depth: i32 = 100, 0..=200, step 1, "plies";
        /// The least value of a tactical move that quiescence looks at, in the game's own units.
        quiescence_value: i32 = 0, 0..=1000, step 1, "units";
        /// The penalty of a turn that would lose if it ended where the search does.
        danger: i32 = 800, 0..=5000, step 50, "points";
        /// Of the random choice among equal moves; the same seed chooses the same.
        random_seed: i32 = 0, 0..=1000000, step 1, "";
        /// With so many pieces on the board, or more, there is no random choice.
        random_pieces: i32 = 1000, 0..=1000, step 1, "pieces";
        /// After so many passes an MTD(f) iteration ends with a full window.
        mtdf_passes: i32 = 24, 2..=200, step 4, "passes";
    }
}

impl Switches {
    /// Every technique off but those that cannot change the value of a tree of fixed depth.
    pub const EXACT: Self = Self {
        quiescence: false,
        probe: false,
        late_move_reductions: false,
        reduce_tactical: false,
        internal_reductions: false,
        null_move: false,
        razoring: false,
        reverse_futility: false,
        futility: false,
        late_move_pruning: false,
        losing_pruning: false,
        check_extension: false,
        improving: false,
        quiescence_table: false,
        extend_all_checks: false,
        one_reply_extension: false,
        random_choice: false,
        aspiration: false,
        ..Self::START
    };
}
