//! The page's files, which the program carries in itself.
//!
//! The page names them under an address that holds a hash of them all, so that a browser keeps them for good and asks for
//! none of them twice; a new program has new addresses. The styles come as one file, and the modules are named at once.
//!
//! A game has a folder of its own, `js/games/NAME`, with its view and, where it has them, its styles and its tests. Which games there are
//! the page learns from `js/games/list.js`, which is written here.

use std::borrow::Cow;
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
/// The games that the page has; a module that is written here.
const LIST: &str = "js/games/list.js";
/// Tests of the page, which are not served.
const TESTS: &str = ".test.js";
/// How a file is kept whose address names its content.
const FOR_GOOD: &str = "public, max-age=31536000, immutable";
/// The browser asks each time and mostly learns that nothing changed: a new program is seen at once.
const ASK: &str = "no-cache";

/// The address of a game's file.
fn of_game(name: &str, file: &str) -> String {
    format!("js/games/{name}/{file}")
}

/// The page's files with the games that it shows.
pub struct Assets {
    games: Vec<&'static str>,
}

impl Assets {
    /// Of these games the page shows all that it has a view for.
    pub fn new(games: &[&'static str]) -> Self {
        let has_view = |name: &&&'static str| Page::get(&of_game(name, "index.js")).is_some();
        Self { games: games.iter().filter(has_view).copied().collect() }
    }

    fn data(&self, path: &str) -> Option<Cow<'static, [u8]>> {
        if path == LIST {
            return Some(Cow::Owned(self.list().into_bytes()));
        }
        Page::get(path).filter(|_| !path.ends_with(TESTS)).map(|file| file.data)
    }

    fn text(&self, path: &str) -> Option<String> {
        self.data(path).map(|data| String::from_utf8_lossy(&data).into_owned())
    }

    /// The module that lists the games.
    fn list(&self) -> String {
        let imports = self.games.iter().fold(String::new(), |text, name| {
            text + &format!("import {{ {name} }} from './{name}/index.js';\n")
        });
        format!("{imports}\nexport const LIST = [{}];\n", self.games.join(", "))
    }

    /// A short digest of all files of the page.
    fn version(&self) -> String {
        let mut sum: u64 = 0xcbf2_9ce4_8422_2325;
        let mut add = |bytes: &[u8]| {
            for byte in bytes {
                sum = (sum ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
            }
        };
        for path in Page::iter() {
            let hash = Page::get(&path).map(|file| file.metadata.sha256_hash()).unwrap_or_default();
            add(path.as_bytes());
            add(&hash);
        }
        add(self.list().as_bytes());
        format!("{sum:016x}")
    }

    /// The modules that one needs, itself first.
    fn modules(&self, path: &str, known: &mut BTreeSet<String>, found: &mut Vec<String>) {
        if !known.insert(path.to_owned()) {
            return;
        }
        found.push(path.to_owned());
        let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
        let Some(source) = self.text(path) else { return };
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
            self.modules(&parts.join("/"), known, found);
        }
    }

    /// All styles: those that the page names, in their order, and then those of the games.
    fn styles(&self) -> String {
        let page = self.text("index.html").unwrap_or_default();
        let shared = styles(&page).into_iter().map(str::to_owned);
        let own = self.games.iter().map(|name| of_game(name, "style.css"));
        shared.chain(own).filter_map(|path| self.text(&path)).collect()
    }

