use super::*;
use crate::linear::expected;
use crate::random_games::random_game;
use engine::GameKind;

fn kind() -> &'static dyn GameKind {
    engine::kind("ataxx").unwrap()
}

/// The positions of random games with the scores of the hand-made evaluation, and results to match.
fn samples(seeds: std::ops::Range<u64>) -> Samples {
    let kind = kind();
    let mut samples = Samples::new(kind);
    for seed in seeds {
        let (start, moves) = random_game(kind, None, seed, 40);
        samples.positions.add_all(&start, &moves, &|_| 0, &mut |_, _| true).unwrap();
    }
    let values: Vec<i32> = samples.positions.params().iter().map(|info| info.start).collect();
    let scores = samples.positions.evaluate(&values, 0..samples.positions.len());
    samples.scores = scores.iter().map(|&score| score as i16).collect();
    samples.results =
        scores.iter().map(|&score| Some(expected(score.into(), 300.0).round() as f32)).collect();
    samples
}

fn training(samples: &Samples, adds: bool) -> Training {
    training_of(8, samples, adds)
}

fn training_of(width: usize, samples: &Samples, adds: bool) -> Training {
    training_with(samples, width, 2, adds)
}

fn training_with(samples: &Samples, width: usize, views: usize, adds: bool) -> Training {
    let schedule = Schedule {
        epochs: 6,
        patience: None,
        batch: 100,
        rate: 0.01,
        decay: 0.01,
        epsilon: 0.0,
        blend: 0.8,
        lambda: 1.0,
        views,
        adds,
        points: None,
        seed: 3,
    };
    Training::new(schedule, kind().knowledge().network_inputs().unwrap().shape(width), samples)
}

/// Learns for so many epochs, or to the end.
fn learn(training: &mut Training, both: [&Samples; 2], epochs: usize, threads: usize) {
    let bases = both.map(|samples| training.bases(samples));
    let with_bases = [(both[0], &bases[0][..]), (both[1], &bases[1][..])];
    for _ in 0..epochs {
        training.epoch(with_bases, 8, threads, &mut |_| true).unwrap();
    }
}

#[test]
fn a_network_learns_what_holds_for_games_that_it_has_not_seen() {
    let (learned, held) = (samples(0..80), samples(80..90));
    let mut training = training(&learned, false);
    let before = training.error((&held, &[]), 2).0;
    learn(&mut training, [&learned, &held], 6, 2);
    let after = training.epochs().last().unwrap().held_error;
    assert!(after < before / 1.8, "{before} before, {after} after");
    assert!(training.is_complete());
    // Its file, read again, has the same weights.
    let network = training.network("ataxx", None, "test".to_owned());
    assert_eq!(Network::decode(&network.encode()), Ok(network));
}

#[test]
fn what_is_added_to_an_evaluation_that_is_right_stays_small() {
    let (learned, held) = (samples(0..40), samples(40..44));
    let mut training = training(&learned, true);
    learn(&mut training, [&learned, &held], 2, 2);
    let Epoch { held_error, .. } = training.epochs()[1];
    assert!(held_error < 0.02, "{held_error}");
    assert!(training.network("ataxx", None, String::new()).adds);
}

#[test]
fn a_network_is_that_of_the_seed_whatever_the_threads_and_wherever_it_was_stopped() {
    let (learned, held) = (samples(0..20), samples(20..22));
    let both = [&learned, &held];
    let mut whole = training(&learned, false);
    learn(&mut whole, both, 6, 1);
    let mut first = training(&learned, false);
    learn(&mut first, both, 2, 3);
    let note = TrainingNote { learned: vec![(2, vec![3, -4])], ..TrainingNote::default() };
    let saved = first.checkpoint(7, &note);
    let mut second = training(&learned, false);
    assert_eq!(second.resume(&saved, 7), Ok(note));
    learn(&mut second, both, 4, 2);
    assert_eq!(second.epochs(), whole.epochs());
    assert_eq!(
        second.network("ataxx", None, String::new()),
        whole.network("ataxx", None, String::new())
    );
    // One that is stopped within an epoch has not learned from it.
    let bases = [(&learned, &[][..]), (&held, &[][..])];
    let mut third = training(&learned, false);
    assert_eq!(third.epoch(bases, 8, 2, &mut |share| share < 0.5), None);
    assert!(third.epochs().is_empty());
}

