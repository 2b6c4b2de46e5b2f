//! Tilesets in JSON.

use std::collections::BTreeMap;

use super::super::context::Context;
use super::super::error::Error;
use super::super::image::Image;
use super::super::json::Json;
use super::super::layer::Layer;
use super::super::members::Members;
use super::super::properties::Properties;
use super::super::record::Source;
use super::super::tileset::{
    Frame, Tile, TileGrid, TileOffset, Tileset, Transformations,
};
use super::take_part;

impl Tileset {
    pub(crate) fn from_members(
        mut members: Members,
        context: &mut Context<'_>,
    ) -> Result<Self, Error> {
        let mut set = Self::read_fields(&mut members)?;

        let extras = &mut set.extras;
        set.offset =
            take_part(&mut members, "tileoffset", extras, TileOffset::read_fields)?;
        set.grid = take_part(&mut members, "grid", extras, TileGrid::read_fields)?;
        let read = Transformations::read_fields;
        set.transformations = take_part(&mut members, "transformations", extras, read)?;

        set.properties = Properties::take_members(&mut members)?;
        set.image = Image::take_members(&mut members)?;

        if members.is_list("tiles") {
            for mut member in members.take_list("tiles")? {
                let id = member.take("id")?.ok_or_else(|| member.missing("id"))?;
                set.tiles.insert(id, Tile::from_members(member, context)?);
            }
        }

        set.take_old_tiles(&mut members, context)?;
        set.extras.keep_members(members)?;
        Ok(set)
    }

    /// Reads the tiles of files before Tiled 1.2: an object by their ids, one of their properties, and
    /// one of the types of these.
    fn take_old_tiles(
        &mut self,
        members: &mut Members,
        context: &mut Context<'_>,
    ) -> Result<(), Error> {
        for (id, tile) in by_id(members, "tiles")? {
            self.tiles.insert(id, Tile::from_members(tile, context)?);
        }

        let mut types: BTreeMap<u32, Members> =
            by_id(members, "tilepropertytypes")?.into_iter().collect();

        for (id, values) in by_id(members, "tileproperties")? {
            let mut part = Members::at(format!("tileproperties.{id}"));
            part.set("properties", values);

            if let Some(types) = types.remove(&id) {
                part.set("propertytypes", types);
            }

            let properties = Properties::take_members(&mut part)?;
            let tile = self.tiles.entry(id).or_default();
            tile.properties = std::mem::take(&mut tile.properties).or(&properties);
        }
        Ok(())
    }

    pub(super) fn put_members(&self, members: &mut Members) {
        self.write_fields(members);

        let mut part = Members::default();

        if let Some(offset) = &self.offset {
            offset.write_fields(&mut part);
            members.set("tileoffset", std::mem::take(&mut part));
        }
        if let Some(grid) = &self.grid {
            grid.write_fields(&mut part);
            members.set("grid", std::mem::take(&mut part));
        }
        if let Some(transformations) = &self.transformations {
            transformations.write_fields(&mut part);
            members.set("transformations", part);
        }

        self.properties.put_members(members);
        self.image.iter().for_each(|image| image.put_members(members));
        if !self.tiles.is_empty() {
            let tiles = self.tiles.iter().map(|(id, tile)| tile.to_members(*id));
            members.set_list("tiles", tiles);
        }

        self.extras.put_members(members);
    }
}

/// Removes an object whose keys are ids of tiles.
fn by_id(members: &mut Members, key: &str) -> Result<Vec<(u32, Members)>, Error> {
    let Some(object) = members.take_members(key)? else { return Ok(Vec::new()) };
    let tile = |(id, path, json): (String, String, Json)| {
        let wrong = || members.value(key, format!("the key {id:?}"), "ids of tiles");
        let number = id.parse().map_err(|_| wrong())?;
        Ok((number, Members::of(json, path)?))
    };
    object.into_entries().map(tile).collect()
}

impl Tile {
    fn from_members(
        mut members: Members,
        context: &mut Context<'_>,
    ) -> Result<Self, Error> {
        members.rename("class", "type");

        let mut tile = Self::read_fields(&mut members)?;
        tile.properties = Properties::take_members(&mut members)?;
        tile.image = Image::take_members(&mut members)?;

        if let Some(objects) = members.take_members("objectgroup")? {
            tile.collision =
                Some(Layer::from_members(objects, "objectgroup", context, 0)?);
        }

        for mut member in members.take_list("animation")? {
            let mut frame = Frame::read_fields(&mut member)?;
            frame.extras.keep_members(member)?;
            tile.animation.push(frame);
        }

        tile.extras.keep_members(members)?;
        Ok(tile)
    }

    fn to_members(&self, id: u32) -> Members {
        let mut members = Members::default();
        members.set("id", id);
        self.write_fields(&mut members);
        self.properties.put_members(&mut members);
        self.image.iter().for_each(|image| image.put_members(&mut members));
        if let Some(layer) = &self.collision {
            members.set("objectgroup", layer.to_members());
        }
        if !self.animation.is_empty() {
            members.set_list("animation", self.animation.iter().map(Frame::to_members));
        }
        self.extras.put_members(&mut members);
        members
    }
}

impl Frame {
    fn to_members(&self) -> Members {
        let mut members = Members::default();
        self.write_fields(&mut members);
        self.extras.put_members(&mut members);
        members
    }
}
