//! Files of networks.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use arena::words::counted;
use network::{AverageError, Network};

use crate::files;
use crate::output::line;

/// A file that is longer is none.
pub const LONGEST: u64 = 1 << 30;

/// The network of a file, and its bytes.
pub fn read(file: &Path) -> Result<(Network, Vec<u8>)> {
    let bytes = files::read(file, LONGEST)?;
    let cannot = || format!("{} cannot be read", files::name(file));
    let network = Network::decode(&bytes).with_context(cannot)?;
    Ok((network, bytes))
}

/// Writes the average of the networks of files.
pub fn average(names: &[PathBuf], out: &Path) -> Result<()> {
    files::target(out)?;
    let networks: Vec<Network> =
        names.iter().map(|file| Ok(read(file)?.0)).collect::<Result<_>>()?;
    let average = Network::average(&networks).map_err(|error| match error {
        AverageError::Different { which, .. } => anyhow::Error::new(error)
            .context(format!("{} does not fit", files::name(&names[which]))),
        AverageError::TooFew => error.into(),
    })?;
    files::replace(out, |out| out.write_all(&average.encode()))?;
    line(format!(
        "{} is the average of {}",
        files::name(out),
        counted(networks.len() as u64, "network")
    ))
}
