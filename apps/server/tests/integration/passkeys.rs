//! Passkeys: accounts that are made and entered with them, and all that does not pass for one.

use std::path::Path;

use crate::common::device::{Key, Page, bytes, text};
use crate::common::program::request;
use crate::common::{Running, cookie_of};
use serde_json::{Value, json};
use server::club::ClubConfig;

const CLUB: &str = "https://club.example";

fn club(data: &Path) -> Running {
    Running::start_with(data, |config| {
        let public = Some(CLUB.parse().expect("a public address"));
        config.club = Some(ClubConfig { public, ..ClubConfig::default() });
    })
}

fn own_page() -> Page {
    Page::of(CLUB)
}

/// A browser, with the cookie that it has.
struct Browser<'a> {
    server: &'a Running,
    cookie: String,
}

impl<'a> Browser<'a> {
    /// One that looks at the club's page for the first time.
    async fn new(server: &'a Running) -> Self {
        let head = "Host: club.example\r\n";
        let (_, head, _) = request(server.address, "GET", "/", head, "").await;
        Self { server, cookie: cookie_of(&head) }
    }

    /// A request with a line more in its header; the status, the header and the answer.
    async fn with(&self, line: &str, method: &str, path: &str, body: &str) -> (u16, String, Value) {
        let cookie = if self.cookie.is_empty() { "" } else { "\r\n" };
        let head = format!("Host: club.example\r\n{line}{}{cookie}", self.cookie);
        let path = format!("/club/{path}");
        let (status, head, text) = request(self.server.address, method, &path, &head, body).await;
        (status, head, serde_json::from_str(&text).unwrap_or(Value::Null))
    }

    async fn post(&self, path: &str, body: &Value) -> (u16, Value) {
        let (status, _, answer) = self.with("", "POST", path, &body.to_string()).await;
        (status, answer)
    }

    /// What a device is to be asked.
    async fn asked(&self, way: &str, body: &Value) -> Value {
        let (status, answer) = self.post(&format!("passkeys/{way}/ask"), body).await;
        assert_eq!(status, 200, "{answer}");
        answer["publicKey"].clone()
    }

    /// The same, with the session that is begun where all is well.
    async fn enter(&mut self, path: &str, body: &Value) -> (u16, Value) {
        let (status, head, answer) = self.with("", "POST", path, &body.to_string()).await;
        if status == 200 {
            self.cookie = cookie_of(&head);
        }
        (status, answer)
    }

    /// Makes an account with a passkey alone.
    async fn sign_up(&mut self, name: &str) -> Key {
        let asked = self.asked("sign-up", &json!({"name": name})).await;
        let (key, credential) = Key::make(&asked, &own_page());
        let body = json!({"name": name, "label": "Phone", "credential": credential});
        let (status, answer) = self.enter("passkeys/sign-up", &body).await;
        assert_eq!(status, 200, "{answer}");
        key
    }

    async fn sign_in(&mut self, key: &mut Key) -> (u16, Value) {
        let asked = self.asked("sign-in", &json!({})).await;
        let credential = key.sign(&asked, &own_page());
        self.enter("passkeys/sign-in", &json!({"credential": credential})).await
    }

    /// Adds a passkey.
    async fn add(&self, name: &str) -> (Key, u16, Value) {
        let asked = self.asked("add", &json!({})).await;
        let (key, credential) = Key::make(&asked, &own_page());
        let body = json!({"label": name, "credential": credential});
        let (status, answer) = self.post("passkeys/add", &body).await;
        (key, status, answer)
    }

    /// The passkeys of who is signed in; null for nobody.
    async fn own(&self) -> Value {
        self.with("", "GET", "passkeys", "").await.2
    }

    async fn names(&self) -> Vec<String> {
        let own = self.own().await;
        let list = own["passkeys"].as_array().cloned().unwrap_or_default();
        list.iter().map(|one| one["name"].as_str().expect("a name").to_owned()).collect()
    }
}

