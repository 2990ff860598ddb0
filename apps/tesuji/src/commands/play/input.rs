//! Reading lines: with editing, history and completion at a terminal, plainly from a pipe.

use std::io::IsTerminal as _;
use std::path::PathBuf;

use anyhow::Result;
use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::FileHistory;
use rustyline::validate::Validator;
use rustyline::{Context, Editor, Helper};

use crate::interrupt;

/// Completes commands and legal moves.
#[derive(Default)]
struct Completions {
    words: &'static [&'static str],
    legal: Vec<String>,
}

impl Completer for Completions {
    type Candidate = String;

    fn complete(
        &self,
        line: &str,
        at: usize,
        _: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<String>)> {
        let typed = line.get(..at).unwrap_or(line);
        let words = self.words.iter().map(|&word| word.to_owned());
        let all = self.legal.iter().cloned().chain(words);
        Ok((0, all.filter(|candidate| candidate.starts_with(typed)).collect()))
    }
}

impl Hinter for Completions {
    type Hint = String;
}
impl Highlighter for Completions {}
impl Validator for Completions {}
impl Helper for Completions {}

/// A player's input at the prompt.
pub enum Typed {
    /// A line.
    Line(String),
    /// Ctrl-C.
    Interrupt,
    /// Ctrl-D, or the end of the pipe.
    End,
}

/// Where the lines come from.
pub struct Input {
    editor: Editor<Completions, FileHistory>,
    /// The file of earlier lines; None where nobody types.
    history: Option<PathBuf>,
}

impl Input {
    /// Standard input, where these words can be completed.
    pub fn new(words: &'static [&'static str]) -> Result<Self> {
        let mut editor = Editor::new()?;
        editor.set_helper(Some(Completions { words, legal: Vec::new() }));
        let history = std::io::stdin().is_terminal().then(history_file).flatten();
        if let Some(path) = &history {
            // There is none yet the first time.
            let _ = editor.load_history(path);
        }
        Ok(Self { editor, history })
    }

    /// From now on these words can be completed.
    pub fn complete(&mut self, words: &'static [&'static str]) {
        if let Some(helper) = self.editor.helper_mut() {
            helper.words = words;
        }
    }

    /// Asks for a line.
    pub fn read(&mut self, prompt: &str, legal: Vec<String>) -> Result<Typed> {
        if let Some(helper) = self.editor.helper_mut() {
            helper.legal = legal;
        }
        match interrupt::waiting(|| self.editor.readline(prompt)) {
            Ok(line) => {
                if !line.trim().is_empty() {
                    self.editor.add_history_entry(line.as_str())?;
                }
                Ok(Typed::Line(line))
            }
            Err(ReadlineError::Interrupted) => Ok(Typed::Interrupt),
            Err(ReadlineError::Eof) => Ok(Typed::End),
            Err(error) => Err(error.into()),
        }
    }
}

impl Drop for Input {
    fn drop(&mut self) {
        if let Some(path) = &self.history {
            // A lost history is no reason to complain at the end of a game.
            let _ = path.parent().map(std::fs::create_dir_all);
            let _ = self.editor.save_history(path);
        }
    }
}

/// `tesuji/history` in the user's folder for state.
fn history_file() -> Option<PathBuf> {
    let variable =
        |name| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let state = variable("XDG_STATE_HOME")
        .or_else(|| variable("HOME").map(|home| home.join(".local/state")))?;
    Some(state.join("tesuji/history"))
}
