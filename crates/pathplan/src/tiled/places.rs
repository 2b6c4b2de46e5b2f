//! The places that a map names.

use tilewright_formats::tiled::{Map, Object, Shape};

use super::layers::{Placed, same};
use super::tiles::Frame;
use crate::Places;

/// The places of objects named or classed `start`, `goal` and `npc`: of points their own, of
/// others the middle. What is odd about them is told.
pub(super) fn places(
    map: &Map,
    layers: &[Placed<'_>],
    frame: &Frame,
    warnings: &mut Vec<String>,
) -> Places {
    let mut places = Places::default();
    for layer in layers {
        for object in layer.objects() {
            let is_tile = map.object_tile(object).is_some();
            let object = object.merged();
            let Some(role) = role(&object) else { continue };
            let (x, y) = middle(&object, is_tile && !frame.is_isometric);
            let Some(cell) = frame.cell_at(x + layer.offset.0, y + layer.offset.1) else {
                let id = object.id;
                warnings
                    .push(format!("the {role} (object {id}) lies outside of the map"));
                continue;
            };
            let place = match role {
                "start" => &mut places.start,
                "goal" => &mut places.goal,
                _ => {
                    places.npcs.push(cell);
                    continue;
                }
            };
            if place.is_some() {
                let id = object.id;
                warnings.push(format!("object {id} is a second {role} and passed over"));
            }
            place.get_or_insert(cell);
        }
    }
    places
}

/// What an object is the place of.
fn role(object: &Object) -> Option<&'static str> {
    let words = [object.name.as_deref(), object.kind.as_deref()];
    ["start", "goal", "npc"]
        .into_iter()
        .find(|role| words.into_iter().flatten().any(|word| same(word.trim(), role)))
}

/// The middle of an object that is not turned; tiles stand on their place.
fn middle(object: &Object, is_tile: bool) -> (f64, f64) {
    let half = |side: Option<f64>| side.unwrap_or(0.0) / 2.0;
    let (x, y) = (half(object.width), half(object.height));
    match &object.shape {
        Shape::Point | Shape::Polygon(_) | Shape::Polyline(_) => (object.x, object.y),
        _ if is_tile => (object.x + x, object.y - y),
        _ => (object.x + x, object.y + y),
    }
}