fn words(answer: &Value) -> &str {
    answer["error"].as_str().expect("words")
}

#[tokio::test]
async fn passkeys_an_account_is_made_and_entered_with_one_alone() {
    let data = tempfile::tempdir().expect("a folder");
    let server = club(data.path());
    let mut one = Browser::new(&server).await;
    let asked = one.asked("sign-up", &json!({"name": "Alice"})).await;
    assert_eq!(
        (&asked["rp"]["id"], &asked["attestation"]),
        (&json!("club.example"), &json!("none"))
    );
    assert_eq!(asked["authenticatorSelection"]["residentKey"], "required");
    assert_eq!(asked["authenticatorSelection"]["userVerification"], "preferred");
    let mut key = one.sign_up("Alice").await;
    assert_eq!(one.names().await, ["Phone"]);
    let own = one.own().await;
    assert_eq!((&own["password"], &own["passkeys"][0]["used"]), (&json!(false), &Value::Null));
    assert!(own["user_id"].as_str().is_some_and(|id| !id.contains("lice")), "{own}");
    // Whoever looks at the page elsewhere signs in without a name; a session in place of one ends that.
    let first = one.cookie.clone();
    assert_eq!(one.sign_in(&mut key).await.0, 200);
    assert_ne!(one.cookie, first);
    assert_eq!(
        Browser { server: &server, cookie: first }.own().await["error"],
        "Nobody is signed in here."
    );
    let mut two = Browser::new(&server).await;
    assert_eq!(two.sign_in(&mut key).await.0, 200);
    let shown = two.own().await;
    assert_eq!(shown["user_id"], own["user_id"]);
    assert!(shown["passkeys"][0]["used"].is_i64(), "{shown}");
    // The name is taken in any case of its letters, for passwords too; and no password opens the account.
    let (status, answer) = two.post("passkeys/sign-up/ask", &json!({"name": "aLICE"})).await;
    assert!(status == 400 && words(&answer).contains("taken"), "{answer}");
    let body = json!({"name": "alice", "password": "correct horse"});
    assert_eq!(two.post("sign-up", &body).await.0, 400);
    assert_eq!(two.post("sign-in", &body).await.0, 401);
    let (status, answer) = two.post("passkeys/sign-up/ask", &json!({"name": "admin"})).await;
    assert!(status == 400 && words(&answer).contains("reserved"), "{answer}");
}

#[tokio::test]
async fn passkeys_are_added_named_and_removed_but_not_the_last_way_in() {
    let data = tempfile::tempdir().expect("a folder");
    let server = club(data.path());
    let mut one = Browser::new(&server).await;
    let body = json!({"name": "Bob", "password": "correct horse"});
    assert_eq!(one.enter("sign-up", &body).await.0, 200);
    assert_eq!(one.own().await["password"], true);
    let (mut first, status, _) = one.add(" Key\u{202e} ").await;
    assert_eq!((status, one.names().await), (200, vec!["Key\u{fffd}".to_owned()]));
    // The same again is told, and no device is asked to make a second one for it.
    let asked = one.asked("add", &json!({})).await;
    assert_eq!(asked["excludeCredentials"][0]["id"], text(&first.id));
    let again = json!({"credential": first.made(&asked, &own_page())});
    let (status, answer) = one.post("passkeys/add", &again).await;
    assert!(status == 400 && words(&answer).contains("already"), "{answer}");
    let (_, status, _) = one.add("").await;
    assert_eq!((status, one.names().await.len()), (200, 2));
    let named = json!({"id": text(&first.id), "label": "Yubikey"});
    assert_eq!(one.post("passkeys/name", &named).await.0, 200);
    assert!(one.names().await.contains(&"Yubikey".to_owned()));
    let long = json!({"id": text(&first.id), "label": "x".repeat(41)});
    assert_eq!(one.post("passkeys/name", &long).await.0, 413);
    let removed = json!({"id": text(&first.id)});
    let mut elsewhere = Browser::new(&server).await;
    assert_eq!(elsewhere.sign_in(&mut first).await.0, 200);
    assert_eq!(one.post("passkeys/remove", &removed).await.0, 200);
    assert_eq!(elsewhere.own().await["error"], "Nobody is signed in here.");
    assert_eq!(one.post("passkeys/remove", &removed).await.0, 404);
    // What was removed opens nothing, and reads as one that never was.
    let (status, answer) = one.sign_in(&mut first).await;
    assert!(status == 401 && words(&answer).contains("removed"), "{answer}");
    // With a password the last one may go; without one it may not.
    let last = one.own().await["passkeys"][0]["id"].clone();
    assert_eq!(one.post("passkeys/remove", &json!({"id": last})).await.0, 200);
    let mut two = Browser::new(&server).await;
    let alice = two.sign_up("Alice").await;
    let only = json!({"id": text(&alice.id)});
    let (status, answer) = two.post("passkeys/remove", &only).await;
    assert!(status == 400 && words(&answer).contains("only way"), "{answer}");
    assert_eq!(one.post("passkeys/remove", &only).await.0, 404, "it is another's");
    assert_eq!(one.post("passkeys/name", &only).await.0, 404, "it is another's");
    assert_eq!(two.names().await, ["Phone"]);
}

