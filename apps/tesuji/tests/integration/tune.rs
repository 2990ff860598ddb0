//! Self-play, its files, and tuning by them, as a user runs, kills and resumes them.

use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};

use crate::common::{command, tesuji};
use serde_json::Value;

fn ran(args: &[&str]) -> String {
    let ran = tesuji(args);
    assert_eq!(ran.code, 0, "{args:?}: {}", ran.err);
    ran.out
}

fn last(args: &[&str]) -> Value {
    let out = ran(&[args, &["--json"]].concat());
    serde_json::from_str(out.lines().last().unwrap()).unwrap()
}

fn selfplay(out: &Path, games: &str) -> Vec<String> {
    let out = out.to_str().unwrap();
    let args =
        ["selfplay", "ataxx", "--games", games, "--nodes", "200", "--seed", "3", "--out", out];
    args.map(str::to_owned).to_vec()
}

fn borrowed(args: &[String]) -> Vec<&str> {
    args.iter().map(String::as_str).collect()
}

/// Starts a command and kills it as soon as a file has so many bytes; false where it ended before.
fn killed_when(args: &[&str], file: &Path, bytes: u64) -> bool {
    let mut child = command(args).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let begun = Instant::now();
    loop {
        let there = std::fs::metadata(file).map_or(0, |facts| facts.len());
        if there >= bytes {
            child.kill().unwrap();
            return !child.wait().unwrap().success();
        }
        if child.try_wait().unwrap().is_some() {
            return false;
        }
        assert!(begun.elapsed() < Duration::from_secs(120), "{args:?}");
        std::thread::sleep(Duration::from_millis(1));
    }
}

#[test]
fn selfplay_that_is_killed_ends_as_if_it_was_not() {
    let folder = tempfile::tempdir().unwrap();
    let (killed, whole) = (folder.path().join("killed"), folder.path().join("whole"));
    let mut kills = 0;
    for bytes in [1, 9_000, 20_000] {
        kills += u32::from(killed_when(&borrowed(&selfplay(&killed, "100")), &killed, bytes));
        // A block that was being written.
        let mut torn = std::fs::read(&killed).unwrap();
        torn.extend_from_slice(b"TSJDATA1 and no more");
        std::fs::write(&killed, torn).unwrap();
    }
    assert!(kills >= 2, "{kills}");
    ran(&borrowed(&selfplay(&killed, "100")));
    // In two parts, with one thread, and more games at the second time.
    ran(&[&borrowed(&selfplay(&whole, "40"))[..], &["--threads", "1"]].concat());
    let second = last(&[&borrowed(&selfplay(&whole, "100"))[..], &["--threads", "1"]].concat());
    assert_eq!((&second["games"], &second["complete"]), (&100.into(), &true.into()));
    assert!(std::fs::read(&killed).unwrap() == std::fs::read(&whole).unwrap());
    assert!(
        ran(&["data", "check", whole.to_str().unwrap()])
            .starts_with("100 games, 0 wrong, 0 damaged")
    );
    // Fewer games are asked for than there are: they stay, and a torn end does not.
    let before = std::fs::read(&whole).unwrap();
    std::fs::write(&whole, [&before, &b"TSJDATA1 and no more"[..]].concat()).unwrap();
    assert_eq!(last(&borrowed(&selfplay(&whole, "20")))["games"], 100);
    assert!(std::fs::read(&whole).unwrap() == before);
    let other =
        tesuji(&[&borrowed(&selfplay(&whole, "100"))[..], &["--random-plies", "3"]].concat());
    assert!(other.code == 1 && other.err.contains("has games of another recipe"), "{}", other.err);
}

