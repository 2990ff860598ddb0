//! Networks, as a user trains, shows, plays with and damages them.

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

/// The message of a command that fails.
fn refused(args: &[&str]) -> String {
    let ran = tesuji(args);
    assert_ne!(ran.code, 0, "{args:?}");
    ran.err
}

/// Some games of Ataxx, and the arguments that learn from them.
fn games(folder: &Path) -> String {
    let path = folder.join("games").to_str().unwrap().to_owned();
    ran(&["selfplay", "ataxx", "--games", "64", "--nodes", "100", "--seed", "2", "--out", &path]);
    path
}

fn train<'a>(games: &'a str, out: &'a str, epochs: &'a str) -> Vec<&'a str> {
    let what = ["train", "ataxx", "--data", games, "--out", out, "--epochs", epochs];
    let data = Path::new(games).parent().unwrap().to_str().unwrap();
    let usual = ["--width", "8", "--batch", "64", "--all-positions", "--data-folder", data];
    [&what[..], &usual].concat()
}

#[test]
fn a_network_is_trained_killed_gone_on_with_shown_and_played_with() {
    let folder = tempfile::tempdir().unwrap();
    let games = games(folder.path());
    let name = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (whole, killed) = (name("whole.net"), name("killed.net"));
    let told = ran(&[&train(&games, &whole, "40")[..], &["--threads", "1", "--json"]].concat());
    let lines: Vec<Value> = told.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 41);
    assert!(lines[39]["error"].as_f64() < lines[0]["error"].as_f64());
    assert_eq!((&lines[40]["type"], &lines[40]["complete"]), (&"result".into(), &true.into()));
    // Killed once it has saved something, and gone on with.
    let arguments = train(&games, &killed, "40");
    let mut child =
        command(&arguments).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let begun = Instant::now();
    while !Path::new(&format!("{killed}.run")).exists() {
        assert!(begun.elapsed() < Duration::from_secs(120) && child.try_wait().unwrap().is_none());
        std::thread::sleep(Duration::from_millis(1));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    ran(&[&arguments[..], &["--resume"]].concat());
    assert!(std::fs::read(&whole).unwrap() == std::fs::read(&killed).unwrap());
    let shown: Value = serde_json::from_str(&ran(&["network", "show", &whole, "--json"])).unwrap();
    assert_eq!((&shown["game"], &shown["width"]), (&"ataxx".into(), &8.into()));
    assert!(shown["recipe"].as_str().unwrap().contains("--epochs 40"));
    assert!(ran(&["network", "show", &whole]).contains("8 units of one view"));
    // What its inputs have learned is drawn as boards.
    let board = &shown["worth"][0];
    assert_eq!(board["worth"].as_array().unwrap().len(), 49);
    let row: Vec<String> = (0..7).map(|file| board["worth"][42 + file].to_string()).collect();
    let drawn = ran(&["network", "show", &whole]);
    let last: Vec<&str> = drawn.lines().last().unwrap().split_whitespace().collect();
    assert_eq!(last, row);
    let line = format!("tesuji,depth=2,option.EvalFile={whole}");
    let hand = "tesuji,depth=2,option.Evaluation=hand";
    let played = ["match", "ataxx", "--games", "2", "--engine", &line, "--engine", hand];
    assert!(ran(&played).contains("Games   2"));
}

