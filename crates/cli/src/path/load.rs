//! Maps and scenarios from files.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, anyhow};
use tilewright_formats::movingai::{self, Scenario};
use tilewright_formats::{ldtk, tiled as editor};
use tilewright_pathplan::tiled::TiledError;
use tilewright_pathplan::{Map, tiled};

use super::propose;
use crate::arguments::Walkability;
use crate::context::Context;
use crate::failure::{Failure, Hint};
use crate::files;
use crate::progress::Progress;

/// A map and what it was read from.
pub(super) struct Loaded {
    pub(super) map: Map,
    pub(super) source: Source,
    /// What decided which cells are walkable: its word, and what it found.
    pub(super) rule: &'static str,
    pub(super) found: String,
    /// What is odd and was passed over.
    pub(super) warnings: Vec<String>,
    /// Whether a file was passed over that lies outside of the map's folder.
    is_narrow: bool,
}

/// How files outside of the map's folder are read.
const WIDER: &str =
    "hint: --project DIR lets a map name files anywhere in a folder that holds them both";

/// What a map was read from.
pub(super) enum Source {
    Text,
    Movingai(movingai::Map),
    Tiled(Box<editor::Map>),
    Ldtk,
}

/// The map in a file; what is odd about it is said.
pub(super) fn map(
    path: &Path,
    walkability: &Walkability,
    context: &Context,
) -> Result<Loaded, Failure> {
    let loaded =
        Progress::during(context, "reading the map", || load(path, walkability))?;
    for warning in &loaded.warnings {
        context.say(&format!("{}: {warning}", path.display()));
    }
    if loaded.is_narrow {
        context.say(WIDER);
    }
    Ok(loaded)
}

/// The map in a file: of the editor Tiled, of LDtk or of the MovingAI benchmarks if it begins
/// as one, else text.
fn load(path: &Path, walkability: &Walkability) -> Result<Loaded, Failure> {
    let name = || path.display().to_string();
    let bytes = files::read_map_bytes(path).with_context(name)?;
    if is_editors(path, &bytes) {
        return of_tiled(path, &bytes, walkability);
    }
    match start(&bytes).first() {
        Some(b'{') => {
            let project = ldtk::Project::parse(&bytes).with_context(name)?;
            let found = tilewright_pathplan::ldtk::read(&project, &walkability.wishes());
            let (map, found, warnings) =
                found.with_context(name).hint("--level and --layer name others")?;
            let (source, rule) = (Source::Ldtk, "grid");
            Ok(Loaded { map, source, rule, found, warnings, is_narrow: false })
        }
        _ => of_text(path, bytes),
    }
}

/// What stands first in a file.
fn start(bytes: &[u8]) -> &[u8] {
    bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes).trim_ascii_start()
}

/// Whether a file is a map of the editor Tiled, by how it begins.
pub(super) fn is_editors(path: &Path, bytes: &[u8]) -> bool {
    match start(bytes).first() {
        Some(b'<') => true,
        Some(b'{') => !is_ldtk(path, bytes),
        _ => false,
    }
}

fn of_text(path: &Path, bytes: Vec<u8>) -> Result<Loaded, Failure> {
    let name = || path.display().to_string();
    let text = files::text(bytes, 1).with_context(name)?;
    let text = text.trim_start_matches('\u{feff}');
    let (rule, found) = ("glyphs", "the characters of the cells".to_owned());
    let (warnings, is_narrow) = (Vec::new(), false);
    if text.starts_with("type") {
        let file: movingai::Map = text.parse().with_context(name)?;
        let map = Map::from_movingai(&file).with_context(name)?;
        let source = Source::Movingai(file);
        return Ok(Loaded { map, source, rule, found, warnings, is_narrow });
    }
    let map = text.parse().with_context(name);
    let map = map.hint(
        "a map is a .map of the MovingAI benchmarks, a .tmx or .tmj of Tiled, a project of \
         LDtk, or lines of . # ~ and 2 to 9",
    )?;
    Ok(Loaded { map, source: Source::Text, rule, found, warnings, is_narrow })
}

/// A map of the editor, whatever it says of walking. Files that it names are read where they lie
/// in the folder of the project, or without one in the map's own.
pub(super) fn editor(
    path: &Path,
    bytes: &[u8],
    project: Option<&Path>,
) -> Result<(editor::Map, Vec<editor::Unread>), Failure> {
    let (folder, place) = if let Some(project) = project {
        within(path, project)?
    } else {
        // Under its name alone, so that nothing outside of its folder is asked for.
        let name = path.file_name().map_or(path, Path::new);
        (files::parent(path).to_owned(), name.to_owned())
    };
    let mut beside = |file: &Path| files::read_beside(&files::within(&folder, file)?);
    let read = editor::Map::parse_alone(bytes, &place, &mut beside);
    Ok(read.with_context(|| path.display().to_string())?)
}

