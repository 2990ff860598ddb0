//! The engine as its owners meet it: stopped, resized, pondering, asked for the impossible.

use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use engine::{
    Clock, Engine, EngineConfig, Event, GameError, Info, Limits, Referee, Request, Sink, Stop,
    Verdict, kind,
};

const WIN_IN_7: &str = "4b/R2B1/5/5/5 b crane,frog ox,crab boar";

/// Arimaa after both sides set up.
const ARIMAA_BEGUN: &str = "g [rrrrrrrrhdcemcdh................................HDCMECDHRRRRRRRR]";

fn new_engine(hash_mib: usize, threads: usize, options: &[(&str, &str)]) -> Box<dyn Engine> {
    let options = options.iter().map(|&(a, b)| (a.to_owned(), b.to_owned())).collect();
    kind("onitama").unwrap().new_engine(&EngineConfig { threads, hash_mib, options }).unwrap()
}

fn sink() -> (Sink, Receiver<Event>) {
    let (sender, receiver) = channel();
    (Box::new(move |event| drop(sender.send(event))), receiver)
}

fn finish(engine: &mut dyn Engine, events: &Receiver<Event>) -> (Option<String>, Option<Info>) {
    engine.wait();
    assert!(!engine.is_searching());
    let last = events.try_iter().last();
    let Some(Event::BestMove { turn, last, .. }) = last else { panic!("{last:?}") };
    (turn, last)
}

#[test]
fn every_driver_finds_a_win_and_a_legal_line() {
    for options in [
        &[("Driver", "pvs")][..],
        &[("Driver", "mtdf")],
        &[("Driver", "alphabeta")],
        &[("Driver", "minimax")],
        &[("Preset", "founding")],
        &[("Table", "off")],
    ] {
        let mut engine = new_engine(1, 1, options);
        engine.set_game(Some(WIN_IN_7), &[]).unwrap();
        let (sink, events) = sink();
        engine.go(Limits { depth: Some(12), prove_distance: true, ..Limits::default() }, sink);
        let (turn, last) = finish(engine.as_mut(), &events);
        assert_eq!(turn.as_deref(), Some("ox d4d3"), "{options:?}");
        let last = last.unwrap();
        assert_eq!(last.score.verdict(), Verdict::Win(7), "{options:?}");
        let mut game =
            kind("onitama").unwrap().new_game(Some(WIN_IN_7), Referee::default()).unwrap();
        for turn in &last.pv {
            game.play(turn).unwrap();
        }
    }
}

#[test]
fn an_infinite_search_ends_when_it_is_stopped_and_not_before() {
    let mut engine = new_engine(16, 2, &[]);
    engine.set_game(Some(WIN_IN_7), &[]).unwrap();
    let (sink, events) = sink();
    engine.go(Limits { infinite: true, ..Limits::default() }, sink);
    // The win is proven long before this.
    std::thread::sleep(Duration::from_millis(200));
    assert!(engine.is_searching());
    engine.stop();
    assert_eq!(finish(engine.as_mut(), &events).0.as_deref(), Some("ox d4d3"));
}

#[test]
fn the_table_is_resized_while_a_search_runs() {
    let mut engine = new_engine(1, 2, &[]);
    engine.set_game(None, &[]).unwrap();
    let (sink, events) = sink();
    engine.go(Limits { infinite: true, ..Limits::default() }, sink);
    for mib in ["8", "3", "0", "16"] {
        engine.set_option("hash", mib).unwrap();
        assert!(engine.is_searching());
        std::thread::sleep(Duration::from_millis(30));
    }
    engine.stop();
    assert!(finish(engine.as_mut(), &events).0.is_some());
}

#[test]
fn a_ponder_hit_lets_the_time_count() {
    let mut engine = new_engine(1, 1, &[]);
    engine.set_game(None, &[]).unwrap();
    let (sink, events) = sink();
    let move_time = Some(Duration::from_millis(30));
    engine.go(Limits { ponder: true, move_time, ..Limits::default() }, sink);
    std::thread::sleep(Duration::from_millis(120));
    assert!(engine.is_searching());
    engine.ponder_hit();
    assert!(finish(engine.as_mut(), &events).0.is_some());
}

