//! Matches and tournaments as a user runs, kills and resumes them.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::Stdio;

use crate::common::{command, tesuji};
use serde_json::Value;

fn lines(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn run(args: &[&str], data: &Path) -> Vec<Value> {
    let ran = tesuji(&[args, &["--json", "--data", data.to_str().unwrap()]].concat());
    assert_eq!(ran.code, 0, "{args:?}: {}", ran.err);
    lines(&ran.out)
}

/// The last line, and how many lines of games came before.
fn result(args: &[&str], data: &Path) -> (Value, usize) {
    let mut lines = run(args, data);
    let last = lines.pop().unwrap();
    (last, lines.iter().filter(|line| line["type"] == "game").count())
}

/// The games played, by number, without the fields that differ from run to run.
fn exported(id: &Value, data: &Path) -> BTreeMap<u64, Value> {
    let id = id.to_string();
    let games = run(&["arena", "export", &id], data);
    let count = games.len();
    let by_number: BTreeMap<u64, Value> = games
        .into_iter()
        .map(|mut game| {
            let fields = game.as_object_mut().unwrap();
            assert!(fields.remove("seconds").is_some() && fields.remove("notes").is_some());
            assert!(fields.remove("date").is_some());
            (game["number"].as_u64().unwrap(), game)
        })
        .collect();
    assert_eq!(by_number.len(), count, "none twice");
    by_number
}

/// Starts a run, reads so many lines of games, and kills it; gives the numbers of the games printed.
fn killed_after(args: &[&str], data: &Path, games: usize) -> Vec<u64> {
    let mut child = command(&[args, &["--json", "--data", data.to_str().unwrap()]].concat())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut printed = Vec::new();
    let mut output = BufReader::new(child.stdout.take().unwrap()).lines();
    let mut read = |printed: &mut Vec<u64>| -> bool {
        let Some(Ok(line)) = output.next() else { return false };
        // The last line may be cut off by the kill.
        if let Ok(value) = serde_json::from_str::<Value>(&line) {
            printed.extend(value["number"].as_u64());
        }
        true
    };
    while printed.len() < games && read(&mut printed) {}
    child.kill().unwrap();
    while read(&mut printed) {}
    child.wait().unwrap();
    printed
}

const TOURNAMENT: [&str; 10] = [
    "tournament",
    "onitama",
    "--engine",
    "tesuji,depth=1,name=a",
    "--engine",
    "random,name=b",
    "--engine",
    "tesuji,depth=2,name=c",
    "--games",
    "200",
];

#[test]
fn a_tournament_that_is_killed_twenty_times_ends_as_if_it_was_not() {
    let (killed, whole) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let mut printed = Vec::new();
    for round in 0..20 {
        let games = killed_after(&TOURNAMENT, killed.path(), round % 4);
        assert!(printed.len() + games.len() < 600, "it was still playing");
        printed.extend(games);
    }
    let different: BTreeSet<u64> = printed.iter().copied().collect();
    assert_eq!(different.len(), printed.len(), "no game was played twice");
    let (mut last, rest) = result(&TOURNAMENT, killed.path());
    assert!(rest + printed.len() <= 600 && last["complete"] == true, "{last}");
    let (mut expected, all) = result(&TOURNAMENT, whole.path());
    assert_eq!(all, 600);
    let games = exported(&last["id"], killed.path());
    assert!(printed.iter().all(|number| games.contains_key(number)), "what was printed was stored");
    assert_eq!(games, exported(&expected["id"], whole.path()));
    for result in [&mut last, &mut expected] {
        let fields = result.as_object_mut().unwrap();
        for name in ["seconds", "overhead_ms", "played", "id"] {
            fields.remove(name);
        }
    }
    assert_eq!(last, expected);
    // Once more: nothing is left to be played.
    let (again, played) = result(&TOURNAMENT, killed.path());
    assert_eq!((played, &again["standings"]), (0, &expected["standings"]));
}

#[test]
fn a_match_goes_on_with_its_own_seed_and_then_begins_anew() {
    let data = tempfile::tempdir().unwrap();
    let args =
        ["match", "onitama", "--engine", "random", "--engine", "tesuji,depth=1", "--games", "300"];
    let printed = killed_after(&args, data.path(), 5);
    let (last, played) = result(&args, data.path());
    assert_eq!((&last["games"], &last["complete"]), (&300.into(), &true.into()));
    assert!(played + printed.len() <= 300 && played < 300);
    assert_eq!(exported(&last["id"], data.path()).len(), 300);
    // It is over: the same command is another match, with another seed.
    let (other, played) = result(&args, data.path());
    assert_eq!(played, 300);
    assert_ne!((&other["seed"], &other["id"]), (&last["seed"], &last["id"]));
}

#[test]
fn engines_join_a_gauntlet_that_has_a_name() {
    let data = tempfile::tempdir().unwrap();
    let begin = ["tournament", "onitama", "--format", "gauntlet", "--name", "g", "--games", "10"];
    let with = |engines: &[&str]| -> Vec<String> {
        let engines = engines.iter().flat_map(|engine| ["--engine", *engine]);
        begin.into_iter().chain(engines).map(str::to_owned).collect()
    };
    let play = |args: &[String]| {
        let args: Vec<&str> = args.iter().map(String::as_str).collect();
        result(&args, data.path())
    };
    let (first, played) = play(&with(&["random,name=a", "random,name=b"]));
    assert_eq!((played, &first["games"]), (10, &10.into()));
    let (more, played) = play(&with(&["random,name=a", "random,name=b", "random,name=c"]));
    assert_eq!((played, &more["games"], &more["id"]), (10, &20.into(), &first["id"]));
    let others = with(&["random,name=a", "random,name=d"]);
    let others: Vec<&str> = others.iter().map(String::as_str).collect();
    let ran = tesuji(&[&others[..], &["--data", data.path().to_str().unwrap()]].concat());
    assert_eq!(ran.code, 1);
    assert!(ran.err.contains("the tournament called g has other engines"), "{}", ran.err);
    let longer = [&begin[..7], &["12", "--engine", "random,name=a", "--engine", "random,name=b"]];
    let ran = tesuji(&[&longer.concat()[..], &["--data", data.path().to_str().unwrap()]].concat());
    assert!(ran.err.contains("a tournament called g has other settings"), "{}", ran.err);
}

#[test]
fn one_program_stops_what_another_plays_and_resumes_it() {
    let data = tempfile::tempdir().unwrap();
    let folder = data.path().to_str().unwrap();
    let args = ["match", "onitama", "--engine", "random", "--engine", "random,seed=2", "--games"];
    let args = [&args[..], &["3000", "--json", "--data", folder]].concat();
    let mut child = command(&args).stdout(Stdio::piped()).spawn().unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    let mut line = String::new();
    output.read_line(&mut line).unwrap();
    let list = run(&["arena", "list"], data.path());
    assert_eq!((&list[0]["state"], &list[0]["id"]), (&"running".into(), &1.into()));
    let resumed = tesuji(&["arena", "resume", "1", "--data", folder]);
    assert!(resumed.err.contains("is being played by another program"), "{}", resumed.err);
    assert_eq!(tesuji(&["arena", "stop", "1", "--data", folder]).code, 0);
    let rest: Vec<String> = output.lines().map(Result::unwrap).collect();
    assert!(child.wait().unwrap().success());
    let last: Value = serde_json::from_str(rest.last().unwrap()).unwrap();
    assert_eq!(last["complete"], false);
    let (done, played) = result(&["arena", "resume", "1"], data.path());
    assert_eq!((&done["games"], &done["complete"]), (&3000.into(), &true.into()));
    assert_eq!(played as u64 + last["games"].as_u64().unwrap(), 3000);
    let shown = run(&["arena", "show", "1"], data.path());
    assert_eq!(shown.last().unwrap()["state"], "done");
    assert_eq!(tesuji(&["arena", "remove", "1", "--data", folder]).code, 0);
    assert_eq!(tesuji(&["arena", "show", "1", "--data", folder]).code, 1);
}

#[test]
fn programs_play_by_the_clock_and_their_records_are_verified_and_rated() {
    let data = tempfile::tempdir().unwrap();
    let out = data.path().join("games.jsonl");
    let out = out.to_str().unwrap();
    let own = env!("CARGO_BIN_EXE_tesuji");
    let engine =
        |name: &str| format!("cmd={own},args=engine onitama,tc=0.3+0.01,margin=5,name={name}");
    let args = ["match", "onitama", "--games", "4", "--out", out, "--engine"];
    let (last, _) =
        result(&[&args[..], &[&engine("a"), "--engine", &engine("b")]].concat(), data.path());
    assert_eq!(last["games"], 4);
    let records = lines(&std::fs::read_to_string(out).unwrap());
    for record in &records {
        assert_eq!(record["fault"], Value::Null, "{record}");
        let note = &record["notes"][2];
        assert!(note["left"].is_number() && note["depth"].is_number(), "{note}");
    }
    assert_eq!(tesuji(&["verify", out]).out, "4 games, 0 wrong\n");
    let rated = lines(&tesuji(&["rate", out, "--json"]).out);
    assert_eq!((rated.len(), &rated[2]["games"]), (3, &4.into()));
    let anchored = lines(&tesuji(&["rate", out, "--json", "--anchor", "b=1000"]).out);
    let b = anchored.iter().find(|line| line["name"] == "b").unwrap();
    assert!((b["elo"].as_f64().unwrap() - 1000.0).abs() < 1e-6);
    // A record that was tampered with.
    let mut forged = records[0].clone();
    forged["turns"][1] = "ox a1e5".into();
    let mut file = std::fs::OpenOptions::new().append(true).open(out).unwrap();
    writeln!(file, "{forged}\nno record").unwrap();
    let ran = tesuji(&["verify", out]);
    assert_eq!(ran.code, 1);
    assert!(
        ran.out.contains("line 5: turn 2 ('ox a1e5')")
            && ran.out.contains("line 6: it is no record")
    );
    assert!(tesuji(&["rate", out]).err.contains("line 6: it is no record"));
}

#[test]
fn our_own_engine_passes_the_check() {
    let own = env!("CARGO_BIN_EXE_tesuji");
    let ran =
        tesuji(&["check-engine", "onitama", &format!("cmd={own},args=engine onitama"), "--json"]);
    let points = lines(&ran.out);
    assert_eq!(points.len(), 18);
    for point in &points {
        // On a machine that is busy with other tests it may come late.
        let timed = point["text"].as_str().is_some_and(|text| text.contains(" s"));
        assert!(point["verdict"] == "good" || timed, "{point}");
    }
    assert_eq!(tesuji(&["check-engine", "onitama", "tesuji,depth=3"]).code, 2);
}

#[test]
fn games_that_all_begin_alike_are_noticed() {
    let data = tempfile::tempdir().unwrap();
    for (deal, games, alike) in [("open", "8", true), ("walls", "8", false), ("open", "2", false)] {
        let players = ["--engine", "random,seed=1", "--engine", "random,seed=2"];
        let rest = ["--deal", deal, "--games", games, "--seed", "3", "--data"];
        let data = data.path().to_str().unwrap();
        let ran = tesuji(&[&["match", "ataxx"], &players[..], &rest, &[data]].concat());
        assert_eq!(ran.code, 0, "{}", ran.err);
        let says = ran.out.contains("All games begin in the same position");
        assert_eq!(says, alike, "{deal}, {games} games: {}", ran.out);
    }
}

#[test]
fn openings_are_made_and_played() {
    let args = ["openings", "make", "onitama", "--plies", "3", "--balance", "25", "--depth", "4"];
    let ran = tesuji(&[&args[..], &["--count", "6", "--seed", "4"]].concat());
    assert_eq!(ran.code, 0, "{}", ran.err);
    let data = tempfile::tempdir().unwrap();
    let file = data.path().join("openings.epd");
    std::fs::write(&file, &ran.out).unwrap();
    let positions: BTreeSet<String> = ran
        .out
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| line.split(" ce ").next().unwrap().to_owned())
        .collect();
    assert_eq!(positions.len(), 6);
    let play = |order: &str| {
        let args =
            ["match", "onitama", "--engine", "random", "--engine", "random,seed=2", "--games"];
        let file = file.to_str().unwrap();
        let more =
            ["12", "--seed", "1", "--openings", file, "--order", order, "--concurrency", "1"];
        let games = run(&[&args[..], &more].concat(), data.path());
        let start = |game: &Value| game["start"].as_str().map(str::to_owned);
        games.iter().filter_map(start).collect::<Vec<String>>()
    };
    let (random, sequential) = (play("random"), play("sequential"));
    assert_eq!((random.len(), sequential.len()), (12, 12));
    assert!(random.chunks(2).all(|pair| pair[0] == pair[1]));
    assert_eq!(random.iter().cloned().collect::<BTreeSet<_>>(), positions);
    assert_ne!(random, sequential);
    std::fs::write(&file, "# nothing\nbbBbb/5 r\n").unwrap();
    let args = ["match", "onitama", "--engine", "random", "--engine", "random", "--games", "2"];
    let ran = tesuji(&[&args[..], &["--openings", file.to_str().unwrap()]].concat());
    assert_eq!(ran.code, 1);
    assert!(ran.err.contains("openings.epd: line 2: "), "{}", ran.err);
}

