//! The needs of a runner of matches: the file of games, faults, progress, and reading them again.

use std::collections::BTreeSet;
use std::path::Path;

use crate::common::{piped, tesuji};
use serde_json::Value;

fn lines(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn run(args: &[&str], data: &Path) -> crate::common::Ran {
    tesuji(&[args, &["--data", data.to_str().unwrap()]].concat())
}

/// An engine of Onitama that plays the same illegal move always, and colours the terminal.
#[cfg(unix)]
const WRONG: &str = "cmd=sh,arg=-c,\"arg=while read w r; do case $w in uoi) echo id name x; echo uoiok;; \
                     isready) echo readyok;; go) printf 'bestmove \\033[31mnone at all\\n';; quit) exit;; esac; done\",name=wrong,nodes=1";

#[test]
fn the_file_of_out_has_what_the_store_has() {
    let data = tempfile::tempdir().unwrap();
    for (game, name, torn) in [("onitama", "games.jsonl", 5), ("chess", "games.pgn", 3)] {
        let out = data.path().join(name);
        let file = out.to_str().unwrap();
        let args = [
            "tournament",
            game,
            "--name",
            game,
            "--games",
            "10",
            "--out",
            file,
            "--max-plies",
            "20",
        ];
        let engines = ["--engine", "random,seed=1,name=a", "--engine", "random,seed=2,name=b"];
        let play = || {
            let ran = run(&[&args[..], &engines].concat(), data.path());
            assert_eq!(ran.code, 0, "{}", ran.err);
            std::fs::read_to_string(&out).unwrap()
        };
        let whole = play();
        let pieces = |text: &str| -> BTreeSet<String> {
            if game == "onitama" {
                text.lines().map(str::to_owned).collect()
            } else {
                text.split("\n\n[Event ")
                    .map(|game| game.trim().trim_start_matches("[Event ").to_owned())
                    .filter(|game| !game.is_empty())
                    .collect()
            }
        };
        assert_eq!(pieces(&whole).len(), 10, "{whole}");
        assert_eq!(play(), whole, "nothing is appended twice");
        // Killed in the middle of a game, with games before it missing.
        let of_all = |part: usize| {
            (whole.len() * part / 7..).find(|&at| whole.is_char_boundary(at)).unwrap()
        };
        std::fs::write(&out, &whole[..of_all(torn)]).unwrap();
        assert_eq!(pieces(&play()), pieces(&whole));
        // Only the end of the last line is missing.
        std::fs::write(&out, whole.trim_end()).unwrap();
        assert_eq!(pieces(&play()), pieces(&whole));
        std::fs::remove_file(&out).unwrap();
        assert_eq!(pieces(&play()), pieces(&whole), "all of it");
        assert!(tesuji(&["verify", file]).out.starts_with("10 games, 0 wrong"));
        // A file of something else stays as it is.
        std::fs::write(&out, "my notes").unwrap();
        let ran = run(&[&args[..], &engines].concat(), data.path());
        assert_eq!(ran.code, 1);
        assert!(ran.err.contains("it holds something else than"), "{}", ran.err);
        assert_eq!(std::fs::read_to_string(&out).unwrap(), "my notes");
    }
    let args = ["match", "onitama", "--games", "2", "--engine", "random", "--engine", "random"];
    let refused = |file: &str| run(&[&args[..], &["--out", file]].concat(), data.path()).err;
    assert!(refused("/dev/null").contains("is no regular file, and is left as it is"));
    let pgn = data.path().join("x.pgn");
    assert!(refused(pgn.to_str().unwrap()).contains("are not written as PGN but as text"));
}

#[test]
fn games_are_told_in_the_words_of_pgn() {
    let data = tempfile::tempdir().unwrap();
    let out = data.path().join("games.pgn");
    let file = out.to_str().unwrap();
    let args = [
        "match",
        "chess",
        "--games",
        "4",
        "--out",
        file,
        "--max-plies",
        "12",
        "--event",
        "Cup \"A\"",
        "--site",
        "here",
        "--engine",
        "tesuji,tc=60+1,depth=1,name=a",
        "--engine",
        "random,seed=3,name=b",
    ];
    let ran = run(&args, data.path());
    assert_eq!(ran.code, 0, "{}", ran.err);
    let text = std::fs::read_to_string(&out).unwrap();
    for part in [
        "[Event \"Cup \\\"A\\\"\"]\n[Site \"here\"]\n[Date \"20",
        "[Round \"1.1\"]\n[White \"a\"]\n[Black \"b\"]\n",
        "[WhiteTimeControl \"60+1\"]\n[BlackTimeControl \"",
        "[Termination \"adjudication\"]\n[TerminationDetails \"limit of 12 plies (a rule of the match)\"]",
    ] {
        assert!(text.contains(part), "{part} is missing in:\n{text}");
    }
    // The others read what was written, from standard input too.
    let verified = piped(&["verify", "-"], text.as_bytes());
    assert_eq!(verified.out, "4 games, 0 wrong\n", "{}", verified.err);
    let rated = piped(&["rate", "-", "--json", "--anchor", "b=1000"], text.as_bytes());
    let rated = lines(&rated.out);
    let held = rated.iter().find(|line| line["name"] == "b").unwrap();
    assert_eq!(
        [&held["elo"], &held["elo_low"], &held["elo_high"]],
        [1000.0, 1000.0, 1000.0].map(|n| Box::leak(Box::new(Value::from(n))) as &Value)
    );
    assert_eq!(rated.last().unwrap()["games"], 4);
    assert_eq!(piped(&["convert", "chess", "-"], text.as_bytes()).out.lines().count(), 4);
    // A game whose moves were changed.
    let turns = text.find("\n\n").unwrap() + 2;
    let first = turns + text[turns..].find(' ').unwrap() + 1;
    let forged = format!("{}Kxe8 {}", &text[..first], &text[first..]);
    let ran = piped(&["verify", "-"], forged.as_bytes());
    assert_eq!(ran.code, 1);
    assert!(ran.out.contains("standard input, game 1: "), "{}", ran.out);
}

#[test]
#[cfg(unix)]
fn faults_are_in_every_summary() {
    let data = tempfile::tempdir().unwrap();
    let out = data.path().join("games.jsonl");
    let args =
        ["match", "onitama", "--engine", WRONG, "--engine", "random,name=b", "--games", "30"];
    let more = ["--out", out.to_str().unwrap(), "--concurrency", "2", "--disqualify-after", "0"];
    let ran = run(&[&args[..], &more].concat(), data.path());
    assert_eq!(ran.code, 1, "{}", ran.out);
    assert!(ran.out.contains("Faults  wrong: 30 (30 illegal move)\n"), "{}", ran.out);
    let why =
        "30 of 30 games ended by a fault of an engine: the score says nothing of its strength";
    assert!(ran.err.contains(why), "{}", ran.err);
    assert!(!ran.out.contains('\u{1b}') && !ran.err.contains('\u{1b}'));
    // It reports as it goes, not at the end alone.
    let progress = ran.out.lines().filter(|line| line.contains(" of 30 games  +0 =0 -")).count();
    assert!((5..=9).contains(&progress), "{}", ran.out);
    let shown = run(&["arena", "show", "1"], data.path());
    assert!(shown.out.contains("Faults  wrong: 30 (30 illegal move)"), "{}", shown.out);
    let report = run(&["arena", "report", "1"], data.path());
    assert!(report.out.contains("30 (30 illegal move)"));
    let rate = |more: &[&str]| {
        lines(&tesuji(&[&["rate", out.to_str().unwrap(), "--json"], more].concat()).out)
    };
    let rated = rate(&[]);
    assert_eq!(rated.last().unwrap()["games_with_faults"], 30);
    let wrong = rated.iter().find(|line| line["name"] == "wrong").unwrap();
    assert_eq!(wrong["faults"], serde_json::json!({"illegal-turn": 30}));
    assert_eq!(rate(&["--without-faults"]).last().unwrap()["games"], 0);
    // Disqualified after ten: so many, however many ended at once.
    let limited = ["--concurrency", "2", "--json", "--again"];
    let printed = lines(&run(&[&args[..], &limited].concat(), data.path()).out);
    let out = printed.iter().find(|line| line["type"] == "disqualified").unwrap();
    assert_eq!(out["faults"], 10);
    let last = printed.last().unwrap();
    let count = |kind: &str| last["faults"]["wrong"][kind].as_u64().unwrap();
    assert_eq!(count("illegal-turn") + count("disqualified"), 30, "{last}");
    let forfeit = printed.iter().find(|line| line["fault"]["kind"] == "disqualified").unwrap();
    assert_eq!(forfeit["fault"]["text"], "disqualified after 10 faults");
}

#[test]
fn a_result_is_split_by_the_groups_of_openings() {
    let data = tempfile::tempdir().unwrap();
    let file = data.path().join("openings.epd");
    let start = |moves: &str| {
        format!("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - id \"{moves}\";\n")
    };
    std::fs::write(&file, ["Open 1", "Open 2", "Closed 1", "Closed 2"].map(start).concat())
        .unwrap();
    let args = [
        "match",
        "chess",
        "--games",
        "8",
        "--max-plies",
        "4",
        "--openings",
        file.to_str().unwrap(),
        "--order",
        "sequential",
        "--opening-start",
        "3",
        "--engine",
        "random",
        "--engine",
        "random,seed=2",
        "--json",
    ];
    let ran = run(&args, data.path());
    let printed = lines(&ran.out);
    let groups = printed.last().unwrap()["groups"].as_array().unwrap();
    let shape: Vec<(&str, u64)> = groups
        .iter()
        .map(|line| (line["group"].as_str().unwrap(), line["games"].as_u64().unwrap()))
        .collect();
    assert_eq!(shape, [("Closed", 4), ("Open", 4)]);
    let first = printed.iter().find(|line| line["number"] == 1).unwrap();
    assert_eq!(first["group"], "Closed", "from the third on");
}

#[test]
fn settings_for_all_engines_and_numbers_as_people_type_them() {
    let data = tempfile::tempdir().unwrap();
    let args = ["match", "onitama", "--engine", "tesuji,nodes=50", "--engine", "tesuji,name=b"];
    let more = ["--each", "nodes=0.1k,hash=1", "--games", "2e0", "--wait", "1ms", "--json"];
    let printed = lines(&run(&[&args[..], &more].concat(), data.path()).out);
    let engines = printed[0]["engines"].as_array().unwrap();
    assert!(engines.contains(&"tesuji,nodes=0.1k,hash=1,nodes=50".into()), "{engines:?}");
    assert!(engines.contains(&"tesuji,nodes=0.1k,hash=1,name=b".into()), "{engines:?}");
    for (args, error) in [
        (&["analyze", "onitama", "--nodes", "0"][..], "it must be at least 1"),
        (&["analyze", "onitama", "--nodes", "many"], "use a whole number, as in 20 or 10k"),
        (&["match", "onitama", "--games", "0"], "0 is not in 1..=1000000"),
        (
            &["match", "chess", "--games", "2", "--engine", "stockfish"],
            "did you mean cmd=stockfish?",
        ),
    ] {
        let ran = tesuji(args);
        assert_eq!(ran.code, 2, "{args:?}");
        assert!(ran.err.contains(error), "{args:?}: {}", ran.err);
    }
    let bound = [
        "match",
        "chess",
        "--games",
        "2",
        "--engine",
        "cmd=x,proto=xboard,nodes=5",
        "--engine",
        "random",
    ];
    let ran = run(&bound, data.path());
    assert!(ran.err.contains("a number of nodes cannot be said in xboard"), "{}", ran.err);
}

#[test]
fn who_only_looks_makes_no_folders() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("none");
    assert_eq!(run(&["arena", "list"], &data).code, 0);
    for what in ["show", "stop", "resume", "export", "report", "remove"] {
        let ran = run(&["arena", what, "7"], &data);
        assert_eq!(
            (ran.code, ran.err.as_str()),
            (1, "error: there is no tournament 7\n"),
            "{what}"
        );
    }
    assert!(!data.exists());
}

