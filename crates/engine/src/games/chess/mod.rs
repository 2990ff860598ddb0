//! Chess.

mod files;
mod gains;
mod presets;
mod syzygy;

use std::sync::Arc;
use std::time::Duration;

use game::perft::Finished;
use game::{Notation as _, ParseError};
use network::{Chosen, Network, NetworkEvaluator, NetworkParams};

use crate::chances::Chances;
use crate::definition::{EvalParams, GameDefinition, GameInfo, Variant};
use crate::layout::{BoardLayer, BoardLayout};
use crate::levels::{LevelLimits, LevelScale};
use crate::network_inputs::BuiltInNetwork;
use crate::recorded::{BookFiles, GameFiles};
use crate::tables::TypedTableFolders;

/// Hidden units of a network.
const WIDTH: usize = 32;

type Learned = NetworkEvaluator<chess::Position, chess::PiecesByKing, WIDTH, WIDTH>;

/// Chess as the engine knows it.
#[derive(Clone)]
pub(super) struct Chess;

impl search::Defaults for Chess {
    const SWITCHES: search::Switches = search::Switches {
        null_move_verification: true,
        razoring: true,
        late_move_pruning: true,
        delta_pruning: true,
        exchange_pruning: true,
        exchange_ordering: true,
        losing_pruning: true,
        quiescence_evasions: true,
        quiescence_checks: true,
        extend_all_checks: true,
        internal_reductions: false,
        table_early: true,
        quiescence_table: true,
        continuation: true,
        history_by_kind: true,
        improving: true,
        singular_extensions: true,
        negative_extensions: true,
        multi_cut: true,
        probcut: true,
        history_pruning: true,
        quiet_exchange_pruning: true,
        reduce_cut_nodes: true,
        capture_history: true,
        history_of_best: true,
        correction: true,
        table_score: true,
        ..search::Switches::START
    };
    const TUNABLES: search::Tunables = search::Tunables {
        // The rest after a pass is searched to depth - 3.
        null_move_reduction: 2,
        null_move_growth: 20,
        null_verification_depth: 8,
        lmr_slope: 55,
        // 300 points at depth 1, 500 at depth 2.
        futility_base: 100,
        futility_margin: 200,
        futility_depth: 2,
        razoring_margin: 200,
        razoring_depth: 2,
        quiescence_depth: 8,
        losing_depth: 6,
        ..search::Tunables::START
    };
}

impl GameDefinition for Chess {
    type Position = chess::Position;
    type Eval = Chosen<chess::Evaluation, Learned>;
    type Features = chess::PiecesByKing;
    // Found by SPSA, the plies by matches (docs/log/2026-11-mcts.md).
    const MCTS: mcts::Params = mcts::Params {
        exploration: 157,
        prior_decay: 78,
        value_scale: 405,
        leaf_plies: 8,
        first_play_reduction: -10,
        ..mcts::Params::START
    };
    const INFO: GameInfo = GameInfo {
        other_protocols: &["xboard"],
        bench_depth: 9,
        // From matches of the even levels, 60 games each, against Stockfish 15.1 at seven strengths from 1350 to 2300, bounded
        // by nodes; the odd levels are drawn between, those above the tenth by their nodes, and the first and the last by eye
        // (docs/strength.md).
        level_elo: &[
            800, 950, 1_120, 1_285, 1_490, 1_680, 1_735, 1_780, 1_865, 1_950, 2_005, 2_065, 2_105,
            2_150, 2_350,
        ],
        level_gains: gains::GAINS,
        // With four seconds it would be too far above the level below.
        full_strength_time: Duration::from_millis(300),
        chances: Some(Chances { even: 1.37, spread: 1.52 }),
        presets: &presets::SHALLOW_BLUE,
        finished: Finished::Unasked,
        protocol: "uci",
        variants: &[
            Variant { key: "standard", name: "Standard", deal: "" },
            Variant { key: "chess960", name: "Chess960", deal: "chess960" },
            Variant { key: "fromPosition", name: "From Position", deal: "" },
        ],
        ..GameInfo::new::<chess::Position>("Chess")
    };

    const NETWORK_WIDTH: usize = WIDTH;

    fn first_pieces() -> &'static [(char, &'static str)] {
        &[('P', "Pawn"), ('N', "Knight"), ('B', "Bishop"), ('R', "Rook"), ('Q', "Queen")]
    }

    fn set_network(params: &mut EvalParams<Self>, network: Option<Arc<Network>>) {
        let adds = network.as_ref().is_some_and(|network| network.adds);
        params.set_network(network.map(NetworkParams::new), adds);
    }

    fn network() -> Option<BuiltInNetwork> {
        Some(BuiltInNetwork {
            file: include_bytes!("../../../networks/chess.net"),
            recipe: include_str!("../../../networks/chess.recipe"),
        })
    }

    fn level_scale() -> LevelScale {
        let lowest = [
            LevelLimits::OWN_MOVE,
            // A few of its moves, and what could be taken at once.
            LevelLimits { nodes: Some(47), every_move: false, captures: 1, ..LevelLimits::ALL },
            LevelLimits { captures: 1, ..LevelLimits::plies(1) },
        ];
        let nodes =
            [185, 355, 600, 1_100, 2_100, 4_200, 8_400, 17_000, 36_500, 41_000, 130_000];
        LevelScale::new(lowest, nodes, false).with_network_from(13)
    }

    fn deal(spec: &str, seed: u64) -> Result<chess::Position, ParseError> {
        chess::Position::deal(spec, seed)
    }

    fn variant_of(start: &chess::Position) -> usize {
        // Castling is written king takes rook in Chess960, which programs must know.
        match (start.is_shuffled(), *start == chess::Position::start()) {
            (true, _) => 1,
            (false, true) => 0,
            (false, false) => 2,
        }
    }

    fn random_start(seed: u64) -> chess::Position {
        // Any count of plies: the table must not confuse them.
        let position = chess::Position::random_play(seed, (seed >> 40) as usize % 120);
        let clock = (seed >> 32) as u16 % chess::CLOCK_LIMIT;
        position.with_counts(clock, position.number())
    }

    fn boards() -> Vec<BoardLayout> {
        let pieces = [
            ("Pawn", "PawnSquare"),
            ("Knight", "KnightSquare"),
            ("Bishop", "BishopSquare"),
            ("Rook", "RookSquare"),
            ("Queen", "QueenSquare"),
            ("King", "KingSquare"),
        ];
        let phases = ["Middle game", "Endgame"].into_iter().enumerate();
        let board = |(title, table): (&str, &'static str), (index, phase)| {
            // Both wings are scored alike: from the edge to the centre.
            let layer = BoardLayer::new(table, 8, 8, |file, rank| {
                (rank * 4 + file.min(7 - file)) * 2 + index
            });
            let title = title.to_owned();
            BoardLayout { title, piece: "", phase, columns: 8, layers: vec![layer] }
        };
        phases.flat_map(|phase| pieces.map(|piece| board(piece, phase))).collect()
    }

    fn files() -> &'static dyn GameFiles {
        &files::PgnFiles
    }

    fn book() -> Option<&'static dyn BookFiles> {
        Some(&files::Books)
    }

    fn table_folders() -> Option<&'static dyn TypedTableFolders<chess::Position>> {
        Some(&syzygy::Syzygy)
    }
}
