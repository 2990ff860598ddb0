//! The processes of a club, as one of them sees the others: their addresses, and how it hands a request to one.

use std::fmt;
use std::net::IpAddr;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::extract::Request;
use axum::http::uri::{Authority, PathAndQuery, Scheme};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, Uri, header};
use axum::response::Response;
use hyper::upgrade::OnUpgrade;
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use subtle::ConstantTimeEq as _;
use tokio::io::copy_bidirectional;

use crate::part::Part;
use crate::protocol::{Code, Failure};

/// The word that only the processes of a club know.
const SECRET: HeaderName = HeaderName::from_static("tesuji-node");
/// For whom a process asks another.
const CLIENT: HeaderName = HeaderName::from_static("tesuji-client");
/// How long another process may take to accept a connection.
#[cfg_attr(not(feature = "cluster"), allow(dead_code, reason = "one process has no others"))]
const CONNECT: Duration = Duration::from_secs(2);
/// A connection that nobody uses is kept for so long: for less than the other side keeps it.
#[cfg_attr(not(feature = "cluster"), allow(dead_code, reason = "one process has no others"))]
const IDLE: Duration = Duration::from_secs(4);
/// Letters that the word of the processes has at least.
#[cfg_attr(not(feature = "cluster"), allow(dead_code, reason = "one process has no others"))]
pub const LEAST: usize = 16;
/// What is told where a process is not there.
pub const AWAY: &str = "The part of the club that has this is restarting; try again in a moment.";

/// The address at which a process answers the others: `http://10.0.0.2:5505`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NodeUrl(Authority);

/// An address that is none.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a node has an address with http://, a host and a port, and no more: http://10.0.0.2:5505")]
pub struct NoNodeUrl;

impl FromStr for NodeUrl {
    type Err = NoNodeUrl;

    fn from_str(text: &str) -> Result<Self, NoNodeUrl> {
        let uri: Uri = text.parse().map_err(|_| NoNodeUrl)?;
        let authority = uri.authority().ok_or(NoNodeUrl)?;
        let plain = uri.scheme() == Some(&Scheme::HTTP)
            && uri.port_u16().is_some()
            && uri.path_and_query().is_none_or(|path| path == "/")
            && !authority.as_str().contains('@')
            && !text.contains('#');
        if plain { Ok(Self(authority.clone())) } else { Err(NoNodeUrl) }
    }
}

impl fmt::Display for NodeUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "http://{}", self.0)
    }
}

impl NodeUrl {
    /// Host and port.
    pub fn authority(&self) -> &str {
        self.0.as_str()
    }
}

/// The request comes from another process, which has looked whose it is; it is not handed on once more.
#[derive(Clone, Copy)]
pub struct FromNode;

/// The processes of a club.
pub struct Nodes {
    /// The part that this one has.
    pub part: Part,
    urls: Vec<NodeUrl>,
    secret: String,
    client: Client<HttpConnector, Body>,
}

impl Nodes {
    /// With the addresses of all, in the order of their numbers, and the word that they share.
    #[cfg_attr(not(feature = "cluster"), allow(dead_code, reason = "one process has no others"))]
    pub fn new(part: Part, urls: Vec<NodeUrl>, secret: String) -> Arc<Self> {
        let mut connector = HttpConnector::new();
        connector.set_connect_timeout(Some(CONNECT));
        connector.set_nodelay(true);
        let client = Client::builder(TokioExecutor::new())
            .pool_idle_timeout(IDLE)
            .pool_timer(TokioTimer::new())
            .build(connector);
        Arc::new(Self { part, urls, secret, client })
    }

    /// For whom another process asks, where the request is from one.
    pub fn sent_for(&self, headers: &HeaderMap) -> Option<IpAddr> {
        let shown = headers.get(SECRET)?;
        if !bool::from(shown.as_bytes().ct_eq(self.secret.as_bytes())) {
            return None;
        }
        headers.get(CLIENT)?.to_str().ok()?.parse().ok()
    }

