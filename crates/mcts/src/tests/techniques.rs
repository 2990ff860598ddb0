//! Each technique does what it says, and none makes the solver wrong.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use game::params::Parameters as _;
use game::toy::{Toy, ToyEval};
use game::{Notation as _, Position as _, Score};
use search::Limits;

use super::{nodes, search, search_by, searcher, visits, with};
use crate::Params;

/// Another value for each parameter, so that its technique is on (or off, where it is on).
const OTHERS: [(&str, i32); 41] = [
    ("formula", 0),
    ("formula", 1),
    ("exploration", 70),
    ("priors", 0),
    ("priors", 1),
    ("priors", 3),
    ("root_noise", 25),
    ("root_noise_shape", 100),
    ("prior_temperature", 60),
    ("value_scale", 300),
    ("first_play", 0),
    ("first_play_reduction", -30),
    ("leaf_plies", 3),
    ("playout_plies", 4),
    ("playout_plies", 1_000),
    ("maturity", 3),
    ("maturity_growth", 50),
    ("virtual_visits", 4),
    ("transpositions", 1),
    ("transpositions", 2),
    ("progressive_bias", 100),
    ("history", 100),
    ("rave", 300),
    ("widening", 2),
    ("implicit_minimax", 30),
    ("cached_children", 2),
    ("solver", 0),
    ("bounded_draws", 0),
    ("decisive", 0),
    ("anti_decisive", 1),
    ("final_choice", 1),
    ("final_choice", 2),
    ("keep_tree", 0),
    ("virtual_loss", 3),
    ("seed", 5),
    ("prior_decay", 200),
    ("secure_width", 300),
    ("cache_period", 20),
    ("cache_visits", 50),
    ("widening_power", 30),
    ("visits", 1_000),
];

/// Those that change nothing by themselves: they say how much of a technique that is off, or what is done elsewhere.
const QUIET: [&str; 12] = [
    "bounded_draws",
    "final_choice",
    "keep_tree",
    "virtual_loss",
    "seed",
    "prior_decay",
    "secure_width",
    "root_noise_shape",
    "cache_period",
    "cache_visits",
    "widening_power",
    "transpositions",
];

#[test]
fn every_technique_changes_what_is_visited() {
    let root = onitama::Position::start();
    let found = |params| {
        let mut searcher = searcher::<_, onitama::Evaluation>(params, 1, 8);
        let report = search(&mut searcher, root, &nodes(40_000)).report;
        (visits(&searcher), report.depth)
    };
    let usual = found(Params::START);
    for (name, value) in OTHERS.into_iter().filter(|(name, _)| !QUIET.contains(name)) {
        let other = with(name, value);
        assert_ne!(other, Params::START, "{name} is {value} anyway");
        let (name, on) = (format!("{name}={value}"), found(other));
        // Onitama has no ending of which it is not seen in one ply that it is near: children are looked at sooner. A static
        // evaluation has no policy.
        let same = ["solver=0", "priors=3"].contains(&name.as_str());
        assert!(on != usual || same, "{name} changes nothing");
    }
}

#[test]
fn a_number_of_visits_ends_a_search() {
    let root = onitama::Position::start();
    for most in [1, 250] {
        let mut searcher = searcher::<_, onitama::Evaluation>(with("visits", most), 1, 8);
        search(&mut searcher, root, &Limits::default());
        // The first playout may end at the root itself.
        let visits: u32 = visits(&searcher).iter().sum();
        assert!((most as u32 - 1..=most as u32).contains(&visits), "{visits} of {most}");
    }
}

#[test]
fn every_parameter_is_tried_here() {
    let playouts = ["playout_policy", "playout_epsilon", "playout_best_of"];
    let other = playouts.iter().chain(&["time_turns", "time_soft", "time_hard"]);
    for info in Params::infos() {
        let tried =
            |name: &str| game::params::fold_name(name) == game::params::fold_name(&info.name);
        let known =
            OTHERS.iter().any(|(name, _)| tried(name)) || other.clone().any(|name| tried(name));
        assert!(known, "{} is not tried", info.name);
    }
}

