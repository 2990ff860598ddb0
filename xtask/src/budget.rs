//! `cargo xtask core`: the instructions that a node of the search costs in each game, and the budget that they may
//! not exceed.
//!
//! The program itself is counted, as it is played with, by valgrind: `bench` to a depth, less `bench` to depth 1,
//! divided by the nodes between them. So what a start costs is left out, and the count is the same on each run.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, ensure};
use serde_json::{Map, Value, json};

use crate::shell;

/// By how much a node may cost more than its budget, as a share of it.
const TOLERANCE: f64 = 0.01;

/// The file of the budget, from the workspace's folder.
const FILE: &str = "xtask/core.json";

/// A search that was counted.
struct Count {
    nodes: u64,
    instructions: u64,
}

/// The budget of one game.
#[derive(Clone, Copy)]
struct Budget {
    /// The nominal depth that is counted, in plies.
    depth: u64,
    /// The nodes to that depth.
    nodes: u64,
    /// The instructions a node.
    instructions: f64,
}

impl Budget {
    fn read(value: &Value) -> Option<Self> {
        Some(Self {
            depth: value["depth"].as_u64()?,
            nodes: value["nodes"].as_u64()?,
            instructions: value["instructions"].as_f64()?,
        })
    }

    /// The same with what is counted now.
    fn measure(self, program: &Path, game: &str) -> Result<Self> {
        let whole = count(program, game, self.depth)?;
        let start = count(program, game, 1)?;
        ensure!(whole.nodes > start.nodes, "{FILE}: {game}: the depth must be more than 1");
        let nodes = (whole.nodes - start.nodes) as f64;
        let instructions = (whole.instructions - start.instructions) as f64 / nodes;
        Ok(Self { depth: self.depth, nodes: whole.nodes, instructions })
    }
}

/// Compares every game with its budget. False if one costs more, or searches other nodes than the budget is for.
pub fn check() -> Result<bool> {
    let stored = read()?;
    let compiler = compiler()?;
    if stored["compiler"] != compiler.as_str() {
        println!("The budget is of {}, this is {compiler}: counts may differ.", stored["compiler"]);
    }
    let program = build()?;
    println!("game        depth     nodes  instructions a node    budget   ratio");
    let mut within = true;
    for (game, budget) in games(&stored)? {
        let now = budget.measure(&program, game)?;
        let ratio = now.instructions / budget.instructions;
        let verdict = if now.nodes != budget.nodes {
            within = false;
            format!("other nodes than the budget's {}: update it", budget.nodes)
        } else if ratio > 1.0 + TOLERANCE {
            within = false;
            "over the budget".to_owned()
        } else if ratio < 1.0 - TOLERANCE {
            "below the budget: update it".to_owned()
        } else {
            String::new()
        };
        let line = format!(
            "{game:<10} {:>6} {:>9}  {:>19.1}  {:>8.1}  {ratio:>6.3}  {verdict}",
            now.depth, now.nodes, now.instructions, budget.instructions
        );
        println!("{}", line.trim_end());
    }
    Ok(within)
}

/// Stores what is counted now as the budget.
pub fn update() -> Result<bool> {
    let stored = read()?;
    let program = build()?;
    let mut measured = Map::new();
    for (game, budget) in games(&stored)? {
        let Budget { depth, nodes, instructions } = budget.measure(&program, game)?;
        println!(
            "{game:<10} {instructions:>8.1} instructions a node ({:.1} before)",
            budget.instructions
        );
        let instructions = (instructions * 10.0).round() / 10.0;
        let line = json!({ "depth": depth, "nodes": nodes, "instructions": instructions });
        measured.insert(game.to_owned(), line);
    }
    let text = json!({ "compiler": compiler()?, "games": measured });
    let text = serde_json::to_string_pretty(&text)? + "\n";
    std::fs::write(shell::root().join(FILE), text).with_context(|| FILE)?;
    Ok(true)
}

fn read() -> Result<Value> {
    let text = std::fs::read_to_string(shell::root().join(FILE)).with_context(|| FILE)?;
    serde_json::from_str(&text).with_context(|| FILE)
}

fn games(stored: &Value) -> Result<Vec<(&str, Budget)>> {
    let games = stored["games"].as_object().with_context(|| format!("{FILE}: no games"))?;
    let budget = |(game, value): (&'_ String, &Value)| {
        let budget = Budget::read(value);
        budget.with_context(|| format!("{FILE}: {game} needs depth, nodes and instructions"))
    };
    games.iter().map(|entry| Ok((entry.0.as_str(), budget(entry)?))).collect()
}

/// The compiler's name and version.
fn compiler() -> Result<String> {
    let output = Command::new("rustc").arg("--version").output().context("rustc does not start")?;
    let text = String::from_utf8_lossy(&output.stdout);
    Ok(text.split_whitespace().take(2).collect::<Vec<_>>().join(" "))
}

/// Builds the program and says where it is.
fn build() -> Result<PathBuf> {
    ensure!(
        shell::has("valgrind"),
        "valgrind is missing; install it (Debian: apt-get install valgrind)"
    );
    let mut command = shell::cargo(&["build", "--quiet", "--release", "--package=tesuji"]);
    ensure!(shell::run(&mut command)?.success, "the program cannot be built");
    let target = std::env::var_os("CARGO_TARGET_DIR");
    let target = target.map_or_else(|| shell::root().join("target"), PathBuf::from);
    Ok(target.join("release/tesuji"))
}

/// Runs `bench` under valgrind.
fn count(program: &Path, game: &str, depth: u64) -> Result<Count> {
    let mut command = Command::new("valgrind");
    command.args(["--tool=callgrind", "--callgrind-out-file=/dev/null"]).arg(program);
    command.args(["bench", game, "--json", "--depth", &depth.to_string()]);
    let output = command.output().context("valgrind does not start")?;
    let messages = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success(), "bench {game} fails under valgrind:\n{messages}");
    let printed: Value =
        serde_json::from_slice(&output.stdout).context("bench printed no JSON object")?;
    let nodes = printed["signature"].as_u64().context("bench printed no signature")?;
    let instructions = number_after(&messages, "I   refs:")
        .or_else(|| number_after(&messages, "Collected :"))
        .context("valgrind printed no count of instructions")?;
    Ok(Count { nodes, instructions })
}

/// The number right after `label`, with or without commas.
fn number_after(text: &str, label: &str) -> Option<u64> {
    let (_, rest) = text.split_once(label)?;
    let digits = rest.trim_start().chars().take_while(|c| c.is_ascii_digit() || *c == ',');
    digits.filter(|c| *c != ',').collect::<String>().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn valgrinds_counts_are_read() {
        let text = "==740== Collected : 205186340\n==740== \n==740== I   refs:      205,186,340\n";
        assert_eq!(number_after(text, "I   refs:"), Some(205_186_340));
        assert_eq!(number_after(text, "Collected :"), Some(205_186_340));
        assert_eq!(number_after(text, "D   refs:"), None);
        assert_eq!(number_after("nodes 235811\n", "nodes "), Some(235_811));
    }

    #[test]
    fn the_stored_budget_has_every_game() {
        let stored = read().unwrap();
        let names: Vec<&str> = games(&stored).unwrap().iter().map(|(name, _)| *name).collect();
        assert_eq!(names, ["arimaa", "ataxx", "chess", "onitama"]);
        let incomplete = json!({ "games": { "chess": { "depth": 3, "nodes": 9 } } });
        let error = games(&incomplete).err().unwrap().to_string();
        assert!(error.contains("chess needs depth, nodes and instructions"), "{error}");
    }
}
