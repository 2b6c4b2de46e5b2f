//! The lock of a checkpoint that the task writes anew each time: the run holds it from its first look at
//! the file to its end, so that no other run replaces what it has written.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use tilewright_grid::checksum;
use tilewright_runs::TEMPORARY;

use super::log::held;
use crate::failure::Failure;
use crate::files;

/// The lock of a checkpoint. It is on an empty file beside the checkpoint, since that one is replaced by
/// another file each time it is written. A process that is killed leaves the file, but no lock.
pub(super) struct Lock {
    path: PathBuf,
    file: File,
}

impl Lock {
    /// Locks a checkpoint.
    ///
    /// # Errors
    /// If another run has locked it, or its folder cannot be written.
    pub(super) fn new(checkpoint: &Path) -> Result<Self, Failure> {
        let path = path_for(checkpoint);
        loop {
            let file =
                File::options().create(true).truncate(false).write(true).open(&path);
            let name = || format!("cannot write beside {}", checkpoint.display());
            let lock = Self {
                file: held(file.with_context(name)?, checkpoint)?,
                path: path.clone(),
            };
            // Before it was locked, the run that held the lock may have ended and removed the file.
            if lock.is_in_place() {
                return Ok(lock);
            }
        }
    }

    /// Whether its file is still the one of that name.
    fn is_in_place(&self) -> bool {
        let found = fs::metadata(&self.path).ok().zip(self.file.metadata().ok());
        found.is_some_and(|(named, held)| is_same(&named, &held))
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        // The lock is held until the file is gone.
        if self.is_in_place() {
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// The file on which a checkpoint is locked, by whatever path the checkpoint is named. Its name is short
/// however long that of the checkpoint is.
fn path_for(checkpoint: &Path) -> PathBuf {
    let whole = fs::canonicalize(checkpoint).unwrap_or_else(|_| {
        let folder = files::parent(checkpoint);
        let folder = fs::canonicalize(folder).unwrap_or_else(|_| folder.to_owned());
        folder.join(checkpoint.file_name().unwrap_or_default())
    });
    let name = whole.file_name().unwrap_or_default().as_encoded_bytes();
    whole.with_file_name(format!("{TEMPORARY}lock-{:016x}", checksum(name)))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_checkpoint_is_locked_once_by_whatever_path() {
        let place = tempfile::tempdir().unwrap();
        let checkpoint = place.path().join("run");
        let lock = Lock::new(&checkpoint).ok().unwrap();
        fs::create_dir(place.path().join("a")).unwrap();

        for path in [checkpoint.clone(), place.path().join("a/../run")] {
            assert!(Lock::new(&path).is_err(), "{}", path.display());
        }

        assert!(Lock::new(&place.path().join("other")).is_ok());
        drop(lock);
        assert!(Lock::new(&checkpoint).is_ok());
        let names: Vec<_> = fs::read_dir(place.path()).unwrap().collect();
        assert_eq!(names.len(), 1, "{names:?}");
    }

    #[test]
    fn the_lock_of_a_killed_run_does_not_matter() {
        let place = tempfile::tempdir().unwrap();
        let checkpoint = place.path().join("run");
        fs::write(path_for(&checkpoint), "").unwrap();
        assert!(Lock::new(&checkpoint).is_ok());
        assert!(!path_for(&checkpoint).exists());
    }

    #[test]
    fn many_runs_hold_the_lock_one_after_the_other() {
        let place = tempfile::tempdir().unwrap();
        let checkpoint = place.path().join("run");
        let held = std::sync::Mutex::new(());

        let run = || {
            let mut times = 0;
            while times < 50 {
                if let Ok(lock) = Lock::new(&checkpoint) {
                    let alone = held.try_lock();
                    assert!(alone.is_ok(), "two hold the lock");
                    times += 1;
                    drop((alone, lock));
                }
            }
        };
        std::thread::scope(|scope| {
            (0..4).for_each(|_| drop(scope.spawn(run)));
        });
    }
}
