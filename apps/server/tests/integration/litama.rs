//! `/litama`: programs that were written for the public Litama server play whole games here.

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use std::time::Duration;
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

use crate::common::program::Program;
use crate::common::{Running, club, turns};

/// A program that knows Litama's words alone.
struct Bot(WebSocketStream<MaybeTlsStream<TcpStream>>);

impl Bot {
    async fn connect(server: &Running, header: &[(&'static str, String)]) -> Result<Self, u16> {
        let url = format!("ws://{}/litama", server.address);
        let mut request = url.into_client_request().expect("a request");
        for (name, value) in header {
            request.headers_mut().insert(*name, value.parse().expect("a header"));
        }
        match connect_async(request).await {
            Ok((socket, _)) => Ok(Self(socket)),
            Err(Error::Http(response)) => Err(response.status().as_u16()),
            Err(error) => panic!("{error}"),
        }
    }

    async fn say(&mut self, command: &str) {
        self.0.send(Message::text(command)).await.expect("sends");
    }

    async fn hear(&mut self) -> Value {
        loop {
            let next = timeout(Duration::from_secs(20), self.0.next()).await.expect("an answer");
            match next {
                Some(Ok(Message::Text(text))) => return serde_json::from_str(&text).expect("JSON"),
                Some(Ok(Message::Close(_)) | Err(_)) | None => return Value::Null,
                Some(Ok(_)) => {}
            }
        }
    }

    async fn ask(&mut self, command: &str) -> Value {
        self.say(command).await;
        self.hear().await
    }

    /// Why a command is refused.
    async fn refused(&mut self, command: &str) -> String {
        let told = self.ask(command).await;
        assert_eq!(told["messageType"], "error", "{command}: {told}");
        told["error"].as_str().expect("words").to_owned()
    }
}

fn text(value: &Value) -> String {
    value.as_str().expect("text").to_owned()
}

#[tokio::test]
async fn litama_programs_play_a_whole_game() {
    let data = tempfile::tempdir().expect("a folder");
    let server = club(data.path());
    let mut one = Bot::connect(&server, &[]).await.expect("connects");
    let mut other = Bot::connect(&server, &[]).await.expect("connects");
    let made = one.ask("create Omega").await;
    assert_eq!(made["messageType"], "create");
    let id = text(&made["matchId"]);
    assert_eq!(one.ask(&format!("spectate {id}")).await["messageType"], "spectate");
    let waiting = one.hear().await;
    assert_eq!(
        (&waiting["messageType"], &waiting["gameState"]),
        (&json!("state"), &json!("waiting for player"))
    );
    let joined = other.ask(&format!("join {id} Delta")).await;
    assert_eq!((&joined["messageType"], &joined["matchId"]), (&json!("join"), &made["matchId"]));
    assert_ne!((&joined["index"], &joined["color"]), (&made["index"], &made["color"]));
    let mut state = one.hear().await;
    assert_eq!((&state["gameState"], &state["winner"]), (&json!("in progress"), &json!("none")));
    assert_eq!(
        (&state["board"], &state["moves"]),
        (&json!("1121100000000000000033433"), &json!([]))
    );
    assert_eq!(state["indices"][text(&made["color"])], made["index"]);
    assert_eq!(state["cards"], state["startingCards"]);
    assert_eq!(state["usernames"][text(&made["color"])], "Omega");
    assert_eq!(state["usernames"][text(&joined["color"])], "Delta");
    assert_eq!(other.ask(&format!("spectate {id}")).await["messageType"], "spectate");
    assert_eq!(other.hear().await, state);
    assert_eq!(other.ask(&format!("state {id}")).await, state);
    // The page sees the same game, and knows what is legal.
    let (mut page, _) = server.member(&server.guest().await).await.expect("connects");
    let mut game = page.watch(&json!(id)).await;
    let seats = [(&made, true), (&joined, false)];
    for ply in 0..200 {
        if state["gameState"] == "ended" {
            break;
        }
        let mover = seats.iter().find(|(seat, _)| seat["color"] == state["currentTurn"]);
        let (seat, is_one) = mover.expect("a side");
        // The last one, so that pieces go forth.
        let legal = game["legal"].as_array().expect("turns");
        let turn = text(&legal[(ply * 7 + 3) % legal.len()]);
        let words = match turn.strip_prefix("pass ") {
            Some(card) => format!("{card} none"),
            None => turn.clone(),
        };
        let bot = if *is_one { &mut one } else { &mut other };
        let moved = bot.ask(&format!("move {id} {} {words}", text(&seat["token"]))).await;
        assert_eq!(moved, json!({"messageType": "move", "matchId": id}));
        state = one.hear().await;
        assert_eq!(other.hear().await, state, "each hears of a turn once");
        game = page.game_at(ply + 1).await;
        assert_eq!(state["moves"].as_array().map(Vec::len), Some(turns(&game).len()));
        assert_eq!(state["moves"][ply], words.replace(' ', ":"));
    }
    assert_eq!(state["gameState"], "ended");
    assert!(!game["ending"].is_null());
    assert_eq!(one.refused(&format!("spectate {id}")).await, "Game ended");
    let late = format!("move {id} {} ox c1c2", text(&made["token"]));
    assert!(!one.refused(&late).await.is_empty());
}

#[tokio::test]
async fn litama_commands_pass_the_gates_of_the_club() {
    let data = tempfile::tempdir().expect("a folder");
    let server = club(data.path());
    let mut one = Bot::connect(&server, &[]).await.expect("connects");
    for bad in ["", "nonsense", "state", "move a b c", "create_custom x", "spectate"] {
        assert_eq!(one.refused(bad).await, "Invalid command sent", "{bad}");
    }
    assert_eq!(one.refused("state nothing").await, "Match not found");
    assert_eq!(one.refused("join nothing Delta").await, "Not allowed to join");
    assert!(one.refused(&format!("state {}", "x".repeat(2000))).await.contains("1024"));
    let made = one.ask("create Omega").await;
    let id = text(&made["matchId"]);
    // Nobody moves for another: a token is made by the server alone, and stands for one seat.
    for token in ["", "member", "x.y", "0000000000000000.00000000000000000000000000000000"] {
        let words = one.refused(&format!("move {id} {token} ox c1c2")).await;
        assert!(["Token is incorrect", "Invalid command sent"].contains(&&*words), "{words}");
    }
    let mut other = Bot::connect(&server, &[]).await.expect("connects");
    let joined = other.ask(&format!("join {id} Delta")).await;
    let state = other.ask(&format!("state {id}")).await;
    let waits = if state["currentTurn"] == made["color"] { &joined } else { &made };
    let words = other.refused(&format!("move {id} {} ox c1c2", text(&waits["token"]))).await;
    assert!(words.contains("other side's turn"), "{words}");
    // A seat is given once; a game that was begun elsewhere is not joined, and a private one is not there.
    assert_eq!(one.refused(&format!("join {id} Third")).await, "Not allowed to join");
    let (mut page, _) = server.member(&server.guest().await).await.expect("connects");
    for (private, words) in [(false, None), (true, Some("Match not found"))] {
        page.send(json!({"type": "new", "game": "onitama", "seat": "r", "private": private})).await;
        let game = page.next_of("game").await;
        let begun = text(&game["id"]);
        assert_eq!(one.refused(&format!("join {begun} Delta")).await, "Not allowed to join");
        let state = one.ask(&format!("state {begun}")).await;
        assert_eq!(state["error"].as_str(), words, "{state}");
    }
    page.send(json!({"type": "new", "game": "chess", "seat": "w"})).await;
    let chess = text(&page.next_of("game").await["id"]);
    assert_eq!(one.refused(&format!("state {chess}")).await, "Match not found");
    // Other sites open none, and a token of the club is that member's.
    let origin = [("origin", "https://elsewhere.example".to_owned())];
    assert_eq!(Bot::connect(&server, &origin).await.err(), Some(401));
    let bearer = |token: &str| [("authorization", format!("Bearer {token}"))];
    assert_eq!(Bot::connect(&server, &bearer("tesuji_0_0")).await.err(), Some(401));
    let robot = Program::new(server.address, data.path(), "Robot");
    let mut member = Bot::connect(&server, &bearer(&robot.token)).await.expect("connects");
    let made = member.ask("create Ignored").await;
    let joined = one.ask(&format!("join {} Delta", text(&made["matchId"]))).await;
    let state = one.ask(&format!("state {}", text(&joined["matchId"]))).await;
    // It has the name of its account, however it calls itself: that is the name which a moderator may hide.
    assert_eq!(state["usernames"][text(&made["color"])], "Robot");
    let game = page.watch(&made["matchId"]).await;
    let side = if made["color"] == "blue" { "r" } else { "b" };
    assert_eq!(game["seats"]["seats"][side]["member"]["name"], "Robot");
}

#[tokio::test]
async fn litama_floods_are_refused_and_ended() {
    let data = tempfile::tempdir().expect("a folder");
    let server = club(data.path());
    let mut one = Bot::connect(&server, &[]).await.expect("connects");
    for _ in 0..1000 {
        // The server may have ended it by then.
        if one.0.send(Message::text("state nothing")).await.is_err() {
            break;
        }
    }
    let mut refused = 0;
    loop {
        let told = one.hear().await;
        match told["error"].as_str() {
            Some(words) if words.starts_with("Too many") => refused += 1,
            Some(_) => {}
            None => break,
        }
    }
    assert!(refused >= 1, "it is told");
    let alone = tempfile::tempdir().expect("a folder");
    let loopback = Running::start(alone.path());
    assert_eq!(Bot::connect(&loopback, &[]).await.err(), Some(404), "it is a club's");
}
