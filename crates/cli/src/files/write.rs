//! Files and folders that are written completely or not at all.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use tempfile::NamedTempFile;
use tilewright_runs::temporary_folder;
use tilewright_tasks::OutputFile;

use super::{check_folder, check_free, is_device, parent};
use crate::failure::Failure;
use crate::temporary;

/// An error about a temporary file without the name of the file, which would confuse users.
fn nameless(error: &io::Error) -> io::Error {
    io::Error::from(error.kind())
}

/// Writes a file completely or not at all: to a temporary file beside it, which is renamed.
pub(crate) fn write(path: &Path, data: &[u8], force: bool) -> Result<(), Failure> {
    StagedFile::new(path, data, force)?.keep()
}

/// Writes a file bit by bit, completely or not at all: what does not fit into memory.
pub(crate) fn write_by(
    path: &Path,
    force: bool,
    write: impl FnOnce(&mut BufWriter<&File>) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let staged = StagedFile::new(path, &[], force)?;
    let device = || File::options().write(true).open(path);
    let failed = || format!("cannot write {}", path.display());
    let file = match &staged.content {
        Content::Temporary(file) => file.as_file().try_clone(),
        Content::Device(_) => device(),
    };
    let file = file.with_context(failed)?;
    let mut writer = BufWriter::new(&file);
    write(&mut writer)?;
    writer.flush().with_context(failed)?;
    drop(writer);

    // Only what is renamed must be on the disk first; a device cannot be synced.
    if matches!(staged.content, Content::Temporary(_)) {
        file.sync_all().with_context(failed)?;
    }

    staged.keep()
}

/// Writes a file and the files beside it to which it refers. None appears before all are on the
/// disk, and the file itself appears last. A file with the same content already is not replaced.
pub(crate) fn write_with(
    path: &Path,
    OutputFile { bytes, beside }: &OutputFile,
    force: bool,
) -> Result<(), Failure> {
    let mut staged = Vec::new();
    for (name, data) in beside {
        let path = parent(path).join(name);
        if fs::read(&path).ok().is_none_or(|found| found != *data) {
            staged.push(StagedFile::new(&path, data, force)?);
        }
    }
    staged.push(StagedFile::new(path, bytes, force)?);
    staged.into_iter().try_for_each(StagedFile::keep)
}

/// A file that is complete on the disk, but does not have its name yet.
struct StagedFile<'a> {
    /// Its future path, and its name in errors.
    path: PathBuf,
    name: String,
    force: bool,
    content: Content<'a>,
}

enum Content<'a> {
    Temporary(NamedTempFile),
    /// The bytes for a device or a pipe, which is written directly.
    Device(&'a [u8]),
}

impl<'a> StagedFile<'a> {
    fn new(path: &Path, data: &'a [u8], force: bool) -> Result<Self, Failure> {
        let name = path.display().to_string();
        if is_device(path) {
            let (path, content) = (path.to_owned(), Content::Device(data));
            return Ok(Self { path, name, force, content });
        }
        check_free(path, force)?;
        // The target of a link is replaced, the link stays.
        let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let failed = || format!("cannot write {name}");
        let file = temporary::file(parent(&path));
        let mut file = file.map_err(|error| nameless(&error)).with_context(failed)?;
        let written = file.write_all(data).and_then(|()| file.as_file().sync_all());
        written.with_context(failed)?;
        Ok(Self { path, name, force, content: Content::Temporary(file) })
    }

    /// Gives the file its name.
    fn keep(self) -> Result<(), Failure> {
        let Self { path, name, force, content } = self;
        let written = match content {
            Content::Device(data) => {
                File::options().write(true).open(path).and_then(|mut device| {
                    device.write_all(data).and_then(|()| device.flush())
                })
            }
            Content::Temporary(file) => {
                let kept =
                    if force { file.persist(path) } else { file.persist_noclobber(path) };
                kept.map(drop).map_err(|error| error.error)
            }
        };

        Ok(written.with_context(|| format!("cannot write {name}"))?)
    }
}

/// Writes a folder of files completely or not at all: a new folder gets its name when it contains
/// all files. In an existing folder, files with the same content already are not replaced.
pub(crate) fn write_folder(
    folder: &Path,
    files: &[(String, Vec<u8>)],
    force: bool,
) -> Result<(), Failure> {
    let name = || format!("cannot write {}", folder.display());
    if folder.is_dir() {
        let is_missing =
            |(file, data): &&(String, Vec<u8>)| !holds(&folder.join(file), data);
        let missing: Vec<_> = files.iter().filter(is_missing).collect();
        missing.iter().try_for_each(|(file, _)| check_free(&folder.join(file), force))?;
        return missing
            .iter()
            .try_for_each(|(file, data)| write(&folder.join(file), data, force));
    }

    check_folder(folder)?;
    let made = temporary_folder(parent(folder));
    let (made, _lock) = made.map_err(|error| nameless(&error)).with_context(name)?;

    for (file, data) in files {
        fs::write(made.path().join(file), data).with_context(name)?;
    }

    share_folder(made.path()).with_context(name)?;
    fs::rename(made.path(), folder).with_context(name)?;
    // The temporary folder was renamed, so there is nothing to clean up.
    let _ = made.keep();

    Ok(())
}

/// Whether a file has exactly this content. Only a file of the same length is read.
pub(crate) fn holds(path: &Path, data: &[u8]) -> bool {
    fs::metadata(path).is_ok_and(|it| it.is_file() && it.len() == data.len() as u64)
        && fs::read(path).is_ok_and(|found| found == data)
}

/// Makes a temporary folder readable for other users.
#[cfg(unix)]
fn share_folder(folder: &Path) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt as _;
    fs::set_permissions(folder, fs::Permissions::from_mode(0o755))
}

#[cfg(not(unix))]
fn share_folder(_: &Path) -> io::Result<()> {
    Ok(())
}
