//! Maps from inputs.

use std::path::Path;

use anyhow::{Context as _, anyhow};
use tilewright_formats::{ldtk, movingai, tiled as editor};
use tilewright_pathplan::tiled::TiledError;
use tilewright_pathplan::{Map, tiled};

use super::{Walkability, during, propose};
use crate::input::{self, DASH};
use crate::{Event, Hint, Host, Input, Refusal, Refuse as _};

/// The largest map that is read, in bytes: one of the largest size in text has 16 MiB.
pub(super) const MOST: u64 = 1 << 26;

/// A map and what it was read from.
#[derive(Debug)]
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
    "{project=DIR} lets a map name files anywhere in a folder that holds them both";

/// What a map was read from.
#[derive(Debug)]
pub(super) enum Source {
    Text,
    Movingai(movingai::Map),
    Tiled(Box<editor::Map>),
    Ldtk,
}

/// The map of an input; what is odd about it is said.
pub(super) fn map(
    host: &dyn Host,
    input: &Input,
    walkability: &Walkability,
) -> Result<Loaded, Refusal> {
    let bytes = bytes(host, input)?;
    understood(host, input, bytes, walkability)
}

/// The bytes of an input.
pub(super) fn bytes(host: &dyn Host, input: &Input) -> anyhow::Result<Vec<u8>> {
    input.bytes(host, MOST).with_context(|| input.to_string())
}

/// The map that these bytes of an input are; what is odd about it is said.
pub(super) fn understood(
    host: &dyn Host,
    input: &Input,
    bytes: Vec<u8>,
    walkability: &Walkability,
) -> Result<Loaded, Refusal> {
    let read = || of_bytes(host, input, bytes, walkability);
    let loaded = during(host, "reading the map", read)?;
    let wider = Hint::from(WIDER);
    let last = loaded.warnings.len().wrapping_sub(1);
    for (index, warning) in loaded.warnings.iter().enumerate() {
        let hint = (loaded.is_narrow && index == last).then_some(&wider);
        let _ = host.see(Event::Warning(&format!("{input}: {warning}"), hint));
    }
    Ok(loaded)
}

/// The map that these bytes of an input are.
pub(super) fn of_bytes(
    host: &dyn Host,
    input: &Input,
    bytes: Vec<u8>,
    walkability: &Walkability,
) -> Result<Loaded, Refusal> {
    if is_editors(input, &bytes) {
        let (file, unread) = self::editor(host, input, &bytes, walkability)?;
        return of_tiled(input, file, &unread, walkability);
    }
    if start(&bytes).first() == Some(&b'{') {
        return of_ldtk(input, &bytes, walkability);
    }
    of_text(input, bytes)
}

/// What stands first in a file.
fn start(bytes: &[u8]) -> &[u8] {
    bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes).trim_ascii_start()
}

/// Whether an input is a map of the editor Tiled, by how it begins.
pub(super) fn is_editors(input: &Input, bytes: &[u8]) -> bool {
    match start(bytes).first() {
        Some(b'<') => true,
        Some(b'{') => !is_ldtk(input, bytes),
        _ => false,
    }
}

/// Whether a JSON document is a project or level of LDtk and not a map of Tiled.
fn is_ldtk(input: &Input, bytes: &[u8]) -> bool {
    let extension = Path::new(place(input)).extension();
    let marks = |mark: &[u8]| bytes.windows(mark.len()).any(|found| found == mark);
    match extension.and_then(|extension| extension.to_str()) {
        Some("ldtk" | "ldtkl") => true,
        Some("tmj" | "json") => marks(b"\"layerInstances\""),
        _ => marks(b"\"layerInstances\"") || marks(b"\"jsonVersion\""),
    }
}

fn of_ldtk(
    input: &Input,
    bytes: &[u8],
    walkability: &Walkability,
) -> Result<Loaded, Refusal> {
    let name = || input.to_string();
    let project = ldtk::Project::parse(bytes).with_context(name)?;
    let found = tilewright_pathplan::ldtk::read(&project, &walkability.wishes());
    let (map, found, warnings) =
        found.with_context(name).hint("{level} and {layer} name others")?;
    let (source, rule) = (Source::Ldtk, "grid");
    Ok(Loaded { map, source, rule, found, warnings, is_narrow: false })
}

