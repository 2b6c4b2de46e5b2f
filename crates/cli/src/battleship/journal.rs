//! What a run has done so far, item by item, beside the file that it will write: a run that was
//! stopped or killed is resumed by the same command.

use std::fs::{self, File};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use anyhow::{Context as _, anyhow};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::Value;
use tilewright_grid::{Seed, checksum};

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
    lines: Mutex<Lines>,
}

/// The lines that are written.
struct Lines {
    /// Made with the first item.
    file: Option<File>,
    /// What the last line is told by; each line tells of those before it.
    checksum: u64,
}

impl Journal {
    /// The journal of a request that writes that file, the items that an earlier run of the
    /// same request left, and the seed of the run.
    pub(super) fn open<T: DeserializeOwned>(
        output: Option<&Path>,
        request: Value,
        context: &Context,
    ) -> Result<(Self, Vec<T>), Failure> {
        let path = output.filter(|path| files::is_kept(path)).map(part);
        path.as_deref().map_or(Ok(()), check_part)?;
        let found = path.as_deref().filter(|path| path.is_file());
        let found = found.map(|path| read(path, &request, context)).transpose()?;
        let (seed, items, lines) = found.flatten().unwrap_or_else(|| {
            (context.seed(), Vec::new(), Lines { file: None, checksum: 0 })
        });
        let header = Header {
            schema: "tilewright/unfinished/1".to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            seed,
            request,
        };
        Ok((Self { path, header, lines: Mutex::new(lines) }, items))
    }

    /// The seed of the run.
    pub(super) const fn seed(&self) -> Seed {
        self.header.seed
    }

    /// Adds an item, as a line of its own.
    pub(super) fn add(&self, item: &impl Serialize) -> Result<(), Failure> {
        let Some(path) = &self.path else { return Ok(()) };
        let name = || format!("cannot write {}", path.display());
        let mut lines = self.lines();
        if lines.file.is_none() {
            let mut header = serde_json::to_vec(&self.header)?;
            header.push(b'\n');
            let mut made = File::create(path).with_context(name)?;
            made.write_all(&header).with_context(name)?;
            *lines = Lines { file: Some(made), checksum: checksum(&header) };
        }
        let item = serde_json::to_string(item)?;
        let sum = chained(lines.checksum, item.as_bytes());
        let line = format!("{{\"checksum\":\"{sum:016x}\",\"item\":{item}}}\n");
        let file = lines.file.as_mut();
        file.map_or(Ok(()), |file| file.write_all(line.as_bytes())).with_context(name)?;
        lines.checksum = sum;
        Ok(())
    }

    fn lines(&self) -> MutexGuard<'_, Lines> {
        self.lines.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether the run writes a file that stays. If it is cut short, it writes no file at all:
    /// any would stand in the way of the same command.
    pub(super) const fn is_to_file(&self) -> bool {
        self.path.is_some()
    }

    /// Whether there is something that the same command goes on from.
    pub(super) fn is_begun(&self) -> bool {
        self.lines().file.is_some()
    }

    /// What is kept of a run to a file that was cut short, in words.
    pub(super) fn kept(&self) -> String {
        match &self.path {
            None => String::new(),
            Some(path) if self.is_begun() => format!(
                "; no file is written, the same command resumes from {}",
                path.display()
            ),
            Some(_) => "; no file is written, and nothing is kept".to_owned(),
        }
    }

    /// The failure that an item which an earlier run left cannot be; the first is 0.
    pub(super) fn damaged(&self, item: usize) -> Failure {
        damaged(self.path.as_deref().unwrap_or_else(|| Path::new("")), item)
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

/// Refuses to keep items where something else than a file stands.
fn check_part(path: &Path) -> Result<(), Failure> {
    if path.is_file() || fs::symlink_metadata(path).is_err() {
        return Ok(());
    }
    let error = anyhow!("{} is no file, and finished work is kept there", path.display());
    Err(error).hint("remove it, or name another -o")
}

/// What tells a line of an item by: the item, and what the line before is told by.
fn chained(before: u64, item: &[u8]) -> u64 {
    checksum(&[&before.to_le_bytes(), item].concat())
}

/// The item of a line and what the line is told by; none of a damaged line.
fn item<T: DeserializeOwned>(before: u64, line: &[u8]) -> Option<(T, u64)> {
    let rest = line.strip_prefix(br#"{"checksum":""#)?;
    let (digits, rest) = rest.split_at_checked(16)?;
    let item = rest.strip_prefix(br#"","item":"#)?.strip_suffix(b"}\n")?;
    let sum = chained(before, item);
    let is_whole = digits == format!("{sum:016x}").as_bytes();
    is_whole.then(|| serde_json::from_slice(item).ok().zip(Some(sum)))?
}

/// The failure that an item cannot be. Before the first there is a line.
fn damaged(path: &Path, item: usize) -> Failure {
    let error = anyhow!("{}: line {} is damaged", path.display(), item + 2);
    let hint = Some("remove the file to start anew".to_owned());
    Failure::Error { error, hint }
}

/// How the first line begins.
const HEAD: &[u8] = br#"{"schema":"tilewright/unfinished/"#;

/// The seed and the items of an unfinished run, and the file behind its last whole line; none
/// where it is of another request and may be discarded. No line may be missing, but the last.
fn read<T: DeserializeOwned>(
    path: &Path,
    request: &Value,
    context: &Context,
) -> Result<Option<(Seed, Vec<T>, Lines)>, Failure> {
    let name = || path.display().to_string();
    let bytes = files::read_large(path, MOST).with_context(name)?;
    // Whoever was killed while writing left a part of a line.
    let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
    if whole == 0 && HEAD.starts_with(&bytes[..bytes.len().min(HEAD.len())]) {
        // It was killed before it had begun.
        return Ok(None);
    }
    let mut lines = bytes[..whole].split_inclusive(|&byte| byte == b'\n');
    let first = lines.next().unwrap_or_default();
    let is_ours = |header: &Header| {
        header.request == *request
            && header.version == env!("CARGO_PKG_VERSION")
            && context.asked_seed().is_none_or(|seed| seed == header.seed)
    };
    let Some(header) = serde_json::from_slice(first).ok().filter(is_ours) else {
        if context.force {
            return Ok(None);
        }
        let error = anyhow!("{} holds an unfinished run of another request", name());
        return Err(error).hint("--force discards it, another -o keeps it");
    };
    let (mut items, mut sum) = (Vec::new(), checksum(first));
    for (at, line) in lines.enumerate() {
        let (item, next) = item(sum, line).ok_or_else(|| damaged(path, at))?;
        items.push(item);
        sum = next;
    }
    let file = File::options().append(true).open(path).with_context(name)?;
    file.set_len(whole as u64).with_context(name)?;
    context.say(&format!("resumed from {}, seed: {}", name(), header.seed));
    Ok(Some((header.seed, items, Lines { file: Some(file), checksum: sum })))
}
