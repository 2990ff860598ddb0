//! Running other programs.

use std::io::{BufRead as _, BufReader, Read, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::mpsc::{Sender, channel};

use anyhow::{Context as _, Result};

/// The workspace's folder.
pub fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().unwrap_or(here).to_owned()
}

/// A `cargo` command in the workspace's folder, by the toolchain that runs this.
pub fn cargo(args: &[&str]) -> Command {
    let program = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(program);
    command.args(args).current_dir(root());
    // Variables by which cargo told this program of its own package. Some build scripts watch these
    // names: with them each change from `cargo xtask test` to cargo by hand, and back, would
    // compile the TLS library and all above it anew.
    for (name, _) in std::env::vars_os() {
        let text = name.to_string_lossy();
        if text.starts_with("CARGO_PKG_") || text.starts_with("CARGO_MANIFEST_") {
            command.env_remove(&name);
        }
    }
    // Where nothing is built twice, notes for the next build cost a sixth of the time.
    if std::env::var_os("CI").is_some() {
        command.env("CARGO_INCREMENTAL", "0");
    }
    command
}

/// A finished program.
pub struct Finished {
    /// True if it exited with 0.
    pub success: bool,
    /// The lines of its standard output and error, as they came.
    pub lines: Vec<String>,
}

/// Runs a command, shows its output as it comes, and keeps it.
pub fn run(command: &mut Command) -> Result<Finished> {
    let name = command.get_program().to_string_lossy().into_owned();
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().with_context(|| format!("{name} does not start"))?;
    let (sender, receiver) = channel();
    let (out, err) = (child.stdout.take(), child.stderr.take());
    let mut lines = Vec::new();
    std::thread::scope(|scope| {
        if let Some(out) = out {
            let sender = sender.clone();
            scope.spawn(move || forward(out, &sender));
        }
        if let Some(err) = err {
            scope.spawn(move || forward(err, &sender));
        }
        for line in receiver {
            println!("{line}");
            let _ = std::io::stdout().flush();
            lines.push(line);
        }
    });
    let status = child.wait().with_context(|| format!("{name} cannot be waited for"))?;
    Ok(Finished { success: status.success(), lines })
}

fn forward(pipe: impl Read, lines: &Sender<String>) {
    let mut reader = BufReader::new(pipe);
    let mut bytes = Vec::new();
    while reader.read_until(b'\n', &mut bytes).is_ok_and(|read| read > 0) {
        let line = String::from_utf8_lossy(&bytes).trim_end().to_owned();
        if lines.send(line).is_err() {
            return;
        }
        bytes.clear();
    }
}

/// True if a program can be started.
pub fn has(program: &str) -> bool {
    let mut command = Command::new(program);
    command.arg("--version").stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

/// Where a program of this name lies on the `PATH`.
pub fn find(program: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|folder| folder.join(program)).find(|file| file.is_file())
}

/// True if cargo knows a subcommand of this name.
pub fn has_cargo(subcommand: &str) -> bool {
    let mut command = cargo(&[subcommand, "--version"]);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

/// Installs Debian packages where that is allowed.
///
/// # Errors
/// Where it is not, or where it fails: with the one line to run.
pub fn install(packages: &str) -> Result<()> {
    let line = format!("apt-get update && apt-get install -y {packages}");
    let root = Command::new("id").arg("-u").output();
    let is_root = root.is_ok_and(|output| output.stdout.trim_ascii() == b"0");
    if !is_root || !has("apt-get") {
        anyhow::bail!(
            "{packages} is missing here and cannot be installed by this task; run: sudo sh -c '{line}'"
        );
    }
    println!("    {packages} is missing: {line}");
    let mut command = Command::new("sh");
    command.args(["-c", &line]).env("DEBIAN_FRONTEND", "noninteractive");
    command.stdin(Stdio::null()).stdout(Stdio::null());
    let status = command.status().context("sh does not start")?;
    anyhow::ensure!(
        status.success(),
        "{packages} could not be installed; run: sudo sh -c '{line}'"
    );
    Ok(())
}
