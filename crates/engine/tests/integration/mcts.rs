//! Monte Carlo tree search as an engine, in every game.

use engine::{
    Engine, EngineConfig, GameKind, Limits, RandomEngine, Referee, Request, Score, Stop, examples,
    kind, kinds,
};

fn every_game() -> impl Iterator<Item = &'static dyn GameKind> {
    kinds().iter().chain(examples()).copied()
}

fn mcts(kind: &dyn GameKind, options: &[(&str, &str)]) -> Box<dyn Engine> {
    let config = EngineConfig { threads: 1, hash_mib: 4, options: Vec::new() };
    let config = config.with("Algorithm", "mcts");
    let config = options.iter().fold(config, |config, (name, value)| config.with(name, value));
    kind.new_engine(&config).unwrap()
}

fn nodes(nodes: u64) -> Limits {
    Limits { nodes: Some(nodes), ..Limits::default() }
}

#[test]
fn it_plays_every_game_to_its_end() {
    for kind in every_game() {
        let mut engine = mcts(kind, &[]);
        let mut random = RandomEngine::new(kind, 3);
        let deal = kind.starts().deal(kind.info().match_deal, 5).unwrap();
        let mut game = kind.new_game(Some(&deal), Referee { repetition_draw: true }).unwrap();
        let ours = game.side();
        while game.ending().is_none() && game.turns().len() < 400 {
            let player: &mut dyn Engine =
                if game.side() == ours { engine.as_mut() } else { &mut random };
            let request = Request::new(game.as_ref(), nodes(1_500));
            let found = request.search(player, &Stop::default(), &mut |_| {}).unwrap();
            game.play(&found.turn.unwrap()).unwrap();
        }
        let ending = game.ending().unwrap_or_else(|| panic!("{}: no end", kind.title()));
        assert_eq!(ending.winner, Some(ours), "{}: {}", kind.title(), ending.reason);
    }
}

#[test]
fn its_lines_are_legal_and_its_reports_whole() {
    for kind in every_game() {
        let mut engine = mcts(kind, &[("MultiPV", "2")]);
        let deal = kind.starts().deal(kind.info().match_deal, 8).unwrap();
        let mut game = kind.new_game(Some(&deal), Referee::default()).unwrap();
        // Past what is played without thought.
        for _ in 0..2 {
            let request = Request::new(game.as_ref(), nodes(10));
            let found = request.search(engine.as_mut(), &Stop::default(), &mut |_| {}).unwrap();
            game.play(&found.turn.unwrap()).unwrap();
        }
        let request = Request::new(game.as_ref(), nodes(20_000));
        let mut reports = Vec::new();
        let outcome = request
            .search(engine.as_mut(), &Stop::default(), &mut |info| reports.push(info))
            .unwrap();
        let title = kind.title();
        assert!(reports.len() > 10 && reports.iter().any(|info| info.multi_pv == 2), "{title}");
        let last = outcome.last.unwrap();
        assert!(last.nodes >= 20_000 && last.depth > 0 && last.seldepth >= 2, "{title}: {last:?}");
        let statistics = outcome.statistics.unwrap();
        assert!(statistics.leaves > 100, "{title}");
        let tree = &statistics.tree;
        let priors: f64 = tree.iter().map(|branch| branch.prior).sum();
        assert!(tree.len() > 1 && priors > 0.3 && priors < 1.01, "{title}: {priors}");
        assert!(tree[0].visits > 100 && !tree[0].replies.is_empty(), "{title}: {:?}", tree[0]);
        assert!(tree[0].replies.len() <= 3 && tree[0].value.abs() <= 1.0, "{title}");
        for turn in &last.pv {
            game.play(turn)
                .unwrap_or_else(|error| panic!("{title}: {turn} of {:?}: {error}", last.pv));
        }
        assert_eq!(outcome.turn.as_ref(), last.pv.first(), "{title}");
    }
}

