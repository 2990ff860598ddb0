//! `cargo xtask core`: what the generic search core costs beside a hand-specialised copy.

use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context as _, Result, ensure};
use serde_json::Value;

use crate::shell;

/// The most that the core may execute for each instruction of the copy.
const LIMIT: f64 = 1.05;

/// What a variant does, counted by valgrind: the same on each run.
struct Cost {
    variant: &'static str,
    nodes: u64,
    instructions: u64,
}

/// Counts the instructions of all variants. False if the core exceeds the limit, or its nodes are
/// not those of the copy.
pub fn run() -> Result<bool> {
    ensure!(
        shell::has("valgrind"),
        "valgrind is missing; install it (Debian: apt-get install valgrind)"
    );
    let bench = build()?;
    let agrees = shell::run(&mut Command::new(&bench))?.success;
    ensure!(agrees, "the variants do not find the same");
    let mut costs = Vec::new();
    for variant in ["hand", "silent", "generic"] {
        costs.push(count(&bench, variant)?);
    }
    let hand = costs[0].instructions as f64;
    println!("variant      nodes  instructions  per node  to hand");
    for Cost { variant, nodes, instructions } in &costs {
        let each = *instructions as f64 / *nodes as f64;
        let ratio = *instructions as f64 / hand;
        println!("{variant:<8} {nodes:>9}  {instructions:>12}  {each:>8.1}  {ratio:>7.3}");
    }
    let same = costs.iter().all(|cost| cost.nodes == costs[0].nodes);
    let ratio = costs[2].instructions as f64 / hand;
    println!(
        "the generic core executes {ratio:.3} times the instructions of the copy (limit {LIMIT:.2})"
    );
    Ok(same && ratio <= LIMIT)
}

/// Builds the benchmark and says where it is.
fn build() -> Result<PathBuf> {
    let mut command = shell::cargo(&[
        "bench",
        "--package=search",
        "--bench=core",
        "--no-run",
        "--message-format=json-render-diagnostics",
    ]);
    command.stderr(std::process::Stdio::inherit());
    let output = command.output().context("cargo does not start")?;
    ensure!(output.status.success(), "the benchmark cannot be built");
    let messages = String::from_utf8_lossy(&output.stdout);
    let executable = messages
        .lines()
        .filter_map(|line| serde_json::from_str::<Value>(line).ok())
        .filter(|message| message["target"]["name"] == "core")
        .find_map(|message| message["executable"].as_str().map(PathBuf::from));
    executable.context("cargo names no executable of the benchmark")
}

/// Runs a variant under valgrind.
fn count(bench: &PathBuf, variant: &'static str) -> Result<Cost> {
    let mut command = Command::new("valgrind");
    command.args(["--tool=callgrind", "--callgrind-out-file=/dev/null"]).arg(bench).arg(variant);
    let output = command.output().context("valgrind does not start")?;
    let messages = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success(), "{variant} fails under valgrind:\n{messages}");
    let printed = String::from_utf8_lossy(&output.stdout);
    let nodes = number_after(&printed, "nodes ").context("the benchmark printed no nodes")?;
    let instructions = number_after(&messages, "I   refs:")
        .or_else(|| number_after(&messages, "Collected :"))
        .context("valgrind printed no count of instructions")?;
    Ok(Cost { variant, nodes, instructions })
}

/// The number right after `label`, with or without commas.
fn number_after(text: &str, label: &str) -> Option<u64> {
    let (_, rest) = text.split_once(label)?;
    let digits = rest.trim_start().chars().take_while(|c| c.is_ascii_digit() || *c == ',');
    digits.filter(|c| *c != ',').collect::<String>().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::number_after;

    #[test]
    fn valgrinds_counts_are_read() {
        let text = "==740== Collected : 205186340\n==740== \n==740== I   refs:      205,186,340\n";
        assert_eq!(number_after(text, "I   refs:"), Some(205_186_340));
        assert_eq!(number_after(text, "Collected :"), Some(205_186_340));
        assert_eq!(number_after(text, "D   refs:"), None);
        assert_eq!(number_after("nodes 235811\n", "nodes "), Some(235_811));
    }
}
