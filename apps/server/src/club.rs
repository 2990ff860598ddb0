//! A club: a server that people reach from other machines, under one public address and maybe through proxies.
//!
//! On loopback whoever reaches the server is its person. In a club nobody is trusted: it answers under its public name
//! only, and believes what a request says of where it comes from only where a proxy sent it that the club was told of.

use std::fmt;
use std::net::{IpAddr, SocketAddr};
use std::str::FromStr;

use axum::http::{HeaderMap, Uri};
pub use ipnet::IpNet;

use crate::gate::ClientId;

/// The settings of a club.
#[derive(Clone, Debug, Default)]
pub struct ClubConfig {
    /// Where people find it; without it the address that it listens on, which is loopback then.
    pub public: Option<PublicUrl>,
    /// Networks of proxies that say truly for whom they ask.
    pub proxies: Vec<IpNet>,
    /// Guests may say something in the chats, too.
    pub guest_chat: bool,
}

/// A scheme, a host and maybe a port: `https://club.example`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PublicUrl {
    scheme: &'static str,
    /// In lower case, without the scheme's usual port.
    authority: String,
}

/// A club with all that it was told of.
pub(crate) struct Club {
    pub(crate) public: PublicUrl,
    proxies: Vec<IpNet>,
}

/// Whose request it is.
#[derive(Clone, Copy)]
pub(crate) struct Visitor {
    pub(crate) client: ClientId,
    /// A proxy that the club trusts has sent it.
    pub(crate) by_proxy: bool,
}

/// A public address that is none.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "a public address has http:// or https://, a host and maybe a port, and no more: https://club.example"
)]
pub struct NoPublicUrl;

impl FromStr for PublicUrl {
    type Err = NoPublicUrl;

    fn from_str(text: &str) -> Result<Self, NoPublicUrl> {
        let uri: Uri = text.parse().map_err(|_| NoPublicUrl)?;
        let scheme = match uri.scheme_str() {
            Some("http") => "http",
            Some("https") => "https",
            _ => return Err(NoPublicUrl),
        };
        let authority = uri.authority().ok_or(NoPublicUrl)?.as_str();
        let has_more = !matches!(uri.path(), "" | "/") || uri.query().is_some();
        // A part behind a `#` is not in the parsed address.
        if has_more
            || authority.contains('@')
            || uri.host().is_none_or(str::is_empty)
            || text.contains('#')
        {
            return Err(NoPublicUrl);
        }
        Ok(Self { scheme, authority: plain(scheme, authority) })
    }
}

impl fmt::Display for PublicUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}://{}", self.scheme, self.authority)
    }
}

impl PublicUrl {
    /// It is reached over TLS.
    pub(crate) fn is_secure(&self) -> bool {
        self.scheme == "https"
    }

    /// The host without a port, where that is a name and no address: passkeys are for one.
    pub(crate) fn domain(&self) -> Option<&str> {
        let host = match self.authority.rsplit_once(':') {
            Some((host, port)) if port.bytes().all(|digit| digit.is_ascii_digit()) => host,
            _ => &self.authority,
        };
        let is_address = host.starts_with('[') || host.parse::<IpAddr>().is_ok();
        Some(host).filter(|_| !is_address)
    }

    /// The `Host` of a request names it.
    pub(crate) fn is_host(&self, host: &str) -> bool {
        plain(self.scheme, host) == self.authority
    }

    /// The `Origin` of a request is a page of it.
    pub(crate) fn is_origin(&self, origin: &str) -> bool {
        origin
            .split_once("://")
            .is_some_and(|(scheme, host)| scheme == self.scheme && self.is_host(host))
    }
}

/// In lower case, without the scheme's usual port.
fn plain(scheme: &str, authority: &str) -> String {
    let usual = if scheme == "https" { ":443" } else { ":80" };
    authority.strip_suffix(usual).unwrap_or(authority).to_ascii_lowercase()
}

impl Club {
    /// For a server that listens at that address.
    pub(crate) fn new(config: ClubConfig, address: SocketAddr) -> Self {
        let here = || PublicUrl { scheme: "http", authority: plain("http", &address.to_string()) };
        Self { public: config.public.unwrap_or_else(here), proxies: config.proxies }
    }

    /// A proxy there tells truly for whom it asks.
    pub(crate) fn trusts(&self, address: IpAddr) -> bool {
        let address = address.to_canonical();
        self.proxies.iter().any(|network| network.contains(&address))
    }

