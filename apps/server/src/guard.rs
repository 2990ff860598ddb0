//! Who may speak to this server: pages that it served itself, and programs that are no pages.
//!
//! A page of another site cannot drive it (its `Origin` differs), nor one whose name was made to point here (its
//! `Host` is no loopback name). A server on loopback trusts whoever reaches it, so it answers no proxy, behind which
//! anyone may stand.

use std::net::IpAddr;

use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};

use crate::club::Club;

/// Sent with every answer. `style-src` has no `unsafe-inline`: the page styles through the object model. `img-src` has `data:`
/// for the board that is drawn as pixels.
const HEADERS: [(&str, &str); 6] = [
    (
        "content-security-policy",
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; \
         form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
    ),
    ("x-content-type-options", "nosniff"),
    ("referrer-policy", "no-referrer"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
    ("permissions-policy", "camera=(), geolocation=(), microphone=()"),
];

/// Adds the headers that every answer bears, unless it brings its own.
pub fn add_headers(headers: &mut HeaderMap) {
    for (name, value) in HEADERS {
        headers.entry(name).or_insert_with(|| HeaderValue::from_static(value));
    }
}

/// Why a request is not answered, if it is not. A club is given with whether one of its trusted proxies sent the request.
pub fn refusal(
    headers: &HeaderMap,
    path: &str,
    club: Option<(&Club, bool)>,
) -> Option<(StatusCode, &'static str)> {
    let allowed = match club {
        // Whoever runs the club looks after it on its own machine, under that machine's name.
        Some((_, false)) if is_operation(path) && names_loopback(headers) => true,
        Some((club, _)) => club.public.is_host(host(headers)),
        None => is_loopback(host(headers)),
    };
    match club {
        _ if allowed => {}
        None => {
            let words = "This server answers only to this machine's own names, as localhost.";
            return Some((StatusCode::MISDIRECTED_REQUEST, words));
        }
        Some(_) => {
            let words = "This server answers only to the name that it is public under.";
            return Some((StatusCode::MISDIRECTED_REQUEST, words));
        }
    }
    let by_proxy = club.map(|(_, by_proxy)| by_proxy);
    if let Some(words) = refused_proxy(by_proxy).filter(|_| through_proxy(headers)) {
        return Some((StatusCode::FORBIDDEN, words));
    }
    // A link from another site may lead to the page, which costs nothing; nothing else may be asked for from there.
    let is_page = !is_operation(path) && !path.ends_with(".html");
    if from_another_site(headers) && !(is_page && is(headers, "sec-fetch-mode", "navigate")) {
        let words = "Another site asked for this. Open it from Tesuji's own page.";
        return Some((StatusCode::FORBIDDEN, words));
    }
    None
}

/// Why who comes through a proxy is refused, if they are: without a club, and in one whose proxy it is not.
fn refused_proxy(by_proxy: Option<bool>) -> Option<&'static str> {
    match by_proxy {
        None => Some(
            "This request came through a proxy. The server listens on this machine only and trusts whoever \
            reaches it, so it answers no one behind a proxy.",
        ),
        Some(false) => Some(
            "This request came through a proxy that this server does not trust. Whoever runs the server names \
            its proxy with --trust-proxy.",
        ),
        Some(true) => None,
    }
}

/// A proxy has said that it stands between.
fn through_proxy(headers: &HeaderMap) -> bool {
    headers.keys().map(HeaderName::as_str).any(|name| {
        matches!(name, "forwarded" | "via" | "x-real-ip") || name.starts_with("x-forwarded-")
    })
}

fn is(headers: &HeaderMap, name: &str, value: &str) -> bool {
    headers.get(name).is_some_and(|found| found.as_bytes() == value.as_bytes())
}

/// A browser says that a page of another site asks. A person's own request says `none`, and a program nothing.
fn from_another_site(headers: &HeaderMap) -> bool {
    is(headers, "sec-fetch-site", "cross-site") || is(headers, "sec-fetch-site", "same-site")
}

/// The host that a request is for; empty where it names none, or two.
fn host(headers: &HeaderMap) -> &str {
    let mut hosts = headers.get_all(header::HOST).iter();
    match (hosts.next(), hosts.next()) {
        (Some(host), None) => host.to_str().unwrap_or(""),
        _ => "",
    }
}

