//! The guard of an external program: a small process between it and the arena, which ends it with
//! all that it started when it has to go, and when the arena is gone, however that came about.
//!
//! The arena starts the guard with pipes; the guard starts the program in a group of its own, passes its
//! own input on, and leaves it its output. Then
//!
//! - the end of its input means that the arena has ended, or wants this to end: the program's input ends
//!   too, and after a moment of grace it is killed, even where it never reads its input;
//! - SIGTERM means at once;
//! - should the guard itself be killed, the system kills the program, and the arena what it has left (Linux).
//!
//! Whatever the program left running is killed after it: its group and, on Linux, its descendants in
//! other groups, which the system hands to the guard when their parents end. Where there are no
//! process groups a program is killed without what it started.

use std::ffi::OsString;
use std::time::Duration;

/// Before each line that the guard writes to standard error.
pub const MARK: &str = "tesuji-guard:";

/// In the environment of each program and of all that it starts: whose it is.
pub(crate) const VARIABLE: &str = "TESUJI_ARENA_PROGRAM";

/// Kills what a program has left whose guard was killed (Linux): it is known by what stands in its environment.
pub(crate) fn kill_marked(mark: &str) {
    platform::kill_marked(mark);
}

/// The guard's arguments before the program's own command line.
pub(crate) fn arguments(grace: Duration) -> [String; 2] {
    [format!("--grace={}", grace.as_millis()), "--".to_owned()]
}

/// A guard's arguments, read.
struct Arguments {
    grace: Duration,
    /// The process that this one must not outlive; it then becomes the program itself.
    become_below: Option<u32>,
    command: Vec<OsString>,
}

fn read_arguments(args: impl Iterator<Item = OsString>) -> Result<Arguments, String> {
    let mut args = args;
    let mut read =
        Arguments { grace: Duration::from_secs(1), become_below: None, command: Vec::new() };
    for arg in args.by_ref() {
        let text = arg.to_string_lossy();
        if text == "--" {
            break;
        }
        let number = |text: &str| text.parse().map_err(|_| format!("'{text}' is no number"));
        match text.split_once('=') {
            Some(("--grace", millis)) => read.grace = Duration::from_millis(number(millis)?),
            Some(("--become", parent)) => {
                read.become_below = Some(u32::try_from(number(parent)?).unwrap_or(0));
            }
            _ => return Err(format!("'{text}' is not understood")),
        }
    }
    read.command = args.collect();
    if read.command.is_empty() {
        return Err("no program is named after --".to_owned());
    }
    Ok(read)
}

/// Input passed on to the program. Its end must be noticed before all of it was read.
#[cfg(unix)]
pub trait Input: std::io::Read + std::os::fd::AsFd + Send + 'static {}
#[cfg(unix)]
impl<T: std::io::Read + std::os::fd::AsFd + Send + 'static> Input for T {}
/// Input passed on to the program.
#[cfg(not(unix))]
pub trait Input: std::io::Read + Send + 'static {}
#[cfg(not(unix))]
impl<T: std::io::Read + Send + 'static> Input for T {}

/// Runs the guard with these arguments; `own` is the command that leads here, `input` what is passed on
/// to the program, and `report` takes lines for standard error. Returns the exit code: the program's,
/// 128 and the number of the signal that ended it, or 127 where it cannot be started.
pub fn main(
    own: &crate::GuardCommand,
    args: impl Iterator<Item = OsString>,
    input: impl Input,
    report: &dyn Fn(&str),
) -> i32 {
    let arguments = match read_arguments(args) {
        Ok(arguments) => arguments,
        Err(fault) => {
            report(&format!("{MARK} {fault}"));
            return 2;
        }
    };
    platform::run(own, &arguments, input, report)
}

#[cfg(not(unix))]
mod platform {
    use std::process::{Command, Stdio};
    use std::sync::mpsc::channel;

    use super::{Arguments, MARK};

    pub(super) fn kill_marked(_mark: &str) {}

    /// Without process groups: the program is ended when the input ends.
    pub(super) fn run(
        _own: &crate::GuardCommand,
        arguments: &Arguments,
        mut input: impl super::Input,
        report: &dyn Fn(&str),
    ) -> i32 {
        let (program, args) = match arguments.command.split_first() {
            Some(split) => split,
            None => return 2,
        };
        let mut child = match Command::new(program).args(args).stdin(Stdio::piped()).spawn() {
            Ok(child) => child,
            Err(error) => {
                report(&format!("{MARK} {} cannot be started: {error}", program.to_string_lossy()));
                return 127;
            }
        };
        let (sender, ended) = channel();
        if let Some(mut to) = child.stdin.take() {
            std::thread::spawn(move || {
                let _ = std::io::copy(&mut input, &mut to);
                drop(to);
                let _ = sender.send(());
            });
        }
        loop {
            if let Ok(Some(status)) = child.try_wait() {
                return status.code().unwrap_or(1);
            }
            if ended.recv_timeout(std::time::Duration::from_millis(20)).is_ok() {
                std::thread::sleep(arguments.grace);
                let _ = child.kill();
                let _ = child.wait();
                return 1;
            }
        }
    }
}

