//! For whoever runs the server: whether it is well, and what it counts.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Extension, Router};
use subtle::ConstantTimeEq;
use tokio::time::timeout;

use crate::club::Visitor;
use crate::doors::json;
use crate::guard;
use crate::metrics::CONTENT_TYPE;
use crate::state::App;

/// How long the database may take to say that it is there.
const TIMEOUT: Duration = Duration::from_secs(2);

/// The routes.
pub fn routes() -> Router<Arc<App>> {
    Router::new().route("/healthz", get(health)).route("/metrics", get(metrics))
}

/// `GET /healthz`: 200 where the database reads and writes, 503 where it does not, or the server stops.
async fn health(State(app): State<Arc<App>>) -> Response {
    let checked = timeout(TIMEOUT, app.rooms.store.check()).await;
    let status = match checked {
        _ if app.stopping.has_begun() => "stopping",
        Ok(Ok(())) => "ok",
        Ok(Err(_)) | Err(_) => "no database",
    };
    let now = app.now();
    let body = serde_json::json!({
        "status": status,
        "version": env!("CARGO_PKG_VERSION"),
        "connections": now.sockets,
        "live_games": now.live_games,
        "searches": { "running": now.searches.0, "waiting": now.searches.1 },
    });
    let well = if status == "ok" { StatusCode::OK } else { StatusCode::SERVICE_UNAVAILABLE };
    json(well, &body)
}

/// `GET /metrics`: for this machine, and for who shows the word.
async fn metrics(
    State(app): State<Arc<App>>,
    Extension(visitor): Extension<Visitor>,
    headers: HeaderMap,
) -> Response {
    let here = is_here(visitor.client.address, visitor.by_proxy, &headers);
    if !here && !shows(app.metrics_token.as_deref(), &headers) {
        let body = serde_json::json!({
            "error": "The metrics are read on the server's own machine, or with the token of --metrics-token-file."
        });
        return json(StatusCode::UNAUTHORIZED, &body);
    }
    match app.metrics.text(app.now()) {
        Ok(text) => {
            ([(header::CONTENT_TYPE, CONTENT_TYPE), (header::CACHE_CONTROL, "no-store")], text)
                .into_response()
        }
        Err(_) => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
    }
}

/// Who asks is on this machine and says so: a proxy on it asks for others, under the public name.
fn is_here(address: IpAddr, by_proxy: bool, headers: &HeaderMap) -> bool {
    address.is_loopback() && !by_proxy && guard::names_loopback(headers)
}

/// The request shows that word.
fn shows(token: Option<&str>, headers: &HeaderMap) -> bool {
    let shown = headers.get(header::AUTHORIZATION).and_then(|shown| shown.to_str().ok());
    let shown = shown.and_then(|shown| shown.split_once(' '));
    let Some((scheme, shown)) = shown else { return false };
    scheme.eq_ignore_ascii_case("bearer")
        && token.is_some_and(|token| bool::from(token.as_bytes().ct_eq(shown.trim().as_bytes())))
}

#[cfg(test)]
mod tests {
    use axum::http::{HeaderMap, HeaderValue, header};

    use super::{is_here, shows};

    fn with(name: header::HeaderName, value: &'static str) -> HeaderMap {
        HeaderMap::from_iter([(name, HeaderValue::from_static(value))])
    }

    #[test]
    fn this_machine_is_a_loopback_address_under_a_loopback_name_without_a_proxy() {
        let (own, public) = (with(header::HOST, "localhost:1"), with(header::HOST, "club.example"));
        let (here, there) = ([127, 0, 0, 1].into(), [10, 0, 0, 1].into());
        assert!(is_here(here, false, &own));
        assert!(!is_here(here, false, &public) && !is_here(here, true, &own));
        assert!(!is_here(there, false, &own) && !is_here(here, false, &HeaderMap::new()));
    }

    #[test]
    fn the_word_is_the_whole_word() {
        let headers = |value| with(header::AUTHORIZATION, value);
        let word = Some("a-word-of-letters");
        assert!(shows(word, &headers("Bearer a-word-of-letters")));
        for wrong in ["Bearer a-word-of-letter", "Bearer ", "Basic a-word-of-letters", "Bearer"] {
            assert!(!shows(word, &headers(wrong)), "{wrong}");
        }
        assert!(!shows(None, &headers("Bearer a-word-of-letters")));
    }
}
