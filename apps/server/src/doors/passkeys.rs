//! Passkeys, over HTTP: each ceremony is two requests, what to ask the device and what it answered.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::{DefaultBodyLimit, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::Response;
use axum::routing::{get, post};
use axum::{Extension, Router};
use serde::de::DeserializeOwned;

use super::{answered, json, people, refused};
use crate::club::Visitor;
use crate::moderation::ask_again;
use crate::people::brought::{Made, Meant, SignInWith, SignUpWith, Wanted};
use crate::people::passkeys::Asked;
use crate::protocol::{Code, Failure};
use crate::state::App;

/// Bytes that a request may have: some devices bring their maker's certificates, though nobody asks for them.
const MOST: usize = 16 * 1024;

/// The routes.
pub fn routes() -> Router<Arc<App>> {
    Router::new()
        .route("/club/passkeys", get(list))
        .route("/club/passkeys/sign-up/ask", post(ask_for_account))
        .route("/club/passkeys/sign-up", post(sign_up))
        .route("/club/passkeys/sign-in/ask", post(ask_for_signature))
        .route("/club/passkeys/sign-in", post(sign_in))
        .route("/club/passkeys/add/ask", post(ask_for_passkey))
        .route("/club/passkeys/add", post(add))
        .route("/club/passkeys/name", post(name))
        .route("/club/passkeys/remove", post(remove))
        .layer(DefaultBodyLimit::max(MOST))
}

/// Reads a request; the fault says what is wrong with it, and where.
fn read<T: DeserializeOwned>(body: &[u8]) -> Result<T, Failure> {
    let mut json = serde_json::Deserializer::from_slice(body);
    serde_path_to_error::deserialize(&mut json).map_err(|error| {
        let place = error.path().to_string();
        let message = format!("The request cannot be read at `{place}`: {}.", error.inner());
        Failure::new(Code::BadMessage, message).at(place)
    })
}

/// What a browser is to ask its device: `{"publicKey": …}`, as `navigator.credentials` takes it.
fn asked(answer: Result<Asked, Failure>) -> Response {
    match answer {
        Ok((options, cookie)) => {
            let mut response = json(StatusCode::OK, &serde_json::json!({ "publicKey": options }));
            if let Some(cookie) = cookie {
                response.headers_mut().insert(header::SET_COOKIE, cookie);
            }
            response
        }
        Err(failure) => refused(&failure),
    }
}

async fn ask_for_account(
    State(app): State<Arc<App>>,
    Extension(visitor): Extension<Visitor>,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    let from = visitor.client.address;
    let done = async {
        let people = people(&app, &headers)?;
        people.asks_for_account(read::<Wanted>(&body)?, from, &headers).await
    };
    asked(done.await)
}

async fn sign_up(
    State(app): State<Arc<App>>,
    Extension(visitor): Extension<Visitor>,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    let from = visitor.client.address;
    let done = async {
        let people = people(&app, &headers)?;
        people.sign_up_with(read::<SignUpWith>(&body)?, from, &headers).await
    };
    answered(done.await.map(Some))
}

async fn ask_for_signature(
    State(app): State<Arc<App>>,
    Extension(visitor): Extension<Visitor>,
    headers: HeaderMap,
) -> Response {
    let people = people(&app, &headers);
    asked(people.and_then(|people| people.asks_for_signature(visitor.client.address, &headers)))
}

async fn sign_in(
    State(app): State<Arc<App>>,
    Extension(visitor): Extension<Visitor>,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    let from = visitor.client.address;
    let done = async {
        let people = people(&app, &headers)?;
        people.sign_in_with(read::<SignInWith>(&body)?, from, &headers).await
    };
    answered(done.await.map(Some))
}

async fn ask_for_passkey(
    State(app): State<Arc<App>>,
    Extension(visitor): Extension<Visitor>,
    headers: HeaderMap,
) -> Response {
    let from = visitor.client.address;
    let done = async { people(&app, &headers)?.asks_for_passkey(from, &headers).await };
    asked(done.await)
}

async fn add(
    State(app): State<Arc<App>>,
    Extension(visitor): Extension<Visitor>,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    let from = visitor.client.address;
    let done = async {
        let people = people(&app, &headers)?;
        people.add_passkey(read::<Made>(&body)?, from, &headers).await
    };
    answered(done.await.map(|()| None))
}

async fn list(State(app): State<Arc<App>>, headers: HeaderMap) -> Response {
    let done = async { people(&app, &headers)?.own_passkeys(&headers).await };
    match done.await {
        Ok(own) => json(StatusCode::OK, &serde_json::json!(own)),
        Err(failure) => refused(&failure),
    }
}

async fn name(
    State(app): State<Arc<App>>,
    Extension(visitor): Extension<Visitor>,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    let from = visitor.client.address;
    let done = async {
        let people = people(&app, &headers)?;
        people.name_passkey(read::<Meant>(&body)?, from, &headers).await
    };
    answered(done.await.map(|()| None))
}

async fn remove(
    State(app): State<Arc<App>>,
    Extension(visitor): Extension<Visitor>,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    let from = visitor.client.address;
    let done = async {
        let people = people(&app, &headers)?;
        people.remove_passkey(read::<Meant>(&body)?, from, &headers).await
    };
    let done = done.await.inspect(|key| ask_again(&app, key));
    answered(done.map(|_| None))
}
