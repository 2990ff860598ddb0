//! The page's files, which the program carries in itself.
//!
//! The page names them under an address that holds a hash of them all, so that a browser keeps them for good and asks for
//! none of them twice; a new program has new addresses. The styles come as one file, and the modules are named at once.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use axum::body::Body;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use rust_embed::RustEmbed;

#[derive(RustEmbed)]
#[folder = "../web/page"]
struct Page;

/// All styles, one after the other.
const STYLES: &str = "page.css";
/// Where the modules begin.
const MAIN: &str = "js/main.js";
/// How a file is kept whose address names its content.
const FOR_GOOD: &str = "public, max-age=31536000, immutable";
/// The browser asks each time and is mostly told that nothing changed: a new program is seen at once.
const ASK: &str = "no-cache";

fn text(path: &str) -> Option<String> {
    Page::get(path).map(|file| String::from_utf8_lossy(&file.data).into_owned())
}

/// What all files of the page come to, in few letters.
fn version() -> String {
    let mut sum: u64 = 0xcbf2_9ce4_8422_2325;
    for path in Page::iter() {
        let hash = Page::get(&path).map(|file| file.metadata.sha256_hash()).unwrap_or_default();
        for byte in path.bytes().chain(hash) {
            sum = (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
    format!("{sum:016x}")
}

/// The modules that one needs, itself first.
fn modules(path: &str, known: &mut BTreeSet<String>, found: &mut Vec<String>) {
    if !known.insert(path.to_owned()) {
        return;
    }
    found.push(path.to_owned());
    let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
    let Some(source) = text(path) else { return };
    for line in source.lines().filter(|line| line.starts_with("import ")) {
        let Some((_, named)) = line.rsplit_once(" from '") else { continue };
        let mut parts: Vec<&str> = folder.split('/').collect();
        for part in named.trim_end_matches(['\'', ';']).split('/') {
            match part {
                "." => {}
                ".." => drop(parts.pop()),
                name => parts.push(name),
            }
        }
        modules(&parts.join("/"), known, found);
    }
}

/// The addresses of the styles in the page, in their order.
fn styles(page: &str) -> Vec<&str> {
    let links = page
        .lines()
        .filter_map(|line| line.trim().strip_prefix("<link rel=\"stylesheet\" href=\"/"));
    links.filter_map(|rest| rest.split('"').next()).collect()
}

/// The page with the addresses of this version.
fn written(version: &str) -> String {
    let page = text("index.html").unwrap_or_default();
    let mut written = String::new();
    let mut styled = false;
    for line in page.lines() {
        if line.contains("rel=\"stylesheet\"") {
            if !styled {
                let _ =
                    writeln!(written, "  <link rel=\"stylesheet\" href=\"/v/{version}/{STYLES}\">");
            }
            styled = true;
        } else if line.contains("type=\"module\"") {
            let _ = writeln!(
                written,
                "  <script type=\"module\" src=\"/v/{version}/{MAIN}\"></script>"
            );
            let mut found = Vec::new();
            modules(MAIN, &mut BTreeSet::new(), &mut found);
            for module in found {
                let _ = writeln!(
                    written,
                    "  <link rel=\"modulepreload\" href=\"/v/{version}/{module}\">"
                );
            }
        } else {
            written.push_str(line);
            written.push('\n');
        }
    }
    written
}

/// The page itself, at every address that it understands.
pub fn index(request: &HeaderMap) -> Response {
    let version = version();
    let tag = format!("\"{version}\"");
    if is_known(request, &tag) {
        return (StatusCode::NOT_MODIFIED, caching(ASK, &tag)).into_response();
    }
    answer("index.html", ASK, &tag, Body::from(written(&version)))
}

/// A file under the address of a version.
pub fn versioned(asked: &str, path: &str) -> Response {
    let version = version();
    // A page of another version, open since before: what it asks for is not kept under its address.
    let keep = if asked == version { FOR_GOOD } else { "no-store" };
    let tag = format!("\"{version}\"");
    if path == STYLES {
        let page = text("index.html").unwrap_or_default();
        let all: String = styles(&page).into_iter().filter_map(text).collect();
        return answer(path, keep, &tag, Body::from(all));
    }
    match Page::get(path) {
        Some(found) => answer(path, keep, &tag, Body::from(found.data)),
        None => nothing_here(),
    }
}

/// A file of the page at its plain address.
pub fn file(path: &str, request: &HeaderMap) -> Response {
    let Some(found) = Page::get(path) else { return nothing_here() };
    let hash = found.metadata.sha256_hash();
    let tag = hash.iter().take(12).fold(String::new(), |tag, byte| format!("{tag}{byte:02x}"));
    let tag = format!("\"{tag}\"");
    if is_known(request, &tag) {
        return (StatusCode::NOT_MODIFIED, caching(ASK, &tag)).into_response();
    }
    answer(path, ASK, &tag, Body::from(found.data))
}

fn is_known(request: &HeaderMap, tag: &str) -> bool {
    request.get(header::IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes())
}

fn caching(keep: &str, tag: &str) -> [(header::HeaderName, String); 2] {
    [(header::CACHE_CONTROL, keep.to_owned()), (header::ETAG, tag.to_owned())]
}

fn answer(path: &str, keep: &str, tag: &str, body: Body) -> Response {
    let kind = match path.rsplit_once('.').map(|(_, end)| end) {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("svg") => "image/svg+xml",
        _ => "application/octet-stream",
    };
    ([(header::CONTENT_TYPE, kind)], caching(keep, tag), body).into_response()
}

/// For an address that leads nowhere: the page says so. What is no page is told in a word.
pub fn nowhere(request: &HeaderMap) -> Response {
    let wants_page = request
        .get(header::ACCEPT)
        .and_then(|accept| accept.to_str().ok())
        .is_some_and(|accept| accept.contains("text/html"));
    if !wants_page {
        return nothing_here();
    }
    let version = version();
    let mut page = answer("index.html", "no-store", "\"\"", Body::from(written(&version)));
    *page.status_mut() = StatusCode::NOT_FOUND;
    page
}

fn nothing_here() -> Response {
    let kind = [(header::CONTENT_TYPE, "text/plain; charset=utf-8")];
    (StatusCode::NOT_FOUND, kind, "There is nothing at this address.\n").into_response()
}

#[cfg(test)]
mod tests {
    use super::{Page, STYLES, styles, text, version, versioned, written};
    use axum::http::header;

    #[test]
    fn the_page_names_every_module_and_one_style_under_its_version() {
        let (version, page) = (version(), written(&version()));
        assert!(page.contains(&format!("href=\"/v/{version}/{STYLES}\"")));
        assert_eq!(page.matches("rel=\"stylesheet\"").count(), 1);
        for path in Page::iter().filter(|path| path.ends_with(".js") && !path.ends_with("types.js"))
        {
            // A game's description of its view has types alone, too.
            if text(&path).is_some_and(|source| source.trim_end().ends_with("export {};")) {
                continue;
            }
            let link = format!("rel=\"modulepreload\" href=\"/v/{version}/{path}\"");
            assert!(page.contains(&link), "{path} is not needed, or its import is not seen");
        }
    }

    #[test]
    fn every_style_is_named_and_kept_for_good() {
        let page = text("index.html").expect("a page");
        let all = Page::iter().filter(|path| path.starts_with("css/")).count();
        assert_eq!(styles(&page).len(), all);
        let keeping = |asked: &str| {
            let answer = versioned(asked, STYLES);
            answer.headers()[header::CACHE_CONTROL].to_str().expect("text").to_owned()
        };
        assert!(keeping(&version()).contains("immutable"));
        assert_eq!(keeping("another"), "no-store");
    }
}
