//! The place of a log, and checks of what is already there.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::anyhow;
use tilewright_tasks::parts::Header;

use crate::failure::{Failure, Hint as _};

/// The place of a log.
pub(in crate::door) enum LogPlace {
    /// In a file beside the output, until the output is written.
    Beside(PathBuf),
    /// In the folder that is the output. It stays there and identifies the request.
    Folder(PathBuf),
    /// In the file of --checkpoint, where it stays.
    Checkpoint(PathBuf),
    /// In a file beside the output, renamed to the output at the end: a part of a run.
    Part(PathBuf),
    /// In memory: the items come from the files of all parts, and none are added.
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

    /// The option that names the place, or the output beside which it is.
    pub(super) const fn flag(&self) -> &'static str {
        if matches!(self, Self::Checkpoint(_)) { "--checkpoint" } else { "-o" }
    }

    /// Refuses a place that is not a file, such as a folder.
    pub(super) fn check(&self, path: &Path) -> Result<(), Failure> {
        if path.is_file() || fs::symlink_metadata(path).is_err() {
            return Ok(());
        }
        let error = anyhow!(
            "{} is not a file, so finished work cannot be kept there",
            path.display()
        );
        Err(error).hint(format!("remove it, or name another {}", self.flag()))
    }

    /// The refusal to replace the log of another request; `other` is its header if it can be read.
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
                .hint(format!("--force discards it, another {} keeps it", self.flag()));
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

/// Refuses a folder that contains files but no log.
pub(super) fn check_empty(folder: &Path, header: &Header) -> Result<(), Failure> {
    if fs::read_dir(folder).map_or(true, |mut entries| entries.next().is_none()) {
        return Ok(());
    }
    let (folder, task) = (folder.display(), &header.task);
    Err(anyhow!("{folder} is not empty, and {task} did not write it"))
        .hint("name a new folder")
}

/// The files of a folder that the task wrote, by their names.
pub(super) fn own_files(folder: &Path, is_own: impl Fn(&str) -> bool) -> Vec<PathBuf> {
    let files = fs::read_dir(folder).into_iter().flatten().flatten();
    let own = files.filter(|file| file.file_name().to_str().is_some_and(&is_own));
    own.map(|file| file.path()).collect()
}
