//! Tilesets in XML.

use super::super::context::Context;
use super::super::element::Element;
use super::super::error::Error;
use super::super::image::Image;
use super::super::layer::Layer;
use super::super::properties::Properties;
use super::super::record::Source;
use super::super::tileset::{
    Frame, Tile, TileGrid, TileOffset, Tileset, Transformations,
};
use super::super::xml;
use super::take_part;

impl Tileset {
    /// The tileset as a TSX file.
    pub fn to_tsx(&self) -> String {
        let mut element = Element::new("tileset");
        self.put_element(&mut element);
        xml::write(&element)
    }

    pub(crate) fn from_element(
        mut element: Element,
        context: &mut Context<'_>,
    ) -> Result<Self, Error> {
        let mut set = Self::read_fields(&mut element)?;

        let extras = &mut set.extras;
        set.offset =
            take_part(&mut element, "tileoffset", extras, TileOffset::read_fields)?;
        set.grid = take_part(&mut element, "grid", extras, TileGrid::read_fields)?;
        let read = Transformations::read_fields;
        set.transformations = take_part(&mut element, "transformations", extras, read)?;

        set.properties = Properties::take_element(&mut element, extras)?;
        set.image = Image::take_element(&mut element)?;

        for mut child in element.take_elements() {
            if child.name() == "tile" {
                let id = child.take("id")?.ok_or_else(|| child.missing("id"))?;
                set.tiles.insert(id, Tile::from_element(child, context)?);
            } else {
                element.push(child);
            }
        }

        extras.keep_element(element)?;
        Ok(set)
    }

    /// Writes the tileset into an element that may have a `firstgid` already.
    pub(super) fn put_element(&self, element: &mut Element) {
        self.write_fields(element);

        if let Some(offset) = &self.offset {
            let mut part = Element::new("tileoffset");
            offset.write_fields(&mut part);
            element.push(part);
        }
        if let Some(grid) = &self.grid {
            let mut part = Element::new("grid");
            grid.write_fields(&mut part);
            element.push(part);
        }
        if let Some(transformations) = &self.transformations {
            let mut part = Element::new("transformations");
            transformations.write_fields(&mut part);
            element.push(part);
        }

        self.properties.put_element(element);
        element.extend(self.image.iter().map(Image::to_element));
        for (id, tile) in &self.tiles {
            element.push(tile.to_element(*id));
        }

        self.extras.put_element(element);
    }
}

impl Tile {
    fn from_element(
        mut element: Element,
        context: &mut Context<'_>,
    ) -> Result<Self, Error> {
        element.rename("class", "type");
        let mut tile = Self::read_fields(&mut element)?;
        let extras = &mut tile.extras;
        tile.properties = Properties::take_element(&mut element, extras)?;
        tile.image = Image::take_element(&mut element)?;
        if let Some(objects) = element.take_element("objectgroup")? {
            tile.collision = Some(Layer::from_element(objects, context, 0)?);
        }
        tile.animation = take_part(&mut element, "animation", extras, take_frames)?
            .unwrap_or_default();
        extras.keep_element(element)?;
        Ok(tile)
    }

    fn to_element(&self, id: u32) -> Element {
        let mut element = Element::new("tile");
        element.set("id", id.to_string());
        self.write_fields(&mut element);
        self.properties.put_element(&mut element);
        element.extend(self.image.iter().map(Image::to_element));
        element.extend(self.collision.iter().map(Layer::to_element));
        if !self.animation.is_empty() {
            let mut animation = Element::new("animation");
            animation.extend(self.animation.iter().map(Frame::to_element));
            element.push(animation);
        }
        self.extras.put_element(&mut element);
        element
    }
}

fn take_frames(element: &mut Element) -> Result<Vec<Frame>, Error> {
    let mut frames = Vec::new();
    for mut child in element.take_elements() {
        if child.name() == "frame" {
            let mut frame = Frame::read_fields(&mut child)?;
            frame.extras.keep_element(child)?;
            frames.push(frame);
        } else {
            element.push(child);
        }
    }
    Ok(frames)
}

impl Frame {
    fn to_element(&self) -> Element {
        let mut element = Element::new("frame");
        self.write_fields(&mut element);
        self.extras.put_element(&mut element);
        element
    }
}