/// The folder of a project, and where in it a map lies.
fn within(path: &Path, project: &Path) -> Result<(PathBuf, PathBuf), Failure> {
    let folder =
        fs::canonicalize(project).with_context(|| project.display().to_string())?;
    let own = files::parent(path);
    let own = fs::canonicalize(own).with_context(|| own.display().to_string())?;
    let name = path.file_name().map_or(path, Path::new);
    match own.strip_prefix(&folder) {
        Ok(below) if folder.is_dir() => Ok((folder.clone(), below.join(name))),
        _ => Err(anyhow!(
            "{} does not lie in the project {}",
            path.display(),
            project.display()
        ))
        .hint("--project names a folder that holds the map"),
    }
}

fn of_tiled(
    path: &Path,
    bytes: &[u8],
    walkability: &Walkability,
) -> Result<Loaded, Failure> {
    let (file, unread) = editor(path, bytes, walkability.project.as_deref())?;
    let reading =
        tiled::read(&file, &unread, &walkability.wishes()).map_err(|error| {
            let hint = match &error {
                TiledError::NoRule { proposal: Some(proposal), .. } => {
                    Some(propose::hint(proposal, path, walkability))
                }
                error => cure(error).map(str::to_owned),
            };
            let error = anyhow::Error::new(error).context(path.display().to_string());
            Failure::Error { error, hint }
        })?;
    let is_outside =
        |file: &editor::Unread| matches!(file.error, editor::Error::Outside { .. });
    let is_narrow = walkability.project.is_none() && unread.iter().any(is_outside);
    let tiled::Reading { map, rule, found, warnings, .. } = reading;
    let (source, rule) = (Source::Tiled(Box::new(file)), rule.name());
    Ok(Loaded { map, source, rule, found, warnings, is_narrow })
}

const fn cure(error: &TiledError) -> Option<&'static str> {
    match error {
        TiledError::NoRule { .. } | TiledError::NoMatch { .. } => Some(propose::OTHERS),
        TiledError::NoTile { .. } => Some("--walkable-tiles takes ID or TILESET:ID"),
        TiledError::Unread { .. } => Some(
            "put the file into the map's folder, allow another one by --project DIR, or choose by \
             --layer or --walkable-tiles",
        ),
        TiledError::Property { .. } => Some(
            "--layer or --walkable-tiles choose another rule, which needs no properties",
        ),
        TiledError::Figures => Some(
            "--layer or --walkable-tiles choose another rule, which needs no objects",
        ),
        _ => None,
    }
}

/// Whether a JSON document is a project or level of LDtk and not a map of Tiled.
fn is_ldtk(path: &Path, bytes: &[u8]) -> bool {
    let extension = path.extension().and_then(|extension| extension.to_str());
    let marks = |mark: &[u8]| bytes.windows(mark.len()).any(|found| found == mark);
    match extension {
        Some("ldtk" | "ldtkl") => true,
        Some("tmj" | "json") => marks(b"\"layerInstances\""),
        _ => marks(b"\"layerInstances\"") || marks(b"\"jsonVersion\""),
    }
}

/// The scenarios in a file.
pub(super) fn scenarios(path: &Path) -> Result<Vec<Scenario>, Failure> {
    let name = || path.display().to_string();
    let text = files::read_map(path).with_context(name)?;
    let text = text.trim_start_matches('\u{feff}');
    Ok(movingai::scenarios(text).with_context(name)?)
}

/// The map of a list of scenarios, which lies beside it: under the list's own name without
/// `.scen`, else under the name that the list gives.
pub(super) fn map_of(
    list: &Path,
    scenarios: &[Scenario],
    walkability: &Walkability,
) -> Result<Map, Failure> {
    let map = |path: &Path| Ok(load(path, walkability)?.map);
    let beside = list.with_extension("");
    if beside.is_file() {
        return map(&beside);
    }
    let first = scenarios.first();
    let named = first.and_then(|scenario| Path::new(&scenario.map).file_name());
    let named = named.map(|name| files::parent(list).join(name));
    match named.filter(|path: &PathBuf| path.is_file()) {
        Some(path) => map(&path),
        None => Err(anyhow!("the map of {} is not beside it", list.display()))
            .hint(format!("put it there as {}", beside.display())),
    }
}
