//! Ablations as a user makes, kills and resumes them.

use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};

use crate::common::{command, shape, tesuji};
use insta::assert_snapshot;
use serde_json::Value;

/// The lines of an ablation with `--json`.
fn lines(args: &[&str]) -> Vec<String> {
    let ran = tesuji(&[&["ablate"], args, &["--json"]].concat());
    assert_eq!(ran.code, 0, "{args:?}: {}", ran.err);
    ran.out.lines().map(str::to_owned).collect()
}

fn rows(args: &[&str]) -> Vec<Value> {
    lines(args).iter().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Its message where it refuses.
fn refusal(args: &[&str]) -> String {
    let ran = tesuji(&[&["ablate"], args].concat());
    assert_ne!(ran.code, 0, "{args:?}: {}", ran.out);
    ran.err
}

#[test]
fn an_ablation_begins_with_the_base_and_turns_each_technique_round() {
    let lines = lines(&["onitama", "--depth", "4", "--positions", "2"]);
    // Counts of instructions are a number where the processor's counter can be read, and else null.
    let plain = |line: &str| shape(&line.replace("\"instructions\":null", "\"instructions\":0"));
    assert_snapshot!(plain(&lines[0]), @r#"
    type: text
    game: text
    depth: number
    positions: number
    without: null
    technique: null
    change: null
    options: {Prefetch}
    nodes: number
    ratio: number
    ratio_low: number
    ratio_high: number
    same: true
    quiescence_nodes: number
    seconds: number
    cpu_seconds: number
    instructions: number
    "#);
    assert!(lines[0].contains("\"ratio\":1.0,"), "{}", lines[0]);
    let rows: Vec<Value> = lines.iter().map(|line| serde_json::from_str(line).unwrap()).collect();
    let of = |name: &str| rows.iter().find(|row| row["technique"] == name).unwrap();
    let null_move = of("NullMove");
    assert_eq!((&null_move["without"], &null_move["change"]), (&"NullMove".into(), &"off".into()));
    assert_eq!(null_move["options"]["NullMove"], "false", "it is on in Onitama");
    let one_reply = of("OneReplyExtension");
    assert_eq!((&one_reply["without"], &one_reply["change"]), (&Value::Null, &"on".into()));
    assert_eq!(one_reply["options"]["OneReplyExtension"], "true", "it is off in Onitama");
    assert!(rows.len() > 40 && !rows.iter().any(|row| row["technique"] == "Prefetch"));
    // A game without tables of its own has no switch for them here.
    let chess = ["chess", "--depth", "1", "--positions", "1"];
    assert!(!self::rows(&chess).iter().any(|row| row["technique"] == "Probe"));
}

#[test]
fn alone_compares_with_a_search_without_any_technique() {
    let args =
        ["onitama", "--depth", "3", "--positions", "2", "--alone", "--only", "Table,killers"];
    let rows = rows(&args);
    assert_eq!(rows.len(), 3);
    assert_eq!(rows[0]["options"]["Quiescence"], "false");
    assert_eq!(
        (&rows[1]["change"], &rows[1]["options"]["Table"]),
        (&"alone".into(), &"true".into())
    );
    assert_eq!(rows[2]["technique"], "Killers", "as it is declared");
    assert_eq!(rows[2]["options"]["Table"], "false");
}

#[test]
fn options_and_bases_are_compared_too() {
    let args = ["onitama", "--depth", "4", "--positions", "2", "--base", "Exact=true"];
    let sets = ["--set", "Driver=alphabeta", "--set", "Killers=false,History=false"];
    let rows = rows(&[&args[..], &sets[..]].concat());
    let names: Vec<&Value> = rows.iter().map(|row| &row["technique"]).collect();
    assert_eq!(
        names,
        [&Value::Null, &"Driver=alphabeta".into(), &"Killers=false,History=false".into()]
    );
    assert!(rows.iter().all(|row| row["options"]["Exact"] == "true"));
    assert_eq!(rows[1]["same"], false, "another driver searches other nodes: {}", rows[1]);
}

#[test]
fn matches_of_a_technique_tell_elo_and_skip_what_changes_nothing() {
    let args = ["onitama", "--depth", "6", "--positions", "2", "--games", "4", "--nodes", "100"];
    let rows = rows(&[&args[..], &["--seed", "7"]].concat());
    let of = |name: &str| rows.iter().find(|row| row["technique"] == name).unwrap();
    let played = &of("NullMove")["matches"][0];
    assert_eq!(played["limit"]["nodes"], 100);
    let games: u64 =
        ["wins", "draws", "losses"].iter().map(|name| played[name].as_u64().unwrap()).sum();
    assert_eq!(games, 4);
    assert!(played["elo_low"].as_f64() < played["elo"].as_f64());
    // Continuations ask the game where to keep them, and Onitama keeps none.
    assert_eq!(
        (&of("Continuation")["same"], of("Continuation").get("matches")),
        (&true.into(), None)
    );
    let named = self::rows(&[&args[..], &["--only", "Continuation"]].concat());
    assert_eq!(named[1]["matches"][0]["limit"]["nodes"], 100, "as it was named");
}

#[test]
fn monte_carlo_tree_search_has_rows_of_its_own_and_meets_alpha_beta() {
    let args = ["onitama", "--engine", "mcts", "--visits", "50", "--positions", "2"];
    let rows = rows(&args);
    assert!(rows[0]["visits_per_second"].as_f64().unwrap() > 0.0, "{}", rows[0]);
    let names: Vec<&str> = rows.iter().filter_map(|row| row["technique"].as_str()).collect();
    assert!(names.contains(&"MctsSolver") && names.iter().all(|name| name.starts_with("Mcts")));
    // The tree that is kept shows only where a search follows another.
    let kept = rows.iter().find(|row| row["technique"] == "MctsKeepTree").unwrap();
    assert_eq!((&kept["ratio"], &kept["same"]), (&1.0.into(), &false.into()));
    let versus = ["onitama", "--versus", "--games", "2", "--nodes", "200"];
    let [row] = &self::rows(&versus)[..] else { panic!("one row") };
    assert_eq!(row["change"], "versus");
    assert_eq!(row["matches"][0]["limit"]["nodes"], 200);
}

/// The results, without the fields that differ from run to run.
fn found(rows: &[Value]) -> Vec<Value> {
    let mut rows = rows.to_vec();
    for row in &mut rows {
        let fields = row.as_object_mut().unwrap();
        fields.retain(|name, _| !["seconds", "cpu_seconds", "instructions"].contains(&&**name));
    }
    rows
}

/// Begins an ablation, and kills it after a while.
fn kill_after(args: &[&str], time: Duration) {
    let mut child = command(&[&["ablate"], args].concat())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let begun = Instant::now();
    while begun.elapsed() < time && child.try_wait().unwrap().is_none() {
        std::thread::sleep(Duration::from_millis(5));
    }
    child.kill().unwrap();
    child.wait().unwrap();
}

#[test]
fn an_ablation_that_is_killed_ends_as_if_it_was_not() {
    let data = tempfile::tempdir().unwrap();
    let out = data.path().join("killed");
    let args = [
        "onitama",
        "--depth",
        "6",
        "--positions",
        "4",
        "--only",
        "NullMove,Killers,History,Table",
        "--games",
        "40",
        "--nodes",
        "300",
    ];
    let kept = [&args[..], &["--out", out.to_str().unwrap()]].concat();
    for round in 0..8 {
        kill_after(&kept, Duration::from_millis(60 + 60 * round));
    }
    let pieces = |path: &Path| std::fs::read_to_string(path.join("rows.jsonl")).unwrap();
    let before = pieces(&out);
    let resumed = rows(&kept);
    assert_eq!(found(&resumed), found(&rows(&args)));
    let after = pieces(&out);
    let whole = before.rfind('\n').map_or(0, |end| end + 1);
    assert!(after.starts_with(&before[..whole]), "what was found is not found again");
    // The same again measures nothing.
    assert_eq!(rows(&kept), resumed);
    assert_eq!(pieces(&out), after);
    let page = std::fs::read_to_string(out.join("report.html")).unwrap();
    assert!(page.ends_with("</html>") && page.contains("without NullMove"));
}

#[test]
fn another_recipe_and_damage_are_refused_and_again_begins_anew() {
    let data = tempfile::tempdir().unwrap();
    let folder = data.path().to_str().unwrap();
    let of = |depth: &'static str| {
        [
            "onitama",
            "--depth",
            depth,
            "--positions",
            "1",
            "--only",
            "Killers",
            "--name",
            "one",
            "--data",
            folder,
        ]
    };
    assert_eq!(rows(&of("2")).len(), 2);
    let error = refusal(&of("3"));
    assert!(
        error.contains("has another ablation, which differs in the searches")
            && error.contains("--again"),
        "{error}"
    );
    let path = data.path().join("ablations/one");
    std::fs::write(path.join("rows.jsonl"), "{\"measured\":\"nothing\"}\n").unwrap();
    let error = refusal(&of("2"));
    assert!(error.contains("rows.jsonl, line 1 is damaged"), "{error}");
    assert_eq!(rows(&[&of("3")[..], &["--again"]].concat()).len(), 2);
    std::fs::write(data.path().join("file"), "").unwrap();
    let file = data.path().join("file");
    let error = refusal(&["onitama", "--depth", "2", "--out", file.to_str().unwrap()]);
    assert!(error.contains("cannot be used"), "{error}");
}

#[test]
fn bad_arguments_are_refused_in_words() {
    for (args, words) in [
        (&["--depth", "3", "--only", "NulMove"][..], "did you mean NullMove?"),
        (&["--depth", "3", "--only", "x"], "there are Table, TableMove, "),
        (&[], "nothing is to be measured: give --depth"),
        (&["--games", "10"], "needs to know what is equal"),
        (&["--depth", "3", "--games=-4"], "use a whole number"),
        (&["--depth", "3", "--nodes", "10"], "--games <N>"),
        (&["--depth", "3", "--games", "2", "--time", "0"], "no time to think"),
        (&["--visits", "10"], "alpha-beta has no visits"),
        (&["--engine", "mcts", "--depth", "3"], "use --visits"),
        (&["--versus", "--depth", "3"], "--versus is told by matches"),
        (&["--depth", "3", "--set", "Driver"], "'Driver' is no option with its value"),
        (&["--depth", "3", "--set", "Drivr=mtdf"], "there is no parameter 'Drivr'"),
        (&["--depth", "3", "--set", "Driver=x"], "use pvs, mtdf, alphabeta or minimax"),
        (&["--depth", "3", "--name", "../x"], "use letters, digits"),
        (&["--depth", "3", "--again"], "nothing else is kept"),
        (&["--depth", "3", "--html", "/no/where/x.html"], "its folder is not there"),
    ] {
        let error = refusal(&[&["onitama"], args].concat());
        assert!(error.contains(words), "{args:?}: {error}");
    }
}

#[test]
fn a_page_is_written_where_it_is_asked_for() {
    let data = tempfile::tempdir().unwrap();
    let path = data.path().join("x.html");
    let args = ["onitama", "--depth", "4", "--positions", "2", "--only", "NullMove"];
    assert_eq!(rows(&[&args[..], &["--html", path.to_str().unwrap()]].concat()).len(), 2);
    let page = std::fs::read_to_string(path).unwrap();
    assert!(
        page.starts_with("<!DOCTYPE html>") && page.contains("<svg") && !page.contains("<script")
    );
}
