//! What maps hold of levels under other rules than `classic`, and of cells that `classic` has no tile for.

use tilewright_formats::tiled::{Layer, LayerKind, Map, Object as Shape, Value};
use tilewright_grid::Grid;

use super::{FREE, MapError, TILE, missed, number, spawners};
use crate::kind::Contents;
use crate::token::Tokens;
use crate::{Json, JsonObject, Kind, Preset, Spawners, Template, document};

/// The object layer with a rectangle for each cell that has no tile, and the property with the key
/// `cells` of a document.
const CELLS: &str = "cells";

/// The properties with values of documents.
const KEYS: [&str; 4] = ["rules", "blocks", "colors", CELLS];

/// The kind of the tile that stands for a cell: its own, if it has a tile.
pub(super) fn shown(template: &Template, kind: Option<Kind>) -> Option<Kind> {
    match kind {
        Some(kind) if !has_tile(template, kind) => match kind.contents() {
            Contents::Obstacle => Some(Kind::OBSTACLE),
            _ => Some(Kind::ORDINARY),
        },
        kind => kind,
    }
}

/// Whether a kind has a tile, or is a hole.
fn has_tile(template: &Template, kind: Kind) -> bool {
    let is_classic = template.setting.ruleset.preset == Some(Preset::Classic);
    [Kind::ORDINARY, Kind::OBSTACLE, Kind::HOLE].contains(&kind)
        || is_classic && kind.classic_index().is_some()
}

/// Writes the colours, the rules and what depends on them.
pub(super) fn write(template: &Template, map: &mut Map) {
    let setting = &template.setting;
    let names = setting.color_names(template.colors);
    let tokens = Tokens::new(&setting.ruleset, &names);

    let rules = Some(setting.ruleset.document()).filter(|rules| *rules != "classic");
    let values = [
        rules.cloned(),
        setting.blocks.clone(),
        Some(document::write_colors(setting, template.colors)),
        document::write_cells(setting, &tokens),
    ];

    for (key, value) in KEYS.into_iter().zip(values) {
        match value {
            None => {}
            Some(Json::String(name)) => map.properties.insert(key, name.as_str()),
            Some(Json::Number(_)) => map.properties.insert(key, template.colors),
            Some(value) => map.properties.insert(key, value.to_string()),
        }
    }

    let labelled = template.size().cells().filter_map(|cell| {
        let kind = template.cells()[cell].filter(|&kind| !has_tile(template, kind))?;
        let side = f64::from(TILE);
        let (x, y) = (f64::from(cell.column) * side, f64::from(cell.row) * side);
        Some(Shape::rectangle(x, y, side, side).named(tokens.write(kind)))
    });

    let labelled: Vec<_> = labelled.collect();
    if !labelled.is_empty() {
        map.add_layer(Layer::objects(CELLS, labelled));
    }
}

/// Whether a map has more than the cells of `classic` and a number of colours.
pub(super) fn is_needed(map: &Map) -> bool {
    let is_text = |name: &&str| {
        map.properties.value(name).is_some_and(|value| value.as_str().is_some())
    };
    KEYS.iter().any(is_text) || objects(map).next().is_some()
}

/// The rectangles of the layer `cells`.
fn objects(map: &Map) -> impl Iterator<Item = &Shape> {
    let layer = map.layer(CELLS).and_then(|layer| match &layer.kind {
        LayerKind::Objects(layer) => Some(&layer.objects),
        _ => None,
    });
    layer.into_iter().flatten()
}

/// Reads a map by way of the document that has the same keys.
pub(super) fn read(map: &Map) -> Result<Template, MapError> {
    let mut document = JsonObject::default();
    let mut insert =
        |key: &str, value: Option<Json>| value.map(|value| document.insert(key, value));

    for key in KEYS {
        insert(key, value(map, key)?);
    }

    let is_classic =
        ["rules", "blocks"].iter().all(|key| map.properties.value(key).is_none());

    insert("layout", Some(document::layout_of(&layout(map)?, is_classic)));
    insert("goal", super::goal::read(map)?.map(|goal| Json::of(&goal)));
    insert("moves", number(map, "moves")?.map(|moves| Json::of(&moves)));

    insert(
        "spawners",
        match spawners(map)? {
            Spawners::TopRow => None,
            Spawners::Tops => Some("tops".into()),
            Spawners::Cells(cells) => Some(Json::of(&cells)),
        },
    );

    let template = document::read(&Json::Object(document).to_string())?;
    Ok(Template { missed: missed(map), ..template })
}

/// The value of a property: a number, a name, or JSON as text.
fn value(map: &Map, name: &'static str) -> Result<Option<Json>, MapError> {
    let Some(value) = map.properties.value(name) else { return Ok(None) };

    let refused = |expected| {
        let found = value.as_str().map_or_else(|| format!("{value:?}"), str::to_owned);
        MapError::Property { name, found, expected }
    };

    match value {
        Value::Int(number) => Ok(Some(Json::of(number))),
        value => match value.as_str() {
            Some(text) if text.trim_start().starts_with(['{', '[']) => {
                serde_json::from_str(text).map(Some).map_err(|_| refused("JSON"))
            }
            Some(name) => Ok(Some(name.into())),
            None => Err(refused("text or a whole number")),
        },
    }
}

/// The token of each cell: the name of its rectangle, else the class of its tile. The class is the name of
/// a kind of `classic` or a token.
fn layout(map: &Map) -> Result<Grid<String>, MapError> {
    let mut layout = super::classes(map)?.map(|class| match class {
        None => "_".to_owned(),
        Some(FREE) => "?".to_owned(),
        Some("ordinary") => ".".to_owned(),
        Some("obstacle") => "#".to_owned(),
        Some(class) if class.starts_with("overlay") => format!(".+{class}"),
        Some(class) => (*class).to_owned(),
    });
    for (cell, object) in super::places::objects(map, CELLS)? {
        object.merged().name.clone().unwrap_or_default().clone_into(&mut layout[cell]);
    }
    Ok(layout)
}
