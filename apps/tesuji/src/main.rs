//! Tesuji: play, analyse and compare engines for open-information board games.

mod cli;
mod commands;
mod cpu;
mod files;
mod flip;
mod interrupt;
mod output;
mod paint;
mod positions;
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

#[inline(never)]
fn run() -> ExitCode {
    let cli = cli::Cli::parse();
    match commands::run(cli.command) {
        Ok(()) => ExitCode::SUCCESS,
        // The reader has gone (`tesuji ... | head`): not our failure.
        Err(error) if output::is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {}", output::told(&error));
            ExitCode::FAILURE
        }
    }
}
