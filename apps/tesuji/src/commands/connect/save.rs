//! A game as text, into a file.

use std::path::Path;

use anyhow::{Result, bail, ensure};
use client::Client;

use crate::files;
use crate::output::line;

/// The word after a file's name that lets it be written over.
const FORCE: &str = "--force";

/// Writes a game into a file, as text: the file's name, and `--force` where one that is there may go.
pub fn save(client: &Client, id: &str, words: &str) -> Result<()> {
    let forced = words.strip_suffix(FORCE).filter(|name| name.is_empty() || name.ends_with(' '));
    let name = forced.unwrap_or(words).trim();
    ensure!(!name.is_empty(), "save where? Type save and a file's name");
    let path = Path::new(name);
    if forced.is_none() && path.symlink_metadata().is_ok() {
        bail!("{name} is there already; save {name} {FORCE} writes over it");
    }
    let text = client.export(id)?;
    files::replace(path, |out| out.write_all(text.as_bytes()))?;
    line(format!("Saved to {name}."))
}
