//! Networks as evaluations, in every game that has any.

use std::sync::Arc;

use game::zobrist::mix;
use game::{Evaluator as _, Features as _, MoveList, Notation as _, Position as _};
use network::Network;

use crate::definition::{EvalParams, GameDefinition};
use crate::{EngineConfig, NetworkInputs, kind, kinds};

/// A network of random weights, as large as a game takes, or with fewer hidden units.
fn random(game: &str, inputs: &NetworkInputs, width: usize) -> Network {
    let mut network = Network::zero(game, inputs.shape(width), 300);
    let mut drawn = 0;
    let mut number = |most: i64| {
        drawn += 1;
        (mix(drawn) >> 20) as i64 % (2 * most + 1) - most
    };
    network.first.iter_mut().for_each(|weight| *weight = number(60) as i16);
    network.first_bias.iter_mut().for_each(|weight| *weight = number(200) as i16);
    network.output.iter_mut().for_each(|weight| *weight = number(127) as i8);
    network.output_bias.iter_mut().for_each(|weight| *weight = number(5_000) as i32);
    network
}

/// The score of a position in the plainest way.
fn plain<W: GameDefinition>(network: &Network, position: &W::Position) -> i32 {
    let mut found = [Vec::new(), Vec::new()];
    game::inputs_on::<_, W::Features>(position, 0, &mut found);
    let (width, bucket) = (network.shape.width, W::Features::bucket(position));
    let mut total = 0_i64;
    for (view, inputs) in found.iter().enumerate() {
        for unit in 0..width {
            let weight = |&input: &u32| i64::from(network.first[input as usize * width + unit]);
            let sum = i64::from(network.first_bias[unit]) + inputs.iter().map(weight).sum::<i64>();
            let active = sum.clamp(0, 255);
            let output = network.output[(2 * bucket + view) * width + unit];
            total += active * active * i64::from(output);
        }
    }
    let output = total / 255 + i64::from(network.output_bias[bucket]);
    (output * i64::from(network.points) / (255 * 64)) as i32
}

fn check<W: GameDefinition>() {
    let inputs = crate::networks::inputs::<W>().unwrap();
    for (width, views) in [(inputs.width, 2), (inputs.width / 2 + 3, 2), (inputs.width, 1)] {
        let mut network = random(W::Position::GAME, &inputs, width);
        if views == 1 {
            network.output.chunks_exact_mut(width).skip(1).step_by(2).for_each(|view| view.fill(0));
        }
        let network = Arc::new(network);
        let mut params = EvalParams::<W>::default();
        W::set_network(&mut params, Some(network.clone()));
        for seed in 0..6 {
            let mut position = W::random_start(seed);
            let evaluator = W::Eval::new(&params, &position);
            for ply in 0..60 {
                assert_eq!(evaluator.evaluate_fresh(&position), plain::<W>(&network, &position));
                game::laws::evaluation_is_incremental(&evaluator, &position);
                let mut moves = MoveList::new();
                if !position.is_over() {
                    position.legal_moves(&mut moves);
                }
                if moves.is_empty() {
                    break;
                }
                position = position.make(moves[(mix(seed * 64 + ply) >> 8) as usize % moves.len()]);
            }
        }
    }
}

#[test]
fn a_score_is_the_plain_sum_kept_from_move_to_move_or_not() {
    check::<super::ataxx::Ataxx>();
    check::<super::onitama::Onitama>();
    check::<super::arimaa::Arimaa>();
    check::<super::chess::Chess>();
}

#[test]
fn a_network_of_another_game_or_shape_is_refused_in_words() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("some.net");
    let refused = |game: &str, network: &Network| {
        std::fs::write(&path, network.encode()).unwrap();
        let mut engine = kind(game).unwrap().new_engine(&EngineConfig::default()).unwrap();
        let set = engine.set_option("EvalFile", path.to_str().unwrap());
        set.unwrap_err().to_string().split_once("cannot be read: ").unwrap().1.to_owned()
    };
    let ataxx = kind("ataxx").unwrap().knowledge().network_inputs().unwrap();
    let network = random("ataxx", &ataxx, 8);
    assert_eq!(refused("onitama", &network), "it is a network for ataxx");
    let mut other = network.clone();
    other.shape.features = "ataxx-squares-9".to_owned();
    let message = "its inputs are 'ataxx-squares-9', and this program has 'ataxx-blocks-1'";
    assert_eq!(refused("ataxx", &other), message);
    let wide = random("ataxx", &ataxx, ataxx.width + 1);
    assert!(refused("ataxx", &wide).starts_with("its shape is 9216 inputs, 129 hidden units"));
    std::fs::write(&path, &network.encode()[..100]).unwrap();
    let mut engine = kind("ataxx").unwrap().new_engine(&EngineConfig::default()).unwrap();
    let cut = engine.set_option("EvalFile", path.to_str().unwrap()).unwrap_err().to_string();
    assert!(cut.contains("damaged"), "{cut}");
    assert_eq!(engine.set_option("EvalFile", ""), Ok(()));
}

#[test]
fn every_network_of_the_program_can_be_read() {
    for kind in kinds() {
        let engine = kind.new_engine(&EngineConfig::default()).unwrap();
        let named = |name| engine.options().iter().any(|option| option.name == name);
        assert_eq!(
            named("EvalFile"),
            kind.knowledge().network_inputs().is_some(),
            "{}",
            kind.name()
        );
        assert_eq!(
            named("Evaluation"),
            ["arimaa", "ataxx", "chess", "onitama"].contains(&kind.name())
        );
        let judged = kind.knowledge().evaluation(None).unwrap().network;
        assert_eq!(judged.is_some(), named("Evaluation"), "{}: it cannot be read", kind.name());
    }
}
