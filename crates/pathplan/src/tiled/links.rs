//! The links of a map: objects of the class `link` with a property `to`.

use std::collections::BTreeMap;

use tilewright_formats::tiled::{Object, Properties, Value};

use super::layers::{PlacedLayer, kind_of};
use super::places::{middle, role};
use super::properties::{number, truth};
use super::read::Reader;
use super::words::same;
use crate::MapLink;
use crate::link::{LinkWords, is_called};

impl Reader<'_> {
    /// The links of the map. Adds a warning for each that is ignored.
    pub(super) fn links(&self, warnings: &mut Vec<String>) -> Vec<MapLink> {
        let objects = |layer| PlacedLayer::objects(layer).iter();
        let all = self.layers.iter().flat_map(|layer| {
            objects(layer).map(move |object| (object.id, (layer, object)))
        });
        let all: BTreeMap<u32, (&PlacedLayer<'_>, &Object)> = all.collect();

        let mut links = Vec::new();
        for layer in &self.layers {
            for object in objects(layer) {
                if role(self.file, object) != Some("link") {
                    continue;
                }
                match self.link(layer, object, &all) {
                    Ok(link) => links.push(link),
                    Err(why) => {
                        let id = object.id;
                        warnings.push(format!("ignored object {id}: {why}"));
                    }
                }
            }
        }
        links
    }

    fn link(
        &self,
        layer: &PlacedLayer<'_>,
        object: &Object,
        all: &BTreeMap<u32, (&PlacedLayer<'_>, &Object)>,
    ) -> Result<MapLink, &'static str> {
        let merged = object.merged();
        let kind = kind_of(self.file, object);
        let properties = self.words.with_class(&merged.properties, &kind);
        let value = |name| value(&properties, name);

        let to = match value("to") {
            Some(Value::Object(id)) => Some(*id),
            Some(other) => number(other).map(|id| id as u32),
            None => None,
        };
        let to = to.filter(|&id| id > 0);
        let to =
            to.ok_or("the link has no property `to` that refers to another object")?;
        let (other, end) =
            all.get(&to).ok_or("the link leads to an object that is not on the map")?;

        let cell = |layer, object| {
            let (x, y) = middle(self.file, &self.frame, object, self.frame.pixels(layer));
            self.frame.cell_at(x, y).ok_or("an end of the link lies outside the map")
        };
        let ends = [cell(layer, object)?, cell(other, end)?];

        let name = merged.name.as_deref().unwrap_or_default().trim();
        let is_named = !name.is_empty() && !same(name, "link");
        let name = if is_named { name.to_owned() } else { object.id.to_string() };
        let words = LinkWords {
            cost: value("cost").and_then(number),
            is_one_way: value("one_way").and_then(truth) == Some(true),
            mask: value("mask").and_then(number),
        };
        words.link(name, ends)
    }
}

/// The value of a property whose name is compared as [`is_called`] does.
fn value<'p>(properties: &'p Properties, name: &str) -> Option<&'p Value> {
    let mut all = properties.iter();
    all.find(|(own, _)| is_called(own, name)).map(|(_, property)| &property.value)
}
