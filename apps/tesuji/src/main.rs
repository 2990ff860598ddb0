//! Tesuji: play, analyse and compare engines for board games with perfect information.

mod cli;
mod commands;
mod cpu;
mod files;
mod flip;
mod interrupt;
mod log;
mod output;
mod paint;
mod positions;
mod setup;
mod think;

use std::process::ExitCode;

use clap::Parser as _;

fn main() -> ExitCode {
    // First of all: this very program was compiled for a certain kind of processor.
    if !cpu::check() {
        return ExitCode::FAILURE;
    }
    run()
}

/// The arguments; a program of the name `tesuji-chess` is the engine of that game.
fn arguments() -> Vec<std::ffi::OsString> {
    let mut arguments: Vec<_> = std::env::args_os().collect();
    let name = arguments.first().and_then(|program| program.to_str());
    if let Some(game) = name.and_then(commands::engine::game_of_name) {
        arguments.splice(1..1, ["engine".into(), game.name().into()]);
    }
    arguments
}

#[inline(never)]
fn run() -> ExitCode {
    let cli = commands::Cli::parse_from(arguments());
    match commands::run(cli.command) {
        Ok(()) => ExitCode::SUCCESS,
        // The reader has gone (`tesuji ... | head`): not our failure.
        Err(error) if output::is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            if let Some(usage) = error.downcast_ref() {
                commands::exit_for(usage);
            }
            eprintln!("error: {}", output::message(&error));
            ExitCode::FAILURE
        }
    }
}
