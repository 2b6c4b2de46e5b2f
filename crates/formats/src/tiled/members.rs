//! JSON objects that are read key by key, or assembled.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use super::error::{Error, Place};
use super::json::Json;
use super::record::{Scalar, Sink, Source};

/// The members of an object, and its path from the root.
#[derive(Clone, Debug, Default)]
pub(crate) struct Members {
    path: String,
    map: BTreeMap<String, Json>,
}

impl Members {
    /// The members of the JSON value at a path.
    pub(crate) fn of(json: Json, path: String) -> Result<Self, Error> {
        match json {
            Json::Object(map) => Ok(Self { path, map }),
            other => {
                let (place, name) = parted(&path);
                Err(Error::Value {
                    place,
                    name,
                    found: other.shown(),
                    expected: "an object",
                })
            }
        }
    }

    /// No members, with a path for messages.
    pub(crate) const fn at(path: String) -> Self {
        Self { path, map: BTreeMap::new() }
    }

    pub(crate) fn place(&self) -> Place {
        Place::Member(self.path.clone())
    }

    pub(crate) fn path(&self, key: &str) -> String {
        if self.path.is_empty() { key.to_owned() } else { format!("{}.{key}", self.path) }
    }

    /// Removes a member. `null` counts as absent.
    pub(crate) fn take_json(&mut self, key: &str) -> Option<Json> {
        self.map.remove(key).filter(|json| *json != Json::Plain(Value::Null))
    }

    pub(crate) fn has(&self, key: &str) -> bool {
        self.map.contains_key(key)
    }

    pub(crate) fn is_null(&self, key: &str) -> bool {
        self.map.get(key) == Some(&Json::Plain(Value::Null))
    }

    pub(crate) fn is_list(&self, key: &str) -> bool {
        matches!(self.map.get(key), Some(Json::List(_) | Json::Numbers(_)))
    }

    /// Renames a member, unless there is one with the new name.
    pub(crate) fn rename(&mut self, from: &str, to: &str) {
        if !self.has(to)
            && let Some(json) = self.map.remove(from)
        {
            self.set(to, json);
        }
    }

    /// The members with their paths.
    pub(crate) fn into_entries(self) -> impl Iterator<Item = (String, String, Json)> {
        let root = Self::at(self.path);
        self.map.into_iter().map(move |(key, json)| {
            let path = root.path(&key);
            (key, path, json)
        })
    }

    pub(crate) fn get_text(&self, key: &str) -> Option<&str> {
        match self.map.get(key) {
            Some(Json::Plain(Value::String(text))) => Some(text),
            _ => None,
        }
    }

    pub(crate) fn take_members(&mut self, key: &str) -> Result<Option<Self>, Error> {
        self.take_json(key).map(|json| Self::of(json, self.path(key))).transpose()
    }

    /// Removes a list and returns its objects.
    pub(crate) fn take_list(&mut self, key: &str) -> Result<Vec<Self>, Error> {
        let Some(json) = self.take_json(key) else { return Ok(Vec::new()) };
        let shown = json.shown();
        let list = json.into_list().ok_or_else(|| self.value(key, shown, "a list"))?;
        let path = self.path(key);
        let member = |(index, json)| Self::of(json, format!("{path}[{index}]"));
        list.into_iter().enumerate().map(member).collect()
    }

    pub(crate) fn value(
        &self,
        key: &str,
        found: String,
        expected: &'static str,
    ) -> Error {
        Error::Value { place: self.place(), name: key.to_owned(), found, expected }
    }

    pub(crate) fn set(&mut self, key: &str, json: impl Into<Json>) {
        self.map.insert(key.to_owned(), json.into());
    }

    pub(crate) fn set_list(&mut self, key: &str, list: impl Iterator<Item = Self>) {
        self.set(key, Json::List(list.map(Json::from).collect()));
    }

    pub(crate) const fn map_mut(&mut self) -> &mut BTreeMap<String, Json> {
        &mut self.map
    }

    pub(crate) fn into_values(self) -> Map<String, Value> {
        self.map.into_iter().map(|(key, json)| (key, json.into_value())).collect()
    }
}

/// The parent and the last key of a path, for messages.
fn parted(path: &str) -> (Place, String) {
    let (place, name) = path.rsplit_once('.').unwrap_or(("", path));
    (Place::Member(place.to_owned()), name.to_owned())
}

impl From<Members> for Json {
    fn from(members: Members) -> Self {
        Self::Object(members.map)
    }
}

impl Source for Members {
    fn take<T: Scalar>(&mut self, key: &str) -> Result<Option<T>, Error> {
        let Some(json) = self.take_json(key) else { return Ok(None) };
        let value = match &json {
            Json::Plain(value) => T::from_json(value),
            _ => None,
        };
        value.map(Some).ok_or_else(|| self.value(key, json.shown(), T::EXPECTED))
    }

    fn missing(&self, key: &str) -> Error {
        Error::Missing { place: self.place(), name: key.to_owned() }
    }
}

/// Default numbers and booleans are written, as Tiled reads absent ones as zero. Default texts are
/// not.
impl Sink for Members {
    fn put<T: Scalar>(&mut self, key: &str, value: &T, plain: bool) {
        let value = value.to_json();
        if !(plain && value.is_string()) {
            self.set(key, value);
        }
    }
}
