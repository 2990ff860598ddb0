//! The description of the interface for programs, and what the server answers.

use std::collections::BTreeSet;

use crate::common::club;
use crate::common::database::beside;
use crate::common::program::{Program, request};
use serde_json::{Value, json};

/// Checks a value against a schema: its type, the fields it must have, and what each of them is.
fn check(description: &Value, schema: &Value, value: &Value, place: &str) {
    if let Some(name) = schema["$ref"].as_str() {
        let pointer = name.trim_start_matches('#');
        let schema = description.pointer(pointer).unwrap_or_else(|| panic!("{name}"));
        return check(description, schema, value, place);
    }
    if let Some(kinds) = schema["oneOf"].as_array() {
        let named = |kind: &&Value| {
            let pointer = kind["$ref"].as_str().expect("a name").trim_start_matches('#');
            let types =
                &description.pointer(pointer).expect("a schema")["properties"]["type"]["enum"];
            types.as_array().is_some_and(|types| types.contains(&value["type"]))
        };
        let kind = kinds.iter().find(named).unwrap_or_else(|| panic!("{place}: {value}"));
        return check(description, kind, value, place);
    }
    let is = |kind: &str| match kind {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "boolean" => value.is_boolean(),
        "null" => value.is_null(),
        other => panic!("{place}: {other}"),
    };
    let fits = match &schema["type"] {
        Value::String(kind) => is(kind),
        Value::Array(kinds) => kinds.iter().any(|kind| is(kind.as_str().expect("a type"))),
        _ => true,
    };
    assert!(fits, "{place} is no {}: {value}", schema["type"]);
    if let Some(values) = schema["enum"].as_array() {
        assert!(values.contains(value), "{place}: {value} is none of {values:?}");
    }
    if let Some(fields) = value.as_object() {
        for name in schema["required"].as_array().into_iter().flatten() {
            let name = name.as_str().expect("a name");
            assert!(fields.contains_key(name), "{place} has no {name}: {value}");
        }
        let known = schema["properties"].as_object();
        for (name, value) in fields {
            match known.and_then(|known| known.get(name)) {
                Some(schema) => check(description, schema, value, &format!("{place}.{name}")),
                None => assert!(known.is_none(), "{place}: {name} is not described"),
            }
        }
    }
    for (index, value) in value.as_array().into_iter().flatten().enumerate() {
        check(description, &schema["items"], value, &format!("{place}[{index}]"));
    }
}

/// The calls of a test, and the description that each is held to.
struct Calls {
    description: Value,
    made: BTreeSet<(String, String, String)>,
}

impl Calls {
    /// Makes a call: the path as it is described, and as it is asked for.
    async fn call(
        &mut self,
        by: &Program,
        method: &str,
        described: &str,
        path: &str,
        body: &str,
    ) -> Value {
        let operation = &self.description["paths"][described][method.to_lowercase()];
        assert!(operation.is_object(), "{method} {described}");
        let is_stream = described.contains("/stream/");
        let is_seek = ["/api/board/seek", "/api/board/pool"].contains(&described);
        let (status, value, kind) = if is_seek {
            match by.post_stream(path, body).await {
                Ok(mut lines) => (200, lines.next().await, "application/x-ndjson"),
                Err(status) => (status, by.patient(method, path, body).await.1, "application/json"),
            }
        } else if is_stream {
            match by.stream(path).await {
                Ok(mut lines) => (200, lines.next().await, "application/x-ndjson"),
                Err(status) => (status, by.patient(method, path, body).await.1, "application/json"),
            }
        } else {
            let (status, value) = by.patient(method, path, body).await;
            let lines = described.ends_with("/results") && status == 200;
            (status, value, if lines { "application/x-ndjson" } else { "application/json" })
        };
        let response = &operation["responses"][status.to_string()];
        assert!(response.is_object(), "{method} {path}: {status} is not described: {value}");
        check(&self.description, &response["content"][kind]["schema"], &value, described);
        self.made.insert((method.to_owned(), described.to_owned(), status.to_string()));
        value
    }
}

