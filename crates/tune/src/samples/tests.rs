//! Tests of samples and of the problem of an evaluation that predicts them.

use super::*;
use crate::data::{Recipe, UNKNOWN};
use crate::random_games::random_game;

/// The quiet positions of random games, without scores and results.
fn samples(kind: &'static dyn GameKind, seeds: Range<u64>) -> Samples {
    let mut samples = Samples::new(kind);
    for seed in seeds {
        let (start, moves) = random_game(kind, None, seed, 60);
        let added =
            samples.positions.add_quiet(&start, &moves, &|_| 0, &mut |_, _| true).unwrap().len();
        samples.scores.extend(std::iter::repeat_n(0, added));
        samples.results.extend(std::iter::repeat_n(Some(0.5), added));
    }
    samples
}

fn numbers_named(kind: &dyn GameKind, names: &[&str]) -> Vec<Parameter> {
    let all = kind.knowledge().parameters();
    let named =
        |name: &&str| Parameter::from(&all.iter().find(|p| p.info.name == *name).unwrap().info);
    names.iter().map(named).collect()
}

#[test]
fn the_scale_is_that_of_the_results() {
    let kind = engine::kind("ataxx").unwrap();
    let mut learned = samples(kind, 0..40);
    let start: Vec<i32> = learned.positions.params().iter().map(|info| info.start).collect();
    let scores = learned.positions.evaluate(&start, 0..learned.len());
    learned.results =
        scores.iter().map(|&score| Some(expected(score.into(), 300.0) as f32)).collect();
    // The search's, as of another evaluation, have a scale of their own.
    learned.scores = scores.iter().map(|&score| (2 * score) as i16).collect();
    let held = samples(kind, 40..42);
    let found =
        Prediction::new(numbers_named(kind, &["Stone"]), None, [learned, held], 1.0, 2).unwrap();
    assert!((290.0..310.0).contains(&found.scale()), "{}", found.scale());
    assert!((580.0..620.0).contains(&found.search_scale()), "{}", found.search_scale());
    let [error, _] = found.errors(&[found.parameters()[0].start]);
    assert!(error < 1e-5, "{error}");
}

/// Four random turns of Ataxx, with the scores that a search had of them.
fn game(number: u64, scores: [Option<Score>; 4], half_points: u8) -> StoredGame {
    let kind = engine::kind("ataxx").unwrap();
    let (start, moves) = random_game(kind, None, number, 4);
    let scores = scores.map(|score| score.map_or(UNKNOWN, |score| score.raw() as i16)).to_vec();
    let recipe = Recipe {
        game: "ataxx".to_owned(),
        program: String::new(),
        engine: String::new(),
        seed: 0,
        deals: Vec::new(),
        random_plies: [0; 2],
        random_turns: 0,
        exploration: None,
    };
    let (recipe, group, visits) = (recipe.into(), String::new(), Vec::new());
    StoredGame { recipe, number, group, start, moves, scores, visits, half_points }
}

#[test]
fn positions_that_are_proven_lost_are_learned_from_where_that_is_asked_for() {
    // Of the side to move: x, o, x, o.
    let scores = [Score::points(20), Score::loss_in(6), Score::win_in(5), Score::points(-40)];
    let game = game(3, scores.map(Some), 2);
    let learned = |which| {
        let mut samples = Samples::new(engine::kind("ataxx").unwrap());
        samples.add(&game, 0, which, &mut HashSet::new()).unwrap();
        samples
    };
    assert_eq!(learned(Which::All).scores, [20, 40]);
    let lost = learned(Which::AllAndLost);
    assert_eq!(lost.scores, [20, PROVEN, 40], "from the first side's view");
    assert!(lost.target(1, 1.0, 500.0) > 0.999);
    assert_eq!(learned(Which::Repeated).scores, [20, PROVEN, PROVEN, 40]);
}

