//! Temporary files and folders, which are renamed to outputs once they are complete.
//!
//! The program holds a lock on each. One without a lock was left by a program that was killed, and
//! is removed by the next one that writes to the same folder.

use std::fs::{self, File};
use std::io;
use std::path::Path;

use tempfile::{Builder, NamedTempFile};
use tilewright_runs::TEMPORARY;

/// A new temporary file in a folder.
pub(crate) fn file(folder: &Path) -> io::Result<NamedTempFile> {
    let mut builder = Builder::new();
    let builder = with_usual_permissions(builder.prefix(TEMPORARY));
    loop {
        let file = builder.tempfile_in(folder)?;
        // A file system without locks also keeps `clear` from removing files.
        let _ = file.as_file().lock();
        // Before it was locked, another process may have removed it as abandoned.
        if file.path().exists() {
            return Ok(file);
        }
    }
}

/// Removes the temporary files and folders that killed programs left in a folder. Failures are
/// ignored.
pub(crate) fn clear(folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let random = name.to_str().and_then(|name| name.strip_prefix(TEMPORARY));
        let is_ours = random.is_some_and(|random| {
            random.len() == 6 && random.bytes().all(|byte| byte.is_ascii_alphanumeric())
        });

        if is_ours {
            let path = entry.path();
            // A living program holds the lock of its files.
            let lock = File::open(&path).ok().filter(|file| file.try_lock().is_ok());
            if lock.is_some() {
                let _ = if path.is_dir() {
                    fs::remove_dir_all(path)
                } else {
                    fs::remove_file(path)
                };
            }
        }
    }
}

#[cfg(unix)]
fn with_usual_permissions<'a, 'b>(
    file: &'b mut Builder<'a, 'a>,
) -> &'b mut Builder<'a, 'a> {
    use std::os::unix::fs::PermissionsExt as _;
    file.permissions(fs::Permissions::from_mode(0o666))
}

#[cfg(not(unix))]
fn with_usual_permissions<'a, 'b>(
    file: &'b mut Builder<'a, 'a>,
) -> &'b mut Builder<'a, 'a> {
    file
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, Ordering};

    use tilewright_runs::{Store, temporary_folder};

    use super::*;

    #[test]
    fn databases_are_made_while_abandoned_files_are_removed() {
        let place = tempfile::tempdir().unwrap();
        let is_done = AtomicBool::new(false);
        let made = std::thread::scope(|scope| {
            scope.spawn(|| {
                while !is_done.load(Ordering::Relaxed) {
                    clear(place.path());
                }
            });

            let make = |number: u32| {
                Store::open(place.path().join(format!("{number}.db"))).err()
            };
            let errors: Vec<_> = (0..10).filter_map(make).collect();
            is_done.store(true, Ordering::Relaxed);

            errors
        });

        assert!(made.is_empty(), "{made:?}");
    }

    #[test]
    fn abandoned_files_are_removed_and_locked_ones_stay() {
        let place = tempfile::tempdir().unwrap();
        let held = (file(place.path()).unwrap(), temporary_folder(place.path()).unwrap());
        fs::write(place.path().join(format!("{TEMPORARY}a1B2c3")), "half").unwrap();
        fs::create_dir(place.path().join(format!("{TEMPORARY}d4E5f6"))).unwrap();
        fs::write(place.path().join(format!("{TEMPORARY}d4E5f6/a")), "half").unwrap();
        fs::write(place.path().join(format!("{TEMPORARY}notes")), "whole").unwrap();
        clear(place.path());
        let names = fs::read_dir(place.path()).unwrap().map(|it| it.unwrap().path());
        let mut names: Vec<_> = names.collect();
        names.sort();
        let mut stay = [
            held.0.path(),
            held.1.0.path(),
            &place.path().join(format!("{TEMPORARY}notes")),
        ];

        stay.sort();
        assert_eq!(names, stay);
    }
}