#[test]
fn a_training_is_shown_by_epoch_and_goes_on_there_after_a_kill() {
    let folder = tempfile::tempdir().unwrap();
    let games = games(folder.path());
    let name = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let net = name("some.net");
    let shown = |file: &str| -> Option<Value> {
        let path = folder.path().join("tunings/ataxx-train-1").join(file);
        serde_json::from_slice(&std::fs::read(path).ok()?).ok()
    };
    let arguments = [&train(&games, &net, "60")[..], &["--json"]].concat();
    let mut child =
        command(&arguments).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let begun = Instant::now();
    while shown("about.json").is_none_or(|about| about["done"] == 0) {
        assert!(begun.elapsed() < Duration::from_secs(120) && child.try_wait().unwrap().is_none());
        std::thread::sleep(Duration::from_millis(1));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let about = shown("about.json").unwrap();
    assert_eq!(
        (&about["game"], &about["method"], &about["all"]),
        (&"ataxx".into(), &"train".into(), &60.into())
    );
    assert_eq!(about["complete"], false);
    let begins = shown("film.json").unwrap()["points"].clone();
    let told = ran(&[&arguments[..], &["--resume"]].concat());
    let result: Value = serde_json::from_str(told.lines().last().unwrap()).unwrap();
    let film = shown("film.json").unwrap();
    let (about, points) = (&film["about"], film["points"].as_array().unwrap());
    assert_eq!((&about["done"], &about["complete"]), (&60.into(), &true.into()));
    // Where it began and each epoch, with the errors that it tells of, those from before the kill among them.
    assert_eq!(points.len(), 61);
    assert_eq!((&points[0]["step"], &points[0]["errors"]), (&0.into(), &Value::Null));
    for (point, epoch) in points[1..].iter().zip(result["epochs"].as_array().unwrap()) {
        assert_eq!(point["step"], epoch["epoch"]);
        assert_eq!(
            point["errors"],
            Value::from(vec![epoch["error"].clone(), epoch["held_error"].clone()])
        );
    }
    assert_eq!(about["errors"], points[60]["errors"]);
    assert_eq!((&points[0], &points[1]), (&begins[0], &begins[1]));
    // What stones are worth by square has grown.
    let values = |point: &Value| point["values"].as_array().unwrap().clone();
    assert_eq!(film["boards"][0]["cells"].as_array().unwrap().len(), 49);
    assert_eq!(values(&points[0]).len(), film["parameters"].as_array().unwrap().len());
    assert_ne!(values(&points[0]), values(&points[60]));
    // Another training has a name of its own; a folder that cannot be used hinders none.
    let tunings = || std::fs::read_dir(folder.path().join("tunings")).unwrap().count();
    assert_eq!(tunings(), 1);
    ran(&train(&games, &net, "1"));
    assert!(tunings() == 2 && folder.path().join("tunings/ataxx-train-1-2").exists());
    let one = &train(&games, &net, "1")[..13];
    let nowhere = tesuji(&[one, &["--data-folder", &games]].concat());
    assert_eq!(nowhere.code, 0, "{}", nowhere.err);
    assert!(nowhere.err.contains("the page does not show this run"), "{}", nowhere.err);
    let named = |word: &str| refused(&[&train(&games, &net, "1")[..], &["--name", word]].concat());
    assert!(named("ataxx-train-1").contains("there is a tuning 'ataxx-train-1' already"));
    assert!(named("a/b").contains("cannot name a tuning"));
}

#[test]
fn what_cannot_be_trained_or_read_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let games = games(folder.path());
    let name = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let net = name("some.net");
    if cfg!(feature = "examples") {
        let none = refused(&["train", "othello", "--data", &games, "--out", &net]);
        assert!(none.contains("Othello says nothing of what a network sees"), "{none}");
    }
    let other = refused(&["train", "onitama", "--data", &games, "--out", &net]);
    assert!(other.contains("this is a game of ataxx, not of onitama"), "{other}");
    let wide = refused(&["train", "onitama", "--data", &games, "--out", &net, "--width", "100"]);
    assert!(wide.contains("Onitama takes at most 64 hidden units"), "{wide}");
    let resumed = refused(&[&train(&games, &net, "1")[..], &["--resume"]].concat());
    assert!(resumed.contains("some.net.run"), "{resumed}");
    ran(&train(&games, &net, "1"));
    let more = refused(&[&train(&games, &net, "2")[..], &["--resume"]].concat());
    assert!(more.contains("it is a training with other settings or other games"), "{more}");
    // Where the error on games held back no longer falls it ends, with the best that there was.
    let patient =
        [&train(&games, &net, "90")[..], &["--patience", "2", "--rate", "0.05", "--json"]];
    let told = ran(&patient.concat());
    let result: Value = serde_json::from_str(told.lines().last().unwrap()).unwrap();
    let errors: Vec<f64> = result["epochs"]
        .as_array()
        .unwrap()
        .iter()
        .map(|e| e["held_error"].as_f64().unwrap())
        .collect();
    let chosen = result["chosen"].as_u64().unwrap() as usize;
    assert!(
        errors.len() == chosen + 2 && errors.iter().all(|&e| e >= errors[chosen - 1]),
        "{told}"
    );
    let shown = ran(&["network", "show", &net]);
    assert!(shown.contains("--epochs 90 --patience 2 --batch 64"), "{shown}");
    assert!(shown.contains(&format!("after epoch {chosen} the errors")), "{shown}");
    ran(&train(&games, &net, "1"));
    // A network to begin with must fit, and belongs to the training.
    let (later, from) = (name("later.net"), ["--from", &net]);
    let begun = |args: &[&str]| tesuji(&[&train(&games, &later, "1")[..], &from, args].concat());
    assert_eq!(begun(&[]).code, 0);
    assert!(ran(&["network", "show", &later]).contains(&format!("--from {net}")));
    let others = refused(&[&train(&games, &later, "1")[..], &["--resume"]].concat());
    assert!(others.contains("it is a training with other settings or other games"), "{others}");
    let narrower = refused(&[&train(&games, &later, "1")[..8], &from, &["--width", "4"]].concat());
    assert!(narrower.contains("some.net cannot be begun with"), "{narrower}");
    let added = begun(&["--add-to-hand"]).err;
    assert!(added.contains("leave out --add-to-hand"), "{added}");
    let mut damaged = std::fs::read(&net).unwrap();
    damaged[5_000] ^= 1;
    std::fs::write(&net, damaged).unwrap();
    let shown = refused(&["network", "show", &net]);
    assert!(shown.contains("the checksum does not fit: the file is damaged"), "{shown}");
    let option = format!("EvalFile={net}");
    let used = refused(&["analyze", "ataxx", "--depth", "1", "--option", &option]);
    assert!(used.contains("the file is damaged"), "{used}");
    assert!(refused(&["network", "show", &games]).contains("no file of a network"));
    let damaged = begun(&[]).err;
    assert!(damaged.contains("some.net cannot be read"), "{damaged}");
}

