//! The files that the system lets the process have open: a connection is one.

/// Files beside the connections: the database, its readers, the engines' tables.
const OTHERS: u64 = 64;

/// The system gives a process fewer open files than the connections need.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "{wanted} connections need {needed} open files, and the system allows {allowed}: raise that (ulimit -Hn)"
)]
pub struct TooFewFiles {
    /// Connections asked for.
    pub wanted: usize,
    /// The files that they and the database need.
    pub needed: u64,
    /// The files that may be open at most.
    pub allowed: u64,
}

/// Raises the number of files that may be open as far as the connections need.
///
/// # Errors
/// Where the system does not allow so many.
#[cfg(unix)]
pub fn raise(connections: usize) -> Result<(), TooFewFiles> {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let needed = u64::try_from(connections).unwrap_or(u64::MAX).saturating_add(OTHERS);
    let now = getrlimit(Resource::Nofile);
    // None is no limit.
    if now.current.is_none_or(|current| current >= needed) {
        return Ok(());
    }
    let allowed = now.maximum.unwrap_or(u64::MAX);
    let too_few = TooFewFiles { wanted: connections, needed, allowed };
    if allowed < needed {
        return Err(too_few);
    }
    let raised = Rlimit { current: Some(needed), maximum: now.maximum };
    setrlimit(Resource::Nofile, raised).map_err(|_| too_few)
}

/// The system's own limit is what there is.
///
/// # Errors
/// None.
#[cfg(not(unix))]
pub fn raise(_connections: usize) -> Result<(), TooFewFiles> {
    let _ = OTHERS;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::raise;

    #[test]
    fn more_than_the_system_allows_is_told_with_numbers() {
        assert!(raise(16).is_ok());
        // A system without a limit takes it.
        if let Err(error) = raise(usize::MAX / 2) {
            assert!(error.to_string().contains("ulimit"), "{error}");
        }
    }
}
