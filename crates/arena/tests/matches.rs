//! Matches between random engines, and games with engines that misbehave.

use std::sync::atomic::{AtomicBool, Ordering};

use arena::{EngineSpec, GameRecord, Match, Player, Rules, Tally, play_game};
use engine::{
    AnyGame, ConfigError, Engine, Event, GameError, Limits, ParamInfo, RandomEngine, Referee, Sink,
};

fn plan(games: u64, seed: u64) -> Match {
    let engine = |text: &str| text.parse::<EngineSpec>().unwrap();
    Match {
        kind: engine::kind("onitama").unwrap(),
        engines: [engine("random,name=a"), engine("random,name=b")],
        games,
        seed,
        deal: String::new(),
        concurrency: 2,
        rules: Rules::default(),
    }
}

fn play(plan: &Match) -> Vec<GameRecord> {
    let mut records = Vec::new();
    plan.run(2, &AtomicBool::new(false), |record| records.push(record)).unwrap();
    records.sort_by_key(|record| record.number);
    for record in &mut records {
        record.seconds = 0.0;
    }
    records
}

#[test]
fn a_match_repeats_exactly_however_many_games_are_played_at_once() {
    let mut one = plan(20, 7);
    one.concurrency = 1;
    let mut three = plan(20, 7);
    three.concurrency = 3;
    let games = play(&one);
    assert_eq!(games.len(), 20);
    assert_eq!(games, play(&three));
    assert_ne!(games, play(&plan(20, 8)));
}

#[test]
fn every_deal_is_played_from_both_sides() {
    let games = play(&plan(21, 1));
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
    let mut tally = Tally::default();
    for record in play(&plan(30, 3)) {
        let json = serde_json::to_string(&record).unwrap();
        assert_eq!(serde_json::from_str::<GameRecord>(&json).unwrap(), record);
        let referee = Referee { repetition_draw: true };
        let kind = engine::kind(&record.game).unwrap();
        let mut game = kind.new_game(Some(&record.start), referee).unwrap();
        for turn in &record.turns {
            game.play(turn).unwrap();
        }
        let ending = game.ending().unwrap();
        assert_eq!(ending.winner, record.result.winner);
        assert_eq!(ending.reason, record.result.reason);
        tally.add(record.pair - 1, record.half_points());
    }
    let summary = tally.summary();
    assert_eq!(summary.games, 30);
    assert_eq!(summary.wins + summary.draws + summary.losses, 30);
    assert_eq!(summary.pairs.iter().sum::<u64>(), 15);
}

#[test]
fn a_game_has_a_bound() {
    let mut plan = plan(4, 3);
    plan.rules.max_plies = 3;
    for record in play(&plan) {
        assert!(record.turns.len() <= 3);
        if record.turns.len() == 3 && record.result.winner.is_none() {
            assert_eq!(record.result.reason, "limit of 3 plies (a rule of the match)");
        }
    }
}

#[test]
fn a_match_stops_when_it_is_told_to() {
    let stop = AtomicBool::new(false);
    let mut finished = 0;
    plan(1_000_000, 1)
        .run(2, &stop, |_| {
            finished += 1;
            stop.store(true, Ordering::Relaxed);
        })
        .unwrap();
    assert!(finished < 100_000, "{finished}");
}

#[test]
fn what_cannot_be_played_is_said_before_the_first_game() {
    let mut bad = plan(2, 1);
    bad.deal = "tarot".to_owned();
    let error = bad.run(1, &AtomicBool::new(false), |_| {}).unwrap_err();
    assert!(error.to_string().starts_with("the deal cannot be read: there is no deck"), "{error}");
}

/// Answers every search in one way.
struct Odd(Option<Event>);

impl Engine for Odd {
    fn name(&self) -> String {
        "Odd".to_owned()
    }
    fn options(&self) -> Vec<ParamInfo> {
        Vec::new()
    }
    fn set_option(&mut self, _: &str, _: &str) -> Result<(), ConfigError> {
        Ok(())
    }
    fn new_game(&mut self) {}
    fn set_game(&mut self, _: Option<&str>, _: &[String]) -> Result<(), GameError> {
        Ok(())
    }
    fn go(&mut self, _: Limits, mut sink: Sink) {
        if let Some(event) = &self.0 {
            sink(event.clone());
        }
    }
    fn ponder_hit(&mut self) {}
    fn stop(&mut self) {}
    fn is_searching(&self) -> bool {
        false
    }
    fn wait(&mut self) {}
}

#[test]
fn an_engine_that_misbehaves_has_lost_and_the_reason_says_how() {
    let kind = engine::kind("onitama").unwrap();
    let best = |turn: Option<&str>| Event::BestMove {
        turn: turn.map(str::to_owned),
        ponder: None,
        last: None,
        statistics: None,
    };
    for (event, reason) in [
        (Some(best(None)), "Red's engine failed: no turn"),
        (Some(Event::Failed("index 9".to_owned())), "Red's engine failed: index 9"),
        (None, "Red's engine failed: it ended its search without a turn"),
        (
            Some(best(Some("ox c1c3"))),
            "Red's engine failed: illegal turn 'ox c1c3': Ox does not lead from c1 to c3 for Red \
             (at column 1: 'ox c1c3')",
        ),
    ] {
        let mut game: Box<dyn AnyGame> = kind.new_game(None, Referee::default()).unwrap();
        let (mut odd, mut random) = (Odd(event), RandomEngine::new(kind, 1));
        let limits = Limits::default();
        let players = [
            Player { engine: &mut odd, limits: &limits },
            Player { engine: &mut random, limits: &limits },
        ];
        let stop = AtomicBool::new(false);
        let result = play_game(game.as_mut(), players, Rules::default(), &stop).unwrap();
        assert_eq!((result.winner, result.reason.as_str()), (Some('b'), reason));
    }
}