fn of_text(input: &Input, bytes: Vec<u8>) -> Result<Loaded, Refusal> {
    let name = || input.to_string();
    let text = input::text(bytes, 1).with_context(name)?;
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

/// Where an input lies; what stands in the request lies where the host is.
pub(super) fn place(input: &Input) -> &str {
    match input {
        Input::Name(name) => name,
        Input::Document(_) => DASH,
    }
}

/// The folder in which an input lies.
pub(super) fn folder(name: &str) -> &str {
    let folder = Path::new(name).parent().and_then(Path::to_str);
    folder.filter(|folder| !folder.is_empty()).unwrap_or(".")
}

/// A map of the editor, whatever it says of walking. Files that it names are read where they lie
/// in the folder of the project, or without one in the map's own.
pub(super) fn editor(
    host: &dyn Host,
    input: &Input,
    bytes: &[u8],
    walkability: &Walkability,
) -> Result<(editor::Map, Vec<editor::Unread>), Refusal> {
    let own = place(input);
    let (folder, name) = if let Some(project) = &walkability.project {
        (&**project, within(host, own, project)?)
    } else {
        // Under its name alone, so that nothing outside of its folder is asked for.
        let name = Path::new(own).file_name().and_then(|name| name.to_str());
        (folder(own), name.unwrap_or(own).to_owned())
    };
    let mut beside = |file: &Path| {
        let name = file.to_str().ok_or(std::io::ErrorKind::InvalidFilename)?;
        input::within(host, folder, name, MOST)
    };
    let read = editor::Map::parse_alone(bytes, Path::new(&name), &mut beside);
    Ok(read.with_context(|| input.to_string())?)
}

/// The name of a map within the folder of its project.
fn within(host: &dyn Host, map: &str, project: &str) -> Result<String, Refusal> {
    let name = host.name_within(project, map).with_context(|| project.to_owned())?;
    name.ok_or_else(|| anyhow!("{map} does not lie in the project {project}"))
        .hint("{project} names a folder that holds the map")
}

/// The map that a map of the editor is for walking.
pub(super) fn of_tiled(
    input: &Input,
    file: editor::Map,
    unread: &[editor::Unread],
    walkability: &Walkability,
) -> Result<Loaded, Refusal> {
    let reading = tiled::read(&file, unread, &walkability.wishes()).map_err(|error| {
        let hint = hint(&error, input, walkability);
        let error = anyhow::Error::new(error).context(input.to_string());
        Refusal { error, hint, key: None }
    })?;
    let is_outside =
        |file: &editor::Unread| matches!(file.error, editor::Error::Outside { .. });
    let is_narrow = walkability.project.is_none() && unread.iter().any(is_outside);
    let tiled::Reading { map, rule, found, warnings, .. } = reading;
    let (source, rule) = (Source::Tiled(Box::new(file)), rule.name());
    Ok(Loaded { map, source, rule, found, warnings, is_narrow })
}

/// What to do about a map that does not say what is walkable.
fn hint(error: &TiledError, input: &Input, walkability: &Walkability) -> Option<Hint> {
    let hint = match error {
        TiledError::NoRule { proposal: Some(proposal), .. } => {
            return Some(propose::hint(proposal, input, walkability));
        }
        TiledError::NoRule { .. } | TiledError::NoMatch { .. } => propose::OTHERS,
        TiledError::NoTile { .. } => "{walkable_tiles} takes ID or TILESET:ID",
        TiledError::Unread { .. } => {
            "put the file into the map's folder, allow another one by {project=DIR}, or choose by \
             {layer} or {walkable_tiles}"
        }
        TiledError::Property { .. } => {
            "{layer} or {walkable_tiles} choose another rule, which needs no properties"
        }
        TiledError::Figures => {
            "{layer} or {walkable_tiles} choose another rule, which needs no objects"
        }
        _ => return None,
    };
    Some(hint.into())
}
