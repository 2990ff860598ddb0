//! The club that is measured: a process of its own, with members that have tokens.

use std::io::{BufRead as _, BufReader};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use anyhow::{Context as _, Result, ensure};
use servers::{Bus, Database};
use tempfile::TempDir;

use crate::http::{Connection, Target};

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
    /// Its members.
    pub members: Vec<Member>,
    /// Where its processes listen.
    targets: Vec<Target>,
    /// The next that is asked, as a proxy asks them in turn.
    turn: AtomicUsize,
    servers: Vec<Child>,
    _shared: Option<Shared>,
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
        for server in &mut self.servers {
            let _ = server.kill();
            let _ = server.wait();
        }
    }
}

/// The release build's program.
pub fn program() -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    root.join("target/release").join(format!("tesuji{}", std::env::consts::EXE_SUFFIX))
}

/// A process of a club as it is started.
struct Start<'a> {
    program: &'a Path,
    data: &'a Path,
    connections: &'a str,
}

impl Start<'_> {
    /// Starts it; where people find the club.
    fn run(&self, listen: &str, number: usize, more: &[String]) -> Result<(Child, String)> {
        let mut server = Command::new(self.program)
            .args(["serve", "--listen", listen, "--data"])
            .arg(self.data.join(number.to_string()))
            .args(["--max-connections", self.connections])
            .args(["--address-connections", self.connections, "--address-rate", "100000"])
            .args(more)
            .stdout(Stdio::piped())
            .spawn()
            .with_context(|| {
                format!("{} (cargo build --release makes it)", self.program.display())
            })?;
        let said = server.stdout.take().context("no output")?;
        let lines: Vec<String> = BufReader::new(said).lines().take(3).collect::<Result<_, _>>()?;
        let first = lines.first().context("the server has ended")?;
        let url = first.trim_start_matches("Tesuji is at http://").trim_end_matches('/');
        Ok((server, url.to_owned()))
    }
}

impl Club {
    /// Starts one of so many processes with so many members and connections, all of which may come from this machine.
    pub async fn start(
        program: &Path,
        nodes: usize,
        members: usize,
        connections: usize,
    ) -> Result<Self> {
        let data = tempfile::tempdir()?;
        let connections = connections.to_string();
        let start = Start { program, data: data.path(), connections: &connections };
        let mut club = if nodes == 1 {
            let (server, url) = start.run("127.0.0.1:0", 0, &[])?;
            let address = url.parse().with_context(|| url.clone())?;
            let targets = vec![Target { address, host: url.into() }];
            Self::of(vec![server], targets, None, data)
        } else {
            let (servers, targets, shared) = several(&start, nodes)?;
            Self::of(servers, targets, Some(shared), data)
        };
        for number in 0..members {
            let name = format!("Load{number}");
            let mut create = Command::new(program);
            create.args(["token", "create", &name, "--bot"]);
            match &club._shared {
                Some((database, _)) => create.args(["--database", &database.url(CLUB)]),
                None => create.arg("--data").arg(club._data.path().join("0")),
            };
            let made = create.output()?;
            ensure!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
            let token = String::from_utf8(made.stdout)?.trim().to_owned();
            club.members.push(Member { name, token });
        }
        Ok(club)
    }

    fn of(
        servers: Vec<Child>,
        targets: Vec<Target>,
        shared: Option<Shared>,
        data: TempDir,
    ) -> Self {
        let (members, turn) = (Vec::new(), AtomicUsize::new(0));
        Self { members, targets, turn, servers, _shared: shared, _data: data }
    }

    /// The process whose turn it is to be asked.
    pub fn target(&self) -> Target {
        let turn = self.turn.fetch_add(1, Ordering::Relaxed);
        self.targets[turn % self.targets.len()].clone()
    }

    /// The resources that the processes have used until now; nothing where the system does not tell.
    pub fn taken(&self) -> Taken {
        let each = self.servers.iter().filter_map(|server| taken(server.id()));
        each.fold(Taken::default(), |sum, one| Taken {
            resident: sum.resident + one.resident,
            cpu: sum.cpu + one.cpu,
        })
    }

    /// The lines of `/metrics` that are worth a report, of each process.
    pub async fn metrics(&self) -> Result<String> {
        let mut told = Vec::new();
        for target in &self.targets {
            let host = target.address.to_string().into();
            let mut connection = Connection::open(Target { host, ..target.clone() }).await?;
            let text = connection.call("none", "GET", "/metrics", "").await?;
            let lines = text.lines().map(str::to_owned);
            told.extend(lines.filter(|line| REPORTED.iter().any(|name| line.starts_with(name))));
        }
        Ok(told.join("\n"))
    }
}

/// The name of the database.
const CLUB: &str = "club";

/// What processes share.
type Shared = (Database, Bus);
/// Processes, where they listen, and what they share.
type Several = (Vec<Child>, Vec<Target>, Shared);

/// Several processes with what they share.
fn several(start: &Start<'_>, nodes: usize) -> Result<Several> {
    let (database, bus) = (Database::start(true)?, Bus::start()?);
    let url = database.create(CLUB)?;
    let ports = (0..nodes).map(|_| servers::free_port()).collect::<Result<Vec<u16>>>()?;
    let urls: Vec<String> = ports.iter().map(|port| format!("http://127.0.0.1:{port}")).collect();
    let word = start.data.join("word");
    std::fs::write(&word, "a-word-of-the-nodes")?;
    let host: Arc<str> = format!("127.0.0.1:{}", ports[0]).into();
    let (mut servers, mut targets) = (Vec::new(), Vec::new());
    for (number, port) in ports.iter().enumerate() {
        let address = SocketAddr::from(([127, 0, 0, 1], *port));
        let more = [
            ("--public", format!("http://{host}")),
            ("--database", url.clone()),
            ("--nodes", urls.join(",")),
            ("--node", number.to_string()),
            ("--bus", bus.url()),
            ("--nodes-token-file", word.display().to_string()),
        ];
        let more: Vec<String> =
            more.into_iter().flat_map(|(name, value)| [name.to_owned(), value]).collect();
        servers.push(start.run(&address.to_string(), number, &more)?.0);
        targets.push(Target { address, host: host.clone() });
    }
    Ok((servers, targets, (database, bus)))
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