#[test]
fn a_training_stops_where_what_it_learns_no_longer_holds() {
    // Results by chance of a few games can only be learned by heart.
    let [mut learned, mut held] = [samples(0..6), samples(40..50)];
    for samples in [&mut learned, &mut held] {
        let chance = |number| Some((mix(9, number as u64) & 1) as f32);
        samples.results = (0..samples.len()).map(chance).collect();
    }
    let schedule = |patience| {
        let schedule = training(&learned, false).schedule;
        Schedule { epochs: 60, patience, rate: 0.05, blend: 0.0, points: Some(300), ..schedule }
    };
    let shape = kind().knowledge().network_inputs().unwrap().shape(8);
    let mut patient = Training::new(schedule(Some(3)), shape.clone(), &learned);
    while !patient.is_complete() {
        learn(&mut patient, [&learned, &held], 1, 2);
    }
    let (done, chosen) = (patient.epochs().len(), *patient.chosen().unwrap());
    assert!(done < 60 && chosen.epoch == done - 3, "{chosen:?} of {done}");
    assert!(patient.epochs().iter().all(|epoch| epoch.held_error >= chosen.held_error));
    // Without, it goes on, and takes the last.
    let mut whole = Training::new(schedule(None), shape, &learned);
    learn(&mut whole, [&learned, &held], done, 2);
    assert!(!whole.is_complete());
    assert_eq!(whole.chosen(), whole.epochs().last());
}

#[test]
fn a_training_goes_on_with_its_own_settings_and_data_alone() {
    let learned = samples(0..4);
    let saved = training(&learned, false).checkpoint(7, &TrainingNote::default());
    let resumed = |bytes: &[u8], data| training(&learned, false).resume(bytes, data);
    assert_eq!(resumed(&saved, 7), Ok(TrainingNote::default()));
    assert_eq!(resumed(&saved, 8), Err(CheckpointError::Other));
    assert_eq!(training(&learned, true).resume(&saved, 7), Err(CheckpointError::Other));
    for at in (0..saved.len()).step_by(977) {
        let mut damaged = saved.clone();
        damaged[at] ^= 1;
        assert_eq!(resumed(&damaged, 7), Err(CheckpointError::Damaged), "byte {at}");
        assert_eq!(resumed(&saved[..at], 7), Err(CheckpointError::Damaged), "cut at {at}");
    }
}

#[test]
fn a_training_begins_where_a_network_stands() {
    let (learned, held) = (samples(0..40), samples(40..44));
    let both = [&learned, &held];
    for adds in [false, true] {
        let mut first = training(&learned, adds);
        learn(&mut first, both, 6, 2);
        // Written with other points, one that is not added to any says the same of the same positions.
        let others: &[Option<i32>] = if adds { &[None] } else { &[None, Some(150)] };
        for &points in others {
            let network = first.network("ataxx", points, String::new());
            let mut second = training(&learned, adds);
            second.begin_with(&network).unwrap();
            let bases = second.bases(&held);
            let error = second.error((&held, &bases), 2).0;
            let wanted = first.epochs()[5].held_error;
            assert!((error - wanted).abs() < 1e-3, "{error} and {wanted}");
        }
    }
    let stands = training(&learned, false).network("ataxx", None, String::new());
    let adds = training(&learned, true).network("ataxx", None, String::new());
    assert_eq!(training(&learned, true).begin_with(&stands), Err(StartError::Stands));
    assert_eq!(training(&learned, false).begin_with(&adds), Err(StartError::Adds));
    let wider = Shape { width: 16, ..stands.shape.clone() };
    let wider = Network::zero("ataxx", wider, 300);
    assert_eq!(training(&learned, false).begin_with(&wider), Err(StartError::Shape));
}

