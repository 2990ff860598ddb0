//! Requests that concern what another process has: they are handed to it, and its answer goes back as it comes.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use futures_util::StreamExt as _;
use futures_util::stream::poll_fn;

use crate::club::Visitor;
use crate::doors;
use crate::gate::{Pass, Use};
use crate::nodes::{AWAY, FromNode};
use crate::part::{FIRST, Part};
use crate::state::App;

/// The process that has what is asked for; none where any answers alike.
fn place(path: &str, part: Part) -> Option<usize> {
    let parts: Vec<&str> = path.trim_start_matches('/').split('/').collect();
    match parts[..] {
        ["api", "bot" | "board", "game", "stream", id, ..]
        | ["api", "bot" | "board", "game", id, ..] => Some(part.owner(id)),
        ["api", "challenge", "ai"] => None,
        ["api", "challenge" | "stream" | "tournament" | "user" | "users", ..]
        | ["api", "board", "seek" | "seeks" | "pool" | "pools", ..]
        | ["arena", _, _, ..]
        | ["litama"] => Some(FIRST),
        _ => None,
    }
}

/// Hands a request to the process that has what it is about.
pub async fn hand_on(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    let place = app.nodes.as_ref().and_then(|nodes| {
        let node = place(request.uri().path(), nodes.part)?;
        let is_elsewhere =
            node != nodes.part.node && request.extensions().get::<FromNode>().is_none();
        is_elsewhere.then_some((nodes, node))
    });
    let Some((nodes, node)) = place else { return next.run(request).await };
    let visitor = request.extensions().get::<Visitor>().copied();
    let pass = request.extensions().get::<Arc<Pass>>().cloned();
    let (Some(visitor), Some(pass)) = (visitor, pass) else { return next.run(request).await };
    match nodes.forward(node, request, visitor.client.address).await {
        Ok(answered) => watched(answered, pass),
        Err(_) => away(),
    }
}

/// The answer where a process is not there.
fn away() -> Response {
    let body = serde_json::json!({ "error": AWAY });
    let mut answer = doors::json(StatusCode::SERVICE_UNAVAILABLE, &body);
    answer.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static("1"));
    answer
}

/// Gives the place of a stream's connection back for the next request.
struct Watching(Arc<Pass>);

impl Drop for Watching {
    fn drop(&mut self) {
        self.0.no_longer(Use::Watching);
    }
}

/// Notes of an answer that is a stream that its connection is in use as long as it lasts.
fn watched(answered: Response, pass: Arc<Pass>) -> Response {
    if answered.status() == StatusCode::SWITCHING_PROTOCOLS {
        pass.used(Use::Watching);
        return answered;
    }
    let kind = answered.headers().get(header::CONTENT_TYPE);
    let is_stream = kind.is_some_and(|kind| kind.as_bytes() == b"application/x-ndjson")
        && !answered.headers().contains_key(header::CONTENT_LENGTH);
    if !is_stream {
        return answered;
    }
    pass.used(Use::Watching);
    let (head, body) = answered.into_parts();
    let (mut lines, watching) = (body.into_data_stream(), Watching(pass));
    let body = poll_fn(move |context| {
        let _ = &watching;
        lines.poll_next_unpin(context)
    });
    (head, Body::from_stream(body)).into_response()
}

#[cfg(test)]
mod tests {
    use super::place;
    use crate::part::{FIRST, Part};

    #[test]
    fn what_is_of_a_game_goes_to_its_process_and_the_lobby_to_the_first() {
        let part = Part { node: 1, of: 3 };
        let id = "0123456789abcdef";
        let of_game = Some(part.owner(id));
        for (path, expected) in [
            (format!("/api/bot/game/stream/{id}"), of_game),
            (format!("/api/board/game/{id}/move/e2e4"), of_game),
            (format!("/api/bot/game/{id}/chat"), of_game),
            ("/api/stream/event".to_owned(), Some(FIRST)),
            (format!("/api/challenge/{id}/accept"), Some(FIRST)),
            ("/api/challenge/ai".to_owned(), None),
            ("/api/board/seek".to_owned(), Some(FIRST)),
            ("/api/account".to_owned(), None),
            (format!("/game/export/{id}"), None),
            ("/ws".to_owned(), None),
            ("/metrics".to_owned(), None),
            ("/".to_owned(), None),
        ] {
            assert_eq!(place(&path, part), expected, "{path}");
        }
    }
}
