//! Takes connections and answers their requests, with a deadline for each request's header.

use std::convert::Infallible;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::Request;
use axum::http::{HeaderValue, StatusCode, header};
use axum::middleware::map_response;
use axum::response::{IntoResponse, Response};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::io::{AsyncRead, AsyncWrite, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::runtime::{Builder, Runtime};
use tokio::time::{sleep, timeout};

use crate::club::{Club, Visitor};
use crate::gate::{Gate, Pass, Use};
use crate::nodes::{FromNode, Nodes};
use crate::stopping::Stopping;
use crate::tls::Tls;

/// How long no connection is taken after the system refused one, for want of files mostly.
const REST: Duration = Duration::from_secs(1);
/// How long a client that finds no room may take to read so.
const FAREWELL: Duration = Duration::from_secs(1);
/// For whom there is no room.
const CROWDED: &str = "Too many connections from your address; close some, or try again later.\n";
/// Bytes read of a request at a time.
const READ_BUFFER: usize = 8 * 1024;

/// The threads on which connections are served.
///
/// # Errors
/// Where the system gives none.
pub fn runtime() -> std::io::Result<Runtime> {
    Builder::new_multi_thread().worker_threads(2).enable_all().build()
}

/// How connections are served.
pub struct Serving {
    /// Who has a place.
    pub gate: Arc<Gate>,
    /// Whose proxies are believed.
    pub club: Option<Arc<Club>>,
    /// The other processes, which are believed too.
    pub nodes: Option<Arc<Nodes>>,
    /// The server's own certificate, if it has one.
    pub tls: Option<Arc<Tls>>,
    /// A request's header has come whole before this has passed, or its connection ends.
    pub deadline: Duration,
    /// From then on each connection ends with the answer that is under way.
    pub stopping: Stopping,
}

/// Serves until the task is dropped; connections that were taken end by themselves.
pub async fn serve(listener: TcpListener, router: Router, serving: Serving) {
    let Serving { gate, club, nodes, tls, deadline, stopping } = serving;
    // Who has come over TLS once is to come so again.
    let router = if tls.is_some() { router.layer(map_response(stay_secure)) } else { router };
    let router = TowerToHyperService::new(router);
    loop {
        let (stream, peer) = match listener.accept().await {
            Ok(accepted) => accepted,
            Err(error) if is_the_clients(&error) => continue,
            Err(error) => {
                tracing::error!(%error, "the system gives no connection");
                sleep(REST).await;
                continue;
            }
        };
        let Some(pass) = gate.admit(peer.ip()) else {
            // Over TLS a refusal is not worth a handshake.
            if tls.is_none() {
                tokio::spawn(refuse(stream));
            }
            continue;
        };
        let proxied = club.clone().filter(|club| club.trusts(peer.ip()));
        let trusted = Trusted { proxied, nodes: nodes.clone() };
        let (tls, router, stopping) = (tls.clone(), router.clone(), stopping.clone());
        tokio::spawn(async move {
            // A turn is one small message: it is not to wait for a second one. Where that cannot be set it waits a little.
            let _ = stream.set_nodelay(true);
            match tls {
                None => connection(stream, pass, router, trusted, deadline, stopping).await,
                Some(tls) => {
                    if let Some(stream) = tls.accept(stream, deadline).await {
                        connection(stream, pass, router, trusted, deadline, stopping).await;
                    }
                }
            }
        });
    }
}

async fn stay_secure(mut response: Response) -> Response {
    let year = HeaderValue::from_static("max-age=31536000");
    response.headers_mut().insert(header::STRICT_TRANSPORT_SECURITY, year);
    response
}

/// The connection alone has failed, before it was taken.
fn is_the_clients(error: &std::io::Error) -> bool {
    use std::io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset)
}

async fn connection<S: AsyncRead + AsyncWrite + Unpin + Send + 'static>(
    stream: S,
    pass: Arc<Pass>,
    router: TowerToHyperService<Router>,
    trusted: Trusted,
    deadline: Duration,
    stopping: Stopping,
) {
    let of_requests = Arc::clone(&pass);
    let service =
        service_fn(move |request| answer(request, Arc::clone(&of_requests), &trusted, &router));
    let served = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(deadline)
        .max_buf_size(READ_BUFFER)
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades();
    let mut served = pin!(served);
    // How a connection fails is the client's affair; a WebSocket lives on in a task of its own.
    tokio::select! {
        _ = served.as_mut() => return,
        () = pass.revoked() => return,
        () = stopping.begun() => served.as_mut().graceful_shutdown(),
    }
    tokio::select! {
        _ = served => {}
        () = pass.revoked() => {}
    }
}

/// Who may say on a connection for whom they ask.
struct Trusted {
    /// The club, where one of its proxies has made the connection.
    proxied: Option<Arc<Club>>,
    /// The other processes, which show that they are some.
    nodes: Option<Arc<Nodes>>,
}

/// Hands a request on, with the place that its connection has and whose it is. Only from a proxy that the club trusts,
/// and from another of its processes, does a request say that it is another's.
fn answer(
    mut request: Request<Incoming>,
    pass: Arc<Pass>,
    trusted: &Trusted,
    router: &TowerToHyperService<Router>,
) -> impl Future<Output = Result<Response, Infallible>> + Send + use<> {
    pass.used(Use::Answering);
    let of_node = trusted.nodes.as_ref().and_then(|nodes| nodes.sent_for(request.headers()));
    let proxied = trusted.proxied.as_deref();
    let by_proxy = proxied.is_some() || of_node.is_some();
    if of_node.is_some() {
        request.extensions_mut().insert(FromNode);
    }
    let client = match (of_node, proxied) {
        (Some(address), _) => pass.sent_for(address),
        (None, Some(club)) => {
            // Where the proxy does not say, it is the proxy's own.
            pass.sent_for(club.sent_for(request.headers()).unwrap_or(pass.client.address))
        }
        (None, None) => Some(pass.client),
    };
    let answered = client.map(|client| {
        request.extensions_mut().insert(Visitor { client, by_proxy });
        request.extensions_mut().insert(Arc::clone(&pass));
        router.call(request)
    });
    async move {
        let answered = match answered {
            Some(answered) => answered.await,
            None => Ok((StatusCode::SERVICE_UNAVAILABLE, CROWDED).into_response()),
        };
        // A WebSocket says itself what it is used for, and so does a stream.
        let upgraded =
            matches!(&answered, Ok(it) if it.status() == StatusCode::SWITCHING_PROTOCOLS);
        if !upgraded {
            pass.no_longer(Use::Answering);
        }
        answered
    }
}

async fn refuse(mut stream: TcpStream) {
    let answer = format!(
        "HTTP/1.1 503 Service Unavailable\r\nContent-Type: text/plain\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{CROWDED}",
        CROWDED.len()
    );
    // A client that does not even read this gets nothing.
    let _ = timeout(FAREWELL, stream.write_all(answer.as_bytes())).await;
}
