//! The page's files, which the program carries in itself.

use axum::body::Body;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use rust_embed::RustEmbed;

#[derive(RustEmbed)]
#[folder = "../web/page"]
struct Page;

/// The page itself, at every address that it understands.
pub fn index(request: &HeaderMap) -> Response {
    file("index.html", request)
}

/// A file of the page.
pub fn file(path: &str, request: &HeaderMap) -> Response {
    let Some(found) = Page::get(path) else { return nothing_here() };
    let hash: String =
        found.metadata.sha256_hash().iter().take(12).map(|byte| format!("{byte:02x}")).collect();
    let tag = format!("\"{hash}\"");
    // The browser asks each time and is mostly told that nothing changed: a new program is seen at once.
    let caching = [(header::CACHE_CONTROL, "no-cache".to_owned()), (header::ETAG, tag.clone())];
    if request.get(header::IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes()) {
        return (StatusCode::NOT_MODIFIED, caching).into_response();
    }
    let kind = match path.rsplit_once('.').map(|(_, end)| end) {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("svg") => "image/svg+xml",
        _ => "application/octet-stream",
    };
    ([(header::CONTENT_TYPE, kind)], caching, Body::from(found.data)).into_response()
}

/// For an address that leads nowhere.
pub fn nothing_here() -> Response {
    let page = "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Nothing here · Tesuji</title>\
        <link rel=\"stylesheet\" href=\"/css/tokens.css\"><link rel=\"stylesheet\" href=\"/css/layout.css\">\
        <main class=\"setup\"><h1>There is nothing at this address</h1>\
        <p>It may be mistyped. <a href=\"/\">Start a game of Tesuji</a>.</p></main></html>";
    (StatusCode::NOT_FOUND, [(header::CONTENT_TYPE, "text/html; charset=utf-8")], page)
        .into_response()
}
