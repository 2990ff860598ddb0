//! Folders of tables: which there are, opened when they are first asked.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use super::SyzygyError;
use super::error::Fault;
use super::material::Material;
use super::source::{Pool, Source};
use super::table::{Kind, Table};

/// A table's file, opened when it is first asked.
#[derive(Debug)]
pub(super) struct Shelved {
    path: PathBuf,
    /// The contents of the file, where it is in memory.
    bytes: Option<Vec<u8>>,
    table: OnceLock<Result<Table, SyzygyError>>,
}

/// The tables of some folders. May be asked by any number of threads at once.
#[derive(Debug)]
pub struct Tablebases {
    files: BTreeMap<(Kind, Material), Shelved>,
    pool: Arc<Pool>,
    most: usize,
    /// The first fault.
    fault: OnceLock<SyzygyError>,
}

impl Tablebases {
    /// The tables in these folders, joined as the system joins paths (`:` on Unix, `;` on Windows). Files of a table that
    /// comes twice are read where they come first.
    ///
    /// # Errors
    /// If a folder cannot be read, or none has a table. The files themselves are looked at when they are first asked.
    pub fn open(folders: impl AsRef<OsStr>) -> Result<Self, SyzygyError> {
        let folders = folders.as_ref();
        let mut paths = Vec::new();
        for folder in std::env::split_paths(folders).filter(|folder| folder != Path::new("")) {
            let fault = |error: std::io::Error| SyzygyError::Io {
                path: folder.clone(),
                reason: error.to_string(),
            };
            for entry in std::fs::read_dir(&folder).map_err(fault)? {
                paths.push(entry.map_err(fault)?.path());
            }
        }
        let files = paths.into_iter().map(|path| (path, None));
        Self::of(files).ok_or_else(|| SyzygyError::Empty(folders.to_string_lossy().into_owned()))
    }

    /// Tables of which the files are in memory, each with its name. None where no table of results is among them.
    pub fn in_memory(files: impl IntoIterator<Item = (String, Vec<u8>)>) -> Option<Self> {
        Self::of(files.into_iter().map(|(name, bytes)| (PathBuf::from(name), Some(bytes))))
    }

    fn of(named: impl Iterator<Item = (PathBuf, Option<Vec<u8>>)>) -> Option<Self> {
        let mut files = BTreeMap::new();
        for (path, bytes) in named {
            let known = |kind: &Kind| path.extension() == Some(OsStr::new(kind.extension()));
            let kind = Kind::BOTH.into_iter().find(known);
            let name = path.file_stem().and_then(OsStr::to_str);
            if let (Some(kind), Some(material)) = (kind, name.and_then(Material::parse)) {
                let shelved = || Shelved { path, bytes, table: OnceLock::new() };
                files.entry((kind, material)).or_insert_with(shelved);
            }
        }
        let results = files.keys().filter(|(kind, _)| *kind == Kind::Wdl);
        let most = results.map(|(_, material)| material.total()).max()?;
        Some(Self { files, pool: Arc::default(), most, fault: OnceLock::new() })
    }

    /// The most pieces, kings among them, for which there is a table of results.
    pub fn most_pieces(&self) -> usize {
        self.most
    }

    /// How many tables there are: of results, and of distances.
    pub fn counts(&self) -> [usize; 2] {
        Kind::BOTH.map(|kind| self.files.keys().filter(|(of, _)| *of == kind).count())
    }

    /// The table for these pieces, where there is one.
    pub(super) fn table(
        &self,
        kind: Kind,
        material: Material,
    ) -> Result<Option<(&Table, &Path)>, SyzygyError> {
        let ways = [material, material.turned()];
        let found = ways.iter().find_map(|way| Some((way, self.files.get(&(kind, *way))?)));
        let Some((named, shelved)) = found else { return Ok(None) };
        let open = || {
            let source = match &shelved.bytes {
                Some(bytes) => Ok(Source::of(bytes.clone())),
                None => Source::open(&shelved.path, &self.pool),
            };
            let table = source.map_err(Fault::Io);
            let table = table.and_then(|source| Table::read(source, named, kind));
            table.map_err(|fault| fault.at(&shelved.path))
        };
        match shelved.table.get_or_init(open) {
            Ok(table) => Ok(Some((table, &shelved.path))),
            Err(error) => {
                self.fault.get_or_init(|| error.clone());
                Err(error.clone())
            }
        }
    }

    /// A file's fault, which is remembered.
    pub(super) fn wrong(&self, fault: Fault, path: &Path) -> SyzygyError {
        let error = fault.at(path);
        self.fault.get_or_init(|| error.clone());
        error
    }

    /// The first file that was found damaged or unreadable.
    pub fn fault(&self) -> Option<&SyzygyError> {
        self.fault.get()
    }
}
