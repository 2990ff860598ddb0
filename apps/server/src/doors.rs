//! Signing up, in and out, over HTTP.

pub mod passkeys;

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::{DefaultBodyLimit, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use axum::{Extension, Router};

use crate::club::Visitor;
use crate::guard;
use crate::people::{People, SignIn};
use crate::protocol::{Code, Failure};
use crate::state::App;

/// Bytes that a request may have.
const MOST: usize = 4 * 1024;

/// The routes.
pub fn routes() -> Router<Arc<App>> {
    Router::new()
        .route("/club/sign-up", post(sign_up))
        .route("/club/sign-in", post(sign_in))
        .route("/club/sign-out", post(sign_out))
        .layer(DefaultBodyLimit::max(MOST))
}

/// A failure as the answer to a request: `{"error": "…"}`.
pub fn refused(failure: &Failure) -> Response {
    let status = match failure.code {
        Code::SignedOut => StatusCode::UNAUTHORIZED,
        Code::TooFast => StatusCode::TOO_MANY_REQUESTS,
        Code::NotFound => StatusCode::NOT_FOUND,
        Code::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
        Code::Storage | Code::Engine => StatusCode::INTERNAL_SERVER_ERROR,
        _ => StatusCode::BAD_REQUEST,
    };
    json(status, &serde_json::json!({ "error": failure.message }))
}

/// An answer in JSON that nobody keeps.
pub fn json(status: StatusCode, body: &serde_json::Value) -> Response {
    let headers = [(header::CONTENT_TYPE, "application/json"), (header::CACHE_CONTROL, "no-store")];
    (status, headers, format!("{body}\n")).into_response()
}

/// The members, for a request that a page of the club sends or a program.
pub fn people<'a>(app: &'a App, headers: &HeaderMap) -> Result<&'a People, Failure> {
    let none = || Failure::new(Code::NotFound, "There are no accounts here: this is no club.");
    let people = app.people.as_ref().ok_or_else(none)?;
    if !guard::origin_allowed(headers, app.club.as_deref()) {
        return Err(Failure::new(Code::SignedOut, "Only the club's own page may ask for this."));
    }
    Ok(people)
}

fn read(body: &[u8]) -> Result<SignIn, Failure> {
    serde_json::from_slice(body).map_err(|_| {
        Failure::new(Code::BadMessage, "A JSON object with `name` and `password` is wanted.")
    })
}

/// An answer with a cookie.
fn answered(cookie: Result<Option<HeaderValue>, Failure>) -> Response {
    match cookie {
        Ok(cookie) => {
            let mut response = json(StatusCode::OK, &serde_json::json!({ "ok": true }));
            if let Some(cookie) = cookie {
                response.headers_mut().insert(header::SET_COOKIE, cookie);
            }
            response
        }
        Err(failure) => refused(&failure),
    }
}

async fn sign_up(
    State(app): State<Arc<App>>,
    Extension(visitor): Extension<Visitor>,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    let from = visitor.client.address;
    let done = async { people(&app, &headers)?.sign_up(read(&body)?, from, &headers).await };
    answered(done.await.map(Some))
}

async fn sign_in(
    State(app): State<Arc<App>>,
    Extension(visitor): Extension<Visitor>,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    let from = visitor.client.address;
    let done = async { people(&app, &headers)?.sign_in(read(&body)?, from, &headers).await };
    answered(done.await.map(Some))
}

async fn sign_out(State(app): State<Arc<App>>, headers: HeaderMap) -> Response {
    let done = async { people(&app, &headers)?.sign_out(&headers).await };
    answered(done.await)
}
