//! Properties about walking.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use tilewright_formats::tiled::{Properties, Property, TileRef, Value};

use super::words::{SOLID, WALKABLE, is_one, is_wall, same};
use super::{ReadOptions, TiledError};
use crate::{COSTS, Ground};

/// The largest nesting of values that are searched for properties.
const DEPTH: usize = 24;

/// What a tile says about walking.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct TileGround {
    pub(super) ground: Ground,
    pub(super) cost: f64,
    pub(super) danger: u32,
    /// Whether a property such as `walkable` is true.
    pub(super) is_listed: bool,
    /// Whether it is marked as a wall: `solid` is true, `walkable` is false, or the class is one of walls.
    pub(super) is_solid: bool,
}

impl TileGround {
    /// A cell that is free or a wall, without cost and danger.
    pub(super) const fn plain(is_blocked: bool) -> Self {
        let ground = if is_blocked { Ground::Wall } else { Ground::Free };
        Self { ground, cost: 1.0, danger: 0, is_listed: false, is_solid: false }
    }
}

/// The names of the properties that make walls, and the classes of the project.
pub(super) struct WallNames<'a> {
    solid: &'a [String],
    classes: &'a BTreeMap<String, Properties>,
}

/// What properties say about walls.
#[derive(Clone, Debug, Default)]
pub(super) struct Verdict {
    /// The value of properties such as `walkable`; false if any is.
    walkable: Option<bool>,
    /// The value of properties such as `solid`; true if any is.
    solid: Option<bool>,
    /// The names of these properties.
    pub(super) names: BTreeSet<String>,
    /// The names of such properties whose values are neither true nor false.
    pub(super) odd: BTreeSet<String>,
}

impl Verdict {
    /// Whether something is a wall; `None` if no property tells.
    pub(super) fn is_wall(&self) -> Option<bool> {
        match (self.walkable, self.solid) {
            (None, None) => None,
            (walkable, solid) => Some(walkable == Some(false) || solid == Some(true)),
        }
    }
}

impl<'a> WallNames<'a> {
    pub(super) const fn of(options: &'a ReadOptions) -> Self {
        Self { solid: options.solid.as_slice(), classes: &options.classes }
    }

    /// The properties of something of a class, with those that the class gives it.
    pub(super) fn with_class<'p>(
        &self,
        own: &'p Properties,
        class: &str,
    ) -> Cow<'p, Properties> {
        match self.classes.get(class) {
            Some(given) => Cow::Owned(own.clone().or(given)),
            None => Cow::Borrowed(own),
        }
    }

    /// What properties say about walls, those within classes and lists included.
    pub(super) fn verdict(&self, properties: &Properties) -> Verdict {
        let mut verdict = Verdict::default();
        self.search(properties, &mut verdict, DEPTH);
        verdict
    }

    fn search(&self, properties: &Properties, verdict: &mut Verdict, depth: usize) {
        for (name, property) in properties.iter() {
            self.take(name, &property.value, verdict);
            self.enter(property, verdict, depth);
        }
    }

    /// Searches the members of a class, or the items of a list.
    fn enter(&self, property: &Property, verdict: &mut Verdict, depth: usize) {
        let Some(depth) = depth.checked_sub(1) else { return };

        match &property.value {
            Value::Class(members) => {
                let class = property.type_name.as_deref().unwrap_or_default();
                self.search(&self.with_class(members, class), verdict, depth);
            }
            Value::List(items) => {
                for item in items {
                    self.enter(item, verdict, depth);
                }
            }
            _ => {}
        }
    }

    fn take(&self, name: &str, value: &Value, verdict: &mut Verdict) {
        let is_solid =
            is_one(name, &SOLID) || self.solid.iter().any(|own| same(own, name));
        if !is_solid && !is_one(name, &WALKABLE) {
            return;
        }
        let Some(truth) = truth(value) else {
            verdict.odd.insert(name.to_owned());
            return;
        };

        verdict.names.insert(name.to_owned());
        if is_solid {
            // Of several properties the one that makes a wall decides.
            verdict.solid = verdict.solid.max(Some(truth));
        } else {
            let before = verdict.walkable.unwrap_or(true);
            verdict.walkable = Some(before && truth);
        }
    }

    /// What a tile says about walking, if it says anything.
    pub(super) fn said(
        &self,
        tile: TileRef<'_>,
    ) -> Result<Option<TileGround>, TiledError> {
        let Some(own) = tile.tile() else { return Ok(None) };

        let properties = self.with_class(&own.properties, &own.kind);
        let Terrain { cost, danger, mut ground } = terrain(tile, &properties)?;
        let verdict = self.verdict(&properties);
        let of_class = is_wall(&own.kind).then_some(true);
        let is_wall = verdict.is_wall().or(of_class);
        if is_wall.is_none() && cost.is_none() {
            return Ok(None);
        }

        let is_wall = is_wall == Some(true);
        if is_wall && !ground.is_blocked() {
            ground = Ground::Wall;
        }

        let is_listed = verdict.walkable == Some(true);
        let cost = cost.unwrap_or(1.0);
        Ok(Some(TileGround { ground, cost, danger, is_listed, is_solid: is_wall }))
    }
}

/// What a tile says besides whether it is a wall.
struct Terrain {
    cost: Option<f64>,
    danger: u32,
    ground: Ground,
}

fn terrain(tile: TileRef<'_>, properties: &Properties) -> Result<Terrain, TiledError> {
    let mut terrain = Terrain { cost: None, danger: 0, ground: Ground::Free };
    for (name, property) in properties.iter() {
        let value = &property.value;
        let wrong = |expected| TiledError::Property {
            tileset: tile.tileset.name.clone(),
            id: tile.id,
            name: name.to_owned(),
            found: shown(value),
            expected,
        };
        if same(name, "cost") {
            let Some(number) = number(value) else { continue };
            if !COSTS.contains(&number) {
                return Err(wrong("a number from 0.001 to 1000000"));
            }
            terrain.cost = Some(number);
        } else if same(name, "danger") {
            let number = number(value).filter(|number| (0.0..=4e9).contains(number));
            let number = number.ok_or_else(|| wrong("a number from 0 to 4000000000"))?;
            terrain.danger = number as u32;
        } else if same(name, "ground") {
            terrain.ground = match value.as_str() {
                Some("swamp") => Ground::Swamp,
                Some("water") => Ground::Water,
                Some("trees") => Ground::Trees,
                _ => Ground::Free,
            };
        }
    }

    Ok(terrain)
}

/// A boolean, also as a number or, in old files, as a text.
pub(super) fn truth(value: &Value) -> Option<bool> {
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
pub(super) fn number(value: &Value) -> Option<f64> {
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