#[test]
fn the_manual_has_a_page_for_each_command() {
    let folder = tempfile::tempdir().unwrap();
    assert_eq!(tesuji(&["man", "--all", folder.path().to_str().unwrap()]).code, 0);
    for (page, word) in
        [("tesuji", "SYNOPSIS"), ("tesuji-match", "sprt"), ("tesuji-arena-resume", "out")]
    {
        let text = std::fs::read_to_string(folder.path().join(format!("{page}.1"))).unwrap();
        assert!(text.starts_with(".ie") && text.contains(word), "{page}");
    }
    assert!(!folder.path().join("tesuji-guard.1").exists());
    assert_eq!(tesuji(&["help", "match"]).out, tesuji(&["match", "--help"]).out);
    assert_eq!(tesuji(&["analyse", "onitama", "--depth", "1", "--json"]).code, 0);
}

#[test]
fn suites_are_counted() {
    let suite = "# two of chess\n\
        6k1/5ppp/8/8/8/8/8/R3K3 w Q - bm Ra8+; id \"mate\";\n\
        6k1/5ppp/8/8/8/8/8/R3K3 w Q - am a1a8; id \"no mate\";\n";
    let ran = piped(&["analyze", "chess", "--suite", "-", "--depth", "3"], suite.as_bytes());
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(ran.out.contains("Solved 1 of 2 positions in "), "{}", ran.out);
    let ran =
        piped(&["analyze", "chess", "--suite", "-", "--depth", "3", "--json"], suite.as_bytes());
    let printed = lines(&ran.out);
    assert_eq!((&printed[0]["solved"], &printed[0]["best"][0]), (&true.into(), &"a1a8".into()));
    assert!(
        printed[0]["found"].is_number()
            && printed[1]["found"].is_null()
            && printed[1]["solved"] == false
    );
    assert_eq!((&printed[2]["solved"], &printed[2]["positions"]), (&1.into(), &2.into()));
    // Other games from their own notation, where a move may have a blank in it.
    let suite =
        "5/1R3/5/4B/5 r tiger,rooster crab,rabbit cobra bm rooster b4c5, tiger b4b3; id \"x\";\n";
    let ran =
        piped(&["analyze", "onitama", "--suite", "-", "--depth", "2", "--json"], suite.as_bytes());
    assert_eq!(lines(&ran.out).len(), 2, "{}", ran.err);
    let ran = piped(
        &["analyze", "chess", "--suite", "-"],
        b"6k1/5ppp/8/8/8/8/8/R3K3 w Q - bm Ra9; id \"x\";\n",
    );
    assert!(ran.code == 1 && ran.err.contains("standard input: line 1: 'Ra9': "), "{}", ran.err);
}

