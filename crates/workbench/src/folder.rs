//! A folder that is opened: its files by relative names, through no link that leads out of it.

mod names;

use std::io::{self, BufReader, Read as _, Write as _};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

use cap_std::ambient_authority;
use cap_std::fs::{Dir, File, OpenOptions};
pub(crate) use names::check;
use serde::Serialize;

/// The largest file that is read: 64 MiB.
const MOST: u64 = 1 << 26;
/// The most files that are listed.
const LISTED: usize = 5000;
/// The depth to which folders are listed.
const DEPTH: usize = 4;

/// The number of files written so far, so that two writers of one file use names of their own.
static WRITTEN: AtomicU64 = AtomicU64::new(0);

/// A folder that nothing leads out of: names of files are relative to it, and no `..` and no link leads elsewhere.
#[derive(Debug)]
pub struct Folder {
    pub(crate) name: String,
    pub(crate) path: String,
    root: Dir,
}

/// A file of the folder.
#[derive(Debug, Serialize)]
pub(crate) struct FileEntry {
    name: String,
    size: u64,
    kind: Kind,
}

/// What a file seems to be, by its ending.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
enum Kind {
    Level,
    Map,
    Other,
}

impl Folder {
    /// Opens a folder.
    ///
    /// # Errors
    /// When there is none, or it cannot be read.
    pub fn open(path: &Path) -> io::Result<Self> {
        let root = Dir::open_ambient_dir(path, ambient_authority())?;
        let path = std::fs::canonicalize(path)?;
        let name = path
            .file_name()
            .map_or_else(String::new, |it| it.to_string_lossy().into_owned());
        let path = path.to_string_lossy().into_owned();
        Ok(Self { name, path, root })
    }

    /// Its files with those of its folders, sorted by name; hidden ones are left out.
    pub(crate) fn files(&self) -> io::Result<Vec<FileEntry>> {
        let mut files = Vec::new();
        list(&self.root, "", DEPTH, &mut files)?;
        files.sort_by(|one, other| one.name.cmp(&other.name));
        Ok(files)
    }

    /// The names of the files directly in one of its folders, sorted, each with that folder; `.` is the folder itself.
    ///
    /// # Errors
    /// When there is no such folder, or it cannot be read.
    pub fn names(&self, folder: &str) -> io::Result<Vec<String>> {
        let at = if folder.is_empty() || folder == "." { "." } else { folder };
        let mut names = Vec::new();
        for entry in self.root.read_dir(at)? {
            let entry = entry?;
            if entry.file_type()?.is_file() {
                let name = Path::new(folder).join(entry.file_name());
                names.push(name.to_string_lossy().into_owned());
            }
        }
        names.sort();
        Ok(names)
    }

    /// Opens a file of at most 64 MiB to read it.
    ///
    /// # Errors
    /// When there is none, it is larger, or it is no file.
    pub fn reader(&self, name: &str) -> io::Result<BufReader<cap_std::fs::File>> {
        // Before it is opened: a pipe would wait for somebody to write.
        let about = self.root.metadata(name)?;
        if !about.is_file() {
            return Err(io::Error::other("this is not a file"));
        }
        let file = self.root.open(name)?;
        if about.len() > MOST {
            return Err(io::Error::other("the file is larger than 64 MiB, the limit"));
        }
        Ok(BufReader::new(file))
    }

    /// The bytes of a file.
    ///
    /// # Errors
    /// As [`reader`](Self::reader).
    pub fn read(&self, name: &str) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        io::Read::read_to_end(&mut io::Read::take(self.reader(name)?, MOST), &mut bytes)?;
        Ok(bytes)
    }

    /// Makes the folders on the way to a file that is to be written.
    ///
    /// # Errors
    /// When the name is not a plain one, or a folder cannot be made.
    pub fn make_way(&self, name: &str) -> io::Result<()> {
        names::plain(name)?;
        match Path::new(name).parent() {
            Some(folder) if !folder.as_os_str().is_empty() => {
                self.root.create_dir_all(folder)
            }
            _ => Ok(()),
        }
    }

    /// Writes a file whole or not at all: under another name first, then renamed. Only a file is
    /// replaced: a link would be lost, with whatever it leads to.
    ///
    /// # Errors
    /// When the name is not a plain one, there is something else than a file, or the file cannot be written.
    pub fn write(&self, name: &str, bytes: &[u8]) -> io::Result<()> {
        names::plain(name)?;
        let path = Path::new(name);
        match self.root.symlink_metadata(path) {
            Ok(found) if found.is_symlink() => {
                let why = "this is a link: save under another name";
                return Err(io::Error::new(io::ErrorKind::AlreadyExists, why));
            }
            Ok(found) if !found.is_file() => {
                let why = "this is not a file: save under another name";
                return Err(io::Error::new(io::ErrorKind::AlreadyExists, why));
            }
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }

        // The name begins with a dot, so that a list of the folder never shows the half-written
        // file.
        let number = WRITTEN.fetch_add(1, Ordering::Relaxed);
        let hidden = format!(".{}-{number}.tilewright-new", std::process::id());
        let beside = path.with_file_name(hidden);
        let mut anew = OpenOptions::new();
        anew.write(true).create_new(true);
        let written = self.root.open_with(&beside, &anew).and_then(|mut file| {
            file.write_all(bytes)?;
            file.sync_all()
        });
        let renamed = written.and_then(|()| self.root.rename(&beside, &self.root, path));

        if renamed.is_err() {
            let _ = self.root.remove_file(&beside);
        }

        renamed
    }
}

fn list(
    folder: &Dir,
    prefix: &str,
    depth: usize,
    files: &mut Vec<FileEntry>,
) -> io::Result<()> {
    for entry in folder.entries()? {
        let entry = entry?;
        let Ok(own) = entry.file_name().into_string() else { continue };
        if own.starts_with('.') || files.len() >= LISTED {
            continue;
        }

        let name = if prefix.is_empty() { own } else { format!("{prefix}/{own}") };
        let kind = entry.file_type()?;
        if kind.is_dir() && depth > 0 {
            list(&entry.open_dir()?, &name, depth - 1, files)?;
        } else if kind.is_file() {
            let size = entry.metadata()?.len();
            // Only a file of an ambiguous ending is opened.
            let is_matrix = || entry.open().is_ok_and(begins_a_matrix);
            files.push(FileEntry { kind: kind_of(&name, is_matrix), name, size });
        }
    }

    Ok(())
}

/// What a file is, by the ending of its name; JSON may be a level, or a matrix of numbers, which is a map.
fn kind_of(name: &str, is_matrix: impl FnOnce() -> bool) -> Kind {
    match name.rsplit_once('.').map_or("", |(_, ending)| ending) {
        "json" if is_matrix() => Kind::Map,
        "json" => Kind::Level,
        "map" | "tmx" | "tmj" | "ldtk" | "ldtkl" | "txt" | "csv" => Kind::Map,
        _ => Kind::Other,
    }
}

/// Whether a JSON document is an array: a matrix, since a level is an object.
fn begins_a_matrix(file: File) -> bool {
    let mut start = [0; 64];
    let count = file.take(64).read(&mut start).unwrap_or(0);
    start[..count].trim_ascii_start().first() == Some(&b'[')
}
