//! The sources of walkable cells, as requests name them.

use serde_with::skip_serializing_none;
use std::collections::BTreeMap;
use std::fmt;
use std::marker::PhantomData;

use anyhow::anyhow;
use schemars::JsonSchema;
use serde::de::value::SeqAccessDeserializer;
use serde::de::{self, IntoDeserializer as _, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use tilewright_formats::tiled::Properties;
use tilewright_pathplan::TileName;
use tilewright_pathplan::tiled::{ReadOptions, Source};

use super::no_effect_on;
use crate::{Input, Refusal, TextValue};

const HEADING: &str = "Which cells are walkable in a map of Tiled or LDtk";

/// The options of which cells of a map of Tiled or LDtk are walkable.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
#[expect(clippy::struct_field_names, reason = "the fields are keys of the request")]
pub struct Walkability {
    /// Only these sources decide: properties (of tiles: walkable, solid, cost and others), tiles
    /// (see `walkable_tiles`), layer (those called collision or walls), tile-objects (objects with
    /// solid tiles), objects (of the class wall), shapes (the collision shapes of tiles). Default: all
    /// that the map has, together.
    #[serde(skip_serializing_if = "Vec::is_empty", deserialize_with = "one_or_several")]
    #[schemars(extend(
        "x-value" = "SOURCE,…", "x-list" = ",", "x-heading" = HEADING, "default" = []
    ))]
    pub walkability: Vec<TextValue<Source>>,
    /// Name or class of a layer whose tiles and objects are walls, instead of those called collision,
    /// solid or walls; for LDtk the integer grid. Can be repeated.
    #[serde(skip_serializing_if = "Vec::is_empty", deserialize_with = "one_or_several")]
    #[schemars(extend("x-value" = "NAME", "x-heading" = HEADING, "default" = []))]
    pub layer: Vec<String>,
    /// Name of a property of tiles, objects or layers that is true for walls, besides solid,
    /// collision, collides and `ge_collide`. Can be repeated.
    #[serde(skip_serializing_if = "Vec::is_empty", deserialize_with = "one_or_several")]
    #[schemars(extend("x-value" = "NAME", "x-heading" = HEADING, "default" = []))]
    pub solid_property: Vec<String>,
    /// Walkable tiles, instead of what properties and collision shapes of tiles say: ids in the first
    /// tileset, or TILESET:ID; for LDtk, values of the integer grid layer.
    #[schemars(extend("x-value" = "ID,…", "x-list" = ",", "x-heading" = HEADING))]
    pub walkable_tiles: Vec<TextValue<TileName>>,
    /// Name of the level in a project of LDtk; default: the first one.
    #[schemars(extend("x-value" = "NAME", "x-heading" = HEADING))]
    pub level: Option<String>,
    /// Folder of the project that the map belongs to. Tilesets and templates anywhere in it may be
    /// read, such as ../tiles/floor.tsx; default: the nearest folder with a .tiled-project file, else
    /// only that of the map.
    #[schemars(extend("x-value" = "DIR", "x-heading" = HEADING))]
    pub project: Option<String>,
}

/// A list, which may also be its only item.
fn one_or_several<'de, D, T>(deserializer: D) -> Result<Vec<T>, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de>,
{
    deserializer.deserialize_any(OneOrMany(PhantomData))
}

/// One value or several. An untagged enum would not say what is wrong with one of them.
struct OneOrMany<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for OneOrMany<T> {
    type Value = Vec<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a text or a list of texts")
    }

    fn visit_str<E: de::Error>(self, one: &str) -> Result<Vec<T>, E> {
        Ok(vec![T::deserialize(one.into_deserializer())?])
    }

    fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<Vec<T>, A::Error> {
        Vec::deserialize(SeqAccessDeserializer::new(list))
    }
}

/// The kinds of maps, by what decides which of their cells are walkable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MapKind {
    /// Maps whose cells are characters.
    Characters,
    /// Matrices of numbers.
    Numbers,
    /// Maps of Tiled.
    Tiled,
    /// Projects and levels of LDtk.
    Ldtk,
}