/// Claims games against one who has no stream open: once they have been gone for as long as a minute's clock wants.
async fn claim_all(calls: &mut Calls, [one, other, nobody]: [&Program; 3], gone: &str) {
    let (mut claims, mut there) = (Vec::new(), Vec::new());
    for way in ["bot", "board"] {
        for what in ["claim-victory", "claim-draw"] {
            let described = format!("/api/{way}/game/{{id}}/{what}");
            let made = one.post("/api/challenge/other", "color=white&clock.limit=60").await;
            let id = made["id"].as_str().expect("an id").to_owned();
            other.post(&format!("/api/challenge/{id}/accept"), "").await;
            // Who claims is there, and has moved.
            let stream = one.stream(&format!("/api/bot/game/stream/{id}")).await;
            there.push(stream.expect("a stream"));
            one.post(&format!("/api/bot/game/{id}/move/e2e4"), "").await;
            other.post(&format!("/api/bot/game/{id}/move/e7e5"), "").await;
            one.post(&format!("/api/bot/game/{id}/move/g1f3"), "").await;
            let path = described.replace("{id}", &id);
            calls.call(one, "POST", &described, &path, "").await;
            calls.call(one, "POST", &described, &described.replace("{id}", gone), "").await;
            calls.call(nobody, "POST", &described, &path, "").await;
            claims.push((described, path));
        }
    }
    tokio::time::sleep(std::time::Duration::from_millis(10_200)).await;
    for (described, path) in claims {
        calls.call(one, "POST", &described, &path, "").await;
    }
}