/// The arguments of two small generations.
const LEARN: &str = "learn ataxx --folder nets --generations 2 --games 48 --nodes 40 --epochs 3 --all-positions --pairs 32 \
     --name run --data-folder data";

fn learn(folder: &Path) -> std::process::Command {
    let mut command = command(&LEARN.split_whitespace().collect::<Vec<_>>());
    command.current_dir(folder).stdout(Stdio::null()).stderr(Stdio::null());
    command
}

#[test]
fn generations_that_are_killed_come_out_as_if_they_were_not() {
    let (whole, killed) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    assert!(learn(whole.path()).status().unwrap().success());
    let mut kills = 0;
    for file in ["gen-1.games", "gen-1.net", "gen-2.games", "gen-2.net.run"] {
        let mut child = learn(killed.path()).spawn().unwrap();
        let begun = Instant::now();
        while !killed.path().join("nets").join(file).exists() {
            assert!(begun.elapsed() < Duration::from_secs(120), "{file}");
            std::thread::sleep(Duration::from_millis(1));
        }
        child.kill().unwrap();
        kills += u32::from(!child.wait().unwrap().success());
    }
    assert!(kills >= 3, "{kills}");
    assert!(learn(killed.path()).status().unwrap().success());
    let read = |folder: &Path, name: &str| std::fs::read(folder.join("nets").join(name)).unwrap();
    for file in ["gen-1.games", "gen-2.games", "gen-1.net", "gen-2.net"] {
        assert!(read(whole.path(), file) == read(killed.path(), file), "{file}");
    }
    let record = |folder: &Path| {
        let mut record: Value = serde_json::from_slice(&read(folder, "learn.json")).unwrap();
        for generation in record["generations"].as_array_mut().unwrap() {
            generation["seconds"] = 0.into();
        }
        record
    };
    let generations = record(whole.path());
    assert_eq!(generations, record(killed.path()));
    assert_eq!(generations["generations"].as_array().unwrap().len(), 2);
    assert_eq!(generations["generations"][0]["against"], "hand");
    // Another setting is another run.
    let mut other = learn(whole.path());
    let told = other.args(["--seed", "5"]).stderr(Stdio::piped()).output().unwrap();
    let error = String::from_utf8(told.stderr).unwrap();
    assert!(!told.status.success() && error.contains("learn.json is of other settings"), "{error}");
}