#[test]
fn every_reply_is_pondered_and_the_one_played_goes_on() {
    for options in [&[][..], &[("Countermove", "off")]] {
        let mut engine = new_engine(16, 2, options);
        let turns = ["ox c1c2".to_owned()];
        engine.set_game(None, &turns).unwrap();
        let (ponder, reports) = sink();
        engine.ponder_replies(ponder);
        let mut game = kind("onitama").unwrap().new_game(None, Referee::default()).unwrap();
        game.play(&turns[0]).unwrap();
        let replies = game.legal_turns();
        let mut depths = vec![0; replies.len()];
        while depths.iter().any(|&depth| depth < 5) {
            let Event::Info(info) = reports.recv_timeout(Duration::from_secs(60)).unwrap() else {
                break;
            };
            assert_eq!(info.pv[0], replies[info.multi_pv - 1]);
            // A ply at a time: no reply runs far ahead of the others (a slow one may lag).
            let least = depths.iter().min().unwrap();
            assert!(info.depth <= least + 12, "{depths:?}");
            // A line that is proven drops out.
            depths[info.multi_pv - 1] = if info.score.is_proven() { 99 } else { info.depth };
        }
        assert!(engine.is_searching());
        let (answer, events) = sink();
        let wrong = engine.set_game(None, &[turns[0].clone(), "tiger a1a2".into()]);
        assert!(matches!(wrong, Err(GameError::Turn { number: 2, .. })), "{wrong:?}");
        assert!(engine.is_searching());
        engine.set_game(None, &[turns[0].clone(), replies[3].clone()]).unwrap();
        engine.go(Limits { depth: Some(8), ..Limits::default() }, answer);
        game.play(&replies[3]).unwrap();
        let (turn, last) = finish(engine.as_mut(), &events);
        assert!(game.legal_turns().contains(&turn.unwrap()));
        let last = last.unwrap();
        assert!(last.depth == 8 || last.score.is_proven(), "{last:?}");
    }
}

#[test]
fn replies_that_are_proven_drop_out() {
    let mut engine = new_engine(4, 2, &[]);
    // Red threatens the master; most replies overlook it.
    engine.set_game(Some("bbB2/3b1/2rr1/1R3/r1r2 b cobra,crab frog,boar monkey"), &[]).unwrap();
    let (ponder, reports) = sink();
    engine.ponder_replies(ponder);
    let mut proven = std::collections::HashSet::new();
    while proven.len() < 3 {
        let event = reports.recv_timeout(Duration::from_secs(60)).unwrap();
        let Event::Info(info) = event else { panic!("{event:?}") };
        assert!(!proven.contains(&info.pv[0]), "{info:?} was proven before");
        if info.score.is_proven() {
            proven.insert(info.pv[0].clone());
        }
    }
    engine.stop();
    engine.wait();
}

#[test]
fn a_tree_ponders_on_all_replies_and_keeps_the_one_played() {
    let mut engine = new_engine(16, 1, &[("Algorithm", "mcts")]);
    let mut turns = vec!["ox c1c2".to_owned()];
    engine.set_game(None, &turns).unwrap();
    let (ponder, reports) = sink();
    engine.ponder_replies(ponder);
    let pondered = loop {
        let event = reports.recv_timeout(Duration::from_secs(60)).unwrap();
        let Event::Info(info) = event else { panic!("{event:?}") };
        if info.nodes > 20_000 {
            break info;
        }
    };
    assert_eq!(pondered.multi_pv, 1);
    assert!(engine.is_searching());
    // The expected reply comes. The tree below it is worth more than the nodes that are asked for now.
    turns.push(pondered.pv[0].clone());
    engine.set_game(None, &turns).unwrap();
    assert!(!engine.is_searching());
    let named = |event: &Event| matches!(event, Event::BestMove { turn: Some(_), .. });
    assert!(!reports.try_iter().any(|event| named(&event)), "no turn is chosen for the opponent");
    let (answer, events) = sink();
    engine.go(Limits { nodes: Some(100), ..Limits::default() }, answer);
    engine.wait();
    let Some(Event::BestMove { statistics: Some(counted), .. }) = events.try_iter().last() else {
        panic!("nothing was counted");
    };
    let visits: u64 = counted.tree.iter().map(|branch| u64::from(branch.visits)).sum();
    assert!(visits > 1_000, "{visits} visits");
}

