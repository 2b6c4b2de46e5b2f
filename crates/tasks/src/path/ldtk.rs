//! Reading projects of LDtk, with the files of their levels, and levels with their projects.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fmt::Write as _;
use std::io;
use std::path::{Component, Path};

use anyhow::{Context as _, anyhow};
use tilewright_formats::ldtk::{Content, Document, LevelFile, Project};
use tilewright_pathplan::ldtk::{self, LdtkError, ParsedMap};

use super::load::{LoadedMap, MOST, Source, folder, place};
use super::project::within;
use super::walkability::MapKind;
use super::{Walkability, no_effect_on};
use crate::input::{self, DASH};
use crate::{Hint, Host, Input, Refusal, Refuse as _};

/// The most projects in which the level of a file is looked for.
const PROJECTS: usize = 16;

/// The hint at a document that is not read.
const VERSIONS: &str =
    "projects of LDtk 0.1.6 to 1.5 are read; save the project again with a newer LDtk";

/// Reads a map from a project of LDtk, or from the file of a level.
pub(super) fn read(
    host: &dyn Host,
    input: &Input,
    bytes: &[u8],
    walkability: &Walkability,
) -> Result<LoadedMap, Refusal> {
    walkability.check(input, MapKind::Ldtk)?;
    let document = Document::parse(bytes).with_context(|| input.to_string());
    let reading = match document.hint(VERSIONS)? {
        Document::Project(project) => {
            let mut has_loaded = false;
            let mut load = |file: &str| {
                has_loaded = true;
                beside(host, input, walkability, file)
            };

            let options = walkability.options(BTreeMap::new());
            let reading = ldtk::read(&project, &options, &mut load)
                .map_err(|error| refused(error, input))?;

            if walkability.project.is_some() && !has_loaded {
                let why = "the level is in the file itself, so that no other is read";
                return Err(no_effect_on(input, "project", why));
            }

            reading
        }
        Document::Level(_) if walkability.project.is_some() => {
            let why = "the project of a level is looked for beside the level and in the folder above";
            return Err(no_effect_on(input, "project", why));
        }
        Document::Level(level) => of_level(host, input, &level, walkability)?,
    };

    let ParsedMap { map, sources, warnings, has_unused, .. } = reading;
    let hint =
        has_unused.then(|| Hint::from("name the layers that hold walls by {layer}"));
    Ok(LoadedMap { map, source: Source::Ldtk, sources, warnings, hint })
}

/// The file of a level, by the name that the project has for it, or beside the project under its last
/// name: files that are uploaded or copied together lose their folders.
fn beside(
    host: &dyn Host,
    input: &Input,
    walkability: &Walkability,
    file: &str,
) -> io::Result<Vec<u8>> {
    let own = place(input);
    let (folder, lead) = match &walkability.project {
        Some(project) => {
            let scope =
                within(host, own, project).map_err(|it| io::Error::other(it.error))?;
            let lead = Path::new(&scope.name).parent().map(Path::to_path_buf);
            (project.as_str(), lead.unwrap_or_default())
        }
        None => (folder(own), Path::new("").to_path_buf()),
    };

    let open = |name: &Path| {
        let name = lead.join(name);
        let name = name.to_str().ok_or(io::ErrorKind::InvalidFilename)?;
        input::within(host, folder, name, MOST)
    };

    let path = Path::new(file);
    // Of two failures the first is reported.
    open(path).or_else(|error| {
        let last = path.file_name().filter(|name| Path::new(name) != path);
        last.map_or(Err(io::ErrorKind::NotFound.into()), |last| open(Path::new(last)))
            .map_err(|_| error)
    })
}

/// A level in a file of its own, with the names of values of its project.
fn of_level(
    host: &dyn Host,
    input: &Input,
    file: &LevelFile,
    walkability: &Walkability,
) -> Result<ParsedMap, Refusal> {
    let options = walkability.options(BTreeMap::new());
    let name = file.name();
    if let Some(other) = options.level.filter(|level| level != name) {
        return Err(anyhow!(
            "{input}: this file holds the level {name:?}, not {other:?}"
        ))
        .hint("leave out {level}, or give the project");
    }

    // Made anew: the level was moved out of the first ones.
    let options = walkability.options(BTreeMap::new());
    let read = |level| {
        let level = level_of(level, input)?;
        ldtk::read_level(&level, &options).map_err(|error| refused(error, input))
    };
    if let Some((project, found)) = project_of(host, place(input), file) {
        let mut reading = read(project.level_of(file))?;
        for source in &mut reading.sources {
            let _ = write!(source.found, " (names of values by {found})");
        }
        return Ok(reading);
    }

    // A list of walkable values needs no names of values.
    if !options.tiles.is_empty() {
        return read(file.nameless());
    }

    Err(anyhow!(
        "{input}: the level {name:?} is part of a project, which names its values, and no project with it is in this folder or the one above"
    ))
    .hint(format!(
        "give the project, a file .ldtk, and choose the level by {{level={name}}}; or list the walkable values by {{walkable_tiles=0}}"
    ))
}

