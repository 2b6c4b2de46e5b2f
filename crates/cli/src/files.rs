//! Files read with a limit and written whole or not at all.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, anyhow};
use tempfile::NamedTempFile;
use tilewright_tasks::{MOST_STDIN, limited};
pub(crate) use tilewright_tasks::{place, text};

use crate::failure::{Failure, Hint};
use crate::temporary;

/// The largest file that is read, in bytes: a level of the largest size has 4 kB.
const MOST: u64 = 1 << 20;

/// The largest map that is read: one of the largest size in text has 16 MiB.
const MOST_MAP: u64 = 1 << 26;

/// What stdin and stdout are called.
pub(crate) const DASH: &str = "-";

/// The text of a file, or of stdin for `-`.
pub(crate) fn read_text(path: &Path) -> anyhow::Result<String> {
    text(read(path)?, 1)
}

/// The text of a map, which may be larger than a level, or of stdin for `-`.
pub(crate) fn read_map(path: &Path) -> anyhow::Result<String> {
    text(read_large(path, MOST_MAP)?, 1)
}

/// The bytes of a file, or of stdin for `-`.
pub(crate) fn read(path: &Path) -> anyhow::Result<Vec<u8>> {
    read_large(path, MOST)
}

/// The bytes of a file that may be larger than others, but no larger than that; or of stdin
/// for `-`.
pub(crate) fn read_large(path: &Path, most: u64) -> anyhow::Result<Vec<u8>> {
    if path == Path::new(DASH) {
        return limited(io::stdin().lock(), MOST_STDIN);
    }
    if path.is_dir() {
        return Err(anyhow!("this is a folder, expected a file"));
    }
    limited(File::open(path)?, most)
}

/// The path of a file in a folder: not of one to which a link leads out of it.
pub(crate) fn within(folder: &Path, path: &Path) -> io::Result<PathBuf> {
    let path = folder.join(path);
    if fs::canonicalize(&path)?.starts_with(fs::canonicalize(folder)?) {
        return Ok(path);
    }
    Err(io::Error::other("it is a link out of the folder"))
}

/// The name that a file has within a folder; none where it lies elsewhere.
pub(crate) fn name_within(folder: &Path, path: &Path) -> io::Result<Option<String>> {
    let folder = fs::canonicalize(folder)?;
    let own = fs::canonicalize(parent(path))?;
    let below = own.strip_prefix(&folder).ok().filter(|_| folder.is_dir());
    let name = path.file_name().map_or(path, Path::new);
    let within = below.map(|below| below.join(name));
    Ok(within.and_then(|within| within.to_str().map(str::to_owned)))
}

/// What leads from the folder of one file to that of another, with a `/` at the end; empty
/// when it is the same. None where no relative path does.
pub(crate) fn lead(from: &Path, to: &Path) -> Option<String> {
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

/// Refuses an output that cannot be written or is there already, before any work is done.
pub(crate) fn check_free(path: &Path, force: bool) -> Result<(), Failure> {
    if path == Path::new(DASH) || is_device(path) {
        return Ok(());
    }
    if path.is_dir() {
        return Err(anyhow!("{} is a folder, expected a file", path.display()))
            .hint("name a file in it");
    }
    check_parent(path)?;
    if force || fs::symlink_metadata(path).is_err() {
        return Ok(());
    }
    Err(anyhow!("{} exists already", path.display())).hint("--force replaces it")
}

/// Whether an output is a file that stays, and not stdout, a device or a pipe.
pub(crate) fn is_kept(path: &Path) -> bool {
    path != Path::new(DASH) && !is_device(path)
}

/// Refuses an output whose name ends as no format does that is written there, before any work
/// is done; a name without an ending says nothing.
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
    let error = anyhow!("cannot write {path}: {what} are not written as .{ending}");
    Err(error).hint(format!("name a file that ends with {}", known.join(" or ")))
}

/// The name of an input as a request holds it.
pub(crate) fn name(path: &Path) -> anyhow::Result<String> {
    let name = path.to_str().map(str::to_owned);
    name.ok_or_else(|| anyhow!("{} is no name in UTF-8", path.display()))
}

/// Whether an output is stdout.
pub(crate) fn is_dash(path: Option<&Path>) -> bool {
    path == Some(Path::new(DASH))
}

