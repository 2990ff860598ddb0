//! Options that only a build with the feature `cluster` has. A build without it knows them all the same, so that who
//! gives one is told where it is to be had.

use anyhow::Result;
use clap::Args;
use server::Config;

use crate::cli::usage_error;

/// A club that is kept in PostgreSQL.
#[derive(Args, Default)]
pub struct DatabaseArgs {
    /// Not in this build: PostgreSQL in place of a folder; `cargo build --release --features cluster` makes one with it
    #[arg(long, value_name = "URL", num_args = 0..=1, default_missing_value = "", global = true)]
    database: Option<String>,
}

/// A club of several processes.
#[derive(Args, Default)]
#[command(
    next_help_heading = "Not in this build (`cargo build --release --features cluster` makes one with them)"
)]
pub struct NodesArgs {
    #[command(flatten)]
    kept: DatabaseArgs,
    /// Addresses at which a club's processes answer each other
    #[arg(long, value_name = "URL,URL", num_args = 0..=1, default_missing_value = "")]
    nodes: Option<String>,
    /// The number of this one among them
    #[arg(long, value_name = "N", num_args = 0..=1, default_missing_value = "")]
    node: Option<String>,
    /// Address of the NATS by which they tell each other what happens
    #[arg(long, value_name = "URL", num_args = 0..=1, default_missing_value = "")]
    bus: Option<String>,
    /// A file with the word by which they know each other
    #[arg(long, value_name = "FILE", num_args = 0..=1, default_missing_value = "")]
    nodes_token_file: Option<String>,
}

/// Refuses an option that is given.
fn refuse(command: &str, name: &str, given: Option<&String>) -> Result<()> {
    match given {
        None => Ok(()),
        Some(_) => Err(usage_error(
            command,
            format!(
                "this build has no {name}: `cargo build --release --features cluster` makes one that has"
            ),
        )),
    }
}

impl DatabaseArgs {
    /// Refuses the database, where one is named.
    ///
    /// # Errors
    /// Where it is.
    pub fn refuse(&self, command: &str) -> Result<()> {
        refuse(command, "--database", self.database.as_ref())
    }
}

impl NodesArgs {
    /// Refuses what a server is told here.
    ///
    /// # Errors
    /// Where it is told anything.
    pub fn tell(&self, _: &mut Config) -> Result<()> {
        self.kept.refuse("serve")?;
        refuse("serve", "--nodes", self.nodes.as_ref())?;
        refuse("serve", "--node", self.node.as_ref())?;
        refuse("serve", "--bus", self.bus.as_ref())?;
        refuse("serve", "--nodes-token-file", self.nodes_token_file.as_ref())
    }
}
