//! A lobby full of seeks, and many who watch it: how soon all know of one more.

use std::time::{Duration, Instant};

use anyhow::{Context as _, Result};
use futures_util::{SinkExt as _, StreamExt as _};
use serde::Deserialize;
use serde::de::IgnoredAny;
use tokio::net::TcpStream;
use tokio::sync::mpsc;
use tokio::time::{sleep, timeout};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

use crate::club::Club;
use crate::http::{Connection, Lines};
use crate::numbers;

/// Seeks that a member may have open.
pub const SEEKS_OF_A_MEMBER: usize = 5;
/// Watchers that come at once.
const AT_ONCE: usize = 32;
/// How long one more seek may take to the last watcher.
const TIMEOUT: Duration = Duration::from_secs(120);
/// How long nothing is to come before the next seek is made.
const QUIET: Duration = Duration::from_secs(2);
/// Seeks that are made one after another.
const ROUNDS: usize = 5;

type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

async fn seek(club: &Club, number: usize) -> Result<Lines> {
    let member = &club.members[number / SEEKS_OF_A_MEMBER];
    let connection = Connection::open(club.target()).await?;
    let terms = "variant=onitama&time=5&increment=3";
    let mut lines = connection.lines(&member.token, "POST", "/api/board/seek", terms).await?;
    lines.said().await?.context("the seek is gone")?;
    Ok(lines)
}

async fn watcher(club: &Club, number: usize) -> Result<Socket> {
    let target = club.target();
    let mut request = format!("ws://{}/ws", target.address).into_client_request()?;
    request.headers_mut().insert("host", target.host.parse()?);
    let member = &club.members[number % club.members.len()];
    request.headers_mut().insert("authorization", format!("Bearer {}", member.token).parse()?);
    let (mut socket, _) = connect_async(request).await?;
    socket.send(Message::text(r#"{"type":"lobby"}"#)).await?;
    Ok(socket)
}

/// The messages of the server that are looked at.
#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Said {
    Lobby {
        seeks: Vec<IgnoredAny>,
    },
    LobbyChanged {
        opened: Vec<IgnoredAny>,
        gone: Vec<IgnoredAny>,
    },
    #[serde(other)]
    Other,
}

/// Tells of every change of the list of the seeks: how long it is.
async fn look(mut socket: Socket, told: mpsc::UnboundedSender<(usize, Instant)>) {
    let mut count = 0;
    while let Some(Ok(message)) = socket.next().await {
        let Message::Text(text) = &message else { continue };
        let now = Instant::now();
        match serde_json::from_str(text.as_str()) {
            Ok(Said::Lobby { seeks }) => count = seeks.len(),
            Ok(Said::LobbyChanged { opened, gone }) => count = count + opened.len() - gone.len(),
            Ok(Said::Other) | Err(_) => continue,
        }
        if told.send((count, now)).is_err() {
            return;
        }
    }
}

/// Opens the seeks, lets the watchers come, and says how soon all of them know of one more.
pub async fn watch(club: &Club, seeks: usize, watchers: usize) -> Result<()> {
    let begun = Instant::now();
    let mut open = Vec::with_capacity(seeks);
    for number in 0..seeks {
        open.push(seek(club, number).await?);
    }
    println!("{seeks} seeks in {:.1} s", begun.elapsed().as_secs_f64());
    let (begun, before) = (Instant::now(), club.taken());
    let (sender, mut told) = mpsc::unbounded_channel();
    let numbers: Vec<usize> = (0..watchers).collect();
    for numbers in numbers.chunks(AT_ONCE) {
        let sockets = numbers.iter().map(|&number| watcher(club, number));
        for socket in futures_util::future::join_all(sockets).await {
            tokio::spawn(look(socket?, sender.clone()));
        }
    }
    let mut know = 0;
    while know < watchers {
        let (count, _) = timeout(TIMEOUT, told.recv()).await?.context("the watchers are gone")?;
        know += usize::from(count >= seeks);
    }
    println!("{watchers} watchers have the list in {:.1} s", begun.elapsed().as_secs_f64());
    let (mut all, mut last) = (Vec::new(), Vec::new());
    for round in 1..=ROUNDS {
        sleep(QUIET).await;
        let begun = Instant::now();
        // The last member has none yet.
        let number = club.members.len() * SEEKS_OF_A_MEMBER - round;
        open.push(seek(club, number).await?);
        let mut knows = 0;
        while knows < watchers {
            let (count, at) =
                timeout(TIMEOUT, told.recv()).await?.context("the watchers are gone")?;
            if count >= seeks + round {
                knows += 1;
                all.push(at.saturating_duration_since(begun));
            }
        }
        last.push(begun.elapsed());
    }
    let after = club.taken();
    println!("one more seek, at a watcher:       {}", numbers::line(&mut all));
    println!("one more seek, at the last of all: {}", numbers::line(&mut last));
    println!(
        "the server: {:.1} s of a core, {:.0} MiB",
        after.cpu - before.cpu,
        after.resident / 1024.0
    );
    Ok(())
}
