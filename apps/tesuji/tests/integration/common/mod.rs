//! Running the program as a user does.

#[cfg(unix)]
pub mod served;

use std::io::Write as _;
use std::process::{Command, Output, Stdio};

/// The position of an ended game (the way of the stream), Blue to move.
pub const OVER: &str = "2R2/5/5/4B/5 b crab,rooster rabbit,cobra tiger";
/// Red wins with its next move: the master goes from b4 to c5.
pub const WIN_IN_ONE: &str = "5/1R3/5/4B/5 r tiger,rooster crab,rabbit cobra";

/// The result of a run.
pub struct Ran {
    pub code: i32,
    pub out: String,
    pub err: String,
}

impl From<Output> for Ran {
    fn from(output: Output) -> Self {
        Self {
            code: output.status.code().unwrap_or(-1),
            out: String::from_utf8(output.stdout).unwrap(),
            err: String::from_utf8(output.stderr).unwrap(),
        }
    }
}

/// The program.
pub fn command(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tesuji"));
    command.args(args).stdin(Stdio::null());
    // Games played in tests are not to be found among those that people played.
    command.env("XDG_DATA_HOME", env!("CARGO_TARGET_TMPDIR"));
    command
}

/// Runs it.
pub fn tesuji(args: &[&str]) -> Ran {
    command(args).output().unwrap().into()
}

/// Runs it with this on its standard input.
pub fn piped(args: &[&str], input: &[u8]) -> Ran {
    let mut command = command(args);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    // A program that has already ended does not read: not a fault of this test.
    let _ = child.stdin.take().unwrap().write_all(input);
    child.wait_with_output().unwrap().into()
}

/// The same with every time replaced.
pub fn timeless(text: &str) -> String {
    let mut parts = text.split("\"seconds\":");
    let mut shown = parts.next().unwrap().to_owned();
    for part in parts {
        let rest = part.trim_start_matches(|c: char| c.is_ascii_digit() || ".e-+".contains(c));
        assert_ne!(rest.len(), part.len(), "seconds is a number");
        shown = shown + "\"seconds\":0" + rest;
    }
    shown
}

/// A line of JSON with numbers, texts and lists replaced by what they are: its shape.
pub fn shape(line: &str) -> String {
    let value: serde_json::Value = serde_json::from_str(line).unwrap();
    let kinds = |value: &serde_json::Value| match value {
        serde_json::Value::Number(_) => "number".to_owned(),
        serde_json::Value::String(_) => "text".to_owned(),
        serde_json::Value::Array(_) => "list".to_owned(),
        serde_json::Value::Object(map) => {
            format!("{{{}}}", map.keys().cloned().collect::<Vec<_>>().join(", "))
        }
        other => other.to_string(),
    };
    let fields = value.as_object().unwrap().iter();
    fields.map(|(name, value)| format!("{name}: {}", kinds(value))).collect::<Vec<_>>().join("\n")
}
