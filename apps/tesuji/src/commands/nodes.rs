//! Options of `tesuji serve` for a club of several processes.

use std::path::PathBuf;

use anyhow::Result;
use clap::Args;
use server::{Config, NodeUrl, NodesConfig};

use super::kept::{DatabaseArgs, text_of, word};

/// A club of several processes.
#[derive(Args, Default)]
pub struct NodesArgs {
    #[command(flatten)]
    kept: DatabaseArgs,
    /// Addresses at which the club's processes answer each other, in the same order for each: http://10.0.0.2:5505,…
    #[arg(long, value_name = "URL,URL", value_delimiter = ',', requires_all = ["node", "bus", "nodes_token_file", "database", "listen"])]
    nodes: Vec<NodeUrl>,
    /// The number of this one among them, from 0
    #[arg(long, value_name = "N", requires = "nodes")]
    node: Option<usize>,
    /// Address of the NATS by which they tell each other what happens, nats://host:4222, or a file in which it stands
    #[arg(long, value_name = "URL", value_parser = text_of, requires = "nodes")]
    bus: Option<String>,
    /// A file with the word by which they know each other (16 letters or more)
    #[arg(long, value_name = "FILE", requires = "nodes")]
    nodes_token_file: Option<PathBuf>,
}

impl NodesArgs {
    /// Tells a server what it is told here.
    ///
    /// # Errors
    /// Where the file with the word cannot be read.
    pub fn tell(&self, config: &mut Config) -> Result<()> {
        config.database.clone_from(&self.kept.database);
        if let (Some(node), Some(bus), Some(file)) = (self.node, &self.bus, &self.nodes_token_file)
        {
            let (urls, secret) = (self.nodes.clone(), word(file)?);
            config.nodes = Some(NodesConfig { node, urls, secret, bus: bus.clone() });
        }
        Ok(())
    }
}
