//! `tesuji course`: a class has tokens, their programs meet, and a table says how.

use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use client::Client;

use crate::common::served::Served;
use crate::common::{command, tesuji};

/// A program that ends with the test.
struct Bot(Child);

impl Drop for Bot {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn a_class_has_tokens_and_plays_a_night_with_a_table() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (data, out, file) = (path("data"), path("out"), path("course.toml"));
    let plan = "name = \"Course\"\nvariant = \"onitama\"\nrounds = 1\nplayers = [\"Ann\", \"Ben\", \"Cleo\"]\n";
    std::fs::write(&file, plan).unwrap();
    let server = Served::start(folder.path().join("data").as_path(), &["--address-rate", "100"]);
    let course = ["course", &file, "--data", &data, "--out", &out, "--server", &server.url];
    let made = tesuji(&[&course[..], &["--tokens"]].concat());
    assert!(made.code == 0 && made.out.lines().count() == 4, "{} {}", made.out, made.err);
    let again = tesuji(&[&course[..], &["--tokens"]].concat());
    assert!(again.code == 0 && again.out.is_empty(), "a token is made once: {}", again.out);
    let alone = tesuji(&[&course[..], &["--once"]].concat());
    assert!(alone.code == 1 && alone.err.contains("0 listen"), "{}", alone.err);
    let token = |name: &str| path(&format!("out/tokens/{name}.token"));
    let bot = |name: &str| {
        let args = ["bot", "--server", &server.url, "--token-file", &token(name)];
        let mut command = command(&[&args[..], &["--engine", "tesuji,nodes=50"]].concat());
        Bot(command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap())
    };
    let _bots = ["ann", "ben"].map(bot);
    let ann = Client::new(&server.url, &std::fs::read_to_string(token("ann")).unwrap()).unwrap();
    let begun = Instant::now();
    while !["ann", "ben"].iter().all(|name| ann.member(name).unwrap().online) {
        assert!(begun.elapsed() < Duration::from_secs(60), "the programs do not come");
        std::thread::sleep(Duration::from_millis(50));
    }
    let played = tesuji(&[&course[..], &["--once"]].concat());
    assert_eq!(played.code, 0, "{}", played.err);
    assert!(played.out.contains("Cleo does not listen"), "{}", played.out);
    let table = std::fs::read_to_string(path("out/table.md")).unwrap();
    assert!(
        table.contains("| Ann | ") && table.contains("| Ben | ") && !table.contains("Cleo"),
        "{table}"
    );
    assert!(!std::path::Path::new(&path("out/running")).exists());
}
