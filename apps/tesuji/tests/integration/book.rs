//! Books of openings, as a user builds, looks at, merges and plays from them.

use crate::common::{command, piped, tesuji};
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

fn refused(args: &[&str], words: &str) {
    let ran = tesuji(args);
    assert_eq!(ran.code, 1, "{args:?}: {}", ran.out);
    assert!(ran.err.contains(words), "{args:?}: {}", ran.err);
}

/// Two games of chess that part after one turn each, and one that begins otherwise.
const PGN: &str = "[White \"A\"]\n[Black \"B\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 1-0\n\n\
                   [White \"A\"]\n[Black \"B\"]\n[Result \"1/2-1/2\"]\n\n1. e4 c5 1/2-1/2\n\n\
                   [White \"A\"]\n[Black \"B\"]\n[Result \"0-1\"]\n\n1. d4 d5 0-1\n";

#[test]
fn a_book_of_chess_is_built_shown_merged_and_exported() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (pgn, book, both, polyglot) =
        (path("a.pgn"), path("a.book"), path("b.book"), path("c.bin"));
    std::fs::write(&pgn, PGN).unwrap();
    let build = ["book", "build", "chess", "--from", &pgn, "--out", &book, "--least-games", "1"];
    let built = last(&build);
    assert_eq!((&built["games"], &built["positions"]), (&3.into(), &4.into()), "{built}");
    let shown = last(&["book", "show", &book]);
    assert_eq!(shown["position"], "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -");
    let first = &shown["turns"][0];
    let counts = ["games", "wins", "draws", "losses", "weight"].map(|name| first[name].as_u64());
    assert_eq!((&first["turn"], counts), (&"e2e4".into(), [2, 1, 1, 0, 4].map(Some)), "{first}");
    // The results are those of who is to move, and the same position stands there once, whatever its clocks.
    let position = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 7 9";
    let replies = last(&["book", "show", &book, "--position", position]);
    assert_eq!(replies, last(&["book", "show", &book, "--moves", "e2e4"]));
    assert_eq!(replies["turns"][0]["turn"], "c7c5");
    assert_eq!(replies["turns"][1]["losses"], 1);
    let text = ran(&["book", "show", &book]);
    assert!(text.contains("Chess: 4 positions") && text.contains("50.0"), "{text}");
    let nothing = ran(&["book", "show", &book, "--moves", "a2a3"]);
    assert!(nothing.ends_with("The book has no turn here.\n"), "{nothing}");

    ran(&["book", "merge", &book, &book, "--out", &both]);
    assert_eq!(last(&["book", "show", &both])["turns"][0]["games"], 4);
    ran(&["book", "export", &both, "--polyglot", &polyglot]);
    // The engine plays from both forms, and chooses by its seed.
    for file in [&both, &polyglot] {
        let ask = |more: &str| {
            let input = format!(
                "setoption name BookFile value {file}\nsetoption name OwnBook value true\n{more}\
                 position startpos\ngo nodes 50\nposition startpos moves e2e4\ngo nodes 50\nquit\n"
            );
            let out = piped(&["engine", "chess"], input.as_bytes()).out;
            let best = out.lines().filter_map(|line| line.strip_prefix("bestmove "));
            best.map(str::to_owned).collect::<Vec<_>>()
        };
        assert_eq!(ask(""), ["e2e4", "c7c5"]);
        let seeds = (1..30).map(|seed| {
            ask(&format!(
                "setoption name BookVariety value 100\nsetoption name RandomSeed value {seed}\n"
            ))
        });
        let first: std::collections::BTreeSet<_> = seeds.map(|best| best[0].clone()).collect();
        assert_eq!(first.into_iter().collect::<Vec<_>>(), ["d2d4", "e2e4"]);
    }
}

#[test]
fn the_engine_of_every_game_plays_from_a_book_of_self_play_and_records() {
    for game in ["onitama", "ataxx", "arimaa", "chess"] {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
        let (games, records, book, data) =
            (path("a.games"), path("a.jsonl"), path("a.book"), path("data"));
        ran(&["selfplay", game, "--games", "3", "--nodes", "50", "--out", &games]);
        ran(&[
            "match",
            game,
            "--engine",
            "random",
            "--engine",
            "random,seed=5",
            "--games",
            "2",
            "--seed",
            "3",
            "--out",
            &records,
            "--data",
            &data,
        ]);
        let built = last(&[
            "book",
            "build",
            game,
            "--from",
            &games,
            &records,
            "--out",
            &book,
            "--plies",
            "4",
            "--least-games",
            "1",
        ]);
        assert_eq!(built["games"], 5, "{game}: {built}");
        // Where a record's game began, the engine plays its turn, on a line of the arena, too.
        let record = std::fs::read_to_string(&records).unwrap();
        let record: Value = serde_json::from_str(record.lines().next().unwrap()).unwrap();
        let start = record["start"].as_str().unwrap();
        let shown = last(&["book", "show", &book, "--position", start]);
        let turns: Vec<&str> = shown["turns"]
            .as_array()
            .unwrap()
            .iter()
            .map(|it| it["turn"].as_str().unwrap())
            .collect();
        assert!(turns.contains(&record["turns"][0].as_str().unwrap()), "{game}: {shown}");
        let heaviest = shown["turns"].as_array().unwrap().iter();
        let heaviest = heaviest.max_by_key(|it| it["weight"].as_u64()).unwrap()["weight"].clone();
        let openings = path("openings");
        std::fs::write(&openings, format!("{start}\n")).unwrap();
        let own = format!("tesuji,nodes=50,option.BookFile={book},option.OwnBook=true");
        let out = path("b.jsonl");
        ran(&[
            "match",
            game,
            "--engine",
            &own,
            "--engine",
            &own,
            "--games",
            "2",
            "--seed",
            "1",
            "--openings",
            &openings,
            "--out",
            &out,
            "--data",
            &data,
        ]);
        let played = std::fs::read_to_string(&out).unwrap();
        for line in played.lines() {
            let played: Value = serde_json::from_str(line).unwrap();
            let first = shown["turns"].as_array().unwrap().iter();
            let first = first.filter(|it| it["turn"] == played["turns"][0]).collect::<Vec<_>>();
            assert_eq!(first[0]["weight"], heaviest, "{game}: {}", played["turns"][0]);
        }
    }
}

