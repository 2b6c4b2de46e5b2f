//! Whether the process that does a run is alive: it holds a lock, which the system releases when
//! the process ends, in whatever way. No clock is asked, and process ids, which the system uses
//! again, say nothing.

use std::fs::{self, File, TryLockError};
use std::hash::{BuildHasher as _, Hasher as _, RandomState};
use std::io;
use std::path::{Path, PathBuf};

/// The lock of one store, on a file of its own.
#[derive(Debug)]
pub(crate) struct Owner {
    pub(crate) token: String,
    path: PathBuf,
    /// Holds the lock.
    _lock: File,
}

impl Owner {
    /// A new lock in a folder, which is made if it does not exist.
    pub(crate) fn new(folder: &Path) -> io::Result<Self> {
        make_folder(folder)?;
        clear(folder);
        loop {
            let token = format!("{:016x}", RandomState::new().build_hasher().finish());
            let path = folder.join(&token);
            let lock = match File::options().write(true).create_new(true).open(&path) {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => continue,
                made => made?,
            };
            lock.lock()?;
            // Before it was locked, another process may have removed it as abandoned.
            if path.exists() {
                return Ok(Self { token, path, _lock: lock });
            }
        }
    }
}

impl Drop for Owner {
    fn drop(&mut self) {
        // One that stays is removed by the next store.
        let _ = fs::remove_file(&self.path);
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
