//! A club as a process of its own, which can be killed.

use std::io::{BufRead as _, BufReader, Read as _};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread::JoinHandle;

use client::Client;

use super::command;

/// A club that runs; it is killed at the latest with the test.
pub struct Served {
    child: Child,
    /// Its address.
    pub url: String,
    /// Its standard error.
    said: Option<JoinHandle<String>>,
}

impl Served {
    /// On any free port.
    pub fn start(data: &Path, more: &[&str]) -> Self {
        Self::at("127.0.0.1:0", data, more)
    }

    /// At an address of its own.
    pub fn at(listen: &str, data: &Path, more: &[&str]) -> Self {
        Self::run(command(&[]), listen, data, more)
    }

    fn run(mut command: Command, listen: &str, data: &Path, more: &[&str]) -> Self {
        command.args(["serve", "--listen", listen, "--data"]).arg(data).args(more);
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let mut errors = child.stderr.take().unwrap();
        let said = std::thread::spawn(move || {
            let mut text = String::new();
            let _ = errors.read_to_string(&mut text);
            text
        });
        // All that it says is read: where nobody takes a line it would end.
        let lines = BufReader::new(child.stdout.take().unwrap()).lines().take(3);
        let lines: Vec<String> = lines.map(Result::unwrap).collect();
        let Some(url) = lines.first().and_then(|line| line.strip_prefix("Tesuji is at ")) else {
            panic!("{}", said.join().unwrap());
        };
        let url = url.trim().trim_end_matches('/').to_owned();
        Self { child, url, said: Some(said) }
    }

    /// The next one, on the same data at the same address.
    pub fn again(&self, data: &Path, more: &[&str]) -> Self {
        Self::at(self.url.trim_start_matches("http://"), data, more)
    }

    /// The same, where no file may grow beyond some hundred kilobytes: what comes after finds the disk full.
    pub fn again_with_little_room(&self, data: &Path, more: &[&str]) -> Self {
        let program = command(&[]).get_program().to_owned();
        let mut limited = Command::new("sh");
        limited.args(["-c", "trap '' XFSZ; ulimit -f 1200; exec \"$@\"", "sh"]).arg(program);
        Self::run(limited, self.url.trim_start_matches("http://"), data, more)
    }

    /// Ends it as `kill -9` does; it has no time for anything.
    pub fn kill(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }

    /// Asks it to end, and waits until it has; how it did, and all that it said.
    pub fn terminate(&mut self) -> (ExitStatus, String) {
        let id = self.child.id().to_string();
        assert!(Command::new("kill").args(["-TERM", &id]).status().unwrap().success());
        let status = self.child.wait().unwrap();
        (status, self.said.take().unwrap().join().unwrap())
    }

    /// A program with a token of its own.
    pub fn program(&self, data: &Path, name: &str) -> Client {
        Client::new(&self.url, &server::tokens::create(data, name, true).unwrap()).unwrap()
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        self.kill();
    }
}
