//! The places that a map names.

use tilewright_formats::tiled::{Map, Object, Shape};

use super::figure::Figure;
use super::layers::{Placed, kind_of, same};
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
            let Some(role) = role(map, object) else { continue };
            let (x, y) = middle(map, object, frame.pixels(layer));
            let Some(cell) = frame.cell_at(x, y) else {
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
fn role(map: &Map, object: &Object) -> Option<&'static str> {
    let merged = object.merged();
    let words = [merged.name.as_deref().unwrap_or_default(), &kind_of(map, object)];
    let is_one = |role: &&str| words.into_iter().any(|word| same(word.trim(), role));
    ["start", "goal", "npc"].into_iter().find(is_one)
}

/// The middle of an object's figure; of one that has none its own place.
fn middle(map: &Map, object: &Object, offset: (f64, f64)) -> (f64, f64) {
    let is_point = object.merged().shape == Shape::Point;
    let figures = Figure::of(map, object, offset);
    match figures.first() {
        Some(figure) if !is_point => figure.middle(),
        _ => (object.x + offset.0, object.y + offset.1),
    }
}
