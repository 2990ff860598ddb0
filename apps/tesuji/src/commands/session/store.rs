//! Where played games are stored.

use std::path::{Path, PathBuf};

use anyhow::Result;
use arena::store::Store;

/// The store in this folder, or the usual one.
pub fn open_store(folder: Option<&Path>) -> Result<Store> {
    Ok(Store::open(&folder_or_usual(folder))?)
}

/// The same for who only reads: None where nothing was ever played.
pub fn find_store(folder: Option<&Path>) -> Result<Option<Store>> {
    let folder = folder_or_usual(folder);
    if Store::is_in(&folder) { Ok(Some(Store::open(&folder)?)) } else { Ok(None) }
}

fn folder_or_usual(folder: Option<&Path>) -> PathBuf {
    folder.map_or_else(crate::setup::data_folder, Path::to_owned)
}