#[test]
fn the_tree_is_kept_from_turn_to_turn() {
    let kind = kind("onitama").unwrap();
    let think = |keeps: &str| {
        let mut engine = mcts(kind, &[("MctsKeepTree", keeps)]);
        let mut game = kind.new_game(None, Referee::default()).unwrap();
        let mut first = None;
        for _ in 0..3 {
            let request = Request::new(game.as_ref(), nodes(20_000));
            first = None;
            let found = request
                .search(engine.as_mut(), &Stop::default(), &mut |info| {
                    if first.is_none() && info.multi_pv == 1 {
                        first = Some(info.line_nodes);
                    }
                })
                .unwrap();
            game.play(&found.turn.unwrap()).unwrap();
        }
        first.unwrap()
    };
    let (kept, anew) = (think("true"), think("false"));
    assert!(kept > 50 && anew < 5, "visits at the first report: {kept} and {anew}");
}

#[test]
fn options_of_the_tree_are_named_with_their_prefix() {
    let kind = kind("ataxx").unwrap();
    let mut engine = mcts(kind, &[]);
    for (name, value) in
        [("MctsExploration", "150"), ("mcts_playout_plies", "20"), ("MctsSolver", "off")]
    {
        engine.set_option(name, value).unwrap();
    }
    let refused = engine.set_option("MctsExploration", "-4").unwrap_err().to_string();
    assert_eq!(refused, "'-4' is no value for MctsExploration: use a whole number from 0 to 1000");
    let unknown = engine.set_option("MctsLuck", "1").unwrap_err().to_string();
    assert_eq!(unknown, "there is no parameter 'MctsLuck'");
    let names: Vec<String> = engine.options().into_iter().map(|option| option.name).collect();
    for name in ["Algorithm", "MctsExploration", "MctsTranspositions"] {
        assert!(names.iter().any(|known| known == name), "{name}");
    }
}

#[test]
fn a_tree_is_searched_by_levels_too() {
    for kind in every_game() {
        for level in ["1", "4"] {
            let mut engine = mcts(kind, &[("Level", level)]);
            let game = kind.new_game(None, Referee::default()).unwrap();
            let limits = engine::levels()[0].limits(kind.info().full_strength_time);
            let found = Request::new(game.as_ref(), limits)
                .search(engine.as_mut(), &Stop::default(), &mut |_| {})
                .unwrap();
            let last = found.last.unwrap();
            assert!(found.turn.is_some() && last.nodes < 20_000, "{}: {last:?}", kind.title());
        }
    }
}

#[test]
fn endgame_tables_decide_what_they_know() {
    let folder =
        std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../games/chess/tests/tables");
    let path = folder.to_str().unwrap().to_owned();
    let text = std::fs::read_to_string(folder.join("positions.txt")).unwrap();
    let kind = kind("chess").unwrap();
    let mut engine = mcts(kind, &[("SyzygyPath", &path)]);
    let mut checked = 0;
    for line in text.lines().filter(|line| !line.starts_with('#')).step_by(5) {
        let [fen, wdl, _] = line.split(';').collect::<Vec<_>>()[..] else { panic!("{line}") };
        let game = kind.new_game(Some(fen), Referee::default()).unwrap();
        if game.ending().is_some() {
            continue;
        }
        let request = Request::new(game.as_ref(), nodes(300));
        let found = request.search(engine.as_mut(), &Stop::default(), &mut |_| {}).unwrap();
        let score = found.last.unwrap().score;
        let result: i32 = wdl.parse().unwrap();
        // Wins that the count of fifty moves takes away are draws.
        match result {
            2 => assert!(score > Score::ZERO && score.is_decided(), "{line}: {score}"),
            -2 => assert!(score < Score::ZERO && score.is_decided(), "{line}: {score}"),
            _ => assert!(!score.is_proven(), "{line}: {score}"),
        }
        checked += 1;
    }
    assert!(checked > 60, "{checked}");
}