/// Refuses outputs of which two are the same file.
pub(crate) fn check_apart<'a>(
    paths: impl IntoIterator<Item = &'a Path>,
) -> Result<(), Failure> {
    let mut places = Vec::new();
    for path in paths.into_iter().filter(|path| !is_device(path)) {
        let folder = fs::canonicalize(parent(path)).ok();
        let beside = folder.zip(path.file_name()).map(|(it, name)| it.join(name));
        let whole = fs::canonicalize(path).ok();
        let place = whole.or(beside).unwrap_or_else(|| path.to_owned());
        if places.contains(&place) {
            return Err(anyhow!("two outputs are called {}", path.display()))
                .hint("give each a name of its own");
        }
        places.push(place);
    }
    Ok(())
}

/// Refuses the place of a folder of files where none can be: a folder may be there already.
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

/// Refuses a path whose folder is not there.
fn check_parent(path: &Path) -> Result<(), Failure> {
    let parent = parent(path);
    if parent.is_dir() {
        temporary::clear(parent);
        return Ok(());
    }
    let (path, folder) = (path.display(), parent.display());
    Err(anyhow!("cannot write {path}: there is no folder {folder}"))
        .hint("make the folder first")
}

/// The folder in which a file lies.
pub(crate) fn parent(path: &Path) -> &Path {
    let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty());
    parent.unwrap_or(Path::new("."))
}

/// A failure to make a temporary file, without the name of the file, which nobody chose.
pub(crate) fn nameless(error: &io::Error) -> io::Error {
    io::Error::from(error.kind())
}

/// Writes a file whole or not at all: to a temporary file beside it, then renamed.
pub(crate) fn write(path: &Path, data: &[u8], force: bool) -> Result<(), Failure> {
    Staged::new(path, data, force)?.keep()
}

/// Writes a file and those beside it that it names: none appears before all are on the disk, and
/// the file itself comes last. One that holds the same already stays as it is.
pub(crate) fn write_with(
    path: &Path,
    data: &[u8],
    beside: &[(String, Vec<u8>)],
    force: bool,
) -> Result<(), Failure> {
    let mut staged = Vec::new();
    for (name, data) in beside {
        let path = parent(path).join(name);
        if fs::read(&path).ok().is_none_or(|found| found != *data) {
            staged.push(Staged::new(&path, data, force)?);
        }
    }
    staged.push(Staged::new(path, data, force)?);
    staged.into_iter().try_for_each(Staged::keep)
}

/// A file that is whole on the disk, but not under its name yet.
struct Staged<'a> {
    /// Where it goes, and what errors call it.
    path: PathBuf,
    name: String,
    force: bool,
    content: Content<'a>,
}

enum Content<'a> {
    Temporary(NamedTempFile),
    /// A device or a pipe is written as it stands.
    Device(&'a [u8]),
}

impl<'a> Staged<'a> {
    fn new(path: &Path, data: &'a [u8], force: bool) -> Result<Self, Failure> {
        let name = path.display().to_string();
        if is_device(path) {
            let (path, content) = (path.to_owned(), Content::Device(data));
            return Ok(Self { path, name, force, content });
        }
        check_free(path, force)?;
        // A link stays, and what it leads to is replaced.
        let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let failed = || format!("cannot write {name}");
        let file = temporary::file(parent(&path));
        let mut file = file.map_err(|error| nameless(&error)).with_context(failed)?;
        let written = file.write_all(data).and_then(|()| file.as_file().sync_all());
        written.with_context(failed)?;
        Ok(Self { path, name, force, content: Content::Temporary(file) })
    }

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

/// Writes a folder of files whole or not at all: a new folder is renamed into place when
/// all are in it. In one that exists, files that hold the same already stay as they are.
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
    let made = temporary::folder(parent(folder));
    let (made, _lock) = made.map_err(|error| nameless(&error)).with_context(name)?;
    for (file, data) in files {
        fs::write(made.path().join(file), data).with_context(name)?;
    }
    share_folder(made.path()).with_context(name)?;
    fs::rename(made.path(), folder).with_context(name)?;
    // The folder is no longer where it was made, so there is nothing to clean up.
    let _ = made.keep();
    Ok(())
}

/// Whether a file holds exactly that. What is no file, or of another length, is not read.
pub(crate) fn holds(path: &Path, data: &[u8]) -> bool {
    fs::metadata(path).is_ok_and(|it| it.is_file() && it.len() == data.len() as u64)
        && fs::read(path).is_ok_and(|found| found == data)
}

/// Whether the path leads to something that is written to as it stands, such as a device or
/// a pipe.
fn is_device(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|found| !found.is_file() && !found.is_dir())
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
