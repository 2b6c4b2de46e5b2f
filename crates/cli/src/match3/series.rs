//! A folder of numbered levels that belong to one request: each is written whole as it comes,
//! and the same request resumes an unfinished folder.

use std::cell::Cell;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, anyhow};
use serde::{Deserialize, Serialize};
use tilewright_grid::{Seed, checksum};
use tilewright_match3::{Feasibility, Level};

use crate::context::Context;
use crate::failure::{Failure, Hint};
use crate::{files, temporary};

/// What tells the folder of a request from any other.
pub(super) struct Request {
    /// The document in the folder that says what was asked for.
    pub(super) file: &'static str,
    pub(super) schema: &'static str,
    /// What such a folder holds, after an article.
    pub(super) noun: &'static str,
    /// What the folder of another request holds.
    pub(super) other: &'static str,
    /// All that was asked for, but for the seed and how many levels.
    pub(super) asked: Vec<u8>,
}

/// The document.
#[derive(Serialize, Deserialize)]
struct Head {
    schema: String,
    /// The checksum of all that was asked for.
    asked: String,
    seed: Seed,
}

/// A folder that may be begun or resumed.
pub(super) struct Series<'a> {
    folder: &'a Path,
    pub(super) seed: Seed,
    /// The document in the folder, and what it says.
    head: (PathBuf, String),
    /// Whether the folder holds the levels of another request, which make room for the first.
    replaces: Cell<bool>,
}

impl<'a> Series<'a> {
    /// A folder that can be begun, or one that was begun with the same request. With `--force`
    /// the levels of another request make room.
    pub(super) fn new(
        folder: &'a Path,
        request: &Request,
        context: &Context,
    ) -> Result<Self, Failure> {
        let path = folder.join(request.file);
        let replaces = Cell::new(path.exists());
        let asked = format!("{:016x}", checksum(&request.asked));
        if path.exists() {
            let head = Head::read(&path)?;
            let checked = head.check(folder, request, &asked, context);
            if checked.is_ok() || !context.force {
                checked?;
                temporary::clear(folder);
                let (seed, text) = (head.seed, serde_json::to_string(&head)?);
                let replaces = Cell::new(false);
                return Ok(Self { folder, seed, head: (path, text), replaces });
            }
        } else {
            files::check_folder(folder)?;
            let is_empty =
                fs::read_dir(folder).map_or(true, |mut entries| entries.next().is_none());
            if !is_empty {
                let folder = folder.display();
                return Err(anyhow!("{folder} is not empty, and no {}", request.noun))
                    .hint("name a new folder");
            }
        }
        let seed = context.seed();
        let head = Head { schema: request.schema.to_owned(), asked, seed };
        let text = serde_json::to_string(&head)?;
        Ok(Self { folder, seed, head: (path, text), replaces })
    }

    /// Begins the folder where it was not begun yet.
    pub(super) fn begin(&self) -> Result<(), Failure> {
        let (path, text) = &self.head;
        let folder = self.folder;
        if self.replaces.replace(false) {
            clear(folder)?;
        } else if path.exists() {
            return Ok(());
        }
        fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
        files::write(path, text.as_bytes(), true)
    }

    /// The file of a level, from 1.
    pub(super) fn path(&self, number: usize) -> PathBuf {
        self.folder.join(name(number, "json"))
    }

    /// Writes a level. The first begins the folder.
    pub(super) fn keep(&self, number: usize, level: &Level) -> Result<(), Failure> {
        self.keep_file(number, &level.to_json())
    }

    /// Writes the file of a level that says more than the level. The first begins the folder.
    pub(super) fn keep_file(&self, number: usize, text: &str) -> Result<(), Failure> {
        self.begin()?;
        files::write(&self.path(number), text.as_bytes(), true)
    }

    /// The first levels that were found, up to so many, from an earlier run.
    pub(super) fn kept(&self, most: usize) -> Result<Vec<Level>, Failure> {
        let mut levels = Vec::new();
        while levels.len() < most && !self.replaces.get() {
            let path = self.path(levels.len() + 1);
            if !path.exists() {
                break;
            }
            let name = || path.display().to_string();
            let read = files::read_text(&path).and_then(|text| Ok(text.parse()?));
            let level: Level = read
                .with_context(name)
                .hint("delete the file: the same command makes it again")?;
            // The best of a search that was stopped is no level of the series.
            if level.missed.is_some() {
                break;
            }
            if !Feasibility::of(&level).is_feasible() {
                return Err(anyhow!("{} was changed: it is infeasible", name()))
                    .hint("delete it to have it made again, or keep your own elsewhere");
            }
            levels.push(level);
        }
        Ok(levels)
    }
}

impl Head {
    fn read(path: &Path) -> Result<Self, Failure> {
        let name = || path.display().to_string();
        let text = files::read_text(path).with_context(name)?;
        Ok(serde_json::from_str(&text).with_context(name)?)
    }

    /// Whether the folder can be resumed.
    fn check(
        &self,
        folder: &Path,
        request: &Request,
        asked: &str,
        context: &Context,
    ) -> Result<(), Failure> {
        let (folder, seed) = (folder.display(), self.seed);
        if self.asked != asked {
            return Err(anyhow!("{folder} holds {}", request.other))
                .hint("name another folder; --force replaces its levels");
        }
        if context.asked_seed().is_some_and(|asked| asked != seed) {
            let noun = request.noun;
            return Err(anyhow!("{folder} holds a {noun} with seed {seed}")).hint(
                "leave --seed out to resume it, or name another folder; --force replaces its levels",
            );
        }
        Ok(())
    }
}

/// The name of a level's file, or of its picture.
pub(super) fn name(number: usize, extension: &str) -> String {
    format!("level-{number:03}.{extension}")
}

/// Removes the levels of a folder, and their pictures.
fn clear(folder: &Path) -> Result<(), Failure> {
    let is_numbered = |path: &Path| {
        let stem = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
        let digits = stem.strip_prefix("level-").unwrap_or_default();
        let is_number =
            digits.len() >= 3 && digits.bytes().all(|digit| digit.is_ascii_digit());
        let extension = path.extension().and_then(|extension| extension.to_str());
        is_number && matches!(extension, Some("json" | "png"))
    };
    let place = || folder.display().to_string();
    for entry in fs::read_dir(folder).with_context(place)? {
        let path = entry.with_context(place)?.path();
        if is_numbered(&path) {
            fs::remove_file(&path).with_context(|| path.display().to_string())?;
        }
    }
    temporary::clear(folder);
    Ok(())
}