#[test]
fn scores_of_later_turns_stand_in_for_the_result_of_their_game() {
    let kind = engine::kind("ataxx").unwrap();
    let mut samples = Samples::new(kind);
    for (seed, half_points) in [(3, 2), (4, 1)] {
        // Of the side to move: x, o, x, o. The last two are not learned from.
        let [even, ahead, won] = [Score::ZERO, Score::points(300), Score::win_in(3)];
        let game = game(seed, [Some(even), Some(ahead), None, Some(won)], half_points);
        samples.add(&game, 0, Which::All, &mut HashSet::new()).unwrap();
    }
    assert_eq!(samples.results, [Some(1.0), Some(1.0), Some(0.5), Some(0.5)]);
    samples.look_ahead(1.0, 300.0);
    assert_eq!(samples.results, [Some(1.0), Some(1.0), Some(0.5), Some(0.5)]);
    samples.look_ahead(0.5, 300.0);
    // The last position is won by o: 0. Before the reply of x nothing was thought.
    let behind = expected(-300.0, 300.0);
    let wanted = [0.5 * behind + 0.25, 0.5, 0.5 * behind + 0.125, 0.25];
    for (found, wanted) in samples.results.iter().zip(wanted) {
        assert!((f64::from(found.unwrap()) - wanted).abs() < 1e-6, "{found:?} and {wanted}");
    }
}

#[test]
fn the_error_bar_takes_the_positions_of_a_game_together() {
    let kind = engine::kind("ataxx").unwrap();
    let of = |numbers: Range<u64>| {
        let mut samples = Samples::new(kind);
        for number in numbers {
            let game = game(number, [Some(Score::ZERO); 4], (number % 3) as u8);
            samples.add(&game, 0, Which::All, &mut HashSet::new()).unwrap();
        }
        samples
    };
    let held = of(10..15);
    assert_eq!(held.by_game(&[1.0; 20]), [OfGame { sum: 4.0, count: 4 }; 5]);
    let found =
        Prediction::new(numbers_named(kind, &["Stone"]), None, [of(0..9), held], 0.5, 2).unwrap();
    let start = found.parameters()[0].start;
    let bar = found.error_bar(&[start], &[start + 60]);
    assert!(bar > Some(0.0) && found.error_bar(&[start], &[start]) == Some(0.0));
    assert_eq!(found.error_bar(&[start + 60], &[start]), bar);
}

#[test]
fn slopes_say_where_an_evaluation_is_linear() {
    let kind = engine::kind("ataxx").unwrap();
    let parameters = numbers_named(kind, &["Stone", "BySquare[0]", "Hole[1]", "Tempo[0]"]);
    let both = [samples(kind, 0..20), samples(kind, 20..22)];
    let linear = Prediction::new(parameters, None, both, 0.5, 2).unwrap();
    let values: Vec<i32> = linear.parameters().iter().map(|parameter| parameter.start).collect();
    let slopes = linear.slopes(&values).unwrap();
    assert!(slopes.is_linear(), "{}", slopes.bend);
    let stones = &slopes.parts[0].columns[0];
    assert!(
        !stones.samples.is_empty()
            && stones.slopes.iter().all(|slope| (slope - slope.round()).abs() < 0.1)
    );
    // HarLog's measure of material is not.
    let kind = engine::kind("arimaa").unwrap();
    let parameters = numbers_named(kind, &["HarlogQ", "HarlogG", "Material"]);
    let both = [samples(kind, 0..6), samples(kind, 6..8)];
    let bent = Prediction::new(parameters, None, both, 0.5, 2).unwrap();
    let values: Vec<i32> = bent.parameters().iter().map(|parameter| 2 * parameter.start).collect();
    assert!(bent.slopes(&values).unwrap().bend > linear.slopes(&[200, 60, 30, 320]).unwrap().bend);
}

#[test]
fn what_cannot_be_tuned_is_refused() {
    let kind = engine::kind("ataxx").unwrap();
    let both = || [samples(kind, 0..2), samples(kind, 2..4)];
    let stone = || numbers_named(kind, &["Stone"]);
    assert!(matches!(Prediction::new(stone(), None, both(), 1.5, 1), Err(SamplesError::Blend)));
    let none = [Samples::new(kind), Samples::new(kind)];
    assert!(matches!(Prediction::new(stone(), None, none, 0.5, 1), Err(SamplesError::NoPositions)));
    let search = numbers_named(kind, &["LmrSlope"]);
    assert!(matches!(
        Prediction::new(search, None, both(), 0.5, 1),
        Err(SamplesError::NoEvaluation(_))
    ));
}