    /// The page with the addresses of this version.
    fn written(&self, version: &str) -> String {
        let page = self.text("index.html").unwrap_or_default();
        let mut written = String::new();
        let mut styled = false;
        for line in page.lines() {
            if line.contains("rel=\"stylesheet\"") {
                if !styled {
                    let _ = writeln!(
                        written,
                        "  <link rel=\"stylesheet\" href=\"/v/{version}/{STYLES}\">"
                    );
                }
                styled = true;
            } else if line.contains("type=\"module\"") {
                let _ = writeln!(
                    written,
                    "  <script type=\"module\" src=\"/v/{version}/{MAIN}\"></script>"
                );
                let mut found = Vec::new();
                self.modules(MAIN, &mut BTreeSet::new(), &mut found);
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
    pub fn index(&self, request: &HeaderMap) -> Response {
        let version = self.version();
        let tag = format!("\"{version}\"");
        if is_known(request, &tag) {
            return (StatusCode::NOT_MODIFIED, caching(ASK, &tag)).into_response();
        }
        answer("index.html", ASK, &tag, Body::from(self.written(&version)))
    }

    /// A file under the address of a version.
    pub fn versioned(&self, asked: &str, path: &str) -> Response {
        let version = self.version();
        // A page of another version, open since before: what it asks for is not kept under its address.
        let keep = if asked == version { FOR_GOOD } else { "no-store" };
        let tag = format!("\"{version}\"");
        if path == STYLES {
            return answer(path, keep, &tag, Body::from(self.styles()));
        }
        match self.data(path) {
            Some(data) => answer(path, keep, &tag, Body::from(data)),
            None => nothing_here(),
        }
    }

    /// A file of the page at its plain address.
    pub fn file(&self, path: &str, request: &HeaderMap) -> Response {
        let Some(data) = self.data(path) else { return nothing_here() };
        let tag = match Page::get(path) {
            Some(found) => {
                let hash = found.metadata.sha256_hash();
                hash.iter().take(12).fold(String::new(), |tag, byte| format!("{tag}{byte:02x}"))
            }
            None => self.version(),
        };
        let tag = format!("\"{tag}\"");
        if is_known(request, &tag) {
            return (StatusCode::NOT_MODIFIED, caching(ASK, &tag)).into_response();
        }
        answer(path, ASK, &tag, Body::from(data))
    }

    /// For an address that leads nowhere: the page says so. For other files the answer is a word.
    pub fn nowhere(&self, request: &HeaderMap) -> Response {
        let wants_page = request
            .get(header::ACCEPT)
            .and_then(|accept| accept.to_str().ok())
            .is_some_and(|accept| accept.contains("text/html"));
        if !wants_page {
            return nothing_here();
        }
        let version = self.version();
        let written = Body::from(self.written(&version));
        let mut page = answer("index.html", "no-store", "\"\"", written);
        *page.status_mut() = StatusCode::NOT_FOUND;
        page
    }
}

/// The addresses of the styles in the page, in their order.
fn styles(page: &str) -> Vec<&str> {
    let links = page
        .lines()
        .filter_map(|line| line.trim().strip_prefix("<link rel=\"stylesheet\" href=\"/"));
    links.filter_map(|rest| rest.split('"').next()).collect()
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
        Some("json") => "application/json",
        Some("svg") => "image/svg+xml",
        _ => "application/octet-stream",
    };
    ([(header::CONTENT_TYPE, kind)], caching(keep, tag), body).into_response()
}

fn nothing_here() -> Response {
    let kind = [(header::CONTENT_TYPE, "text/plain; charset=utf-8")];
    (StatusCode::NOT_FOUND, kind, "There is nothing at this address.\n").into_response()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::{Assets, MAIN, Page, STYLES, TESTS, styles};
    use axum::http::header;

    /// The modules that one loads when they are first looked at.
    fn imported_later(path: &str, source: &str) -> Vec<String> {
        let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
        let named = source.split("import('./").skip(1).filter_map(|rest| rest.split('\'').next());
        // Types are named in the same words, in comments; those of modules are files of the page.
        let files = named.map(|name| format!("{folder}/{name}"));
        files.filter(|file| Page::get(file).is_some()).collect()
    }

    fn all_games() -> Vec<&'static str> {
        engine::kinds().iter().map(|kind| kind.name()).collect()
    }

    #[test]
    fn the_page_names_every_module_and_one_style_under_its_version() {
        let games = all_games();
        let assets = Assets::new(&games);
        assert_eq!(assets.games, games, "the page has no view of a game");
        let version = assets.version();
        let page = assets.written(&version);
        assert!(page.contains(&format!("href=\"/v/{version}/{STYLES}\"")));
        assert_eq!(page.matches("rel=\"stylesheet\"").count(), 1);
        let is_shown = |path: &str| {
            let own = path.strip_prefix("js/games/").and_then(|path| path.split_once('/'));
            own.is_none_or(|(name, _)| games.contains(&name))
        };
        // Modules that the page loads when they are first looked at, and those that they need, and
        // so on.
        let (mut known, mut now) = (BTreeSet::new(), Vec::new());
        assets.modules(MAIN, &mut known, &mut now);
        let mut later: Vec<String> = Vec::new();
        let mut looked_at = 0;
        while let Some(path) = now.iter().chain(&later).nth(looked_at).cloned() {
            looked_at += 1;
            for named in imported_later(&path, &assets.text(&path).unwrap_or_default()) {
                assets.modules(&named, &mut known, &mut later);
            }
        }
        assert!(later.iter().any(|path| path == "js/play.js"), "{later:?}");
        for path in Page::iter().filter(|path| path.ends_with(".js") && is_shown(path)) {
            // Some modules have types alone; and a plain game's are needed by a plain game alone.
            let types =
                assets.text(&path).is_some_and(|text| text.trim_end().ends_with("export {};"));
            if types || path.ends_with(TESTS) || path.starts_with("js/games/plain") {
                continue;
            }
            let link = format!("rel=\"modulepreload\" href=\"/v/{version}/{path}\"");
            let now = !later.contains(&path.to_string());
            assert_eq!(page.contains(&link), now, "{path}: not needed, or not seen");
        }
        assert!(page.contains("js/games/list.js\">"));
    }

    #[test]
    fn a_game_is_shown_where_it_is_listed_with_its_styles_and_without_its_tests() {
        let [one, other, ..] = all_games()[..] else { panic!("fewer than two games") };
        let assets = Assets::new(&[one, "no_such_game"]);
        assert_eq!(
            assets.list(),
            format!(
                "import {{ {one} }} from './{one}/index.js';\n\nexport const LIST = [{one}];\n"
            )
        );
        let both = Assets::new(&[one, other]);
        assert_ne!(assets.version(), both.version());
        let style = |name: &str| assets.text(&super::of_game(name, "style.css")).unwrap();
        assert!(assets.styles().contains(&style(one)) && !assets.styles().contains(&style(other)));
        let tests = super::of_game(one, "page.test.js");
        assert!(Page::get(&tests).is_some() && assets.data(&tests).is_none());
    }

    #[test]
    fn every_style_is_named_and_kept_for_good() {
        let assets = Assets::new(&all_games());
        let page = assets.text("index.html").expect("a page");
        // That of tunings is loaded with its modules.
        let now = |path: &str| path.starts_with("css/") && path != "css/film.css";
        let all = Page::iter().filter(|path| now(path)).count();
        assert_eq!(styles(&page).len(), all);
        assert_eq!(assets.versioned(&assets.version(), "css/film.css").status(), 200);
        let keeping = |asked: &str| {
            let answer = assets.versioned(asked, STYLES);
            answer.headers()[header::CACHE_CONTROL].to_str().expect("text").to_owned()
        };
        assert!(keeping(&assets.version()).contains("immutable"));
        assert_eq!(keeping("another"), "no-store");
    }
}
