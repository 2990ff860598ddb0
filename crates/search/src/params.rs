//! The switches and numbers of the search, declared once.

use crate::time::Division;

game::parameters! {
    /// One switch for each technique. `tesuji ablate` turns them off in turn.
    #[derive(Copy)]
    pub struct Switches {
        /// Remember positions in the transposition table.
        table: bool = true, 0..=1, step 1, "";
        /// Try the table's move first.
        table_move: bool = true, 0..=1, step 1, "";
        /// Try also the move that the table's entry had before that one (in searches compiled to measure).
        two_table_moves: bool = false, 0..=1, step 1, "";
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
        /// Tell positions apart in the table by a second hash, computed afresh (to measure).
        second_hash: bool = false, 0..=1, step 1, "";
        /// Begin with a small table that grows to its full size while the search goes on (to measure).
        growing_table: bool = false, 0..=1, step 1, "";
        /// Cut a node where the table knows a child that does, before any is searched.
        enhanced_cutoffs: bool = false, 0..=1, step 1, "";
        /// Where the table has no move for a node, try that first whose child has the best score there (looked up with
        /// `EnhancedCutoffs`).
        order_by_children: bool = false, 0..=1, step 1, "";
        /// Search a node of the principal variation first with a window around the score of its shallower entry.
        table_window: bool = false, 0..=1, step 1, "";
        /// Try captures and other tactical moves before the quiet ones; off, they stand among these unordered.
        tactical_first: bool = true, 0..=1, step 1, "";
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
        /// Reduce late captures that lose material by exchanges (needs `ExchangeOrdering`).
        reduce_losing: bool = false, 0..=1, step 1, "";
        /// Leave out moves that undo the step before them, in games whose turns have several.
        no_take_backs: bool = false, 0..=1, step 1, "";
        /// While every move of a node loses, and the other side would win at once if the turn ended there, search only moves
        /// that can stop that win.
        defences: bool = false, 0..=1, step 1, "";
        /// Ask the game at deep nodes for a turn that wins whatever the other side answers.
        forced_wins: bool = false, 0..=1, step 1, "";
        /// With several threads, defer moves that another thread is searching (ABDADA).
        defer_busy: bool = true, 0..=1, step 1, "";
        /// Do not let the search end in a position where the side to move is in check.
        check_extension: bool = true, 0..=1, step 1, "";
        /// Search a node one ply deeper, at any depth, where the side to move is in check.
        extend_all_checks: bool = false, 0..=1, step 1, "";
        /// Search a node with a single legal move one ply deeper.
        one_reply_extension: bool = false, 0..=1, step 1, "";
        /// Search the table's move deeper where a shallow search finds every other move clearly worse (needs `Table`
        /// and `TableMove`).
        singular_extensions: bool = false, 0..=1, step 1, "";
        /// Extend by two plies where the others are worse by far (needs `SingularExtensions`).
        double_extensions: bool = false, 0..=1, step 1, "";
        /// Search the table's move less deep where other moves seem as good (needs `SingularExtensions`).
        negative_extensions: bool = false, 0..=1, step 1, "";
        /// Cut where a shallow search finds a second move that keeps the score above the window (needs
        /// `SingularExtensions`).
        multi_cut: bool = false, 0..=1, step 1, "";
        /// Cut where a capture keeps a shallow search far above the window.
        probcut: bool = false, 0..=1, step 1, "";
        /// Leave out quiet moves of shallow nodes that did badly before.
        history_pruning: bool = false, 0..=1, step 1, "";
        /// Leave out quiet moves of shallow nodes that lose material by exchanges.
        quiet_exchange_pruning: bool = false, 0..=1, step 1, "";
        /// Leave out late quiet moves that gain less than others by the game's own count.
        gain_pruning: bool = false, 0..=1, step 1, "";
        /// Reduce late moves more at nodes that are expected to be cut off.
        reduce_cut_nodes: bool = false, 0..=1, step 1, "";
        /// Reduce late quiet moves the less, the more the game itself thinks of them.
        reduce_by_order: bool = false, 0..=1, step 1, "";
        /// Search a move one ply deeper that leads to a position with few pieces.
        few_pieces_extension: bool = false, 0..=1, step 1, "";
        /// Search a node one ply deeper where a pass there would lose.
        threat_extension: bool = false, 0..=1, step 1, "";
        /// Search a node without a table move less deep first, for a move to begin with.
        internal_deepening: bool = false, 0..=1, step 1, "";
        /// Order captures also by how often they cut off.
        capture_history: bool = false, 0..=1, step 1, "";
        /// Count it for a quiet move in the history, too, that it is the best of its node without cutting off.
        history_of_best: bool = false, 0..=1, step 1, "";
        /// Count it against the quiet moves tried before one that cut off.
        history_malus: bool = true, 0..=1, step 1, "";
        /// Tell quiet moves apart by `HistoryIndex` in the history, not as the game does (to measure).
        other_history: bool = false, 0..=1, step 1, "";
        /// Keep a history for each side (off only with `OtherHistory`).
        history_by_side: bool = true, 0..=1, step 1, "";
        /// Keep it by kind of move, where the game tells kinds apart: whether the squares are attacked that it leaves and goes to.
        history_by_kind: bool = false, 0..=1, step 1, "";
        /// Halve the history before each search.
        history_ageing: bool = true, 0..=1, step 1, "";
        /// Correct the static evaluation by what searches of like positions found, where the game says what is like.
        correction: bool = false, 0..=1, step 1, "";
        /// Take the table's score in place of the static evaluation, where its bound allows it.
        table_score: bool = false, 0..=1, step 1, "";
        /// Search depth 1, 2, 3, ... and not at once to the depth that is asked for.
        iterative_deepening: bool = true, 0..=1, step 1, "";
        /// Begin MTD(f) with the score of the last iteration, not with the static evaluation.
        mtdf_guess: bool = true, 0..=1, step 1, "";
        /// Sort the root's moves by their last scores before each iteration, bounds among them.
        best_first_root: bool = false, 0..=1, step 1, "";
        /// End an iteration with the first win that is proven at the root, be there a shorter one or not (in play).
        first_win: bool = false, 0..=1, step 1, "";
        /// After an iteration whose score is clear, search once more for a proven win or loss alone (to `WinSearchScore`).
        win_search: bool = false, 0..=1, step 1, "";
        /// Before a move is the best of the root, search the position after the turn that it begins as if it stood on the
        /// board.
        verification: bool = false, 0..=1, step 1, "";
        /// Take less of the clock where the best move stays the same or took most of the nodes, more where it changes
        /// or its score falls.
        time_by_stability: bool = false, 0..=1, step 1, "";
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
        /// From what score on, for either side, a win is searched for after an iteration (with `WinSearch`).
        win_search_score: i32 = 600, 0..=10000, step 50, "points";
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
        /// What the game thinks of a move that makes one ply of reduction more or less.
        lmr_order: i32 = 6000, 500..=32000, step 500, "history units";
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
        /// How many moves are searched at the horizon's node before late quiet ones are left out; what `LateMoveGrowth`
        /// makes of the square of the depth comes on top.
        late_move_count: i32 = 3, 1..=50, step 1, "moves";
        /// How many moves more for each in the square of the depth.
        late_move_growth: i32 = 16, 0..=64, step 1, "sixteenths";
        /// The greatest depth at which late quiet moves are left out.
        late_move_depth: i32 = 4, 0..=12, step 1, "plies";
        /// The greatest depth at which captures that lose material are left out.
        losing_depth: i32 = 3, 0..=12, step 1, "plies";
        /// How much material a capture may lose before it is left out, a ply.
        losing_margin: i32 = 90, 0..=1000, step 10, "points a ply";
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
        /// How many killers a ply keeps.
        killer_count: i32 = 2, 1..=4, step 1, "moves";
        /// The increment of the history for a cutoff at depth d: 0 for 8 d squared + 16 d, 1 for d,
        /// 2 for d squared, 3 for 2 to the d; at most 1,600.
        history_increment: i32 = 0, 0..=3, step 1, "";
        /// The history of a capture that is worth one point of its value.
        capture_history_scale: i32 = 32, 1..=1024, step 8, "history units a point";
        /// The least depth at which the table's move is tried for being singular.
        singular_depth: i32 = 7, 3..=30, step 1, "plies";
        /// How many plies less deep the table's entry may be for that.
        singular_entry: i32 = 3, 0..=10, step 1, "plies";
        /// By how much the others must be worse, a ply of depth.
        singular_margin: i32 = 2, 0..=30, step 1, "points a ply";
        /// By how much more, for an extension of two plies.
        double_margin: i32 = 20, 0..=500, step 5, "points";
        /// How many plies of such second extensions a line may have.
        double_most: i32 = 6, 0..=30, step 1, "plies";
        /// The least depth of probcut.
        probcut_depth: i32 = 5, 3..=30, step 1, "plies";
        /// How far above the window probcut asks.
        probcut_margin: i32 = 150, 0..=2000, step 10, "points";
        /// How many plies less deep probcut searches.
        probcut_reduction: i32 = 4, 1..=20, step 1, "plies";
        /// The greatest depth at which quiet moves are left out for their history.
        history_pruning_depth: i32 = 4, 0..=20, step 1, "plies";
        /// The history, a ply of depth, below which they are.
        history_pruning_margin: i32 = 3000, 0..=16384, step 250, "history units a ply";
        /// The greatest depth at which quiet moves that lose material are left out.
        quiet_exchange_depth: i32 = 6, 0..=20, step 1, "plies";
        /// The greatest depth at which quiet moves are left out for their gain.
        gain_pruning_depth: i32 = 6, 0..=60, step 1, "plies";
        /// How many moves of a node are searched before that.
        gain_pruning_moves: i32 = 2, 1..=50, step 1, "moves";
        /// The gain below which they are.
        gain_pruning_least: i32 = 100, 0..=2000, step 10, "points";
        /// How much more a move is reduced at a node that is expected to be cut off.
        cut_node_reduction: i32 = 100, 0..=400, step 10, "hundredths of a ply";
        /// The least depth at which the game is asked for a forced win.
        forced_win_depth: i32 = 8, 1..=60, step 1, "plies";
        /// How many plies less than the iteration that may be.
        forced_win_plies: i32 = 5, 1..=100, step 1, "plies";
        /// How much work it may do for that, in steps of its own.
        forced_win_effort: i32 = 10000, 10..=1000000, step 500, "steps";
        /// For the reply to the best turn so far it may do more: one step for so many nodes of the search.
        forced_win_share: i32 = 2, 1..=1000, step 1, "nodes a step";
        /// How much it may do in all, in the tree and, apart from that, for replies.
        forced_win_work: i32 = 100, 0..=10000, step 10, "steps a hundred nodes";
        /// What it costs a side to begin a repetition, which it will be the first that may not go on with, where the rules
        /// forbid a third time: a turn that brings about a position of the game once more, not after a turn that did.
        repetition_pressure: i32 = 0, 0..=500, step 10, "points";
        /// Of the nodes so far, a verification of the choice may have one in so many.
        verification_share: i32 = 8, 1..=1000, step 1, "";
        /// The least such share with which a choice is verified.
        verification_nodes: i32 = 10000, 1..=1000000, step 1000, "nodes";
        /// By how much the score of a verification must be lower to count.
        verification_margin: i32 = 50, 0..=1000, step 5, "points";
        /// With so many pieces on the board, or fewer, a move that took one is extended.
        few_pieces: i32 = 6, 0..=64, step 1, "pieces";
        /// The least depth at which a node without a table move is searched less deep first.
        internal_deepening_depth: i32 = 5, 3..=30, step 1, "plies";
        /// How many plies less deep that is.
        internal_deepening_reduction: i32 = 2, 1..=20, step 1, "plies";
        /// The score above beta that takes one ply more from the search after a pass; 0 for none.
        null_move_margin: i32 = 0, 0..=1000, step 10, "points a ply";
        /// How much of the error that was found before is corrected.
        correction_weight: i32 = 32, 0..=256, step 4, "points in 512 units of error";
        /// The entry that a new position replaces in the table: 0 by two tiers, 1 whatever is
        /// there, 2 only what is not deeper, 3 what is worth least by depth and age, 4 nothing
        /// until the table is full, and then the shallowest fifth.
        replacement: i32 = 0, 0..=4, step 1, "";
        /// How many bits of a key the table compares (in searches compiled to measure).
        key_bits: i32 = 64, 8..=64, step 1, "bits";
        /// With `OtherHistory`: 0 for kind of piece and target, 1 for both squares, 2 for distance and direction.
        history_index: i32 = 0, 0..=2, step 1, "";
        /// The least depth at which children are looked up in the table.
        children_depth: i32 = 2, 1..=30, step 1, "plies";
        /// Half of the window around the score of a shallower entry.
        table_window_half: i32 = 30, 1..=1000, step 5, "points";
        /// Down to so many plies below the root a driver with null windows searches with open ones.
        open_plies: i32 = 0, 0..=100, step 1, "plies";
        /// The least depth at which moves that another thread is searching are deferred.
        defer_depth: i32 = 3, 1..=20, step 1, "plies";
        /// How many plies past the nominal depth quiescence goes at most.
        quiescence_depth: i32 = 100, 0..=200, step 1, "plies";
        /// The least value of a tactical move that quiescence looks at, in the game's own units.
        quiescence_value: i32 = 0, 0..=1000, step 1, "units";
        /// The penalty of a turn that would lose if it ended where the search does.
        danger: i32 = 800, 0..=5000, step 50, "points";
        /// How many turns the clock is to last where nothing says how many there are.
        time_turns: i32 = 25, 5..=60, step 1, "turns";
        /// After how much of a turn's share of the clock no new iteration begins.
        time_soft: i32 = 60, 10..=200, step 5, "per cent";
        /// After how much of it a search ends in the middle of an iteration.
        time_hard: i32 = 300, 50..=1000, step 20, "per cent";
        /// Of the random choice among equal moves; the same seed chooses the same.
        random_seed: i32 = 0, 0..=1000000, step 1, "";
        /// With so many pieces on the board, or more, there is no random choice.
        random_pieces: i32 = 1000, 0..=1000, step 1, "pieces";
        /// After so many passes an MTD(f) iteration ends with a full window.
        mtdf_passes: i32 = 24, 2..=200, step 4, "passes";
    }
}

impl Tunables {
    /// How a clock is divided among turns.
    pub fn division(&self) -> Division {
        Division::new(self.time_turns, self.time_soft, self.time_hard)
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
        reduce_losing: false,
        no_take_backs: false,
        defences: false,
        forced_wins: false,
        verification: false,
        check_extension: false,
        improving: false,
        quiescence_table: false,
        extend_all_checks: false,
        one_reply_extension: false,
        singular_extensions: false,
        double_extensions: false,
        negative_extensions: false,
        multi_cut: false,
        probcut: false,
        history_pruning: false,
        quiet_exchange_pruning: false,
        gain_pruning: false,
        few_pieces_extension: false,
        threat_extension: false,
        internal_deepening: false,
        correction: false,
        table_score: false,
        random_choice: false,
        aspiration: false,
        ..Self::START
    };
}
