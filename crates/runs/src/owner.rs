//! Whether the process that does a run is alive: it holds a lock, which the system releases when
//! the process ends, in whatever way. No clock is asked, and process ids, which the system uses
//! again, say nothing.

use std::fs::{self, File, TryLockError};
use std::hash::{BuildHasher as _, Hasher as _, RandomState};
use std::io;
use std::path::{Path, PathBuf};

/// A file that a process holds a lock on, and removes when it ends its work. A process that is killed leaves
/// the file, but no lock.
#[derive(Debug)]
pub struct LockFile {
    path: PathBuf,
    file: File,
}

impl LockFile {
    /// Makes the file and locks it; `None` if another process holds it. A file system without locks cannot keep
    /// others out, and the file is held without one.
    ///
    /// # Errors
    /// If the file cannot be made.
    pub fn hold(path: &Path) -> io::Result<Option<Self>> {
        loop {
            let file =
                File::options().create(true).truncate(false).write(true).open(path)?;
            if matches!(file.try_lock(), Err(TryLockError::WouldBlock)) {
                return Ok(None);
            }

            // Before it was locked, the process that held it may have removed it, or another as abandoned.
            let held = Self { path: path.to_owned(), file };
            if held.is_in_place() {
                return Ok(Some(held));
            }
        }
    }

    /// Whether its file is still the one of that name.
    fn is_in_place(&self) -> bool {
        let found = fs::metadata(&self.path).ok().zip(self.file.metadata().ok());
        found.is_some_and(|(named, held)| is_same(&named, &held))
    }
}

impl Drop for LockFile {
    fn drop(&mut self) {
        // The lock is held until the file is gone.
        if self.is_in_place() {
            let _ = fs::remove_file(&self.path);
        }
    }
}

#[cfg(unix)]
fn is_same(one: &fs::Metadata, other: &fs::Metadata) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    (one.dev(), one.ino()) == (other.dev(), other.ino())
}

/// Elsewhere an open file cannot be removed, so the file of that name is the one that is open.
#[cfg(not(unix))]
fn is_same(_: &fs::Metadata, _: &fs::Metadata) -> bool {
    true
}

/// The lock of one store, on a file of its own; one that stays is removed by the next store.
#[derive(Debug)]
pub(crate) struct Owner {
    pub(crate) token: String,
    /// Held until the store ends.
    _lock: LockFile,
}

impl Owner {
    /// A new lock in a folder, which is made if it does not exist.
    pub(crate) fn new(folder: &Path) -> io::Result<Self> {
        make_folder(folder)?;
        clear(folder);
        loop {
            let token = format!("{:016x}", RandomState::new().build_hasher().finish());
            if let Some(lock) = LockFile::hold(&folder.join(&token))? {
                return Ok(Self { token, _lock: lock });
            }
        }
    }
}

/// Whether the process that holds the lock of that name is alive. Only then is its file there and
/// locked. Looking takes a shared lock, so that two processes that look do not see each other.
pub(crate) fn is_alive(folder: &Path, token: &str) -> bool {
    let is_name = token.len() == 16 && token.bytes().all(|it| it.is_ascii_hexdigit());
    if !is_name {
        return false;
    }
    let Ok(file) = File::open(folder.join(token)) else { return false };
    matches!(file.try_lock_shared(), Err(TryLockError::WouldBlock))
}

/// Removes the files of processes that ended without removing theirs. Failures are ignored.
fn clear(folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        // The lock is held while the file is removed: a process that has made the file and not yet
        // locked it waits, and then finds that it is gone.
        let Ok(file) = File::open(&path) else { continue };
        if file.try_lock().is_ok() {
            let _ = fs::remove_file(path);
        }
    }
}

/// Makes a folder that only its user can open, with all folders above it.
pub(crate) fn make_folder(folder: &Path) -> io::Result<()> {
    if folder.is_dir() {
        return Ok(());
    }
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_owner_is_alive_until_it_is_dropped() {
        let place = tempfile::tempdir().unwrap();
        let folder = place.path().join("a/owners");
        let [first, second] = [0, 1].map(|_| Owner::new(&folder).unwrap());
        assert!(first.token != second.token);
        let token = first.token.clone();
        assert!(is_alive(&folder, &token) && is_alive(&folder, &second.token));
        drop(first);
        assert!(!is_alive(&folder, &token) && is_alive(&folder, &second.token));
    }

    #[test]
    fn what_a_killed_process_left_is_not_alive_and_is_removed() {
        let place = tempfile::tempdir().unwrap();
        let left = place.path().join("00000000000000aa");
        fs::write(&left, "").unwrap();
        assert!(!is_alive(place.path(), "00000000000000aa"));
        let owner = Owner::new(place.path()).unwrap();
        assert!(!left.exists() && is_alive(place.path(), &owner.token));
        assert!(!is_alive(place.path(), "../owner") && !is_alive(place.path(), ""));
    }
}
