//! What a run has done so far, item by item, beside the file that it will write: a run that was
//! stopped or killed is resumed by the same command.

use std::fs::{self, File};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use anyhow::{Context as _, anyhow};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::Value;
use tilewright_grid::Seed;

use crate::context::Context;
use crate::failure::{Failure, Hint as _};
use crate::files;

/// The most that is read of an unfinished run, in bytes.
const MOST: u64 = 1 << 30;

/// What the first line says.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Header {
    schema: String,
    version: String,
    seed: Seed,
    request: Value,
}

/// The finished items of a run; none are kept of one that writes no file.
pub(super) struct Journal {
    path: Option<PathBuf>,
    header: Header,
    /// Made with the first item.
    file: Mutex<Option<File>>,
    /// How many items an earlier run left.
    pub(super) resumed: usize,
}

impl Journal {
    /// The journal of a request that writes that file, the items that an earlier run of the
    /// same request left, and the seed of the run. The file itself must be free, unless it is
    /// that of the earlier run.
    pub(super) fn open<T: DeserializeOwned>(
        output: Option<&Path>,
        request: Value,
        context: &Context,
    ) -> Result<(Self, Vec<T>), Failure> {
        let output = output.filter(|path| files::is_kept(path));
        let path = output.map(part);
        let found = path.as_deref().filter(|path| path.is_file());
        let found = found.map(|path| read(path, &request, context)).transpose()?;
        let (seed, items, file) = if let Some((seed, items, file)) = found.flatten() {
            (seed, items, Some(file))
        } else {
            output.map_or(Ok(()), |path| files::check_free(path, context.force))?;
            (context.seed(), Vec::new(), None)
        };
        let header = Header {
            schema: "tilewright/unfinished/1".to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            seed,
            request,
        };
        let resumed = items.len();
        Ok((Self { path, header, file: Mutex::new(file), resumed }, items))
    }

    /// Whether an unfinished run is kept beside that file.
    pub(super) fn is_beside(output: &Path) -> bool {
        files::is_kept(output) && part(output).is_file()
    }

    /// The seed of the run.
    pub(super) const fn seed(&self) -> Seed {
        self.header.seed
    }

    /// Adds an item, as a line of its own.
    pub(super) fn add(&self, item: &impl Serialize) -> Result<(), Failure> {
        let Some(path) = &self.path else { return Ok(()) };
        let name = || format!("cannot write {}", path.display());
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        if file.is_none() {
            let mut made = File::create(path).with_context(name)?;
            made.write_all(&line(&self.header)?).with_context(name)?;
            *file = Some(made);
        }
        let line = line(item)?;
        let written = file.as_mut().map_or(Ok(()), |file| file.write_all(&line));
        Ok(written.with_context(name)?)
    }

    /// Whether an earlier run left something, so that its output may be replaced.
    pub(super) const fn is_resumed(&self) -> bool {
        self.resumed > 0
    }

    /// Where the items are, in words, if there are some.
    pub(super) fn kept(&self) -> String {
        let is_there = |path: &&PathBuf| path.is_file();
        self.path.as_ref().filter(is_there).map_or_else(String::new, |path| {
            format!("; the same command resumes from {}", path.display())
        })
    }

    /// The output is written, so the items are needed no longer.
    pub(super) fn finish(self) -> Result<(), Failure> {
        let Some(path) = self.path.filter(|path| path.is_file()) else { return Ok(()) };
        let name = || format!("cannot remove {}", path.display());
        Ok(fs::remove_file(&path).with_context(name)?)
    }
}

/// Where the items of a run are that writes that file.
fn part(output: &Path) -> PathBuf {
    let mut name = output.as_os_str().to_owned();
    name.push(".part");
    PathBuf::from(name)
}

fn line(item: &impl Serialize) -> Result<Vec<u8>, Failure> {
    let mut line = serde_json::to_vec(item)?;
    line.push(b'\n');
    Ok(line)
}

/// How the first line begins.
const HEAD: &[u8] = br#"{"schema":"tilewright/unfinished/"#;

/// The seed and the items of an unfinished run, and the file behind its last whole line; none
/// where it is of another request and may be discarded.
fn read<T: DeserializeOwned>(
    path: &Path,
    request: &Value,
    context: &Context,
) -> Result<Option<(Seed, Vec<T>, File)>, Failure> {
    let name = || path.display().to_string();
    let bytes = files::read_large(path, MOST).with_context(name)?;
    // Whoever was killed while writing left a part of a line.
    let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
    if whole == 0 && HEAD.starts_with(&bytes[..bytes.len().min(HEAD.len())]) {
        // It was killed before it had begun.
        return Ok(None);
    }
    let mut lines = bytes[..whole].split_inclusive(|&byte| byte == b'\n');
    let header: Option<Header> =
        lines.next().and_then(|line| serde_json::from_slice(line).ok());
    let is_ours = |header: &Header| {
        header.request == *request
            && header.version == env!("CARGO_PKG_VERSION")
            && context.asked_seed().is_none_or(|seed| seed == header.seed)
    };
    let Some(header) = header.filter(is_ours) else {
        if context.force {
            return Ok(None);
        }
        let error = anyhow!("{} holds an unfinished run of another request", name());
        return Err(error).hint("--force discards it, another -o keeps it");
    };
    let items: Result<Vec<T>, _> = lines.map(serde_json::from_slice).collect();
    let items = items.with_context(name).hint("remove the file to start anew")?;
    let file = File::options().append(true).open(path).with_context(name)?;
    file.set_len(whole as u64).with_context(name)?;
    context.say(&format!("resumed from {}, seed: {}", name(), header.seed));
    Ok(Some((header.seed, items, file)))
}
