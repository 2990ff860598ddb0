//! Tournaments, what is stored of them, and what goes on after an interruption.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::common::{config, environment, play, play_at_once};
use arena::stats::Decision;
use arena::store::{Request, Store};
use arena::tournament::{Event, Outcome, Running};
use arena::{Config, Format, GameRecord, Openings, Rules, Tournament};

fn timeless(mut records: Vec<GameRecord>) -> Vec<GameRecord> {
    for record in &mut records {
        record.seconds = 0.0;
        record.date = None;
        for note in &mut record.notes {
            note.seconds = 0.0;
        }
    }
    records
}

#[test]
fn a_match_repeats_exactly_however_many_games_are_played_at_once() {
    let plan = |seed| Config { seed, ..config(Format::Match, &["random", "random"], 20) };
    let games = timeless(play_at_once(plan(7), 1).records);
    assert_eq!(games.len(), 20);
    assert_eq!(games, timeless(play_at_once(plan(7), 3).records));
    assert_ne!(games, timeless(play_at_once(plan(8), 1).records));
}

#[test]
fn every_opening_is_played_from_both_sides() {
    let games = play(config(Format::Match, &["random,name=a", "random,name=b"], 21)).records;
    for pair in games.chunks(2).filter(|pair| pair.len() == 2) {
        assert_eq!(pair[0].start, pair[1].start);
        assert_eq!(pair[0].pair, pair[1].pair);
        assert_eq!((pair[0].first_engine, pair[1].first_engine), ('r', 'b'));
        assert_eq!(pair[0].engines[0], pair[1].engines[1]);
    }
    let starts: std::collections::BTreeSet<&str> =
        games.iter().map(|game| game.start.as_str()).collect();
    assert!(starts.len() > 8, "deals differ");
    assert_eq!(games[20].first_engine, 'r', "the odd game is played once");
}

#[test]
fn every_record_can_be_replayed_to_its_result() {
    let events = play(config(Format::Match, &["random", "tesuji,depth=1"], 30));
    for record in &events.records {
        let json = serde_json::to_string(&record).unwrap();
        assert_eq!(&serde_json::from_str::<GameRecord>(&json).unwrap(), record);
        let game = record.replay().unwrap();
        assert_eq!(game.ending().unwrap().winner, record.result.winner);
        let mut forged = record.clone();
        forged.result.winner =
            if record.result.winner == Some('r') { Some('b') } else { Some('r') };
        let error = forged.replay().err().unwrap().to_string();
        assert!(error.starts_with("the record says that "), "{error}");
        forged = record.clone();
        forged.turns.pop();
        forged.notes.pop();
        let error = forged.replay().err().unwrap().to_string();
        assert!(error.contains("that the game goes on"), "{error}");
        forged.turns.push("ox a1e5".to_owned());
        assert!(forged.replay().err().unwrap().to_string().starts_with("turn "));
    }
    let outcome = events.outcome.unwrap();
    let summary = outcome.summary.unwrap();
    assert_eq!((summary.games, outcome.complete), (30, true));
    assert_eq!(summary.pairs.iter().sum::<u64>(), 15);
}

#[test]
fn a_game_has_a_bound() {
    let mut plan = config(Format::Match, &["random", "random"], 4);
    plan.rules.max_plies = 3;
    for record in play(plan).records {
        assert!(record.turns.len() <= 3);
        if record.turns.len() == 3 && record.result.winner.is_none() {
            assert_eq!(record.result.reason, "limit of 3 plies (a rule of the match)");
            record.replay().unwrap();
        }
    }
}

#[test]
fn what_cannot_be_played_is_said_before_the_first_game() {
    let new = |config| Tournament::new(config).err().unwrap().to_string();
    let mut bad = config(Format::Match, &["random", "random"], 2);
    bad.openings = Openings::Deal("tarot".to_owned());
    assert!(new(bad).starts_with("the deal cannot be read: there is no deck"));
    let two = new(config(Format::Swiss, &["random", "random"], 2));
    assert_eq!(two, "two engines are called 'random': give them names");
    assert!(new(config(Format::Match, &["random"], 2)).contains("and 1 are given"));
    let line = new(config(Format::Match, &["random", "deep"], 2));
    assert!(line.starts_with("engine 2 ('deep'): there is no engine 'deep'"), "{line}");
}

#[test]
fn every_format_is_played_to_its_end() {
    let engines = ["random,name=a", "random,name=b", "random,name=c", "tesuji,depth=2,name=d"];
    for (format, games) in [
        (Format::RoundRobin, 12),
        (Format::Gauntlet, 6),
        (Format::Swiss, 12),
        (Format::Knockout, 6),
    ] {
        let plan = config(format, &engines, 2);
        let tournament = Tournament::new(plan.clone()).unwrap();
        let events = play(plan);
        let outcome = events.outcome.unwrap();
        assert!(outcome.complete && events.records.len() >= games, "{format:?}");
        let rows = tournament.standings(&outcome.results).rows();
        assert_eq!(rows.len(), 4);
        if format == Format::RoundRobin || format == Format::Swiss {
            assert_eq!(rows[0].name, "d", "{format:?}: {rows:?}");
        }
        if format == Format::Knockout {
            assert_eq!(tournament.knockout_winner(&outcome.results), Some(3));
        }
    }
}

