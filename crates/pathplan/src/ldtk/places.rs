//! The start, the goal and the NPCs of a level.

use tilewright_formats::ldtk::{Entity, FieldValue, Layers};

use super::blend::Frame;
use crate::link::is_called;
use crate::{Npc, Places};

/// The cells of the entities called `start`, `goal` and `npc`: each stands in the middle of its own
/// cell, whose layer may have another offset and other cells than the map.
pub(super) fn places(
    layers: &Layers,
    frame: &Frame,
    warnings: &mut Vec<String>,
) -> Places {
    let mut places = Places::default();
    let mut rounded = Vec::new();
    for entity in &layers.entities {
        let name = entity.name.to_lowercase();
        if !matches!(name.as_str(), "start" | "goal" | "npc") {
            continue;
        }

        if is_between(entity, frame) && !rounded.contains(&&entity.layer) {
            rounded.push(&entity.layer);
        }

        let Some(cell) = frame.cell_at(middle(entity)) else {
            warnings.push(format!("ignored the {name}: it lies outside the map"));
            continue;
        };

        let place = match name.as_str() {
            "start" => &mut places.start,
            "goal" => &mut places.goal,
            _ => {
                places.npcs.push(Npc { cell, name: named(entity) });
                continue;
            }
        };

        if place.is_some() {
            warnings.push(format!("ignored a {name}: the level has another one"));
        }

        place.get_or_insert(cell);
    }

    for layer in rounded {
        warnings
            .push(format!("the offset of layer {layer:?} was rounded to whole cells"));
    }

    places
}

/// The name that a field `name` gives to an entity.
pub(super) fn named(entity: &Entity) -> Option<String> {
    let mut fields = entity.fields.iter();
    let name = fields.find(|field| is_called(&field.name, "name"))?;
    match &name.value {
        FieldValue::Text(name) if !name.trim().is_empty() => Some(name.trim().to_owned()),
        _ => None,
    }
}

/// The middle of the cell of an entity, in pixels of the level.
pub(super) fn middle(entity: &Entity) -> [i64; 2] {
    let side = i64::from(entity.side);
    let [row, column] = entity.cell.map(|index| index.saturating_mul(side) + side / 2);
    [column + entity.offset[0], row + entity.offset[1]]
}

/// Whether the offset of an entity's layer puts it between cells of the map.
fn is_between(entity: &Entity, frame: &Frame) -> bool {
    entity.offset.iter().any(|pixels| pixels % frame.side != 0)
}
