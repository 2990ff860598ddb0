//! Ataxx.

mod gains;
mod presets;

use std::sync::Arc;
use std::time::Duration;

use game::ParseError;
use network::{Chosen, Network, NetworkEvaluator, NetworkParams};

use crate::definition::{EvalParams, GameDefinition, GameInfo};
use crate::layout::{BoardLayer, BoardLayout};
use crate::levels::{LevelLimits, LevelScale};
use crate::network_inputs::BuiltInNetwork;

/// Hidden units of a network.
const WIDTH: usize = 128;

type Learned = NetworkEvaluator<ataxx::Position, ataxx::Blocks, WIDTH, 0>;

/// Ataxx as the engine knows it.
#[derive(Clone)]
pub(super) struct Ataxx;

impl search::Defaults for Ataxx {
    const SWITCHES: search::Switches = search::Switches {
        one_reply_extension: true,
        reduce_tactical: true,
        continuation: true,
        capture_history: true,
        reduce_cut_nodes: true,
        correction: true,
        gain_pruning: true,
        ..search::Switches::START
    };
    const TUNABLES: search::Tunables = search::Tunables {
        quiescence_depth: 2,
        quiescence_value: 1,
        aspiration_window: 42,
        lmr_base: 14,
        lmr_slope: 90,
        lmr_history: 10_000,
        lmr_moves: 2,
        cut_node_reduction: 142,
        internal_reduction_depth: 4,
        null_move_reduction: 4,
        null_move_growth: 1,
        reverse_futility_margin: 43,
        reverse_futility_depth: 7,
        futility_base: 61,
        futility_margin: 68,
        futility_depth: 6,
        gain_pruning_depth: 32,
        gain_pruning_moves: 10,
        capture_history_scale: 31,
        correction_weight: 41,
        random_pieces: 40,
        ..search::Tunables::START
    };
}

impl GameDefinition for Ataxx {
    type Position = ataxx::Position;
    type Eval = Chosen<ataxx::Evaluation, Learned>;
    type Features = ataxx::Blocks;
    // Found by SPSA (docs/log/2026-11-mcts.md).
    const MCTS: mcts::Params = mcts::Params {
        exploration: 221,
        prior_decay: 68,
        value_scale: 413,
        first_play_reduction: 12,
        ..mcts::Params::START
    };
    const INFO: GameInfo = GameInfo {
        bench_depth: 9,
        match_deal: "walls",
        training_deals: &["open", "walls"],
        level_gains: gains::GAINS,
        full_strength_time: Duration::from_secs(2),
        presets: &[presets::STONES],
        protocol: "uai",
        ..GameInfo::new::<ataxx::Position>("Ataxx")
    };

    const NETWORK_WIDTH: usize = WIDTH;

    fn first_pieces() -> &'static [(char, &'static str)] {
        &[('x', "Stone")]
    }

    fn set_network(params: &mut EvalParams<Self>, network: Option<Arc<Network>>) {
        let adds = network.as_ref().is_some_and(|network| network.adds);
        params.set_network(network.map(NetworkParams::new), adds);
    }

    fn network() -> Option<BuiltInNetwork> {
        Some(BuiltInNetwork {
            file: include_bytes!("../../../networks/ataxx.net"),
            recipe: include_str!("../../../networks/ataxx.recipe"),
        })
    }

    fn level_scale() -> LevelScale {
        let nodes = [
            100, 225, 470, 970, 1_900, 1_000, 1_870, 3_750, 8_300, 18_500, 47_000, 160_000, 700_000,
        ];
        LevelScale::new([LevelLimits::OWN_MOVE], nodes, true).with_network_from(7)
    }

    fn deal(spec: &str, seed: u64) -> Result<ataxx::Position, ParseError> {
        ataxx::Position::deal(spec, seed)
    }

    fn boards() -> Vec<BoardLayout> {
        let board = |phase, table| {
            let layer = BoardLayer::new(table, 7, 7, ataxx::EvalParams::place_by_square);
            BoardLayout { title: String::new(), piece: "", phase, columns: 7, layers: vec![layer] }
        };
        vec![board("Opening", "BySquare"), board("Ending", "BySquareLate")]
    }

    fn random_start(seed: u64) -> ataxx::Position {
        // Any count of plies without a clone: the table must not confuse them.
        ataxx::Position::random_walls(seed).with_clock((seed >> 32) as u16 % ataxx::CLOCK_LIMIT)
    }
}
