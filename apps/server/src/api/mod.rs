//! The interface for programs: HTTP with JSON, and streams of lines of JSON, in the shape that authors of bots know from
//! lichess. It is one more way to the rooms, the seats and the members; what a member may do is decided there.
//! `openapi.json` describes it, and `docs/api.md` shows it by example.

mod account;
mod archive;
mod caller;
mod challenge;
mod chat;
mod events;
mod follow;
mod games;
mod input;
mod play;
mod pool;
mod reply;
mod seek;
mod shapes;
mod stream;
mod told;
mod tournament;

use std::sync::Arc;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::http::{StatusCode, header};
use axum::middleware::map_response;
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, any, get, post};

use crate::doors;
use crate::state::App;

/// The description of all that follows.
const DESCRIPTION: &str = include_str!("openapi.json");

/// Paths, and what answers there.
type Table = Vec<(String, MethodRouter<Arc<App>>)>;

/// All paths.
fn table() -> Table {
    let fixed = [members(), meetings(), tournaments()].concat();
    let mut table: Table = fixed.into_iter().map(|(path, it)| (path.to_owned(), it)).collect();
    // A person's token plays as a program's does.
    table.extend(play("bot"));
    table.extend(play("board"));
    table
}

/// Those of accounts and of what is kept.
fn members() -> Vec<(&'static str, MethodRouter<Arc<App>>)> {
    vec![
        ("/api/openapi.json", get(description)),
        ("/api/account", get(account::own)),
        ("/api/account/playing", get(account::playing)),
        ("/api/bot/account/upgrade", post(account::upgrade)),
        ("/api/user/{name}", get(account::other)),
        ("/api/user/{name}/rating-history", get(account::history)),
        ("/api/users", post(account::several)),
        ("/api/player/top/{n}/{perf}", get(account::top)),
        ("/api/variants", get(account::variants)),
        ("/game/export/{id}", get(games::export)),
        ("/api/archive", get(archive::archive)),
        ("/api/games/user/{name}", get(games::of_user)),
    ]
}

/// Those of how members come to a game, and hear of it.
fn meetings() -> Vec<(&'static str, MethodRouter<Arc<App>>)> {
    vec![
        ("/api/stream/event", get(events::stream)),
        ("/api/challenge", get(challenge::list)),
        ("/api/challenge/ai", post(challenge::engine)),
        ("/api/challenge/{id}", post(challenge::create)),
        ("/api/challenge/{id}/accept", post(challenge::accept)),
        ("/api/challenge/{id}/decline", post(challenge::decline)),
        ("/api/challenge/{id}/cancel", post(challenge::cancel)),
        ("/api/board/seek", post(seek::seek)),
        ("/api/board/seeks", get(seek::list)),
        ("/api/board/seek/{id}/accept", post(seek::accept)),
        ("/api/board/seek/{id}/cancel", post(seek::cancel)),
        ("/api/board/pool", post(pool::join)),
        ("/api/board/pools", get(pool::list)),
    ]
}

/// Those of tournaments.
fn tournaments() -> Vec<(&'static str, MethodRouter<Arc<App>>)> {
    vec![
        ("/api/tournament", get(tournament::all).post(tournament::create)),
        ("/api/tournament/{id}", get(tournament::one)),
        ("/api/tournament/{id}/join", post(tournament::join)),
        ("/api/tournament/{id}/invite", post(tournament::invite)),
        ("/api/tournament/{id}/pause", post(tournament::pause)),
        ("/api/tournament/{id}/withdraw", post(tournament::withdraw)),
        ("/api/tournament/{id}/start", post(tournament::start)),
        ("/api/tournament/{id}/terminate", post(tournament::cancel)),
        ("/api/tournament/{id}/results", get(tournament::results)),
    ]
}

/// Those of playing a game, for programs or for people.
fn play(whose: &str) -> Table {
    let paths = vec![
        ("stream/{id}", get(follow::stream)),
        ("{id}/legal", get(games::legal)),
        ("{id}/move/{move}", post(play::turn)),
        ("{id}/chat", get(chat::read).post(chat::say)),
        ("{id}/abort", post(play::abort)),
        ("{id}/resign", post(play::resign)),
        ("{id}/claim-victory", post(play::claim_victory)),
        ("{id}/claim-draw", post(play::claim_draw)),
        ("{id}/draw/{accept}", post(play::draw)),
        ("{id}/takeback/{accept}", post(play::takeback)),
    ];
    let under = |(path, methods)| (format!("/api/{whose}/game/{path}"), methods);
    paths.into_iter().map(under).collect()
}

/// The routes.
pub fn routes() -> Router<Arc<App>> {
    let router = Router::new();
    let router = table().into_iter().fold(router, |router, (path, methods)| {
        router.route(&path, methods.fallback(no_such_method))
    });
    router
        .route("/api/{*rest}", any(nowhere))
        .layer(DefaultBodyLimit::max(input::MOST))
        .layer(map_response(in_json))
}

/// Answers in JSON where the framework refuses by itself, too.
async fn in_json(response: Response) -> Response {
    let status = response.status();
    let kind = response.headers().get(header::CONTENT_TYPE);
    let told = kind.is_some_and(|kind| kind.as_bytes().starts_with(b"application/json"));
    if told || !(status.is_client_error() || status.is_server_error()) {
        return response;
    }
    let words = "This request cannot be read; /api/openapi.json says what is wanted.";
    doors::json(status, &serde_json::json!({ "error": words }))
}

async fn description() -> Response {
    ([(header::CONTENT_TYPE, "application/json")], DESCRIPTION).into_response()
}

async fn nowhere() -> Response {
    let words = "There is nothing at this address; /api/openapi.json says what there is.";
    doors::json(StatusCode::NOT_FOUND, &serde_json::json!({ "error": words }))
}

async fn no_such_method() -> Response {
    let words = "This address is asked in another way; /api/openapi.json says how.";
    doors::json(StatusCode::METHOD_NOT_ALLOWED, &serde_json::json!({ "error": words }))
}

#[cfg(test)]
mod tests;
