//! The tree: what it keeps, how it makes room, and that a search can be repeated.

use std::time::Duration;

use game::{Game, Notation, Position as _, Referee, Score};
use search::{Control, Driver, Job, Limits};

use super::{nodes, search, searcher, visits, with};
use crate::{Params, Searcher, StaticProvider};

type Onitama = onitama::Position;

#[test]
fn the_same_seed_gives_the_same_visits() {
    // Playouts at random, so that the seed matters.
    let params = |seed| Params { playout_plies: 8, maturity: 2, seed, ..Params::START };
    let found = |seed| {
        let mut searcher = searcher::<_, onitama::Evaluation>(params(seed), 1, 4);
        search(&mut searcher, Onitama::start(), &nodes(30_000));
        visits(&searcher)
    };
    assert_eq!(found(1), found(1));
    assert_ne!(found(1), found(2));
    let step = || {
        let mut searcher = searcher::<_, arimaa::Evaluation>(params(1), 1, 4);
        let root = arimaa_start();
        search(&mut searcher, root, &nodes(20_000));
        visits(&searcher)
    };
    assert_eq!(step(), step());
}

/// A position of Arimaa with both set-ups on the board.
fn arimaa_start() -> arimaa::Position {
    let mut random = rand::SeedableRng::seed_from_u64(3);
    let mut last = arimaa::Position::start();
    game::laws::random_walk::<arimaa::Position>(
        last,
        60,
        &mut random as &mut rand_xoshiro::Xoshiro256PlusPlus,
        |position| {
            if !position.is_over() {
                last = *position;
            }
        },
    );
    last
}

#[test]
fn several_threads_share_one_tree() {
    let mut searcher = searcher::<_, onitama::Evaluation>(Params::START, 3, 16);
    let report = search(&mut searcher, Onitama::start(), &nodes(200_000)).report;
    let outlook = searcher.outlook().unwrap();
    let branches = outlook.branches(game::MAX_MOVES, 1);
    let playouts: u64 = branches.iter().map(|branch| u64::from(branch.visits)).sum();
    // Every visit and no virtual loss is left behind: as many as the root itself has, less those of its own.
    let root = u64::from(outlook.pool.get(crate::pool::ROOT).visits());
    assert!(root >= playouts && root - playouts <= 3, "{root} {playouts}");
    assert!(branches.iter().all(|branch| branch.value.abs() <= 1.0));
    assert!(report.nodes >= 200_000);
    // A win that is there is found by several as by one.
    let report = search(&mut searcher, won(5), &nodes(400_000)).report;
    assert!(report.best().unwrap().score.is_win());
}

/// A position that is won in some plies, with the number of them.
const WON: &str = include_str!("../../../games/onitama/data/wins.json");

fn won(plies: u32) -> Onitama {
    let data: serde_json::Value = serde_json::from_str(WON).unwrap();
    let mut cases = data["positions"].as_array().unwrap().iter();
    let case = cases.find(|case| case["win_in_plies"] == plies).unwrap();
    Onitama::parse(case["position"].as_str().unwrap()).unwrap()
}

#[test]
fn a_pool_that_is_full_gives_back_what_is_visited_least() {
    // The least pool there is: a thousand nodes or so, where the win takes many times as many.
    let mut small = searcher::<_, onitama::Evaluation>(Params::START, 1, 0);
    search(&mut small, Onitama::start(), &nodes(200_000));
    assert!(small.pool.reclaimed() > 10, "{}", small.pool.reclaimed());
    let (used, most) = small.pool.used();
    assert!(used <= most && most < 2_000, "{used} of {most}");
    let report = search(&mut small, won(5), &nodes(400_000)).report;
    assert!(report.hashfull <= 1_000);
    assert!(report.best().unwrap().score.is_win(), "{}", report.best().unwrap().score);
    // Several threads pause together.
    let mut several = searcher::<_, onitama::Evaluation>(Params::START, 3, 0);
    let report = search(&mut several, Onitama::start(), &nodes(200_000)).report;
    assert!(several.pool.reclaimed() > 0 && report.best().is_some());
}

#[test]
fn shared_children_survive_when_room_is_made() {
    for transpositions in [1, 2] {
        let params = with("transpositions", transpositions);
        let mut small = searcher::<_, onitama::Evaluation>(params, 1, 1);
        let report = search(&mut small, Onitama::start(), &nodes(400_000)).report;
        assert!(small.pool.reclaimed() > 0);
        assert!(report.nodes >= 400_000);
        let report = search(&mut small, won(7), &nodes(400_000)).report;
        assert!(report.best().unwrap().score.is_win(), "{transpositions}");
    }
}

