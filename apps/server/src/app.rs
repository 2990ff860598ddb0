//! The routes: the page, its files, the WebSocket, and the health page.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use axum::Router;
use axum::extract::{Path, Request, State, WebSocketUpgrade};
use axum::http::{HeaderMap, StatusCode, header};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use tokio::sync::Semaphore;
use tower_http::compression::CompressionLayer;

use crate::arena::Tournaments;
use crate::assets;
use crate::connection;
use crate::guard;
use crate::rooms::Rooms;

/// What the transport takes of one message. Up to here a message too long gets an answer and the connection lives.
const MAX_FRAME: usize = 256 * 1024;

/// What all routes share.
pub struct App {
    rooms: Arc<Rooms>,
    tournaments: Arc<Tournaments>,
    address: SocketAddr,
    connections: Arc<Semaphore>,
    max_connections: usize,
    clients: AtomicU64,
}

impl App {
    /// For a server that listens at that address.
    pub fn new(
        rooms: Arc<Rooms>,
        tournaments: Arc<Tournaments>,
        address: SocketAddr,
        max_connections: usize,
    ) -> Self {
        Self {
            rooms,
            tournaments,
            address,
            connections: Arc::new(Semaphore::new(max_connections)),
            max_connections,
            clients: AtomicU64::new(0),
        }
    }
}

/// The routes.
pub fn router(app: Arc<App>) -> Router {
    Router::new()
        .route("/", get(async |headers: HeaderMap| assets::index(&headers)))
        .route("/game/{id}", get(async |headers: HeaderMap| assets::index(&headers)))
        .route("/library", get(async |headers: HeaderMap| assets::index(&headers)))
        .route("/learn", get(async |headers: HeaderMap| assets::index(&headers)))
        .route("/learn/{game}", get(async |headers: HeaderMap| assets::index(&headers)))
        .route("/play/{game}", get(async |headers: HeaderMap| assets::index(&headers)))
        .route("/arena", get(async |headers: HeaderMap| assets::index(&headers)))
        .route("/arena/{id}", get(async |headers: HeaderMap| assets::index(&headers)))
        .route("/arena/{id}/report.html", get(report))
        .route("/icon.svg", get(async |headers: HeaderMap| assets::file("icon.svg", &headers)))
        .route(
            "/css/{*path}",
            get(async |Path(path): Path<String>, headers: HeaderMap| {
                assets::file(&format!("css/{path}"), &headers)
            }),
        )
        .route(
            "/js/{*path}",
            get(async |Path(path): Path<String>, headers: HeaderMap| {
                assets::file(&format!("js/{path}"), &headers)
            }),
        )
        .route("/healthz", get(health))
        .route("/ws", get(websocket))
        .fallback(async || assets::nothing_here())
        .layer(CompressionLayer::new())
        .layer(from_fn_with_state(Arc::clone(&app), protect))
        .with_state(app)
}

/// Refuses foreign hosts and adds the headers that every answer bears.
async fn protect(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    let mut response = if guard::host_allowed(request.headers(), app.address) {
        next.run(request).await
    } else {
        (
            StatusCode::MISDIRECTED_REQUEST,
            "This server answers only to this machine's own names, as localhost.\n",
        )
            .into_response()
    };
    guard::add_headers(response.headers_mut());
    response
}

async fn health(State(app): State<Arc<App>>) -> Response {
    let (running, waiting) = app.rooms.searches.load();
    let body = serde_json::json!({
        "status": "ok",
        "version": env!("CARGO_PKG_VERSION"),
        "connections": app.max_connections - app.connections.available_permits(),
        "live_games": app.rooms.count(),
        "searches": { "running": running, "waiting": waiting },
    });
    (
        [(header::CONTENT_TYPE, "application/json"), (header::CACHE_CONTROL, "no-store")],
        format!("{body}\n"),
    )
        .into_response()
}

/// A tournament's report, to be kept as a file.
async fn report(State(app): State<Arc<App>>, Path(id): Path<i64>) -> Response {
    let tournaments = Arc::clone(&app.tournaments);
    let made = tokio::task::spawn_blocking(move || tournaments.report(id)).await;
    match made {
        Ok(Ok(page)) => {
            let name = format!("attachment; filename=\"tournament-{id}.html\"");
            let headers = [
                (header::CONTENT_TYPE, "text/html; charset=utf-8".to_owned()),
                (header::CONTENT_DISPOSITION, name),
                (header::CACHE_CONTROL, "no-store".to_owned()),
            ];
            (headers, page).into_response()
        }
        Ok(Err(failure)) => (StatusCode::NOT_FOUND, failure.message + "\n").into_response(),
        Err(_) => (StatusCode::INTERNAL_SERVER_ERROR, "The report failed.\n").into_response(),
    }
}

async fn websocket(
    State(app): State<Arc<App>>,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Response {
    if !guard::origin_allowed(&headers) {
        return (StatusCode::FORBIDDEN, "Only the page that this server serves may connect.\n")
            .into_response();
    }
    let Ok(permit) = Arc::clone(&app.connections).try_acquire_owned() else {
        return (StatusCode::SERVICE_UNAVAILABLE, "Too many connections; try again later.\n")
            .into_response();
    };
    let id = app.clients.fetch_add(1, Ordering::Relaxed);
    upgrade.max_message_size(MAX_FRAME).max_frame_size(MAX_FRAME).on_upgrade(async move |socket| {
        let (rooms, tournaments) = (Arc::clone(&app.rooms), Arc::clone(&app.tournaments));
        connection::serve(socket, id, rooms, tournaments).await;
        drop(permit);
    })
}