#[test]
fn a_run_that_begins_with_a_network_trains_on_from_the_best() {
    let folder = tempfile::tempdir().unwrap();
    let run = |line: &str| {
        let line: Vec<&str> = line.split_whitespace().collect();
        command(&line).current_dir(folder.path()).output().unwrap()
    };
    assert!(run(LEARN).status.success());
    // Any test is passed, so that each is trained on from the one before it.
    let further = "--from nets/gen-2.net --train-on --further-rate 0.001 --blend 0.5 --lost --points 450 --deal open \
         --match-nodes 60 --random-plies 4 --random-turns 20 --sprt=-400,-200";
    let further = LEARN.replace("nets", "on").replace("run", "on") + " " + further;
    let told = run(&further);
    let out = String::from_utf8(told.stdout).unwrap();
    assert!(told.status.success(), "{}", String::from_utf8_lossy(&told.stderr));
    let read = |name: &str| std::fs::read(folder.path().join(name)).unwrap();
    assert!(read("on/gen-0.net") == read("nets/gen-2.net"));
    let record: Value = serde_json::from_slice(&read("on/learn.json")).unwrap();
    let generations = record["generations"].as_array().unwrap();
    assert!(generations.iter().all(|generation| generation["kept"] == true), "{out}");
    assert_eq!(record["settings"]["further"]["epochs"], 2);
    assert_eq!(
        (&record["settings"]["nodes"], &record["settings"]["match_nodes"]),
        (&40.into(), &60.into())
    );
    for (generation, against) in generations.iter().zip(["gen-0.net", "gen-1.net"]) {
        assert_eq!(generation["against"], against, "{out}");
        let network = folder.path().join("on").join(generation["network"].as_str().unwrap());
        let shown = ran(&["network", "show", network.to_str().unwrap()]);
        for part in [
            "--epochs 2",
            "--rate 0.001",
            "--blend 0.5",
            "--lost",
            "--points 450",
            &format!("--from on/{against}"),
        ] {
            assert!(shown.contains(part), "{part}: {shown}");
        }
    }
    let played = folder.path().join("on/gen-1.games");
    let games = ran(&["data", "stats", played.to_str().unwrap()]);
    assert!(games.contains("open") && !games.contains("walls"), "{games}");
    // The page is shown what it began with, too.
    let film: Value = serde_json::from_slice(&read("data/tunings/on/film.json")).unwrap();
    assert_eq!(film["points"].as_array().unwrap().len(), 3);
    // Another network to begin with is another run.
    let other = run(&further.replace("gen-2.net", "gen-1.net"));
    let error = String::from_utf8(other.stderr).unwrap();
    assert!(!other.status.success() && error.contains("is of other settings"), "{error}");
    let moon = folder.path().join("moon");
    let learn = |more: &[&str]| {
        refused(&[&["learn", "onitama", "--folder", moon.to_str().unwrap()], more].concat())
    };
    let network = folder.path().join("nets/gen-1.net");
    assert!(learn(&["--deal", "moon"]).contains("moon"));
    let strange = learn(&["--from", network.to_str().unwrap()]);
    assert!(strange.contains("is a network for ataxx"), "{strange}");
    assert!(learn(&["--from", "none.net"]).contains("none.net"));
    assert!(learn(&["--further-rate", "0.1"]).contains("--train-on"));
    assert!(learn(&["--from-zero", "--train-on"]).contains("cannot be used with"));
    assert!(!moon.exists(), "what is refused leaves nothing behind");
}

