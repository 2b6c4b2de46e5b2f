//! Files: read up to a limit, checked before they are written.

mod write;

use std::fs::{self, File};
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use anyhow::anyhow;
use tilewright_tasks::{MAX_STDIN, limited};
pub(crate) use tilewright_tasks::{place, text};

use crate::failure::{Failure, Hint};
use crate::temporary;
pub(crate) use write::{holds, write, write_by, write_folder, write_with};

/// The largest file that is read, in bytes: 1 MiB; a level of the largest size has 4 kB.
const MAX: u64 = 1 << 20;

/// The largest map that is read, in bytes: 64 MiB; a map of the largest size as text has 16 MiB.
const MAX_MAP: u64 = 1 << 26;

/// The name of stdin and stdout.
pub(crate) const DASH: &str = "-";

/// The text of a file, or of stdin for `-`.
pub(crate) fn read_text(path: &Path) -> anyhow::Result<String> {
    text(read(path)?, 1)
}

/// The text of a map, which may be larger than a level, or of stdin for `-`.
pub(crate) fn read_map(path: &Path) -> anyhow::Result<String> {
    text(read_large(path, MAX_MAP)?, 1)
}

/// The bytes of a file, or of stdin for `-`.
pub(crate) fn read(path: &Path) -> anyhow::Result<Vec<u8>> {
    read_large(path, MAX)
}

/// The bytes of a file, at most `max`, or of stdin for `-`.
pub(crate) fn read_large(path: &Path, max: u64) -> anyhow::Result<Vec<u8>> {
    if path == Path::new(DASH) {
        return limited(io::stdin().lock(), MAX_STDIN);
    }
    if path.is_dir() {
        return Err(anyhow!("this is a folder, expected a file"));
    }
    limited(File::open(path)?, max)
}

/// The path of a file in a folder, which is the current one if it has no name; a link that leads out of
/// the folder is refused.
pub(crate) fn within(folder: &Path, path: &Path) -> io::Result<PathBuf> {
    let path = folder.join(path);
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    if fs::canonicalize(&path)?.starts_with(fs::canonicalize(folder)?) {
        return Ok(path);
    }
    Err(io::Error::other("this is a link to a file outside the folder"))
}

/// The name of a file relative to a folder; `None` if it is not in the folder.
pub(crate) fn name_within(folder: &Path, path: &Path) -> io::Result<Option<String>> {
    let folder = fs::canonicalize(folder)?;
    let own = fs::canonicalize(parent(path))?;
    let below = own.strip_prefix(&folder).ok().filter(|_| folder.is_dir());
    let name = path.file_name().map_or(path, Path::new);
    let within = below.map(|below| below.join(name));
    Ok(within.and_then(|within| within.to_str().map(str::to_owned)))
}

/// The relative path from the folder of one file to the folder of another, ending with `/`; empty
/// if the folders are the same. `None` if there is no relative path.
pub(crate) fn relative_path(from: &Path, to: &Path) -> Option<String> {
    let [from, to] = [from, to].map(|path| fs::canonicalize(parent(path)).ok());
    let (from, to) = from.zip(to)?;
    let shared = from.components().zip(to.components()).take_while(|(a, b)| a == b);
    let shared = shared.count();
    let up = from.components().skip(shared).map(|_| "..".to_owned());
    let down = to.components().skip(shared);
    let down = down.map(|part| part.as_os_str().to_str().map(str::to_owned));
    let parts: Option<Vec<String>> = up.map(Some).chain(down).collect();
    Some(parts?.into_iter().map(|part| part + "/").collect())
}

/// Checks, before any work is done, that an output can be written and does not exist yet.
pub(crate) fn check_free(path: &Path, force: bool) -> Result<(), Failure> {
    if path == Path::new(DASH) || is_device(path) {
        return Ok(());
    }
    if path.is_dir() {
        return Err(anyhow!("{} is a folder, expected a file", path.display()))
            .hint("name a file in the folder");
    }

    // A path drops a slash at its end.
    if path.as_os_str().as_encoded_bytes().ends_with(b"/") {
        return Err(anyhow!(
            "{} is the name of a folder, expected a file",
            path.display()
        ))
        .hint("leave out the slash at the end");
    }

    check_parent(path)?;
    if force || fs::symlink_metadata(path).is_err() {
        return Ok(());
    }

    Err(anyhow!("{} exists already", path.display())).hint("--force replaces it")
}

