//! An external program that runs: its lines in bounded memory, and its end.

use std::collections::VecDeque;
use std::io::{ErrorKind, Read, Write as _};
use std::process::{ChildStdin, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use super::Environment;
use super::log::Traffic;
use crate::guard;
use crate::spec::ProgramSpec;
use crate::words::plain;

/// The longest line that is read, in bytes.
const MAX_LINE: usize = 1 << 16;
/// Output that may be said for one question, in bytes, and so much more for each second.
const MAX_OUTPUT: usize = 16 << 20;
const MAX_OUTPUT_A_SECOND: usize = 1 << 20;
/// Pieces of output that wait to be looked at (a line each, mostly: of a program that ponders, what it says in the other side's
/// time). A program that says more has to wait.
const WAITING: usize = 1_024;
/// Bytes that may wait to be read by a program: more than it is ever sent before it has to answer.
const MAX_UNREAD: usize = 1 << 20;
/// How often it is tried to write on, where a program does not read.
const RETRY: Duration = Duration::from_millis(2);
/// Characters kept of standard error.
const LAST_WORDS: usize = 2_000;
/// Time that the guard is given, beyond its own wait budget, before it is killed itself.
const WAIT_BUDGET: Duration = Duration::from_secs(2);

struct Piece {
    at: Instant,
    bytes: Vec<u8>,
}

/// The outcome of waiting for a line.
#[derive(Debug)]
pub(crate) enum Line {
    /// A line, without its end, and when it arrived; and whether it was UTF-8.
    Text { at: Instant, text: String, utf8: bool },
    /// Nothing until the time that was given.
    Nothing,
    /// The output has ended.
    End,
    /// More than can be meant seriously.
    Flood,
    /// A line of so many bytes, and still no end.
    Endless(usize),
}

/// A program that runs.
pub(crate) struct Child {
    process: std::process::Child,
    input: Option<ChildStdin>,
    /// Output that the pipe had no room for.
    unread: Vec<u8>,
    traffic: Option<Traffic>,
    pieces: Receiver<Piece>,
    held: Vec<u8>,
    ready: VecDeque<Line>,
    received: usize,
    since: Instant,
    last_words: Arc<Mutex<VecDeque<u8>>>,
    guarded: bool,
    grace: Duration,
    /// The mark that the program and all that it starts have in their environment.
    mark: String,
}

/// Numbers the programs of this arena.
static STARTED: AtomicU64 = AtomicU64::new(0);

impl Child {
    /// Starts a program, guarded where the environment says how.
    pub(crate) fn start(
        spec: &ProgramSpec,
        environment: &Environment,
        grace: Duration,
    ) -> std::io::Result<Self> {
        let mut command = match &environment.guard {
            Some(guard) => {
                let mut command = Command::new(&guard.program);
                command.args(&guard.args).args(guard::arguments(grace)).arg(&spec.command);
                command
            }
            None => Command::new(&spec.command),
        };
        let number = STARTED.fetch_add(1, Ordering::Relaxed);
        let mark = format!("{}-{number}", std::process::id());
        command.env(guard::VARIABLE, &mark);
        command.args(&spec.args).envs(spec.env.iter().map(|(name, value)| (name, value)));
        if let Some(dir) = &spec.dir {
            command.current_dir(dir);
        }
        #[cfg(unix)]
        {
            use std::os::unix::process::CommandExt as _;
            // Of its own group: Ctrl-C in the terminal is the arena's to deal with.
            command.process_group(0);
        }
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut process = command.spawn()?;
        let (sender, pieces) = sync_channel(WAITING);
        if let Some(output) = process.stdout.take() {
            std::thread::spawn(move || read(output, &sender));
        }
        let last_words = Arc::new(Mutex::new(VecDeque::new()));
        let log = environment.log.as_ref();
        let traffic = log.and_then(|log| log.of(&spec.name, process.id()));
        if let Some(errors) = process.stderr.take() {
            let (kept, traffic) = (last_words.clone(), traffic.clone());
            std::thread::spawn(move || keep_last(errors, &kept, traffic.as_ref()));
        }
        let input = process.stdin.take();
        #[cfg(unix)]
        if let Some(input) = &input {
            // Whoever does not read must not hold up the arena.
            let _ = rustix::fs::fcntl_setfl(input, rustix::fs::OFlags::NONBLOCK);
        }
        Ok(Self {
            input,
            unread: Vec::new(),
            traffic,
            process,
            pieces,
            held: Vec::new(),
            ready: VecDeque::new(),
            received: 0,
            since: Instant::now(),
            last_words,
            guarded: environment.guard.is_some(),
            grace,
            mark,
        })
    }

    /// Says lines. This does not wait: what the pipe has no room for is written while an answer is waited for. A
    /// program that has gone, or never reads, is noticed when it is asked.
    pub(crate) fn say(&mut self, lines: &str) {
        if let Some(traffic) = &self.traffic {
            traffic.say('>', lines);
        }
        if self.unread.len() + lines.len() <= MAX_UNREAD {
            self.unread.extend_from_slice(lines.as_bytes());
        }
        self.write_on();
    }

    /// Writes what the pipe has room for.
    fn write_on(&mut self) {
        let Some(input) = &mut self.input else { return self.unread.clear() };
        let mut written = 0;
        while written < self.unread.len() {
            match input.write(&self.unread[written..]) {
                Ok(count) if count > 0 => written += count,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) if error.kind() == ErrorKind::WouldBlock => break,
                // It has gone.
                _ => written = self.unread.len(),
            }
        }
        self.unread.drain(..written);
    }

    /// A question begins: what may be said for an answer counts from here.
    pub(crate) fn ask(&mut self) {
        self.received = 0;
        self.since = Instant::now();
    }

    /// The next line, waited for until `until`.
    pub(crate) fn line(&mut self, until: Instant) -> Line {
        loop {
            if let Some(line) = self.ready.pop_front() {
                return line;
            }
            self.write_on();
            let left = until.saturating_duration_since(Instant::now());
            let wait = if self.unread.is_empty() { left } else { left.min(RETRY) };
            let piece = match self.pieces.recv_timeout(wait) {
                Ok(piece) => piece,
                Err(RecvTimeoutError::Timeout) if wait < left => continue,
                Err(RecvTimeoutError::Timeout) => {
                    self.has_ended();
                    return Line::Nothing;
                }
                Err(RecvTimeoutError::Disconnected) => return Line::End,
            };
            self.received += piece.bytes.len();
            let seconds = self.since.elapsed().as_secs() as usize;
            if self.received > MAX_OUTPUT + seconds.saturating_mul(MAX_OUTPUT_A_SECOND) {
                return Line::Flood;
            }
            self.cut(&piece);
        }
    }

    fn cut(&mut self, piece: &Piece) {
        for part in piece.bytes.split_inclusive(|&byte| byte == b'\n') {
            self.held.extend_from_slice(part);
            if part.ends_with(b"\n") {
                let bytes = self.held.trim_ascii_end();
                let text = String::from_utf8_lossy(bytes);
                let utf8 = matches!(text, std::borrow::Cow::Borrowed(_));
                // Control characters that a terminal would obey never leave here.
                let text = plain(&text);
                if let Some(traffic) = &self.traffic {
                    traffic.say('<', &text);
                }
                let line = Line::Text { at: piece.at, text, utf8 };
                self.ready.push_back(line);
                self.held.clear();
            } else if self.held.len() > MAX_LINE {
                self.ready.push_back(Line::Endless(self.held.len()));
                self.held.clear();
            }
        }
    }

    /// Lines that are there already.
    pub(crate) fn drain(&mut self) -> usize {
        let mut lines = 0;
        while let Line::Text { .. } = self.line(Instant::now()) {
            lines += 1;
        }
        lines
    }

    /// Why it has ended, for people to read; called after its output has ended.
    pub(crate) fn exit_report(&mut self) -> String {
        let status = self.wait(self.grace + WAIT_BUDGET);
        let how = status.map_or_else(
            || "it closed its output".to_owned(),
            |status| match status.code() {
                Some(code) if code >= 128 && self.guarded => {
                    format!("it was ended by signal {}", code - 128)
                }
                Some(code) => format!("it ended with exit code {code}"),
                None => "it was ended by a signal".to_owned(),
            },
        );
        let words = self.last_words(false);
        if words.is_empty() { how } else { format!("{how}; its last words: {words}") }
    }

    /// The last lines on standard error: the guard's or the program's own.
    fn last_words(&self, of_guard: bool) -> String {
        // It has ended, but what it said last may not have been read yet.
        let until = Instant::now() + WAIT_BUDGET;
        while Arc::strong_count(&self.last_words) > 1 && Instant::now() < until {
            std::thread::sleep(Duration::from_millis(1));
        }
        let kept = self.last_words.lock().map(|kept| kept.iter().copied().collect::<Vec<u8>>());
        let text = String::from_utf8_lossy(&kept.unwrap_or_default()).into_owned();
        let lines = text.lines().filter(|line| line.starts_with(guard::MARK) == of_guard);
        let lines: Vec<&str> =
            lines.map(|line| line.trim_start_matches(guard::MARK).trim()).collect();
        plain(&lines[lines.len().saturating_sub(3)..].join(" / "))
    }

    /// It still runs.
    pub(crate) fn runs(&mut self) -> bool {
        matches!(self.process.try_wait(), Ok(None))
    }

    /// How it has ended, if it has.
    fn has_ended(&mut self) -> Option<ExitStatus> {
        let status = self.process.try_wait().ok().flatten()?;
        if self.guarded && status.code().is_none() {
            // The guard was killed, and can end nothing any more. What is left may hold the program's output open.
            guard::kill_marked(&self.mark);
        }
        Some(status)
    }

    fn wait(&mut self, wait_budget: Duration) -> Option<ExitStatus> {
        let until = Instant::now() + wait_budget;
        let mut pause = Duration::from_micros(200);
        loop {
            if let Some(status) = self.has_ended() {
                return Some(status);
            }
            if Instant::now() >= until {
                return None;
            }
            std::thread::sleep(pause);
            pause = (pause * 2).min(Duration::from_millis(10));
        }
    }

    /// Ends it after it was sent `quit`, and returns oddities of that.
    pub(crate) fn quit(mut self, farewell: &str) -> Vec<String> {
        self.say(farewell);
        self.input = None;
        let mut remarks = Vec::new();
        let wait_budget = if self.guarded { self.grace + WAIT_BUDGET } else { self.grace };
        if self.wait(wait_budget).is_none() {
            remarks.push("it ignored quit and was killed".to_owned());
            self.kill();
        }
        // The guard says what it had to do, and so what was left of the program.
        let words = self.last_words(true);
        if !words.is_empty() {
            remarks.push(words);
        }
        remarks
    }

    /// Ends it at once, with all that it started.
    pub(crate) fn kill(&mut self) {
        self.input = None;
        #[cfg(unix)]
        {
            use rustix::process::{Pid, Signal, kill_process, kill_process_group};
            let pid = Pid::from_child(&self.process);
            if self.guarded {
                // The guard ends the program and what that has started, wherever it is.
                let _ = kill_process(pid, Signal::TERM);
                if self.wait(WAIT_BUDGET).is_some() {
                    return;
                }
            }
            if self.runs() {
                let _ = kill_process_group(pid, Signal::KILL);
            }
        }
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

impl Drop for Child {
    fn drop(&mut self) {
        if self.runs() {
            self.kill();
        }
    }
}

fn read(mut output: impl Read, pieces: &SyncSender<Piece>) {
    let mut buffer = vec![0; 1 << 14];
    loop {
        let read = output.read(&mut buffer);
        let at = Instant::now();
        match read {
            Ok(0) => return,
            Ok(count) => {
                if pieces.send(Piece { at, bytes: buffer[..count].to_vec() }).is_err() {
                    return;
                }
            }
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(_) => return,
        }
    }
}

fn keep_last(mut errors: impl Read, kept: &Mutex<VecDeque<u8>>, traffic: Option<&Traffic>) {
    let mut buffer = [0; 1024];
    loop {
        match errors.read(&mut buffer) {
            Ok(0) => return,
            Ok(count) => {
                if let Some(traffic) = traffic {
                    traffic.say('!', &String::from_utf8_lossy(&buffer[..count]));
                }
                let Ok(mut kept) = kept.lock() else { return };
                kept.extend(&buffer[..count]);
                let over = kept.len().saturating_sub(LAST_WORDS);
                kept.drain(..over);
            }
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(_) => return,
        }
    }
}

#[cfg(test)]
mod tests;