#[tokio::test]
async fn api_the_description_is_true() {
    let data = tempfile::tempdir().expect("a folder");
    let server = club(data.path());
    let bot = |name: &str| Program::new(server.address, data.path(), name);
    let (one, other) = (bot("One"), bot("Other"));
    // A person's account, for the one call that is refused to it.
    let body = r#"{"name":"Person","password":"correct horse"}"#;
    let header = format!("Host: {}\r\n", server.address);
    let made = request(server.address, "POST", "/club/sign-up", &header, body).await;
    assert_eq!(made.0, 200, "{}", made.2);
    let token = beside(data.path(), |source| server::tokens::create(source, "Person", false));
    let token = token.expect("a token");
    let person = Program { token, ..one.clone() };
    let nobody = Program { token: "tesuji_0_0".to_owned(), ..one.clone() };
    let gone = "0000000000000000";
    let description = one.get("/api/openapi.json").await;
    assert!(description["info"]["version"].as_str().is_some_and(|it| it.starts_with("1.")));
    let mut calls = Calls { description, made: BTreeSet::new() };
    for path in [
        "/api/openapi.json",
        "/api/variants",
        "/api/account",
        "/api/account/playing",
        "/api/challenge",
    ] {
        calls.call(&one, "GET", path, path, "").await;
    }
    calls.call(&one, "POST", "/api/bot/account/upgrade", "/api/bot/account/upgrade", "").await;
    calls.call(&person, "POST", "/api/bot/account/upgrade", "/api/bot/account/upgrade", "").await;
    let user = "/api/user/{name}";
    calls.call(&one, "GET", user, "/api/user/OTHER", "").await;
    calls.call(&one, "GET", user, "/api/user/nobody", "").await;
    // A seek, which is there until its stream ends; a rated game of it, and what came of it.
    let (seek, seeks) = ("/api/board/seek", "/api/board/seeks");
    let accept = "/api/board/seek/{id}/accept";
    calls.call(&one, "POST", seek, seek, "time=3&rated=true").await;
    calls.call(&one, "POST", seek, seek, "time=x").await;
    calls.call(&nobody, "POST", seek, seek, "time=3").await;
    let mut open = one.post_stream(seek, "time=3&rated=true&color=white").await.expect("a stream");
    let id = open.next().await["id"].as_str().expect("an id").to_owned();
    calls.call(&other, "GET", seeks, seeks, "").await;
    calls.call(&nobody, "GET", seeks, seeks, "").await;
    let (pool, pools) = ("/api/board/pool", "/api/board/pools");
    for (by, body) in [(&one, "time=3&increment=2"), (&one, "time=4"), (&nobody, "time=3")] {
        calls.call(by, "POST", pool, pool, body).await;
    }
    let _waits = one.post_stream(pool, "time=3&increment=2").await.expect("a stream");
    for by in [&one, &nobody] {
        calls.call(by, "GET", pools, pools, "").await;
    }
    // One for a game by correspondence, which stands without a stream.
    let cancel = "/api/board/seek/{id}/cancel";
    let by_days = one.post(seek, "days=3").await["id"].as_str().expect("an id").to_owned();
    let path = cancel.replace("{id}", &by_days);
    for by in [&nobody, &one, &one] {
        calls.call(by, "POST", cancel, &path, "").await;
    }
    let path = accept.replace("{id}", &id);
    calls.call(&one, "POST", accept, &path, "").await;
    calls.call(&nobody, "POST", accept, &path, "").await;
    calls.call(&other, "POST", accept, &path, "").await;
    calls.call(&other, "POST", accept, &path, "").await;
    one.post(&format!("/api/bot/game/{id}/move/e2e4"), "").await;
    other.post(&format!("/api/bot/game/{id}/move/e7e5"), "").await;
    one.post(&format!("/api/bot/game/{id}/resign"), "").await;
    let stream = "/api/bot/game/stream/{id}";
    calls.call(&one, "GET", stream, &stream.replace("{id}", &id), "").await;
    calls.call(&one, "GET", "/api/account", "/api/account", "").await;
    let history = "/api/user/{name}/rating-history";
    for (by, path) in [
        (&one, "/api/user/other/rating-history"),
        (&one, "/api/user/nobody/rating-history"),
        (&nobody, "/api/user/other/rating-history"),
    ] {
        calls.call(by, "GET", history, path, "").await;
    }
    for (by, path) in [
        (&one, "/api/player/top/10/blitz"),
        (&one, "/api/player/top/10/blitz?of=programs"),
        (&one, "/api/player/top/10/blitz?of=cats"),
        (&one, "/api/player/top/0/blitz"),
        (&nobody, "/api/player/top/10/blitz"),
    ] {
        let told = calls.call(by, "GET", "/api/player/top/{n}/{perf}", path, "").await;
        assert!(told["users"].is_null() || told["users"][0]["username"] == "Other", "{told}");
    }
    let (users, many) = ("/api/users", (0..101).map(|n| format!("n{n},")).collect::<String>());
    let told = calls.call(&one, "POST", users, users, "ONE, nobody ,other").await;
    assert_eq!(told.as_array().map(Vec::len), Some(2));
    calls.call(&one, "POST", users, users, &many).await;
    calls.call(&nobody, "POST", users, users, "one").await;
    // Tournaments: one is joined and begun, and cancelled.
    let (all, one_of) = ("/api/tournament", "/api/tournament/{id}");
    let swiss = "name=Swiss&kind=swiss&rounds=2&clockTime=3&minRating=1000";
    for (by, body) in [(&one, "name=x"), (&nobody, swiss), (&one, swiss)] {
        calls.call(by, "POST", all, all, body).await;
    }
    let made = calls.call(&one, "POST", all, all, "name=Arena&minutes=9&clockTime=3").await;
    let ladder = "name=Ladder&kind=ladder&days=30&clockTime=3&waitMinutes=0";
    let of_days = calls.call(&other, "POST", all, all, ladder).await;
    assert_eq!((&of_days["kind"], &of_days["days"]), (&json!("ladder"), &json!(30)));
    let of_days = format!("/api/tournament/{}", of_days["id"].as_str().expect("an id"));
    calls.call(&other, "POST", &format!("{one_of}/join"), &format!("{of_days}/join"), "").await;
    let joined = calls.call(&other, "GET", one_of, &of_days, "").await;
    assert_eq!(joined["standing"][0]["moved"], 0, "{joined}");
    let id = made["id"].as_str().expect("an id").to_owned();
    let way = |what: &str| (format!("{one_of}/{what}"), format!("/api/tournament/{id}/{what}"));
    let private = "name=Team&minutes=9&clockTime=3&invited=other";
    let team = calls.call(&one, "POST", all, all, private).await;
    let (invite, path) =
        (way("invite").0, format!("{all}/{}", team["id"].as_str().expect("an id")));
    calls.call(&other, "GET", one_of, &path, "").await;
    for (by, path, body) in [
        (&one, &*path, "invited=other"),
        (&one, &*path, "invited=nobody"),
        (&other, &*path, "invited=one"),
        (&one, "/api/tournament/nosuch", "invited=other"),
        (&nobody, &*path, "invited=other"),
    ] {
        calls.call(by, "POST", &invite, &format!("{path}/invite"), body).await;
    }
    calls.call(&one, "GET", all, all, "").await;
    calls.call(&one, "POST", &way("terminate").0, &format!("{path}/terminate"), "").await;
    let has_players = |what: &str| ["start", "pause"].contains(&what);
    for (what, by, other_by) in [
        ("join", &one, &nobody),
        ("start", &one, &other),
        ("pause", &one, &other),
        ("withdraw", &one, &other),
        ("terminate", &one, &other),
        ("join", &one, &other),
    ] {
        let (described, path) = way(what);
        calls.call(by, "POST", &described, &path, "").await;
        calls.call(other_by, "POST", &described, &path, "").await;
        calls.call(&nobody, "POST", &described, &path, "").await;
        let none = path.replace(&id, gone);
        calls.call(by, "POST", &described, &none, "").await;
        for (by, path) in [(&one, &id[..]), (&nobody, &id[..]), (&one, gone)] {
            let path = one_of.replace("{id}", path);
            calls.call(by, "GET", one_of, &path, "").await;
            // Once nobody plays in it any more there is no line.
            if has_players(what) {
                let results = format!("{path}/results");
                calls.call(by, "GET", &way("results").0, &results, "").await;
            }
        }
        calls.call(&one, "GET", all, all, "").await;
    }
    calls.call(&nobody, "GET", all, all, "").await;
    let (described, path) = way("results");
    calls.call(&one, "GET", &described, &format!("{path}?nb=x"), "").await;
    // The house engine, with a clock.
    let engine = "/api/challenge/ai";
    let body = "level=1&color=white&clock.limit=60&clock.increment=1";
    let begun = calls.call(&one, "POST", engine, engine, body).await;
    let against_engine = begun["id"].as_str().expect("an id").to_owned();
    calls.call(&one, "POST", engine, engine, "level=0").await;
    // Another program.
    let new = "/api/challenge/{id}";
    calls.call(&one, "POST", new, "/api/challenge/other", "rated=true").await;
    calls.call(&one, "POST", new, "/api/challenge/nobody", "").await;
    let mut id = String::new();
    for (by, way) in [(&other, "decline"), (&one, "cancel"), (&other, "accept"), (&other, "accept")]
    {
        let told =
            calls.call(&one, "POST", new, "/api/challenge/other", "color=white&private=true").await;
        id = told["id"].as_str().expect("an id").to_owned();
        calls.call(&other, "GET", "/api/challenge", "/api/challenge", "").await;
        calls.call(&other, "GET", "/api/stream/event", "/api/stream/event", "").await;
        let described = format!("/api/challenge/{{id}}/{way}");
        calls.call(by, "POST", &described, &format!("/api/challenge/{id}/{way}"), "").await;
        calls.call(by, "POST", &described, &format!("/api/challenge/{gone}/{way}"), "").await;
        calls.call(&nobody, "POST", &described, &format!("/api/challenge/{id}/{way}"), "").await;
    }
    for way in ["bot", "board"] {
        let stream = format!("/api/{way}/game/stream/{{id}}");
        for id in [&id, &against_engine, gone] {
            calls.call(&one, "GET", &stream, &stream.replace("{id}", id), "").await;
        }
        calls.call(&nobody, "GET", &stream, &stream.replace("{id}", &id), "").await;
        let path = stream.replace("{id}", &id);
        let full = calls.call(&one, "GET", &stream, &path, "").await;
        let (event, epoch) = (&full["event"], full["epoch"].as_str().expect("an epoch"));
        for asked in ["?since=x".to_owned(), format!("?since={event}&epoch={epoch}")] {
            calls.call(&one, "GET", &stream, &format!("{path}{asked}"), "").await;
        }
        let (begin, ours) = ("/api/challenge/other", "color=white");
        let id = one.post(begin, ours).await["id"].as_str().expect("an id").to_owned();
        other.post(&format!("/api/challenge/{id}/accept"), "").await;
        let last = [("abort", 400), ("resign", 200), ("resign", 400)];
        let turn = format!("/api/{way}/game/{{id}}/move/{{move}}");
        let played =
            |id: &str, turn_text: &str| turn.replace("{id}", id).replace("{move}", turn_text);
        for (by, path) in [
            (&one, played(&id, "e2e4")),
            (&one, played(&id, "e2e5")),
            (&other, played(&id, "e7e5")),
            (&one, played(gone, "e2e4")),
            (&nobody, played(&id, "e2e4")),
        ] {
            calls.call(by, "POST", &turn, &path, "").await;
        }
        let legal = format!("/api/{way}/game/{{id}}/legal");
        for (by, id) in [(&one, &*id), (&one, gone), (&nobody, &*id)] {
            calls.call(by, "GET", &legal, &legal.replace("{id}", id), "").await;
        }
        let chat = format!("/api/{way}/game/{{id}}/chat");
        for (by, id, body) in [
            (&one, &*id, "room=player&text=Good+luck"),
            (&other, &*id, "room=kitchen&text=Hello"),
            (&one, gone, "room=player&text=Hello"),
            (&nobody, &*id, "room=player&text=Hello"),
        ] {
            let path = chat.replace("{id}", id);
            calls.call(by, "POST", &chat, &path, body).await;
            calls.call(by, "GET", &chat, &path, "").await;
        }
        for offer in ["draw", "takeback"] {
            let described = format!("/api/{way}/game/{{id}}/{offer}/{{accept}}");
            for (by, id, accept) in [
                (&one, &*id, "yes"),
                (&one, &*id, "perhaps"),
                (&one, gone, "yes"),
                (&nobody, &*id, "yes"),
            ] {
                let path = described.replace("{id}", id).replace("{accept}", accept);
                calls.call(by, "POST", &described, &path, "").await;
            }
        }
        for (what, status) in last {
            let described = format!("/api/{way}/game/{{id}}/{what}");
            calls.call(&one, "POST", &described, &described.replace("{id}", &id), "").await;
            calls.call(&one, "POST", &described, &described.replace("{id}", gone), "").await;
            calls.call(&nobody, "POST", &described, &described.replace("{id}", &id), "").await;
            assert!(calls.made.contains(&("POST".to_owned(), described, status.to_string())));
        }
        let begun = one.post("/api/challenge/ai", "level=1&color=white").await;
        let described = format!("/api/{way}/game/{{id}}/abort");
        let path = described.replace("{id}", begun["id"].as_str().expect("an id"));
        calls.call(&one, "POST", &described, &path, "").await;
        // The game that is over says so.
        calls.call(&one, "GET", &stream, &stream.replace("{id}", &id), "").await;
    }
    calls.call(&one, "GET", "/api/account/playing", "/api/account/playing", "").await;
    for (by, id) in [(&one, &*id), (&one, gone), (&nobody, gone)] {
        let path = format!("/game/export/{id}");
        // Who has called as often as here waits a second.
        tokio::time::sleep(std::time::Duration::from_secs(1)).await;
        let (status, header, text) = by.ask_with(&path, "Accept: application/json\r\n").await;
        let value: Value = serde_json::from_str(&text).unwrap_or_else(|_| panic!("{header}{text}"));
        let responses = &calls.description["paths"]["/game/export/{id}"]["get"]["responses"];
        let schema = &responses[status.to_string()]["content"]["application/json"]["schema"];
        check(&calls.description, schema, &value, &path);
        calls.made.insert(("GET".to_owned(), "/game/export/{id}".to_owned(), status.to_string()));
    }
    let games = "/api/games/user/{name}";
    let (status, _, text) =
        one.ask_with("/api/games/user/one", "Accept: application/x-ndjson\r\n").await;
    let schema = json!({"$ref": "#/components/schemas/ExportedGame"});
    assert!(status == 200 && text.lines().count() > 3, "{text}");
    for line in text.lines() {
        check(&calls.description, &schema, &serde_json::from_str(line).expect("JSON"), games);
    }
    calls.made.insert(("GET".to_owned(), games.to_owned(), "200".to_owned()));
    calls.call(&one, "GET", games, "/api/games/user/other", "").await;
    let events = "/api/stream/event";
    for asked in ["?since=x", "?since=0"] {
        calls.call(&one, "GET", events, &format!("{events}{asked}"), "").await;
    }
    let archive = "/api/archive";
    for asked in ["", "?game=onitama&rated=false&max=5", "?max=0", "?player=nobody"] {
        calls.call(&one, "GET", archive, &format!("{archive}{asked}"), "").await;
    }
    claim_all(&mut calls, [&one, &other, &nobody], gone).await;
    // Without a token.
    for (method, path) in [
        ("GET", "/api/account"),
        ("GET", "/api/account/playing"),
        ("POST", "/api/bot/account/upgrade"),
        ("GET", "/api/challenge"),
        ("POST", "/api/challenge/ai"),
        ("GET", "/api/stream/event"),
    ] {
        calls.call(&nobody, method, path, path, "").await;
    }
    calls.call(&nobody, "GET", user, "/api/user/one", "").await;
    calls.call(&nobody, "POST", new, "/api/challenge/one", "").await;
    calls.call(&nobody, "GET", games, "/api/games/user/one", "").await;
    let mut described = BTreeSet::new();
    for (path, operations) in calls.description["paths"].as_object().expect("paths") {
        for (method, operation) in operations.as_object().expect("operations") {
            for status in operation["responses"].as_object().expect("responses").keys() {
                if status != "default" {
                    described.insert((method.to_uppercase(), path.clone(), status.clone()));
                }
            }
        }
    }
    assert_eq!(described, calls.made);
}
