//! Levels in a studio's own JSON, by a mapping that says where their parts stand.
//!
//! A [`Mapping`] is data, and most are written in TOML. [`Mapping::read`] makes a level of a studio's document,
//! [`Mapping::write`] a document of a level. Both compare what they made with what it was made of: what does not come
//! back is named.
//!
//! A cell is what fills it, a cover and a ground, as in a token of a document such as `r+chain1_grass2`. A code stands
//! for one of the three or for several, so that a grid may hold the blocks, a second grid the covers, and a list the
//! grounds.

mod codes;
mod compare;
mod error;
mod form;
mod goals;
mod grid;
mod list;
mod order;
mod parts;
mod path;
mod places;
mod read;
mod rest;
mod write;

use serde::Deserialize;

use crate::{Json, JsonObject, Level};
use codes::Codes;
pub use error::{MappingError, UncodedCell, UnknownCode};
use goals::GoalPlace;
use grid::GridPlace;
use list::ListPlace;
use order::Orientation;
use path::Path;

/// Keys that files of levels have besides [`Level::KEYS`], and commands read. Any other constant is misspelt.
const NOTES: [&str; 2] = ["name", "band"];

/// The schema of the documents.
const SCHEMA: &str = "tilewright/mapping/1";

/// The note of a level with what of a studio's document no place names.
const REST: &str = "studio";

/// The most grids and lists of a mapping, so that one cannot ask for any amount of work.
const SOURCES: usize = 16;

/// Where the parts of a level stand in a studio's JSON, and which codes its cells have there.
///
/// ```
/// use tilewright_match3::{Json, mapping::Mapping};
///
/// let mapping: Mapping = serde_json::from_str(
///     r#"{"constants": {"rules": "blast", "colors": 4, "goal": "kind:box:all"},
///         "places": {"columns": "grid_width", "moves": "move_count"},
///         "grid": {"path": "grid", "origin": "bottom"},
///         "codes": {"rand": ".", "r": "red", "bo": "box1"}}"#,
/// )?;
/// let document: Json = serde_json::from_str(
///     r#"{"grid_width": 3, "move_count": 12, "grid": ["bo", "bo", "bo", "rand", "r", "rand"]}"#,
/// )?;
/// let read = mapping.read(&document)?;
/// assert_eq!(read.level.token_rows(), [[".", "r", "."], ["box1", "box1", "box1"]]);
/// assert_eq!(mapping.write(&read.level, &read.notes)?.document, document);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Mapping {
    schema: Option<String>,
    /// Keys of the document of a level that are the same in all levels, such as their rules.
    constants: JsonObject,
    /// Where other keys of the document of a level stand.
    places: Places,
    /// The cells.
    grid: GridPlace,
    /// What the codes of all grids and lists stand for that have none of their own.
    codes: Codes,
    /// Grids over the first one.
    layers: Vec<GridPlace>,
    /// Lists of cells.
    lists: Vec<ListPlace>,
    goals: Option<GoalPlace>,
}

/// Keys with their places, in their order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(try_from = "JsonObject")]
struct Places(Vec<(String, Path)>);

/// A level of a studio's document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MappedLevel {
    /// The level.
    pub level: Level,
    /// Keys that levels do not have but files of levels may, such as a name; under `studio` what no place of the
    /// mapping names, which [`Mapping::write`] puts back.
    pub notes: JsonObject,
    /// What of the document does not come back, by its paths.
    pub lost: Vec<String>,
    /// The places of the mapping at which the document has nothing.
    pub absent: Vec<AbsentPlace>,
}

/// A place of a mapping at which a document has nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AbsentPlace {
    /// The key of a level that should stand there.
    pub key: String,
    /// The place.
    pub path: String,
    /// The keys of the object around it that no place of the mapping names.
    pub beside: Vec<String>,
}

/// A studio's document of a level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MappedDocument {
    /// The document.
    pub document: Json,
    /// The keys of the level that the document does not have.
    pub left_out: Vec<String>,
    /// The columns of the level, for the text.
    columns: usize,
}

impl TryFrom<JsonObject> for Places {
    type Error = String;

    fn try_from(keys: JsonObject) -> Result<Self, String> {
        let place = |(key, value): (&str, &Json)| match value.as_str() {
            Some(path) if !["schema", "layout", REST].contains(&key) => {
                Ok((key.to_owned(), Path::from(path)))
            }
            Some(_) => Err(format!("no place for the key `{key}`: `grid` has the cells")),
            None => {
                Err(format!("the place of `{key}` is a text such as \"board.{key}\""))
            }
        };
        keys.iter().map(place).collect::<Result<_, _>>().map(Self)
    }
}

/// Refuses a key that files of levels do not have: it is misspelt, and nothing would read it.
fn check_key(table: &str, key: &str) -> Result<(), MappingError> {
    let known = Level::KEYS.iter().chain(&NOTES).copied();
    let mut known = known.filter(|key| !["schema", "layout"].contains(key));
    if known.clone().any(|known| known == key) {
        return Ok(());
    }
    Err(MappingError::Unknown {
        key: format!("{table}.{key}"),
        wrong: "levels have no such key".to_owned(),
        name: key.to_owned(),
        known: known.by_ref().map(str::to_owned).collect(),
    })
}

impl Mapping {
    /// The grids, the lowest first; what a layer does not say of its form is as in the first one.
    fn grids(&self) -> impl Iterator<Item = (&GridPlace, Orientation)> {
        let first = self.grid.orientation(Orientation::default());
        let all = std::iter::once(&self.grid).chain(&self.layers);
        all.map(move |grid| (grid, grid.orientation(first)))
    }

    /// Refuses what contradicts itself.
    fn check(&self) -> Result<(), MappingError> {
        let wrong = |key: &str, wrong: &str| {
            Err(MappingError::Key { key: key.to_owned(), wrong: wrong.to_owned() })
        };

        if self.schema.as_ref().is_some_and(|schema| schema != SCHEMA) {
            return wrong("schema", &format!("expected {SCHEMA:?}"));
        }
        if self.layers.len() + self.lists.len() > SOURCES {
            return wrong(
                "lists",
                &format!("expected at most {SOURCES} layers and lists"),
            );
        }
        if self.layers.iter().any(|layer| layer.path.is_none()) {
            return wrong("layers.path", "is missing");
        }

        let twice =
            self.places.0.iter().find(|(key, _)| self.constants.get(key).is_some());
        if let Some((key, _)) = twice {
            return wrong(&format!("places.{key}"), "the key is a constant already");
        }
        let is_goal = |key: &str| {
            self.constants.get(key).is_some() || self.places.get(key).is_some()
        };
        if self.goals.is_some() && is_goal("goal") {
            return wrong("goals", "the goal is a constant or has a place already");
        }
        if ["schema", "layout", REST].iter().any(|key| self.constants.get(key).is_some())
        {
            return wrong(
                "constants",
                "expected keys of a level without schema and layout",
            );
        }

        let constants = self.constants.iter().map(|(key, _)| ("constants", key));
        let places = self.places.0.iter().map(|(key, _)| ("places", &**key));
        constants.chain(places).try_for_each(|(table, key)| check_key(table, key))?;

        self.goals.as_ref().map_or(Ok(()), GoalPlace::check)?;
        self.grids().try_for_each(|(grid, orientation)| grid.check(orientation.form))?;
        self.lists.iter().try_for_each(ListPlace::check)
    }
}