/// Plays what is left in a store, and stops after so many games.
fn go_on(store: &mut Store, id: i64, config: &Config, games: usize) -> (Vec<GameRecord>, Outcome) {
    let tournament = Tournament::new(config.clone()).unwrap();
    let (environment, stop) = (environment(), AtomicBool::new(false));
    let running = Running {
        tournament: &tournament,
        store: Some((store, id)),
        environment: &environment,
        concurrency: 2,
        cores: 2,
        pin: true,
        wait: std::time::Duration::ZERO,
        stop: &stop,
    };
    let mut records = Vec::new();
    let outcome = running.run(&mut |event| {
        if let Event::Game(record, _) = event {
            records.push(record.clone());
            stop.store(records.len() >= games, Ordering::Relaxed);
        }
    });
    (records, outcome.unwrap())
}

#[test]
fn a_tournament_goes_on_where_it_was_and_can_grow() {
    let folder = tempfile::tempdir().unwrap();
    let mut store = Store::open(folder.path()).unwrap();
    let three = ["random,name=a", "random,name=b", "tesuji,depth=1,name=c"];
    let mut plan = config(Format::Gauntlet, &three, 60);
    let id = store.create("g", "identity", &plan).unwrap();
    let mut records = Vec::new();
    loop {
        let (new, outcome) = go_on(&mut store, id, &plan, 10);
        records.extend(new);
        if outcome.complete {
            break;
        }
    }
    let whole = play(plan.clone()).records;
    records.sort_by_key(|record| record.number);
    assert_eq!(timeless(records), timeless(whole));
    // Another engine joins.
    plan.engines.push("random,name=d,seed=4".to_owned());
    store.set_config(id, &plan).unwrap();
    let (new, outcome) = go_on(&mut store, id, &plan, usize::MAX);
    assert_eq!((new.len(), outcome.complete, outcome.results.len()), (60, true, 180));
    assert!(new.iter().all(|record| record.number > 120));
    let mut stored = Vec::new();
    store
        .records::<arena::store::StoreError>(id, |record| {
            stored.push(record);
            Ok(())
        })
        .unwrap();
    stored.sort_by_key(|record| record.number);
    assert_eq!(timeless(stored), timeless(play(plan).records));
}

#[test]
fn who_asks_it_to_stop_need_not_be_who_plays_it() {
    let folder = tempfile::tempdir().unwrap();
    let mut store = Store::open(folder.path()).unwrap();
    let plan = config(Format::Match, &["random", "random"], 1_000_000);
    let id = store.create("m", "identity", &plan).unwrap();
    let lock = store.lock(id).unwrap().unwrap();
    let watcher = Store::open(folder.path()).unwrap();
    assert!(watcher.is_played(id).unwrap());
    let played = std::thread::scope(|scope| {
        let playing = scope.spawn(|| go_on(&mut store, id, &plan, usize::MAX).1);
        while watcher.get(id).unwrap().unwrap().games == 0 {
            std::thread::sleep(std::time::Duration::from_millis(5));
        }
        watcher.request(id, Request::Stop).unwrap();
        playing.join().unwrap()
    });
    assert!(!played.complete && played.played > 0);
    drop(lock);
    assert!(!watcher.is_played(id).unwrap());
    let stored = watcher.get(id).unwrap().unwrap();
    assert_eq!((stored.games, stored.request, stored.done), (played.played, Request::Stop, false));
    assert_eq!(watcher.of_identity("identity").unwrap().len(), 1);
    assert!(watcher.of_identity("other").unwrap().is_empty());
}

#[test]
fn games_under_way_are_seen_by_others() {
    let folder = tempfile::tempdir().unwrap();
    let mut store = Store::open(folder.path()).unwrap();
    let engine = "tesuji,time=0.2,name=";
    let engines = [format!("{engine}a"), format!("{engine}b")];
    let plan = config(Format::Match, &[&engines[0], &engines[1]], 100);
    let id = store.create("m", "identity", &plan).unwrap();
    let watcher = Store::open(folder.path()).unwrap();
    std::thread::scope(|scope| {
        let playing = scope.spawn(|| go_on(&mut store, id, &plan, usize::MAX).1);
        let seen = loop {
            let seen = watcher.live(id).unwrap();
            if seen.len() == 2 {
                break seen;
            }
            std::thread::sleep(std::time::Duration::from_millis(20));
        };
        let live: BTreeMap<String, serde_json::Value> = serde_json::from_str(&seen[0]).unwrap();
        assert!(live["turns"].as_array().unwrap().len() > 1);
        assert_eq!(live["engines"].as_array().unwrap().len(), 2);
        watcher.request(id, Request::Stop).unwrap();
        playing.join().unwrap();
    });
    assert!(watcher.live(id).unwrap().is_empty(), "nothing is under way any more");
}

