//! Reading maps.

use std::path::Path;

use anyhow::Context as _;
use tilewright_formats::{movingai, tiled as editor};
use tilewright_pathplan::text::{self, ParsedMap};
use tilewright_pathplan::tiled::Finding;
use tilewright_pathplan::{Map, tiled};

use super::project::{self, TiledMap};
use super::walkability::MapKind;
use super::{Walkability, document, during, ldtk, propose};
use crate::input::{self, DASH};
use crate::{Event, Hint, Host, Input, Refusal, Refuse as _};

/// The largest size of a map file, in bytes. A text map of the largest size has 16 MiB.
pub(super) const MOST: u64 = 1 << 26;

/// A map that was read.
pub(super) struct LoadedMap {
    pub(super) map: Map,
    pub(super) source: Source,
    /// What the sources say that decided which cells are walkable.
    pub(super) sources: Vec<Finding>,
    /// What was ignored or rounded.
    pub(super) warnings: Vec<String>,
    /// What to do about the warnings.
    pub(super) hint: Option<Hint>,
}

/// The hint at a text that is no map.
pub(super) const TEXTS: &str = "in text, . or a space is free, # a wall, ~ danger, 2 to 9 a cost, one S (or @) the \
    start and one G (or *, E) the goal; in a matrix of numbers 0 is walkable, or those of \
    {walkable_tiles}. Other maps are .map files of the MovingAI benchmarks, .tmx or .tmj of Tiled, and \
    .ldtk of LDtk";

/// The format of a map, with the file if it can be written again.
pub(super) enum Source {
    Text,
    Movingai(movingai::Map),
    Tiled(Box<editor::Map>, Input),
    Ldtk,
}

/// Reads a map, and reports warnings.
pub(super) fn map(
    host: &dyn Host,
    input: &Input,
    walkability: &Walkability,
) -> Result<LoadedMap, Refusal> {
    let bytes = bytes(host, input)?;
    understood(host, input, bytes, walkability)
}

/// Reads the map of a document or text of any of the formats, which must name no other file: as the
/// input of a task, for those who need a [`Map`] in a program.
///
/// # Errors
/// If it is no map, or names a file.
pub fn read_map(bytes: Vec<u8>) -> Result<Map, Refusal> {
    let input = Input::Name("the map".to_owned());
    Ok(of_bytes(&EmptyHost, &input, bytes, &Walkability::default())?.map)
}

/// A host without files.
struct EmptyHost;

impl Host for EmptyHost {}

/// The bytes of an input.
pub(super) fn bytes(host: &dyn Host, input: &Input) -> anyhow::Result<Vec<u8>> {
    input.bytes(host, MOST).with_context(|| input.to_string())
}

/// Reads a map from the bytes of an input, and reports warnings.
pub(super) fn understood(
    host: &dyn Host,
    input: &Input,
    bytes: Vec<u8>,
    walkability: &Walkability,
) -> Result<LoadedMap, Refusal> {
    let read = || of_bytes(host, input, bytes, walkability);
    let loaded = during(host, "reading the map", read)?;
    warn(host, input, &loaded);
    Ok(loaded)
}

/// Reports the warnings of a map, with the hint after the last one.
pub(super) fn warn(host: &dyn Host, input: &Input, loaded: &LoadedMap) {
    let last = loaded.warnings.len().wrapping_sub(1);
    for (index, warning) in loaded.warnings.iter().enumerate() {
        let hint = loaded.hint.as_ref().filter(|_| index == last);
        host.tell(Event::Warning(&format!("{input}: {warning}"), hint));
    }
}

/// Reads a map from the bytes of an input.
pub(super) fn of_bytes(
    host: &dyn Host,
    input: &Input,
    bytes: Vec<u8>,
    walkability: &Walkability,
) -> Result<LoadedMap, Refusal> {
    if is_editors(input, &bytes) {
        walkability.check(input, MapKind::Tiled)?;
        let opened = project::open(host, input, &bytes, walkability.project.as_deref())?;
        return of_tiled(input, opened, walkability);
    }

    if start(&bytes).first() == Some(&b'{') {
        if document::is_document(&bytes) {
            return of_document(input, &bytes, walkability);
        }
        walkability.check(input, MapKind::Ldtk)?;
        return ldtk::read(host, input, &bytes, walkability);
    }

    of_text(input, bytes, walkability)
}

/// The bytes from the first one that is not white space.
fn start(bytes: &[u8]) -> &[u8] {
    bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes).trim_ascii_start()
}

