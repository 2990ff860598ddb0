//! Files that commands read and write: nothing that stands there is lost unasked, and nothing is waited for for ever.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{BufWriter, ErrorKind, Read as _, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail, ensure};

/// Links that lead to a file, at most.
const MOST_LINKS: usize = 40;

/// Where a file is written: links are followed, to one that is not there yet, too.
///
/// # Errors
/// If its folder is not there, or what stands there is no regular file.
pub fn target(path: &Path) -> Result<PathBuf> {
    let mut at = path.to_owned();
    for _ in 0..MOST_LINKS {
        let Ok(next) = std::fs::read_link(&at) else {
            return checked(path, at);
        };
        // A link is read from the folder where it stands.
        at = at.parent().map_or_else(|| next.clone(), |folder| folder.join(&next));
    }
    bail!("{} cannot be written: it is a link that leads to no file", path.display())
}

fn checked(path: &Path, at: PathBuf) -> Result<PathBuf> {
    let shown = path.display();
    match std::fs::metadata(&at) {
        Ok(facts) => {
            ensure!(!facts.is_dir(), "{shown} is a folder, not a file");
            ensure!(facts.is_file(), "{shown} is no regular file, and is left as it is");
        }
        Err(error) if error.kind() == ErrorKind::NotFound => {
            let folder = at.parent().filter(|folder| !folder.as_os_str().is_empty());
            let there = folder.is_none_or(Path::is_dir);
            ensure!(there, "{shown} cannot be written: its folder is not there");
            ensure!(at.file_name().is_some(), "{shown} cannot be written: it names no file");
        }
        Err(error) => return Err(error).with_context(|| format!("{shown} cannot be written")),
    }
    Ok(at)
}

/// Opens a file to read it and to write at its end; it is made where it is missing.
///
/// # Errors
/// If it cannot be written, or what stands there is no regular file.
pub fn append(path: &Path) -> Result<File> {
    let at = target(path)?;
    let file = OpenOptions::new().create(true).read(true).append(true).open(at);
    file.with_context(|| format!("{} cannot be written", path.display()))
}

/// Takes a file for this program alone, until it is closed: what two write at once is of no use to either.
///
/// # Errors
/// If another program has it.
pub fn lock(file: &File, path: &Path) -> Result<()> {
    file.try_lock().or_else(|error| match error {
        TryLockError::WouldBlock => {
            bail!("another program is at work on {}: wait for its end", path.display())
        }
        TryLockError::Error(error) => {
            Err(error).with_context(|| format!("{} cannot be locked", path.display()))
        }
    })
}

/// Takes a folder for this program alone, until the file that is returned is closed.
///
/// # Errors
/// If another program has it, or nothing can be written there.
pub fn lock_folder(folder: &Path) -> Result<File> {
    let file = append(&folder.join("lock"))?;
    lock(&file, folder)?;
    Ok(file)
}

/// Writes a file as a whole: beside it first, and then in its place, so that a whole one stands there or what was there
/// before.
///
/// # Errors
/// If it cannot be written, or what stands there is no regular file.
pub fn replace(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> std::io::Result<()>,
) -> Result<()> {
    let at = target(path)?;
    let mut name = at.file_name().unwrap_or_default().to_owned();
    name.push(format!(".part-{}", std::process::id()));
    let part = at.with_file_name(name);
    let written = || -> std::io::Result<()> {
        let file = OpenOptions::new().write(true).create_new(true).open(&part)?;
        let mut out = BufWriter::with_capacity(1 << 20, file);
        let all = write(&mut out).and_then(|()| out.flush()).and_then(|()| {
            let file = out.get_ref();
            if let Ok(facts) = std::fs::metadata(&at) {
                file.set_permissions(facts.permissions())?;
            }
            file.sync_all()
        });
        all.and_then(|()| std::fs::rename(&part, &at)).inspect_err(|_| {
            // The unfinished file is of no use.
            let _ = std::fs::remove_file(&part);
        })
    };
    written().with_context(|| format!("{} cannot be written", path.display()))
}

/// Standard input, where a file is to be read.
const INPUT: &str = "-";

