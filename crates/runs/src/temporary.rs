//! Temporary folders that no other program removes.

use std::fs::File;
use std::io;
use std::path::Path;

use tempfile::{Builder, TempDir};

/// How the names of temporary files and folders begin; six random letters and digits follow.
pub const TEMPORARY: &str = ".tilewright-";

/// A new temporary folder in a folder, and the lock on it, as long as which it is in use: one without was left by a
/// program that was killed, and may be removed. Where folders cannot be opened, as on Windows, there is no lock, and
/// no program can find that out.
pub fn temporary_folder(folder: &Path) -> io::Result<(TempDir, Option<File>)> {
    loop {
        let made = Builder::new().prefix(TEMPORARY).tempdir_in(folder)?;
        let lock = File::open(made.path()).ok();
        let _ = lock.as_ref().map(File::lock);
        // Before it was locked, another program may have removed it as abandoned.
        if made.path().exists() {
            return Ok((made, lock));
        }
    }
}
