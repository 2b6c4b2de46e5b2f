//! Files read with a limit and written whole or not at all.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, anyhow};

use crate::failure::{Failure, Hint};

/// The largest text that is read, in bytes: a level of the largest size has 4 kB.
const MOST: u64 = 1 << 20;

/// What stdin and stdout are called.
pub(crate) const DASH: &str = "-";

/// The text of a file, or of stdin for `-`.
pub(crate) fn read_text(path: &Path) -> anyhow::Result<String> {
    let mut bytes = Vec::new();
    if path == Path::new(DASH) {
        read_limited(io::stdin().lock(), &mut bytes)?;
    } else {
        if path.is_dir() {
            return Err(anyhow!("this is a folder, expected a file"));
        }
        read_limited(File::open(path)?, &mut bytes)?;
    }
    String::from_utf8(bytes).map_err(|error| {
        let valid = error.utf8_error().valid_up_to();
        let line = error.as_bytes()[..valid].split(|&byte| byte == b'\n').count();
        anyhow!("line {line}: byte {} is no UTF-8 text", valid + 1)
    })
}

fn read_limited(from: impl Read, into: &mut Vec<u8>) -> anyhow::Result<()> {
    from.take(MOST + 1).read_to_end(into)?;
    if into.len() as u64 > MOST {
        return Err(anyhow!("this is larger than {MOST} bytes, too much for a level"));
    }
    Ok(())
}

/// Refuses an output that is there already, before any work is done.
pub(crate) fn check_free(path: &Path, force: bool) -> Result<(), Failure> {
    if force
        || path == Path::new(DASH)
        || is_device(path)
        || fs::symlink_metadata(path).is_err()
    {
        return Ok(());
    }
    Err(anyhow!("{} exists already", path.display())).hint("--force replaces it")
}

/// Writes a file whole or not at all: to a temporary file beside it, then renamed.
pub(crate) fn write(path: &Path, data: &[u8], force: bool) -> Result<(), Failure> {
    let name = || format!("cannot write {}", path.display());
    if is_device(path) {
        let mut device = File::options().write(true).open(path).with_context(name)?;
        return Ok(device
            .write_all(data)
            .and_then(|()| device.flush())
            .with_context(name)?);
    }
    check_free(path, force)?;
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let folder = folder.unwrap_or(Path::new("."));
    let mut file = tempfile::Builder::new();
    let mut file =
        with_usual_permissions(&mut file).tempfile_in(folder).with_context(name)?;
    file.write_all(data).and_then(|()| file.as_file().sync_all()).with_context(name)?;
    if force {
        file.persist(path).map_err(|error| error.error).with_context(name)?;
    } else {
        file.persist_noclobber(path).map_err(|error| error.error).with_context(name)?;
    }
    Ok(())
}

/// Writes a folder of files whole or not at all: a new folder is renamed into place when
/// all are in it. In one that exists, files that hold the same already stay as they are.
pub(crate) fn write_folder(
    folder: &Path,
    files: &[(String, Vec<u8>)],
    force: bool,
) -> Result<(), Failure> {
    let name = || format!("cannot write {}", folder.display());
    if folder.is_dir() {
        let is_missing = |(file, data): &&(String, Vec<u8>)| {
            fs::read(folder.join(file)).ok().is_none_or(|found| found != *data)
        };
        let missing: Vec<_> = files.iter().filter(is_missing).collect();
        missing.iter().try_for_each(|(file, _)| check_free(&folder.join(file), force))?;
        return missing
            .iter()
            .try_for_each(|(file, data)| write(&folder.join(file), data, force));
    }
    check_free(folder, false)?;
    let parent = folder.parent().filter(|parent| !parent.as_os_str().is_empty());
    let parent: PathBuf = parent.unwrap_or(Path::new(".")).to_owned();
    let made = tempfile::tempdir_in(&parent).with_context(name)?;
    for (file, data) in files {
        fs::write(made.path().join(file), data).with_context(name)?;
    }
    share_folder(made.path()).with_context(name)?;
    fs::rename(made.path(), folder).with_context(name)?;
    // The folder is no longer where it was made, so there is nothing to clean up.
    let _ = made.keep();
    Ok(())
}

/// Whether the path leads to something that is written to as it stands, such as a device or
/// a pipe.
fn is_device(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|found| !found.is_file() && !found.is_dir())
}

#[cfg(unix)]
fn with_usual_permissions<'a, 'b>(
    file: &'b mut tempfile::Builder<'a, 'a>,
) -> &'b mut tempfile::Builder<'a, 'a> {
    use std::os::unix::fs::PermissionsExt as _;
    file.permissions(fs::Permissions::from_mode(0o666))
}

#[cfg(not(unix))]
fn with_usual_permissions<'a, 'b>(
    file: &'b mut tempfile::Builder<'a, 'a>,
) -> &'b mut tempfile::Builder<'a, 'a> {
    file
}

/// Lets others read a folder that was made as a temporary one.
#[cfg(unix)]
fn share_folder(folder: &Path) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt as _;
    fs::set_permissions(folder, fs::Permissions::from_mode(0o755))
}

#[cfg(not(unix))]
fn share_folder(_: &Path) -> io::Result<()> {
    Ok(())
}