#[test]
fn however_short_the_time_the_first_ply_is_searched() {
    for limits in [
        Limits { move_time: Some(Duration::ZERO), ..Limits::default() },
        Limits {
            clock: Some(Clock {
                remaining: [Duration::from_millis(1); 2],
                increment: [Duration::ZERO; 2],
                moves_to_go: None,
            }),
            ..Limits::default()
        },
    ] {
        let mut engine = new_engine(1, 1, &[]);
        // A student can be taken; that is not the first of the legal moves.
        engine.set_game(Some("bb2b/2B2/1b3/2r2/rrR1r r ox,boar horse,elephant crab"), &[]).unwrap();
        let (sink, events) = sink();
        engine.go(limits.clone(), sink);
        let (turn, last) = finish(engine.as_mut(), &events);
        let last = last.unwrap_or_else(|| panic!("nothing was searched: {limits:?}"));
        assert!(last.complete && last.depth >= 1, "{last:?}");
        assert_eq!(turn, last.pv.first().cloned());
    }
}

#[test]
fn only_the_turns_asked_for_are_searched() {
    for options in [&[][..], &[("Driver", "mtdf")], &[("Driver", "minimax")]] {
        let mut engine = new_engine(1, 1, options);
        engine.set_game(Some(WIN_IN_7), &[]).unwrap();
        let game = kind("onitama").unwrap().new_game(Some(WIN_IN_7), Referee::default()).unwrap();
        let all = game.legal_turns();
        let others: Vec<String> = all.into_iter().filter(|turn| turn != "ox d4d3").collect();
        for only in [&others[..1], &others[1..3]] {
            engine.search_only(only).unwrap();
            let (sink, events) = sink();
            engine.go(Limits { depth: Some(3), ..Limits::default() }, sink);
            let (turn, _) = finish(engine.as_mut(), &events);
            assert!(only.contains(turn.as_ref().unwrap()), "{turn:?} is not of {only:?}");
        }
        let error = engine.search_only(&["ox d4d5".into(), "ox a1a5".into()]).unwrap_err();
        assert!(error.to_string().starts_with("turn "), "{error}");
        // It held for one search.
        let (sink, events) = sink();
        engine.go(Limits { depth: Some(12), prove_distance: true, ..Limits::default() }, sink);
        assert_eq!(finish(engine.as_mut(), &events).0.as_deref(), Some("ox d4d3"));
    }
}

#[test]
fn the_game_is_refused_with_the_turn_at_fault_and_the_old_one_kept() {
    let mut engine = new_engine(1, 1, &[]);
    engine.set_game(Some(WIN_IN_7), &[]).unwrap();
    assert!(matches!(engine.set_game(Some("nonsense"), &[]), Err(GameError::Position(_))));
    let error = engine.set_game(None, &["ox c1c2".into(), "ox c1c2".into()]).unwrap_err();
    assert!(error.to_string().starts_with("turn 2 ('ox c1c2') cannot be played"), "{error}");
    let (sink, events) = sink();
    engine.go(Limits { depth: Some(8), ..Limits::default() }, sink);
    assert_eq!(finish(engine.as_mut(), &events).0.as_deref(), Some("ox d4d3"));
}

#[test]
fn a_finished_game_has_no_best_move() {
    let mut engine = new_engine(1, 1, &[]);
    engine.set_game(Some("2R2/5/5/5/4B r ox,boar horse,elephant crab"), &[]).unwrap();
    let (sink, events) = sink();
    engine.go(Limits { depth: Some(8), ..Limits::default() }, sink);
    assert_eq!(finish(engine.as_mut(), &events), (None, None));
}

#[test]
fn a_level_bounds_what_is_searched() {
    assert!(engine::levels().len() >= 8);
    // Red's student can take a piece that is guarded.
    let start = "bb2b/2B2/1b3/2r2/rrR1r r ox,boar horse,elephant crab";
    let mut before = 0;
    for level in 1..=9 {
        let mut engine = new_engine(1, 1, &[("Level", &level.to_string())]);
        engine.set_game(Some(start), &[]).unwrap();
        let (sink, events) = sink();
        engine.go(Limits { depth: Some(30), ..Limits::default() }, sink);
        engine.wait();
        let Some(Event::BestMove { turn: Some(_), statistics, .. }) = events.try_iter().last()
        else {
            panic!("no best move at level {level}")
        };
        let states = statistics.unwrap().states;
        // Two and a half times as many from level to level.
        let most = [60, 11, 16, 36, 100, 250, 625, 1_600, 4_000][level - 1];
        assert!(states <= most + 40, "{states} states at level {level}");
        assert!(level < 4 || states > before, "{states} states at level {level}");
        before = states;
    }
    let mut engine = new_engine(1, 1, &[("Level", "3")]);
    let error = engine.set_option("level", "99").unwrap_err().to_string();
    assert_eq!(error, "'99' is no value for level: use a whole number from 0 to 15");
    engine.set_option("level", "0").unwrap();
}