/// The name of a file in messages.
pub fn name(path: &Path) -> String {
    if path.as_os_str() == INPUT {
        return "standard input".to_owned();
    }
    path.display().to_string()
}

/// Opens a file to be read, `-` for standard input.
///
/// # Errors
/// If it cannot be read.
pub fn open(path: &Path) -> Result<Box<dyn std::io::Read>> {
    if path.as_os_str() == INPUT {
        return Ok(Box::new(std::io::stdin()));
    }
    let file = File::open(path).with_context(|| format!("{} cannot be read", name(path)))?;
    Ok(Box::new(file))
}

/// The bytes of a file, `-` for standard input.
///
/// # Errors
/// If it cannot be read, or has more than `most` bytes.
pub fn read(path: &Path, most: u64) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let read = open(path)?.take(most + 1).read_to_end(&mut bytes);
    read.with_context(|| format!("{} cannot be read", name(path)))?;
    let mib = most >> 20;
    ensure!(
        bytes.len() as u64 <= most,
        "{} is larger than {mib} MiB, which is the limit",
        name(path)
    );
    Ok(bytes)
}

/// The text of a file, `-` for standard input.
///
/// # Errors
/// If it cannot be read, is no UTF-8, or has more than `most` bytes.
pub fn read_text(path: &Path, most: u64) -> Result<String> {
    let text = String::from_utf8(read(path, most)?);
    text.ok().with_context(|| format!("{} is no text in UTF-8", name(path)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_replaced_as_a_whole_or_not_at_all() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x");
        std::fs::write(&path, "before").unwrap();
        let full = replace(&path, |out| {
            out.write_all(b"half")?;
            Err(std::io::Error::other("the disk is full"))
        });
        assert!(format!("{:#}", full.unwrap_err()).contains("the disk is full"));
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "before");
        replace(&path, |out| out.write_all(b"after")).unwrap();
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "after");
        assert_eq!(
            std::fs::read_dir(folder.path()).unwrap().count(),
            1,
            "nothing is left beside it"
        );
        assert!(
            target(folder.path()).unwrap_err().to_string().ends_with("is a folder, not a file")
        );
        assert!(target(&folder.path().join("no/x")).is_err());
    }

    #[test]
    #[cfg(unix)]
    fn links_are_followed_and_devices_refused() {
        let folder = tempfile::tempdir().unwrap();
        let (link, file) = (folder.path().join("link"), folder.path().join("file"));
        // To a file that is not there yet.
        std::os::unix::fs::symlink("file", &link).unwrap();
        replace(&link, |out| out.write_all(b"one")).unwrap();
        append(&link).unwrap().write_all(b", two").unwrap();
        assert!(link.is_symlink());
        assert_eq!(std::fs::read_to_string(&file).unwrap(), "one, two");
        let ring = folder.path().join("ring");
        std::os::unix::fs::symlink("ring", &ring).unwrap();
        assert!(target(&ring).unwrap_err().to_string().contains("leads to no file"));
        let error = append(Path::new("/dev/null")).unwrap_err().to_string();
        assert_eq!(error, "/dev/null is no regular file, and is left as it is");
        // Whoever opens a pipe that nobody reads waits for ever.
        let pipe = folder.path().join("pipe");
        assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        assert!(append(&pipe).is_err() && replace(&pipe, |_| Ok(())).is_err());
    }

    #[test]
    fn one_program_at_a_time_has_a_folder_or_a_file() {
        let folder = tempfile::tempdir().unwrap();
        let first = lock_folder(folder.path()).unwrap();
        let told = lock_folder(folder.path()).unwrap_err().to_string();
        assert_eq!(
            told,
            format!("another program is at work on {}: wait for its end", folder.path().display())
        );
        drop(first);
        lock_folder(folder.path()).unwrap();
        assert!(lock_folder(&folder.path().join("no")).is_err());
    }

    #[test]
    fn what_is_read_has_a_limit() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x");
        std::fs::write(&path, "0123456789").unwrap();
        assert_eq!(read_text(&path, 10).unwrap(), "0123456789");
        assert!(read(&path, 9).unwrap_err().to_string().ends_with("MiB, which is the limit"));
    }
}