#[test]
fn files_of_games_are_counted_merged_shuffled_split_and_damage_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (games, other) = (path("games"), path("other"));
    ran(&borrowed(&selfplay(Path::new(&games), "64")));
    ran(&["selfplay", "ataxx", "--games", "16", "--nodes", "100", "--seed", "9", "--out", &other]);
    let counted = last(&["data", "stats", &games]);
    assert_eq!((&counted["games"], &counted["same_games"]), (&64.into(), &0.into()));
    assert_eq!(counted["groups"]["open"]["games"], 32, "{counted}");
    assert!(counted["bytes_a_position"].as_f64().unwrap() < 40.0);
    let refused = tesuji(&["data", "starts", &games]);
    assert!(
        refused.err.contains("no game of Ataxx here has a start with parts"),
        "{}",
        refused.err
    );
    let dealt = path("dealt");
    let deals = ["selfplay", "onitama", "--games", "16", "--nodes", "50", "--random-plies", "0"];
    ran(&[&deals[..], &["--out", &dealt]].concat());
    let starts = last(&["data", "starts", &dealt]);
    let together = last(&["data", "starts", &dealt, "--by-file"]);
    assert_eq!(together["engines"][0]["engine"], "dealt");
    assert_eq!(together["engines"][0]["parts"], starts["engines"][0]["parts"]);
    let parts = starts["engines"][0]["parts"].as_array().unwrap();
    let held: u64 = parts.iter().map(|part| part["games"].as_u64().unwrap()).sum();
    assert_eq!(held, 5 * 16, "each game has five cards: {starts}");
    let (all, mixed) = (path("all"), path("mixed"));
    let merged = ran(&["data", "merge", &games, &other, &games, "--out", &all]);
    assert_eq!(merged, "80 games written, 64 left out that stood there twice\n");
    ran(&["data", "shuffle", &all, "--out", &mixed, "--seed", "2"]);
    let order = |file: &str, at: &str| last(&["data", "show", file, "--game", at])["start"].clone();
    assert!((1..9).any(|at: u32| order(&all, &at.to_string()) != order(&mixed, &at.to_string())));
    // Whole games go to one side, the same ones in whatever order they come.
    let parted = |file: &str, name: &str| {
        let (learn, held) = (path(&format!("{name}-learn")), path(&format!("{name}-held")));
        let args = ["data", "split", file, "--learn", &learn, "--held", &held, "--share", "4"];
        ran(&args);
        [learn, held].map(|file| last(&["data", "stats", &file])["games"].as_u64().unwrap())
    };
    let [learn, held] = parted(&all, "a");
    assert!(learn + held == 80 && (8..40).contains(&held), "{learn} {held}");
    assert_eq!(parted(&mixed, "b"), [learn, held]);
    // A flipped bit costs one block of 16 games.
    let mut bytes = std::fs::read(&games).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 4;
    std::fs::write(&games, bytes).unwrap();
    let damaged = tesuji(&["data", "check", &games]);
    assert_eq!(damaged.code, 1);
    assert!(damaged.out.ends_with("48 games, 0 wrong, 1 damaged parts\n"), "{}", damaged.out);
    assert!(damaged.err.contains("are damaged, and are passed over"), "{}", damaged.err);
    let refused = tesuji(&["data", "stats", &path("none")]);
    assert!(refused.code == 1 && refused.err.contains("cannot be read"), "{}", refused.err);
}

