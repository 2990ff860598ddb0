//! A program that speaks the HTTP interface of a club.

use std::net::SocketAddr;
use std::path::Path;
use std::time::Duration;

use serde_json::Value;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;
use tokio::time::timeout;

use super::database;

/// Longer than anything here takes.
const TIMEOUT: Duration = Duration::from_secs(20);
/// Where requests come too fast, the next comes after so long.
const WAIT: Duration = Duration::from_millis(100);

/// A program with its account and its token.
#[derive(Clone)]
pub struct Program {
    pub address: SocketAddr,
    pub token: String,
}

/// The lines of a stream.
pub struct Lines(BufReader<TcpStream>);

impl Program {
    /// A program of that name, whose account is made in the data folder of the club.
    pub fn new(address: SocketAddr, data: &Path, name: &str) -> Self {
        let made = database::beside(data, |source| server::tokens::create(source, name, true));
        let token = made.expect("a token");
        Self { address, token }
    }

    fn header(&self) -> String {
        format!("Host: {}\r\nAuthorization: Bearer {}\r\n", self.address, self.token)
    }

    /// A request; the status of the answer and its JSON, or null.
    pub async fn ask(&self, method: &str, path: &str, body: &str) -> (u16, Value) {
        let (status, _, text) = request(self.address, method, path, &self.header(), body).await;
        (status, serde_json::from_str(&text).unwrap_or(Value::Null))
    }

    /// A request with these lines in its header too; the status, the header and the body.
    pub async fn ask_with(&self, path: &str, header: &str) -> (u16, String, String) {
        request(self.address, "GET", path, &format!("{}{header}", self.header()), "").await
    }

    /// The same, by one who waits where that is asked for.
    pub async fn patient(&self, method: &str, path: &str, body: &str) -> (u16, Value) {
        loop {
            let answer = self.ask(method, path, body).await;
            if answer.0 != 429 {
                return answer;
            }
            tokio::time::sleep(WAIT).await;
        }
    }

    pub async fn get(&self, path: &str) -> Value {
        let (status, value) = self.patient("GET", path, "").await;
        assert_eq!(status, 200, "{path}: {value}");
        value
    }

    pub async fn post(&self, path: &str, body: &str) -> Value {
        let (status, value) = self.patient("POST", path, body).await;
        assert!(matches!(status, 200 | 201), "{path}: {status} {value}");
        value
    }

    /// The status of a request that is refused with words.
    pub async fn refused(&self, method: &str, path: &str, body: &str) -> u16 {
        let (status, value) = self.patient(method, path, body).await;
        assert!(value["error"].as_str().is_some_and(|words| words.len() > 8), "{path}: {value}");
        status
    }

    /// Opens a stream; the status where it is refused.
    pub async fn stream(&self, path: &str) -> Result<Lines, u16> {
        loop {
            match self.open("GET", path, "").await {
                Err(429) => tokio::time::sleep(WAIT).await,
                other => return other,
            }
        }
    }

    /// Opens a stream by `POST`, with a form.
    pub async fn post_stream(&self, path: &str, body: &str) -> Result<Lines, u16> {
        self.open("POST", path, body).await
    }

    async fn open(&self, method: &str, path: &str, body: &str) -> Result<Lines, u16> {
        let mut stream = TcpStream::connect(self.address).await.expect("connects");
        let request = format!(
            "{method} {path} HTTP/1.1\r\n{}Content-Length: {}\r\nAccept-Encoding: gzip\r\n\r\n{body}",
            self.header(),
            body.len()
        );
        stream.write_all(request.as_bytes()).await.expect("sends");
        let mut reader = BufReader::new(stream);
        let mut first = String::new();
        reader.read_line(&mut first).await.expect("answers");
        let status: u16 = first.split(' ').nth(1).and_then(|it| it.parse().ok()).unwrap_or(0);
        let mut header = String::new();
        while !header.ends_with("\r\n\r\n") && header != "\r\n" {
            reader.read_line(&mut header).await.expect("answers");
        }
        if status != 200 {
            return Err(status);
        }
        assert!(header.contains("application/x-ndjson"), "{header}");
        assert!(!header.contains("content-encoding"), "{header}");
        Ok(Lines(reader))
    }
}

impl Lines {
    /// The next line, empty for a keep-alive; None where the stream ends.
    pub async fn line(&mut self) -> Option<String> {
        let read = async {
            let mut size = String::new();
            self.0.read_line(&mut size).await.ok()?;
            let size = usize::from_str_radix(size.trim(), 16).ok().filter(|&size| size > 0)?;
            let mut chunk = vec![0; size + 2];
            self.0.read_exact(&mut chunk).await.ok()?;
            // The server sends each line as a chunk.
            Some(String::from_utf8(chunk).expect("UTF-8").trim_end().to_owned())
        };
        timeout(TIMEOUT, read).await.expect("a line in time")
    }

    /// The next that is no keep-alive; null where the stream ends.
    pub async fn next(&mut self) -> Value {
        while let Some(line) = self.line().await {
            if !line.is_empty() {
                return serde_json::from_str(&line).expect("JSON");
            }
        }
        Value::Null
    }

    /// The next of that type.
    pub async fn next_of(&mut self, kind: &str) -> Value {
        loop {
            let value = self.next().await;
            assert!(!value.is_null(), "the stream ended before a line of type {kind}");
            if value["type"] == kind {
                return value;
            }
        }
    }
}

/// A request on a connection of its own; the status, the header and the body.
pub async fn request(
    address: SocketAddr,
    method: &str,
    path: &str,
    header: &str,
    body: &str,
) -> (u16, String, String) {
    let mut stream = TcpStream::connect(address).await.expect("connects");
    let text = format!(
        "{method} {path} HTTP/1.1\r\n{header}Content-Length: {}\r\nConnection: close\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(text.as_bytes()).await.expect("sends");
    let mut answer = Vec::new();
    // One that is refused early may be closed before all was sent.
    let _ = timeout(TIMEOUT, stream.read_to_end(&mut answer)).await.expect("an answer in time");
    let answer = String::from_utf8_lossy(&answer).into_owned();
    let (header, body) = answer.split_once("\r\n\r\n").unwrap_or((&answer, ""));
    let status = header.split(' ').nth(1).and_then(|status| status.parse().ok());
    (status.unwrap_or(0), header.to_owned(), body.to_owned())
}