#[test]
fn a_policy_and_a_value_are_learned_from_nothing_but_the_rules() {
    let folder = tempfile::tempdir().unwrap();
    let run = |more: &str| {
        let line = "learn onitama --folder nets --from-zero --games 320 --visits 48 --quick-visits 16 --epochs 3 --pairs 64 \
             --level-pairs 4 --data-folder data --name run";
        let line: Vec<&str> = line.split_whitespace().chain(more.split_whitespace()).collect();
        command(&line).current_dir(folder.path()).output().unwrap()
    };
    // Stopped after the first generation, and gone on with.
    assert!(run("--generations 1").status.success());
    let told = run("--generations 3");
    let out = String::from_utf8(told.stdout).unwrap();
    assert!(told.status.success(), "{}", String::from_utf8_lossy(&told.stderr));
    assert!(out.contains("Levels") && out.contains("gen-0.net"), "{out}");
    let read = |name: &str| std::fs::read(folder.path().join(name)).unwrap();
    let record: Value = serde_json::from_slice(&read("nets/learn.json")).unwrap();
    let generations = record["generations"].as_array().unwrap();
    assert_eq!((record["name"].as_str(), generations.len()), (Some("run"), 3));
    // What plays at random is soon beaten, and so is the lowest level.
    let mut kept = generations.iter().filter(|generation| generation["kept"] == true);
    let last = kept.next_back().unwrap();
    assert!(last["total"].as_f64() > Some(0.0), "{out}");
    assert!(generations.iter().any(|it| it.get("levels").is_some()), "{out}");
    // The page is shown what it had learned by then, from a network that knew nothing on.
    let film: Value = serde_json::from_slice(&read("data/tunings/run/film.json")).unwrap();
    assert_eq!(film["about"]["method"], "zero");
    let points = film["points"].as_array().unwrap();
    let values = |point: &Value| point["values"].as_array().unwrap().clone();
    let names = film["parameters"].as_array().unwrap();
    assert!(names.iter().any(|it| it["name"].as_str().unwrap().starts_with("plays ")));
    assert_eq!((points.len(), values(&points[0]).len()), (points.len().max(2), names.len()));
    assert!(values(&points[0])[..25].iter().all(|value| value == 0));
    assert!(values(points.last().unwrap())[..25].iter().any(|value| value.as_i64() > Some(0)));
    // The games learn and play elsewhere too.
    let again = "train onitama --data nets/gen-1.games --policy --epochs 1 --batch 256 --width 8 --out other.net";
    let trained =
        command(&again.split(' ').collect::<Vec<_>>()).current_dir(folder.path()).output();
    assert!(String::from_utf8(trained.unwrap().stdout).unwrap().contains("of the policy"));
    let line = format!(
        "tesuji,nodes=300,option.Algorithm=mcts,option.EvalFile={}",
        folder.path().join("other.net").display()
    );
    let played =
        ["match", "onitama", "--games", "2", "--engine", &line, "--engine", "tesuji,level=1"];
    assert!(ran(&played).contains("Games   2"));
    let none = refused(&["learn", "chess", "--from-zero", "--folder", "x"]);
    assert!(none.contains("networks of Chess have no policy"), "{none}");
    let alone = refused(&["learn", "onitama", "--visits", "9", "--folder", "x"]);
    assert!(alone.contains("--from-zero"), "{alone}");
}

