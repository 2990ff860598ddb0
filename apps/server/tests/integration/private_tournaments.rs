//! Tournaments by invitation: who sees them and their games, and who does not.

use serde_json::{Value, json};

use crate::common::database::beside;
use crate::common::program::Program;
use crate::common::{Client, Running, club, get, person};

/// The page of a program.
async fn page_of(server: &Running, of: &Program) -> Client {
    let header = format!("Authorization: Bearer {}\r\n", of.token);
    server.member(&header).await.expect("connects").0
}

async fn list(page: &mut Client) -> Vec<Value> {
    page.send(json!({"type": "tournaments"})).await;
    page.next_of("tournaments").await["tournaments"].as_array().expect("a list").clone()
}

/// The games on the page of the member One, as that client sees it.
async fn games_of_one(page: &mut Client) -> Vec<Value> {
    page.send(json!({"type": "player", "name": "One"})).await;
    let told = page.next_of("player").await["games"].clone();
    told.as_array().expect("games").iter().map(|game| game["id"].clone()).collect()
}

/// A message is refused as it is for an address where there is nothing.
async fn refused_alike(page: &mut Client, message: &Value, id: &str) {
    let mut errors = Vec::new();
    for id in [id, "nosuch"] {
        let mut message = message.clone();
        message["id"] = json!(id);
        page.send(message).await;
        let error = page.error().await;
        errors.push(json!([error["code"], error["message"], error["place"]]));
    }
    assert_eq!(errors[0], errors[1], "{message}");
    assert_eq!(errors[0][0], "not_found", "{message}");
}

/// A request is answered as it is for an address where there is nothing.
async fn answered_alike(by: &Program, method: &str, path: &str, id: &str, body: &str) {
    let known = by.patient(method, &path.replace("ID", id), body).await;
    let unknown = by.patient(method, &path.replace("ID", "nosuch"), body).await;
    assert_eq!(known, unknown, "{method} {path}");
    assert_eq!(known.0, 404, "{method} {path}");
}

/// A private arena by One, to which Two is invited and both have come; the first game, and its first move.
async fn private_arena(one: &Program, two: &Program) -> (String, String) {
    let body = "name=Team&clockTime=3&minutes=60&waitMinutes=0&rated=false&invited=two";
    let made = one.post("/api/tournament", body).await;
    assert_eq!(made["private"], true);
    assert_eq!(made["invited"].as_array().map(Vec::len), Some(1), "{made}");
    assert_eq!(made["invited"][0]["name"], "Two");
    let id = made["id"].as_str().expect("an id").to_owned();
    let mut events = one.stream("/api/stream/event").await.expect("a stream");
    let mut others = two.stream("/api/stream/event").await.expect("a stream");
    for program in [one, two] {
        program.post(&format!("/api/tournament/{id}/join"), "").await;
    }
    let begun = events.next_of("gameStart").await;
    others.next_of("gameStart").await;
    let game = begun["game"]["id"].as_str().expect("an id").to_owned();
    let white = if begun["game"]["color"] == "white" { one } else { two };
    white.post(&format!("/api/bot/game/{game}/move/e2e4"), "").await;
    (id, game)
}

