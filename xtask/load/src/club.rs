//! The club that is measured: a process of its own, with members that have tokens.

use std::io::{BufRead as _, BufReader};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use anyhow::{Context as _, Result, ensure};
use tempfile::TempDir;

use crate::http::Connection;

/// The lines of the metrics that are reported.
const REPORTED: [&str; 6] = [
    "tesuji_turns_total",
    "tesuji_turn_kept_seconds_sum",
    "tesuji_commit_seconds_count",
    "tesuji_commit_seconds_sum",
    "tesuji_commit_requests_sum",
    "tesuji_refused_total",
];

/// A member.
#[derive(Clone)]
pub struct Member {
    /// The name.
    pub name: String,
    /// The token.
    pub token: String,
}

/// A club that runs until this is dropped.
pub struct Club {
    /// Where it listens.
    pub address: SocketAddr,
    /// Its members.
    pub members: Vec<Member>,
    server: Child,
    _data: TempDir,
}

/// The resources that a process has used.
#[derive(Clone, Copy, Default)]
pub struct Taken {
    /// Memory in KiB.
    pub resident: f64,
    /// Seconds of a core.
    pub cpu: f64,
}

impl Drop for Club {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

/// The release build's program.
pub fn program() -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    root.join("target/release").join(format!("tesuji{}", std::env::consts::EXE_SUFFIX))
}

impl Club {
    /// Starts one with so many members and connections, all of which may come from this machine.
    pub async fn start(program: &Path, members: usize, connections: usize) -> Result<Self> {
        let data = tempfile::tempdir()?;
        let connections = connections.to_string();
        let mut server = Command::new(program)
            .args(["serve", "--listen", "127.0.0.1:0", "--data"])
            .arg(data.path())
            .args(["--max-connections", &connections, "--address-connections", &connections])
            .args(["--address-rate", "100000"])
            .stdout(Stdio::piped())
            .spawn()
            .with_context(|| format!("{} (cargo build --release makes it)", program.display()))?;
        let said = server.stdout.take().context("no output")?;
        let lines: Vec<String> = BufReader::new(said).lines().take(3).collect::<Result<_, _>>()?;
        let first = lines.first().context("the server has ended")?;
        let address = first.trim_start_matches("Tesuji is at http://").trim_end_matches('/');
        let address = address.parse().with_context(|| first.clone())?;
        let mut club = Self { address, members: Vec::new(), server, _data: data };
        for number in 0..members {
            let name = format!("Load{number}");
            let mut create = Command::new(program);
            create.args(["token", "create", &name, "--bot", "--data"]).arg(club._data.path());
            let made = create.output()?;
            ensure!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
            let token = String::from_utf8(made.stdout)?.trim().to_owned();
            club.members.push(Member { name, token });
        }
        Ok(club)
    }

    /// The resources that the server has used until now; nothing where the system does not tell.
    pub fn taken(&self) -> Taken {
        taken(self.server.id()).unwrap_or_default()
    }

    /// The lines of `/metrics` that are worth a report.
    pub async fn metrics(&self) -> Result<String> {
        let mut connection = Connection::open(self.address).await?;
        let text = connection.call("none", "GET", "/metrics", "").await?;
        let lines = text.lines().filter(|line| REPORTED.iter().any(|name| line.starts_with(name)));
        Ok(lines.collect::<Vec<_>>().join("\n"))
    }
}

/// The resources that a process of Linux has used.
fn taken(process: u32) -> Option<Taken> {
    let file = |name: &str| std::fs::read_to_string(format!("/proc/{process}/{name}")).ok();
    let status = file("status")?;
    let resident = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let resident = resident.split_whitespace().next()?.parse().ok()?;
    let stat = file("stat")?;
    // After the name, which may have blanks: user and system time are the 12th and 13th, in hundredths.
    let times = stat.rsplit(") ").next()?.split(' ').skip(11).take(2);
    let ticks: f64 = times.filter_map(|time| time.parse::<f64>().ok()).sum();
    Some(Taken { resident, cpu: ticks / 100.0 })
}
