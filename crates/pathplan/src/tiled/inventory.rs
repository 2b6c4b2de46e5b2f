//! The contents of a map that could tell which cells are walkable.

use std::collections::BTreeSet;

use std::io;

use tilewright_formats::tiled::{Error, Map, MapTileset, UnreadFile};

use super::layers::PlacedLayer;

/// The largest number of names in a list.
const FEW: usize = 20;

/// A line for each kind of contents of a map that could tell which cells are walkable.
pub(super) fn inventory(
    map: &Map,
    layers: &[PlacedLayer<'_>],
    unread: &[UnreadFile],
) -> String {
    let layer = |placed: &PlacedLayer<'_>| match placed.layer.class.as_str() {
        "" => placed.layer.name.clone(),
        class => format!("{} (class {class})", placed.layer.name),
    };

    let tiles = || map.tilesets.iter().flat_map(|set| set.tileset.tiles.values());
    let property = tiles().flat_map(|tile| tile.properties.iter());
    let shapes = tiles().any(|tile| tile.collision.is_some());
    let shapes = shapes.then(|| "collision shapes".to_owned());
    let kind = |object| tilewright_formats::tiled::Object::merged(object).kind.clone();
    let objects = layers.iter().flat_map(PlacedLayer::objects);
    let mut lines = vec![
        listed("layers", layers.iter().map(layer).collect()),
        listed(
            "properties of tiles",
            property.map(|(name, _)| name.to_owned()).chain(shapes).collect(),
        ),
        listed("classes of objects", objects.filter_map(kind).collect()),
        listed(
            "tilesets",
            map.tilesets.iter().map(|set| name_of(set).to_owned()).collect(),
        ),
    ];

    if !unread.is_empty() {
        let file = |UnreadFile { source, error }: &UnreadFile| {
            format!("{source} ({})", why(error))
        };
        lines.push(listed("not read", unread.iter().map(file).collect()));
    }

    lines.join("\n")
}

/// Why a file was not read, in a few words.
fn why(error: &Error) -> String {
    match error {
        Error::Outside { .. } => "outside the folder of files".to_owned(),
        Error::Load { source, .. } if source.kind() == io::ErrorKind::NotFound => {
            "not found".to_owned()
        }
        Error::Load { source, .. } => source.to_string(),
        _ => error.to_string(),
    }
}

/// The name of a tileset, or that of its file if it was not read.
pub(super) fn name_of(set: &MapTileset) -> &str {
    let file = set.source.as_deref().unwrap_or_default();
    let file = file.rsplit(['/', '\\']).next().unwrap_or_default();
    let stem = file.rsplit_once('.').map_or(file, |(stem, _)| stem);
    if set.tileset.name.is_empty() { stem } else { &set.tileset.name }
}

fn listed(what: &str, mut names: BTreeSet<String>) -> String {
    names.remove("");
    if names.is_empty() {
        return format!("{what}: none");
    }
    let few: Vec<String> = names.iter().take(FEW).cloned().collect();
    let more = match names.len().saturating_sub(FEW) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    format!("{what}: {}{more}", few.join(", "))
}