#[test]
fn an_evaluation_is_tuned_by_games_and_plays_a_match() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (games, params, data) = (path("games"), path("tuned.params"), path("data"));
    ran(&borrowed(&selfplay(Path::new(&games), "48")));
    let tune = ["tune", "ataxx", "--data", &games, "--out", &params];
    for (method, budget) in [("gradient", "60"), ("local", "80")] {
        let result = last(&[&tune[..], &["--method", method, "--budget", budget]].concat());
        assert_eq!((&result["type"], &result["complete"]), (&"result".into(), &true.into()));
        let parameters = result["parameters"].as_object().unwrap();
        assert!(
            parameters.contains_key("Tempo[1]") && parameters.contains_key("Stone"),
            "{result}"
        );
        let error = |name: &str, side: usize| result[name][side].as_f64().unwrap();
        // The gradient keeps what predicts the games held back best, be it the start; local search looks at the others.
        let lower = match method {
            "local" => error("errors", 0) < error("errors_before", 0),
            _ => error("errors", 1) <= error("errors_before", 1),
        };
        assert!(lower, "{method}: {result}");
    }
    // Of a run that is over.
    let report = path("report.html");
    let again = ["--method", "local", "--budget", "80", "--resume", "--report", &report];
    ran(&[&tune[..], &again].concat());
    let report = std::fs::read_to_string(&report).unwrap();
    for part in ["<title>Ataxx tuned - Tesuji</title>", "\"method\":\"local\"", "\"seed\":1"] {
        assert!(report.contains(part), "{part}");
    }
    let written = std::fs::read_to_string(&params).unwrap();
    assert!(written.starts_with("# Ataxx tuned by tesuji tune --method local"), "{written}");
    let engine = format!("tesuji,nodes=50,params={params},name=tuned");
    let args =
        ["match", "ataxx", "--engine", &engine, "--engine", "tesuji,nodes=50", "--games", "4"];
    let records = path("games.jsonl");
    let played = last(&[&args[..], &["--data", &data, "--out", &records]].concat());
    assert_eq!((&played["games"], &played["engines"][0]), (&4.into(), &"tuned".into()));
    // What a run starts from is part of its result, tuned or not.
    let (start, next) = (path("start.params"), path("next.params"));
    std::fs::write(&start, "Stone = 90\nHole[1] = 7\n").unwrap();
    let from = ["--method", "gradient", "--budget", "2", "--params", "tempo", "--start", &start];
    ran(&["tune", "ataxx", "--data", &games, "--out", &next]
        .iter()
        .chain(&from)
        .copied()
        .collect::<Vec<_>>());
    let written = std::fs::read_to_string(&next).unwrap();
    for line in ["\"Stone\" = 90\n", "\"Hole[1]\" = 7\n"] {
        assert!(written.contains(line), "{written}");
    }
    // Records of matches are learned from, too.
    let both =
        ["tune", "ataxx", "--method", "local", "--data", &records, &games, "--params", "tempo"];
    let result = last(&[&both[..], &["--budget", "6"]].concat());
    assert_eq!(result["parameters"].as_object().unwrap().len(), 2);
    // A folder stands for the files of self-play in it.
    let of = |data: &str| {
        let tune = ["tune", "ataxx", "--method", "local", "--params", "tempo", "--budget", "6"];
        last(&[&tune[..], &["--data", data]].concat())["errors_before"].clone()
    };
    assert_eq!(of(folder.path().to_str().unwrap()), of(&games));
    // Scores of later turns in the place of the results are other targets, and another run.
    let saved = path("ahead.run");
    let ahead = [&both[..], &["--budget", "6", "--checkpoint", &saved]].concat();
    let looked = last(&[&ahead[..], &["--lambda", "0.5"]].concat());
    assert_ne!(looked["errors_before"], result["errors_before"]);
    let refused = tesuji(&[&ahead[..], &["--resume"]].concat());
    let says = "is a run with another lambda: 0.5, and not its default";
    assert!(refused.err.contains(says), "{}", refused.err);
    for (args, says) in [
        (
            &["tune", "chess", "--method", "local", "--data", &games][..],
            "this is a game of ataxx, not of chess",
        ),
        (
            &["tune", "ataxx", "--method", "local", "--data", &games, "--params", "nothing"],
            "no number of Ataxx is called 'nothing': use evaluation, order,",
        ),
        (
            &["tune", "ataxx", "--method", "local", "--data", &games, "--params", "search"],
            "is no number of the evaluation",
        ),
        (
            &["tune", "ataxx", "--method", "local", "--data", &games, "--start", &games],
            "cannot be read",
        ),
        (
            &["tune", "ataxx", "--method", "local", "--data", &games, "--blend", "2"],
            "the blend is from 0 to 1",
        ),
        (
            &["tune", "ataxx", "--method", "local", "--data", &games, "--lambda", "1.5"],
            "use a number from 0 to 1",
        ),
        (
            &["tune", "ataxx", "--method", "local", "--data", &data],
            "no file in this folder has games of tesuji selfplay",
        ),
        (
            &["tune", "ataxx", "--method", "local", "--data", "/no/such/file"],
            "/no/such/file cannot be read",
        ),
        (&["tune", "ataxx", "--method", "spsa", "--data", &games], "plays its own games"),
        (&["tune", "ataxx", "--method", "gradient"], "give --data FILE"),
    ] {
        let refused = tesuji(args);
        assert_ne!(refused.code, 0, "{args:?}");
        assert!(refused.err.contains(says), "{args:?}: {}", refused.err);
    }
}