#[test]
fn with_one_view_the_outputs_for_the_other_stay_zero_and_the_network_learns() {
    let (learned, held) = (samples(0..80), samples(80..90));
    let mut both = training(&learned, false);
    learn(&mut both, [&learned, &held], 2, 2);
    // From random weights, and from those of a network with two views.
    for begun in [None, Some(both.network("ataxx", None, String::new()))] {
        let mut training = training_with(&learned, 8, 1, false);
        if let Some(network) = &begun {
            training.begin_with(network).unwrap();
        }
        let before = training.error((&held, &[]), 2).0;
        learn(&mut training, [&learned, &held], 6, 2);
        let after = training.epochs().last().unwrap().held_error;
        assert!(after < before / 1.5, "{before} before, {after} after");
        let network = training.network("ataxx", None, String::new());
        for (number, view) in network.output.chunks_exact(8).enumerate() {
            assert_eq!(view.iter().any(|&weight| weight != 0), number % 2 == 0, "{number}");
        }
    }
}

#[test]
fn with_an_epsilon_inputs_that_are_seldom_on_move_by_less() {
    let (learned, held) = (samples(0..80), samples(80..90));
    let mut on = vec![0_u32; kind().knowledge().network_inputs().unwrap().shape(8).inputs];
    for number in 0..learned.len() {
        for turned in 0..8 {
            let mut inputs = [Vec::new(), Vec::new()];
            learned.positions.inputs(number, turned, &mut inputs);
            inputs.iter().flatten().for_each(|&input| on[input as usize] += 1);
        }
    }
    // How far the weights of inputs that are seldom on moved, as a share of that of others, and the error at the end.
    let moved = |epsilon| {
        let like = training(&learned, false);
        let schedule = Schedule { epsilon, decay: 0.0, ..like.schedule };
        let mut training = Training::new(schedule, like.model.shape, &learned);
        let start = training.model.weights.clone();
        learn(&mut training, [&learned, &held], 6, 2);
        let rows = start.chunks_exact(8).zip(training.model.weights.chunks_exact(8)).zip(&on);
        let mean = |wanted: &dyn Fn(u32) -> bool| {
            let of = rows.clone().filter(|(_, on)| wanted(**on));
            let far = of.flat_map(|((a, b), _)| a.iter().zip(b).map(|(a, b)| (a - b).abs()));
            let (sum, count) = far.fold((0.0, 0.0), |(sum, count), far| (sum + far, count + 1.0));
            sum / count
        };
        let share = mean(&|on| (1..=16).contains(&on)) / mean(&|on| on > 2_000);
        (share, training.epochs()[5].held_error)
    };
    let (without, with) = (moved(0.0), moved(1.0));
    assert!(with.0 < 0.5 * without.0, "{with:?} and {without:?}");
    assert!(with.1 < 1.2 * without.1, "{with:?} and {without:?}");
}

#[test]
fn a_network_is_widened_without_a_change_of_its_scores_and_all_its_units_learn() {
    let (learned, held) = (samples(0..40), samples(40..44));
    let mut narrow = training_of(8, &learned, false);
    learn(&mut narrow, [&learned, &held], 2, 2);
    let network = narrow.network("ataxx", None, String::new());
    let error = |training: &Training| training.error((&held, &[]), 2).0;
    let mut same = training_of(8, &learned, false);
    same.begin_with(&network).unwrap();
    let mut wide = training_of(12, &learned, false);
    wide.begin_with(&network).unwrap();
    let begun = error(&wide);
    assert!((begun - error(&same)).abs() < 1e-9, "{begun} and {}", error(&same));
    learn(&mut wide, [&learned, &held], 6, 2);
    assert!(error(&wide) < begun, "{} and {begun}", error(&wide));
    let wide = wide.network("ataxx", None, String::new());
    for unit in 0..12 {
        assert!(wide.output.chunks_exact(12).any(|row| row[unit] != 0), "unit {unit}");
    }
}
