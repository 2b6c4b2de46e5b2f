//! The project that a map of Tiled belongs to: the folder whose files may be read, and its classes.

use std::collections::BTreeMap;
use std::path::{Component, Path, PathBuf};

use anyhow::{Context as _, anyhow};
use tilewright_formats::tiled::{Error, Map, Project, Properties, UnreadFile};

use super::load::{MOST, folder, place};
use crate::{Host, Input, Refusal, Refuse as _, input};

/// The ending of the files of projects.
const ENDING: &str = ".tiled-project";
/// The number of folders above that of a map in which the file of its project is looked for.
const ABOVE: usize = 6;

/// A map of Tiled with the files that it names.
pub(super) struct TiledMap {
    pub(super) file: Map,
    pub(super) unread: Vec<UnreadFile>,
    /// The classes of the project.
    pub(super) classes: BTreeMap<String, Properties>,
    /// What was wrong with the file of the project.
    pub(super) warnings: Vec<String>,
    /// The nearest folder that holds the map and all files that it names, if some are outside the
    /// folder in which files may be read.
    pub(super) wider: Option<String>,
}

/// A folder in which files may be read, and the name of the map in it.
pub(super) struct Scope {
    folder: String,
    pub(super) name: String,
}

/// Reads a map of Tiled and the files that it names: those within the folder that is given, else those
/// within the folder of the map, else those within the nearest folder with the file of a project that
/// holds them all.
pub(super) fn open(
    host: &dyn Host,
    input: &Input,
    bytes: &[u8],
    given: Option<&str>,
) -> Result<TiledMap, Refusal> {
    let own = place(input);
    let (mut scopes, projects) = match given {
        Some(folder) => (vec![within(host, own, folder)?], project_files(host, folder)),
        None => scopes(host, own),
    };

    let read = |scope: &Scope| {
        let mut beside = |file: &Path| {
            let name = file.to_str().ok_or(std::io::ErrorKind::InvalidFilename)?;
            input::within(host, &scope.folder, name, MOST)
        };
        Map::parse_alone(bytes, Path::new(&scope.name), &mut beside)
            .with_context(|| input.to_string())
    };

    let first = scopes.remove(0);
    let (mut file, mut unread) = read(&first)?;
    // Wider folders are tried only while a file outside the last one is missing.
    for scope in &scopes {
        if !unread.iter().any(is_outside) {
            break;
        }
        (file, unread) = read(scope)?;
    }

    let (classes, warnings) = classes(host, &projects);
    let wider = wider(own, &unread);
    Ok(TiledMap { file, unread, classes, warnings, wider })
}

const fn is_outside(unread: &UnreadFile) -> bool {
    matches!(unread.error, Error::Outside { .. })
}

/// The folder that is given, which must hold the map.
pub(super) fn within(
    host: &dyn Host,
    map: &str,
    project: &str,
) -> Result<Scope, Refusal> {
    let name = host.name_within(project, map).with_context(|| project.to_owned())?;
    let name = name
        .ok_or_else(|| anyhow!("{map} is not in the project {project}"))
        .hint("{project} must be a folder that contains the map")?;
    Ok(Scope { folder: project.to_owned(), name })
}

/// The folder of the map, then those above it that have the file of a project, with these files.
fn scopes(host: &dyn Host, own: &str) -> (Vec<Scope>, Vec<String>) {
    // The name without its folder, so that no file outside the folder is read.
    let name = Path::new(own).file_name().and_then(|name| name.to_str());
    let mut found = vec![Scope {
        folder: folder(own).to_owned(),
        name: name.unwrap_or(own).to_owned(),
    }];
    let mut nearest = Vec::new();
    if own == input::DASH {
        return (found, nearest);
    }

    let mut at = Some(PathBuf::from(folder(own)));
    for step in 0..=ABOVE {
        let Some(folder) = at.as_deref().and_then(Path::to_str) else { break };
        let files = project_files(host, folder);
        if !files.is_empty() {
            let name = host.name_within(folder, own).ok().flatten().filter(|_| step > 0);
            found.extend(name.map(|name| Scope { folder: folder.to_owned(), name }));
            if nearest.is_empty() {
                nearest = files;
            }
        }
        at = above(Path::new(folder));
    }

    (found, nearest)
}

