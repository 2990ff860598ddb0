//! Passkeys, over HTTP: each ceremony is two requests, what to ask the device and what it answered.

use std::sync::Arc;

use axum::Router;
use axum::body::Bytes;
use axum::extract::DefaultBodyLimit;
use axum::http::StatusCode;
use axum::response::Response;
use axum::routing::{get, post};
use serde::de::DeserializeOwned;

use super::{Asker, answered, json, refused, with_cookie};
use crate::moderation::ask_again;
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
        Ok((options, cookie)) => with_cookie(&serde_json::json!({ "publicKey": options }), cookie),
        Err(failure) => refused(&failure),
    }
}

async fn ask_for_account(asker: Asker, body: Bytes) -> Response {
    let Asker { from, headers, .. } = &asker;
    let done = async { asker.people()?.asks_for_account(read(&body)?, *from, headers).await };
    asked(done.await)
}

async fn sign_up(asker: Asker, body: Bytes) -> Response {
    let Asker { from, headers, .. } = &asker;
    let done = async { asker.people()?.sign_up_with(read(&body)?, *from, headers).await };
    answered(done.await.map(Some))
}

async fn ask_for_signature(asker: Asker) -> Response {
    let people = asker.people();
    asked(people.and_then(|people| people.asks_for_signature(asker.from, &asker.headers)))
}

async fn sign_in(asker: Asker, body: Bytes) -> Response {
    let Asker { from, headers, .. } = &asker;
    let done = async { asker.people()?.sign_in_with(read(&body)?, *from, headers).await };
    answered(done.await.map(Some))
}

async fn ask_for_passkey(asker: Asker) -> Response {
    let done = async { asker.people()?.asks_for_passkey(asker.from, &asker.headers).await };
    asked(done.await)
}

async fn add(asker: Asker, body: Bytes) -> Response {
    let Asker { from, headers, .. } = &asker;
    let done = async { asker.people()?.add_passkey(read(&body)?, *from, headers).await };
    answered(done.await.map(|()| None))
}

async fn list(asker: Asker) -> Response {
    let done = async { asker.people()?.own_passkeys(&asker.headers).await };
    match done.await {
        Ok(own) => json(StatusCode::OK, &serde_json::json!(own)),
        Err(failure) => refused(&failure),
    }
}

async fn name(asker: Asker, body: Bytes) -> Response {
    let Asker { from, headers, .. } = &asker;
    let done = async { asker.people()?.name_passkey(read(&body)?, *from, headers).await };
    answered(done.await.map(|()| None))
}

async fn remove(asker: Asker, body: Bytes) -> Response {
    let Asker { app, from, headers } = &asker;
    let done = async { asker.people()?.remove_passkey(read(&body)?, *from, headers).await };
    let done = done.await.inspect(|key| ask_again(app, key));
    answered(done.map(|_| None))
}
