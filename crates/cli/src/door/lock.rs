//! The lock of a checkpoint that the task writes anew each time: the run holds it from its first look at
//! the file to its end, so that no other run replaces what it has written.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use tilewright_grid::checksum;
use tilewright_runs::{LockFile, TEMPORARY};

use super::log::taken;
use crate::failure::Failure;
use crate::files;

/// Locks a checkpoint, on an empty file beside it, since the checkpoint is replaced by another file each time
/// it is written.
///
/// # Errors
/// If another run has locked it, or its folder cannot be written.
pub(super) fn lock(checkpoint: &Path) -> Result<LockFile, Failure> {
    let name = || format!("cannot write beside {}", checkpoint.display());
    let held = LockFile::hold(&path_for(checkpoint)).with_context(name)?;
    held.map_or_else(|| taken(checkpoint), Ok)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_checkpoint_is_locked_once_by_whatever_path() {
        let place = tempfile::tempdir().unwrap();
        let checkpoint = place.path().join("run");
        let held = lock(&checkpoint).ok().unwrap();
        fs::create_dir(place.path().join("a")).unwrap();

        for path in [checkpoint.clone(), place.path().join("a/../run")] {
            assert!(lock(&path).is_err(), "{}", path.display());
        }

        assert!(lock(&place.path().join("other")).is_ok());
        drop(held);
        assert!(lock(&checkpoint).is_ok());
        let names: Vec<_> = fs::read_dir(place.path()).unwrap().collect();
        assert_eq!(names.len(), 1, "{names:?}");
    }

    #[test]
    fn the_lock_of_a_killed_run_does_not_matter() {
        let place = tempfile::tempdir().unwrap();
        let checkpoint = place.path().join("run");
        fs::write(path_for(&checkpoint), "").unwrap();
        assert!(lock(&checkpoint).is_ok());
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
                if let Ok(lock) = lock(&checkpoint) {
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