fn level_of<T>(
    read: Result<T, tilewright_formats::ldtk::Error>,
    input: &Input,
) -> Result<T, Refusal> {
    read.with_context(|| input.to_string()).hint(VERSIONS)
}

/// The project of a level's file, with its name: `NAME.ldtk` beside the folder NAME of the levels, else
/// any project in the folder above, then in the same one, that has the level. Before all others comes
/// one that names this file, then one that has the level in another file: a copy of a project that holds
/// the level itself may have other names of values.
fn project_of(
    host: &dyn Host,
    own: &str,
    level: &LevelFile,
) -> Option<(Project, String)> {
    if own == DASH {
        return None;
    }

    let mut best: Option<(usize, (Project, String))> = None;
    for (folder, name) in projects(host, own).take(PROJECTS) {
        let Ok(bytes) = input::within(host, &folder, &name, MOST) else { continue };
        let Ok(project) = Project::parse(&bytes) else { continue };
        let Some(found) = project.find(level) else { continue };

        let rank = match &found.content {
            Content::File(file) if is_same(&Path::new(&folder).join(file), own) => 0,
            Content::File(_) => 1,
            Content::Layers(_) => 2,
        };

        if best.as_ref().is_none_or(|(other, _)| rank < *other) {
            let folder = if folder == "." { "" } else { &folder };
            let name = Path::new(folder).join(name).display().to_string();
            best = Some((rank, (project, name)));
        }

        if rank == 0 {
            break;
        }
    }

    best.map(|(_, found)| found)
}

/// The folders and names of the files that may be the project of a level's file, in the order of [`project_of`].
fn projects(host: &dyn Host, own: &str) -> impl Iterator<Item = (String, String)> {
    let here = folder(own);
    let above = match Path::new(here).file_name() {
        None if here == "." => "..".to_owned(),
        None => format!("{here}/.."),
        Some(_) => folder(here).to_owned(),
    };

    let usual = Path::new(here).file_name().and_then(|name| name.to_str());
    let usual = usual.map(|name| (above.clone(), format!("{name}.ldtk")));
    let others = [above, here.to_owned()].into_iter().flat_map(move |folder| {
        let files = host.list(&folder).unwrap_or_default().into_iter();
        files.filter_map(move |file| {
            let name = Path::new(&file).file_name()?.to_str()?.to_owned();
            let is_project = Path::new(&name)
                .extension()
                .is_some_and(|ending| ending.eq_ignore_ascii_case("ldtk"));
            is_project.then(|| (folder.clone(), name))
        })
    });

    usual.into_iter().chain(others)
}

/// Whether two paths are the same file as they are written.
fn is_same(one: &Path, other: &str) -> bool {
    let parts = |path: &Path| -> Vec<OsString> {
        let mut parts = Vec::new();
        for part in path.components() {
            match part {
                Component::CurDir => {}
                Component::ParentDir if parts.last().is_some_and(|last| last != "..") => {
                    parts.pop();
                }
                part => parts.push(part.as_os_str().to_owned()),
            }
        }

        parts
    };
    parts(one) == parts(Path::new(other))
}

/// The refusal of a level, with what to do about it.
fn refused(error: LdtkError, input: &Input) -> Refusal {
    let hint = match &error {
        LdtkError::Level { is_several: true, .. } => {
            "name it with its world, as {level=WORLD/NAME}"
        }
        LdtkError::Level { .. } => "choose one by {level}",
        LdtkError::Layer { .. } => "choose one by {layer}",
        LdtkError::NoGrid { .. } => {
            "use {layer=NAME} if the tiles of a layer are walls; or, in LDtk, paint the walls in an \
             IntGrid layer"
        }
        LdtkError::File { .. } => {
            "put the files of the levels where the project expects them, or beside the project; where \
             files are uploaded, choose them together with the project"
        }
        LdtkError::Document(_) => VERSIONS,
        _ => return anyhow::Error::new(error).context(input.to_string()).into(),
    };

    let error = anyhow::Error::new(error).context(input.to_string());
    Refusal { error, hint: Some(Hint::from(hint)), key: None }
}