#[test]
fn a_game_can_be_resigned_and_the_board_turned() {
    let typed = b"e4\nflip\nresign\nd5\nundo\nd7-d5\nexd5\nquit\n";
    let ran = piped(&["play", "chess", "--side", "both"], typed);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let turned = ran.out.split("h g f e d c b a").count();
    assert!(turned > 4, "{}", ran.out);
    assert!(ran.out.contains("White wins: Black resigned."), "{}", ran.out);
    assert!(ran.out.contains("the game is over (Black resigned)"), "{}", ran.out);
    assert!(ran.out.contains("3 p . p") || ran.out.contains(". . . P ."), "{}", ran.out);
    let ran = piped(&["play", "onitama", "--level", "1", "--side", "second", "--flip"], b"quit\n");
    assert!(ran.code == 0 && ran.out.contains("e d c b a"), "{}", ran.err);
    assert_eq!(tesuji(&["play", "onitama", "--level", "16"]).code, 2);
}

#[test]
fn a_port_that_is_in_use_is_said_in_words() {
    let data = tempfile::tempdir().unwrap();
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let ran = run(&["serve", "--no-open", "--port", &port], data.path());
    assert_eq!(ran.code, 1);
    assert_eq!(ran.err, format!("error: port {port} is in use; try --port 0\n"));
}

