//! Cookies: no script reads them, no other site sends them along, and over TLS they go nowhere else.

use axum::http::{HeaderMap, HeaderValue, header};

/// The cookie of a guest, and that of a session.
pub const GUEST: &str = "guest";
/// See [`GUEST`].
pub const SESSION: &str = "session";

/// The name as a browser has it: with the prefix it keeps only what came over TLS from this very host.
fn full(name: &str, secure: bool) -> String {
    if secure { format!("__Host-{name}") } else { name.to_owned() }
}

/// The value of a cookie; none where there are two of the name.
pub fn read<'a>(headers: &'a HeaderMap, name: &str, secure: bool) -> Option<&'a str> {
    let name = full(name, secure);
    let mut found = headers
        .get_all(header::COOKIE)
        .iter()
        .filter_map(|line| line.to_str().ok())
        .flat_map(|line| line.split(';'))
        .filter_map(|cookie| cookie.trim().split_once('='))
        .filter(|(key, _)| *key == name)
        .map(|(_, value)| value);
    let value = found.next();
    value.filter(|_| found.next().is_none())
}

/// Sets a cookie for so many seconds; 0 takes it away. The value has letters, digits and points only.
pub fn set(name: &str, value: &str, seconds: u64, secure: bool) -> Option<HeaderValue> {
    let name = full(name, secure);
    let secure = if secure { "; Secure" } else { "" };
    let text = format!("{name}={value}; Path=/; Max-Age={seconds}; HttpOnly; SameSite=Lax{secure}");
    HeaderValue::from_str(&text).ok()
}

#[cfg(test)]
mod tests {
    use super::{read, set};
    use axum::http::{HeaderMap, HeaderValue, header};

    #[test]
    fn cookies_are_kept_from_scripts_and_other_sites() {
        let cookie = set("session", "abc", 60, true).expect("a header");
        assert_eq!(
            cookie.to_str().ok(),
            Some("__Host-session=abc; Path=/; Max-Age=60; HttpOnly; SameSite=Lax; Secure")
        );
        assert_eq!(set("session", "a\nb", 60, true), None);
    }

    #[test]
    fn one_cookie_of_a_name_is_read_and_not_one_of_two() {
        let mut headers = HeaderMap::new();
        headers.append(header::COOKIE, HeaderValue::from_static("a=1; __Host-guest=x=y;b"));
        assert_eq!(read(&headers, "guest", true), Some("x=y"));
        assert_eq!(read(&headers, "guest", false), None);
        headers.append(header::COOKIE, HeaderValue::from_static("__Host-guest=z"));
        assert_eq!(read(&headers, "guest", true), None);
    }
}
