//! External programs in lines and tables.

use std::path::PathBuf;
use std::time::Duration;

use engine::GameKind;
use protocol::{Client, Protocol};

use super::error::SpecError;
use super::line::Setting;

const PROGRAM_KEYS: &str = "proto, dir, args, arg, env, startup, hang, ponder, depth, nodes, time, tc, margin, \
                            restart, name and option.NAME are understood";

/// When a program is started anew.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Restart {
    /// After a fault.
    #[default]
    Auto,
    /// Before each game.
    Always,
}

/// An external program.
#[derive(Clone, PartialEq, Debug)]
pub struct ProgramSpec {
    /// Its name in reports.
    pub name: String,
    /// The program: a path, or a name to be found like a command of the shell's.
    pub command: PathBuf,
    /// Its arguments.
    pub args: Vec<String>,
    /// Where it runs; None for where the arena runs.
    pub dir: Option<PathBuf>,
    /// Variables of its environment, beside the arena's.
    pub env: Vec<(String, String)>,
    /// How it is spoken to; None for the usual protocol of the game.
    pub protocol: Option<Protocol>,
    /// Options to be set, by name.
    pub options: Vec<(String, String)>,
    /// It thinks while the other side does.
    pub ponder: bool,
    /// When it is started anew.
    pub restart: Restart,
    /// The longest that it may take to start, or to say that it is ready.
    pub startup: Duration,
    /// The longest that a turn may take where nothing bounds its time.
    pub hang: Duration,
}

impl ProgramSpec {
    /// A program without settings.
    pub fn new(command: &str) -> Self {
        Self {
            name: command.to_owned(),
            command: PathBuf::from(command),
            args: Vec::new(),
            dir: None,
            env: Vec::new(),
            protocol: None,
            options: Vec::new(),
            ponder: false,
            restart: Restart::default(),
            startup: Duration::from_secs(10),
            hang: Duration::from_secs(60),
        }
    }

    /// The name of its protocol in this game.
    pub(super) fn protocol_name(&self, game: &dyn GameKind) -> &'static str {
        self.protocol.map_or_else(|| game.info().protocol, Protocol::name)
    }

    /// The user's side of its protocol, for this game.
    ///
    /// # Errors
    /// If this game is not played in its protocol.
    pub fn client(&self, game: &dyn GameKind) -> Result<Box<dyn Client>, SpecError> {
        let usual = game.info().protocol;
        let unfit = |name: &str| {
            SpecError::Unfit(format!("{} is not played in {name}, but in {usual}", game.title()))
        };
        let protocol = self.protocol.map_or_else(|| usual.parse().map_err(|_| unfit(usual)), Ok)?;
        if protocol.name() != usual && !game.info().other_protocols.contains(&protocol.name()) {
            return Err(unfit(protocol.name()));
        }
        let client = protocol.client(game.side_letters());
        if self.ponder && client.unsupported().ponder {
            let text =
                format!("ponder=true: a program cannot be told to ponder in {}", protocol.name());
            return Err(SpecError::Unfit(text));
        }
        Ok(client)
    }

    pub(super) fn set(&mut self, setting: &Setting) -> Result<(), SpecError> {
        let value = &setting.value;
        match setting.key.as_str() {
            "proto" => {
                let protocol = value.parse().map_err(|error: String| setting.bad(error))?;
                self.protocol = Some(protocol);
            }
            "dir" => self.dir = Some(PathBuf::from(value)),
            "args" => self.args.extend(value.split_whitespace().map(str::to_owned)),
            // One argument, with its blanks.
            "arg" => self.args.push(value.clone()),
            "env" => match value.split_once('=') {
                Some((name, value)) if !name.is_empty() => {
                    self.env.push((name.to_owned(), value.to_owned()));
                }
                _ => return Err(setting.bad("use NAME=VALUE")),
            },
            "restart" => {
                self.restart = match value.as_str() {
                    "auto" => Restart::Auto,
                    "always" => Restart::Always,
                    _ => return Err(setting.bad("use auto (after a fault) or always (each game)")),
                }
            }
            "ponder" => {
                self.ponder = value.parse().map_err(|_| setting.bad("use true or false"))?;
            }
            "startup" => self.startup = setting.time("seconds, as in 10")?,
            "hang" => self.hang = setting.time("seconds, as in 60")?,
            key => match key.strip_prefix("option.") {
                Some(name) => self.options.push((name.to_owned(), value.clone())),
                None => return Err(setting.unknown(PROGRAM_KEYS)),
            },
        }
        Ok(())
    }
}