#[tokio::test]
async fn contests_by_invitation_are_not_there_for_strangers() {
    let data = tempfile::tempdir().expect("a folder");
    let server = club(data.path());
    let [one, two, stranger] =
        ["One", "Two", "Stranger"].map(|name| Program::new(server.address, data.path(), name));
    let (id, game) = private_arena(&one, &two).await;
    let (mut guest, _) = server.member(&server.guest().await).await.expect("connects");
    let mut page = page_of(&server, &stranger).await;
    for page in [&mut guest, &mut page] {
        assert_eq!(list(page).await, Vec::<Value>::new());
        for action in ["watch", "join", "pause", "withdraw", "start", "cancel"] {
            let act = json!({"type": "tournament_act", "action": action});
            refused_alike(page, &act, &id).await;
        }
        refused_alike(page, &json!({"type": "tournament_invite", "names": ["One"]}), &id).await;
        refused_alike(page, &json!({"type": "watch"}), &game).await;
        page.send(json!({"type": "live"})).await;
        assert_eq!(page.next_of("live").await["total"], 0);
        assert_eq!(games_of_one(page).await, Vec::<Value>::new());
    }
    for (method, path) in [
        ("GET", "/api/tournament/ID"),
        ("GET", "/api/tournament/ID/results"),
        ("POST", "/api/tournament/ID/join"),
        ("POST", "/api/tournament/ID/pause"),
        ("POST", "/api/tournament/ID/withdraw"),
        ("POST", "/api/tournament/ID/start"),
        ("POST", "/api/tournament/ID/terminate"),
    ] {
        answered_alike(&stranger, method, path, &id, "").await;
    }
    answered_alike(&stranger, "POST", "/api/tournament/ID/invite", &id, "invited=one").await;
    let all = stranger.get("/api/tournament").await;
    assert_eq!(all, json!({"created": [], "started": [], "finished": []}));
    for over in [false, true] {
        if over {
            one.post(&format!("/api/bot/game/{game}/resign"), "").await;
        }
        for path in ["/game/export/ID", "/api/bot/game/stream/ID", "/api/bot/game/ID/chat"] {
            answered_alike(&stranger, "GET", path, &game, "").await;
        }
        let say = "room=spectator&text=Hello";
        answered_alike(&stranger, "POST", "/api/bot/game/ID/chat", &game, say).await;
        let host = server.address.to_string();
        let text = get(server.address, &format!("/game/export/{game}"), &host).await;
        assert!(text.starts_with("HTTP/1.1 404"), "{text}");
        let archive = get(server.address, &format!("/api/archive?tournament={id}"), &host).await;
        assert!(archive.starts_with("HTTP/1.1 200") && !archive.contains(&game), "{archive}");
    }
    // Over, it is no more to be seen than before.
    one.post(&format!("/api/tournament/{id}/terminate"), "").await;
    answered_alike(&stranger, "GET", "/api/tournament/ID", &id, "").await;
    assert_eq!(list(&mut page).await, Vec::<Value>::new());
    assert_eq!(one.get("/api/tournament").await["finished"][0]["private"], true);
}

#[tokio::test]
async fn contests_by_invitation_are_seen_and_played_by_who_is_invited() {
    let data = tempfile::tempdir().expect("a folder");
    let server = club(data.path());
    let [one, two, three] =
        ["One", "Two", "Three"].map(|name| Program::new(server.address, data.path(), name));
    let (id, game) = private_arena(&one, &two).await;
    let mut page = page_of(&server, &three).await;
    page.send(json!({"type": "watch", "id": game})).await;
    assert_eq!(page.error().await["code"], "not_found");
    page.send(json!({"type": "tournaments"})).await;
    assert_eq!(page.next_of("tournaments").await["tournaments"], json!([]));
    // Who is invited while it is under way sees it at once, and the game that was live before.
    let mut events = three.stream("/api/stream/event").await.expect("a stream");
    page.send(json!({"type": "lobby"})).await;
    assert_eq!(page.next_of("lobby_own").await["invited"], Value::Null);
    one.post(&format!("/api/tournament/{id}/invite"), "invited=THREE, two one").await;
    let event = events.next_of("tournamentInvited").await;
    let tournament = &event["tournament"];
    assert_eq!((&tournament["id"], &tournament["fullName"]), (&json!(id), &json!("Team")));
    let told = page.next_of("tournaments").await;
    assert_eq!(
        (&told["tournaments"][0]["id"], &told["tournaments"][0]["private"]),
        (&json!(id), &json!(true))
    );
    page.send(json!({"type": "tournament_act", "id": id, "action": "watch"})).await;
    let shown = page.next_of("tournament").await;
    let invited = json!([{"name": "Two", "kind": "bot"}, {"name": "Three", "kind": "bot"}]);
    assert_eq!((&shown["invited"], &shown["boards"][0]["id"]), (&invited, &json!(game)));
    page.send(json!({"type": "watch", "id": game})).await;
    assert_eq!(page.game_at(1).await["seats"]["private"], true);
    assert_eq!(games_of_one(&mut page).await, [json!(game)]);
    let mut stream = three.stream(&format!("/api/bot/game/stream/{game}")).await.expect("a stream");
    assert_eq!(stream.next().await["tournamentId"], json!(id));
    let say = "room=spectator&text=Hello";
    three.post(&format!("/api/bot/game/{game}/chat"), say).await;
    assert_eq!(three.get(&format!("/game/export/{game}")).await, Value::Null);
    // It plays in it, too; and who may invite is its creator alone.
    three.post(&format!("/api/tournament/{id}/join"), "").await;
    assert_eq!(three.get(&format!("/api/tournament/{id}")).await["nbPlayers"], 3);
    assert_eq!(three.get("/api/tournament").await["started"][0]["id"], json!(id));
    let invite = format!("/api/tournament/{id}/invite");
    assert_eq!(three.refused("POST", &invite, "invited=one").await, 400);
    // A moderator sees it and its games, and does not play in it.
    let mut mia = person(&server, "Mia").await;
    assert_eq!(list(&mut mia).await, Vec::<Value>::new());
    beside(data.path(), |source| server::accounts::set_moderator(source, "Mia", true))
        .expect("a moderator");
    assert_eq!(list(&mut mia).await.len(), 1);
    mia.send(json!({"type": "watch", "id": game})).await;
    mia.game_at(1).await;
    mia.send(json!({"type": "tournament_act", "id": id, "action": "join"})).await;
    let error = mia.error().await;
    assert!(error["message"].as_str().is_some_and(|it| it.contains("invitation")), "{error}");
}

