//! Chess engines with Syzygy tables: they win what is won, and their search knows what a trade leads to.

use std::path::Path;
use std::sync::mpsc::channel;

use engine::{
    Engine, EngineConfig, Event, GameKind, Info, Limits, Referee, TableValue, Verdict, kind,
};

fn chess() -> &'static dyn GameKind {
    kind("chess").unwrap()
}

fn folder() -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../games/chess/tests/tables");
    folder.to_str().unwrap().to_owned()
}

fn new_engine(options: &[(&str, &str)]) -> Box<dyn Engine> {
    let options = options.iter().map(|&(name, value)| (name.to_owned(), value.to_owned()));
    let config = EngineConfig { threads: 1, hash_mib: 4, options: options.collect() };
    chess().new_engine(&config).unwrap()
}

fn with_tables(options: &[(&str, &str)]) -> Box<dyn Engine> {
    let path = folder();
    let mut all = vec![("SyzygyPath", path.as_str())];
    all.extend_from_slice(options);
    new_engine(&all)
}

/// The turn that an engine plays, and its last report.
fn think(engine: &mut dyn Engine, start: &str, turns: &[String], limits: Limits) -> (String, Info) {
    engine.set_game(Some(start), turns).unwrap();
    let (sender, events) = channel();
    engine.think(limits, &engine::Stop::default(), &mut move |event| drop(sender.send(event)));
    match events.try_iter().last() {
        Some(Event::BestMove { turn: Some(turn), last: Some(last), .. }) => (turn, last),
        other => panic!("{other:?}"),
    }
}

fn nodes(nodes: u64) -> Limits {
    Limits { nodes: Some(nodes), ..Limits::default() }
}

fn depth(depth: u32) -> Limits {
    Limits { depth: Some(depth), ..Limits::default() }
}

/// Plays on from a position with these two engines, the first for the side to move, and so many states a turn; the
/// letter of the winner and the number of turns.
fn play<'e>(
    ours: &'e mut dyn Engine,
    theirs: &'e mut dyn Engine,
    start: &str,
    states: u64,
) -> (Option<char>, usize) {
    let mut game = chess().new_game(Some(start), Referee::default()).unwrap();
    let first = game.side();
    let mut turns = Vec::new();
    while game.ending().is_none() {
        let engine = if game.side() == first { &mut *ours } else { &mut *theirs };
        let (turn, _) = think(engine, start, &turns, nodes(states));
        game.play(&turn).unwrap();
        turns.push(turn);
    }
    (game.ending().unwrap().winner, turns.len())
}

#[test]
fn won_endings_are_won_and_drawn_ones_held() {
    let mut ours = with_tables(&[]);
    let mut theirs = new_engine(&[]);
    for start in [
        // Queen against rook, the hardest one first (31 moves to the rook's capture).
        "8/8/8/8/8/5Q2/2r5/k1K5 w - - 0 1",
        "8/3k4/8/8/3r4/8/8/KQ6 w - - 0 1",
        "8/8/2k5/8/8/8/8/KR6 w - - 0 1",
        "8/8/8/8/8/8/1K2P3/4k3 w - - 0 1",
        // The fifty moves are nearly over: only the shortest way wins.
        "8/8/8/4k3/8/8/8/K2R4 w - - 62 90",
    ] {
        let (winner, turns) = play(ours.as_mut(), theirs.as_mut(), start, 300);
        assert_eq!(winner, Some('w'), "{start}: after {turns}");
    }
    for start in ["8/8/8/4k3/4P3/4K3/8/8 b - - 0 1", "8/8/8/8/8/2k5/1r6/K2R4 w - - 0 1"] {
        let (winner, turns) = play(ours.as_mut(), theirs.as_mut(), start, 300);
        assert_eq!(winner, None, "{start}: after {turns}");
    }
}

