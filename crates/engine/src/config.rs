//! How an engine is set up.

use game::params::ParamError;

/// How an engine is set up. [`EngineConfig::default`] is the engine at its best on one thread.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EngineConfig {
    /// Threads that search together, from 1.
    pub threads: usize,
    /// The transposition table's size in MiB; 0 for none.
    pub hash_mib: usize,
    /// Further [options](crate::Engine::options) by name; of two of one name the last counts.
    pub options: Vec<(String, String)>,
}

impl Default for EngineConfig {
    fn default() -> Self {
        Self { threads: 1, hash_mib: 64, options: Vec::new() }
    }
}

impl EngineConfig {
    /// The same with an option.
    #[must_use]
    #[expect(clippy::needless_pass_by_value, reason = "values are written where they are given")]
    pub fn with(mut self, name: &str, value: impl ToString) -> Self {
        self.options.push((name.to_owned(), value.to_string()));
        self
    }
}

/// Why an engine could not be set up as asked.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ConfigError {
    /// No option has this name, or it cannot have this value.
    #[error(transparent)]
    Param(#[from] ParamError),
    /// A file that an option names cannot be used.
    #[error("{option}: {fault}")]
    File {
        /// The option that names it.
        option: &'static str,
        /// Why not, in words.
        fault: String,
    },
    /// The system does not have the memory.
    #[error("the system has no {mib} MiB of memory for the table")]
    Memory {
        /// The amount asked for.
        mib: usize,
    },
}

impl ConfigError {
    /// A value that an option cannot have.
    pub(crate) fn value(name: &str, value: &str, expected: String) -> Self {
        Self::Param(ParamError::Value { name: name.to_owned(), value: value.to_owned(), expected })
    }
}