#[test]
fn higher_levels_know_the_network_and_lower_ones_do_not() {
    for (game, first_with_network) in [("onitama", 14), ("ataxx", 7)] {
        for level in [1, first_with_network - 1, first_with_network, 15] {
            let score = |evaluation: &str| {
                let options = [("Level", level.to_string()), ("Evaluation", evaluation.into())]
                    .map(|(name, value)| (name.to_owned(), value))
                    .to_vec();
                let config = EngineConfig { threads: 1, hash_mib: 1, options };
                let mut engine = kind(game).unwrap().new_engine(&config).unwrap();
                let (sink, events) = sink();
                engine.go(Limits { depth: Some(1), ..Limits::default() }, sink);
                finish(engine.as_mut(), &events).1.unwrap().score
            };
            let differs = score("network") != score("hand");
            assert_eq!(differs, level >= first_with_network, "{game}, level {level}");
        }
    }
}

#[test]
fn a_number_of_the_evaluation_by_hand_puts_it_in_place_of_the_network_and_one_of_the_order_does_not()
 {
    for game in ["arimaa", "ataxx"] {
        let score = |options: &[(&str, &str)]| {
            let owned = |&(name, value): &(&str, &str)| (name.to_owned(), value.to_owned());
            let options = options.iter().map(owned).collect();
            let config = EngineConfig { threads: 1, hash_mib: 1, options };
            let mut engine = kind(game).unwrap().new_engine(&config).unwrap();
            if game == "arimaa" {
                engine.set_game(Some(ARIMAA_BEGUN), &[]).unwrap();
            }
            let (sink, events) = sink();
            engine.go(Limits { depth: Some(1), ..Limits::default() }, sink);
            finish(engine.as_mut(), &events).1.unwrap().score
        };
        let (number, order) = match game {
            "arimaa" => (("Steps", "0"), ("OrderNear", "0")),
            _ => (("Stone", "90"), ("OrderStone", "0")),
        };
        assert_ne!(score(&[]), score(&[("Evaluation", "hand")]), "{game}");
        assert_eq!(score(&[order]), score(&[]), "{game}");
        assert_ne!(score(&[number]), score(&[]), "{game}");
    }
}

#[test]
fn levels_below_the_highest_order_steps_as_they_did_when_they_were_measured() {
    for (level, differs) in [("3", false), ("14", false), ("15", true), ("0", true)] {
        let searched = |order: &str| {
            let options = [("Level", level), ("OrderSet", order)]
                .map(|(name, value)| (name.to_owned(), value.to_owned()))
                .to_vec();
            let config = EngineConfig { threads: 1, hash_mib: 1, options };
            let mut engine = kind("arimaa").unwrap().new_engine(&config).unwrap();
            engine.set_game(Some(ARIMAA_BEGUN), &[]).unwrap();
            let (sink, events) = sink();
            engine.go(Limits { depth: Some(5), ..Limits::default() }, sink);
            finish(engine.as_mut(), &events).1.unwrap().nodes
        };
        assert_eq!(searched("0") != searched("1"), differs, "level {level}");
    }
}

