//! Arimaa.

mod files;
mod gains;
mod presets;

use std::sync::Arc;
use std::time::Duration;

use game::{ParseError, Side, Turn};
use network::{Chosen, Network, NetworkEvaluator, NetworkParams};

use crate::definition::{EvalParams, GameDefinition, GameInfo, StartPart, TurnCounts};
use crate::layout::{BoardLayer, BoardLayout};
use crate::levels::{LevelLimits, LevelScale};
use crate::network_inputs::BuiltInNetwork;
use crate::recorded::GameFiles;

/// Hidden units of a network.
const WIDTH: usize = 32;

type Learned = NetworkEvaluator<arimaa::Position, arimaa::PiecesAndTraps, WIDTH, WIDTH>;

/// Arimaa as the engine knows it.
#[derive(Clone)]
pub(super) struct Arimaa;

impl search::Defaults for Arimaa {
    const SWITCHES: search::Switches =
        search::Switches {
            check_extension: false,
            quiescence: false,
            defences: true,
            forced_wins: true,
            late_move_pruning: true,
            reduce_cut_nodes: true,
            history_of_best: true,
            ..search::Switches::START
        };
    /// By self-play (docs/log/2026-11-tuning.md), but for the depths.
    const TUNABLES: search::Tunables = search::Tunables {
        quiescence_depth: 4,
        late_move_count: 1,
        late_move_depth: 6,
        late_move_growth: 12,
        aspiration_window: 59,
        lmr_base: 48,
        lmr_depth: 2,
        lmr_history: 5758,
        lmr_moves: 1,
        lmr_slope: 94,
        cut_node_reduction: 94,
        null_move_depth: 6,
        null_move_reduction: 5,
        reverse_futility_margin: 72,
        futility_base: 16,
        futility_margin: 99,
        danger: 738,
        ..search::Tunables::START
    };
}

impl GameDefinition for Arimaa {
    type Position = arimaa::Position;
    type Eval = Chosen<arimaa::Evaluation, Learned>;
    type Features = arimaa::PiecesAndTraps;
    // Found by SPSA (docs/log/2026-11-mcts.md).
    const MCTS: mcts::Params = mcts::Params {
        exploration: 180,
        prior_decay: 83,
        value_scale: 762,
        first_play_reduction: 34,
        ..mcts::Params::START
    };
    const INFO: GameInfo = GameInfo {
        bench_depth: 5,
        match_deal: "varied",
        level_gains: gains::GAINS,
        full_strength_time: Duration::from_millis(1_500),
        presets: &[presets::MATERIAL],
        protocol: "aei",
        ..GameInfo::new::<arimaa::Position>("Arimaa")
    };

    fn boards() -> Vec<BoardLayout> {
        let kinds = ["Rabbit", "Cat", "Dog", "Horse", "Camel", "Elephant"].into_iter().enumerate();
        let phases = [("Early", "EarlySquare"), ("Late", "LateSquare")];
        let board = |(kind, title): (usize, &str), (phase, table)| {
            // Both wings are scored alike: from the edge to the middle.
            let place = |file: usize, rank: usize| (kind * 8 + rank) * 4 + file.min(7 - file);
            let layers = vec![BoardLayer::new(table, 8, 8, place)];
            BoardLayout { title: title.to_owned(), piece: "", phase, columns: 8, layers }
        };
        phases.iter().flat_map(|&phase| kinds.clone().map(move |kind| board(kind, phase))).collect()
    }

    const NETWORK_WIDTH: usize = WIDTH;

    fn first_pieces() -> &'static [(char, &'static str)] {
        &[
            ('R', "Rabbit"),
            ('C', "Cat"),
            ('D', "Dog"),
            ('H', "Horse"),
            ('M', "Camel"),
            ('E', "Elephant"),
        ]
    }

    fn set_network(params: &mut EvalParams<Self>, network: Option<Arc<Network>>) {
        let adds = network.as_ref().is_some_and(|network| network.adds);
        params.set_network(network.map(NetworkParams::new), adds);
    }

    fn order_by_hand(params: &mut EvalParams<Self>) {
        params.hand_mut().order_set = 0;
    }

    fn network() -> Option<BuiltInNetwork> {
        Some(BuiltInNetwork {
            file: include_bytes!("../../../networks/arimaa.net"),
            recipe: include_str!("../../../networks/arimaa.recipe"),
        })
    }

    fn level_scale() -> LevelScale {
        let lowest = [LevelLimits::OWN_MOVE, LevelLimits::nodes(90), LevelLimits::nodes(210)];
        let nodes =
            [400, 720, 1_400, 3_900, 1_700, 4_000, 10_300, 25_000, 64_000, 175_000, 550_000];
        LevelScale::new(lowest, nodes, true).with_network_from(8)
    }

    fn files() -> &'static dyn GameFiles {
        &files::TurnLists
    }

    fn deal(spec: &str, seed: u64) -> Result<arimaa::Position, ParseError> {
        arimaa::Position::deal(spec, seed)
    }

    fn random_start(seed: u64) -> arimaa::Position {
        arimaa::Position::random_board(seed)
    }

    fn opening(position: &arimaa::Position, seed: u64) -> Option<Turn<arimaa::Position>> {
        position.book_setup(seed)
    }

    fn start_parts(start: &arimaa::Position) -> Vec<StartPart> {
        let sides = [(Side::First, "gold"), (Side::Second, "silver")];
        let part = |(side, place): (Side, _)| {
            let name = start.setup_name(side)?.to_owned();
            Some(StartPart { name, place })
        };
        sides.into_iter().filter_map(part).collect()
    }

    fn count_turns(position: &arimaa::Position) -> Option<TurnCounts> {
        let arimaa::TurnCounts { sequences, turns, digest_xor, .. } = position.count_turns();
        Some(TurnCounts { sequences, turns, digest_xor })
    }
}
