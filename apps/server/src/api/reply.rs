//! Answers that most calls have in common.

use axum::http::StatusCode;
use axum::response::Response;
use serde_json::{Value, json};

use crate::doors;
use crate::state::App;

/// An answer that says so.
pub fn ok(body: &Value) -> Response {
    doors::json(StatusCode::OK, body)
}

/// That all went well, where there is no more to say.
pub fn done() -> Response {
    ok(&json!({ "ok": true }))
}

/// The address of the club.
pub fn url(app: &App) -> String {
    app.club.as_ref().map(|club| club.public.to_string()).unwrap_or_default()
}
