//! A server for a test, and a client that speaks its protocol.

#![allow(dead_code, reason = "not every test uses all of it")]

pub mod database;
pub mod device;
pub mod program;

use std::net::SocketAddr;
use std::path::Path;
use std::thread::JoinHandle;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use server::club::ClubConfig;
use server::{Config, Server, ServerError, Stopper};
use tokio::net::{TcpSocket, TcpStream};
use tokio::time::{Instant, timeout_at};
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::http::HeaderName;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, client_async, connect_async};

/// As the referee writes it: hands in alphabetical order.
pub const START: &str = "bbBbb/5/5/5/rrRrr r boar,ox elephant,horse crab";
/// The request that opens a WebSocket.
const UPGRADE: &[u8] =
    b"GET /ws HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
    Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";
/// Longer than anything here takes.
const TIMEOUT: Duration = Duration::from_secs(20);

pub struct Running {
    pub address: SocketAddr,
    stopper: Stopper,
    thread: Option<JoinHandle<Result<(), ServerError>>>,
}

impl Running {
    pub fn start(data: &Path) -> Self {
        Self::start_with(data, |_| {})
    }

    /// With a configuration that the test changes.
    pub fn start_with(data: &Path, change: impl FnOnce(&mut Config)) -> Self {
        let mut config = Config::new(0, data);
        config.hash_mib = 1;
        config.pause = Duration::ZERO;
        change(&mut config);
        #[cfg(feature = "cluster")]
        if let server::Source::Server(address) = database::source(data) {
            config.database = Some(address);
        }
        let server = database::beside(data, |_| Server::bind(config)).expect("the server binds");
        let (address, stopper) = (server.address(), server.stopper());
        Self { address, stopper, thread: Some(std::thread::spawn(move || server.run())) }
    }

    pub fn stop(mut self) {
        self.end();
    }

    fn end(&mut self) {
        self.stopper.stop();
        if let Some(thread) = self.thread.take() {
            thread.join().expect("the server does not panic").expect("the server ends well");
        }
    }

    pub async fn client(&self) -> Client {
        self.client_from(None).await.expect("connects")
    }

    /// A client at another address of this machine.
    pub async fn client_at(&self, from: [u8; 4]) -> Client {
        let stream = self.connection_from(from).await;
        let url = format!("ws://{}/ws", self.address);
        let stream = MaybeTlsStream::Plain(stream);
        let (socket, _) = client_async(url, stream).await.expect("connects");
        let mut client = Client { socket };
        assert_eq!(client.next().await["type"], "hello");
        client
    }

    /// A bare connection from another address of this machine.
    pub async fn connection_from(&self, from: [u8; 4]) -> TcpStream {
        let socket = TcpSocket::new_v4().expect("a socket");
        socket.bind((from, 0).into()).expect("an address of this machine");
        socket.connect(self.address).await.expect("connects")
    }

    /// A WebSocket from there that never answers a ping.
    pub async fn silent_socket(&self, from: [u8; 4]) -> TcpStream {
        use tokio::io::{AsyncReadExt, AsyncWriteExt};
        let mut stream = self.connection_from(from).await;
        stream.write_all(UPGRADE).await.expect("sends");
        let mut head = [0; 12];
        stream.read_exact(&mut head).await.expect("answers");
        assert_eq!(&head, b"HTTP/1.1 101");
        stream
    }

    /// The header of a guest of the club, who has looked at its page.
    pub async fn guest(&self) -> String {
        let header = format!("Host: {}\r\n", self.address);
        cookie_of(&get_with(self.address, "/", &header).await)
    }

    /// A client that sends these lines when it connects, and what it was greeted with; or the status of the refusal.
    pub async fn member(&self, header: &str) -> Result<(Client, Value), u16> {
        let url = format!("ws://{}/ws", self.address);
        let mut request = url.into_client_request().expect("a request");
        for line in header.lines() {
            let (name, value) = line.split_once(':').expect("a header");
            let name: HeaderName = name.parse().expect("a name");
            request.headers_mut().append(name, value.trim().parse().expect("a value"));
        }
        match connect_async(request).await {
            Ok((socket, _)) => {
                let mut client = Client { socket };
                let hello = client.next().await;
                assert_eq!(hello["type"], "hello");
                Ok((client, hello))
            }
            Err(Error::Http(response)) => Err(response.status().as_u16()),
            Err(error) => panic!("{error}"),
        }
    }

    /// A client that sends this header, over a connection that leads to the server.
    pub async fn member_over(&self, stream: TcpStream, header: &str) -> Client {
        let url = format!("ws://{}/ws", self.address);
        let mut request = url.into_client_request().expect("a request");
        let (name, value) = header.split_once(':').expect("a header");
        let name: HeaderName = name.parse().expect("a name");
        request.headers_mut().append(name, value.trim().parse().expect("a value"));
        let stream = MaybeTlsStream::Plain(stream);
        let (socket, _) = client_async(request, stream).await.expect("connects");
        let mut client = Client { socket };
        assert_eq!(client.next().await["type"], "hello");
        client
    }

    pub async fn client_from(&self, origin: Option<&str>) -> Result<Client, Box<Error>> {
        let mut request =
            format!("ws://{}/ws", self.address).into_client_request().map_err(Box::new)?;
        if let Some(origin) = origin {
            request.headers_mut().insert("origin", origin.parse().expect("a header"));
        }
        let (socket, _) = connect_async(request).await.map_err(Box::new)?;
        let mut client = Client { socket };
        assert_eq!(client.next().await["type"], "hello");
        Ok(client)
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            self.end();
        }
    }
}

pub struct Client {
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
}

