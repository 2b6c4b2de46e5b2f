//! Where a log is, and what may stand there already.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::anyhow;

use super::form::Header;
use crate::failure::{Failure, Hint as _};

/// Where a log is.
pub(in crate::door) enum LogPlace {
    /// Beside the output, until that is written.
    Beside(PathBuf),
    /// In the folder that is the output, where it stays and says of which request it is.
    Folder(PathBuf),
    /// Where the user wants it, and there it stays.
    Checkpoint(PathBuf),
    /// Beside the output, which it becomes: a part of a run.
    Part(PathBuf),
    /// Nowhere: the items come from the files of all parts, and no more are done.
    Merged,
}

impl LogPlace {
    pub(super) fn path(&self) -> Option<PathBuf> {
        match self {
            Self::Beside(output) | Self::Part(output) => {
                let mut name = output.as_os_str().to_owned();
                name.push(".part");
                Some(PathBuf::from(name))
            }
            Self::Folder(folder) => Some(folder.join(".tilewright.part")),
            Self::Checkpoint(path) => Some(path.clone()),
            Self::Merged => None,
        }
    }

    /// The refusal to replace what another request left at that path, of which this is the header
    /// if it can be read.
    pub(super) fn refused<T>(
        &self,
        path: &Path,
        header: &Header,
        other: Option<&Header>,
    ) -> Result<T, Failure> {
        let Self::Folder(folder) = self else {
            let path = path.display();
            let of = match other {
                Some(other) if other.version != header.version => {
                    format!("version {}", other.version)
                }
                _ => "another request".to_owned(),
            };
            return Err(anyhow!("{path} holds an unfinished run of {of}"))
                .hint("--force discards it, another -o keeps it");
        };
        let folder = folder.display();
        match other.filter(|other| header.is_like(other)).and_then(|other| other.seed) {
            Some(seed) => Err(anyhow!("{folder} holds files of the same request with seed {seed}"))
                .hint(
                    "leave --seed out to resume it, or name another folder; --force replaces its files",
                ),
            None => Err(anyhow!("{folder} holds files of another request"))
                .hint("name another folder; --force replaces its files"),
        }
    }
}

/// Refuses a folder in which something lies that no task wrote.
pub(super) fn check_empty(folder: &Path, header: &Header) -> Result<(), Failure> {
    if fs::read_dir(folder).map_or(true, |mut entries| entries.next().is_none()) {
        return Ok(());
    }
    let (folder, task) = (folder.display(), &header.task);
    Err(anyhow!("{folder} is not empty, and not written by {task}"))
        .hint("name a new folder")
}

/// The files of a folder whose names say that they come from the task.
pub(super) fn own_files(folder: &Path, is_own: impl Fn(&str) -> bool) -> Vec<PathBuf> {
    let files = fs::read_dir(folder).into_iter().flatten().flatten();
    let own = files.filter(|file| file.file_name().to_str().is_some_and(&is_own));
    own.map(|file| file.path()).collect()
}

/// Refuses to keep items where something else than a file stands.
pub(super) fn check_place(path: &Path) -> Result<(), Failure> {
    if path.is_file() || fs::symlink_metadata(path).is_err() {
        return Ok(());
    }
    let error = anyhow!("{} is no file, and finished work is kept there", path.display());
    Err(error).hint("remove it, or name another -o")
}