#[test]
fn results_alone_win_too() {
    // Without distances the search itself has to find the way, from win to win.
    let results = std::env::temp_dir().join(format!("tesuji-results-{}", std::process::id()));
    std::fs::create_dir_all(&results).unwrap();
    for name in ["KQvK", "KRvK", "KBvK", "KNvK", "KPvK"] {
        let name = format!("{name}.rtbw");
        std::fs::copy(Path::new(&folder()).join(&name), results.join(&name)).unwrap();
    }
    let mut ours = new_engine(&[("SyzygyPath", results.to_str().unwrap())]);
    let (_, info) = think(ours.as_mut(), "8/8/8/8/8/8/1K2P3/4k3 w - - 0 1", &[], depth(8));
    assert!(matches!(info.score.verdict(), Verdict::Points(19_999) | Verdict::Win(_)), "{info:?}");
    let mut theirs = new_engine(&[]);
    let start = "8/8/8/8/8/8/1K2P3/4k3 w - - 0 1";
    assert_eq!(play(ours.as_mut(), theirs.as_mut(), start, 5_000).0, Some('w'));
    std::fs::remove_dir_all(results).unwrap();
}

#[test]
fn tables_at_the_root_rank_its_moves_and_give_the_score() {
    let mut engine = with_tables(&[]);
    let (_, info) = think(engine.as_mut(), "8/8/8/8/3k4/8/3K4/3R4 w - - 0 1", &[], depth(4));
    assert_eq!(info.score.verdict(), Verdict::Points(19_999));
    assert_eq!(info.table_hits, 11, "a hit for each move");
    let (_, info) = think(engine.as_mut(), "8/8/8/8/3k4/8/3K4/3R4 b - - 0 1", &[], depth(4));
    assert_eq!(info.score.verdict(), Verdict::Points(-19_999));
    // Mate is mate.
    let (_, info) = think(engine.as_mut(), "3k4/8/3K4/8/8/8/8/6Q1 w - - 0 1", &[], depth(4));
    assert_eq!(info.score.verdict(), Verdict::Win(1));
    // Draws are told as such, whatever the evaluation says.
    let (_, info) = think(engine.as_mut(), "8/8/8/8/8/2k5/1r6/K2R4 w - - 0 1", &[], depth(4));
    assert_eq!(info.score.verdict(), Verdict::Points(0));
    // Several lines: the best ones first, a lost one after a won one.
    let limits = Limits { multi_pv: 8, ..depth(3) };
    engine.set_game(Some("8/8/8/8/8/1k6/1p6/1K6 b - - 0 1"), &[]).unwrap();
    let (sender, events) = channel();
    engine.think(limits, &engine::Stop::default(), &mut move |event| drop(sender.send(event)));
    let mut scores = [0; 8];
    for event in events.try_iter() {
        if let Event::Info(Info { multi_pv, score, complete: true, .. }) = event {
            scores[multi_pv - 1] = score.raw();
        }
    }
    assert!(scores.is_sorted_by(|a, b| a >= b) && scores[0] == 19_999, "{scores:?}");
    assert!(scores.contains(&0), "{scores:?}");
}

/// Taking the pawn wins, and not only for the moment.
const TRADE_WINS: (&str, i32) = ("8/8/P5Kp/8/8/7k/8/8 w - - 0 1", 1);
/// A pawn each, and the one that is left, at the edge with the king before it, does not win.
const TRADE_DRAWS: (&str, i32) = ("k7/8/8/8/P7/1p6/2K5/8 w - - 0 1", 0);

