//! The routes: the page, its files, the WebSocket, and the health page.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::{Path, Request, State, WebSocketUpgrade};
use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri, header};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Extension, Router};
use tokio::time::timeout;
use tower_http::compression::CompressionLayer;

use crate::api;
use crate::club::Visitor;
use crate::connection;
use crate::doors;
use crate::forward;
use crate::gate::Pass;
use crate::guard;
use crate::links::Links;
use crate::litama;
use crate::nodes::FromNode;
use crate::operation;
pub use crate::state::App;

/// The largest message that the transport takes. Up to here a message too long gets an answer and the connection lives.
const MAX_FRAME: usize = 256 * 1024;
/// Bytes read of a WebSocket at a time.
const READ_BUFFER: usize = 4 * 1024;

/// How long a report may wait for the one that is being made.
const REPORT_WAIT: Duration = Duration::from_secs(10);

/// The rights of a page that is shown as it was kept: its own styles, and nothing else.
const OWN_STYLES: &str = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'";

/// The addresses of the page, which finds its way itself.
const PAGES: &[&str] = &[
    "/",
    "/game/{id}",
    "/join/{token}",
    "/library",
    "/lobby",
    "/tournaments",
    "/tournament/{id}",
    "/players",
    "/players/{of}",
    "/archive",
    "/reports",
    "/player/{name}",
    "/learn",
    "/learn/{game}",
    "/play/{game}",
    "/analysis/{game}",
    "/arena",
    "/arena/{id}",
    "/arena/tunings/{name}",
];

/// The routes.
pub fn router(app: Arc<App>) -> Router {
    let pages =
        PAGES.iter().fold(Router::new(), |router, address| router.route(address, get(index)));
    pages
        .route("/arena/{id}/report.html", get(report))
        .route("/arena/ablations/{name}/report.html", get(ablation))
        .route("/arena/tunings/{name}/film.json", get(film))
        .route("/icon.svg", get(file))
        .route("/css/{*path}", get(file))
        .route("/js/{*path}", get(file))
        .route("/ws", get(websocket))
        .route("/litama", get(litama::websocket))
        .route("/v/{version}/{*path}", get(versioned))
        .merge(doors::routes())
        .merge(doors::passkeys::routes())
        .merge(operation::routes())
        .fallback(nowhere)
        .layer(CompressionLayer::new())
        // Lines of a stream are not to wait for others.
        .merge(api::routes())
        .layer(from_fn_with_state(Arc::clone(&app), forward::hand_on))
        .layer(from_fn_with_state(Arc::clone(&app), protect))
        .with_state(app)
}

async fn index(State(app): State<Arc<App>>, headers: HeaderMap) -> Response {
    let mut response = app.assets.index(&headers);
    let cookie = app.people.as_ref().and_then(|people| people.welcome(&headers));
    if let Some(cookie) = cookie {
        response.headers_mut().insert(header::SET_COOKIE, cookie);
        // Nobody else is to have this visitor's cookie.
        let private = HeaderValue::from_static("no-store");
        response.headers_mut().insert(header::CACHE_CONTROL, private);
    }
    response
}

/// A file of the page at its own address.
async fn file(State(app): State<Arc<App>>, uri: Uri, headers: HeaderMap) -> Response {
    app.assets.file(uri.path().trim_start_matches('/'), &headers)
}

async fn versioned(
    State(app): State<Arc<App>>,
    Path((version, path)): Path<(String, String)>,
) -> Response {
    app.assets.versioned(&version, &path)
}

async fn nowhere(State(app): State<Arc<App>>, headers: HeaderMap) -> Response {
    app.assets.nowhere(&headers)
}

/// Refuses whom the server does not speak to, and adds the headers that every answer bears.
async fn protect(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    let by_proxy = request.extensions().get::<Visitor>().is_some_and(|visitor| visitor.by_proxy);
    let club = app.club.as_deref().map(|club| (club, by_proxy));
    let begun = Instant::now();
    let (method, place) = (request.method().to_string(), place(request.uri().path()));
    let mut response = match guard::refusal(request.headers(), request.uri().path(), club) {
        None => next.run(request).await,
        Some((status, words)) => (status, format!("{words}\n")).into_response(),
    };
    guard::add_headers(response.headers_mut());
    app.metrics.answered(response.status(), begun.elapsed());
    if response.status().is_server_error() {
        // The address itself may bear an invitation.
        tracing::error!(status = response.status().as_u16(), method, place, "a request failed");
    }
    response
}

/// The first part of a path, which is no secret.
fn place(path: &str) -> String {
    path.split('/').nth(1).unwrap_or_default().chars().take(20).collect()
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

/// An ablation's report, to be looked at: it has its styles in itself, and no script.
async fn ablation(State(app): State<Arc<App>>, Path(name): Path<String>) -> Response {
    let tournaments = Arc::clone(&app.tournaments);
    let read = tokio::task::spawn_blocking(move || tournaments.ablation(&name)).await;
    match read {
        Ok(Ok(page)) => {
            let headers = [
                (header::CONTENT_TYPE, "text/html; charset=utf-8"),
                (header::CACHE_CONTROL, "no-store"),
                (header::CONTENT_SECURITY_POLICY, OWN_STYLES),
            ];
            (headers, page).into_response()
        }
        Ok(Err(failure)) => (StatusCode::NOT_FOUND, failure.message + "\n").into_response(),
        Err(_) => (StatusCode::INTERNAL_SERVER_ERROR, "The report failed.\n").into_response(),
    }
}

/// A tuning's film, for the page.
async fn film(State(app): State<Arc<App>>, Path(name): Path<String>) -> Response {
    let tournaments = Arc::clone(&app.tournaments);
    let read = tokio::task::spawn_blocking(move || tournaments.film(&name)).await;
    match read {
        Ok(Ok(film)) => {
            let headers =
                [(header::CONTENT_TYPE, "application/json"), (header::CACHE_CONTROL, "no-store")];
            (headers, film).into_response()
        }
        Ok(Err(failure)) => (StatusCode::NOT_FOUND, failure.message + "\n").into_response(),
        Err(_) => (StatusCode::INTERNAL_SERVER_ERROR, "The film failed.\n").into_response(),
    }
}

async fn websocket(
    State(app): State<Arc<App>>,
    Extension(pass): Extension<Arc<Pass>>,
    Extension(visitor): Extension<Visitor>,
    from_node: Option<Extension<FromNode>>,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Response {
    if !guard::origin_allowed(&headers, app.club.as_deref()) {
        return (StatusCode::FORBIDDEN, "Only the page that this server serves may connect.\n")
            .into_response();
    }
    let who = match &app.people {
        Some(people) => match people.identify(&headers).await {
            Ok(who) => who,
            Err(failure) => return doors::refused(&failure),
        },
        None => None,
    };
    let nodes = app.nodes.clone().filter(|_| from_node.is_none());
    let links = nodes.map(|nodes| {
        let store = Arc::clone(&app.rooms.store);
        Links::new(nodes, store, headers.clone(), visitor.client.address)
    });
    upgrade
        .max_message_size(MAX_FRAME)
        .max_frame_size(MAX_FRAME)
        // The buffer of an idle connection; a longer message makes it grow while it comes.
        .read_buffer_size(READ_BUFFER)
        .write_buffer_size(0)
        .on_upgrade(async move |socket| {
            let asked = connection::Asked { headers: &headers, who, links };
            connection::serve(socket, visitor.client, &pass, &app, asked).await;
        })
}