/// The files of projects directly in a folder.
fn project_files(host: &dyn Host, folder: &str) -> Vec<String> {
    let mut files = host.list(folder).unwrap_or_default();
    files.retain(|file| file.ends_with(ENDING));
    files
}

/// The folder that contains a folder.
fn above(folder: &Path) -> Option<PathBuf> {
    let mut folder = folder.to_owned();
    match folder.components().next_back() {
        Some(Component::Normal(_)) => {
            folder.pop();
            let is_here = folder.as_os_str().is_empty();
            Some(if is_here { PathBuf::from(".") } else { folder })
        }
        None | Some(Component::CurDir) => Some(PathBuf::from("..")),
        Some(Component::ParentDir) => Some(folder.join("..")),
        Some(Component::RootDir | Component::Prefix(_)) => None,
    }
}

/// The classes of projects, and warnings of those that cannot be read.
fn classes(
    host: &dyn Host,
    files: &[String],
) -> (BTreeMap<String, Properties>, Vec<String>) {
    let (mut classes, mut warnings) = (BTreeMap::new(), Vec::new());
    for file in files {
        let bytes = input::bytes(host, file, MOST);
        match bytes.and_then(|bytes| Ok(Project::parse(&bytes)?)) {
            Ok(project) => {
                for (name, members) in project.classes {
                    // Of classes of the same name, the first counts.
                    classes.entry(name).or_insert(members);
                }
            }
            Err(error) => {
                warnings.push(format!("the classes of {file} were not read: {error}"));
            }
        }
    }

    (classes, warnings)
}

/// The nearest folder that holds a map and the files outside of its folder that it names by relative
/// paths; `None` if there are none.
fn wider(own: &str, unread: &[UnreadFile]) -> Option<String> {
    let outside = unread.iter().filter(|unread| is_outside(unread));
    let levels = outside.filter_map(|unread| levels_up(&unread.source)).max()?;
    let mut at = PathBuf::from(folder(own));
    for _ in 0..levels {
        at = above(&at)?;
    }
    (levels > 0 && own != input::DASH).then(|| at.to_str().map(str::to_owned))?
}

/// How many folders up a relative path leads; `None` if it is no relative path.
fn levels_up(source: &str) -> Option<usize> {
    if source.contains(':') || source.starts_with(['/', '\\']) {
        return None;
    }

    // How far the path rises on its way counts, not where it ends.
    let (mut depth, mut least) = (0_isize, 0_isize);
    for word in source.split(['/', '\\']) {
        depth += match word {
            "" | "." => 0,
            ".." => -1,
            _ => 1,
        };
        least = least.min(depth);
    }

    Some(least.unsigned_abs())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wider_folder_holds_the_map_and_its_files() {
        let of = |own: &str, sources: &[&str]| {
            let unread = |source: &&str| UnreadFile {
                source: (*source).to_owned(),
                error: Error::Outside { found: (*source).to_owned() },
            };
            wider(own, &sources.iter().map(unread).collect::<Vec<_>>())
        };

        assert_eq!(
            of("game/maps/town.tmx", &["../tiles/a.tsx"]).as_deref(),
            Some("game")
        );
        assert_eq!(of("maps/town.tmx", &["../a.tsx"]).as_deref(), Some("."));
        assert_eq!(
            of("town.tmx", &["../a.tsx", "../../b.tsx"]).as_deref(),
            Some("../..")
        );
        assert_eq!(of("../town.tmx", &["x/../../a.tsx"]).as_deref(), Some("../.."));
        assert_eq!(of("/m/town.tmx", &["../a.tsx"]).as_deref(), Some("/"));
        assert_eq!(of("/town.tmx", &["../a.tsx"]), None);
        assert_eq!(of("-", &["../a.tsx"]), None);
        assert_eq!(of("town.tmx", &["/etc/passwd", "C:\\a.tsx", "http://x/a"]), None);
    }
}