#[test]
fn elo_is_calculated() {
    let ran =
        tesuji(&["elo", "--pairs", "20,110,320,130,30", "--elo0", "0", "--elo1", "5", "--json"]);
    let line = &lines(&ran.out)[0];
    let near = |name: &str, value: f64| {
        assert!((line[name].as_f64().unwrap() - value).abs() < 1e-4, "{name}: {line}");
    };
    near("games", 1220.0);
    near("score", 0.516_393_44);
    near("elo", 11.395415);
    near("los", 0.97210257);
    near("nelo", 19.025075);
    near("llr_logistic", 1.249787);
    near("llr_normalized", 0.833184);
    let clean = &lines(&tesuji(&["elo", "--games", "0,0,20", "--json"]).out)[0];
    assert_eq!((&clean["interval"], &clean["nelo"]), (&"exact".into(), &Value::Null));
    assert!(clean["elo_low"].as_f64().unwrap() < clean["elo"].as_f64().unwrap());
    assert!(clean["elo_high"].is_number());
    for (args, error) in [
        (&["elo"][..], "required arguments were not provided"),
        (&["elo", "--games", "1,2"], "3 counts are needed, and 2 are given"),
        (&["elo", "--pairs", "1,2,x,4,5"], "number 3 ('x') is no count"),
        (&["elo", "--games", "0,0,0"], "there is nothing to calculate"),
        (
            &["elo", "--games", "1,2,3", "--elo0", "5", "--elo1", "0"],
            "elo1 (0) must be above elo0 (5)",
        ),
    ] {
        let ran = tesuji(args);
        assert_eq!(ran.code, 2, "{args:?}");
        assert!(ran.err.contains(error), "{args:?}: {}", ran.err);
    }
}
