//! The links of a level: entities with a field that refers to another entity.

use std::collections::BTreeMap;

use tilewright_formats::ldtk::{Entity, FieldValue, Layers};

use super::blend::Frame;
use super::places::{middle, named};
use crate::MapLink;
use crate::link::{LinkWords, is_called};

/// The links of entities called `link`, and of others with a field `to`. Adds a warning for each that is ignored.
pub(super) fn links(
    layers: &Layers,
    frame: &Frame,
    warnings: &mut Vec<String>,
) -> Vec<MapLink> {
    let by_id = layers.entities.iter().filter_map(|it| Some((it.id.as_deref()?, it)));
    let by_id: BTreeMap<&str, &Entity> = by_id.collect();
    let mut links = Vec::new();
    for entity in &layers.entities {
        let is_link = is_called(&entity.name, "link");
        let fields = entity.fields.iter();
        let mut ends = Vec::new();
        for field in fields.filter(|field| is_link || is_called(&field.name, "to")) {
            references(&field.value, &mut ends);
        }

        let name = named(entity).or_else(|| entity.id.clone());
        let name = name.unwrap_or_else(|| entity.name.clone());
        if is_link && ends.is_empty() {
            warnings.push(format!(
                "ignored the link {name:?}: it has no field that refers to an entity"
            ));
        }

        for end in ends {
            let there = by_id.get(end).copied();
            let there = there.ok_or("it leads to an entity that is not in this level");
            let link = there.and_then(|there| link(entity, there, frame, name.clone()));
            match link {
                Ok(link) => links.push(link),
                Err(why) => warnings.push(format!("ignored the link {name:?}: {why}")),
            }
        }
    }
    links
}

fn link(
    from: &Entity,
    to: &Entity,
    frame: &Frame,
    name: String,
) -> Result<MapLink, &'static str> {
    let cell =
        |entity| frame.cell_at(middle(entity)).ok_or("an end lies outside the map");
    let number = |name| match field(from, name) {
        Some(FieldValue::Number(number)) => Some(*number),
        _ => None,
    };
    let words = LinkWords {
        cost: number("cost"),
        is_one_way: field(from, "one_way") == Some(&FieldValue::Bool(true)),
        mask: number("mask"),
    };
    words.link(name, [cell(from)?, cell(to)?])
}

/// The field of a name.
fn field<'a>(entity: &'a Entity, name: &str) -> Option<&'a FieldValue> {
    let mut fields = entity.fields.iter();
    fields.find(|field| is_called(&field.name, name)).map(|field| &field.value)
}

/// Adds the ids of entities that a value refers to.
fn references<'a>(value: &'a FieldValue, ids: &mut Vec<&'a str>) {
    match value {
        FieldValue::Entity { id, .. } => ids.push(id),
        FieldValue::List(values) => {
            for value in values {
                references(value, ids);
            }
        }
        _ => {}
    }
}