/// Whether a file begins with a text.
pub(crate) fn begins_with(path: &Path, text: &str) -> bool {
    let mut begin = Vec::new();
    let read = File::open(path)
        .and_then(|file| file.take(text.len() as u64).read_to_end(&mut begin));
    read.is_ok() && begin == text.as_bytes()
}

/// Whether an output is a file, not stdout, a device or a pipe.
pub(crate) fn is_kept(path: &Path) -> bool {
    path != Path::new(DASH) && !is_device(path)
}

/// Checks, before any work is done, that the file extension of an output is one of `endings`. A
/// name without an extension passes.
pub(crate) fn check_ending(
    path: &Path,
    what: &str,
    endings: &[&str],
) -> Result<(), Failure> {
    let Some(ending) = path.extension().filter(|_| is_kept(path)) else { return Ok(()) };
    if endings.iter().any(|known| ending.eq_ignore_ascii_case(known)) {
        return Ok(());
    }
    let known: Vec<_> = endings.iter().map(|known| format!(".{known}")).collect();
    let (path, ending) = (path.display(), ending.to_string_lossy());
    let error = anyhow!("cannot write {path}: {what} cannot be written as .{ending}");
    Err(error).hint(format!("use the extension {}", known.join(" or ")))
}

/// A path as the name of an input in a request.
pub(crate) fn name(path: &Path) -> anyhow::Result<String> {
    let name = path.to_str().map(str::to_owned);
    name.ok_or_else(|| anyhow!("{} is not valid UTF-8", path.display()))
}

/// Whether an output is stdout.
pub(crate) fn is_dash(path: Option<&Path>) -> bool {
    path == Some(Path::new(DASH))
}

/// Checks that no two outputs are the same file.
pub(crate) fn check_apart<'a>(
    paths: impl IntoIterator<Item = &'a Path>,
) -> Result<(), Failure> {
    let mut places = Vec::new();
    for path in paths.into_iter().filter(|path| !is_device(path)) {
        // A file that does not exist yet is found by its folder.
        let folder = fs::canonicalize(parent(path)).ok();
        let beside = folder.zip(path.file_name()).map(|(it, name)| it.join(name));
        let whole = fs::canonicalize(path).ok();
        let place = whole.or(beside).unwrap_or_else(|| path.to_owned());
        if places.contains(&place) {
            return Err(anyhow!("two outputs have the same name: {}", path.display()))
                .hint("give each its own name");
        }

        places.push(place);
    }

    Ok(())
}

/// Checks that a folder of files can be written: the folder may exist, a file of its name may not.
pub(crate) fn check_folder(path: &Path) -> Result<(), Failure> {
    if path.is_dir() {
        temporary::clear(path);
        return Ok(());
    }
    check_parent(path)?;
    if fs::symlink_metadata(path).is_err() {
        return Ok(());
    }
    Err(anyhow!("{} is a file, expected a folder", path.display()))
        .hint("name a new folder")
}

/// Checks that the folder of a path exists, and that it can have a file of this name.
fn check_parent(path: &Path) -> Result<(), Failure> {
    let parent = parent(path);
    if parent.is_dir() {
        temporary::clear(parent);
        let found = fs::symlink_metadata(path).map_err(|error| error.kind());
        if found.is_err_and(|kind| kind == io::ErrorKind::InvalidFilename) {
            return Err(anyhow!("cannot write {}: the name is too long", path.display()))
                .hint("choose a shorter name");
        }

        return Ok(());
    }

    let (path, folder) = (path.display(), parent.display());
    Err(anyhow!("cannot write {path}: the folder {folder} does not exist"))
        .hint("create the folder first")
}

/// The folder of a file.
pub(crate) fn parent(path: &Path) -> &Path {
    let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty());
    parent.unwrap_or(Path::new("."))
}

/// Whether a path is a device or a pipe, which is written directly and not replaced.
fn is_device(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|found| !found.is_file() && !found.is_dir())
}
