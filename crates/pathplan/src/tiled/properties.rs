//! Properties of tiles about walking.

use std::collections::BTreeMap;

use tilewright_formats::tiled::{Gid, Map, TileRef, Value};

use super::TiledError;
use super::layers::same;
use crate::{COSTS, Ground};

/// The properties of a tile about walking.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Says {
    pub(super) ground: Ground,
    pub(super) cost: f64,
    pub(super) danger: u32,
    /// Whether the property `walkable` is true.
    pub(super) is_listed: bool,
}

/// What is known about a tile.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Saying {
    /// It has no properties about walking.
    Nothing,
    /// It has these properties.
    This(Says),
    /// Its tileset, of this index, was not read.
    Unread(usize),
}

/// The properties of all tiles, each read once.
pub(super) struct Sayings<'a> {
    map: &'a Map,
    known: BTreeMap<u32, Saying>,
    /// For each tileset whether it was not read.
    unread: Vec<bool>,
}

impl<'a> Sayings<'a> {
    pub(super) const fn new(map: &'a Map, unread: Vec<bool>) -> Self {
        Self { map, known: BTreeMap::new(), unread }
    }

    /// What is known about a tile.
    pub(super) fn of(&mut self, gid: Gid) -> Result<Saying, TiledError> {
        if let Some(&known) = self.known.get(&gid.id()) {
            return Ok(known);
        }
        let sets = &self.map.tilesets;
        let after = sets.partition_point(|set| set.first_gid <= gid.id());
        let saying = match (after.checked_sub(1), self.map.tile(gid)) {
            (Some(set), _) if self.unread[set] => Saying::Unread(set),
            (_, Some(tile)) => said(tile)?.map_or(Saying::Nothing, Saying::This),
            (_, None) => Saying::Nothing,
        };
        self.known.insert(gid.id(), saying);
        Ok(saying)
    }
}

/// The properties of a tile about walking, if it has any.
pub(super) fn said(tile: TileRef<'_>) -> Result<Option<Says>, TiledError> {
    let Some(properties) = tile.tile().map(|tile| &tile.properties) else {
        return Ok(None);
    };
    let [mut walkable, mut blocked] = [None, None];
    let mut cost = None;
    let (mut danger, mut ground) = (0, Ground::Free);
    for (name, property) in properties.iter() {
        let value = &property.value;
        let wrong = |expected| TiledError::Property {
            tileset: tile.tileset.name.clone(),
            id: tile.id,
            name: name.to_owned(),
            found: shown(value),
            expected,
        };
        let is = |word| same(name, word);
        if is("walkable") {
            walkable = truth(value).or(walkable);
        } else if is("solid") || is("collision") {
            // Values that are not booleans have another meaning, such as the shape of a body.
            blocked = blocked.max(truth(value));
        } else if is("cost") {
            let Some(number) = number(value) else { continue };
            if !COSTS.contains(&number) {
                return Err(wrong("a number from 0.001 to 1000000"));
            }
            cost = Some(number);
        } else if is("danger") {
            let number = number(value).filter(|number| (0.0..=4e9).contains(number));
            danger = number.ok_or_else(|| wrong("a number from 0 to 4000000000"))? as u32;
        } else if is("ground") {
            ground = match value.as_str() {
                Some("swamp") => Ground::Swamp,
                Some("water") => Ground::Water,
                Some("trees") => Ground::Trees,
                _ => Ground::Free,
            };
        }
    }
    if walkable.is_none() && blocked.is_none() && cost.is_none() {
        return Ok(None);
    }
    let is_wall = walkable == Some(false) || blocked == Some(true);
    if is_wall && !ground.is_blocked() {
        ground = Ground::Wall;
    }
    let (cost, is_listed) = (cost.unwrap_or(1.0), walkable == Some(true));
    Ok(Some(Says { ground, cost, danger, is_listed }))
}

/// A boolean, also as a number or, in old files, as a text.
fn truth(value: &Value) -> Option<bool> {
    match value {
        Value::Bool(truth) => Some(*truth),
        Value::String(text) => match text.trim().to_lowercase().as_str() {
            "true" | "1" | "yes" => Some(true),
            "false" | "0" | "no" | "" => Some(false),
            _ => None,
        },
        value => value.as_number().map(|number| number != 0.0),
    }
}

/// A number, also as a text.
fn number(value: &Value) -> Option<f64> {
    match value {
        Value::String(text) => text.trim().parse().ok(),
        value => value.as_number(),
    }
}

fn shown(value: &Value) -> String {
    match value {
        Value::Bool(truth) => truth.to_string(),
        Value::Int(number) => number.to_string(),
        Value::Float(number) => number.to_string(),
        value => value.as_str().map_or_else(
            || format!("of the type {}", value.kind()),
            |text| format!("{:?}", text.chars().take(40).collect::<String>()),
        ),
    }
}