#[test]
fn options_that_are_refused() {
    let mut engine = new_engine(1, 1, &[]);
    for (name, value, reason) in [
        ("NoSuchThing", "1", "there is no parameter 'NoSuchThing'"),
        ("Threads", "0", "'0' is no value for Threads: use a whole number from 1 to 256"),
        ("Threads", "many", "'many' is no value for Threads: use a whole number from 1 to 256"),
        ("Hash", "65537", "'65537' is no value for Hash: use a whole number from 0 to 65536"),
        ("NullMove", "perhaps", "'perhaps' is no value for NullMove: use true or false"),
        ("LmrBase", "9999", "'9999' is no value for LmrBase: use a whole number from 0 to 300"),
        ("Driver", "sss*", "'sss*' is no value for Driver: use pvs, mtdf, alphabeta or minimax"),
        ("Preset", "modern", "'modern' is no value for Preset: use baseline"),
    ] {
        assert_eq!(engine.set_option(name, value).unwrap_err().to_string(), reason);
    }
    engine.set_option("null_move", "off").unwrap();
    engine.set_option("lmr-base", "50").unwrap();
}

#[test]
fn node_limits_are_kept_to_the_node() {
    // The second is full of children that need no search.
    let starts = [None, Some("bb2b/2B2/1b3/2r2/rrR1r r ox,boar horse,elephant crab")];
    for (nodes, start) in
        [1, 100, 1_023, 1_024, 1_600, 5_000].map(|n| starts.map(|s| (n, s))).concat()
    {
        let mut engine = new_engine(1, 1, &[]);
        engine.set_game(start, &[]).unwrap();
        let (sink, events) = sink();
        engine.go(Limits { nodes: Some(nodes), ..Limits::default() }, sink);
        engine.wait();
        let Some(Event::BestMove { turn, statistics, .. }) = events.try_iter().last() else {
            panic!("no best move")
        };
        assert!(turn.is_some());
        let states = statistics.unwrap().states;
        assert!(states <= nodes + 40, "{states} of {nodes}");
    }
}

#[test]
fn thinking_on_the_callers_thread_finds_the_same() {
    let limits = Limits { nodes: Some(3_000), ..Limits::default() };
    let mut found = Vec::new();
    for here in [false, true] {
        let mut engine = new_engine(1, 1, &[]);
        engine.set_game(None, &[]).unwrap();
        for _ in 0..2 {
            let (mut sink, events) = sink();
            if here {
                engine.think(limits.clone(), &Stop::default(), sink.as_mut());
            } else {
                engine.go(limits.clone(), sink);
            }
            let (turn, last) = finish(engine.as_mut(), &events);
            found.push((turn, last.map(|info| (info.depth, info.nodes, info.score))));
        }
    }
    assert_eq!(found[..2], found[2..]);
}

#[test]
fn a_search_on_the_callers_thread_is_stopped_from_elsewhere() {
    let game = kind("onitama").unwrap().new_game(None, Referee::default()).unwrap();
    let limits = Limits { infinite: true, ..Limits::default() };
    let stop = Stop::default();
    let stopper = stop.clone();
    // Once it has said something.
    let mut reports = 0;
    let found = Request::new(game.as_ref(), limits)
        .search(new_engine(1, 1, &[]).as_mut(), &stop, &mut |_| {
            reports += 1;
            stopper.stop();
        })
        .unwrap();
    assert!(found.turn.is_some() && found.completed >= 1 && reports >= 1, "{found:?}");
    // A search that was stopped before it began still has a turn.
    let limits = Limits { infinite: true, ..Limits::default() };
    let request = Request::new(game.as_ref(), limits);
    let found = request.search(new_engine(1, 1, &[]).as_mut(), &stop, &mut |_| {}).unwrap();
    assert!(found.turn.is_some(), "{found:?}");
}

#[test]
fn a_game_is_taken_as_it_is() {
    let kind = kind("onitama").unwrap();
    let mut game = kind.new_game(None, Referee { repetition_draw: true }).unwrap();
    for _ in 0..6 {
        let turn = game.legal_turns()[0].clone();
        game.play(&turn).unwrap();
    }
    let limits = Limits { depth: Some(5), ..Limits::default() };
    let request = Request::new(game.as_ref(), limits.clone());
    let taken = request.search(new_engine(1, 1, &[]).as_mut(), &Stop::default(), &mut |_| {});
    let mut engine = new_engine(1, 1, &[]);
    engine.set_game(Some(&game.start_text()), &game.turns()).unwrap();
    let told = engine::think(engine.as_mut(), limits, &Stop::default(), &mut |_| {});
    let seen = |found: engine::Outcome| {
        let last = found.last.unwrap();
        (found.turn, last.nodes, last.score, last.pv)
    };
    assert_eq!(seen(taken.unwrap()), seen(told.unwrap()));
}