/// Before the first game such a plan asked for 80 GB, and so did each later look at it.
#[test]
#[cfg(target_os = "linux")]
fn a_million_games_between_64_engines_take_no_memory() {
    use std::io::{BufRead as _, BufReader};
    let data = tempfile::tempdir().unwrap();
    let file = data.path().join("engines.toml");
    let engine =
        |number| format!("[[engine]]\nkind = \"random\"\nseed = {number}\nname = \"e{number}\"\n");
    std::fs::write(&file, (0..64).map(engine).collect::<String>()).unwrap();
    let file = file.to_str().unwrap();
    let limited = |args: &[&str]| {
        let mut command = std::process::Command::new("sh");
        // 2 GB of address space, threads and the program itself among them.
        command.args(["-c", "ulimit -v 2000000; exec \"$0\" \"$@\"", env!("CARGO_BIN_EXE_tesuji")]);
        command.args(args).args(["--data", data.path().to_str().unwrap()]);
        command
    };
    for format in ["round-robin", "swiss"] {
        let plan =
            ["tournament", "onitama", "--format", format, "--engines-file", file, "--games", "1M"];
        let mut child = limited(&[&plan[..], &["--json", "--concurrency", "2"]].concat())
            .stdout(std::process::Stdio::piped())
            .spawn()
            .unwrap();
        let mut output = BufReader::new(child.stdout.take().unwrap()).lines();
        let games = output.by_ref().map_while(Result::ok).take(20).count();
        child.kill().unwrap();
        child.wait().unwrap();
        assert_eq!(games, 20, "{format}");
    }
    for (args, says) in [
        (&["arena", "show", "1"][..], " of 2016000000 games"),
        (&["arena", "show", "2"], " of 32000000 games"),
        (&["arena", "report", "1"], "2016000000"),
        (&["arena", "list"], "round-robin"),
    ] {
        let output = limited(args).output().unwrap();
        let text = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success() && text.contains(says), "{args:?}: {text}");
    }
}

