//! The routes: the page, its files, the WebSocket, and the health page.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::{Path, Request, State, WebSocketUpgrade};
use axum::http::{HeaderMap, StatusCode, header};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Extension, Router};
use tokio::time::timeout;
use tower_http::compression::CompressionLayer;

use crate::assets;
use crate::connection;
use crate::gate::Pass;
use crate::guard;
pub use crate::state::App;

/// What the transport takes of one message. Up to here a message too long gets an answer and the connection lives.
const MAX_FRAME: usize = 256 * 1024;
/// What is read of a WebSocket at a time.
const READ_BUFFER: usize = 4 * 1024;

/// How long a report may wait for the one that is being made.
const REPORT_WAIT: Duration = Duration::from_secs(10);

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
        .route(
            "/v/{version}/{*path}",
            get(async |Path((version, path)): Path<(String, String)>| {
                assets::versioned(&version, &path)
            }),
        )
        .fallback(async |headers: HeaderMap| assets::nowhere(&headers))
        .layer(CompressionLayer::new())
        .layer(from_fn_with_state(Arc::clone(&app), protect))
        .with_state(app)
}

/// Refuses whom the server does not speak to, and adds the headers that every answer bears.
async fn protect(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    let mut response = match guard::refusal(request.headers(), request.uri().path(), app.address) {
        None => next.run(request).await,
        Some((status, words)) => (status, format!("{words}\n")).into_response(),
    };
    guard::add_headers(response.headers_mut());
    response
}

async fn health(State(app): State<Arc<App>>) -> Response {
    let (running, waiting) = app.rooms.searches.load();
    let body = serde_json::json!({
        "status": "ok",
        "version": env!("CARGO_PKG_VERSION"),
        "connections": app.gate.sockets(),
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
    let Ok(Ok(_alone)) = timeout(REPORT_WAIT, app.reports.acquire()).await else {
        let words = "Another report is being made; try again in a moment.\n";
        return (StatusCode::SERVICE_UNAVAILABLE, words).into_response();
    };
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
    Extension(pass): Extension<Arc<Pass>>,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Response {
    if !guard::origin_allowed(&headers) {
        return (StatusCode::FORBIDDEN, "Only the page that this server serves may connect.\n")
            .into_response();
    }
    upgrade
        .max_message_size(MAX_FRAME)
        .max_frame_size(MAX_FRAME)
        // What an idle connection holds; a longer message makes the buffer grow while it comes.
        .read_buffer_size(READ_BUFFER)
        .write_buffer_size(0)
        .on_upgrade(async move |socket| connection::serve(socket, &pass, &app).await)
}