#[cfg(unix)]
mod platform {
    use std::io::{Read, Write as _};
    use std::os::fd::OwnedFd;
    use std::os::unix::process::{CommandExt as _, ExitStatusExt as _};
    use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
    use std::sync::mpsc::{RecvTimeoutError, Sender, channel};

    use rustix::event::{PollFd, PollFlags, poll};
    use rustix::process::{Pid, Signal, kill_process_group};

    use super::{Arguments, MARK};
    use crate::words::counted;

    enum Message {
        /// Nothing more comes from the arena.
        InputEnded,
        /// A signal: now.
        Terminate,
        /// The program has ended.
        Exited(ExitStatus),
    }

    pub(super) fn run(
        own: &crate::GuardCommand,
        arguments: &Arguments,
        input: impl super::Input,
        report: &dyn Fn(&str),
    ) -> i32 {
        if let Some(parent) = arguments.become_below {
            return become_program(arguments, parent, report);
        }
        let (sender, messages) = channel();
        let terminate = sender.clone();
        // Where no handler can be installed a signal ends the guard, and with it the program.
        let _ = ctrlc::set_handler(move || drop(terminate.send(Message::Terminate)));
        #[cfg(target_os = "linux")]
        let _ = rustix::process::set_child_subreaper(Some(rustix::process::getpid()));
        let mut child = match start(own, arguments) {
            Ok(child) => child,
            Err(error) => {
                report(&format!("{MARK} {} cannot be started: {error}", own.program.display()));
                return 127;
            }
        };
        let group = Pid::from_child(&child);
        if let Some(to) = child.stdin.take() {
            let (passed, ended) = (sender.clone(), sender.clone());
            if let Ok(watched) = input.as_fd().try_clone_to_owned() {
                std::thread::spawn(move || watch_the_end(&watched, &ended));
            }
            std::thread::spawn(move || pass_on(input, to, &passed));
        }
        std::thread::spawn(move || {
            if let Ok(status) = child.wait() {
                let _ = sender.send(Message::Exited(status));
            }
        });
        let mut status = None;
        let mut killed = false;
        let mut wait_budget = None;
        while status.is_none() {
            let message = match wait_budget {
                None => messages.recv().map_err(|_| RecvTimeoutError::Disconnected),
                Some(grace) => messages.recv_timeout(grace),
            };
            match message {
                Ok(Message::Exited(exited)) => status = Some(exited),
                Ok(Message::InputEnded) => wait_budget = Some(arguments.grace),
                Ok(Message::Terminate) | Err(_) => {
                    killed = !matches!(message, Ok(Message::Terminate));
                    break;
                }
            }
        }
        if killed {
            report(&format!("{MARK} it ignored quit and the end of its input, and was killed"));
        }
        let left = kill_all(group);
        if status.is_some() && left > 0 {
            let were = if left == 1 { "was" } else { "were" };
            let left = counted(left as u64, "process");
            report(&format!("{MARK} it left {left} behind, which {were} killed"));
        }
        status.map_or(1, |status| {
            status.code().unwrap_or_else(|| 128 + status.signal().unwrap_or_default())
        })
    }

    /// Starts this program once more, in a group of its own, to become the program itself: between the
    /// two it can ask the system to be killed with its parent.
    fn start(own: &crate::GuardCommand, arguments: &Arguments) -> std::io::Result<Child> {
        let mut command = Command::new(&own.program);
        command.args(&own.args).arg(format!("--become={}", std::process::id())).arg("--");
        command.args(&arguments.command).stdin(Stdio::piped()).process_group(0).spawn()
    }

    fn become_program(arguments: &Arguments, parent: u32, report: &dyn Fn(&str)) -> i32 {
        #[cfg(target_os = "linux")]
        {
            let _ = rustix::process::set_parent_process_death_signal(Some(Signal::KILL));
        }
        // The parent may have gone before that was asked for.
        if std::os::unix::process::parent_id() != parent {
            return 1;
        }
        let Some((program, args)) = arguments.command.split_first() else { return 2 };
        let error = Command::new(program).args(args).exec();
        report(&format!("{} cannot be started: {error}", program.to_string_lossy()));
        127
    }

