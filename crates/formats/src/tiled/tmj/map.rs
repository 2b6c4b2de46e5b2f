//! Maps and templates in JSON.

use std::sync::Arc;

use serde_json::Value;

use super::super::context::Context;
use super::super::error::Error;
use super::super::extras::Extras;
use super::super::json::Json;
use super::super::layer::Layer;
use super::super::map::{Map, MapTileset};
use super::super::members::Members;
use super::super::object::Object;
use super::super::properties::Properties;
use super::super::record::Source;
use super::super::template::Template;
use super::super::tileset::Tileset;
use super::layer::take_layers;

impl Map {
    /// The map as a TMJ file, with cells as lists. Tilesets with files of their own are referred
    /// to by their paths.
    pub fn to_tmj(&self) -> String {
        let mut members = Members::default();
        members.set("type", Value::from("map"));
        self.write_fields(&mut members);
        self.properties.put_members(&mut members);
        let mut tilesets: Vec<_> = self.tilesets.iter().collect();
        tilesets.sort_by_key(|set| set.first_gid);
        members.set_list("tilesets", tilesets.into_iter().map(MapTileset::to_members));
        members.set_list("layers", self.layers.iter().map(Layer::to_members));
        self.extras.put_members(&mut members);

        let mut text = String::new();
        Json::from(members).write(0, &mut text);
        text + "\n"
    }

    pub(crate) fn from_members(
        mut members: Members,
        context: &mut Context<'_>,
    ) -> Result<Self, Error> {
        let mut map = Self::read_fields(&mut members)?;
        context.is_infinite = map.infinite;
        map.properties = Properties::take_members(&mut members)?;
        for member in members.take_list("tilesets")? {
            map.tilesets.push(MapTileset::from_members(member, context)?);
        }
        map.layers = take_layers(&mut members, &mut map.extras, context, 0)?;
        map.extras.keep_members(members)?;
        Ok(map)
    }
}

impl MapTileset {
    fn from_members(
        mut members: Members,
        context: &mut Context<'_>,
    ) -> Result<Self, Error> {
        let first_gid =
            members.take("firstgid")?.ok_or_else(|| members.missing("firstgid"))?;
        let source: Option<String> = members.take("source")?;
        let mut extras = Extras::default();
        let tileset = match &source {
            Some(source) => {
                extras.keep_members(members)?;
                context.tileset(source)?
            }
            None => Arc::new(Tileset::from_members(members, context)?),
        };
        Ok(Self { first_gid, source, tileset, extras })
    }

    fn to_members(&self) -> Members {
        let mut members = Members::default();
        members.set("firstgid", self.first_gid);
        match &self.source {
            Some(source) => members.set("source", Value::from(source.as_str())),
            None => self.tileset.put_members(&mut members),
        }
        self.extras.put_members(&mut members);
        members
    }
}

impl Template {
    pub(crate) fn from_members(
        mut members: Members,
        context: &mut Context<'_>,
    ) -> Result<Self, Error> {
        let tileset = members.take_members("tileset")?;
        let tileset =
            tileset.map(|set| MapTileset::from_members(set, context)).transpose()?;
        let object =
            members.take_members("object")?.ok_or_else(|| members.missing("object"))?;
        let object = Object::from_members(object, context)?;
        let mut extras = Extras::default();
        extras.keep_members(members)?;
        Ok(Self { tileset, object, extras })
    }
}
