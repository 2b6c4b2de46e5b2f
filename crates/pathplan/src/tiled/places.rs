//! The start, the goal and the NPCs of a map.

use tilewright_formats::tiled::{Map, Object, Shape};

use super::layers::{PlacedLayer, kind_of};
use super::stand::figures;
use super::tiles::Frame;
use super::words::same;
use crate::{Npc, Places};

/// The cells of objects with the name or class `start`, `goal` and `npc`: of a point its own
/// cell, of other shapes that of their centre. Adds a warning for each object that is ignored.
pub(super) fn places(
    map: &Map,
    layers: &[PlacedLayer<'_>],
    frame: &Frame,
    warnings: &mut Vec<String>,
) -> Places {
    let mut places = Places::default();
    for layer in layers {
        for object in layer.objects() {
            let role = role(map, object).filter(|&role| role != "link");
            let Some(role) = role else { continue };

            let (x, y) = middle(map, frame, object, frame.pixels(layer));
            let Some(cell) = frame.cell_at(x, y) else {
                let id = object.id;
                warnings.push(format!(
                    "ignored object {id}: the {role} lies outside the map"
                ));
                continue;
            };

            let place = match role {
                "start" => &mut places.start,
                "goal" => &mut places.goal,
                _ => {
                    // An object called `npc` has no other name.
                    let name = object.merged().name.clone();
                    let name = name.filter(|name| !same(name.trim(), role));
                    let name = name.filter(|name| !name.trim().is_empty());
                    places.npcs.push(Npc { cell, name });
                    continue;
                }
            };

            if place.is_some() {
                let id = object.id;
                warnings.push(format!("ignored object {id}: the map has another {role}"));
            }

            place.get_or_insert(cell);
        }
    }

    places
}

/// The role of an object.
pub(super) fn role(map: &Map, object: &Object) -> Option<&'static str> {
    let merged = object.merged();
    let words = [merged.name.as_deref().unwrap_or_default(), &kind_of(map, object)];
    let is_one = |role: &&str| words.into_iter().any(|word| same(word.trim(), role));
    ["start", "goal", "npc", "link"].into_iter().find(is_one)
}

/// The centre of an object's shape, or its own position if it has none.
pub(super) fn middle(
    map: &Map,
    frame: &Frame,
    object: &Object,
    offset: (f64, f64),
) -> (f64, f64) {
    let is_point = object.merged().shape == Shape::Point;
    let figures = figures(map, frame, object, offset);
    match figures.first() {
        Some(figure) if !is_point => figure.middle(),
        _ => (object.x + offset.0, object.y + offset.1),
    }
}