#[test]
fn the_order_of_moves_is_learned_from_games() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (games, params, start) = (path("games"), path("order.params"), path("start.params"));
    ran(&borrowed(&selfplay(Path::new(&games), "48")));
    std::fs::write(&start, "OrderStone = 0\nOrderLeft = 0\n").unwrap();
    let tune = ["tune", "ataxx", "--method", "order", "--data", &games, "--budget", "120"];
    let from = ["--start", &start, "--out", &params, "--threads", "1"];
    let told = tesuji(&[&tune[..], &from].concat());
    assert_eq!(told.code, 0, "{}", told.err);
    let first = |when: &str| {
        let line = told.err.lines().find_map(|line| line.strip_prefix(when)).unwrap();
        line.split(' ').find_map(|word| word.parse::<f64>().ok()).unwrap()
    };
    assert!(first("now: ") > first("before: "), "{}", told.err);
    let result = last(&[&tune[..], &from, &["--resume"]].concat());
    let parameters = result["parameters"].as_object().unwrap();
    assert_eq!(parameters.len(), 2, "{result}");
    assert!(parameters["OrderStone"].as_i64() > Some(200), "{result}");
    let error = |name: &str| result[name][1].as_f64().unwrap();
    assert!(error("errors") < error("errors_before"), "{result}");
    for (args, says) in [
        (
            &["tune", "onitama", "--method", "order", "--data", &games][..],
            "is called 'order': use evaluation, search",
        ),
        (&["tune", "ataxx", "--method", "order"], "give --data FILE"),
        (&["tune", "ataxx", "--method", "order", "--data", &games, "--lead", "0"], "--lead"),
        (
            &["tune", "ataxx", "--method", "order", "--data", &games, "--params", "search"],
            "is no number of the evaluation",
        ),
    ] {
        let refused = tesuji(args);
        assert_ne!(refused.code, 0, "{args:?}");
        assert!(refused.err.contains(says), "{args:?}: {}", refused.err);
    }
}

/// Tunes and is killed as soon as something is saved, goes on, is killed again, and goes on until it is done.
fn killed_twice(args: &[&str], saved: &Path) -> Value {
    assert!(killed_when(args, saved, 1), "it was still at work: {args:?}");
    let again = [args, &["--resume"]].concat();
    let mut child = command(&again).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    std::thread::sleep(Duration::from_millis(150));
    child.kill().unwrap();
    child.wait().unwrap();
    last(&again)
}

#[test]
fn tuning_by_matches_that_is_killed_ends_as_if_it_was_not() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let common = ["--engine", "tesuji,nodes=60", "--params", "tempo", "stone", "--seed", "4"];
    for (method, more) in [
        ("spsa", &["--budget", "60", "--gain", "0.05"][..]),
        ("genetic", &["--budget", "2", "--population", "6"]),
        ("playout", &["--budget", "40"]),
    ] {
        let (killed, whole) = (path(&format!("{method}-killed")), path(&format!("{method}-whole")));
        let tune = [&["tune", "ataxx", "--method", method][..], &common, more].concat();
        let in_parts =
            killed_twice(&[&tune[..], &["--checkpoint", &killed]].concat(), Path::new(&killed));
        let at_once = last(&[&tune[..], &["--checkpoint", &whole, "--threads", "1"]].concat());
        for field in ["steps", "games", "parameters", "complete"] {
            assert_eq!(in_parts[field], at_once[field], "{method}: {field}");
        }
        assert!(at_once["games"].as_u64().unwrap() > 0 && at_once["complete"] == true, "{at_once}");
        let other = [&tune[..], &["--checkpoint", &whole, "--resume", "--deal", "open"]].concat();
        let refused = tesuji(&other);
        assert!(refused.err.contains("is a run with another deal"), "{}", refused.err);
    }
}

#[test]
fn cards_are_tuned_in_turn() {
    let args = [
        "tune",
        "onitama",
        "--method",
        "spsa",
        "--params",
        "byphase",
        "--engine",
        "tesuji,nodes=20",
    ];
    let more =
        ["--budget", "3", "--groups-in-turn", "2", "--gain", "1", "--seed", "2", "--pairs", "4"];
    let result = last(&[&args[..], &more].concat());
    let all = last(&[&args[..], &["--budget", "1"]].concat());
    let values = |result: &Value| result["parameters"].as_object().unwrap().clone();
    let (in_turn, start) = (values(&result), values(&all));
    assert!(in_turn.len() > 880 && in_turn.len() == start.len());
    let moved = in_turn.iter().zip(&start).filter(|(a, b)| a.1 != b.1).count();
    assert!((1..400).contains(&moved), "two cards' scores at most: {moved}");
}