#[test]
fn declared_numbers_divide_the_clock() {
    let clock = search::Clock { remaining: [Duration::from_secs(10); 2], ..Default::default() };
    let limits = Limits { clock: Some(clock), ..Limits::default() };
    let took = |name: &str, value| {
        let mut searcher = searcher::<_, onitama::Evaluation>(with(name, value), 1, 8);
        // Each look at the clock takes a millisecond.
        let looks = AtomicU64::new(0);
        let now = || Duration::from_millis(looks.fetch_add(1, Ordering::Relaxed));
        search_by(&mut searcher, onitama::Position::deal("base", 3).unwrap(), &limits, &now);
        looks.load(Ordering::Relaxed)
    };
    // A search ends between the soft limit, 3/5 of a share of 400 ms, and the hard one, three shares.
    assert!((240..1_300).contains(&took("time_soft", 60)));
    assert!((100..600).contains(&took("time_turns", 60)));
    assert!((190..260).contains(&took("time_hard", 50)));
    assert!((780..1_300).contains(&took("time_soft", 200)));
}

#[test]
fn no_technique_makes_the_solver_wrong() {
    let toys = super::toys::finite(60);
    let limits = Limits { prove_distance: true, ..nodes(5_000) };
    for (name, value) in OTHERS {
        let mut settled = 0;
        for (toy, known) in &toys {
            let mut searcher = searcher::<_, ToyEval>(with(name, value), 1, 1);
            let report = search(&mut searcher, *toy, &limits).report;
            if report.settled {
                settled += 1;
                assert_eq!(report.best().unwrap().score, *known, "{name}={value}: {toy:?}");
            }
        }
        // Without its draws the solver knows fewer, and without itself none.
        let most = match name {
            "solver" => 0,
            "bounded_draws" => toys.len() - 1,
            _ => toys.len(),
        };
        assert!(settled <= most && (settled > 30 || most == 0), "{name}={value}: {settled}");
    }
}

#[test]
fn heavy_playouts_choose_what_the_static_order_likes() {
    use crate::playout::{Random, play};
    use crate::{Provider as _, StaticProvider};
    let root = ataxx::Position::start();
    let mean_stones = |policy: i32| {
        let params = Params {
            playout_plies: 12,
            playout_policy: policy,
            playout_epsilon: 0,
            playout_best_of: 8,
            ..Params::START
        };
        let provider =
            StaticProvider::<ataxx::Evaluation>::new(&Default::default(), &params, &root);
        let mut random = Random::new(1);
        let mut value = 0;
        for _ in 0..200 {
            let mut position = root;
            play(&params, &provider, &root, &mut random, |_, bits| {
                let mv = std::num::NonZeroU16::new(bits).map(game::MoveBits::from_bits).unwrap();
                value += position.tactical_value(mv);
                position = position.make(mv);
            });
        }
        value
    };
    let (uniform, greedy, best_of) = (mean_stones(0), mean_stones(1), mean_stones(2));
    assert!(greedy > 2 * uniform && best_of > 2 * uniform, "{greedy} {best_of} {uniform}");
}

#[test]
fn shared_positions_have_one_list_of_children() {
    // The lines of a toy tree meet: its nodes are fewer where they are shared.
    let root = (0..)
        .map(Toy::new)
        .find(|toy| game::perft::perft(toy, 8, game::perft::Finished::Nothing) > 3_000);
    let root = root.unwrap();
    let used = |transpositions| {
        let params = Params { transpositions, solver: false, ..Params::START };
        let mut searcher = searcher::<_, ToyEval>(params, 1, 8);
        search(&mut searcher, root, &nodes(100_000));
        searcher.pool.used().0
    };
    let (apart, shared, counted) = (used(0), used(1), used(2));
    assert!(10 * shared < 9 * apart && 10 * counted < 9 * apart, "{apart} {shared} {counted}");
}

#[test]
fn a_proven_draw_is_played_where_other_moves_are_worse() {
    // The king takes the queen, and a knight alone wins nothing; any other move leaves the queen on the board.
    let root = chess::Position::parse("k7/8/8/8/8/2q5/1K5N/8 w - - 0 1").unwrap();
    let mut searcher = searcher::<_, chess::Evaluation>(Params::START, 1, 4);
    let report = search(&mut searcher, root, &nodes(20_000)).report;
    let best = report.best().unwrap();
    assert_eq!((root.move_text(best.mv).as_str(), best.score), ("b2c3", Score::ZERO));
}