#[test]
fn parameters_moved_at_once_find_the_slopes_of_each() {
    for kind in engine::kinds().iter().copied() {
        let of_evaluation = |found: &engine::Parameter| {
            found.family == engine::Family::Evaluation
                && found.is_quantity()
                && !found.is_of_order()
        };
        let all = kind.knowledge().parameters().into_iter();
        let found = all.filter(of_evaluation).map(|found| Parameter::from(&found.info)).collect();
        let both = [samples(kind, 0..3), samples(kind, 3..4)];
        let problem = Prediction::new(found, None, both, 0.5, 2).unwrap();
        let values: Vec<i32> = problem.parameters().iter().map(|p| p.start).collect();
        let slopes = problem.slopes(&values).unwrap();
        let count = problem.learned.len();
        let score = |values: &[i32], some: &[u16]| problem.scores(values, 0, some);
        let scores = score(&values, &numbers(count));
        let told: Measuring = Box::new(|_| true);
        let each = problem.parameters().len();
        let one_by_one = measured(&parts(count), 1, (&told, each), &|_, watch| {
            let (parameters, values, scores) = (&problem.parameters[..], &values[..], &scores[..]);
            Differences { parameters, values, scores, score: &score, run: 1 }.columns(watch)
        });
        let one_by_one = one_by_one.unwrap().remove(0);
        let at_once = &slopes.parts[0].columns;
        assert_eq!(at_once.len(), one_by_one.len());
        // Left out is where what several of them add is rounded to nothing, both ways.
        let (mut all, mut left_out) = (0, 0);
        for (at, (found, wanted)) in at_once.iter().zip(&one_by_one).enumerate() {
            let mut found = found.samples.iter().zip(&found.slopes).peekable();
            for slope in wanted.samples.iter().zip(&wanted.slopes) {
                all += 1;
                left_out += usize::from(found.next_if_eq(&slope).is_none());
            }
            let name = &problem.parameters()[at].name;
            assert_eq!(found.next(), None, "{}: {name}", kind.name());
        }
        assert!(all > 1_000 && left_out * 1_000 < all, "{}: {left_out} of {all}", kind.name());
    }
}

#[test]
fn measuring_is_told_of_and_ends_when_asked_to() {
    let kind = engine::kind("ataxx").unwrap();
    let problem = |measuring: Measuring| {
        let both = [samples(kind, 0..4), samples(kind, 4..5)];
        Prediction::new(numbers_named(kind, &["Stone", "Tempo[0]"]), None, both, 0.5, 1)
            .unwrap()
            .told(measuring)
    };
    let shares = std::sync::Arc::new(std::sync::Mutex::new(Vec::new()));
    let told = shares.clone();
    let whole = problem(Box::new(move |share| {
        told.lock().unwrap().push(share);
        true
    }));
    let values: Vec<i32> = whole.parameters().iter().map(|p| p.start).collect();
    assert!(whole.slopes(&values).is_ok());
    assert_eq!(*shares.lock().unwrap(), [1.0]);
    let stopped = problem(Box::new(|_| false)).slopes(&values);
    assert!(matches!(stopped, Err(Halt::Stopped)));
}

#[test]
fn positions_of_several_deals_are_evaluated_each_by_its_own() {
    for kind in engine::kinds().iter().copied() {
        let mut all = kind.knowledge().position_set();
        for seed in 0..6 {
            let start = kind.starts().deal(kind.info().match_deal, seed).unwrap();
            let (start, moves) = random_game(kind, Some(&start), seed, 30);
            all.add_all(&start, &moves, &|_| 0, &mut |_, _| true).unwrap();
        }
        let values: Vec<i32> = all.params().iter().map(|info| info.start).collect();
        let alone = |number| all.evaluate(&values, number..number + 1)[0];
        let alone: Vec<i32> = (0..all.len()).map(alone).collect();
        assert_eq!(all.evaluate(&values, 0..all.len()), alone, "{}", kind.name());
        let numbers: Vec<usize> = (0..all.len()).rev().collect();
        let turned: Vec<i32> = alone.into_iter().rev().collect();
        assert_eq!(all.evaluate_some(&values, &numbers), turned, "{}", kind.name());
    }
}
