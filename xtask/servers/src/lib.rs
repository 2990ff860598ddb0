//! A PostgreSQL and a NATS of one's own: in folders for a while, on free ports, gone with the value that stands for them.

use std::io::{Read as _, Write as _};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, ensure};
use tempfile::TempDir;

/// How long a server may take to answer.
const START: Duration = Duration::from_secs(30);
/// The user whom PostgreSQL runs as where we are root, whom it refuses.
const USER: &str = "postgres";

/// Where the programs are, or none and what is missing.
fn found(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
    folders.push("/usr/sbin".into());
    // Debian keeps those of PostgreSQL beside each other, by version.
    let versions = std::fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let mut versions: Vec<PathBuf> = versions.map(|entry| entry.path().join("bin")).collect();
    versions.sort();
    folders.extend(versions.into_iter().rev());
    folders.iter().map(|folder| folder.join(name)).find(|file| file.is_file())
}

/// What is missing of what a club of several processes needs; none where all is here.
#[must_use]
pub fn missing() -> Option<String> {
    let names = [("postgres", "PostgreSQL"), ("initdb", "PostgreSQL"), ("nats-server", "NATS")];
    let missing = names.into_iter().find(|(name, _)| found(name).is_none());
    missing.map(|(name, of)| format!("{of} is not here (no `{name}`)"))
}

/// A port that is free now.
///
/// # Errors
/// Where the system gives none.
pub fn free_port() -> Result<u16> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).context("no port is free")?;
    Ok(listener.local_addr()?.port())
}

/// Waits until a server answers as it should.
fn wait(child: &mut Child, name: &str, mut is_there: impl FnMut() -> bool) -> Result<()> {
    let begun = Instant::now();
    while !is_there() {
        let ended = child.try_wait().with_context(|| format!("{name} cannot be looked at"))?;
        ensure!(ended.is_none(), "{name} has ended: {ended:?}");
        ensure!(begun.elapsed() < START, "{name} does not answer");
        sleep(Duration::from_millis(20));
    }
    Ok(())
}

fn is_root() -> bool {
    #[cfg(unix)]
    return rustix::process::geteuid().is_root();
    #[cfg(not(unix))]
    false
}

/// A program of PostgreSQL, as a user whom it takes.
fn postgres(name: &str) -> Result<Command> {
    let file = found(name).with_context(|| format!("there is no `{name}`"))?;
    if !is_root() {
        return Ok(Command::new(file));
    }
    let mut command = Command::new("setpriv");
    command.args([
        format!("--reuid={USER}"),
        format!("--regid={USER}"),
        "--clear-groups".to_owned(),
    ]);
    command.arg(file);
    Ok(command)
}

fn run(command: &mut Command) -> Result<()> {
    let output = command.stdin(Stdio::null()).output();
    let output = output.with_context(|| format!("{command:?} cannot be run"))?;
    let said = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success(), "{command:?}: {said}");
    Ok(())
}

/// A PostgreSQL.
pub struct Database {
    child: Child,
    port: u16,
    folder: TempDir,
}

impl Database {
    /// Starts it. One that is not `durable` keeps nothing through a fall of the machine, and is faster.
    ///
    /// # Errors
    /// Where it is missing or does not start.
    pub fn start(durable: bool) -> Result<Self> {
        let folder = tempfile::tempdir()?;
        if is_root() {
            run(Command::new("chown").arg(USER).arg(folder.path()))?;
        }
        let data = folder.path().join("data");
        let mut made = postgres("initdb")?;
        made.args(["--no-sync", "--auth=trust", "--encoding=UTF8", "--locale=C", "-U", "tesuji"]);
        run(made.arg("-D").arg(&data).current_dir(folder.path()))?;
        let port = free_port()?;
        let fsync = if durable { "fsync=on" } else { "fsync=off" };
        let child = postgres("postgres")?
            .arg("-D")
            .arg(&data)
            .args(["-p", &port.to_string(), "-c", "listen_addresses=127.0.0.1", "-c", fsync])
            .arg("-c")
            .arg(format!("unix_socket_directories={}", folder.path().display()))
            .args(["-c", "max_connections=200"])
            .current_dir(folder.path())
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .context("PostgreSQL cannot be started")?;
        let mut database = Self { child, port, folder };
        let asked = |folder: &Path| {
            let mut ask = postgres("pg_isready")?;
            ask.args(["-q", "-h", "127.0.0.1", "-p", &port.to_string()]).current_dir(folder);
            run(&mut ask)
        };
        let folder = database.folder.path().to_owned();
        wait(&mut database.child, "PostgreSQL", || asked(&folder).is_ok())?;
        Ok(database)
    }

    /// Makes a database; its address.
    ///
    /// # Errors
    /// Where it cannot be made.
    pub fn create(&self, name: &str) -> Result<String> {
        self.say("postgres", &format!("CREATE DATABASE {name}"))?;
        Ok(self.url(name))
    }

