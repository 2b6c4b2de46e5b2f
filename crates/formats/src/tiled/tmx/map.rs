//! Maps and templates in XML.

use std::sync::Arc;

use super::super::context::Context;
use super::super::element::Element;
use super::super::error::Error;
use super::super::extras::Extras;
use super::super::layer::Layer;
use super::super::map::{Map, MapTileset};
use super::super::object::Object;
use super::super::properties::Properties;
use super::super::record::Source;
use super::super::template::Template;
use super::super::tileset::Tileset;
use super::super::xml;
use super::layer::take_layers;

impl Map {
    /// The map as a TMX file, with cells as CSV. Tilesets with files of their own are referred to
    /// by their paths.
    pub fn to_tmx(&self) -> String {
        let mut element = Element::new("map");
        self.write_fields(&mut element);
        self.properties.put_element(&mut element);
        let mut tilesets: Vec<_> = self.tilesets.iter().collect();
        tilesets.sort_by_key(|set| set.first_gid);
        element.extend(tilesets.into_iter().map(MapTileset::to_element));
        element.extend(self.layers.iter().map(Layer::to_element));
        self.extras.put_element(&mut element);
        xml::write(&element)
    }

    pub(crate) fn from_element(
        mut element: Element,
        context: &mut Context<'_>,
    ) -> Result<Self, Error> {
        let mut map = Self::read_fields(&mut element)?;
        context.is_infinite = map.infinite;
        map.properties = Properties::take_element(&mut element, &mut map.extras)?;
        for child in element.take_elements() {
            if child.name() == "tileset" {
                map.tilesets.push(MapTileset::from_element(child, context)?);
            } else {
                element.push(child);
            }
        }
        map.layers = take_layers(&mut element, context, 0)?;
        map.extras.keep_element(element)?;
        Ok(map)
    }
}

impl MapTileset {
    fn from_element(
        mut element: Element,
        context: &mut Context<'_>,
    ) -> Result<Self, Error> {
        let first_gid =
            element.take("firstgid")?.ok_or_else(|| element.missing("firstgid"))?;
        let source = element.take_text("source");
        let mut extras = Extras::default();
        let tileset = match &source {
            Some(source) => {
                extras.keep_element(element)?;
                context.tileset(source)?
            }
            None => Arc::new(Tileset::from_element(element, context)?),
        };
        Ok(Self { first_gid, source, tileset, extras })
    }

    fn to_element(&self) -> Element {
        let mut element = Element::new("tileset");
        element.set("firstgid", self.first_gid.to_string());
        match &self.source {
            Some(source) => element.set("source", source.as_str()),
            None => self.tileset.put_element(&mut element),
        }
        self.extras.put_element(&mut element);
        element
    }
}

impl Template {
    pub(crate) fn from_element(
        mut element: Element,
        context: &mut Context<'_>,
    ) -> Result<Self, Error> {
        let tileset = element.take_element("tileset")?;
        let tileset =
            tileset.map(|set| MapTileset::from_element(set, context)).transpose()?;
        let object =
            element.take_element("object")?.ok_or_else(|| element.missing("object"))?;
        let object = Object::from_element(object, context)?;
        let mut extras = Extras::default();
        extras.keep_element(element)?;
        Ok(Self { tileset, object, extras })
    }
}