    /// For whom a trusted proxy asks: the last in `X-Forwarded-For` that is no trusted proxy itself, since what stands
    /// before it the visitor may have written. None where the proxy does not say, or not readably.
    pub(crate) fn sent_for(&self, headers: &HeaderMap) -> Option<IpAddr> {
        let lines: Vec<&str> = headers
            .get_all("x-forwarded-for")
            .iter()
            .map(|line| line.to_str().ok())
            .collect::<Option<_>>()?;
        for entry in lines.iter().rev().flat_map(|line| line.rsplit(',')) {
            let address: IpAddr = entry.trim().parse().ok()?;
            if !self.trusts(address) {
                return Some(address.to_canonical());
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::{Club, ClubConfig, NoPublicUrl, PublicUrl};
    use axum::http::{HeaderMap, HeaderValue};

    fn club() -> Club {
        let network = |text: &str| text.parse().expect("a network");
        let proxies = vec![network("10.0.0.0/8"), network("2001:db8::/32")];
        let public = Some("https://Club.example".parse().expect("a public address"));
        Club::new(ClubConfig { public, proxies, guest_chat: false }, ([127, 0, 0, 1], 80).into())
    }

    #[test]
    fn a_public_address_is_scheme_and_host() {
        for (text, shown) in [
            ("https://club.example", "https://club.example"),
            ("https://Club.Example:443/", "https://club.example"),
            ("http://[2001:db8::1]:8080", "http://[2001:db8::1]:8080"),
        ] {
            assert_eq!(text.parse::<PublicUrl>().expect(text).to_string(), shown);
        }
        for bad in [
            "",
            "club.example",
            "ftp://club.example",
            "https://",
            "https:///x",
            "https://club.example/chess",
            "https://club.example?x",
            "https://me@club.example",
            "https://club.example#x",
            "https://a b",
        ] {
            assert_eq!(bad.parse::<PublicUrl>(), Err(NoPublicUrl), "{bad}");
        }
    }

    #[test]
    fn passkeys_are_for_a_name_and_no_address() {
        for (text, domain) in [
            ("https://Club.example", Some("club.example")),
            ("http://localhost:8080", Some("localhost")),
            ("http://127.0.0.1:8080", None),
            ("https://192.0.2.1", None),
            ("http://[2001:db8::1]:8080", None),
            ("http://[::1]", None),
        ] {
            let public: PublicUrl = text.parse().expect(text);
            assert_eq!(public.domain(), domain, "{text}");
        }
    }

    #[test]
    fn a_club_has_one_host_and_one_origin() {
        let public = club().public;
        for (host, is) in [
            ("club.example", true),
            ("CLUB.example:443", true),
            ("club.example:80", false),
            ("club.example.evil.example", false),
            ("localhost", false),
            ("", false),
        ] {
            assert_eq!(public.is_host(host), is, "{host}");
        }
        for (origin, is) in [
            ("https://club.example", true),
            ("http://club.example", false),
            ("https://evil.example", false),
            ("null", false),
        ] {
            assert_eq!(public.is_origin(origin), is, "{origin}");
        }
    }

    #[test]
    fn only_the_last_stranger_before_the_proxies_is_believed() {
        for (lines, client) in [
            (&["203.0.113.7"][..], Some("203.0.113.7")),
            (&["198.51.100.1, 203.0.113.7"], Some("203.0.113.7")),
            (&["198.51.100.1", "203.0.113.7, 10.0.0.9"], Some("203.0.113.7")),
            (&["::ffff:203.0.113.7"], Some("203.0.113.7")),
            (&["10.0.0.9"], None),
            (&["203.0.113.7, nonsense"], None),
            (&[""], None),
            (&[], None),
        ] {
            let mut headers = HeaderMap::new();
            for line in lines {
                headers.append("x-forwarded-for", HeaderValue::from_str(line).expect("a header"));
            }
            assert_eq!(
                club().sent_for(&headers).map(|ip| ip.to_string()).as_deref(),
                client,
                "{lines:?}"
            );
        }
    }

    #[test]
    fn networks_of_both_kinds_are_trusted() {
        for (address, trusted) in [
            ("10.1.2.3", true),
            ("::ffff:10.1.2.3", true),
            ("11.0.0.1", false),
            ("2001:db8::7", true),
            ("2001:db9::7", false),
        ] {
            assert_eq!(club().trusts(address.parse().expect("an address")), trusted, "{address}");
        }
    }
}