#[test]
fn a_test_ends_a_match_at_the_same_pair_however_it_is_played() {
    let mut plan = config(Format::Match, &["tesuji,depth=2", "random,seed=1"], 10_000);
    plan.sprt = Some("0,100,0.05,0.05".parse().unwrap());
    let ends = [1, 2, 4].map(|at_once| {
        let outcome = play_at_once(plan.clone(), at_once).outcome.unwrap();
        assert!(outcome.complete);
        (outcome.test.unwrap(), outcome.summary.unwrap())
    });
    let ((state, pairs), summary) = &ends[0];
    assert_eq!(state.decision, Some(Decision::Accepted));
    assert_eq!(
        (summary.games, summary.pairs.iter().sum::<u64>()),
        (2 * *pairs as u64, *pairs as u64)
    );
    assert!(*pairs < 200);
    assert!(ends.iter().all(|end| *end == ends[0]), "{ends:?}");
}

#[test]
fn a_match_that_a_test_has_decided_is_counted_as_far_as_the_test_looked() {
    let folder = tempfile::tempdir().unwrap();
    let mut store = Store::open(folder.path()).unwrap();
    let mut plan = config(Format::Match, &["tesuji,depth=2", "random,seed=1"], 200);
    let id = store.create("m", "identity", &plan).unwrap();
    let (_, whole) = go_on(&mut store, id, &plan, usize::MAX);
    assert_eq!(whole.summary.unwrap().games, 200);
    // The games that are there decide it, and more of them than it needs.
    plan.sprt = Some("0,200,0.05,0.05".parse().unwrap());
    store.set_config(id, &plan).unwrap();
    let (new, outcome) = go_on(&mut store, id, &plan, usize::MAX);
    let ((state, pairs), summary) = (outcome.test.unwrap(), outcome.summary.unwrap());
    assert_eq!((new.len(), state.decision), (0, Some(Decision::Accepted)));
    assert!(pairs < 100, "{pairs} pairs");
    assert_eq!((summary.games, summary.pairs.iter().sum()), (2 * pairs as u64, pairs as u64));
    assert_eq!(outcome.results.len(), 200);
}

#[test]
fn endgame_tables_end_games_and_the_records_can_be_verified() {
    let rules = Rules { tables: Some(2), ..Rules::default() };
    let config = |game: &str, rules| Config {
        rules,
        game: game.to_owned(),
        ..config(Format::Match, &["tesuji,nodes=100,name=a", "tesuji,nodes=100,name=b"], 12)
    };
    let events = play(config("onitama", rules.clone()));
    let by_table = |record: &&GameRecord| record.result.reason.contains("by the endgame table");
    assert!(events.records.iter().filter(by_table).count() >= 3);
    for record in &events.records {
        record.replay().unwrap();
    }
    let Err(error) = Tournament::new(config("ataxx", rules)) else { panic!("Ataxx has none") };
    assert!(
        error.to_string().contains("no endgame tables of 2 pieces a side for Ataxx"),
        "{error}"
    );
}

#[test]
fn tables_in_files_end_games_as_they_know_them() {
    let folders = concat!(env!("CARGO_MANIFEST_DIR"), "/../games/chess/tests/tables").to_owned();
    let won = "8/8/8/8/3k4/8/3K4/3R4 w - - 0 1";
    let (lost, drawn) = ("8/8/8/8/3k4/8/3K4/3R4 b - - 0 1", "8/8/8/8/8/2k5/1r6/K2R4 w - - 0 1");
    for (start, winner) in [(won, Some('w')), (lost, Some('w')), (drawn, None)] {
        let kind = engine::kind("chess").unwrap();
        let rules = Rules { table_folders: Some(folders.clone()), ..Rules::default() };
        let events = play(Config {
            rules,
            game: "chess".to_owned(),
            openings: Openings::read(start, kind, Default::default()).unwrap(),
            ..config(Format::Match, &["tesuji,nodes=100,name=a", "tesuji,nodes=100,name=b"], 1)
        });
        for record in &events.records {
            assert_eq!(record.result.winner, winner, "{start}");
            assert!(record.result.reason.contains("by the endgame tables"), "{:?}", record.result);
            assert!(record.turns.len() <= 1, "{start}");
            record.replay().unwrap();
        }
    }
    let rules = Rules { table_folders: Some("/no such folder".to_owned()), ..Rules::default() };
    let plan = |game: &str| Config {
        rules: rules.clone(),
        game: game.to_owned(),
        ..config(Format::Match, &["tesuji,nodes=100,name=a", "tesuji,nodes=100,name=b"], 1)
    };
    for (game, fault) in [("chess", "/no such folder: "), ("ataxx", "no endgame tables in files")] {
        let Err(error) = Tournament::new(plan(game)) else { panic!("{game}: taken") };
        assert!(error.to_string().contains(fault), "{error}");
    }
}
