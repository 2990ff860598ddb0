//! An evaluation is fitted to recorded games.

use crate::common::tesuji;

#[test]
fn the_numbers_of_an_evaluation_are_fitted_to_the_records_of_a_match() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (records, table, data) = (path("games.jsonl"), path("fitted.toml"), path("data"));
    let [a, b] = ["tesuji,nodes=50,name=a", "tesuji,nodes=50,name=b"];
    let args = ["match", "ataxx", "--engine", a, "--engine", b, "--games", "20", "--seed", "1"];
    let played = tesuji(&[&args[..], &["--data", &data, "--out", &records]].concat());
    assert_eq!(played.code, 0, "{}", played.err);

    let fit = ["fit", "ataxx", &records, "--rounds", "1", "--epochs", "20", "--only", "tempo"];
    let fitted = tesuji(&[&fit[..], &["--out", &table]].concat());
    assert_eq!(fitted.code, 0, "{}", fitted.err);
    assert!(fitted.out.lines().any(|line| line.starts_with("Tempo: [")), "{}", fitted.out);
    let engine = std::fs::read_to_string(&table).unwrap();
    assert!(engine.starts_with("[[engine]]\nkind = \"tesuji\"\n"), "{engine}");
    let options = engine.split("[engine.options]").nth(1).unwrap();
    assert!(options.trim().lines().all(|line| line.starts_with("\"Tempo")), "{engine}");

    for (args, says) in [
        (&["fit", "chess", &records][..], "line 1: this is a game of ataxx, not of chess"),
        (&["fit", "ataxx", &records, "--only", "nothing"], "no parameter of Ataxx has such a name"),
        (&["fit", "ataxx", &records, "--blend", "2"], "the blend is from 0 to 1"),
        (&["fit", "ataxx", "/no/such/file"], "/no/such/file cannot be read"),
    ] {
        let refused = tesuji(args);
        assert_eq!((refused.code, refused.out.as_str()), (1, ""), "{args:?}");
        assert!(refused.err.contains(says), "{args:?}: {}", refused.err);
    }
}