/// Four pieces, of which the tables are left out: what the search meets below is known.
#[test]
fn tables_in_the_tree_correct_a_wrong_verdict() {
    let limited = [("SyzygyProbeLimit", "3")];
    let (mut knows, mut guesses) = (with_tables(&limited), new_engine(&[]));
    for (position, right) in [TRADE_WINS, TRADE_DRAWS] {
        let (_, guess) = think(guesses.as_mut(), position, &[], depth(8));
        let (_, known) = think(knows.as_mut(), position, &[], depth(8));
        assert!(known.table_hits > 0, "{known:?}");
        let (guess, known) = (guess.score.raw(), known.score.raw());
        let is = |score: i32| if score > 15_000 { 1 } else { i32::from(score.abs() > 50) * 2 };
        assert_eq!(is(known), right, "{position}: {known}");
        assert_ne!(is(guess), right, "{position}: {guess}");
    }
    // As if there were none.
    let mut none = with_tables(&[("SyzygyProbeLimit", "0")]);
    let (_, info) = think(none.as_mut(), TRADE_WINS.0, &[], depth(4));
    assert_eq!(info.table_hits, 0);
    // Only where so much depth is left.
    let mut deep = with_tables(&[("SyzygyProbeLimit", "3"), ("SyzygyProbeDepth", "90")]);
    let (_, info) = think(deep.as_mut(), TRADE_WINS.0, &[], depth(4));
    assert_eq!(info.table_hits, 0);
}

#[test]
fn levels_below_the_highest_play_without_tables() {
    let mut engine = with_tables(&[("Level", "5")]);
    let (_, info) = think(engine.as_mut(), "8/8/8/8/3k4/8/3K4/3R4 w - - 0 1", &[], depth(4));
    assert_eq!(info.table_hits, 0);
}

#[test]
fn options_are_checked_and_damage_is_told() {
    let mut engine = new_engine(&[]);
    let mut refused =
        |name: &str, value: &str| engine.set_option(name, value).unwrap_err().to_string();
    assert!(refused("SyzygyPath", "/no such folder").starts_with("SyzygyPath: /no such folder: "));
    assert!(refused("SyzygyProbeDepth", "0").ends_with("use a whole number from 1 to 100"));
    assert!(refused("SyzygyProbeLimit", "8").ends_with("use a whole number from 0 to 7"));
    assert!(refused("Syzygy50MoveRule", "perhaps").ends_with("use true or false"));
    engine.set_option("syzygypath", &folder()).unwrap();
    let about = "endgame tables: 9 tables of results and 9 of distances, up to 4 pieces";
    assert_eq!(engine.remark().as_deref(), Some(about));
    assert_eq!(engine.fault(), None);
    engine.set_option("SyzygyPath", "<empty>").unwrap();
    assert_eq!(engine.remark(), None);

    let damaged = std::env::temp_dir().join(format!("tesuji-damaged-{}", std::process::id()));
    std::fs::create_dir_all(&damaged).unwrap();
    std::fs::write(damaged.join("KRvK.rtbw"), b"not a table").unwrap();
    engine.set_option("SyzygyPath", damaged.to_str().unwrap()).unwrap();
    let (_, info) = think(engine.as_mut(), "8/8/8/8/3k4/8/3K4/3R4 w - - 0 1", &[], depth(4));
    assert_eq!(info.table_hits, 0);
    let fault = engine.fault().unwrap();
    assert!(fault.contains("KRvK.rtbw: this is no Syzygy table"), "{fault}");
    assert_eq!(engine.fault(), None, "it is told once");
    std::fs::remove_dir_all(damaged).unwrap();
    assert!(kind("onitama").unwrap().open_tables(&folder()).is_err());
}

#[test]
fn tables_say_how_a_position_ends_with_the_moves_counted() {
    let tables = chess().open_tables(&folder()).unwrap();
    let look_up = |position: &str| tables.look_up(position);
    assert_eq!(look_up("8/8/8/8/3k4/8/3K4/3R4 w - - 0 1"), Some(TableValue::Win(None)));
    assert_eq!(look_up("8/8/8/8/3k4/8/3K4/3R4 b - - 0 1"), Some(TableValue::Loss(None)));
    assert_eq!(look_up("8/8/8/8/3k4/8/3K4/3R4 w - - 80 90"), Some(TableValue::Draw));
    assert_eq!(look_up("8/8/8/8/8/2k5/1r6/K2R4 w - - 0 1"), Some(TableValue::Draw));
    assert_eq!(look_up("4k3/8/8/8/8/8/8/RRR1K3 w - - 0 1"), None);
    assert_eq!(look_up("nonsense"), None);
}
