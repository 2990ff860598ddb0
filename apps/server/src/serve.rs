//! Takes connections and answers their requests, with a deadline for each request's header.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::Request;
use axum::http::StatusCode;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::io::AsyncWriteExt;
use tokio::net::{TcpListener, TcpStream};
use tokio::time::{sleep, timeout};

use crate::gate::{Gate, Pass, Use};

/// How long no connection is taken after the system refused one, for want of files mostly.
const REST: Duration = Duration::from_secs(1);
/// How long a client that finds no room may take to read so.
const FAREWELL: Duration = Duration::from_secs(1);
/// Bytes read of a request at a time.
const READ_BUFFER: usize = 8 * 1024;

/// Serves until the task is dropped. A request's header has come whole before the deadline, or its connection ends.
pub async fn serve(listener: TcpListener, router: Router, gate: Arc<Gate>, deadline: Duration) {
    let router = TowerToHyperService::new(router);
    loop {
        let (stream, peer) = match listener.accept().await {
            Ok(accepted) => accepted,
            Err(error) if is_the_clients(&error) => continue,
            Err(_) => {
                sleep(REST).await;
                continue;
            }
        };
        tokio::spawn(connection(stream, peer, router.clone(), Arc::clone(&gate), deadline));
    }
}

/// The connection alone has failed, before it was taken.
fn is_the_clients(error: &std::io::Error) -> bool {
    use std::io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset)
}

async fn connection(
    stream: TcpStream,
    peer: SocketAddr,
    router: TowerToHyperService<Router>,
    gate: Arc<Gate>,
    deadline: Duration,
) {
    let Some(pass) = gate.admit(peer.ip()) else { return refuse(stream).await };
    // A turn is one small message: it is not to wait for a second one. Where that cannot be set it waits a little.
    let _ = stream.set_nodelay(true);
    let of_requests = Arc::clone(&pass);
    let service = service_fn(move |request| answer(request, Arc::clone(&of_requests), &router));
    let served = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(deadline)
        .max_buf_size(READ_BUFFER)
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades();
    // How a connection fails is the client's affair; a WebSocket lives on in a task of its own.
    tokio::select! {
        _ = served => {}
        () = pass.revoked() => {}
    }
}

/// Hands a request on, with the place that its connection has.
fn answer(
    mut request: Request<Incoming>,
    pass: Arc<Pass>,
    router: &TowerToHyperService<Router>,
) -> impl Future<Output = Result<axum::response::Response, std::convert::Infallible>> + Send + use<>
{
    pass.used(Use::Answering);
    request.extensions_mut().insert(Arc::clone(&pass));
    let answered = router.call(request);
    async move {
        let answered = answered.await;
        // A WebSocket says itself what it is used for.
        let upgraded =
            matches!(&answered, Ok(it) if it.status() == StatusCode::SWITCHING_PROTOCOLS);
        if !upgraded {
            pass.used(Use::Waiting);
        }
        answered
    }
}

async fn refuse(mut stream: TcpStream) {
    let words = "Too many connections from your address; close some, or try again later.\n";
    let answer = format!(
        "HTTP/1.1 503 Service Unavailable\r\nContent-Type: text/plain\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{words}",
        words.len()
    );
    // A client that does not even read this gets nothing.
    let _ = timeout(FAREWELL, stream.write_all(answer.as_bytes())).await;
}