#[tokio::test]
async fn passkeys_a_challenge_is_answered_once_and_by_who_was_asked() {
    let data = tempfile::tempdir().expect("a folder");
    let server = club(data.path());
    let mut one = Browser::new(&server).await;
    let mut key = one.sign_up("Alice").await;
    let mut two = Browser::new(&server).await;
    let guest = two.cookie.clone();
    let asked = two.asked("sign-in", &json!({})).await;
    let body = json!({"credential": key.sign(&asked, &own_page())});
    // Somebody else's browser, which has read all of it.
    let (status, answer) = one.post("passkeys/sign-in", &body).await;
    assert!(status == 400 && words(&answer).contains("did not put"), "{answer}");
    assert_eq!(two.enter("passkeys/sign-in", &body).await.0, 200);
    // The same again, by the same browser as it was.
    two.cookie = guest;
    let (status, answer) = two.post("passkeys/sign-in", &body).await;
    assert!(status == 400 && words(&answer).contains("answered before"), "{answer}");
    // A wrong answer uses it up, too.
    let asked = two.asked("sign-in", &json!({})).await;
    let right = json!({"credential": key.sign(&asked, &own_page())});
    let mut wrong = right.clone();
    wrong["credential"]["response"]["signature"] = json!("AAAA");
    assert_eq!(two.post("passkeys/sign-in", &wrong).await.0, 401);
    assert_eq!(two.post("passkeys/sign-in", &right).await.0, 400);
    // A challenge of one's own making, and one that was given for something else.
    let made = json!({"challenge": text(&[7; 56])});
    let body = json!({"credential": key.sign(&made, &own_page())});
    assert_eq!(two.post("passkeys/sign-in", &body).await.0, 400);
    let asked = one.asked("add", &json!({})).await;
    let body = json!({"credential": key.sign(&asked, &own_page())});
    assert_eq!(one.post("passkeys/sign-in", &body).await.0, 400);
    let asked = two.asked("sign-up", &json!({"name": "Bob"})).await;
    let (_, credential) = Key::make(&asked, &own_page());
    let body = json!({"name": "Carol", "credential": credential});
    assert_eq!(two.post("passkeys/sign-up", &body).await.0, 400, "it was for another name");
}

