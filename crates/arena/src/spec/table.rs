//! Engines as tables of a TOML file.
//!
//! ```toml
//! [[engine]]
//! name = "mine"
//! cmd = "target/release/my-engine"
//! args = ["--quiet"]
//! tc = "10+0.1"
//! options = { Hash = 64 }
//!
//! [[engine]]
//! kind = "tesuji"
//! nodes = 1000
//! ```

use toml::{Table, Value};

use super::line::Setting;
use super::{EngineSpec, SpecError};

/// Why a file describes no engines.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum TableError {
    /// It is no TOML.
    #[error(transparent)]
    Toml(#[from] toml::de::Error),
    /// No engine is in it.
    #[error("there is no table [[engine]] in it")]
    Empty,
    /// Something else is in it.
    #[error("there is no setting '{0}': only [[engine]] is understood")]
    Key(String),
    /// `engine` is something else.
    #[error("engine must be a list of tables: write [[engine]]")]
    List,
    /// One of the engines.
    #[error("engine {number}: {reason}")]
    Engine {
        /// Its number in the file, from 1.
        number: usize,
        /// The fault.
        reason: String,
    },
}

/// The engines of a file.
///
/// # Errors
/// What is wrong, and with which engine.
pub fn read_tables(text: &str) -> Result<Vec<EngineSpec>, TableError> {
    let file: Table = text.parse()?;
    if let Some(other) = file.keys().find(|key| *key != "engine") {
        return Err(TableError::Key(other.clone()));
    }
    let engines = file.get("engine").ok_or(TableError::Empty)?;
    let engines = engines.as_array().ok_or(TableError::List)?;
    let read = |(index, value): (usize, &Value)| {
        let table = value.as_table().ok_or(TableError::List)?;
        let number = index + 1;
        read_table(table).map_err(|reason| TableError::Engine { number, reason })
    };
    engines.iter().enumerate().map(read).collect()
}

/// A value as it would stand on a line.
fn plain(key: &str, value: &Value) -> Result<String, String> {
    match value {
        Value::String(text) => Ok(text.clone()),
        Value::Integer(number) => Ok(number.to_string()),
        Value::Float(number) => Ok(number.to_string()),
        Value::Boolean(value) => Ok(value.to_string()),
        _ => Err(format!("{key} must be a text, a number, true or false")),
    }
}

fn text<'a>(key: &str, value: &'a Value) -> Result<&'a str, String> {
    value.as_str().ok_or_else(|| format!("{key} must be text"))
}

fn read_table(table: &Table) -> Result<EngineSpec, String> {
    if let Some(line) = table.get("line") {
        if table.len() > 1 {
            return Err("beside line there can be nothing else".to_owned());
        }
        return text("line", line)?.parse().map_err(|error: SpecError| error.to_string());
    }
    let first = match (table.get("cmd"), table.get("kind")) {
        (Some(command), None) => format!("cmd={}", text("cmd", command)?),
        (None, Some(kind)) => text("kind", kind)?.to_owned(),
        (Some(_), Some(_)) => return Err("either kind or cmd, not both".to_owned()),
        (None, None) => {
            return Err("it needs kind (tesuji, mcts, random, human), cmd or line".to_owned());
        }
    };
    let mut settings = Vec::new();
    let mut args = Vec::new();
    let mut put = |place: String, key: String, value: String| {
        settings.push(Setting { place, key, value });
    };
    for (key, value) in table.iter().filter(|(key, _)| *key != "cmd" && *key != "kind") {
        match (key.as_str(), value) {
            ("args", Value::Array(list)) => {
                for arg in list {
                    args.push(text("each of args", arg)?.to_owned());
                }
            }
            ("args", _) => return Err("args must be a list of texts".to_owned()),
            ("env", Value::Table(names)) => {
                for (name, value) in names {
                    let value = format!("{name}={}", plain(name, value)?);
                    put(format!("env.{name}"), "env".to_owned(), value);
                }
            }
            ("options", Value::Table(names)) => {
                for (name, value) in names {
                    put(format!("options.{name}"), format!("option.{name}"), plain(name, value)?);
                }
            }
            ("env" | "options", _) => return Err(format!("{key} must be a table: {{ A = 1 }}")),
            _ => put(key.clone(), key.clone(), plain(key, value)?),
        }
    }
    if !args.is_empty() && !first.starts_with("cmd=") {
        return Err("args are for programs (cmd)".to_owned());
    }
    let line = as_line(&first, &settings, &args);
    let mut spec =
        EngineSpec::from_settings(&line, &first, &settings).map_err(|error| error.to_string())?;
    if let super::Kind::Program(program) = &mut spec.kind {
        program.args = args;
    }
    Ok(spec)
}

/// The same engine as a line. Each argument has its own `arg=`, so that blanks in it stay.
fn as_line(first: &str, settings: &[Setting], args: &[String]) -> String {
    let mut line = quoted(first);
    for Setting { key, value, .. } in settings {
        line = line + "," + &quoted(&format!("{key}={value}"));
    }
    for arg in args {
        line = line + "," + &quoted(&format!("arg={arg}"));
    }
    line
}

fn quoted(part: &str) -> String {
    if part.contains(',') { format!("\"{part}\"") } else { part.to_owned() }
}
