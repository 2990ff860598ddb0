//! Signing up, in and out, over HTTP.

pub mod passkeys;

use std::net::IpAddr;
use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::rejection::ExtensionRejection;
use axum::extract::{DefaultBodyLimit, FromRequestParts};
use axum::http::request::Parts;
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

/// Who asks at a door of the club, and from where.
struct Asker {
    app: Arc<App>,
    from: IpAddr,
    headers: HeaderMap,
}

impl Asker {
    fn people(&self) -> Result<&People, Failure> {
        people(&self.app, &self.headers)
    }
}

impl FromRequestParts<Arc<App>> for Asker {
    type Rejection = ExtensionRejection;

    async fn from_request_parts(
        parts: &mut Parts,
        app: &Arc<App>,
    ) -> Result<Self, ExtensionRejection> {
        let Extension(visitor) = Extension::<Visitor>::from_request_parts(parts, app).await?;
        let (app, headers) = (Arc::clone(app), parts.headers.clone());
        Ok(Self { app, from: visitor.client.address, headers })
    }
}

fn read(body: &[u8]) -> Result<SignIn, Failure> {
    serde_json::from_slice(body).map_err(|_| {
        Failure::new(Code::BadMessage, "A JSON object with `name` and `password` is wanted.")
    })
}

/// An answer that sets a cookie, where there is one to set.
fn with_cookie(body: &serde_json::Value, cookie: Option<HeaderValue>) -> Response {
    let mut response = json(StatusCode::OK, body);
    if let Some(cookie) = cookie {
        response.headers_mut().insert(header::SET_COOKIE, cookie);
    }
    response
}

/// It is done, and there may be a cookie; or it is not.
fn answered(done: Result<Option<HeaderValue>, Failure>) -> Response {
    match done {
        Ok(cookie) => with_cookie(&serde_json::json!({ "ok": true }), cookie),
        Err(failure) => refused(&failure),
    }
}

async fn sign_up(asker: Asker, body: Bytes) -> Response {
    let done = async { asker.people()?.sign_up(read(&body)?, asker.from, &asker.headers).await };
    answered(done.await.map(Some))
}

async fn sign_in(asker: Asker, body: Bytes) -> Response {
    let done = async { asker.people()?.sign_in(read(&body)?, asker.from, &asker.headers).await };
    answered(done.await.map(Some))
}

async fn sign_out(asker: Asker) -> Response {
    let done = async { asker.people()?.sign_out(&asker.headers).await };
    answered(done.await)
}
