//! A small client of HTTP/1.1: calls on one connection, and streams of lines. A library's client has a task and buffers
//! a connection, and the generator has ten thousand of them beside what it measures.

use std::io::{Error, ErrorKind};
use std::net::SocketAddr;
use std::sync::Arc;

use anyhow::{Context as _, Result, bail, ensure};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;

/// Bytes that are read at a time: little, so that many idle streams take little memory.
const BUFFER: usize = 512;

/// A server, and the name that it answers to.
#[derive(Clone)]
pub struct Target {
    /// Where it listens.
    pub address: SocketAddr,
    /// The club's.
    pub host: Arc<str>,
}

/// A connection that calls are made on, one after another.
pub struct Connection {
    /// Where it leads.
    pub target: Target,
    stream: BufReader<TcpStream>,
}

/// The lines of a stream.
pub struct Lines(BufReader<TcpStream>);

impl Connection {
    /// Connects.
    pub async fn open(target: Target) -> Result<Self> {
        let stream = TcpStream::connect(target.address).await?;
        stream.set_nodelay(true)?;
        Ok(Self { target, stream: BufReader::with_capacity(BUFFER, stream) })
    }

    async fn send(&mut self, token: &str, method: &str, path: &str, body: &str) -> Result<Head> {
        let (host, length) = (&self.target.host, body.len());
        let text = format!(
            "{method} {path} HTTP/1.1\r\nHost: {host}\r\nAuthorization: Bearer {token}\r\n\
             Content-Length: {length}\r\n\r\n{body}"
        );
        self.stream.write_all(text.as_bytes()).await?;
        head(&mut self.stream).await
    }

    /// A call; the body of its answer.
    ///
    /// # Errors
    /// Where the server says no, in its words.
    pub async fn call(
        &mut self,
        token: &str,
        method: &str,
        path: &str,
        body: &str,
    ) -> Result<String> {
        let head = self.send(token, method, path, body).await?;
        let mut text = vec![0; head.length.context("an answer without a length")?];
        self.stream.read_exact(&mut text).await?;
        let text = String::from_utf8(text)?;
        ensure!(matches!(head.status, 200 | 201), "{method} {path}: {} {text}", head.status);
        Ok(text)
    }

    /// Opens a stream, which takes the connection.
    pub async fn lines(
        mut self,
        token: &str,
        method: &str,
        path: &str,
        body: &str,
    ) -> Result<Lines> {
        let head = self.send(token, method, path, body).await?;
        if head.status != 200 {
            let mut text = String::new();
            self.stream.take(1000).read_to_string(&mut text).await?;
            bail!("{path}: {} {text}", head.status);
        }
        ensure!(head.length.is_none(), "{path} is no stream");
        Ok(Lines(self.stream))
    }
}

impl Lines {
    /// The next line, empty for a keep-alive; None where the stream ends. The server sends each line as a chunk.
    pub async fn next(&mut self) -> std::io::Result<Option<Vec<u8>>> {
        let mut size = String::new();
        if self.0.read_line(&mut size).await? == 0 {
            return Ok(None);
        }
        let odd = |_| Error::new(ErrorKind::InvalidData, "no size of a chunk");
        let size = usize::from_str_radix(size.trim(), 16).map_err(odd)?;
        let mut chunk = vec![0; size + 2];
        self.0.read_exact(&mut chunk).await?;
        chunk.truncate(size);
        Ok((size > 0).then_some(chunk))
    }

    /// The next line that says something.
    pub async fn said(&mut self) -> std::io::Result<Option<Vec<u8>>> {
        loop {
            match self.next().await? {
                Some(line) if line.trim_ascii().is_empty() => {}
                other => return Ok(other),
            }
        }
    }
}

struct Head {
    status: u16,
    length: Option<usize>,
}

async fn head(stream: &mut BufReader<TcpStream>) -> Result<Head> {
    let mut line = String::new();
    stream.read_line(&mut line).await?;
    let status = line.split(' ').nth(1).and_then(|status| status.parse().ok());
    let mut head = Head { status: status.context("no answer")?, length: None };
    loop {
        line.clear();
        ensure!(stream.read_line(&mut line).await? > 0, "the answer breaks off");
        let field = line.trim();
        if field.is_empty() {
            return Ok(head);
        }
        let (name, value) = field.split_once(':').context("a field without a name")?;
        if name.eq_ignore_ascii_case("content-length") {
            head.length = Some(value.trim().parse()?);
        }
    }
}