    /// The address of a process.
    pub fn url(&self, node: usize) -> Option<&NodeUrl> {
        self.urls.get(node)
    }

    /// Adds what makes another process believe for whom this one asks.
    pub fn sign(&self, headers: &mut HeaderMap, client: IpAddr) -> Result<(), Failure> {
        let value =
            |text: &str| HeaderValue::from_str(text).map_err(|_| Failure::new(Code::Storage, AWAY));
        headers.insert(SECRET, value(&self.secret)?);
        headers.insert(CLIENT, value(&client.to_string())?);
        Ok(())
    }

    /// Hands a request to a process; its answer. What both sides say after an upgrade goes through.
    ///
    /// # Errors
    /// Where the process is not there.
    pub async fn forward(
        &self,
        node: usize,
        mut request: Request,
        client: IpAddr,
    ) -> Result<Response, Failure> {
        let away = || Failure::new(Code::Storage, AWAY);
        let to = self.url(node).ok_or_else(away)?;
        let path = request.uri().path_and_query().cloned();
        let uri = Uri::builder()
            .scheme(Scheme::HTTP)
            .authority(to.0.clone())
            .path_and_query(path.unwrap_or(PathAndQuery::from_static("/")))
            .build();
        *request.uri_mut() = uri.map_err(|_| away())?;
        let asks = request.headers().contains_key(header::UPGRADE);
        if !asks {
            // It is about the connection that the request came on.
            request.headers_mut().remove(header::CONNECTION);
        }
        self.sign(request.headers_mut(), client)?;
        let ours = request.extensions_mut().remove::<OnUpgrade>();
        let answered = self.client.request(request).await.map_err(|error| {
            tracing::warn!(node, %error, "another process does not answer");
            away()
        })?;
        let mut answered = answered.map(Body::new);
        if answered.status() == StatusCode::SWITCHING_PROTOCOLS {
            let theirs = hyper::upgrade::on(&mut answered);
            if let Some(ours) = ours {
                tokio::spawn(join(ours, theirs));
            }
        }
        Ok(answered)
    }
}

/// Passes on what both sides say until one has ended.
async fn join(ours: OnUpgrade, theirs: OnUpgrade) {
    if let (Ok(ours), Ok(theirs)) = tokio::join!(ours, theirs) {
        // How a connection fails is its sides' affair.
        let _ = copy_bidirectional(&mut TokioIo::new(ours), &mut TokioIo::new(theirs)).await;
    }
}

#[cfg(test)]
mod tests {
    use axum::http::{HeaderMap, HeaderValue};

    use super::{CLIENT, NodeUrl, Nodes, SECRET};
    use crate::part::Part;

    #[test]
    fn a_node_has_a_plain_address_with_a_port() {
        for good in ["http://10.0.0.2:5505", "http://[::1]:80/", "http://one.internal:5505"] {
            assert!(good.parse::<NodeUrl>().is_ok(), "{good}");
        }
        for bad in ["10.0.0.2:5505", "https://a:1", "http://a", "http://a:1/x", "http://u@a:1", ""]
        {
            assert!(bad.parse::<NodeUrl>().is_err(), "{bad}");
        }
    }

    #[tokio::test]
    async fn only_who_knows_the_word_is_believed() {
        let nodes = Nodes::new(Part::default(), Vec::new(), "a word of sixteen".to_owned());
        let mut headers = HeaderMap::new();
        headers.insert(CLIENT, HeaderValue::from_static("203.0.113.7"));
        assert_eq!(nodes.sent_for(&headers), None);
        headers.insert(SECRET, HeaderValue::from_static("a word of sixteem"));
        assert_eq!(nodes.sent_for(&headers), None);
        nodes.sign(&mut headers, [203, 0, 113, 9].into()).expect("signs");
        assert_eq!(nodes.sent_for(&headers), Some([203, 0, 113, 9].into()));
    }
}