/// Whether an input is a map of Tiled, by its first characters.
pub(super) fn is_editors(input: &Input, bytes: &[u8]) -> bool {
    match start(bytes).first() {
        Some(b'<') => true,
        Some(b'{') => !is_ldtk(input, bytes) && !document::is_document(bytes),
        _ => false,
    }
}

/// Whether a JSON document is a project or level of LDtk rather than a map of Tiled.
fn is_ldtk(input: &Input, bytes: &[u8]) -> bool {
    let extension = Path::new(place(input)).extension();
    let marks = |mark: &[u8]| bytes.windows(mark.len()).any(|found| found == mark);
    match extension.and_then(|extension| extension.to_str()) {
        Some("ldtk" | "ldtkl") => true,
        Some("tmj" | "json") => marks(b"\"layerInstances\""),
        _ => marks(b"\"layerInstances\"") || marks(b"\"jsonVersion\""),
    }
}

fn of_document(
    input: &Input,
    bytes: &[u8],
    walkability: &Walkability,
) -> Result<LoadedMap, Refusal> {
    of_reading(input, document::map(input, bytes, &walkability.tiles())?, walkability)
}

fn of_text(
    input: &Input,
    bytes: Vec<u8>,
    walkability: &Walkability,
) -> Result<LoadedMap, Refusal> {
    let name = || input.to_string();
    let text = input::text(bytes, 1).with_context(name)?;
    let text = text.trim_start_matches('\u{feff}');

    if text.starts_with("type") {
        let file: movingai::Map = text.parse().with_context(name)?;
        let map = Map::from_movingai(&file).with_context(name)?;
        let found = "the characters of the cells".to_owned();
        let reading = ParsedMap { map, rule: text::GLYPHS, found, warnings: Vec::new() };
        let loaded = of_reading(input, reading, walkability)?;
        return Ok(LoadedMap { source: Source::Movingai(file), ..loaded });
    }

    let rows = document::rows_of_list(text);
    let text = rows.as_deref().unwrap_or(text);
    let reading = text::read(text, &walkability.tiles());

    of_reading(input, reading.with_context(name).hint(TEXTS)?, walkability)
}

fn of_reading(
    input: &Input,
    reading: ParsedMap,
    walkability: &Walkability,
) -> Result<LoadedMap, Refusal> {
    let ParsedMap { map, rule, found, mut warnings } = reading;
    let is_matrix = rule == text::NUMBERS;
    let kind = if is_matrix { MapKind::Numbers } else { MapKind::Characters };
    walkability.check(input, kind)?;

    // Characters say of each cell what it is, so that a map without walls is meant.
    if !is_matrix && map.walkable_count() == 0 {
        warnings.extend(map.oddity().map(str::to_owned));
    }

    let hint = (is_matrix && !warnings.is_empty())
        .then(|| Hint::from("list the walkable numbers by {walkable_tiles}"));
    let sources = vec![Finding::alone(rule, found, &map)];
    Ok(LoadedMap { map, source: Source::Text, sources, warnings, hint })
}

/// The place of an input: its name, or - for a document in the request.
pub(super) fn place(input: &Input) -> &str {
    match input {
        Input::Name(name) => name,
        Input::Document(_) => DASH,
    }
}

/// The folder of an input.
pub(super) fn folder(name: &str) -> &str {
    let folder = Path::new(name).parent().and_then(Path::to_str);
    folder.filter(|folder| !folder.is_empty()).unwrap_or(".")
}

/// The map to plan on of a map of the editor.
pub(super) fn of_tiled(
    input: &Input,
    opened: TiledMap,
    walkability: &Walkability,
) -> Result<LoadedMap, Refusal> {
    let TiledMap { file, unread, classes, warnings: mut all, wider } = opened;
    let options = walkability.options(classes);
    let reading = tiled::read(&file, &unread, &options).map_err(|error| {
        let hint = propose::hint_at(&error, input, walkability, wider.as_deref());
        let error = anyhow::Error::new(error).context(input.to_string());
        Refusal { error, hint, key: None }
    })?;

    let tiled::ParsedMap { map, sources, warnings, unused, .. } = reading;
    all.extend(warnings);
    let hint = propose::about_unused(&unused, wider.as_deref());
    let source = Source::Tiled(Box::new(file), input.clone());

    Ok(LoadedMap { map, source, sources, warnings: all, hint })
}
