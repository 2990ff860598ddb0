//! `cargo xtask test`: everything that must pass.

use std::path::PathBuf;
use std::process::Command;
use std::time::Instant;

use anyhow::{Context as _, Result, ensure};

use crate::shell::{self, Finished};

/// With the example games, which the page's tests play, too.
const FEATURES: &str = "--features=tesuji/examples,tesuji/cluster";

/// Tests counted by a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Count {
    passed: u64,
    failed: u64,
    skipped: u64,
}

impl Count {
    const fn one(success: bool) -> Self {
        Self { passed: success as u64, failed: !success as u64, skipped: 0 }
    }

    fn add(&mut self, other: Self) {
        self.passed += other.passed;
        self.failed += other.failed;
        self.skipped += other.skipped;
    }

    /// A program that failed without naming a failed test has failed all the same.
    fn checked(mut self, success: bool) -> Self {
        if !success && self.failed == 0 {
            self.failed = 1;
        }
        self
    }
}

impl std::fmt::Display for Count {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { passed, failed, skipped } = self;
        write!(f, "{passed} passed, {failed} failed, {skipped} skipped")
    }
}

type Step = (&'static str, fn() -> Result<Count>);

const STEPS: [Step; 9] = [
    ("format", format),
    ("clippy", clippy),
    ("rustdoc", rustdoc),
    ("Rust tests", rust_tests),
    ("doc examples", doc_examples),
    ("audit", audit),
    ("page: packages", page_packages),
    ("page: types and style", page_check),
    ("page: browser tests", page_tests),
];

/// The steps worth running after each change: none of the page, and no test that takes seconds.
const QUICK: [Step; 2] = [("format", format), ("quick Rust tests", quick_tests)];

/// Runs every step, or the quick ones, prints a line on each and the sum last. False if anything failed.
pub fn run(quick: bool) -> Result<bool> {
    let steps: &[Step] = if quick { &QUICK } else { &STEPS };
    let mut total = Count::default();
    let mut report = Vec::new();
    for &(name, step) in steps {
        println!("==> {name}");
        let begun = Instant::now();
        let count = step().unwrap_or_else(|error| {
            println!("error: {name}: {error:#}");
            Count::one(false)
        });
        let seconds = begun.elapsed().as_secs_f64();
        report.push(format!("{name:<24} {seconds:>7.1} s   {count}"));
        total.add(count);
    }
    println!();
    for line in report {
        println!("{line}");
    }
    println!("{total}");
    Ok(total.failed == 0)
}

fn one(command: &mut Command) -> Result<Count> {
    Ok(Count::one(shell::run(command)?.success))
}

fn format() -> Result<Count> {
    one(&mut shell::cargo(&["fmt", "--all", "--check"]))
}

fn clippy() -> Result<Count> {
    // And the program as it is without any feature.
    let mut count =
        one(&mut shell::cargo(&["clippy", "--package=tesuji", "--", "-D", "warnings"]))?;
    count.add(one(&mut shell::cargo(&[
        "clippy",
        "--workspace",
        "--all-targets",
        FEATURES,
        "--",
        "-D",
        "warnings",
    ]))?);
    Ok(count)
}

fn rustdoc() -> Result<Count> {
    let mut command =
        shell::cargo(&["doc", "--workspace", "--no-deps", "--document-private-items"]);
    // Private items are documented too, so links to them lead somewhere.
    let flags = "-D warnings -A rustdoc::private_intra_doc_links";
    one(command.env("RUSTDOCFLAGS", flags))
}

fn rust_tests() -> Result<Count> {
    tests(&["--all-targets"], "default")
}

/// Without `cargo-nextest`, which knows the slow tests by name (`.config/nextest.toml`), those within the sources.
fn quick_tests() -> Result<Count> {
    tests(&["--lib", "--bins"], "quick")
}

/// The tests of a profile of `cargo-nextest`; where that is missing, those of `targets`.
fn tests(targets: &[&str], profile: &str) -> Result<Count> {
    if shell::has_cargo("nextest") {
        let args = ["nextest", "run", "--workspace", FEATURES, "--no-fail-fast", "--color=never"];
        // Some tests wait for programs and clocks: half as many again keep the cores busy.
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let threads = format!("--test-threads={}", cores + cores / 2);
        let mut command = shell::cargo(&args);
        // The failure and its place stand in the panic's words; the frames of a runtime would bury
        // them.
        command.args(["--profile", profile, &threads]).env("RUST_BACKTRACE", "0");
        if are_servers_missing(profile) {
            command.args(["-E", OF_ONE]);
        }
        let done = shell::run(&mut command)?;
        return Ok(nextest_count(&done).checked(done.success));
    }
    let args = ["test", "--workspace", FEATURES, "--no-fail-fast", "--color=never"];
    let skip: &[&str] = if are_servers_missing(profile) { &SKIP } else { &[] };
    cargo_tests(&[&args, targets, skip].concat())
}

/// The tests that want neither PostgreSQL nor NATS.
const OF_ONE: &str = "not (test(on_postgresql::) | (package(tesuji) & test(cluster::)))";

/// The same for the runner of `cargo test`.
const SKIP: [&str; 5] = ["--", "--skip", "on_postgresql::", "--skip", "cluster::"];

/// True where tests of several processes cannot run; says why.
fn are_servers_missing(profile: &str) -> bool {
    let missing = without_servers(profile);
    if let Some(missing) = &missing {
        println!("    tests of a club of several processes are skipped: {missing}");
    }
    missing.is_some()
}

/// Why tests of several processes cannot run, if they cannot. All tests install what they want where they may.
fn without_servers(profile: &str) -> Option<String> {
    let missing = servers::missing()?;
    if profile == "quick" {
        return Some(missing);
    }
    shell::install("postgresql nats-server").err().map(|error| format!("{missing}; {error}"))
}

fn doc_examples() -> Result<Count> {
    cargo_tests(&["test", "--workspace", "--doc", FEATURES, "--no-fail-fast", "--color=never"])
}

/// A folder with RustSec's database of advisories, to be read as it is; else it is fetched.
const ADVISORIES: &str = "TESUJI_ADVISORIES";

/// Asks RustSec's database for known faults of the dependencies.
fn audit() -> Result<Count> {
    let skipped = |why: &str| {
        println!("    the audit of dependencies is skipped: {why}");
        Ok(Count { skipped: 1, ..Count::default() })
    };
    if !shell::has_cargo("audit") {
        return skipped("cargo-audit is missing (cargo install --locked cargo-audit)");
    }
    let mut command = shell::cargo(&["audit", "--color=never", "--deny=warnings"]);
    if let Some(folder) = std::env::var_os(ADVISORIES) {
        command.args(["--no-fetch", "--stale", "--db"]).arg(folder);
    }
    let done = shell::run(&mut command)?;
    if !done.success && done.lines.iter().any(|line| line.contains(UNFETCHED)) {
        return skipped("the database cannot be fetched (TESUJI_ADVISORIES=FOLDER names a copy)");
    }
    Ok(Count::one(done.success))
}

/// What `cargo audit` says where it has no database.
const UNFETCHED: &str = "couldn't fetch advisory database";

fn cargo_tests(args: &[&str]) -> Result<Count> {
    let done = shell::run(&mut shell::cargo(args))?;
    let mut count = Count::default();
    for line in &done.lines {
        // "test result: ok. 5 passed; 0 failed; 1 ignored; 0 measured; ..."
        if let Some((_, rest)) = line.split_once("test result: ") {
            count.add(Count {
                passed: number_before(rest, " passed"),
                failed: number_before(rest, " failed"),
                skipped: number_before(rest, " ignored"),
            });
        }
    }
    Ok(count.checked(done.success))
}

/// Reads "Summary [ 1.2s] 40 tests run: 38 passed (1 slow), 2 failed, 3 skipped".
fn nextest_count(done: &Finished) -> Count {
    let summary = done.lines.iter().rev().find(|line| line.trim_start().starts_with("Summary ["));
    let text = summary.map_or("", String::as_str);
    let timed_out = number_before(text, " timed out");
    Count {
        passed: number_before(text, " passed"),
        failed: number_before(text, " failed") + timed_out,
        skipped: number_before(text, " skipped"),
    }
}

/// The number right before `word`; 0 where there is none.
fn number_before(text: &str, word: &str) -> u64 {
    let Some((before, _)) = text.split_once(word) else {
        return 0;
    };
    let digits = before.rsplit(|c: char| !c.is_ascii_digit()).next();
    digits.and_then(|digits| digits.parse().ok()).unwrap_or(0)
}

fn page() -> PathBuf {
    shell::root().join("apps/web")
}

fn npm(args: &[&str]) -> Command {
    let mut command = Command::new("npm");
    command.args(args).current_dir(page());
    command
}

fn page_packages() -> Result<Count> {
    if !shell::has("npm") {
        shell::install("nodejs npm")?;
    }
    let installed = shell::run(&mut npm(&["ci", "--no-audit", "--no-fund"]))?.success;
    ensure!(installed, "the page's packages cannot be installed; run: cd apps/web && npm ci");
    Ok(Count::default())
}

fn page_check() -> Result<Count> {
    one(&mut npm(&["run", "check"]))
}

fn page_tests() -> Result<Count> {
    let browser = match browser() {
        Some(browser) => browser,
        None => {
            shell::install(SHELL).or_else(|_| shell::install("chromium"))?;
            browser().context("a Chromium was installed but is not on the PATH")?
        }
    };
    let binary = binary()?;
    let done = shell::run(npm(&["test"]).env("TESUJI_BIN", binary).env("CHROMIUM", browser))?;
    let is_sum = |line: &&String| line.contains(" passed, ") && line.contains(" failed");
    let sum = done.lines.iter().rev().find(is_sum).context("npm test printed no count of tests")?;
    let count = Count {
        passed: number_before(sum, " passed"),
        failed: number_before(sum, " failed"),
        skipped: number_before(sum, " skipped"),
    };
    ensure!(count != Count::default(), "npm test ran no test");
    Ok(count.checked(done.success))
}

/// Chromium without its windows, which draws no more than the page.
const SHELL: &str = "chromium-headless-shell";

/// A Chromium: the one that `CHROMIUM` names, or one on the `PATH`, the quickest first.
fn browser() -> Option<PathBuf> {
    let named = std::env::var_os("CHROMIUM").map(PathBuf::from);
    let names = [SHELL, "chromium", "chromium-browser", "google-chrome"];
    named.or_else(|| names.into_iter().find_map(shell::find))
}

/// Where the program is that the Rust tests use. They have built it: by itself it would be built once more, with fewer
/// features of what it depends on.
fn binary() -> Result<PathBuf> {
    let build = shell::run(&mut shell::cargo(&["test", "--workspace", FEATURES, "--no-run"]))?;
    ensure!(build.success, "the program cannot be built");
    let metadata = shell::cargo(&["metadata", "--no-deps", "--format-version=1"]).output()?;
    let metadata: serde_json::Value = serde_json::from_slice(&metadata.stdout)?;
    let target = metadata["target_directory"].as_str().context("cargo names no target folder")?;
    let name = format!("tesuji{}", std::env::consts::EXE_SUFFIX);
    Ok(PathBuf::from(target).join("debug").join(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn finished(line: &str) -> Finished {
        Finished { success: true, lines: vec![line.to_owned()] }
    }

    #[test]
    fn the_runners_closing_lines_are_read() {
        let line = "     Summary [   9.7s] 12 tests run: 9 passed (2 slow), 3 failed, 4 skipped";
        assert_eq!(nextest_count(&finished(line)), Count { passed: 9, failed: 3, skipped: 4 });
        let line = "     Summary [   0.1s] 5 tests run: 5 passed, 0 skipped";
        assert_eq!(nextest_count(&finished(line)), Count { passed: 5, failed: 0, skipped: 0 });
        let line = "ok. 5 passed; 2 failed; 1 ignored; 0 measured; 0 filtered out";
        assert_eq!([" passed", " failed", " ignored"].map(|w| number_before(line, w)), [5, 2, 1]);
    }

    #[test]
    fn a_failure_without_a_count_is_counted() {
        assert_eq!(Count::default().checked(false), Count { failed: 1, ..Count::default() });
        assert_eq!(Count::one(true).checked(true), Count::one(true));
    }
}
