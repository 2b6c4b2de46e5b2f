//! What of a studio's document no place of a mapping names.

use super::Mapping;
use super::path::Path;
use crate::Json;

impl Mapping {
    /// All places.
    fn paths(&self) -> impl Iterator<Item = &Path> {
        let keys = self.places.0.iter().map(|(_, path)| path);
        let grids = std::iter::once(&self.grid).chain(&self.layers);
        let grids = grids.filter_map(|grid| grid.path.as_ref());
        let lists = self.lists.iter().map(|list| &list.path);
        let goals = self.goals.iter().filter_map(|goals| goals.path.as_ref());
        keys.chain(grids).chain(lists).chain(goals)
    }

    /// The document without what the places name; none if nothing is left.
    pub(super) fn rest(&self, document: &Json) -> Option<Json> {
        let mut rest = document.clone();
        self.paths().for_each(|path| path.remove(&mut rest));
        let is_empty = rest.as_object().is_none_or(crate::JsonObject::is_empty);
        (!is_empty).then_some(rest)
    }
}

/// Puts what is left of a document around what a level gave.
pub(super) fn put_back(rest: &Json, document: &mut Json) {
    match (rest, &mut *document) {
        (Json::Object(rest), Json::Object(object)) => {
            for (key, value) in rest.iter() {
                put_back(value, object.value_mut(key));
            }
        }
        (Json::Array(rest), Json::Array(values)) => {
            let count = values.len().max(rest.len());
            values.resize(count, Json::Null);
            for (value, rest) in values.iter_mut().zip(rest) {
                put_back(rest, value);
            }
        }
        (rest, Json::Null) => *document = rest.clone(),
        _ => {}
    }
}
