//! `cargo xtask on-postgresql`: the tests of the server with their data in a PostgreSQL of their own.

use anyhow::Result;
use servers::Database;

use crate::shell;

/// Where the tests find the server (`apps/server/tests/integration/common/database.rs`).
const VARIABLE: &str = "TESUJI_TEST_DATABASE";

/// Runs those whose name has one of these words, or all. False where one fails.
pub fn run(words: &[&str]) -> Result<bool> {
    let database = Database::start(false)?;
    let integration = ["--package=server", "--features=cluster", "--test=integration"];
    let mut command = if shell::has_cargo("nextest") {
        let mut command = shell::cargo(&["nextest", "run", "--no-fail-fast"]);
        command.args(integration).args(words);
        command
    } else {
        let mut command = shell::cargo(&["test", "--no-fail-fast"]);
        command.args(integration).arg("--").args(words);
        command
    };
    command.env(VARIABLE, database.url("postgres"));
    Ok(shell::run(&mut command)?.success)
}
