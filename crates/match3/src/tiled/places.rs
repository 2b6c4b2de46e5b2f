//! The cells of the objects of a map.

use std::collections::BTreeMap;

use tilewright_formats::tiled::{Layer, LayerKind, Map, Object, Shape};
use tilewright_grid::{Cell, Size};

use super::MapError;

/// The largest distance of a rectangle's edges from those of its cell, in parts of the cell. Rectangles
/// that were drawn by hand lie a little beside their cells; halfway between two it is a guess.
const BESIDE: f64 = 0.25;

/// The objects of a layer with their cells, which must differ. Points may be anywhere in their cells;
/// other objects are rectangles of the size of a cell.
pub(super) fn objects<'a>(
    map: &'a Map,
    name: &'static str,
) -> Result<Vec<(Cell, &'a Object)>, MapError> {
    let Some(layer) = map.layer(name) else { return Ok(Vec::new()) };
    let LayerKind::Objects(objects) = &layer.kind else { return Ok(Vec::new()) };
    check_offset(layer)?;

    let mut taken: BTreeMap<Cell, &Object> = BTreeMap::new();
    let mut found = Vec::new();

    for object in &objects.objects {
        let cell = cell(map, object).map_err(|why| refused(name, object, why))?;

        if let Some(other) = taken.insert(cell, object) {
            let why = format!("{} is on the same cell, {cell}", shown(other));
            return Err(refused(name, object, why));
        }

        found.push((cell, object));
    }
    Ok(found)
}

/// Refuses a layer that is not where its cells are.
pub(super) fn check_offset(layer: &Layer) -> Result<(), MapError> {
    let is_moved = [layer.offset_x, layer.offset_y, layer.x, layer.y]
        .iter()
        .any(|offset| offset.abs() > f64::EPSILON);
    if !is_moved {
        return Ok(());
    }
    let (x, y) = (layer.offset_x, layer.offset_y);
    Err(MapError::Offset { layer: layer.name.clone(), x, y })
}

fn refused(layer: &'static str, object: &Object, why: String) -> MapError {
    MapError::Object { layer, object: shown(object), why }
}

/// The name of an object for messages.
fn shown(object: &Object) -> String {
    let name = object.name.as_deref().unwrap_or_default();
    if name.is_empty() {
        format!("object {}", object.id)
    } else {
        format!("object {} ({name})", object.id)
    }
}

/// The cell of an object, or why it has none.
fn cell(map: &Map, object: &Object) -> Result<Cell, String> {
    let object = &*object.merged();

    let tile = (f64::from(map.tile_width), f64::from(map.tile_height));
    let is_point =
        object.shape == Shape::Point || object.width.is_none() && object.height.is_none();

    let size = (object.width.unwrap_or(0.0), object.height.unwrap_or(0.0));
    if !is_point {
        if object.shape != Shape::Rectangle
            || object.rotation.is_some()
            || object.gid.is_some()
        {
            return Err("it is not an upright rectangle without a tile".to_owned());
        }

        let is_other = |part: f64| (part - 1.0).abs() > 2.0 * BESIDE;
        if is_other(size.0 / tile.0) || is_other(size.1 / tile.1) {
            let (width, height) = size;
            return Err(format!(
                "it has {width} × {height} pixels, a cell has {} × {}",
                tile.0, tile.1
            ));
        }
    }

    // Of a rectangle its middle.
    let (across, down) =
        ((object.x + size.0 / 2.0) / tile.0, (object.y + size.1 / 2.0) / tile.1);
    let is_between = |place: f64| (place - place.floor() - 0.5).abs() > BESIDE;
    if !is_point && (is_between(across) || is_between(down)) {
        return Err(format!("it lies between cells, at {}, {}", object.x, object.y));
    }

    let Size { rows, columns } = map.size();
    let index = |place: f64, count: u32| {
        let index = place.floor();
        (index >= 0.0 && index < f64::from(count)).then_some(index as u32)
    };

    let cell = index(down, rows).zip(index(across, columns));
    let (row, column) = cell.ok_or_else(|| {
        format!("it lies outside the board, at {}, {}", object.x, object.y)
    })?;

    Ok(Cell::new(row, column))
}