    /// The address of a database.
    #[must_use]
    pub fn url(&self, name: &str) -> String {
        format!("postgres://tesuji@127.0.0.1:{}/{name}", self.port)
    }

    /// Runs a statement in a database.
    ///
    /// # Errors
    /// Where it fails.
    pub fn say(&self, name: &str, sql: &str) -> Result<()> {
        let mut said = postgres("psql")?;
        said.args(["-q", "-v", "ON_ERROR_STOP=1", "-h", "127.0.0.1", "-U", "tesuji"]);
        said.args(["-p", &self.port.to_string(), "-d", name, "-c", sql]);
        run(said.current_dir(self.folder.path()))
    }
}

/// Makes a database on the server on which that address has another; its address.
///
/// # Errors
/// Where it cannot be made.
pub fn create_at(url: &str, name: &str) -> Result<String> {
    let (server, _) = url.rsplit_once('/').with_context(|| format!("{url} names no database"))?;
    say_at(url, &format!("CREATE DATABASE {name}"))?;
    Ok(format!("{server}/{name}"))
}

/// Runs a statement in the database at that address.
///
/// # Errors
/// Where it fails.
pub fn say_at(url: &str, sql: &str) -> Result<()> {
    let mut said = postgres("psql")?;
    said.args(["-q", "-v", "ON_ERROR_STOP=1", "-d", url, "-c", sql]);
    run(said.current_dir("/"))
}

impl Drop for Database {
    fn drop(&mut self) {
        // Its own children see that it is gone, and go.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A NATS with JetStream.
pub struct Bus {
    child: Child,
    port: u16,
    folder: TempDir,
}

impl Bus {
    /// Starts it.
    ///
    /// # Errors
    /// Where it is missing or does not start.
    pub fn start() -> Result<Self> {
        let (folder, port) = (tempfile::tempdir()?, free_port()?);
        let child = Self::spawn(folder.path(), port)?;
        let mut bus = Self { child, port, folder };
        bus.wait()?;
        Ok(bus)
    }

    fn spawn(folder: &Path, port: u16) -> Result<Child> {
        let file = found("nats-server").context("there is no `nats-server`")?;
        Command::new(file)
            .args(["-js", "-a", "127.0.0.1", "-p", &port.to_string(), "-sd"])
            .arg(folder)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .context("NATS cannot be started")
    }

    fn wait(&mut self) -> Result<()> {
        let port = self.port;
        wait(&mut self.child, "NATS", || greets(port).is_ok())
    }

    /// Its address.
    #[must_use]
    pub fn url(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }

    /// Ends it at once, and starts it again with what it had kept.
    ///
    /// # Errors
    /// Where it does not start.
    pub fn again(&mut self) -> Result<()> {
        let _ = self.child.kill();
        let _ = self.child.wait();
        self.child = Self::spawn(self.folder.path(), self.port)?;
        self.wait()
    }
}

impl Drop for Bus {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// It answers as NATS does.
fn greets(port: u16) -> Result<()> {
    let mut stream = TcpStream::connect((Ipv4Addr::LOCALHOST, port))?;
    stream.set_read_timeout(Some(Duration::from_secs(1)))?;
    stream.write_all(b"PING\r\n")?;
    let mut first = [0; 5];
    stream.read_exact(&mut first)?;
    ensure!(&first == b"INFO ", "no NATS");
    Ok(())
}

/// An address at which connections are spread over several servers in turn, as a proxy does that knows nothing of them.
/// One that takes no connection is passed over.
pub struct Spread {
    port: u16,
}

impl Spread {
    /// Takes connections for the servers at those ports, until the process ends.
    ///
    /// # Errors
    /// Where the system gives no port.
    pub fn start(ports: Vec<u16>) -> Result<Self> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).context("no port is free")?;
        let port = listener.local_addr()?.port();
        std::thread::spawn(move || {
            for (turn, stream) in listener.incoming().enumerate() {
                let Ok(stream) = stream else { continue };
                let ports: Vec<u16> =
                    (0..ports.len()).map(|step| ports[(turn + step) % ports.len()]).collect();
                std::thread::spawn(move || {
                    let connect = |&port: &u16| TcpStream::connect((Ipv4Addr::LOCALHOST, port));
                    if let Some(server) = ports.iter().find_map(|port| connect(port).ok()) {
                        join(&stream, &server);
                    }
                });
            }
        });
        Ok(Self { port })
    }

    /// Its address.
    #[must_use]
    pub fn url(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }
}

/// Passes on what both sides say until both have ended.
fn join(one: &TcpStream, other: &TcpStream) {
    let pass = |mut from: &TcpStream, mut to: &TcpStream| {
        // How a connection ends is its sides' affair.
        let _ = std::io::copy(&mut from, &mut to);
        let _ = to.shutdown(std::net::Shutdown::Both);
    };
    for stream in [one, other] {
        let _ = stream.set_nodelay(true);
    }
    std::thread::scope(|scope| {
        scope.spawn(|| pass(one, other));
        pass(other, one);
    });
}
