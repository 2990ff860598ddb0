//! `tesuji guard`: what the arena starts programs through; nothing for people to call.

use std::ffi::OsString;
use std::io::Write as _;

use anyhow::Result;
use clap::Args;

/// Arguments of `tesuji guard`.
#[derive(Args)]
pub struct GuardArgs {
    /// The guard's own arguments, `--`, and the program's command line
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    rest: Vec<OsString>,
}

/// The command that leads here.
pub fn command() -> Option<arena::GuardCommand> {
    let program = std::env::current_exe().ok()?;
    Some(arena::GuardCommand { program, args: vec!["guard".to_owned()] })
}

/// Guards a program, and ends with its exit code.
pub fn run(_: GuardArgs) -> Result<()> {
    let Some(own) = command() else { anyhow::bail!("this program cannot find itself") };
    // Whoever started it may be gone, and standard error with it.
    let report = |text: &str| drop(writeln!(std::io::stderr(), "{text}"));
    // As they were given: clap would take the first `--` for its own.
    let rest = std::env::args_os().skip(2);
    std::process::exit(arena::guard::main(&own, rest, std::io::stdin(), &report))
}
