//! A club of several processes: how one of them is told of the others, and how it takes its place among them.

use std::fmt;
use std::sync::Arc;

use tokio::runtime::Runtime;
use tokio::sync::mpsc;

use crate::bus::{BusError, Event, Nats, Others};
use crate::nodes::{LEAST, NodeUrl, Nodes};
use crate::part::Part;
use crate::serve;

/// What a process is told of the others.
#[derive(Clone)]
pub struct NodesConfig {
    /// Its own number, from 0.
    pub node: usize,
    /// Where each answers the others, in the order of their numbers; its own address is among them.
    pub urls: Vec<NodeUrl>,
    /// The word by which they know each other.
    pub secret: String,
    /// The address of the bus: `nats://host:4222`.
    pub bus: String,
}

impl fmt::Debug for NodesConfig {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Neither the word nor the bus's address, in which a password may stand.
        let Self { node, urls, .. } = self;
        f.debug_struct("NodesConfig")
            .field("node", node)
            .field("urls", urls)
            .finish_non_exhaustive()
    }
}

/// Why a process has no place among the others.
#[derive(Debug, thiserror::Error)]
pub enum ClusterError {
    /// Its number is none of theirs.
    #[error(
        "there is no node {node} among {of}: they are numbered from 0, in the order of their addresses"
    )]
    NoSuchNode {
        /// The number.
        node: usize,
        /// How many there are.
        of: usize,
    },
    /// Two have one address.
    #[error("two nodes have the address {0}")]
    SameAddress(String),
    /// The word is too short to keep anybody out.
    #[error("the word of the nodes has {LEAST} letters or more, none of them a blank")]
    ShortSecret,
    /// A club of several processes has a database that they share.
    #[error("several nodes share a database: say which with --database postgres://…")]
    NoDatabase,
    /// Nodes speak without TLS to each other.
    #[error("nodes speak HTTP to each other: the proxy before them has the certificate")]
    Tls,
    /// The bus is not there.
    #[error(transparent)]
    Bus(#[from] BusError),
    /// The system gives no threads.
    #[error("the system gives no threads: {0}")]
    Io(#[from] std::io::Error),
}

/// A place among the others.
pub(crate) struct Place {
    pub(crate) nodes: Arc<Nodes>,
    pub(crate) others: Others,
    /// What the others tell.
    pub(crate) events: mpsc::Receiver<Event>,
    /// On which the way to them lives.
    pub(crate) runtime: Runtime,
}

impl NodesConfig {
    /// The part of the club that the process has.
    ///
    /// # Errors
    /// Where what it is told cannot be.
    pub(crate) fn part(&self) -> Result<Part, ClusterError> {
        let Self { node, urls, secret, .. } = self;
        let (node, of) = (*node, urls.len());
        if node >= of {
            return Err(ClusterError::NoSuchNode { node, of });
        }
        let twice = |(index, url): (usize, &NodeUrl)| urls[..index].contains(url);
        if let Some(at) = urls.iter().enumerate().position(twice) {
            return Err(ClusterError::SameAddress(urls[at].to_string()));
        }
        if secret.len() < LEAST || secret.contains(char::is_whitespace) {
            return Err(ClusterError::ShortSecret);
        }
        Ok(Part { node, of })
    }

    /// Reaches the bus of a club.
    ///
    /// # Errors
    /// Where it is not there.
    pub(crate) fn join(self, part: Part, club: &str) -> Result<Place, ClusterError> {
        let runtime = serve::runtime()?;
        let nats = runtime.block_on(Nats::open(&self.bus, club, part.node))?;
        let (bus, events) = {
            let _within = runtime.enter();
            nats.begin()
        };
        let nodes = {
            let _within = runtime.enter();
            Nodes::new(part, self.urls, self.secret)
        };
        Ok(Place { nodes, others: Others::new(part, bus), events, runtime })
    }
}

#[cfg(test)]
mod tests {
    use super::{ClusterError, NodesConfig};

    #[test]
    fn each_fault_of_what_a_node_is_told_has_words_of_its_own() {
        let url = |text: &str| text.parse().expect("an address");
        let good = NodesConfig {
            node: 1,
            urls: vec![url("http://a:1"), url("http://b:1")],
            secret: "sixteen letters!".replace(' ', "-"),
            bus: "nats://127.0.0.1:1".to_owned(),
        };
        assert_eq!(good.part().expect("a part").of, 2);
        let fault = |config: NodesConfig| config.part().expect_err("is refused");
        assert!(matches!(
            fault(NodesConfig { node: 2, ..good.clone() }),
            ClusterError::NoSuchNode { node: 2, of: 2 }
        ));
        let urls = vec![url("http://a:1"), url("http://a:1")];
        assert!(matches!(
            fault(NodesConfig { urls, ..good.clone() }),
            ClusterError::SameAddress(_)
        ));
        assert!(matches!(
            fault(NodesConfig { secret: "short".to_owned(), ..good.clone() }),
            ClusterError::ShortSecret
        ));
        let part = good.part().expect("a part");
        assert!(matches!(good.join(part, "club").err(), Some(ClusterError::Bus(_))));
    }
}