#[test]
fn networks_and_what_they_learn_from_go_out_to_other_tools_and_come_back() {
    let folder = tempfile::tempdir().unwrap();
    let games = games(folder.path());
    let name = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (net, npz, back) = (name("a.net"), name("a.npz"), name("b.net"));
    ran(&train(&games, &net, "1"));
    let told = ran(&["network", "export", &net, "--out", &npz]);
    assert_eq!(
        told,
        format!("{npz} has the weights of 9 216 inputs, 8 hidden units and 6 outputs\n")
    );
    assert_eq!(
        ran(&["network", "import", &npz, "--out", &back]),
        format!("{back} is a network for Ataxx\n")
    );
    assert!(std::fs::read(&net).unwrap() == std::fs::read(&back).unwrap());
    // What a training learns from, by the same choice.
    let positions = name("positions.npz");
    let counts = |out: &str| -> Vec<u64> {
        let digits = |word: &str| word.parse::<u64>().ok();
        out.replace(&positions, "").split(' ').filter_map(digits).collect()
    };
    let all = ran(&["data", "export", &games, "--all-positions", "--out", &positions]);
    let quiet = ran(&["data", "export", &games, "--skip", "4", "--out", &positions]);
    assert!(counts(&quiet) < counts(&all) && counts(&quiet) > vec![0, 0], "{quiet} {all}");
    // Nothing that stands there is lost to what cannot be read.
    for (bad, fault) in
        [(&net, "it is no file of NumPy"), (&positions, "there is no array 'header'")]
    {
        let told = refused(&["network", "import", bad, "--out", &back]);
        assert!(told.contains("cannot be taken over") && told.contains(fault), "{told}");
    }
    assert!(std::fs::read(&net).unwrap() == std::fs::read(&back).unwrap());
    assert!(refused(&["network", "export", &games, "--out", &npz]).contains("cannot be read"));
    assert!(
        refused(&["data", "export", &net, "--out", &positions]).contains("is no file of games")
    );
}

#[test]
fn trainings_from_one_network_are_averaged() {
    let folder = tempfile::tempdir().unwrap();
    let games = games(folder.path());
    let name = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let [first, second, other, wider] = ["a.net", "b.net", "c.net", "w.net"].map(name);
    let points = ["--points", "800"];
    ran(&[&train(&games, &first, "2")[..], &points].concat());
    let from = ["--from", &first, "--seed", "2"];
    ran(&[&train(&games, &second, "2")[..], &points, &from].concat());
    // The same network twice is that network, but for where it came from.
    let told = ran(&["network", "average", &first, &first, "--out", &other]);
    assert_eq!(told, format!("{other} is the average of 2 networks\n"));
    let shown = |net: &str| -> Value {
        serde_json::from_str(&ran(&["network", "show", net, "--json"])).unwrap()
    };
    let [one, same] = [&first, &other].map(|net| shown(net));
    assert_eq!((&one["first_mean"], &one["points"]), (&same["first_mean"], &same["points"]));
    assert!(same["recipe"].as_str().unwrap().contains("the average of 2 networks: tesuji train"));
    ran(&["network", "average", &first, &second, "--out", &other]);
    assert_ne!(shown(&other)["first_mean"], one["first_mean"]);
    let file = format!("EvalFile={other}");
    ran(&["analyze", "ataxx", "--nodes", "1000", "--option", &file]);
    // What has no average is told, and nothing is written over.
    let before = std::fs::read(&other).unwrap();
    assert!(refused(&["network", "average", &first, "--out", &other]).contains("two networks"));
    ran(&["train", "ataxx", "--data", &games, "--out", &wider, "--epochs", "1", "--width", "16"]);
    let told = refused(&["network", "average", &first, &wider, "--out", &other]);
    assert!(told.contains("w.net does not fit") && told.contains("16 hidden units"), "{told}");
    let told = refused(&["network", "average", &first, &games, "--out", &other]);
    assert!(told.contains("cannot be read"), "{told}");
    assert_eq!(std::fs::read(&other).unwrap(), before);
}