#[test]
#[cfg(unix)]
fn what_was_counted_or_read_is_told_at_ctrl_c() {
    use std::process::Stdio;
    let stopped = |args: &[&str], file: Option<&Path>| {
        let mut command = crate::common::command(args);
        if let Some(file) = file {
            command.stdin(std::fs::File::open(file).unwrap());
        }
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        std::thread::sleep(std::time::Duration::from_millis(700));
        let id = child.id().to_string();
        assert!(std::process::Command::new("kill").args(["-INT", &id]).status().unwrap().success());
        child.stdin.take();
        crate::common::Ran::from(child.wait_with_output().unwrap())
    };
    let ran = stopped(&["perft", "chess", "9"], None);
    assert_eq!(ran.code, 1, "{}", ran.out);
    assert!(ran.err.contains("stopped: ") && ran.err.contains(" leaves below "), "{}", ran.err);
    let wrong = "cmd=sh,args=-c cat,startup=60,name=silent";
    let ran = stopped(&["check-engine", "onitama", wrong], None);
    assert!(ran.code == 1 && ran.err.contains("stopped after 0 points"), "{}", ran.err);
    let data = tempfile::tempdir().unwrap();
    let suite = data.path().join("suite.epd");
    std::fs::write(
        &suite,
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - am a3; id \"x\";\n".repeat(100),
    )
    .unwrap();
    let ran = stopped(&["analyze", "chess", "--time", "0.2", "--suite", "-"], Some(&suite));
    assert!(ran.code == 1 && ran.err.contains(" of 100 positions"), "{}", ran.err);
    assert!(ran.out.contains("Solved "), "{}", ran.out);
}

#[test]
fn leaves_counted_in_parts_are_those_of_one_count() {
    // Counts that others publish; in Onitama games end on the way.
    for (game, depth, more, leaves) in [
        ("chess", "5", &[][..], 4_865_609_u64),
        ("ataxx", "5", &["--divide"], 4_752_668),
        ("onitama", "5", &["--divide"], 487_780),
        ("onitama", "5", &["--strict"], 487_752),
    ] {
        let ran = tesuji(&[&["perft", game, depth, "--json"], more].concat());
        let printed = &lines(&ran.out)[0];
        assert_eq!(printed["nodes"], leaves, "{game}");
        if let Some(divided) = printed["divide"].as_object() {
            assert_eq!(divided.values().filter_map(Value::as_u64).sum::<u64>(), leaves, "{game}");
        }
    }
}

#[test]
fn people_take_their_time_and_may_resign() {
    let data = tempfile::tempdir().unwrap();
    let args =
        ["match", "onitama", "--games", "1", "--engine", "human,name=me", "--engine", "random"];
    let more = ["--json", "--data", data.path().to_str().unwrap()];
    let mut command = crate::common::command(&[&args[..], &more].concat());
    let mut child = command
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::null())
        .spawn()
        .unwrap();
    // Longer than an engine without a limit might take.
    std::thread::sleep(std::time::Duration::from_millis(1_300));
    std::io::Write::write_all(&mut child.stdin.take().unwrap(), b"resign\n").unwrap();
    let ran = crate::common::Ran::from(child.wait_with_output().unwrap());
    assert_eq!(ran.code, 0, "{}", ran.out);
    let printed = lines(&ran.out);
    let reason = printed[0]["result"]["reason"].as_str().unwrap();
    assert!(reason.ends_with(" resigned"), "{reason}");
    assert_eq!((&printed[1]["losses"], &printed[1]["faults"]), (&1.into(), &serde_json::json!({})));
}