#[tokio::test]
async fn passkeys_of_other_sites_persons_and_keys_are_refused() {
    let data = tempfile::tempdir().expect("a folder");
    let server = club(data.path());
    let mut one = Browser::new(&server).await;
    let mut alice = one.sign_up("Alice").await;
    let mut bob = Browser::new(&server).await.sign_up("Bob").await;
    let two = Browser::new(&server).await;
    for (page, part) in [
        (Page::of("https://evil.example"), "origin"),
        (Page::of("http://club.example"), "origin"),
        (Page { framed: true, ..own_page() }, "origin"),
        (Page { kind: "webauthn.create", ..own_page() }, "type"),
    ] {
        let asked = two.asked("sign-in", &json!({})).await;
        let body = json!({"credential": alice.sign(&asked, &page)});
        let (status, answer) = two.post("passkeys/sign-in", &body).await;
        assert!(status == 400 && words(&answer).contains(part), "{answer}");
    }
    let mut refused = Vec::new();
    for fault in ["site", "signature", "data", "person", "nobody", "key", "unknown"] {
        let asked = two.asked("sign-in", &json!({})).await;
        let (own, user) = (alice.site.clone(), alice.user.clone());
        match fault {
            "site" => alice.site = "evil.example".to_owned(),
            "person" => alice.user.clone_from(&bob.user),
            "nobody" => alice.user.clear(),
            _ => {}
        }
        let mut credential = alice.sign(&asked, &own_page());
        (alice.site, alice.user) = (own, user);
        let response = &mut credential["response"];
        match fault {
            "signature" | "data" => {
                let field = if fault == "data" { "authenticatorData" } else { "signature" };
                let mut altered = bytes(&response[field]);
                let last = altered.len() - 1;
                altered[last] ^= 1;
                response[field] = json!(text(&altered));
            }
            // Bob's device signs, and says that it is Alice's.
            "key" => {
                response["signature"] =
                    bob.sign(&asked, &own_page())["response"]["signature"].clone();
            }
            "unknown" => credential["id"] = json!(text(&[9; 16])),
            _ => {}
        }
        refused.push(two.post("passkeys/sign-in", &json!({"credential": credential})).await);
    }
    assert!(refused.iter().all(|one| *one == refused[0] && one.0 == 401), "{refused:?}");
    // A key for another site is not kept, nor one that another page has had made.
    for (page, site) in
        [(own_page(), "evil.example"), (Page::of("https://evil.example"), "club.example")]
    {
        let asked = one.asked("add", &json!({})).await;
        let (mut key, _) = Key::make(&asked, &page);
        key.site = site.to_owned();
        let body = json!({"credential": key.made(&asked, &page)});
        let (status, answer) = one.post("passkeys/add", &body).await;
        assert!(status == 400 && words(&answer).contains("nother site"), "{answer}");
    }
    assert_eq!(one.names().await.len(), 1);
}

#[tokio::test]
async fn passkeys_a_counter_that_steps_back_is_told() {
    let data = tempfile::tempdir().expect("a folder");
    let server = club(data.path());
    let mut one = Browser::new(&server).await;
    let mut key = one.sign_up("Alice").await;
    key.counter = 7;
    assert_eq!(one.sign_in(&mut key).await.0, 200);
    // A copy of the device has signed less often.
    for counter in [7, 4] {
        key.counter = counter - 1;
        let (status, answer) = one.sign_in(&mut key).await;
        assert!(status == 401 && words(&answer).contains("a copy"), "{answer}");
    }
    key.counter = 8;
    assert_eq!(one.sign_in(&mut key).await.0, 200, "the device itself goes on");
    assert!(one.own().await["passkeys"][0]["copied"].is_i64());
}

