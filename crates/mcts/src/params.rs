//! The switches and numbers of the search, declared once. `docs/techniques/mcts.md` has a section on each technique.

use search::Division;

game::parameters! {
    /// The switches and numbers of Monte Carlo tree search. A weight or count of 0 turns its technique off.
    #[derive(Copy)]
    pub struct Params {
        /// How uncertainty is weighed: 0 for UCT (UCB1), 1 for UCB1-tuned, 2 for PUCT.
        formula: i32 = 2, 0..=2, step 1, "";
        /// The weight of exploration.
        exploration: i32 = 200, 0..=1000, step 25, "hundredths";
        /// Where priors come from: 0 for none (all moves alike), 1 for the static order of moves, 2 for the policy of the
        /// network where it has one, else as 3, for the static evaluation after each move.
        priors: i32 = 2, 0..=3, step 1, "";
        /// How fast the prior falls with the rank in the static order: the exponent of a power law.
        prior_decay: i32 = 80, 0..=400, step 10, "hundredths";
        /// By how many points of the evaluation after it a move has to be better for a prior 2.7 times as high.
        prior_temperature: i32 = 200, 1..=2000, step 10, "points";
        /// The share of random priors (Dirichlet noise) in those of the root: with any, each search begins a new tree.
        root_noise: i32 = 0, 0..=100, step 5, "hundredths";
        /// The concentration of that noise: the lower it is, the fewer moves share it.
        root_noise_shape: i32 = 30, 1..=1000, step 10, "hundredths";
        /// The static evaluation that stands for a value of 0.76, which is 88 % of the points of a match.
        value_scale: i32 = 800, 10..=5000, step 20, "points";
        /// Plies of captures (tactical moves) that are searched before a position is evaluated, where sides alternate: 0 for none.
        leaf_plies: i32 = 0, 0..=32, step 1, "plies";
        /// Unvisited children count as their parent less a reduction (first-play urgency). Off: all are visited first.
        first_play: bool = true, 0..=1, step 1, "";
        /// That reduction.
        first_play_reduction: i32 = 20, -200..=200, step 5, "hundredths";
        /// Plies that a playout goes beyond the tree before it is evaluated: 0 for none, 1000 for the whole game.
        playout_plies: i32 = 0, 0..=1000, step 1, "plies";
        /// How moves of a playout are chosen: 0 at random, 1 epsilon-greedy, 2 the best of some random moves.
        playout_policy: i32 = 0, 0..=2, step 1, "";
        /// The share of random moves of the epsilon-greedy policy.
        playout_epsilon: i32 = 20, 0..=100, step 5, "per cent";
        /// How many random moves the best of which is played.
        playout_best_of: i32 = 4, 1..=64, step 1, "moves";
        /// The visits after which a node is given children (maturity threshold).
        maturity: i32 = 1, 1..=1000, step 1, "visits";
        /// By how much that threshold grows a ply.
        maturity_growth: i32 = 0, 0..=1000, step 10, "hundredths of a visit";
        /// Visits of its parent's value that each child begins with.
        virtual_visits: i32 = 0, 0..=100, step 1, "visits";
        /// Positions reached by different lines at the same depth: 0 for nodes of their own, 1 for shared children, 2
        /// for shared counts of the position too.
        transpositions: i32 = 0, 0..=2, step 1, "";
        /// The weight of the prior divided by the visits (progressive bias).
        progressive_bias: i32 = 0, 0..=1000, step 10, "hundredths";
        /// The weight of the mean result of the same move elsewhere divided by the visits (progressive history).
        history: i32 = 0, 0..=1000, step 10, "hundredths";
        /// The visits at which the results of the same move later in playouts (RAVE, all moves as first) weigh half.
        rave: i32 = 0, 0..=10000, step 50, "visits";
        /// How many children a node has to choose from at first (progressive widening).
        widening: i32 = 0, 0..=256, step 1, "moves";
        /// The power of the visits by which that number grows.
        widening_power: i32 = 50, 1..=100, step 5, "hundredths";
        /// The weight of the minimax value of the static evaluations below a child (implicit minimax backups).
        implicit_minimax: i32 = 0, 0..=100, step 5, "hundredths";
        /// How many of its children a much visited node chooses from, by their value when they were last looked at
        /// (children caching).
        cached_children: i32 = 0, 0..=8, step 1, "moves";
        /// The visits from which a node caches.
        cache_visits: i32 = 500, 10..=100000, step 100, "visits";
        /// The visits after which it looks at all its children again.
        cache_period: i32 = 100, 1..=10000, step 20, "visits";
        /// Proven results are backed up, and moves that they decide are not looked at again.
        solver: bool = true, 0..=1, step 1, "";
        /// Proven draws are backed up too: they bound the score (needs `Solver`).
        bounded_draws: bool = true, 0..=1, step 1, "";
        /// Moves that win at once are seen before anything is played (needs `Solver`).
        decisive: bool = true, 0..=1, step 1, "";
        /// Moves that let the other side win at once are seen when a node is given its children (needs `Solver`).
        anti_decisive: bool = false, 0..=1, step 1, "";
        /// Which move is played: 0 for the most visited (robust), 1 for that of the highest value (max), 2 for that
        /// of the highest lower confidence bound (secure).
        final_choice: i32 = 0, 0..=2, step 1, "";
        /// The width of that bound.
        secure_width: i32 = 100, 0..=1000, step 10, "hundredths";
        /// Visits that another thread counts against a node while it is below it (virtual loss).
        virtual_loss: i32 = 1, 0..=20, step 1, "visits";
        /// The tree of the last search is kept as far as the game went on in it.
        keep_tree: bool = true, 0..=1, step 1, "";
        /// How many turns the clock is to last where nothing says how many there are.
        time_turns: i32 = 25, 5..=60, step 1, "turns";
        /// After how much of a turn's share of the clock a search ends that is settled.
        time_soft: i32 = 60, 10..=200, step 5, "per cent";
        /// After how much of it any search ends.
        time_hard: i32 = 300, 50..=1000, step 20, "per cent";
        /// The playouts after which a search ends, whatever else it is given; 0 for no such limit.
        visits: i32 = 0, 0..=1000000000, step 100, "visits";
        /// Of all that is random.
        seed: i32 = 0, 0..=1000000, step 1, "";
    }
}

impl Params {
    /// How a clock is divided among turns.
    pub(crate) fn division(&self) -> Division {
        Division::new(self.time_turns, self.time_soft, self.time_hard)
    }

    /// A parameter in hundredths, as a number.
    pub(crate) fn part(hundredths: i32) -> f32 {
        hundredths as f32 / 100.0
    }
}