#[test]
fn a_tree_of_another_size_keeps_what_fits() {
    let mut searcher = searcher::<_, onitama::Evaluation>(Params::START, 1, 8);
    search(&mut searcher, Onitama::start(), &nodes(200_000));
    let before = visits(&searcher);
    searcher.set_memory(1);
    assert_eq!(visits(&searcher), before, "the root's moves stay");
    assert!(searcher.pool.used().0 <= searcher.pool.used().1);
    search(&mut searcher, Onitama::start(), &nodes(50_000));
    assert!(visits(&searcher)[0] > before[0], "and the search goes on from there");
}

/// Searches the position of a game, in the tree of the search before.
fn think(
    searcher: &mut Searcher<Onitama, StaticProvider<onitama::Evaluation>>,
    game: &Game<Onitama>,
    limits: &Limits,
) -> Score {
    let keys: Vec<u64> = game.positions().iter().map(game::Position::key).collect();
    let job = Job {
        root: *game.position(),
        game_keys: &keys[..keys.len() - 1],
        repetition_draw: true,
        limits,
        only: &[],
        driver: Driver::Pvs,
        control: &Control::new(false),
        now: &|| Duration::ZERO,
        processor: None,
        current: None,
        resume: None,
    };
    searcher.search(&job, &mut |_, _| {}).report.best().unwrap().score
}

#[test]
fn a_tree_that_was_kept_proves_what_a_fresh_one_does() {
    for plies in [3, 5, 7] {
        let mut game = Game::new(won(plies), Referee::default());
        let mut kept = searcher::<_, onitama::Evaluation>(Params::START, 1, 16);
        let limits = nodes(300_000);
        while game.ending().is_none() {
            let from_tree = think(&mut kept, &game, &limits);
            let mut fresh = searcher::<_, onitama::Evaluation>(Params::START, 1, 16);
            // As many playouts in all: what the kept tree had already counts for it.
            let anew = think(&mut fresh, &game, &nodes(600_000));
            assert_eq!(from_tree.is_win(), anew.is_win(), "{}", game.position().text());
            assert_eq!(from_tree.is_loss(), anew.is_loss(), "{}", game.position().text());
            let best = kept.outlook().unwrap().branches(1, 1)[0].mv;
            let text = game.position().move_text(best);
            game.play(&text).unwrap();
            kept.follow(&[best]);
            if game.ending().is_none() {
                assert!(kept.root().is_none_or(|root| root == game.position()));
            }
        }
        assert_eq!(game.ending().unwrap().outcome.winner(), Some(game.start().side_to_move()));
    }
}

#[test]
fn a_kept_tree_has_the_visits_of_the_line_that_was_played() {
    let mut searcher = searcher::<_, onitama::Evaluation>(Params::START, 1, 16);
    let start = Onitama::start();
    search(&mut searcher, start, &nodes(100_000));
    let best = searcher.outlook().unwrap().branches(1, 2).remove(0);
    let reply = best.replies[0].clone();
    searcher.follow(&[best.mv, reply.mv]);
    let root = start.make(best.mv).make(reply.mv);
    assert_eq!(searcher.root(), Some(&root));
    let kept: u32 = visits(&searcher).iter().sum();
    assert!(kept > 0 && kept <= reply.visits, "{kept} of {}", reply.visits);
    // A move that is not in the tree leaves none.
    searcher.follow(&[best.mv, best.mv, best.mv, best.mv]);
    assert_eq!(searcher.root(), None);
}

#[test]
fn limits_are_kept_to() {
    let mut searcher = searcher::<_, onitama::Evaluation>(Params::START, 1, 8);
    let start = Onitama::start();
    for limit in [1, 100, 5_000] {
        searcher.forget();
        let found = search(&mut searcher, start, &nodes(limit)).report.nodes;
        // One playout more at most than the limit asks for.
        assert!(found >= limit && found < limit + search::MAX_PLY as u64, "{found} of {limit}");
    }
    let deep = Limits { depth: Some(6), ..Limits::default() };
    assert!(search(&mut searcher, start, &deep).report.depth >= 6);
    // Every move is looked at once, whatever the nodes.
    searcher.forget();
    let every = Limits { every_move: true, ..nodes(1) };
    search(&mut searcher, start, &every);
    assert_eq!(visits(&searcher).len() as u64, start.count_legal_moves());
}

#[test]
fn several_lines_have_scores_of_their_own() {
    let mut searcher = searcher::<_, onitama::Evaluation>(Params::START, 1, 8);
    let limits = Limits { multi_pv: 3, ..nodes(50_000) };
    let report = search(&mut searcher, won(3), &limits).report;
    assert_eq!(report.lines, 3);
    assert!(report.moves[0].score.is_win());
    assert!(report.moves[..3].iter().all(|line| line.depth > 0), "{:?}", report.moves);
}
