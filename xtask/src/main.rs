//! The project's own tasks: `cargo xtask test`, `cargo xtask fuzz`, ...

mod budget;
mod dist;
mod fuzz;
mod lab;
mod new_game;
mod postgresql;
mod shell;
mod test;

use std::process::ExitCode;

const USAGE: &str = "\
Usage: cargo xtask TASK

  test [--quick]              everything that must pass: format, clippy, rustdoc, all tests, the page
  on-postgresql [NAME ...]    the server's tests with their data in PostgreSQL, those with a word in their name or all
  bench [MEASUREMENT ...]     speed, depth, latency, exact wins, parallel search (CONTRIBUTING.md)
  agree [GAME ...]            every driver against plain minimax on a million random positions
  load [OPTIONS]              what a club's server holds on this machine (docs/scale.md)
  core [--update]             the instructions that a node costs in each game, within the stored budget
  new-game NAME               the folders of a game, copied from an example, and the lines that list it
  dist                        the archive of a release: program, licences, manual pages, completions
  fuzz [TARGET] [--seconds N] feed random input to the parsers (all targets, 60 s each)";

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = args.iter().map(String::as_str).collect();
    let done = match words.split_first() {
        Some((&"test", [])) => test::run(false),
        Some((&"test", ["--quick"])) => test::run(true),
        Some((&"core", [])) => budget::check(),
        Some((&"core", ["--update"])) => budget::update(),
        Some((&"on-postgresql", rest)) => postgresql::run(rest),
        Some((&"dist", rest)) => dist::run_task(rest),
        Some((&"fuzz", rest)) => fuzz::run(rest),
        Some((&"new-game", rest)) => new_game::run(rest),
        Some((&"bench", rest)) => lab::bench(rest),
        Some((&"agree", rest)) => lab::agree(rest),
        Some((&"load", rest)) => lab::load(rest),
        Some((&("help" | "--help" | "-h"), _)) => {
            println!("{USAGE}");
            return ExitCode::SUCCESS;
        }
        _ => {
            eprintln!("{USAGE}");
            return ExitCode::from(2);
        }
    };
    match done {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}