/// Pages for whoever runs the server.
fn is_operation(path: &str) -> bool {
    matches!(path, "/healthz" | "/metrics")
}

/// The request is for this machine by one of its own names.
pub fn names_loopback(headers: &HeaderMap) -> bool {
    is_loopback(host(headers))
}

/// This machine's own name.
fn is_loopback(host: &str) -> bool {
    let name = without_port(host);
    let bare = name.trim_start_matches('[').trim_end_matches(']');
    name.eq_ignore_ascii_case("localhost")
        || bare.parse::<IpAddr>().is_ok_and(|ip| ip.is_loopback())
}

fn without_port(host: &str) -> &str {
    match host.rsplit_once(':') {
        Some((name, port)) if !port.ends_with(']') => name,
        _ => host,
    }
}

/// A page of that `Origin` may open a WebSocket: only one from this very host, and of a club only the one that it is
/// public under. A program that is no browser sends none.
pub fn origin_allowed(headers: &HeaderMap, club: Option<&Club>) -> bool {
    let Some(origin) = headers.get(header::ORIGIN) else { return true };
    let Ok(origin) = origin.to_str() else { return false };
    if let Some(club) = club {
        return club.public.is_origin(origin);
    }
    let host = host(headers);
    !host.is_empty()
        && origin.split_once("://").is_some_and(|(scheme, from)| {
            matches!(scheme, "http" | "https") && from.eq_ignore_ascii_case(host)
        })
}

#[cfg(test)]
mod tests {
    use super::{host, is_loopback, origin_allowed, refusal};
    use axum::http::{HeaderMap, HeaderValue, header};

    fn headers(host: &'static str, origin: Option<&'static str>) -> HeaderMap {
        let mut headers = HeaderMap::new();
        headers.insert(header::HOST, HeaderValue::from_static(host));
        if let Some(origin) = origin {
            headers.insert(header::ORIGIN, HeaderValue::from_static(origin));
        }
        headers
    }

    #[test]
    fn only_loopback_names_on_loopback() {
        for (name, allowed) in [
            ("127.0.0.1:8080", true),
            ("localhost", true),
            ("LOCALHOST:1", true),
            ("[::1]:8080", true),
            ("[::1]", true),
            ("example.org", false),
            ("example.org:8080", false),
            ("127.0.0.1.example.org", false),
            ("", false),
        ] {
            assert_eq!(is_loopback(name), allowed, "{name}");
        }
        let mut two = headers("localhost", None);
        two.append(header::HOST, HeaderValue::from_static("example.org"));
        assert_eq!(host(&two), "");
    }

    #[test]
    fn no_one_behind_a_proxy_on_loopback() {
        for name in ["forwarded", "via", "x-forwarded-for", "x-forwarded-proto", "x-real-ip"] {
            let mut headers = headers("localhost", None);
            headers.insert(name, HeaderValue::from_static("10.0.0.1"));
            let (status, words) = refusal(&headers, "/", None).expect(name);
            assert!(status == 403 && words.contains("proxy"), "{name}");
        }
    }

    #[test]
    fn other_sites_may_only_lead_to_the_page() {
        for (site, mode, path, allowed) in [
            ("cross-site", "no-cors", "/arena/1/report.html", false),
            ("cross-site", "navigate", "/arena/1/report.html", false),
            ("same-site", "no-cors", "/healthz", false),
            ("cross-site", "no-cors", "/icon.svg", false),
            ("cross-site", "navigate", "/game/x", true),
            ("same-origin", "navigate", "/arena/1/report.html", true),
            ("none", "navigate", "/arena/1/report.html", true),
        ] {
            let mut headers = headers("localhost", None);
            headers.insert("sec-fetch-site", HeaderValue::from_static(site));
            headers.insert("sec-fetch-mode", HeaderValue::from_static(mode));
            let refused = refusal(&headers, path, None);
            assert_eq!(refused.is_none(), allowed, "{site} {mode} {path}");
        }
    }

    #[test]
    fn only_pages_from_here() {
        for (origin, allowed) in [
            (None, true),
            (Some("http://localhost:8080"), true),
            (Some("http://localhost:8081"), false),
            (Some("http://evil.example"), false),
            (Some("null"), false),
            (Some("file://localhost:8080"), false),
        ] {
            assert_eq!(
                origin_allowed(&headers("localhost:8080", origin), None),
                allowed,
                "{origin:?}"
            );
        }
    }
}