#[tokio::test]
async fn contests_by_invitation_outlive_a_restart() {
    let data = tempfile::tempdir().expect("a folder");
    let server = club(data.path());
    let [one, two, stranger] =
        ["One", "Two", "Stranger"].map(|name| Program::new(server.address, data.path(), name));
    let body = json!({"name": "Team", "clockTime": 3, "minutes": 60, "invited": ["Two"]});
    let made = one.post("/api/tournament", &body.to_string()).await;
    let id = made["id"].as_str().expect("an id").to_owned();
    server.stop();
    let server = club(data.path());
    let [one, two, stranger] =
        [one, two, stranger].map(|it| Program { address: server.address, ..it });
    let path = format!("/api/tournament/{id}");
    assert_eq!(two.get(&path).await["invited"][0]["name"], "Two");
    answered_alike(&stranger, "GET", "/api/tournament/ID", &id, "").await;
    one.post(&format!("{path}/terminate"), "").await;
    server.stop();
    let server = club(data.path());
    let [two, stranger] = [two, stranger].map(|it| Program { address: server.address, ..it });
    assert_eq!(two.get("/api/tournament").await["finished"][0]["id"], json!(id));
    assert_eq!(stranger.get("/api/tournament").await["finished"], json!([]));
}

#[tokio::test]
async fn contests_by_invitation_name_members_that_there_are() {
    let data = tempfile::tempdir().expect("a folder");
    let server = club(data.path());
    let [one, two] = ["One", "Two"].map(|name| Program::new(server.address, data.path(), name));
    let good = "name=Team&clockTime=3&minutes=60";
    let many = (0..101).map(|number| format!("m{number},")).collect::<String>();
    for (names, words) in
        [("two,Nobody7", "`Nobody7`"), ("Guest,two", "`Guest`"), (many.as_str(), "At most 100")]
    {
        let (status, told) =
            one.patient("POST", "/api/tournament", &format!("{good}&invited={names}")).await;
        assert_eq!(status, 400, "{told}");
        assert!(told["error"].as_str().is_some_and(|it| it.contains(words)), "{told}");
    }
    let mut page = page_of(&server, &one).await;
    let terms = json!({"type": "tournament_create", "name": "Team", "game": "chess",
        "clock": {"initial": 60_000, "increment": 0}, "kind": "arena", "minutes": 9,
        "invited": ["two", "nobody"]});
    page.send(terms).await;
    let error = page.error().await;
    assert_eq!((&error["place"], &error["code"]), (&json!("invited"), &json!("bad_message")));
    // Nobody is invited by one whom they have blocked.
    let mut other = page_of(&server, &two).await;
    other.send(json!({"type": "block", "name": "One", "on": true})).await;
    other.next_of("blocked").await;
    page.send(json!({"type": "tournament_create", "name": "Team", "game": "chess",
        "clock": {"initial": 60_000, "increment": 0}, "kind": "arena", "minutes": 9, "invited": ["two"]}))
        .await;
    assert_eq!(page.error().await["place"], "invited");
    // Whoever is named twice, or makes it, is no other guest.
    let alone = one.post("/api/tournament", &format!("{good}&invited=ONE,one")).await;
    assert_eq!((&alone["private"], &alone["invited"]), (&json!(true), &json!([])));
    let path = format!("/api/tournament/{}", alone["id"].as_str().expect("an id"));
    assert_eq!(one.refused("POST", &format!("{path}/invite"), "").await, 400);
    // One that is open to all has nobody to invite.
    let open = one.post("/api/tournament", good).await;
    assert_eq!((&open["private"], &open["invited"]), (&json!(false), &Value::Null));
    let path = format!("/api/tournament/{}", open["id"].as_str().expect("an id"));
    assert_eq!(one.refused("POST", &format!("{path}/invite"), "invited=one").await, 400);
}