    fn pass_on(mut input: impl Read, mut to: ChildStdin, messages: &Sender<Message>) {
        let mut buffer = vec![0; 1 << 16];
        loop {
            match input.read(&mut buffer) {
                Ok(0) => break,
                // A program that does not read any more is waited for like one that reads.
                Ok(count) => drop(to.write_all(&buffer[..count]).and_then(|()| to.flush())),
                Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
                Err(_) => break,
            }
        }
        drop(to);
        let _ = messages.send(Message::InputEnded);
    }

    /// Notices that nobody writes into the guard's input any more, even while the program does not read what stands in it.
    fn watch_the_end(input: &OwnedFd, messages: &Sender<Message>) {
        loop {
            // Asked for nothing: only the end is reported.
            let mut watched = [PollFd::new(input, PollFlags::empty())];
            match poll(&mut watched, None) {
                Ok(_)
                    if watched[0]
                        .revents()
                        .intersects(PollFlags::HUP | PollFlags::ERR | PollFlags::NVAL) =>
                {
                    break;
                }
                Ok(_) | Err(rustix::io::Errno::INTR) => {}
                Err(_) => return,
            }
        }
        let _ = messages.send(Message::InputEnded);
    }

    /// Kills the group and all descendants, and counts those that still ran.
    fn kill_all(group: Pid) -> usize {
        let mut killed = std::collections::BTreeSet::new();
        killed.extend(group_members(group));
        let _ = kill_process_group(group, Signal::KILL);
        // Processes started during this round are found in the next one.
        for _ in 0..200 {
            let found = descendants();
            if found.is_empty() {
                break;
            }
            for &pid in &found {
                if let Some(pid) = Pid::from_raw(pid) {
                    let _ = rustix::process::kill_process(pid, Signal::KILL);
                }
            }
            killed.extend(found);
            std::thread::sleep(std::time::Duration::from_millis(2));
        }
        killed.len()
    }

    #[cfg(not(target_os = "linux"))]
    pub(super) fn kill_marked(_mark: &str) {}

    #[cfg(target_os = "linux")]
    pub(super) fn kill_marked(mark: &str) {
        let wanted = format!("{}={mark}", super::VARIABLE);
        // Processes started during this round are found in the next one.
        for _ in 0..200 {
            let has_it = |row: &Row| {
                let environ =
                    std::fs::read(format!("/proc/{}/environ", row.pid)).unwrap_or_default();
                environ.split(|&byte| byte == 0).any(|entry| entry == wanted.as_bytes())
            };
            let found: Vec<Row> = rows().into_iter().filter(has_it).collect();
            if found.is_empty() {
                return;
            }
            for pid in found.iter().filter_map(|row| Pid::from_raw(row.pid)) {
                let _ = rustix::process::kill_process(pid, Signal::KILL);
            }
            std::thread::sleep(std::time::Duration::from_millis(2));
        }
    }

    #[cfg(not(target_os = "linux"))]
    fn group_members(_group: Pid) -> Vec<i32> {
        Vec::new()
    }

    #[cfg(not(target_os = "linux"))]
    fn descendants() -> Vec<i32> {
        Vec::new()
    }

    /// A process as the system lists it: its number, its parent's and its group's.
    #[cfg(target_os = "linux")]
    struct Row {
        pid: i32,
        parent: i32,
        group: i32,
    }

    /// The processes that run; not those that have ended and wait to be asked about.
    #[cfg(target_os = "linux")]
    fn rows() -> Vec<Row> {
        let Ok(entries) = std::fs::read_dir("/proc") else { return Vec::new() };
        let read = |entry: std::fs::DirEntry| {
            let pid: i32 = entry.file_name().to_str()?.parse().ok()?;
            let text = std::fs::read(entry.path().join("stat")).ok()?;
            let text = String::from_utf8_lossy(&text);
            // pid (name, which may hold anything) state parent group …
            let mut words = text[text.rfind(')')? + 1..].split_whitespace();
            let state = words.next()?;
            let (parent, group) = (words.next()?.parse().ok()?, words.next()?.parse().ok()?);
            (state != "Z" && state != "X").then_some(Row { pid, parent, group })
        };
        entries.flatten().filter_map(read).collect()
    }

    #[cfg(target_os = "linux")]
    fn group_members(group: Pid) -> Vec<i32> {
        let group = group.as_raw_nonzero().get();
        rows().into_iter().filter(|row| row.group == group).map(|row| row.pid).collect()
    }

    #[cfg(target_os = "linux")]
    fn descendants() -> Vec<i32> {
        let rows = rows();
        let mut found = vec![std::process::id() as i32];
        let mut at = 0;
        while let Some(&parent) = found.get(at) {
            let children = rows.iter().filter(|row| row.parent == parent).map(|row| row.pid);
            found.extend(children);
            at += 1;
        }
        found.split_off(1)
    }
}