impl MapKind {
    /// What such a map is, and why most keys have no effect on it.
    const fn words(self) -> &'static str {
        match self {
            Self::Characters => "the map is text, whose characters say what is walkable",
            Self::Numbers => "the map is a matrix, whose numbers say what is walkable",
            Self::Tiled => "the map is one of Tiled, which has no levels",
            Self::Ldtk => {
                "the map is one of LDtk, whose integer grid says what is walkable"
            }
        }
    }

    fn has(self, key: &str) -> bool {
        match self {
            Self::Characters => false,
            Self::Numbers => key == "walkable_tiles",
            Self::Tiled => key != "level",
            Self::Ldtk => matches!(key, "layer" | "walkable_tiles" | "level" | "project"),
        }
    }
}

impl Walkability {
    /// The options of reading a map of a project with these classes.
    pub(super) fn options(&self, classes: BTreeMap<String, Properties>) -> ReadOptions {
        ReadOptions {
            sources: self.walkability.iter().map(|source| source.0).collect(),
            layers: self.layer.clone(),
            solid: self.solid_property.clone(),
            tiles: self.tiles(),
            level: self.level.clone(),
            classes,
        }
    }

    /// The names of walkable tiles.
    pub(super) fn tiles(&self) -> Vec<TileName> {
        self.walkable_tiles.iter().map(|tile| tile.0.clone()).collect()
    }

    /// The request of these options, in the same project.
    pub(super) fn proposing(&self, options: &ReadOptions) -> Self {
        let ReadOptions { sources, layers, solid, tiles, level, classes: _ } =
            options.clone();
        Self {
            walkability: sources.into_iter().map(TextValue).collect(),
            layer: layers,
            solid_property: solid,
            walkable_tiles: tiles.into_iter().map(TextValue).collect(),
            level,
            project: self.project.clone(),
        }
    }

    /// Whether it says more than where files may be read.
    pub(super) fn is_given(&self) -> bool {
        *self != Self { project: self.project.clone(), ..Self::default() }
    }

    /// Refuses keys that have no effect on a kind of map, or beside others.
    pub(super) fn check(&self, input: &Input, kind: MapKind) -> Result<(), Refusal> {
        let given = [
            ("walkability", !self.walkability.is_empty()),
            ("layer", !self.layer.is_empty()),
            ("solid_property", !self.solid_property.is_empty()),
            ("walkable_tiles", !self.walkable_tiles.is_empty()),
            ("level", self.level.is_some()),
            ("project", self.project.is_some()),
        ];

        let idle = given.into_iter().find(|(key, is_given)| *is_given && !kind.has(key));
        if let Some((key, _)) = idle {
            return Err(no_effect_on(input, key, kind.words()));
        }

        if kind == MapKind::Tiled {
            self.check_sources(input)?;
        }

        Ok(())
    }

    /// Refuses keys of sources that `walkability` leaves out.
    fn check_sources(&self, input: &Input) -> Result<(), Refusal> {
        let has = |source| self.walkability.iter().any(|given| given.0 == source);
        if self.walkability.is_empty() {
            return Ok(());
        }

        let left_out = "`walkability` leaves its source out";
        if !self.layer.is_empty() && !has(Source::Layer) {
            return Err(no_effect_on(input, "layer", left_out));
        }
        if !self.walkable_tiles.is_empty() && !has(Source::Tiles) {
            return Err(no_effect_on(input, "walkable_tiles", left_out));
        }

        if !self.solid_property.is_empty()
            && self
                .walkability
                .iter()
                .all(|it| matches!(it.0, Source::Tiles | Source::Shapes))
        {
            return Err(no_effect_on(input, "solid_property", left_out));
        }

        if has(Source::Tiles) && self.walkable_tiles.is_empty() {
            let error =
                anyhow!("{input}: the source tiles needs a list of walkable tiles");
            let hint = "list them by {walkable_tiles=14,15}, or leave out tiles";
            return Err(Refusal {
                hint: Some(hint.into()),
                ..Refusal::at("walkability", error)
            });
        }

        if has(Source::Tiles) && has(Source::Properties) {
            let error = anyhow!(
                "{input}: a list of walkable tiles takes the place of properties, so that not both can decide"
            );
            let hint = "leave out tiles or properties";
            return Err(Refusal {
                hint: Some(hint.into()),
                ..Refusal::at("walkability", error)
            });
        }

        Ok(())
    }
}
