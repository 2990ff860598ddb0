//! Experience as a user looks at it.

use crate::common::tesuji;
use serde_json::Value;

fn ran(args: &[&str]) -> String {
    let ran = tesuji(args);
    assert_eq!(ran.code, 0, "{args:?}: {}", ran.err);
    ran.out
}

fn refused(args: &[&str], words: &str) {
    let ran = tesuji(args);
    assert_eq!(ran.code, 1, "{args:?}: {}", ran.out);
    assert!(ran.err.contains(words), "{args:?}: {}", ran.err);
}

#[test]
fn a_match_leaves_experience_that_is_shown_merged_pruned_and_exported() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (one, both, book) = (path("one.experience"), path("both.experience"), path("a.book"));
    let learner = format!("tesuji,name=learner,nodes=300,option.ExperienceFile={one}");
    let play = ["match", "onitama", "--games", "6", "--seed", "5", "--concurrency", "2"];
    ran(&[&play, &["--engine", &*learner, "--engine", "random"] as &[&str]].concat());
    let shown = |file: &str| -> Value {
        let out = ran(&["experience", "show", file, "--top", "3", "--json"]);
        serde_json::from_str(&out).unwrap()
    };
    let of = shown(&one);
    let positions = of["positions"].as_u64().unwrap();
    assert!(of["game"] == "onitama" && positions > 20, "{of}");
    let top = &of["top"][0];
    let asked = ["experience", "show", &one, "--position", top["position"].as_str().unwrap()];
    let text = ran(&asked);
    assert!(text.starts_with(&format!("Onitama: {positions} positions, ")), "{text}");
    assert!(text.contains("  best ") || text.contains(" by turn (won, drawn, lost):"), "{text}");

    ran(&["experience", "merge", &one, &one, "--out", &both]);
    assert_eq!(shown(&both)["positions"], positions);
    let twice = |of: &Value| 2 * of["top"][0]["games"].as_u64().unwrap();
    let same = |of: &Value| of["top"][0]["position"].clone();
    if same(&of) == same(&shown(&both)) {
        assert_eq!(shown(&both)["top"][0]["games"], twice(&of));
    }
    let pruned = ran(&["experience", "prune", &both, "--positions", "10"]);
    assert_eq!(pruned, format!("10 positions kept, {} dropped\n", positions - 10));
    assert_eq!(shown(&both)["positions"], 10);
    ran(&["experience", "export", &one, "--out", &book]);
    assert!(ran(&["book", "show", &book]).starts_with("Onitama: "));

    refused(&["experience", "show", &book], "a.book cannot be read: this is no file of experience");
    refused(&["experience", "show", &path("none")], "none");
    refused(&["experience", "prune", &book, "--positions", "1"], "this is no file of experience");
    // A line that is damaged is told, and the rest is there.
    let mut bytes = std::fs::read(&both).unwrap();
    let last = bytes.len() - 2;
    bytes[last] ^= 1;
    std::fs::write(&both, bytes).unwrap();
    let told = tesuji(&["experience", "show", &both]);
    assert!(told.code == 0 && told.err.contains("line 11 is damaged and left out"), "{}", told.err);
    assert_eq!(shown(&both)["damaged"], serde_json::json!([11]));
}
