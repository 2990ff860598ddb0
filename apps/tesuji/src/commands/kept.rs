//! Where a club's data are, for the commands that use them beside it.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use clap::Args;
use server::Source;

/// The place of a club's data.
#[derive(Args)]
pub struct KeptArgs {
    /// Folder of the club's games [default: tesuji in your folder for data]
    #[arg(long, value_name = "DIR", global = true)]
    data: Option<PathBuf>,
    #[command(flatten)]
    server: DatabaseArgs,
}

impl KeptArgs {
    /// The place, for that command.
    ///
    /// # Errors
    /// Where a database is named that this build cannot use.
    pub fn source(&self, command: &str) -> Result<Source> {
        #[cfg(feature = "cluster")]
        if let Some(address) = &self.server.database {
            return Ok(Source::Server(address.clone()));
        }
        self.server.refuse(command)?;
        Ok(Source::Folder(self.data.clone().unwrap_or_else(crate::setup::data_folder)))
    }
}

/// The word in a file.
pub fn word(file: &Path) -> Result<String> {
    let text = std::fs::read_to_string(file);
    let text = text.with_context(|| format!("{} cannot be read", file.display()))?;
    Ok(text.trim().to_owned())
}

#[cfg(not(feature = "cluster"))]
use super::lacking::DatabaseArgs;
#[cfg(feature = "cluster")]
pub use of_server::{DatabaseArgs, text_of};

#[cfg(feature = "cluster")]
mod of_server {
    use clap::Args;
    use server::Address;

    /// A database that is not a file.
    #[derive(Args, Default)]
    pub struct DatabaseArgs {
        /// Address of a PostgreSQL database, postgres://user@host/name, or a file in which it stands
        #[arg(long, value_name = "URL", value_parser = address, global = true)]
        pub database: Option<Address>,
    }

    impl DatabaseArgs {
        /// Refuses nothing: this build has what it needs.
        #[expect(
            clippy::unnecessary_wraps,
            clippy::unused_self,
            reason = "a build without refuses"
        )]
        pub fn refuse(&self, _: &str) -> anyhow::Result<()> {
            Ok(())
        }
    }

    fn address(text: &str) -> Result<Address, String> {
        text_of(text)?.parse().map_err(|error: server::NoAddress| error.to_string())
    }

    /// An address, or that in a file: one with a password is not to stand among the arguments, which others see.
    pub fn text_of(text: &str) -> Result<String, String> {
        if text.contains("://") {
            return Ok(text.to_owned());
        }
        let read = std::fs::read_to_string(text).map_err(|error| format!("{text}: {error}"))?;
        Ok(read.trim().to_owned())
    }
}