#[test]
fn what_is_wrong_is_told_with_its_place_and_an_old_book_stays() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (pgn, book, out) = (path("a.pgn"), path("a.book"), path("b.book"));
    std::fs::write(&pgn, format!("{PGN}\n[White \"A\"]\n[Black \"B\"]\n\n1. e4 Ke4 1-0\n"))
        .unwrap();
    let build = ["book", "build", "chess", "--from", &pgn, "--out", &book, "--least-games", "1"];
    refused(&build, "1 game could not be read; the others are in the book");
    refused(&build, "game 4");
    assert_eq!(last(&["book", "show", &book])["turns"][0]["games"], 2);
    let whole = std::fs::read(&book).unwrap();
    refused(
        &["book", "build", "ataxx", "--from", &pgn, "--out", &book],
        "has a game of chess, not of ataxx",
    );
    let many = ["book", "build", "chess", "--from", &pgn, "--out", &book, "--least-games", "9"];
    refused(&many, "no book is written");
    refused(&["book", "show", &pgn], "this is no book of openings");
    refused(&["book", "show", &book, "--moves", "e2e5"], "move 1 ('e2e5')");
    assert_eq!(std::fs::read(&book).unwrap(), whole, "the old one stands");
    let mut wrong = whole.clone();
    let at = whole.len() - 10;
    wrong[at] ^= 1;
    std::fs::write(&out, &wrong).unwrap();
    let number = whole.iter().filter(|&&byte| byte == b'\n').count();
    refused(&["book", "merge", &book, &out, "--out", &book], &format!("line {number} is damaged"));
    let (games, other) = (path("a.games"), path("c.book"));
    ran(&["selfplay", "ataxx", "--games", "2", "--nodes", "20", "--out", &games]);
    ran(&["book", "build", "ataxx", "--from", &games, "--out", &other, "--least-games", "1"]);
    refused(
        &["book", "merge", &book, &other, "--out", &book],
        "one is a book of chess, the other of ataxx",
    );
    refused(&["book", "export", &other, "--polyglot", &out], "Ataxx has no such books");
    let line = format!("tesuji,nodes=9,option.BookFile={other},option.OwnBook=true");
    let ran = tesuji(&["match", "chess", "--engine", &line, "--engine", "random", "--games", "2"]);
    assert!(ran.code != 0 && ran.err.contains("a book of ataxx, not of chess"), "{}", ran.err);
    assert_eq!(std::fs::read(&book).unwrap(), whole, "the old one stands");
}

/// Expands a book and kills that as soon as the book was written anew; false where it ended before.
fn killed_when_written(book: &str) -> bool {
    let before = std::fs::read(book).unwrap();
    let args = ["book", "expand", book, "--nodes", "20k", "--budget", "100k"];
    let mut child = command(&args).stderr(std::process::Stdio::null()).spawn().unwrap();
    let begun = std::time::Instant::now();
    let is_old = || std::fs::read(book).unwrap() == before;
    while is_old() && begun.elapsed().as_secs() < 120 {
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    let written = !is_old();
    child.kill().unwrap();
    let killed = !child.wait().unwrap().success();
    written && killed
}

#[test]
fn a_book_is_expanded_where_lines_end_and_goes_on_after_a_kill() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (games, book, parts) = (path("a.games"), path("a.book"), path("b.book"));
    ran(&["selfplay", "ataxx", "--games", "2", "--nodes", "50", "--out", &games]);
    let build = ["book", "build", "ataxx", "--from", &games, "--plies", "2", "--least-games", "1"];
    ran(&[&build[..], &["--out", &book]].concat());
    std::fs::copy(&book, &parts).unwrap();
    let expand = |book: &str, budget: &str| {
        last(&["book", "expand", book, "--nodes", "300", "--budget", budget])
    };
    let done = expand(&book, "12");
    assert_eq!((&done["searched"], &done["complete"]), (&12.into(), &false.into()), "{done}");
    // In parts it comes out the same: everything that a run needs to go on stands in the book.
    expand(&parts, "5");
    expand(&parts, "7");
    assert_eq!(std::fs::read(&book).unwrap(), std::fs::read(&parts).unwrap());
    let text = std::fs::read_to_string(&book).unwrap();
    assert!(text.matches("\"searched\"").count() > 12, "scores went up: {text}");
    assert!(killed_when_written(&parts), "it was killed");
    let line = |ran: &str| ran.lines().count();
    let after = std::fs::read_to_string(&parts).unwrap();
    assert!(line(&after) > line(&text), "what was found until then is there");
    assert_eq!(expand(&parts, "2")["searched"], 2);
    refused(&["book", "expand", &games, "--nodes", "9", "--budget", "1"], "no book of openings");
}
