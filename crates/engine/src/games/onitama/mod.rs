//! Onitama.

mod gains;
mod litama;
mod presets;
mod tables;

use std::sync::Arc;

use game::{ParseError, Side};
use game::perft::Finished;
use network::{Chosen, Network, NetworkEvaluator, NetworkParams};

use crate::definition::{EvalParams, GameDefinition, GameInfo, StartPart};
use crate::layout::{BoardLayer, BoardLayout};
use crate::parameters::ParameterSet;
use crate::levels::{LevelLimits, LevelScale};
use crate::network_inputs::BuiltInNetwork;
use crate::tables::TypedTableBuilder;

/// Hidden units of a network.
const WIDTH: usize = 64;

/// Every move changes nearly all inputs: nothing is kept from one to the next.
type Learned = NetworkEvaluator<onitama::Position, onitama::PiecesAndCards, WIDTH, 0>;

/// Onitama as the engine knows it.
#[derive(Clone)]
pub(super) struct Onitama;

impl search::Defaults for Onitama {
    // Found by matches (docs/log/2026-11-onitama-search.md).
    const SWITCHES: search::Switches = search::Switches {
        late_move_pruning: true,
        improving: true,
        quiet_exchange_pruning: true,
        first_win: true,
        win_search: true,
        ..search::Switches::START
    };
    const TUNABLES: search::Tunables = search::Tunables {
        aspiration_window: 70,
        lmr_base: 34,
        lmr_slope: 52,
        lmr_history: 6459,
        null_move_growth: 28,
        reverse_futility_margin: 29,
        reverse_futility_depth: 6,
        futility_base: 43,
        futility_margin: 74,
        futility_depth: 1,
        late_move_depth: 6,
        late_move_count: 7,
        late_move_growth: 14,
        improving_reduction: 66,
        ..search::Tunables::START
    };
}

impl GameDefinition for Onitama {
    type Position = onitama::Position;
    type Eval = Chosen<onitama::Evaluation, Learned>;
    type Features = onitama::PiecesAndCards;
    // Found by SPSA, the plies by matches (docs/log/2026-11-mcts.md).
    const MCTS: mcts::Params = mcts::Params {
        exploration: 192,
        prior_decay: 104,
        value_scale: 445,
        leaf_plies: 4,
        first_play_reduction: -3,
        ..mcts::Params::START
    };
    const INFO: GameInfo = GameInfo {
        bench_depth: 13,
        match_deal: "",
        level_gains: gains::GAINS,
        presets: &[presets::BASELINE],
        finished: Finished::OneLeaf,
        protocol: "uoi",
        dialect: Some(&litama::Litama),
        ..GameInfo::new::<onitama::Position>("Onitama")
    };

    const NETWORK_WIDTH: usize = WIDTH;

    fn first_pieces() -> &'static [(char, &'static str)] {
        &[('r', "Student")]
    }

    fn set_network(params: &mut EvalParams<Self>, network: Option<Arc<Network>>) {
        let adds = network.as_ref().is_some_and(|network| network.adds);
        params.set_network(network.map(NetworkParams::new), adds);
    }

    fn network() -> Option<BuiltInNetwork> {
        Some(BuiltInNetwork {
            file: include_bytes!("../../../networks/onitama.net"),
            recipe: include_str!("../../../networks/onitama.recipe"),
        })
    }

    fn level_scale() -> LevelScale {
        let lowest = [
            LevelLimits::OWN_MOVE,
            LevelLimits { nodes: Some(11), every_move: false, captures: 0, ..LevelLimits::plies(1) },
            LevelLimits { every_move: false, ..LevelLimits::nodes(16) },
        ];
        let nodes = [29, 100, 235, 570, 1_500, 3_500, 9_000, 24_000, 82_000, 290_000, 500_000];
        LevelScale::new(lowest, nodes, false).with_network_from(14)
    }

    fn deal(spec: &str, seed: u64) -> Result<onitama::Position, ParseError> {
        onitama::Position::deal(spec, seed)
    }

    fn random_start(seed: u64) -> onitama::Position {
        onitama::Position::random_deal(&onitama::Deck::ALL, seed)
    }

    fn parameter_sets() -> Vec<ParameterSet> {
        let set = |card: onitama::Card| {
            let [by_card, by_phase] = onitama::EvalParams::places_of(card);
            let by_card = by_card.into_iter().map(|place| format!("ByCard[{place}]"));
            let by_phase = by_phase.into_iter().map(|place| format!("ByPhase[{place}]"));
            let parameters = by_card.chain(by_phase).collect();
            ParameterSet { name: card.name().to_owned(), parameters }
        };
        onitama::Card::all().map(set).collect()
    }

    fn boards() -> Vec<BoardLayout> {
        const PIECES: [&str; 2] = ["Student", "Master"];
        const PHASES: [&str; 2] = ["Opening", "Ending"];
        let mut boards = Vec::new();
        let mut add = |title: String, piece, phase, table, element: &dyn Fn(usize) -> usize| {
            let layer = BoardLayer::new(table, 5, 5, |file, rank| element(rank * 5 + file));
            boards.push(BoardLayout { title, piece, phase, columns: 5, layers: vec![layer] });
        };
        let plain = onitama::EvalParams::place_by_square;
        add("Every card".to_owned(), "", "", "BySquare", &plain);
        for (kind, piece) in PIECES.into_iter().enumerate() {
            add("Every card".to_owned(), piece, "", "ByPiece", &|square| kind * 15 + plain(square));
        }
        for card in onitama::Card::all() {
            for (kind, piece) in PIECES.into_iter().enumerate() {
                let place = |square| onitama::EvalParams::place_by_card(card, square) * 2 + kind;
                add(card.title(), piece, "", "ByCard", &place);
                for (phase, name) in PHASES.into_iter().enumerate() {
                    add(card.title(), piece, name, "ByPhase", &|square| place(square) * 2 + phase);
                }
            }
        }
        boards
    }

    fn start_parts(start: &onitama::Position) -> Vec<StartPart> {
        let [own, other] = Side::BOTH.map(|side| start.hand(side));
        let places = [("first", own.as_slice()), ("second", &other), ("aside", &[start.spare()])];
        let part = |place, card: &onitama::Card| StartPart { name: card.name().to_owned(), place };
        places.iter().flat_map(|(place, cards)| cards.iter().map(|card| part(place, card))).collect()
    }

    fn table_builder() -> Option<&'static dyn TypedTableBuilder<onitama::Position>> {
        Some(&tables::Builder)
    }
}
