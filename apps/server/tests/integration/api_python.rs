//! Programs in Python against a club: with berserk, and with the standard library alone.

use std::path::Path;
use std::process::{Child, Command, Stdio};

use crate::api::play_on;
use crate::common::club;
use crate::common::program::Program;

/// The Python to use: `PYTHON`, or the usual one.
fn python() -> String {
    std::env::var("PYTHON").unwrap_or_else(|_| "python3".to_owned())
}

/// Python can import that; otherwise the test says that it is skipped.
fn has(module: &str) -> bool {
    let import = Command::new(python()).args(["-c", &format!("import {module}")]).output();
    let has = import.is_ok_and(|ran| ran.status.success());
    if !has {
        eprintln!("skipped: {} has no {module}", python());
    }
    has
}

#[tokio::test(flavor = "multi_thread")]
async fn api_a_bot_of_berserk_plays_with_another_address_alone() {
    if !has("berserk") {
        return;
    }
    let data = tempfile::tempdir().expect("a folder");
    let server = club(data.path());
    let [one, other] = ["One", "Other"].map(|name| Program::new(server.address, data.path(), name));
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/integration/berserk_bot.py");
    let url = format!("http://{}", server.address);
    let mut command = Command::new(python());
    command.arg(script).args([&url, &one.token, &other.token]);
    let ran = tokio::task::spawn_blocking(move || command.output()).await.expect("no panic");
    let ran = ran.expect("runs");
    let said =
        String::from_utf8_lossy(&ran.stdout).into_owned() + &String::from_utf8_lossy(&ran.stderr);
    assert!(ran.status.success() && said.contains("both games"), "{said}");
}

/// A process that ends with the test.
struct Started(Child);

impl Drop for Started {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn api_the_example_in_python_plays_every_game() {
    if !has("json") {
        return;
    }
    let data = tempfile::tempdir().expect("a folder");
    let server = club(data.path());
    let [one, robot] = ["One", "Robot"].map(|name| Program::new(server.address, data.path(), name));
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/python/random_bot.py");
    let url = format!("http://{}", server.address);
    let mut command = Command::new(python());
    command.arg(script).args([&url, &robot.token]).stdout(Stdio::null());
    let _bot = Started(command.spawn().expect("runs"));
    let mut events = one.stream("/api/stream/event").await.expect("a stream");
    for kind in engine::kinds() {
        for color in ["white", "black"] {
            let body = format!("color={color}&variant={}", kind.variants()[0].key);
            let id = one.post("/api/challenge/robot", &body).await["id"].clone();
            while events.next_of("gameStart").await["game"]["id"] != id {}
            // The position is told twice more, maybe after the bot has moved.
            for answer in ["yes", "no"] {
                let path = format!("/api/bot/game/{}/draw/{answer}", id.as_str().expect("an id"));
                one.post(&path, "").await;
            }
            let last = play_on(&one, id.as_str().expect("an id"), *kind, 7, 6).await;
            assert_ne!(last["status"], "started", "{last}");
        }
    }
}
