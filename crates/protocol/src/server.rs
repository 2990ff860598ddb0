//! The engine's side of a session.

use crate::command::{Command, Go, Question, go_instead};
use crate::dialect::Dialect;
use crate::error::ProtocolError;
use crate::lines::Lines;
use crate::report::{OptionInfo, Report};

/// The engine, as a protocol sees it. Its errors are shown to the user as they are.
pub trait Backend {
    /// Its name: `Tesuji 0.1.0`.
    fn name(&self) -> String;
    /// The author.
    fn author(&self) -> String;
    /// The options.
    fn options(&self) -> Vec<OptionInfo>;
    /// Sets an option.
    ///
    /// # Errors
    /// If there is no such option or it cannot have this value.
    fn set_option(&mut self, name: &str, value: &str) -> Result<(), String>;
    /// A new game begins.
    fn new_game(&mut self);
    /// Sets the position to search; after an error the one before stays.
    ///
    /// # Errors
    /// If the position or a turn is wrong.
    fn set_position(&mut self, start: Option<&str>, turns: &[String]) -> Result<(), String>;
    /// Begins a search; the answer comes later, as reports.
    ///
    /// # Errors
    /// If it cannot search under these limits.
    fn go(&mut self, go: &Go) -> Result<(), String>;
    /// Answers a question in lines: at once or, where that takes long, later as [`Report::Text`].
    ///
    /// # Errors
    /// If there is no answer.
    fn ask(&mut self, question: Question) -> Result<Vec<String>, String>;
    /// Ends the search soon.
    fn stop(&mut self);
    /// The expected reply was played.
    fn ponder_hit(&mut self);
}

/// The state of a session.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum State {
    /// It goes on.
    Open,
    /// The user has ended it.
    Closed,
}

/// The engine's side of a session, whatever the protocol: bytes of the user go in, lines for the user
/// come out.
pub trait Session<B> {
    /// The engine.
    fn backend(&mut self) -> &mut B;
    /// A report as lines for the user; empty where the protocol does not have it, or nobody waits
    /// for it any more.
    fn write(&mut self, report: &Report) -> String;
    /// Takes bytes and adds the answers to `output`. What follows the end of the session is not read.
    fn feed(&mut self, bytes: &[u8], output: &mut String) -> State;
    /// The input has ended: obeys a last line without an end.
    fn finish(&mut self, output: &mut String);
}

impl<B: Backend> Session<B> for Server<B> {
    fn backend(&mut self) -> &mut B {
        Self::backend(self)
    }

    fn write(&mut self, report: &Report) -> String {
        Self::write(self, report)
    }

    fn feed(&mut self, bytes: &[u8], output: &mut String) -> State {
        Self::feed(self, bytes, output)
    }

    fn finish(&mut self, output: &mut String) {
        Self::finish(self, output);
    }
}

/// A session: bytes of the user go in, lines for the user come out.
#[derive(Clone, Debug)]
pub struct Server<B> {
    dialect: &'static Dialect,
    sides: [char; 2],
    backend: B,
    lines: Lines,
}

impl<B: Backend> Server<B> {
    /// A session in this dialect, of a game whose sides have these letters in positions.
    pub fn new(dialect: &'static Dialect, sides: [char; 2], backend: B) -> Self {
        Self { dialect, sides, backend, lines: Lines::default() }
    }

    /// The words of the protocol.
    pub fn dialect(&self) -> &'static Dialect {
        self.dialect
    }

    /// The engine.
    pub fn backend(&mut self) -> &mut B {
        &mut self.backend
    }

    /// A report as lines for the user.
    pub fn write(&self, report: &Report) -> String {
        self.dialect.write(report)
    }

    /// Takes bytes and adds the answers to `output`. What follows `quit` is not read.
    pub fn feed(&mut self, bytes: &[u8], output: &mut String) -> State {
        let mut lines = std::mem::take(&mut self.lines);
        let mut state = State::Open;
        lines.feed(bytes, |line| {
            if state == State::Open {
                state = self.line(line, output);
            }
        });
        self.lines = lines;
        state
    }

    /// The input has ended: obeys a last line without an end.
    pub fn finish(&mut self, output: &mut String) {
        let mut lines = std::mem::take(&mut self.lines);
        lines.finish(|line| {
            self.line(line, output);
        });
    }

    fn line(&mut self, line: Result<&str, ProtocolError>, output: &mut String) -> State {
        let said = line.as_ref().ok().copied();
        let command = line.and_then(|line| self.dialect.parse(line, self.sides));
        let answer = match command {
            Ok(None) => None,
            Ok(Some(Command::Quit)) => {
                self.backend.stop();
                return State::Closed;
            }
            Ok(Some(command)) => self.obey(command),
            Err(error) => Some(Report::Error(error.to_string())),
        };
        let refused = matches!(answer, Some(Report::Error(_)));
        if let Some(report) = answer {
            output.push_str(&self.dialect.write(&report));
        }
        // Whoever says `go` waits for a turn, whatever was wrong with its limits.
        if refused
            && let Some(go) = said.and_then(go_instead)
            && let Err(error) = self.backend.go(&go)
        {
            output.push_str(&self.dialect.write(&Report::Error(error)));
        }
        State::Open
    }

    fn obey(&mut self, command: Command) -> Option<Report> {
        let backend = &mut self.backend;
        let done = match command {
            Command::Hello => {
                let (name, author, options) = (backend.name(), backend.author(), backend.options());
                return Some(Report::Hello { name, author, options });
            }
            Command::IsReady => return Some(Report::ReadyOk),
            Command::Unknown(word) => {
                let shown: String = word.chars().take(60).collect();
                return Some(Report::Remark(format!("unknown command '{shown}' is ignored")));
            }
            Command::SetOption { name, value } => {
                let done = backend.set_option(&name, &value);
                let known = |option: &OptionInfo| option.name.eq_ignore_ascii_case(&name);
                let ignored = done.is_err()
                    && self.dialect.ignores_unknown_options
                    && !backend.options().iter().any(known);
                if ignored { Ok(()) } else { done }
            }
            Command::Position { start, turns } => backend.set_position(start.as_deref(), &turns),
            Command::Go(go) => backend.go(&go),
            Command::Ask(question) => match backend.ask(question) {
                Ok(lines) if question.is_query() => {
                    let lines = lines.iter().map(|line| format!("response {line}"));
                    return Some(Report::Text(lines.collect()));
                }
                Ok(lines) => return Some(Report::Text(lines)),
                Err(error) => Err(error),
            },
            Command::NewGame => {
                backend.new_game();
                Ok(())
            }
            Command::Stop | Command::Quit => {
                backend.stop();
                Ok(())
            }
            Command::PonderHit => {
                backend.ponder_hit();
                Ok(())
            }
        };
        done.err().map(Report::Error)
    }
}
