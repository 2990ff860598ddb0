//! `cargo xtask bench`, `agree` and `load`: the measurements of `xtask/lab` and `xtask/load`.

use anyhow::Result;

use crate::shell;

/// The runs of `cargo xtask bench`, in order; `docs/log/2026-11-benchmarks.md` has results.
const MEASUREMENTS: &[&[&str]] = &[
    &["perft"],
    &["chess-perft"],
    &["proof"],
    &["wins"],
    &["wins", "--tables", "2", "--exact", "101"],
    &["depths", "--seconds", "1"],
    &["latency"],
    &["parallel"],
    &["playouts", "arimaa"],
    &["playouts", "ataxx"],
];

fn lab(words: &[&str]) -> Result<bool> {
    let mut all = vec!["run", "--quiet", "--release", "--package", "lab", "--"];
    all.extend(words);
    Ok(shell::run(&mut shell::cargo(&all))?.success)
}

/// All measurements, or the one that is named, with its own options.
pub fn bench(args: &[&str]) -> Result<bool> {
    if !args.is_empty() {
        return lab(args);
    }
    let mut clean = true;
    for words in MEASUREMENTS {
        println!("-- {}", words.join(" "));
        clean &= lab(words)?;
    }
    println!("-- signature");
    clean &=
        shell::run(&mut shell::cargo(&["run", "--quiet", "--release", "--", "bench"]))?.success;
    Ok(clean)
}

/// The load on a club's server, with the program of the release build.
pub fn load(args: &[&str]) -> Result<bool> {
    let mut build = vec!["build", "--quiet", "--release"];
    if args.contains(&"--nodes") {
        // Several processes share what others than SQLite keep.
        build.push("--features=cluster");
    }
    if !shell::run(&mut shell::cargo(&build))?.success {
        return Ok(false);
    }
    let mut words = vec!["run", "--quiet", "--release", "--package", "load", "--"];
    words.extend(args);
    Ok(shell::run(&mut shell::cargo(&words))?.success)
}

/// The agreement check: of toy trees and every game, or with options of its own (`toys --count 1000`).
pub fn agree(args: &[&str]) -> Result<bool> {
    let mut words = vec!["agree"];
    words.extend(args);
    lab(&words)
}