#[tokio::test]
async fn passkeys_of_a_closed_account_open_nothing_and_tokens_manage_none() {
    let data = tempfile::tempdir().expect("a folder");
    let server = club(data.path());
    let mut one = Browser::new(&server).await;
    let mut key = one.sign_up("Alice").await;
    let token = server::tokens::create(data.path(), "Alice", false).expect("a token");
    let two = Browser::new(&server).await;
    let bearer = format!("Authorization: Bearer {token}\r\n");
    for (method, path) in [("GET", "passkeys"), ("POST", "passkeys/add/ask")] {
        assert_eq!(two.with(&bearer, method, path, "").await.0, 401, "{path}");
    }
    for origin in ["https://evil.example", "null", "http://club.example"] {
        let line = format!("Origin: {origin}\r\n");
        for path in
            ["sign-in/ask", "sign-in", "sign-up/ask", "sign-up", "add/ask", "add", "name", "remove"]
        {
            let (status, _, answer) =
                one.with(&line, "POST", &format!("passkeys/{path}"), "{}").await;
            assert_eq!(status, 401, "{origin} {path} {answer}");
        }
    }
    let line = "Sec-Fetch-Site: cross-site\r\n";
    assert_eq!(one.with(line, "GET", "passkeys", "").await.0, 403);
    let database = rusqlite::Connection::open(data.path().join("tesuji.db")).expect("opens");
    database.execute("UPDATE accounts SET closed = 1", []).expect("closes");
    let (status, answer) = one.sign_in(&mut key).await;
    assert!(status == 401 && words(&answer).contains("closed"), "{answer}");
}

#[tokio::test]
async fn passkeys_too_many_challenges_and_bad_requests_are_refused() {
    let data = tempfile::tempdir().expect("a folder");
    let server = club(data.path());
    let one = Browser::new(&server).await;
    for (path, body, place) in [
        ("sign-up/ask", json!({}), "name"),
        ("sign-in", json!({}), "credential"),
        ("sign-in", json!({"credential": {"id": 1}}), "credential.id"),
        ("add", json!([]), "`"),
    ] {
        let (status, answer) = one.post(&format!("passkeys/{path}"), &body).await;
        assert!(status == 400 && words(&answer).contains(place), "{path}: {answer}");
    }
    let endless = json!({"name": "x".repeat(20_000)});
    assert_eq!(one.post("passkeys/sign-up/ask", &endless).await.0, 413);
    assert_eq!(one.post("passkeys/add/ask", &json!({})).await.0, 401, "nobody is signed in");
    let mut asked = 0;
    let (status, answer) = loop {
        let (status, answer) = one.post("passkeys/sign-in/ask", &json!({})).await;
        if status != 200 {
            break (status, answer);
        }
        asked += 1;
        assert!(asked < 100, "there is a limit");
    };
    assert!(status == 429 && asked >= 30 && words(&answer).contains("wait"), "{asked} {answer}");
}

#[tokio::test]
async fn passkeys_are_in_a_backup_and_outlive_a_restart() {
    let data = tempfile::tempdir().expect("a folder");
    let (club_folder, copy) = (data.path().join("club"), data.path().join("copy"));
    let server = club(&club_folder);
    let mut key = Browser::new(&server).await.sign_up("Alice").await;
    server::backup::write(&club_folder, &copy).expect("writes");
    server.stop();
    std::fs::remove_dir_all(&club_folder).expect("is lost");
    server::backup::restore(&club_folder, &copy).expect("restores");
    let server = club(&club_folder);
    let mut one = Browser::new(&server).await;
    assert_eq!(one.sign_in(&mut key).await.0, 200);
    assert_eq!(one.names().await, ["Phone"]);
}

#[tokio::test]
async fn passkeys_want_a_club_with_a_name() {
    let data = tempfile::tempdir().expect("a folder");
    let server = crate::common::club(data.path());
    let (status, answer) =
        crate::common::post(server.address, "/club/passkeys/sign-in/ask", "", "{}").await;
    assert!(status == 400 && answer.contains("--public"), "{answer}");
}

#[tokio::test]
async fn passkeys_are_asked_for_without_a_cookie_too() {
    let data = tempfile::tempdir().expect("a folder");
    let server = club(data.path());
    let mut one = Browser::new(&server).await;
    let mut key = one.sign_up("Alice").await;
    let mut two = Browser { server: &server, cookie: String::new() };
    let (status, head, answer) = two.with("", "POST", "passkeys/sign-in/ask", "{}").await;
    assert_eq!(status, 200, "{answer}");
    two.cookie = cookie_of(&head);
    let body = json!({"credential": key.sign(&answer["publicKey"], &own_page())});
    assert_eq!(two.enter("passkeys/sign-in", &body).await.0, 200);
}