impl Client {
    pub async fn send(&mut self, message: Value) {
        self.send_text(&message.to_string()).await;
    }

    pub async fn send_text(&mut self, text: &str) {
        self.socket.send(Message::text(text)).await.expect("sends");
    }

    pub async fn send_binary(&mut self, bytes: Vec<u8>) {
        self.socket.send(Message::binary(bytes)).await.expect("sends");
    }

    /// Answers pings for so long; what comes meanwhile is passed over.
    pub async fn idle(&mut self, time: Duration) {
        let until = Instant::now() + time;
        while let Ok(Some(Ok(_))) = timeout_at(until, self.socket.next()).await {}
    }

    /// The next message, or null when the connection ends.
    pub async fn next(&mut self) -> Value {
        // Pings are no answer.
        let latest = Instant::now() + TIMEOUT;
        loop {
            match timeout_at(latest, self.socket.next()).await.expect("an answer in time") {
                Some(Ok(Message::Text(text))) => return serde_json::from_str(&text).expect("JSON"),
                Some(Ok(Message::Close(_)) | Err(_)) | None => return Value::Null,
                Some(Ok(_)) => {}
            }
        }
    }

    /// The next message of that type.
    pub async fn next_of(&mut self, kind: &str) -> Value {
        loop {
            let message = self.next().await;
            assert!(!message.is_null(), "the connection ended before a message of type {kind}");
            if message["type"] == kind {
                return message;
            }
            assert_ne!(message["type"], "error", "{message}");
        }
    }

    /// Why the server closes the connection, once it does.
    pub async fn closing(&mut self) -> (u16, String) {
        let latest = Instant::now() + TIMEOUT;
        loop {
            match timeout_at(latest, self.socket.next()).await.expect("an end in time") {
                Some(Ok(Message::Close(Some(frame)))) => {
                    return (frame.code.into(), frame.reason.to_string());
                }
                Some(Ok(Message::Close(None)) | Err(_)) | None => panic!("no reason was given"),
                Some(Ok(_)) => {}
            }
        }
    }

    pub async fn error(&mut self) -> Value {
        loop {
            let message = self.next().await;
            assert!(!message.is_null(), "the connection ended before an error");
            if message["type"] == "error" {
                return message;
            }
        }
    }

    /// The game once so many turns are played.
    pub async fn game_at(&mut self, ply: usize) -> Value {
        loop {
            let game = self.next_of("game").await;
            if turns(&game).len() == ply {
                return game;
            }
        }
    }

    pub async fn begin(&mut self, position: &str, players: Value) -> Value {
        self.send(
            json!({"type": "new", "game": "onitama", "position": position, "players": players}),
        )
        .await;
        self.next_of("game").await
    }

    pub async fn play(&mut self, game: &Value, turn: &str) -> Value {
        let ply = turns(game).len();
        self.send(json!({"type": "play", "id": game["id"], "ply": ply, "turn": turn})).await;
        self.game_at(ply + 1).await
    }

    pub async fn watch(&mut self, id: &Value) -> Value {
        self.send(json!({"type": "watch", "id": id})).await;
        self.next_of("game").await
    }
}

pub fn turns(game: &Value) -> Vec<String> {
    let entries = game["history"].as_array().expect("a history");
    entries.iter().map(|entry| entry["turn"].as_str().expect("a turn").to_owned()).collect()
}

pub fn engine(level: u8) -> Value {
    json!({"kind": "engine", "level": level})
}

/// A club under the address that it listens on.
pub fn club(data: &Path) -> Running {
    Running::start_with(data, |config| config.club = Some(ClubConfig::default()))
}

/// The cookie that an answer sets, as a header that sends it back.
pub fn cookie_of(answer: &str) -> String {
    let set = answer.lines().find_map(|line| line.strip_prefix("set-cookie: "));
    set.map(|set| format!("Cookie: {}", set.split(';').next().unwrap_or(""))).unwrap_or_default()
}

/// A request that sends something; the status of the answer and the answer.
pub async fn post(address: SocketAddr, path: &str, header: &str, body: &str) -> (u16, String) {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    let mut stream = TcpStream::connect(address).await.expect("connects");
    let header = if header.is_empty() { String::new() } else { format!("{header}\r\n") };
    let request = format!(
        "POST {path} HTTP/1.1\r\nHost: {address}\r\n{header}Content-Length: {}\r\nConnection: close\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(request.as_bytes()).await.expect("sends");
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await.expect("answers");
    let answer = String::from_utf8_lossy(&answer).into_owned();
    let status = answer.split(' ').nth(1).and_then(|status| status.parse().ok());
    (status.unwrap_or(0), answer)
}

/// A plain HTTP request; the answer's head and body.
pub async fn get(address: SocketAddr, path: &str, host: &str) -> String {
    get_with(address, path, &format!("Host: {host}\r\n")).await
}

/// The same, with these lines as its header.
pub async fn get_with(address: SocketAddr, path: &str, header: &str) -> String {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    let mut stream = TcpStream::connect(address).await.expect("connects");
    let request = format!("GET {path} HTTP/1.1\r\n{header}Connection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).await.expect("sends");
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await.expect("answers");
    String::from_utf8_lossy(&answer).into_owned()
}

/// A person with an account.
pub async fn person(server: &Running, name: &str) -> Client {
    let body = format!(r#"{{"name":"{name}","password":"correct horse"}}"#);
    let header = format!("Host: {}\r\n", server.address);
    let (status, head, text) =
        program::request(server.address, "POST", "/club/sign-up", &header, &body).await;
    assert_eq!(status, 200, "{text}");
    let cookie = cookie_of(&head);
    server.member(&cookie).await.expect("connects").0
}