#[test]
fn the_steps_to_a_network_of_the_program_are_done_again_killed_or_not() {
    let folder = tempfile::tempdir().unwrap();
    let (whole, killed) = (folder.path().join("whole"), folder.path().join("killed"));
    let make = |folder: &Path, share: &str| {
        let folder = folder.to_str().unwrap();
        command(&["network", "make", "onitama", "--folder", folder, "--share", share])
    };
    assert!(make(&whole, "0.01").output().unwrap().status.success());
    let mut kills = 0;
    for file in ["o1.games", "gen1.net.run", "o2.games"] {
        let mut child =
            make(&killed, "0.01").stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        let begun = Instant::now();
        while !killed.join(file).exists() {
            assert!(begun.elapsed() < Duration::from_secs(120), "{file}");
            std::thread::sleep(Duration::from_millis(1));
        }
        child.kill().unwrap();
        kills += u32::from(!child.wait().unwrap().success());
    }
    assert!(kills >= 2, "{kills}");
    let gone_on = make(&killed, "0.01").output().unwrap();
    let (out, err) = (gone_on.stdout, String::from_utf8(gone_on.stderr).unwrap());
    assert!(String::from_utf8(out).unwrap().contains("killed/onitama.net is made"), "{err}");
    assert!(!err.contains("step 1 of 8") && err.contains("step 8 of 8"), "{err}");
    let read = |folder: &Path| std::fs::read(folder.join("onitama.net")).unwrap();
    assert!(read(&whole) == read(&killed));
    let net = whole.join("onitama.net").to_str().unwrap().to_owned();
    assert!(ran(&["network", "show", &net]).contains("--data o3.games"));
    // Done once more it has nothing to do; with other steps it is another run.
    let again = make(&whole, "0.01").output().unwrap();
    assert!(again.status.success() && !String::from_utf8(again.stderr).unwrap().contains("step"));
    let other = make(&whole, "0.1").output().unwrap();
    let error = String::from_utf8(other.stderr).unwrap();
    assert!(!other.status.success() && error.contains("is of other steps"), "{error}");
}

#[test]
fn what_another_program_is_at_work_on_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let locked = |name: &str| {
        let file = std::fs::File::create(folder.path().join(name)).unwrap();
        file.lock().unwrap();
        file
    };
    let (games, nets) = (path("x.games"), folder.path().to_str().unwrap());
    let selfplay = ["selfplay", "ataxx", "--games", "32", "--nodes", "10", "--out", &games];
    let file = locked("x.games");
    let told = refused(&selfplay);
    assert!(told.contains(&format!("another program is at work on {games}")), "{told}");
    drop(file);
    ran(&selfplay);
    let _lock = locked("lock");
    for command in [
        &["network", "make", "onitama", "--folder", nets, "--share", "0.01"][..],
        &["learn", "ataxx", "--folder", nets, "--generations", "1"],
    ] {
        let told = refused(command);
        assert!(told.contains(&format!("another program is at work on {nets}")), "{told}");
    }
    assert!(!folder.path().join("make.json").exists());
    assert!(!folder.path().join("learn.json").exists());
}

#[test]
fn the_steps_to_a_network_can_be_listed_and_what_has_none_is_told() {
    let listed = ran(&["network", "make", "arimaa", "--list", "--share", "10"]);
    assert!(listed.starts_with("tesuji selfplay arimaa --games 1810 --nodes 800 --seed 501 "));
    assert!(listed.lines().all(|line| line.starts_with("tesuji ")), "{listed}");
    for share in ["0", "101", "some"] {
        let usage = tesuji(&["network", "make", "onitama", "--list", "--share", share]);
        assert_eq!(usage.code, 2, "{}", usage.err);
        assert!(usage.err.contains("use a number above 0, and at most 100"), "{}", usage.err);
    }
    let nowhere = tesuji(&["network", "make", "onitama"]);
    assert!(nowhere.code == 2 && nowhere.err.contains("--folder <DIR>"), "{}", nowhere.err);
    if cfg!(feature = "examples") {
        let none = tesuji(&["network", "make", "othello", "--list"]);
        assert!(none.code == 2 && none.err.contains("has no network of Othello"), "{}", none.err);
    }
}
