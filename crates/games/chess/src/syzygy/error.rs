//! The faults of endgame tables.

use std::path::{Path, PathBuf};

/// Why endgame tables could not be opened or asked. Names the file or folder.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SyzygyError {
    /// The system did not let us read.
    #[error("{}: {reason}", .path.display())]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// The system's own error.
        reason: String,
    },
    /// The file is none of endgame tables.
    #[error("{}: this is no Syzygy table ({what})", .path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
        /// How it shows.
        what: &'static str,
    },
    /// The file began as a table, and does not go on as one.
    #[error("{}: the table is damaged ({what})", .path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// How it shows.
        what: &'static str,
    },
    /// No folder had a table.
    #[error("there are no Syzygy tables (*.rtbw) in {0}")]
    Empty(String),
}

/// As [`SyzygyError`], where the file is known to the caller.
#[derive(Debug)]
pub(super) enum Fault {
    Io(std::io::Error),
    Foreign(&'static str),
    Damaged(&'static str),
}

impl From<std::io::Error> for Fault {
    fn from(error: std::io::Error) -> Self {
        Self::Io(error)
    }
}

impl Fault {
    pub(super) fn at(self, path: &Path) -> SyzygyError {
        let path = path.to_owned();
        match self {
            Self::Io(error) if error.kind() == std::io::ErrorKind::UnexpectedEof => {
                SyzygyError::Damaged { path, what: "it ends too early" }
            }
            Self::Io(error) => SyzygyError::Io { path, reason: error.to_string() },
            Self::Foreign(what) => SyzygyError::Foreign { path, what },
            Self::Damaged(what) => SyzygyError::Damaged { path, what },
        }
    }
}

/// A fault of damage unless a condition holds.
pub(super) fn ensure(holds: bool, what: &'static str) -> Result<(), Fault> {
    if holds { Ok(()) } else { Err(Fault::Damaged(what)) }
}
